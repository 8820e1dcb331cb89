"""Tournaments from sign-up to the last result: every kind, byes, no-shows and duplicate rounds."""

import csv
import io
import time
from collections.abc import Callable

import pytest

from ludotheque.check.guests import Guest, Message
from ludotheque.core.chance import commitment
from ludotheque.server.api import finding
from ludotheque.server.api.new_tables import NewClock
from tests.server.conftest import MakeGuest
from tests.server.databases import query
from tests.server.test_accounts import PASSWORD, make_account
from tests.server.test_ratings import JSON, end
from tests.server.test_refusals import problem

PATIENCE_S = 60.0

on_both = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])


def club(guest: MakeGuest, count: int) -> list[Guest]:
    """Return some people; the first of them has an account."""
    people = [guest(f"P{number}") for number in range(count)]
    make_account(people[0], f"Host {people[0].get('/api/me/data')['id'][:8]}")
    return people


def opened(host: Guest, people: list[Guest], **more: object) -> str:
    """Open a tournament that these people enter."""
    made = host.post("/api/tournaments", name="Club evening", game="sarena", **more)
    for one in people:
        assert one.http.post(f"/api/tournaments/{made['id']}/enter", json={}).status_code == 204
    return str(made["id"])


def begin(host: Guest, tournament: str) -> None:
    assert host.http.post(f"/api/tournaments/{tournament}/start", json={}).status_code == 204


