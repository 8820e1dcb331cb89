"""Rated games: who may play them, what counts, and that ratings follow from the journal."""

import pytest

from ludotheque.bots.rating import BOTS, NEWCOMER, Strength, rate
from ludotheque.check.guests import Guest, Line, Message
from ludotheque.server.database import database_of
from ludotheque.server.rebuilding import rebuild
from ludotheque.server.store import Store
from tests.server.conftest import MakeGuest
from tests.server.databases import query
from tests.server.test_accounts import PASSWORD, make_account
from tests.server.test_refusals import problem

CLOCK = {"kind": "real", "base_s": 600, "increment_s": 5}
RATED: Message = {"is_rated": True, "clock": CLOCK}
JSON = {"content-type": "application/json"}


on_both = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])


@pytest.fixture
def members(guest: MakeGuest) -> list[Guest]:
    """Two people with accounts of their own."""
    made = [guest("Ann"), guest("Bob")]
    for one in made:
        name = one.get("/api/me")["name"]
        make_account(one, f"{name} {one.get('/api/me/data')['id'][:8]}")
        one.post("/api/me", name=name)
    return made


def account(guest: Guest) -> str:
    return str(guest.get("/api/me")["account"])


def sit_down(ann: Guest, bob: Guest) -> tuple[str, Line, Line]:
    made = ann.open("you", "person", **RATED)
    bob.follow(made["invitations"]["1"])
    return made["table"], ann.look_at(made["table"]), bob.look_at(made["table"])


def end(line: Line, seat: int) -> None:
    """Resign, and wait for the end."""
    assert line.ask(type="resign", id="r", seat=seat)["type"] == "done"
    while line.table["status"] != "over":
        line.receive()


def chapter(guest: Guest, name: str = "") -> Message:
    (found,) = guest.get(f"/api/profile/{name}" if name else "/api/profile")["games"]
    return dict(found)


def kept(database: str) -> list[list[str]]:
    return [sorted(map(str, query(database, f"SELECT * FROM {table}"))) for table in ("results", "ratings")]


def rebuild_in(database: str) -> None:
    store = Store(database_of(database))
    rebuild(store)
    store.close()


@on_both
def test_the_winner_rises_and_the_loser_falls(members: list[Guest]) -> None:
    ann, bob = members
    table, own, other = sit_down(ann, bob)
    own.act()
    other.wait_for_turn()
    assert ann.get(f"/api/tables/{table}/ratings") == []
    end(other, 1)
    after = rate({"ann": NEWCOMER, "bob": NEWCOMER}, ["ann", "bob"], [1, 2])
    assert (chapter(ann)["points"], chapter(bob)["points"]) == (after["ann"].points, after["bob"].points)
    assert chapter(ann)["points"] > 1500 > chapter(bob)["points"]
    assert chapter(ann)["doubt"] < NEWCOMER.doubt
    new = [{"seat": seat, "points": chapter(one)["points"]} for seat, one in enumerate(members)]
    change = new[0]["points"] - NEWCOMER.points
    said = [{**new[0], "change": change}, {**new[1], "change": -change}]
    assert ann.get(f"/api/tables/{table}/ratings") == bob.get(f"/api/tables/{table}/ratings") == said
    ann.post("/api/profile", is_private=True)
    assert ann.get(f"/api/tables/{table}/ratings") == said
    assert bob.get(f"/api/tables/{table}/ratings") == said[1:]
    ann.post("/api/profile", is_private=False)
    seen = chapter(ann, account(bob))
    assert (seen["games"], seen["won"], seen["left"], seen["rated"]) == (1, 0, 1, 1)
    assert [(rival["url"], rival["ahead"]) for rival in seen["rivals"]] == [(f"/profile/{account(ann)}", 0)]
    assert chapter(ann)["openings"][0]["games"] == 1
    assert chapter(ann)["best"][0]["others"] == ["Bob"]
    listed = [line["name"] for line in ann.get("/api/ratings/sarena")]
    assert listed.index(account(ann)) < listed.index(account(bob))


def test_a_casual_game_is_remembered_and_does_not_count(members: list[Guest]) -> None:
    ann, bob = members
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    end(bob.look_at(made["table"]), 1)
    found = chapter(ann)
    assert (found["games"], found["won"], found["rated"], found["points"], found["history"]) == (1, 1, 0, None, [])


