"""Records that visitors bring along, and moments of a replay that they share."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.check.guests import Guest, serving
from ludotheque.server.limits import Limits
from ludotheque.server.settings import Settings
from tests.server.conftest import MakeGuest

CORPUS = Path(__file__).parents[1] / "corpus"
OLD = "toy-1-2-mild-random"  # played by rules of an earlier version
NEW = "toy-2-2-rough-random"


def record(name: str = NEW) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((CORPUS / f"{name}.json").read_text())
    return data


def bring(guest: Guest, data: dict[str, Any]) -> httpx.Response:
    return guest.http.post("/api/records", json=data)


@pytest.mark.parametrize("name", [OLD, NEW])
def test_a_record_is_replayed_from_every_seat_and_played_on(guest: MakeGuest, name: str) -> None:
    ann = guest("Ann")
    made = bring(ann, record(name)).json()
    assert made["url"] == f"/replay/{made['table']}"
    for seat in (-1, 0, 1):
        replay = ann.http.get(f"/api/tables/{made['table']}/replay?seat={seat}").json()
        assert len(replay["steps"]) == len(record(name)["plies"])
    assert replay["can_play_on"]
    assert replay["names"] == ["Player 1", "Player 2"]
    again = ann.http.get(f"/api/tables/{made['table']}/record").json()
    assert again["final"] == record(name)["final"]
    assert [ply["action"] for ply in again["plies"]] == [ply["action"] for ply in record(name)["plies"]]


def test_nobody_else_sees_it_unless_it_is_shared(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    table = bring(ann, record()).json()["table"]
    assert table not in str(bob.http.get("/api/tables").json())
    for path in ("replay", "record", "share", "moment/0.svg"):
        assert bob.http.get(f"/api/tables/{table}/{path}").status_code == 404
    shared = ann.http.get(f"/api/tables/{table}/share").json()
    assert shared["url"].endswith(f"/replay/{table}")
    bob.post(f"/api/tables/{table}/join", token=shared["token"])
    assert bob.http.get(f"/api/tables/{table}/replay").status_code == 200


def test_its_owner_deletes_it(guest: MakeGuest) -> None:
    ann = guest("Ann")
    table = bring(ann, record()).json()["table"]
    ann.http.request("DELETE", f"/api/tables/{table}", headers={"content-type": "application/json"})
    assert ann.http.get(f"/api/tables/{table}/replay").status_code == 404


def with_other_ply(data: dict[str, Any]) -> dict[str, Any]:
    data["plies"][0]["action"] = "nonsense"
    return data


def cut_short(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "final"} | {"plies": data["plies"][:3]}


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        ({}, "record/other", "not a record"),
        ({"format": "ludotheque-record/1", "game": "chess"}, "game/unknown", "chess"),
        ({"format": "ludotheque-record/1", "game": "toy"}, "record/wrong", "the record has no rules_version"),
        (with_other_ply(record()), "record/wrong", "ply 0"),
        (cut_short(record()), "record/unfinished", "played to its end"),
        (record() | {"components": "0" * 64}, "record/wrong", "different components"),
        (record() | {"seats": 10**30}, "record/wrong", "seats"),
    ],
)
def test_a_file_that_is_no_good_is_refused_with_its_reason(
    guest: MakeGuest, data: dict[str, Any], code: str, said: str
) -> None:
    refused = bring(guest(), data)
    assert (refused.status_code // 100, refused.json()["code"]) == (4, code)
    assert said in refused.json()["message"]


def test_a_file_may_not_be_too_large(guest: MakeGuest) -> None:
    long = record() | {"comment": "x" * (257 << 10)}
    assert bring(guest(), long).status_code == 413


def test_nobody_brings_along_too_many(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/tables.db", limits=Limits(records_at_once=1))
    with serving(settings) as address, Guest(address) as ann:
        assert [bring(ann, {}).status_code for _ in range(2)] == [400, 429]


# Moments


def test_a_moment_is_a_picture(guest: MakeGuest) -> None:
    ann = guest("Ann")
    table = bring(ann, record()).json()["table"]
    svg = ann.http.get(f"/api/tables/{table}/moment/2.svg?seat=0")
    assert (svg.headers["content-type"], svg.text[:4]) == ("image/svg+xml", "<svg")
    png = ann.http.get(f"/api/tables/{table}/moment/2.png")
    assert png.content.startswith(b"\x89PNG")
    assert ann.http.get(f"/api/tables/{table}/moment/0.svg").text != svg.text
    for name in ("99999.svg", "2.gif", "-1.svg", "2"):
        assert ann.http.get(f"/api/tables/{table}/moment/{name}").status_code == 404


def test_while_a_game_is_running_nobody_sees_another_hand_or_shares_it(guest: MakeGuest) -> None:
    ann = guest("Ann")
    table = ann.open("you", "random", game="toy")["table"]
    assert ann.http.get(f"/api/tables/{table}/moment/0.svg?seat=0").status_code == 200
    assert ann.http.get(f"/api/tables/{table}/moment/0.svg?seat=1").status_code == 403
    assert ann.http.get(f"/api/tables/{table}/share").status_code == 409
