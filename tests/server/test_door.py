"""Who comes in: half-sent requests do not shut others out, and those who are too many are told."""

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.check.guests import PATIENCE_S, Guest, serving
from ludotheque.core.errors import LudothequeError
from ludotheque.server import app, complaints, door, run, trouble
from ludotheque.server.complaints import Rarely
from ludotheque.server.limits import Limits
from ludotheque.server.live.connection import COME_BACK
from ludotheque.server.settings import Settings
from tests.patience import until
from tests.server.test_accounts import hear_until_cut
from tests.server.test_pages import figures_of

HALF = b"GET /health HTTP/1.1\r\nhost: localhost\r\nx-half: "
WHOLE = b"GET /health HTTP/1.1\r\nhost: localhost\r\naccept-language: de\r\n\r\n"
BODY = b"POST /api/me HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"


@contextmanager
def connected(address: str, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection from one of this machine's many addresses; from 127.0.0.1 a proxy might come."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    with socket.create_connection((host, int(port)), PATIENCE_S, (source, 0)) as line:
        yield line


def heard(line: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    parts = []
    try:
        while part := line.recv(4096):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def status(line: socket.socket) -> int:
    """Ask, hear the whole answer, and return its status: the connection stays open."""
    line.sendall(WHOLE)
    answer = HTTPResponse(line)
    answer.begin()
    answer.read()
    return answer.status


@pytest.mark.parametrize(
    ("text", "is_second"),
    [(b"", False), (HALF, False), (BODY, False), (HALF, True)],
    ids=["nothing", "head", "body", "next head"],
)
def test_a_request_that_is_not_finished_is_cut_off(
    empty: str, text: bytes, is_second: bool, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(database=empty, limits=Limits(head_s=0.2, body_s=0.2))
    with serving(settings) as address, connected(address) as line:
        if is_second:
            assert status(line) == 200
        line.sendall(text)
        assert heard(line) == b""
    assert not [record for record in caplog.records if record.exc_info]


def test_hanging_up_in_the_middle_of_a_body_is_no_error(empty: str, caplog: pytest.LogCaptureFixture) -> None:
    with serving(Settings(database=empty)) as address, Guest(address) as ann:
        with connected(address) as line:
            line.sendall(BODY)
        until(lambda: 'ludotheque_responses_total{status="400"}' in figures_of(ann))
        assert not any('status="5' in name for name in figures_of(ann))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_those_who_say_nothing_make_room_and_those_who_play_go_on(empty: str) -> None:
    with serving(Settings(database=empty, limits=Limits(connections=10))) as address, ExitStack() as stack:
        ann = stack.enter_context(Guest(address))
        line = ann.look_at(ann.open("you", "random")["table"])
        half = [stack.enter_context(connected(address)) for _ in range(30)]
        for one in half:
            one.sendall(HALF)
        assert ann.http.get("/health").status_code == 200
        with Guest(address) as bob:
            assert bob.http.get("/health").status_code == 200
        line.act()
        assert heard(half[0]) == b""  # the oldest of them is gone


def test_a_visitor_is_told_when_all_places_are_taken(empty: str) -> None:
    with serving(Settings(database=empty, limits=Limits(connections=4))) as address, ExitStack() as stack:
        ann = stack.enter_context(Guest(address))
        table = ann.open("you", "random")["table"]
        ann.http.close()
        lines = [ann.look_at(table) for _ in range(4)]
        with connected(address) as line:
            line.sendall(WHOLE)
            head, _, body = heard(line).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 10" in head.lower()
        problem = json.loads(body)
        assert set(problem) == {"code", "message", "rule"}
        assert (problem["code"], problem["message"][:6]) == ("server/full", "Der Se")
        lines[0].act()
        lines[1].socket.close()


def test_an_address_has_a_limit_of_its_own_and_a_proxy_has_none(empty: str) -> None:
    with serving(Settings(database=empty, limits=Limits(connections_each=3))) as address, ExitStack() as stack:
        many = [stack.enter_context(connected(address, "127.0.0.2")) for _ in range(5)]
        assert [status(line) for line in many] == [200, 200, 200, 503, 503]
        others = [stack.enter_context(connected(address, "127.0.0.3")) for _ in range(2)]
        proxy = [stack.enter_context(connected(address)) for _ in range(5)]
        assert {status(line) for line in [*others, *proxy]} == {200}


def test_behind_a_proxy_websockets_are_counted_by_address(empty: str) -> None:
    with serving(Settings(database=empty, limits=Limits(connections_each=2))) as address, Guest(address) as ann:
        table = ann.open("you", "random")["table"]
        lines = [ann.connect(table, forwarded="203.0.113.7") for _ in range(3)]
        assert [line.sync()["type"] for line in lines[:2]] == ["table", "table"]
        assert lines[2].receive()["code"] == "connection/too_many"
        assert hear_until_cut(lines[2]) == COME_BACK
        assert ann.connect(table, forwarded="203.0.113.8").sync()["type"] == "table"


def test_websockets_from_one_ipv6_network_are_counted_together(empty: str) -> None:
    with serving(Settings(database=empty, limits=Limits(connections_each=2))) as address, Guest(address) as ann:
        table = ann.open("you", "random")["table"]
        lines = [ann.connect(table, forwarded=f"2001:db8::{number}") for number in range(1, 4)]
        assert [line.sync()["type"] for line in lines[:2]] == ["table", "table"]
        assert lines[2].receive()["code"] == "connection/too_many"
        assert ann.connect(table, forwarded="2001:db8:0:1::1").sync()["type"] == "table"


def test_connections_from_one_ipv6_network_are_counted_together() -> None:
    kind = door.door_of(Limits(connections_each=2), 100)
    there: set[Any] = set()

    def come(address: str) -> door.Door:
        one = kind.__new__(kind)  # without a transport
        proxies: Any = set()
        one.client, one.connections, one.proxies = (address, 1), there, proxies
        there.add(one)
        return one

    many = [come(address) for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")]
    assert not any(one.is_one_too_many() for one in many)
    assert come("2001:db8::3").is_one_too_many()
    assert not come("2001:db8:0:1::2").is_one_too_many()


def test_one_person_has_so_many_connections(empty: str) -> None:
    settings = Settings(database=empty, bot_pause_s=0, limits=Limits(lines_each=2))
    with serving(settings) as address, Guest(address) as ann, Guest(address) as bob:
        made = ann.open("you", "random", is_open=True)
        lines = [ann.look_at(made["table"]) for _ in range(2)]
        assert ann.connect(made["table"]).receive()["code"] == "connection/too_many"
        bob.look_at(made["table"])
        lines[0].socket.close()
        lines[1].act()


def test_there_are_files_enough_for_everybody() -> None:
    assert run.open_files() > run.BACKLOG + run.OTHER_FILES
    assert door.door_of(Limits(connections=10_000), 500).most == 500
    assert door.door_of(Limits(connections=100), 500).most == 100


def test_a_server_with_too_few_files_does_not_start(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "open_files", lambda: 256)
    with pytest.raises(LudothequeError, match=r"only 256 files open, and needs 256 .* ulimit -n"):
        run.make_server(Settings(database=empty))
    monkeypatch.setattr(run, "open_files", lambda: 300)
    assert run.visitors_at_once() == 44


# The log


def test_the_same_complaint_is_logged_once_a_minute_with_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now, said = [100.0], list[str]()

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    monkeypatch.setattr(complaints, "time", SimpleNamespace(monotonic=lambda: now[0]))
    log = logging.Logger("a test")
    log.addHandler(Keeping())
    log.addFilter(Rarely())
    for number in range(1000):
        log.error("table %s is ill\nfd=%d", "a", number)
        log.warning("something else")
    assert said == ["table a is ill\nfd=0", "something else"]
    now[0] += complaints.AGAIN_S
    log.error("table %s is ill\nfd=%d", "b", 7)
    assert said[2:] == ["table b is ill\nfd=7 (999 more since then)"]
    now[0] += complaints.AGAIN_S
    log.error("table %s is ill\nfd=%d", "b", 8)
    assert said[3:] == ["table b is ill\nfd=8"]


def rarely_logged(name: str) -> logging.Logger:
    log = logging.getLogger(name)
    log.addFilter(Rarely())
    return log


def test_every_outage_is_logged_when_it_begins_and_when_it_ends(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(trouble, "log", rarely_logged("a test of outages"))
    outages = [trouble.Outage(name) for name in ("Redis", "the database", "Redis")]
    for outage in outages:
        outage.is_told = True
        outage.begin(f"{outage.name} is away")
    for outage in outages:
        outage.end()
    assert caplog.messages == [
        *("Redis is away", "the database is away", "Redis is away"),
        *(f"{name} is back after 0 s; 1 attempt failed" for name in ("Redis", "the database", "Redis")),
    ]


def test_a_complaint_does_not_hide_another(caplog: pytest.LogCaptureFixture) -> None:
    log = rarely_logged("a test of different complaints")
    for _ in range(2):
        for error in (LudothequeError("this is broken"), LudothequeError("that is broken")):
            log.error("%s", error)
    assert caplog.messages == ["this is broken", "that is broken"]


def test_what_was_left_out_is_counted_in_the_log_even_if_it_never_comes_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now, rarely, log = [100.0], Rarely(), logging.getLogger("a test of counts")
    monkeypatch.setattr(complaints, "time", SimpleNamespace(monotonic=lambda: now[0]))
    log.addFilter(rarely)
    for number in range(10):
        log.error("fd=%d", number)
        log.error("once") if not number else None
    rarely.report()
    assert caplog.messages == ["fd=0", "once"]  # the minute is not over
    now[0] += complaints.AGAIN_S
    rarely.report()
    rarely.report()
    assert caplog.messages[2:] == ["fd=9 (9 more since then)"]
    log.error("fd=%d", 10)
    rarely.report(0)  # the server stops
    assert caplog.messages[3:] == ["fd=10 (1 more since then)"]


def test_a_server_that_stops_logs_what_it_has_left_out(
    empty: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rarely, log = Rarely(), logging.getLogger("a test of stopping")
    monkeypatch.setattr(app, "RARELY", rarely)
    log.addFilter(rarely)
    with serving(Settings(database=empty)):
        for number in range(3):
            log.error("fd=%d", number)
    assert "fd=2 (2 more since then)" in caplog.messages


def test_complaints_do_not_fill_the_memory() -> None:
    rarely = Rarely()
    for number in range(complaints.KEPT + 100):
        assert rarely.filter(logging.LogRecord("a", logging.ERROR, "", 0, f"complaint {number}", (), None))
    assert len(rarely.said) == complaints.KEPT
