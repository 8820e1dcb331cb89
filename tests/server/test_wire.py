"""The websocket under the messages: what it writes is read by everybody, and it reads on."""

import json
import secrets
import zlib
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.server.socket import MESSAGES_AT_ONCE
from ludotheque.server.wire import AHEAD, PACKED, PACKED_FROM, WHOLE_TEXT, Wire
from tests.server.conftest import MakeGuest


def wire(*extensions: Any) -> Wire:
    made = object.__new__(Wire)
    made.conn = SimpleNamespace(extensions=list(extensions))  # type: ignore[assignment]
    return made


def packing() -> Wire:
    return wire(SimpleNamespace(encoder=zlib.compressobj(wbits=-12)))


def unframed(frame: bytes) -> tuple[int, bytes]:
    """First byte and content; the length is written as short as it can be."""
    size = frame[1]
    start = {126: 4, 127: 10}.get(size, 2)
    size = int.from_bytes(frame[2:start], "big") if start > 2 else size
    assert len(frame) == start + size
    assert start == (2 if size < 126 else 4 if size < 65536 else 10)
    return frame[0], frame[start:]


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_a_line_that_does_not_pack_writes_messages_as_they_are(size: int) -> None:
    data = secrets.token_bytes(size)
    assert unframed(wire().frame(data)) == (WHOLE_TEXT, data)


def test_what_is_long_is_packed_and_what_is_short_is_not() -> None:
    line, unpack = packing(), zlib.decompressobj(wbits=-12)
    for size in (PACKED_FROM - 1, PACKED_FROM, 100_000, PACKED_FROM):
        data = b"onto another stack " * (size // 19) + b"." * (size % 19)
        first, content = unframed(line.frame(data))
        assert bool(first & PACKED) == (size >= PACKED_FROM)
        assert (unpack.decompress(content + b"\x00\x00\xff\xff") if first & PACKED else content) == data


@pytest.mark.parametrize("compression", ["deflate", None])
def test_browsers_that_unpack_and_those_that_do_not_are_told_the_same(guest: MakeGuest, compression: str | None) -> None:
    ann = guest()
    line = ann.connect(ann.open("you", "random")["table"], compression=compression)
    line.sync()
    while line.wait_for_turn():
        line.act()
    assert line.table["status"] == "over"


def test_whoever_sends_faster_than_we_hear_is_answered_all_the_same(guest: MakeGuest) -> None:
    """More messages at once than may wait: reading stops and goes on."""
    ann = guest()
    line = ann.look_at(ann.open("you", "random")["table"])
    assert 5 * AHEAD < MESSAGES_AT_ONCE
    for _ in range(5 * AHEAD):
        line.send(type="sync")
    assert {json.dumps(line.answer()["type"]) for _ in range(5 * AHEAD)} == {'"table"'}
