"""The websocket under the messages: what it writes is read by everybody, and it reads on."""

import asyncio
import gc
import json
import secrets
import socket
import threading
import time
import weakref
import zlib
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.extensions.permessage_deflate import PerMessageDeflate

from ludotheque.check.guests import PATIENCE_S, Guest, serving
from ludotheque.server import pulse, run
from ludotheque.server.limits import Limits
from ludotheque.server.live.changes import Changes
from ludotheque.server.settings import Settings
from ludotheque.server.wire import AHEAD, FRAGMENTS, PACKED, PACKED_FROM, PIECE, PING, WHOLE_TEXT, Inbox, Wire
from tests.patience import until
from tests.server.conftest import MakeGuest
from tests.server.test_accounts import hear_until_cut
from tests.server.test_door import connected, heard


def wire(*extensions: Any) -> Wire:
    made = object.__new__(Wire)
    made.conn = SimpleNamespace(extensions=list(extensions))  # type: ignore[assignment]
    return made


def packing() -> Wire:
    return wire(PerMessageDeflate(False, False, 12, 12))


def unframed(frame: bytes) -> tuple[int, bytes]:
    """First byte and content; the length is written as short as it can be."""
    size = frame[1]
    start = {126: 4, 127: 10}.get(size, 2)
    size = int.from_bytes(frame[2:start], "big") if start > 2 else size
    assert len(frame) == start + size
    assert start == (2 if size < 126 else 4 if size < 65536 else 10)
    return frame[0], frame[start:]


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
@pytest.mark.parametrize("extensions", [[], [PerMessageDeflate(False, True, 12, 12)]])
def test_a_line_that_does_not_pack_writes_messages_as_they_are(size: int, extensions: list[Any]) -> None:
    data = secrets.token_bytes(size)
    assert unframed(wire(*extensions).frame(data)) == (WHOLE_TEXT, data)