def test_a_rated_table_has_no_help_and_no_guests(guest: MakeGuest, members: list[Guest]) -> None:
    ann, eve = members[0], guest("Eve")
    asked = {"game": "sarena", "seats": [{"kind": "you"}, {"kind": "person"}]} | RATED
    for wrong in (
        {"clock": {"kind": "none"}},
        {"allow_hints": True},
        {"is_friendly": True},
        {"seats": [{"kind": "you"}, {"kind": "screen"}]},
        {"seats": [{"kind": "you"}, {"kind": "bot", "level": "greedy"}]},
    ):
        assert problem(ann.http.post("/api/tables", json=asked | wrong)) == (400, "table/rated"), wrong
    assert problem(eve.http.post("/api/tables", json=asked)) == (403, "table/rated_guest")
    made = ann.open("you", "person", **RATED)
    token = made["invitations"]["1"].partition("#token=")[2]
    joined = eve.http.post(f"/api/tables/{made['table']}/join", json={"token": token})
    assert problem(joined) == (403, "table/rated_guest")
    table = ann.open("you", "random", **RATED)["table"]
    line = ann.look_at(table)
    assert (line.table["is_rated"], line.table["can_hint"], line.table["can_undo"]) == (True, False, False)
    assert line.ask(type="hint", seat=0)["code"] == "hint/off"
    assert problem(ann.http.get(f"/api/tables/{table}/analysis")) == (409, "table/not_over")


def test_a_game_that_is_going_on_is_not_deleted_to_save_a_rating(members: list[Guest]) -> None:
    ann, bob = members
    table, own, _ = sit_down(ann, bob)
    assert problem(ann.http.delete(f"/api/tables/{table}", headers=JSON)) == (409, "table/rated")
    end(own, 0)
    assert ann.http.delete(f"/api/tables/{table}", headers=JSON).status_code == 204
    assert chapter(bob)["rated"] == 1  # it still counts


def test_bots_have_ratings_too_and_begin_where_leagues_place_them(members: list[Guest], database: str) -> None:
    ann = members[0]
    end(ann.look_at(ann.open("you", "master", **RATED)["table"]), 0)
    (row,) = query(database, "SELECT mu FROM results WHERE player = 'bot:master' ORDER BY number DESC LIMIT 1")
    assert row["mu"] > BOTS["master"].mu
    assert chapter(ann)["rivals"][0]["name"] == "Master bot"


def test_a_private_profile_is_seen_by_its_owner_only(members: list[Guest]) -> None:
    ann, bob = members
    end(sit_down(ann, bob)[2], 1)
    ann.post("/api/profile", is_private=True)
    assert ann.get("/api/profile")["is_private"]
    assert problem(bob.http.get(f"/api/profile/{account(ann)}")) == (404, "profile/unknown")
    assert account(ann) not in [line["name"] for line in bob.get("/api/ratings/sarena")]
    assert chapter(bob)["rivals"][0]["url"] == ""


@on_both
def test_ratings_are_rebuilt_from_the_journals(members: list[Guest], database: str) -> None:
    ann, bob = members
    for resigns in (0, 1, 1):
        _, *lines = sit_down(ann, bob)
        end(lines[resigns], resigns)
    deleted, line, _ = sit_down(ann, bob)
    end(line, 0)
    ann.http.delete(f"/api/tables/{deleted}", headers=JSON)
    rebuild_in(database)  # closes the gaps that other tests left in the numbers
    before = kept(database)
    query(database, "UPDATE ratings SET mu = 0")
    query(database, "UPDATE results SET score = 99, mu = 7 WHERE table_id IN (SELECT id FROM tables)")
    assert kept(database) != before
    rebuild_in(database)
    assert kept(database) == before


@on_both
def test_a_forgotten_player_leaves_the_results_of_others(members: list[Guest], database: str) -> None:
    ann, bob = members
    end(sit_down(ann, bob)[2], 1)
    points, mine = chapter(ann)["points"], bob.get("/api/me/data")
    assert len(mine["results"]) == len(mine["ratings"]) == 1
    bob.post("/api/account/delete", password=PASSWORD)
    assert chapter(ann)["points"] == points
    assert chapter(ann)["rivals"][0]["name"] == "someone who has left"
    for table in ("results", "ratings"):
        assert query(database, f"SELECT * FROM {table} WHERE player = :person", person=mine["id"]) == []


def test_a_bot_as_strong_as_me_follows_my_results(guest: MakeGuest, database: str) -> None:
    ann = guest("Ann")
    headers = {"accept": "application/json", "origin": ann.address}

    def offered() -> str:
        """Return the level of the bot that is offered, and lose against it."""
        made = ann.http.post("/api/play/sarena", data={"level": "me"}, headers=headers).json()
        line = ann.look_at(made["table"])
        end(line, line.table["viewer_seats"][0])
        return next(str(seat["level"]) for seat in line.table["seats"] if seat["kind"] == "bot")

    assert offered() == "novice"
    for _ in range(3):
        offered()
    assert offered() == "random"
    mine = "table_id IN (SELECT table_id FROM results WHERE player = :me)"
    query(database, f"UPDATE results SET rank = 3 - rank WHERE {mine}", me=ann.get("/api/me/data")["id"])
    assert offered() in ("regular", "expert", "master")


def test_several_seats_of_one_player_count_once() -> None:
    known = {"ann": NEWCOMER, "bot": Strength(20, 2)}
    assert rate(known, ["ann", "bot", "bot"], [1, 2, 3]) == rate(known, ["ann", "bot"], [1, 2])
    assert rate(known, ["bot", "bot"], [1, 2]) == {"bot": known["bot"]}