def wait(guest: Guest, tournament: str, is_so: Callable[[Message], bool]) -> Message:
    """Look at the tournament until something is so."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_so(info := guest.get(f"/api/tournaments/{tournament}")):
        assert time.monotonic() < deadline, info
        time.sleep(0.1)
    return dict(info)


def lose(guest: Guest, tournament: str, round_number: int) -> str:
    """Wait for a table in that round, and resign there; return its address."""
    info = wait(guest, tournament, lambda info: info["round"] == round_number and bool(info["your_table"]))
    line = guest.look_at(info["your_table"].rpartition("/")[2])
    if line.table["status"] == "playing":  # the opponent may have been faster
        end(line, line.table["viewer_seats"][0])
    return str(info["your_table"])


def play_round(people: list[Guest], tournament: str, number: int) -> None:
    """Let everybody who still has a table in this round resign there."""
    wait(people[0], tournament, lambda info: info["round"] >= number)
    for one in people:
        info = one.get(f"/api/tournaments/{tournament}")
        if info["round"] == number and info["your_table"]:
            lose(one, tournament, number)


def tables_of(info: Message) -> list[Message]:
    return [board for board in info["boards"] if board["url"]]


@on_both
def test_a_duplicate_swiss_tournament_from_start_to_end(guest: MakeGuest, database: str) -> None:
    people = club(guest, 4)
    host = people[0]
    tournament = opened(host, people, kind="swiss", rounds=2, is_duplicate=True)
    before = host.get(f"/api/tournaments/{tournament}")
    assert (before["status"], before["can_start"], len(before["commitments"])) == ("open", True, 2)
    begin(host, tournament)
    info = wait(host, tournament, lambda info: len(tables_of(info)) == 2)
    first, second = (board["url"].rpartition("/")[2] for board in tables_of(info))
    sits = {
        one: wait(one, tournament, lambda info: bool(info["your_table"]))["your_table"].rpartition("/")[2]
        for one in people
    }
    lines = {one: one.look_at(table) for one, table in sits.items()}
    assert {line.table["commitment"] for line in lines.values()} == {info["commitments"][0]}
    assert {line.table["tournament"] for line in lines.values()} == {tournament}
    ends = next(one for one in people if sits[one] == first)
    end(lines[ends], lines[ends].table["viewer_seats"][0])
    assert lines[ends].sync()["seed"] is None  # the others still play this deal
    assert "seed" not in ends.get(f"/api/tables/{first}/record")
    assert problem(ends.http.get(f"/api/tables/{first}/analysis"))[1] == "table/not_over"
    stranger = next(one for one in people if sits[one] == second)
    assert problem(stranger.http.get(f"/api/tables/{first}/record")) == (404, "table/unknown")
    end(lines[stranger], lines[stranger].table["viewer_seats"][0])
    wait(host, tournament, lambda info: info["round"] == 2)
    seed = lines[ends].sync()["seed"]
    assert commitment(bytes.fromhex(seed)) == info["commitments"][0]
    info = wait(host, tournament, lambda info: info["round"] == 2 and len(tables_of(info)) == 4)
    play_round(people, tournament, 2)
    over = wait(host, tournament, lambda info: info["status"] == "over")
    assert sum(entrant["games"] for entrant in over["entrants"]) == 8
    assert sum(entrant["points"] for entrant in over["entrants"]) == 4
    assert [entrant["rank"] for entrant in over["entrants"]] == sorted(entrant["rank"] for entrant in over["entrants"])
    answer = host.http.get(f"/api/tournaments/{tournament}/results")
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert "attachment" in answer.headers["content-disposition"]
    assert [row[2] for row in rows[1:5]] == [entrant["name"] for entrant in over["entrants"]]
    assert len(rows) == 1 + 4 + 1 + 1 + 8
    assert len(query(database, "SELECT * FROM boards WHERE tournament = :id", id=tournament)) == 4


def test_a_deal_stays_sealed_though_one_table_has_played_it_to_the_end(guest: MakeGuest) -> None:
    people = club(guest, 4)
    tournament = opened(people[0], people, kind="swiss", rounds=1, is_duplicate=True)
    begin(people[0], tournament)
    sits = {
        one: wait(one, tournament, lambda info: bool(info["your_table"]))["your_table"].rpartition("/")[2]
        for one in people
    }
    first = sits[people[0]]
    here, there = ([one for one in people if (sits[one] == first) is is_here] for is_here in (True, False))
    lines = [one.look_at(first) for one in here]
    while all(line.wait_for_turn() and line.act() for line in sorted(lines, key=lambda line: line.table["seat"])):
        pass
    for line in lines:
        assert (line.sync()["status"], line.table["seed"]) == ("over", None)
    for one in here:
        told = one.get(f"/api/tables/{first}/record")
        assert [key for key in ("seed", "final") if key in told] == []
        assert "?" in told["setup"]["secret"]
        assert problem(one.http.get(f"/api/tables/{first}/share"))[1] == "table/not_over"
    end(other := there[0].look_at(sits[there[0]]), other.table["viewer_seats"][0])
    wait(people[0], tournament, lambda info: info["status"] == "over")
    for one in here:
        assert {"seed", "final"} <= one.get(f"/api/tables/{first}/record").keys()
        assert one.http.get(f"/api/tables/{first}/share").status_code == 200


def test_nobody_watches_a_sealed_table(guest: MakeGuest, database: str) -> None:
    people = club(guest, 4)
    tournament = opened(people[0], people, kind="swiss", rounds=1, is_duplicate=True)
    begin(people[0], tournament)
    table = wait(people[1], tournament, lambda info: bool(info["your_table"]))["your_table"].rpartition("/")[2]
    token = query(database, "SELECT watch_token FROM tables WHERE id = :id", id=table)[0]["watch_token"]
    stranger = guest("Eve")
    assert problem(stranger.http.post(f"/api/tables/{table}/join", json={"token": token})) == (403, "seat/not_free")
    query(
        database,
        "INSERT INTO watchers (table_id, person) VALUES (:id, :person)",
        id=table,
        person=stranger.get("/api/me/data")["id"],
    )
    assert problem(stranger.http.get(f"/api/tables/{table}/record")) == (404, "table/unknown")


def test_a_round_robin_has_byes_and_people_meet_bots(guest: MakeGuest) -> None:
    people = club(guest, 2)
    tournament = opened(people[0], people, kind="round_robin")
    bots = people[0].http.post(f"/api/tournaments/{tournament}/bots", json={"level": "random", "count": 1})
    assert bots.status_code == 204
    begin(people[0], tournament)
    for number in (1, 2, 3):
        play_round(people, tournament, number)
    over = wait(people[0], tournament, lambda info: info["status"] == "over")
    assert (over["round"], over["rounds"]) == (3, 3)
    assert [entrant["byes"] for entrant in over["entrants"]] == [1, 1, 1]
    bot = next(entrant for entrant in over["entrants"] if entrant["is_bot"])
    assert (bot["name"], bot["points"], bot["rank"]) == ("Random bot", 3.0, 1)


def test_whoever_does_not_show_up_is_out(guest: MakeGuest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(finding.PACES, "quick", NewClock("real", 1, 0))
    people = club(guest, 2)
    tournament = opened(people[0], people, kind="swiss", rounds=3)
    begin(people[0], tournament)
    over = wait(people[0], tournament, lambda info: info["status"] == "over")
    assert all(entrant["is_out"] for entrant in over["entrants"])
    assert over["round"] == 1


def test_an_arena_pairs_whoever_is_free_until_time_is_up(guest: MakeGuest, database: str) -> None:
    people = club(guest, 3)
    tournament = opened(people[0], people[:2], kind="arena", minutes=5)
    begin(people[0], tournament)
    lose(people[1], tournament, 1)
    assert people[2].http.post(f"/api/tournaments/{tournament}/enter", json={}).status_code == 204  # late
    wait(people[0], tournament, lambda info: info["round"] == 2)
    assert people[0].http.post(f"/api/tournaments/{tournament}/leave", json={}).status_code == 204
    query(database, "UPDATE tournaments SET started_ms = 0 WHERE id = :id", id=tournament)
    play_round(people, tournament, 2)
    over = wait(people[0], tournament, lambda info: info["status"] == "over")
    assert len(over["boards"]) == 2
    assert over["ends_s"] is None


def test_a_lost_table_is_nobodys_fault(guest: MakeGuest, database: str) -> None:
    people = club(guest, 2)
    tournament = opened(people[0], people, kind="swiss", rounds=1)
    begin(people[0], tournament)
    info = wait(people[0], tournament, lambda info: bool(info["your_table"]))
    table = info["your_table"].rpartition("/")[2]
    assert problem(people[0].http.delete(f"/api/tables/{table}", headers=JSON)) == (409, "table/rated")
    query(database, "DELETE FROM tables WHERE id = :id", id=table)
    over = wait(people[0], tournament, lambda info: info["status"] == "over")
    assert [entrant["points"] for entrant in over["entrants"]] == [0.5, 0.5]


def test_who_may_do_what(guest: MakeGuest) -> None:
    host, other = club(guest, 2)
    answer = other.http.post("/api/tournaments", json={"name": "Mine", "game": "sarena"})
    assert problem(answer) == (403, "tournament/guest")
    for wrong in ({"rounds": 99}, {"kind": "arena", "is_duplicate": True}, {"kind": "arena", "pace": "days"}):
        answer = host.http.post("/api/tournaments", json={"name": "Mine", "game": "sarena"} | wrong)
        assert problem(answer) == (400, "tournament/plan")
    tournament = opened(host, [other], is_rated=False)
    path = f"/api/tournaments/{tournament}"
    assert tournament in [one["id"] for one in other.get("/api/tournaments")]
    assert problem(other.http.post(f"{path}/start", json={})) == (403, "tournament/not_host")
    assert problem(host.http.post(f"{path}/start", json={})) == (409, "tournament/few")
    assert problem(host.http.post(f"{path}/bots", json={"level": "greedy"})) == (400, "tournament/bots")
    assert other.get("/api/me/data")["tournaments"][0]["entered"]
    number = host.get(path)["entrants"][0]["number"]
    assert host.http.post(f"{path}/remove", json={"number": number}).status_code == 204
    assert host.get(path)["entrants"] == []
    rated = host.post("/api/tournaments", name="Rated", game="sarena", is_rated=True)["id"]
    assert problem(other.http.post(f"/api/tournaments/{rated}/enter", json={})) == (403, "table/rated_guest")
    assert host.http.delete(path, headers=JSON).status_code == 204
    assert problem(host.http.get(path)) == (404, "tournament/unknown")
    host.post("/api/account/delete", password=PASSWORD)
    assert other.get(f"/api/tournaments/{rated}")["status"] == "over"
