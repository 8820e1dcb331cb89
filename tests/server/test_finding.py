"""Finding a game: quick pairing, invitations to names, filters, and the best game to watch."""

import asyncio
import threading
import time
from itertools import combinations

import pytest
import sqlalchemy as sa

from ludotheque.check.guests import Guest, serving
from ludotheque.server.pairing import NEAR, WIDER_S, Seek, partners
from ludotheque.server.settings import Settings
from ludotheque.server.shared import KEPT_S, Shared
from tests.patience import until
from tests.server.conftest import MakeGuest
from tests.server.databases import query
from tests.server.test_accounts import make_account
from tests.server.test_ratings import CLOCK, RATED, end
from tests.server.test_refusals import problem
from tests.server.test_tournaments import begin, opened, wait


def seek(person: str, mu: float = 25.0, since_ms: int = 0, seats: int = 2, is_near: bool = True) -> Seek:
    return Seek(person, person, "sarena", seats, "quick", False, is_near, mu, since_ms, since_ms)


def found(own: Seek, *others: Seek, now_ms: int = 0) -> list[str] | None:
    group = partners(own, others, now_ms)
    return None if group is None else [other.person for other in group]


def test_whoever_has_waited_longest_is_paired_first() -> None:
    assert found(seek("a"), seek("b", since_ms=5), seek("c", since_ms=2)) == ["c"]
    assert found(seek("a", seats=3), seek("b", seats=3)) is None
    assert found(seek("a", seats=3), seek("b", seats=3), seek("c", seats=3, since_ms=1)) == ["b", "c"]
    assert found(seek("a", seats=3), seek("b")) is None
    assert found(seek("a"), seek("a")) is None


def test_strength_must_fit_both_until_they_have_waited() -> None:
    strong = seek("b", 25 + NEAR + 1)
    assert found(seek("a"), strong) is None
    assert found(seek("a", is_near=False), strong) is None
    assert found(seek("a"), strong, now_ms=int(1000 * WIDER_S)) == ["b"]
    assert found(seek("a", is_near=False), seek("b", 40, is_near=False)) == ["b"]


def test_everybody_at_a_table_accepts_everybody_else() -> None:
    others = [seek("b", 27.5, seats=3), seek("c", 22.5, 1, seats=3), seek("d", 26, 2, seats=3)]
    group = found(seek("a", seats=3), *others)
    assert group == ["b", "d"]
    strengths = {one.person: one.mu for one in others} | {"a": 25.0}
    assert all(abs(strengths[one] - strengths[other]) <= NEAR for one, other in combinations(["a", *group], 2))


WISH = {"game": "sarena", "seats": 2, "pace": "quick"}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_people_are_paired_and_play(guest: MakeGuest, database: str) -> None:
    ann, bob, cy = guest("Ann"), guest("Bob"), guest("Cy")
    first = ann.post("/api/seek", **WISH)
    assert (first["table"], first["waiting"]) == ("", 1)
    assert cy.post("/api/seek", **WISH | {"pace": "slow"})["table"] == ""
    made = bob.post("/api/seek", **WISH)
    assert ann.post("/api/seek", **WISH)["table"] == made["table"] != ""
    lines = [one.look_at(made["table"]) for one in (ann, bob)]
    assert all(line.table["status"] == "playing" and len(line.table["viewer_seats"]) == 1 for line in lines)
    assert lines[0].table["seats"][0]["clock_ms"] is not None
    assert cy.post("/api/seek", **WISH | {"pace": "slow"})["table"] == ""
    assert cy.http.delete("/api/seek", headers={"content-type": "application/json"}).status_code == 204
    assert query(database, "SELECT * FROM seeks") == []


@pytest.mark.parametrize("kind", ["postgresql"])
def test_people_in_two_processes_are_paired_and_play_one_tournament(empty: str, redis: str) -> None:
    settings = Settings(database=empty, redis=redis)
    with serving(settings) as one, serving(settings) as other, Guest(one, "Ann") as ann, Guest(other, "Bob") as bob:
        ann.post("/api/seek", **WISH)
        made = bob.post("/api/seek", **WISH)
        assert ann.post("/api/seek", **WISH)["table"] == made["table"] != ""
        assert ann.look_at(made["table"]).table["status"] == "playing"
        make_account(ann, "Ann of two")
        tournament = opened(ann, [ann, bob], kind="swiss", rounds=1)
        begin(ann, tournament)
        info = wait(bob, tournament, lambda info: bool(info["your_table"]))
        time.sleep(1.2)  # both processes have looked again
        assert len(ann.get(f"/api/tournaments/{tournament}")["boards"]) == len(info["boards"]) == 1


def test_a_bot_is_offered_after_a_while_and_who_stops_asking_is_gone(guest: MakeGuest, database: str) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    assert ann.post("/api/seek", **WISH)["bot"] == ""
    query(database, "UPDATE seeks SET since_ms = since_ms - 30000")
    asked = ann.post("/api/seek", **WISH)
    assert (asked["bot"], asked["clock"]["base_s"]) == ("novice", 300)
    assert asked["waited_s"] >= 30
    query(database, "UPDATE seeks SET seen_ms = :long_ago", long_ago=int(1000 * time.time()) - 60_000)
    assert bob.post("/api/seek", **WISH)["table"] == ""
    bob.http.delete("/api/seek", headers={"content-type": "application/json"})


