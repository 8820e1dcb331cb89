"""Before a game: who begins, which pawns people have, and what a new table proposes."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.check.guests import Guest, serving
from ludotheque.core import registry
from ludotheque.server.database import SQLITE
from ludotheque.server.settings import Settings
from tests.server.conftest import MANY
from tests.server.test_refusals import problem


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("before")
    with serving(Settings(database=f"{SQLITE}{folder / 'tables.db'}", bot_pause_s=0, limits=MANY)) as address:
        yield address


@pytest.fixture
def ann(address: str) -> Iterator[Guest]:
    with Guest(address, "Ann") as guest:
        yield guest


@pytest.fixture
def bob(address: str) -> Iterator[Guest]:
    with Guest(address, "Bob") as guest:
        yield guest


def seat_of(guest: Guest, table: str) -> int:
    seats = guest.look_at(table).table["viewer_seats"]
    assert len(seats) == 1
    return int(seats[0])


def test_a_lot_decides_who_begins_unless_the_table_says_otherwise(ann: Guest) -> None:
    """Forty tables: all on the same seat by chance would be one in a trillion."""
    seats = [seat_of(ann, ann.open("you", "random", first="lot")["table"]) for _ in range(40)]
    assert 5 < sum(seats) < 35
    assert {seat_of(ann, ann.open("you", "random", first="seated")["table"]) for _ in range(6)} == {0}


def test_the_lot_is_what_a_new_table_has_by_default(ann: Guest) -> None:
    found = set()
    for _ in range(40):
        made = ann.post("/api/tables", game="sarena", seats=[{"kind": "you"}, {"kind": "bot"}])
        found.add(seat_of(ann, made["table"]))
    assert found == {0, 1}


def test_lists_know_people_by_the_seats_that_the_lot_gave_them(ann: Guest, bob: Guest) -> None:
    """The player to act finds the table marked in their list of games."""
    found = set()
    for _ in range(30):
        made = ann.open("you", "person", first="lot")
        bob.follow(made["invitations"]["1"])
        seats = {"ann": seat_of(ann, made["table"]), "bob": seat_of(bob, made["table"])}
        assert sorted(seats.values()) == [0, 1]
        turns = {
            name: next(row["is_your_turn"] for row in guest.get("/api/my") if row["table"] == made["table"])
            for name, guest in (("ann", ann), ("bob", bob))
        }
        assert turns == {name: seat == 0 for name, seat in seats.items()}
        found.add(seats["ann"])
        if len(found) == 2:
            return
    raise AssertionError("the lot fell on the same seat thirty times")


def test_people_choose_their_pawns_and_no_two_the_same(ann: Guest, bob: Guest) -> None:
    seats = [{"kind": "you", "pawn": "white"}, {"kind": "person"}]
    made = ann.post("/api/tables", game="labyrinth", seats=seats, first="seated")
    token = made["invitations"]["1"].partition("token=")[2]
    offered = bob.post(f"/api/tables/{made['table']}/chair", token=token)
    assert [(pawn["name"], pawn["is_free"]) for pawn in offered["pawns"]] == [
        ("brown", True),
        ("blue", True),
        ("white", False),
        ("red", True),
    ]
    taken = bob.http.post(f"/api/tables/{made['table']}/join", json={"token": token, "pawn": "white"})
    assert (taken.status_code, taken.json()["code"]) == (409, "pawn/taken")
    unknown = bob.http.post(f"/api/tables/{made['table']}/join", json={"token": token, "pawn": "pink"})
    assert (unknown.status_code, unknown.json()["code"]) == (409, "pawn/unknown")
    bob.post(f"/api/tables/{made['table']}/join", token=token, pawn="red")
    assert ann.get(f"/api/tables/{made['table']}/record")["setup"]["starts"] == ["e5", "c5"]
    assert ann.get(f"/api/tables/{made['table']}/record")["chosen"] == ["white", "red"]


def test_pawns_that_cannot_be_had_are_refused(ann: Guest) -> None:
    for game, pawns in (("labyrinth", ["white", "white"]), ("labyrinth", ["pink", ""]), ("sarena", ["white", ""])):
        answer = ann.http.post(
            "/api/tables",
            json={"game": game, "seats": [{"kind": "you", "pawn": pawns[0]}, {"kind": "bot", "pawn": pawns[1]}]},
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "request/refused")


def test_a_new_table_proposes_what_most_people_play(ann: Guest) -> None:
    wanted = {
        ("labyrinth", ("you", "random")): ("advice", "off"),
        ("labyrinth", ("you", "person")): ("advice", "on"),
        ("labyrinth", ("you", "screen")): ("advice", "on"),
        ("dream_runners", ("you", "random")): ("pace", "sand"),
        ("dream_runners", ("you", "screen")): ("pace", "calm"),
        ("dream_runners", ("random", "random")): ("pace", "calm"),
    }
    for (game, kinds), (option, value) in wanted.items():
        line = ann.look_at(ann.open(*kinds, game=game)["table"])
        assert line.table["options"][option] == value, (game, kinds)
    assert (
        ann.look_at(ann.open("you", "random", game="dream_runners", options={"pace": "calm"})["table"]).table[
            "options"
        ]["pace"]
        == "calm"
    )


def test_every_option_explains_itself(ann: Guest) -> None:
    for language in ("en", "fr", "de", "nl"):
        ann.http.headers["accept-language"] = language
        for game in ann.get("/api/games"):
            if game["id"] != "toy":
                assert all(option["explanation"].endswith(".") for option in game["options"]), (game["id"], language)


def test_nobody_looks_up_the_next_tile_before_all_are_ready(ann: Guest) -> None:
    made = ann.open("you", "random", game="dream_runners")
    line = ann.look_at(made["table"])
    assert (line.table["is_held"], line.table["can_ready"], line.table["gestures"]) == (True, True, None)
    for path in ("record", "replay"):
        answer = ann.http.get(f"/api/tables/{made['table']}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, "game/held")
    line.send(type="ready", seat=line.table["seat"])
    while line.table.get("is_held"):
        line.receive()
    assert line.wait_for_turn()
    assert ann.http.get(f"/api/tables/{made['table']}/record").status_code == 200


@pytest.mark.parametrize("game", registry.names())
def test_nobody_looks_anything_up_before_the_game(ann: Guest, game: str) -> None:
    """Who sits where may still be drawn, and an hourglass may start with the game."""
    table = ann.open("you", *["person"] * (registry.load(game).seats[0] - 1), game=game, first="lot")["table"]
    for path in ("record", "replay", "replay?seat=-1", "moment/0.svg", "picture"):
        assert problem(ann.http.get(f"/api/tables/{table}/{path}")) == (409, "table/waiting")


def test_a_table_of_rules_that_nobody_knows_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """As one that was opened before version 1 of a game was dropped."""
    said = "this table uses rules_version 7 of Sarena; this program supports 1"
    settings = Settings(database=f"{SQLITE}{tmp_path / 'tables.db'}", bot_pause_s=0)
    with serving(settings) as address:
        ann = Guest(address, "Ann")
        table = ann.open("you", "random")["table"]
    with sqlite3.connect(tmp_path / "tables.db") as database:
        config = database.execute("SELECT config FROM tables").fetchone()[0]
        database.execute("UPDATE tables SET config = ?", (config.replace(b'"rules_version":1', b'"rules_version":7'),))
    database.close()
    with serving(settings) as address, ann:
        ann.move_to(address)
        answer = ann.http.get(f"/api/tables/{table}/record")
        assert (answer.status_code, answer.json()["message"]) == (400, said)
        refused = ann.connect(table).receive()
        assert (refused["code"], refused["message"]) == ("table/other_rules", f"{said}.")