def test_what_is_long_is_packed_and_what_is_short_is_not() -> None:
    line, unpack = packing(), zlib.decompressobj(wbits=-12)
    for size in (PACKED_FROM - 1, PACKED_FROM, 100_000, PACKED_FROM):
        data = b"onto another stack " * (size // 19) + b"." * (size % 19)
        first, content = unframed(line.frame(data))
        assert bool(first & PACKED) == (size >= PACKED_FROM)
        assert (unpack.decompress(content + b"\x00\x00\xff\xff") if first & PACKED else content) == data


@pytest.mark.parametrize("compression", ["deflate", None])
def test_browsers_that_unpack_and_those_that_do_not_are_told_the_same(
    guest: MakeGuest, compression: str | None
) -> None:
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
    assert Limits().messages_at_once > 5 * AHEAD
    for _ in range(5 * AHEAD):
        line.send(type="sync")
    assert {json.dumps(line.answer()["type"]) for _ in range(5 * AHEAD)} == {'"table"'}


def test_whoever_is_kept_waiting_is_not_taken_for_dead(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """More messages than we read ahead wait until the first is answered, and the answer to a ping
    waits behind them.
    """
    answer, waits = Changes.answer, iter([3.0])

    async def answer_late_once(*arguments: Any) -> Any:
        await asyncio.sleep(next(waits, 0))
        return await answer(*arguments)

    monkeypatch.setattr(run, "PING_S", 1.0)
    monkeypatch.setattr(Changes, "answer", answer_late_once)
    with serving(Settings(database=empty)) as address, Guest(address) as ann:
        line = ann.connect(ann.open("you", "random")["table"])
        for _ in range(2 * AHEAD):
            line.send(type="sync")
        assert {line.answer()["type"] for _ in range(2 * AHEAD)} == {"table"}


# Those who are silent


class Mute:
    """A websocket that answers no ping, unless told to."""

    def __init__(self, caller: socket.socket, ann: Guest, table: str) -> None:
        self.caller = caller
        cookies = "; ".join(f"{name}={value}" for name, value in ann.http.cookies.items())
        head = "".join(f"{name}: {value}\r\n" for name, value in (UPGRADE | {"Cookie": cookies}).items())
        caller.settimeout(PATIENCE_S)
        caller.sendall(f"GET /ws/{table} HTTP/1.1\r\n{head}\r\n".encode())
        self.heard = b""
        self.hear(b"\r\n\r\n")

    def hear(self, what: bytes) -> None:
        """Wait for these bytes, and forget them; but not what came before."""
        while what not in self.heard:
            more = self.caller.recv(4096)
            assert more, f"the line was cut after {self.heard!r}"
            self.heard += more
        self.heard = self.heard.replace(what, b"", 1)

    def answer(self) -> None:
        self.caller.sendall(b"\x8a\x80" + bytes(4))


@pytest.fixture
def mute(empty: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mute]:
    monkeypatch.setattr(run, "PING_S", 0.5)
    with serving(Settings(database=empty)) as address, Guest(address) as ann, connected(address) as caller:
        yield Mute(caller, ann, ann.open("you", "random")["table"])


CLOSED_AS_DEAD = bytes((0x88, 2 + len("keepalive ping timeout"))) + (1011).to_bytes(2, "big")


def test_a_client_that_answers_no_ping_is_disconnected(mute: Mute) -> None:
    mute.hear(PING)
    mute.hear(CLOSED_AS_DEAD)


def test_a_client_that_answers_pings_stays(mute: Mute) -> None:
    for _ in range(4):
        mute.hear(PING)
        mute.answer()
    mute.hear(PING)


def test_a_client_that_speaks_is_not_pinged(mute: Mute) -> None:
    """It speaks five times between two looks."""
    for _ in range(20):
        mute.caller.sendall(bytes((WHOLE_TEXT, 0x80)) + bytes(4))
        mute.hear(b"message/malformed")
        time.sleep(0.1)
    assert PING not in mute.heard
    mute.hear(PING)  # it is silent now


def test_nothing_is_left_of_websockets_that_were_closed() -> None:
    loop, wires = asyncio.new_event_loop(), [wire(), wire()]
    try:
        for one in wires:
            pulse.start(loop, 20, one)
        pulse.stop(loop, wires[0])
        assert loop in pulse.PULSES
        pulse.stop(loop, wires[1])
        pulse.stop(loop, wires[1])
        assert loop not in pulse.PULSES
    finally:
        loop.close()


# Handshakes that fail

UPGRADE = {
    "Host": "localhost",
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "Sec-WebSocket-Version": "13",
}
MALFORMED, FOREIGN = (400, "request/malformed"), (403, "request/foreign")


@pytest.mark.parametrize(
    ("changes", "line", "body", "expected"),
    [
        ({"X-Long": "x" * 9000}, "GET /ws/x", "", MALFORMED),
        ({f"X-{number}": "x" for number in range(200)}, "GET /ws/x", "", MALFORMED),
        ({}, f"GET /ws/{'x' * 9000}", "", MALFORMED),
        ({"Content-Length": "5"}, "GET /ws/x", "hello", MALFORMED),
        ({"Transfer-Encoding": "chunked"}, "GET /ws/x", "", MALFORMED),
        ({"Sec-WebSocket-Key": "short"}, "GET /ws/x", "", MALFORMED),
        ({"Sec-WebSocket-Version": "99"}, "GET /ws/x", "", MALFORMED),
        ({"Sec-WebSocket-Extensions": "=;"}, "GET /ws/x", "", MALFORMED),
        ({"Sec-WebSocket-Protocol": "@,="}, "GET /ws/x", "", MALFORMED),
        ({}, "POST /ws/x", "", (405, "request/method")),
        ({"Origin": "https://evil.example"}, "GET /ws/x", "", FOREIGN),
        ({"Sec-Fetch-Site": "cross-site"}, "GET /ws/x", "", FOREIGN),
        ({"Host": "evil.example"}, "GET /ws/x", "", (403, "request/host")),
        ({}, "GET /elsewhere", "", (404, "request/unknown")),
    ],
    ids=lambda value: f"{value}"[:20],
)
def test_a_handshake_that_fails_is_answered_in_the_one_shape_and_closed(
    address: str,
    changes: dict[str, str],
    line: str,
    body: str,
    expected: tuple[int, str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    headers = "".join(f"{name}: {value}\r\n" for name, value in (UPGRADE | changes).items())
    with connected(address) as caller:
        caller.settimeout(5)  # it was never answered
        caller.sendall(f"{line} HTTP/1.1\r\n{headers}\r\n{body}".encode())
        answer, _, problem = heard(caller).partition(b"\r\n\r\n")
    assert b"content-type: application/json" in answer.lower()
    assert set(json.loads(problem)) == {"code", "message", "rule"}
    assert (int(answer.split()[1]), json.loads(problem)["code"]) == expected
    assert caplog.records == []


# Those who send more than we can hold


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> list[Wire]:
    """All websockets of the server, as they are opened."""
    made: list[Wire] = []
    known = Wire.connection_made

    def connection_made(self: Wire, transport: Any) -> None:
        made.append(self)
        known(self, transport)

    monkeypatch.setattr(Wire, "connection_made", connection_made)
    return made


def test_a_closed_connection_is_freed_without_the_garbage_collector(guest: MakeGuest, wires: list[Wire]) -> None:
    ann = guest()
    line = ann.look_at(ann.open("you", "random")["table"])
    wire = weakref.ref(wires.pop())
    gc.disable()
    try:
        line.socket.close()
        until(lambda: wire() is None)
    finally:
        gc.enable()


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """No message is answered before this is set."""
    answer, hears = Changes.answer, threading.Event()

    async def answer_late(*arguments: Any) -> Any:
        await asyncio.to_thread(hears.wait, PATIENCE_S)
        return await answer(*arguments)

    monkeypatch.setattr(Changes, "answer", answer_late)
    return hears


def test_what_is_packed_small_is_not_unpacked_before_there_is_room(
    empty: str, wires: list[Wire], deaf: threading.Event
) -> None:
    """Five hundred messages come in a packet or two; unpacked they would be 15 MB."""
    with serving(Settings(database=empty)) as address, Guest(address) as ann:
        line = ann.connect(ann.open("you", "random")["table"])
        try:
            packer = zlib.compressobj(9, zlib.DEFLATED, -12)
            frames = b""
            for _ in range(500):
                packed = (packer.compress(b" " * 30_000) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
                assert len(packed) < 126
                frames += bytes((WHOLE_TEXT | PACKED, 0x80 | len(packed))) + bytes(4) + packed  # masked with zeros
            line.send(type="sync")  # waits to be answered
            line.socket.socket.sendall(frames)
            until(lambda: not wires[0].transport.is_reading())
            assert wires[0].queue.qsize() < AHEAD + PIECE / 30
        finally:
            deaf.set()
        assert line.answer()["type"] == "table"
        assert {line.answer()["code"] for _ in range(500)} == {"message/too_large", "message/too_many"}


@pytest.mark.parametrize("content", [b"", b"x"])
def test_a_message_in_too_many_fragments_ends_the_line(guest: MakeGuest, content: bytes) -> None:
    ann = guest()
    line = ann.connect(ann.open("you", "random")["table"])
    more = bytes((0x00, 0x80 | len(content))) + bytes(4) + content
    line.socket.socket.sendall(bytes((0x01, 0x80)) + bytes(4) + 10 * FRAGMENTS * more)
    assert hear_until_cut(line) == 1009


def test_a_message_may_come_in_a_few_fragments(guest: MakeGuest) -> None:
    ann = guest()
    line = ann.connect(ann.open("you", "random")["table"])
    line.socket.send(['{"type"', ': "', "sync", '"}'])
    assert line.answer()["type"] == "table"


def test_pings_of_somebody_who_does_not_read_are_not_answered() -> None:
    line, written = wire(), list[bytes]()
    line.writable = asyncio.Event()
    line.transport = SimpleNamespace(write=written.append)  # type: ignore[assignment]
    line.conn.writes = [b"a pong"]
    line.handle_ping()
    assert (written, line.conn.writes) == ([], [])


def test_an_inbox_hands_messages_out_in_order_to_a_reader_who_waits_or_not() -> None:
    async def read() -> list[int]:
        inbox = Inbox(asyncio.get_running_loop())
        reading = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        for number in range(3):
            inbox.put_nowait(number)
        assert inbox.qsize() == 3
        found = [await reading, await inbox.get(), await inbox.get()]
        assert inbox.empty()
        return found

    assert asyncio.run(read()) == [0, 1, 2]


def test_an_inbox_whose_reader_has_gone_keeps_its_messages() -> None:
    async def read() -> int:
        inbox = Inbox(asyncio.get_running_loop())
        reading = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        inbox.put_nowait(7)
        return int(await inbox.get())

    assert asyncio.run(read()) == 7