def test_rated_pairing_is_for_accounts(guest: MakeGuest) -> None:
    answer = guest("Ann").http.post("/api/seek", json=WISH | {"is_rated": True})
    assert problem(answer) == (403, "table/rated_guest")
    assert problem(guest("Ann").http.post("/api/seek", json=WISH | {"seats": 9}))[0] == 400


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_account_is_invited_by_name(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    table = ann.open("you", "person")["table"]
    name = f"Bob {table}"
    make_account(bob, name)
    assert problem(ann.http.post(f"/api/tables/{table}/invite", json={"name": "nobody at all"}))[0] == 404
    assert problem(bob.http.post(f"/api/tables/{table}/invite", json={"name": name}))[0] == 404
    assert ann.http.post(f"/api/tables/{table}/invite", json={"name": name.upper()}).status_code == 204
    (invited,) = bob.get("/api/invitations")
    assert (invited["table"], invited["by"], invited["title"]) == (table, "Ann", "Sarena")
    assert ann.get("/api/invitations") == []
    assert bob.follow(invited["url"])["seat"] is not None
    assert bob.get("/api/invitations") == []
    other = ann.open("you", "person")["table"]
    ann.http.post(f"/api/tables/{other}/invite", json={"name": name})
    assert bob.http.delete(f"/api/invitations/{other}", headers={"content-type": "application/json"}).status_code == 204
    assert bob.get("/api/invitations") == []


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_open_tables_are_filtered(guest: MakeGuest, database: str) -> None:
    ann = guest("Ann")
    make_account(ann, f"Ann {ann.get('/api/me/data')['id'][:8]}")
    query(database, "INSERT INTO ratings VALUES ('sarena', :me, 30, 2, 1)", me=ann.get("/api/me/data")["id"])
    plain = ann.open("you", "person", is_open=True)["table"]
    three = ann.open("you", "person", "random", is_open=True, clock=CLOCK)["table"]
    rated = ann.open("you", "person", is_open=True, **RATED)["table"]

    def listed(wanted: str) -> set[str]:
        return {table["table"] for table in ann.get(f"/api/tables{wanted}")} & {plain, three, rated}

    assert listed("") == {plain, three, rated}
    assert listed("?seats=3") == {three}
    assert listed("?pace=real") == {three, rated}
    assert listed("?pace=real&rated=false") == {three}
    assert listed("?rated=true&game=sarena") == {rated}
    assert listed("?game=labyrinth") == set()
    assert {table["rating"] for table in ann.get("/api/tables") if table["table"] in (plain, rated)} == {1650}
    ann.post("/api/profile", is_private=True)
    assert {table["rating"] for table in ann.get("/api/tables") if table["table"] in (plain, rated)} == {None}


def test_the_best_game_is_the_one_to_watch(guest: MakeGuest, database: str) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    weak = ann.open("you", "random", is_open=True)["table"]
    strong = bob.open("you", "random", is_open=True)["table"]
    bob.open("you", "random")
    person = bob.get("/api/me/data")["id"]
    query(database, "INSERT INTO ratings VALUES ('sarena', :person, 40, 2, 1)", person=person)
    shown = [game["table"] for game in guest().get("/api/watch")]
    assert shown[0] == strong
    assert shown.index(strong) < (shown.index(weak) if weak in shown else len(shown))
    line = bob.look_at(strong)
    end(line, line.table["viewer_seats"][0])
    until(lambda: strong not in [game["table"] for game in bob.get("/api/watch")])


def test_many_visitors_cost_one_read(guest: MakeGuest) -> None:
    """What everybody sees is read once a second; what concerns one person is right at once."""
    ann, bob = guest("Ann"), guest("Bob")
    name = f"Bob {bob.get('/api/me/data')['id'][:8]}"
    make_account(bob, name)
    crowd, statements = [guest() for _ in range(20)], list[str]()

    def count(*arguments: object) -> None:
        statements.append(str(arguments[2]))

    sa.event.listen(sa.Engine, "before_cursor_execute", count)
    try:
        begun = time.monotonic()
        for visitor in crowd:
            assert visitor.get("/api/lobby")["invitations"] == []
        seconds = time.monotonic() - begun
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", count)
    reads = sum("row_number" in statement for statement in statements)
    assert 1 <= reads <= 1 + seconds / KEPT_S
    assert not any("invitations.by" in statement for statement in statements)  # nobody here is invited
    table = ann.open("you", "person", is_open=True)["table"]
    assert table in [free["table"] for free in ann.get("/api/lobby")["tables"]]
    ann.http.post(f"/api/tables/{table}/invite", json={"name": name}).raise_for_status()
    assert [one["table"] for one in bob.get("/api/lobby")["invitations"]] == [table]


def test_those_who_ask_meanwhile_share_a_slow_read() -> None:
    calls, is_read = list[int](), threading.Event()

    def read() -> int:
        calls.append(1)
        is_read.wait(5)
        return len(calls)

    async def ask() -> list[int]:
        shared = Shared()
        asked = [asyncio.create_task(shared.get("lobby", read)) for _ in range(50)]
        await asyncio.sleep(0)
        asked[0].cancel()  # one browser goes away; the others still get their answer
        is_read.set()
        return [*await asyncio.gather(*asked[1:]), await shared.get("lobby", read)]

    assert set(asyncio.run(ask())) == {1}
