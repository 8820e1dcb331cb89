"""Whatever comes in is answered in one shape: no error, no traceback, no line that is cut.

`python -m tools.fuzz` does the same with other seeds and for longer.
"""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from ludotheque.check.guests import Guest
from ludotheque.server import api
from tests.server.conftest import MakeGuest
from tests.server.fuzz import DEEDS, ROUTES, Report, ask, cast, fuzz_messages, fuzz_requests, fuzzed, listening
from tests.server.test_commands import run
from tests.server.test_refusals import problem

SEED, REQUESTS, MESSAGES = 18, 500, 1000


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def address(empty: str) -> Iterator[str]:
    with fuzzed(empty) as address:
        yield address


def test_five_hundred_requests_are_answered(address: str) -> None:
    report = Report()
    fuzz_requests(address, SEED, REQUESTS, report)
    assert report.faults == []
    assert sum(report.answers.values()) == REQUESTS
    assert {"200", "400", "403", "404", "405", "415"} <= set(report.answers)
    assert report.asked == {(route.method, route.path) for route in ROUTES}


def test_every_route_is_among_those_asked() -> None:
    asked = {(route.method, route.path) for route in ROUTES}
    for handler in api.ROUTES:
        for path, method in product(handler.paths, handler.http_methods):
            assert (method, "/api" + re.sub(r":\w+}", "}", path)) in asked


def test_a_thousand_messages_are_answered(address: str) -> None:
    report = Report()
    fuzz_messages(address, SEED, MESSAGES, report)
    assert report.faults == []
    assert {"done", "table", "message/malformed", "message/unknown", "message/invalid"} <= set(report.answers)


# What was found


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """Return a request as it travels."""
    given = {"host": "localhost", "content-type": "application/json", "content-length": str(len(body))}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in (given | headers).items())]
    return "\r\n".join([*lines, "connection: close", "", ""]).encode("latin-1") + body


ELSEWHERE = b'{"game": "sarena", "seats": [], "after": {"table": "\\u0000", "ply": 0}}'
NESTED = b'{"game": ' + b"[" * 2000 + b"]" * 2000 + b"}"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (request("POST", "/api/me", b"{}", origin="http://[::1"), "403"),
        (request("POST", "/api/tables", NESTED), "400"),
        (request("GET", "/web/%00"), "404"),
        (request("GET", f"/web/{'x' * 400}"), "404"),
        (request("GET", "/api/tables/a%00b/record"), "404"),
        (request("GET", f"/rules/sarena/{'9' * 5000}-0-day.svg"), "404"),
        (request("POST", "/api/device", b"{}", host="x" * 4000), "400"),
        (request("POST", "/api/device", b"{}", host="x:99999"), "400"),
        (request("POST", "/api/me", b'{"name": "\xff"}'), "400"),
        (request("POST", "/api/tables", ELSEWHERE), "404"),
        (request("GET", "/\xff"), "400"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20 + b"\r\n\r\n", "400"),
    ],
)
def test_a_request_that_used_to_break_something_is_refused(address: str, sent: bytes, status: str) -> None:
    report = Report()
    with listening(report):
        assert ask(address, sent) == (status, "")
    assert report.faults == []


FILTERS = ("lobby?game", "lobby?pace", "tables?game")
TOO_MUCH = (2**31, 2**63, 10**30)  # for PostgreSQL, for SQLite, for both


def test_what_the_database_cannot_hold_is_refused(address: str) -> None:
    with cast(address, 0) as people, listening(report := Report()):
        table, tournament = people.usual["table"][0], people.usual["tournament"][0]
        for who, method, path, body in (
            *[(people.guest, "GET", f"/api/lobby?seats={number}", None) for number in TOO_MUCH],
            *[(people.guest, "GET", f"/api/{path}=a%00b", None) for path in FILTERS],
            (people.guest, "POST", "/api/me/notices/push/stop", {"endpoint": "\0", "key": "", "secret": ""}),
            (people.host, "POST", f"/api/tables/{table}/invite", {"name": "a\0b"}),
            *[(people.host, "POST", f"/api/tournaments/{tournament}/remove", {"number": one}) for one in TOO_MUCH],
            *[(people.steward, "POST", "/api/house/settle", {"report": number}) for number in TOO_MUCH],
            *[(people.steward, "POST", f"/api/house/{deed}", {"table": "\0", "person": "\0"}) for deed in DEEDS],
        ):
            answer = who.http.request(method, path, json=body)
            assert answer.is_success or problem(answer)[0] in (400, 404), path
    assert report.faults == []


def test_a_table_that_cannot_be_is_refused_on_its_line(guest: MakeGuest) -> None:
    for table in ("%00", "a%00b", "x" * 300, "%ff", "a/b"):
        assert guest().connect(table).receive()["code"] == "table/unknown"


def test_bytes_that_are_no_text_do_not_end_the_line(guest: MakeGuest) -> None:
    ann: Guest = guest("Ann")
    line = ann.look_at(ann.open("you", "random")["table"])
    for sent in (b"\xff\xfe", b'{"type": "say", "text": "\xff"}', b'{"type": []}', b'{"type": {"a": []}}'):
        line.socket.send(sent, text=True)
        assert line.answer()["code"] in ("message/malformed", "message/unknown")
    line.act()


@pytest.mark.parametrize("nested", ["[" * 5000 + "]" * 5000, "[" * 900 + "]" * 900, f'{{"a": {"9" * 5000}}}'])
def test_a_record_that_is_nested_too_deep_is_one_sentence(
    nested: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deep.json").write_text(nested)
    assert run("record", "check", str(tmp_path / "deep.json")) == 1
    assert "is not a record" in capsys.readouterr().out
    inside = {"format": "ludotheque-record/1", "game": "sarena", "plies": json.loads("[" * 500 + "]" * 500)}
    (tmp_path / "inside.json").write_text(json.dumps(inside))
    assert run("record", "check", str(tmp_path / "inside.json")) == 1
    assert "is not a record" in capsys.readouterr().out
