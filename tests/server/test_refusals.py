"""Whatever is wrong with a request, it is answered in one shape: code, message, rule.

And nothing has changed.
"""

import json

import httpx
import pytest

from ludotheque.check.guests import Line, leaves
from ludotheque.server.limits import Limits
from ludotheque.server.socket import SIZE_LIMIT
from tests.server.conftest import MakeGuest


def refused(line: Line, text: str) -> tuple[str, str | None]:
    """Send a text; the code and the rule of the refusal.

    The line stays open, and the table as it was.
    """
    before = line.seq
    line.socket.send(text)
    answer = line.answer()
    assert set(answer) == {"type", "code", "message", "rule", "id"}
    assert answer["type"] == "refused"
    assert answer["message"]
    assert line.sync()["seq"] == before
    return answer["code"], answer["rule"]


def test_an_illegal_action_names_its_rule(two: tuple[Line, Line]) -> None:
    act = two[0].choose()
    legal = set(leaves(two[0].table["gestures"]))
    act["actions"] = [next(number for number in range(500) if number not in legal)]
    code, rule = refused(two[0], json.dumps(act))
    assert code in ("action/illegal", "action/unknown")
    assert rule is None or rule.startswith("R")


def test_acting_out_of_turn_names_its_rule(two: tuple[Line, Line]) -> None:
    act = two[0].choose() | {"seat": 1, "id": "x"}
    code, rule = refused(two[1], json.dumps(act))
    assert code == "action/illegal"
    assert rule is not None
    assert rule.startswith("R")


def test_a_stale_action(two: tuple[Line, Line]) -> None:
    ann, bob = two
    act = ann.choose()
    ann.act()
    bob.wait_for_turn()
    bob.act()
    ann.wait_for_turn()
    assert refused(ann, json.dumps(act | {"id": "late"})) == ("action/stale", None)


def test_the_seat_of_somebody_else(two: tuple[Line, Line]) -> None:
    assert refused(two[1], json.dumps(two[0].choose())) == ("seat/not_yours", None)


def test_a_spectator_may_not_act(guest: MakeGuest) -> None:
    ann, eve = guest(), guest()
    made = ann.open("you", "random")
    eve.follow(made["spectate"])
    act = ann.look_at(made["table"]).choose()
    assert refused(eve.look_at(made["table"]), json.dumps(act)) == ("seat/not_yours", None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "message/malformed"),
        ("", "message/malformed"),
        ("\x00", "message/malformed"),
        ("[" * 10_000, "message/malformed"),
        ("[]", "message/unknown"),
        ("7", "message/unknown"),
        ('{"type": "dance"}', "message/unknown"),
        ('{"id": "x"}', "message/unknown"),
        ('{"type": "act", "id": "x"}', "message/invalid"),
        ('{"type": "act", "id": "x", "seen": 1, "seat": "0", "actions": [1]}', "message/invalid"),
        ('{"type": "act", "id": "x", "seen": 1, "seat": 0, "actions": []}', "action/none"),
        ('{"type": "act", "id": "x", "seen": 9, "seat": 0, "actions": [123456789]}', "action/unknown"),
        ('{"type": "say", "text": " "}', "chat/empty"),
        (json.dumps({"type": "say", "text": "x" * SIZE_LIMIT}), "message/too_large"),
        (json.dumps({"type": "say", "text": "x" * 5000}), "chat/too_long"),
    ],
)
def test_messages_that_are_none(two: tuple[Line, Line], text: str, code: str) -> None:
    assert refused(two[0], text)[0] == code


def test_bytes_that_are_no_text(two: tuple[Line, Line]) -> None:
    two[0].socket.send(b"\xff\xfe")
    assert two[0].answer()["code"] == "message/malformed"


def test_too_many_messages_are_answered_too(two: tuple[Line, Line]) -> None:
    count = 2 * Limits().messages_at_once
    for number in range(count):
        two[0].send(type="resign", id=str(number), seat=5)
    codes = [two[0].answer()["code"] for _ in range(count)]
    assert codes[0] == "seat/not_yours"
    assert set(codes) == {"seat/not_yours", "message/too_many"}


def test_a_repeated_id_is_answered_as_the_first_time(two: tuple[Line, Line]) -> None:
    ann, bob = two
    act = ann.choose()
    first = ann.ask(**act)
    bob.wait_for_turn()
    assert ann.ask(**act) == first
    assert ann.sync()["seq"] == first["seq"]


def problem(response: httpx.Response) -> tuple[int, str]:
    body = response.json()
    assert set(body) == {"code", "message", "rule"}
    assert "Traceback" not in response.text
    return response.status_code, body["code"]


def test_refusals_over_http_have_the_same_shape(guest: MakeGuest) -> None:
    http = guest().http
    bots = [{"kind": "bot"}, {"kind": "bot"}]
    assert problem(http.get("/nowhere")) == (404, "request/unknown")
    assert problem(http.get("/web/nothing.js")) == (404, "page/unknown")
    assert problem(http.get("/art/nothing.svg")) == (404, "page/unknown")
    assert problem(http.get("/web/" + "a/" * 3000)) == (404, "request/unknown")  # no file system has such a path
    assert problem(http.get("/api/rules/nothing")) == (404, "game/unknown")
    assert problem(http.get("/api/tables/nothing/record")) == (404, "table/unknown")
    assert problem(http.post("/api/tables/nothing/join", json={"token": None})) == (404, "table/unknown")
    assert problem(http.delete("/api/me", headers={"content-type": "application/json"})) == (405, "request/method")
    assert problem(http.post("/api/me", content=b"{", headers={"content-type": "application/json"})) == (
        400,
        "request/malformed",
    )
    assert problem(http.post("/api/me", json={"name": " \u200b "})) == (400, "person/name")
    assert problem(http.post("/api/me", json={"name": "x" * 100_000})) == (413, "request/too_large")
    assert problem(http.post("/api/tables", json={"game": "nothing", "seats": bots})) == (404, "game/unknown")
    assert problem(http.post("/api/tables", json={"game": "sarena", "seats": [{"kind": "bot"}]})) == (
        400,
        "request/refused",
    )
    assert problem(
        http.post("/api/tables", json={"game": "sarena", "seats": [{"kind": "bot", "level": "god"}] * 2})
    ) == (400, "request/refused")
    assert problem(http.post("/api/tables", json={"game": "sarena", "seats": [{"kind": "you"}] * 2})) == (
        400,
        "table/seats",
    )
    assert problem(
        http.post("/api/tables", json={"game": "sarena", "seats": bots, "options": {"deal": "crooked"}})
    ) == (400, "request/refused")
    assert problem(
        http.post("/api/tables", json={"game": "sarena", "seats": bots, "clock": {"kind": "real", "base_s": 0}})
    ) == (400, "table/clock")
    assert problem(http.post("/api/tables", json={"game": "sarena", "seats": [{"kind": "cat"}] * 2})) == (
        400,
        "request/malformed",
    )


def test_a_number_that_no_database_can_hold_is_refused_in_a_sentence(guest: MakeGuest) -> None:
    refused = guest().http.get(f"/api/lobby?seats={2**63}", headers={"accept-language": "nl"})
    assert problem(refused) == (400, "request/refused")
    assert refused.json()["message"].startswith("een getal valt buiten het bereik")


def test_an_unknown_table_is_refused_on_its_line(guest: MakeGuest) -> None:
    line = guest().connect("nothing")
    assert line.receive()["code"] == "table/unknown"
