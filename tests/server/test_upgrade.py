"""A database that the first version wrote, with a game under way, is served by this one.

`first_shape.json` is a game that the rules and the journal of that version made: how its table was
opened, its key, and its events, as they stood in the database.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.check.guests import Guest, serving
from ludotheque.server.database import database_of
from ludotheque.server.settings import Settings
from ludotheque.server.store.schema import migrate
from tests.server.databases import query
from tests.server.kills import acted, wrong_statuses
from tests.server.test_sessions import old_cookie, set_cookie

TABLE, ANN, BOB = "abcdefgh", "aa11aa11", "bb22bb22"
SECRET = bytes(range(32))


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def game() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name("first_shape.json").read_text())
    return found


@pytest.fixture
def first(empty: str, game: dict[str, Any]) -> str:
    """A database of the first shape, with two people, their table and its journal."""
    engine = database_of(empty).engine()
    migrate(engine, database_of(empty), "0001")
    engine.dispose()
    query(empty, "INSERT INTO secrets VALUES ('cookies', :secret)", secret=SECRET)
    query(empty, f"INSERT INTO people VALUES ('{ANN}', 'Ann', 1763100000), ('{BOB}', 'Bob', 1763100000)")
    query(
        empty,
        "INSERT INTO tables (id, game, config, key, host, is_open, has_clock, watch_token, created, status, to_act,"
        f" touched) VALUES ('{TABLE}', 'sarena', :config, :key, '{ANN}', false, false, 'watching', 1763100000,"
        " 'playing', 2, 1763200000)",
        config=written(game["config"]),
        key=bytes.fromhex(game["key"]),
    )
    query(
        empty,
        f"INSERT INTO seats VALUES ('{TABLE}', 0, 'person', '{ANN}', NULL), ('{TABLE}', 1, 'person', '{BOB}', NULL)",
    )
    for event in game["events"]:
        statement = f"INSERT INTO journal VALUES ('{TABLE}', :seq, :event)"
        query(empty, statement, seq=event["seq"], event=written(event))
    return empty


def written(value: dict[str, Any]) -> bytes:
    """Return JSON as the program writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.fixture
def people(first: str) -> Iterator[list[Guest]]:
    """Ann and Bob with the cookies of the first version, at a server of this one."""
    with serving(Settings(database=first)) as address, Guest(address) as ann, Guest(address) as bob:
        for guest, person in ((ann, ANN), (bob, BOB)):
            set_cookie(guest, old_cookie(first, person))
        yield [ann, bob]


def test_a_table_of_the_first_version_is_listed_and_replayed(people: list[Guest], game: dict[str, Any]) -> None:
    moves = [event["actions"] for event in game["events"] if event["event"] == "acted"]
    for guest, other in (people, people[::-1]):
        (listed,) = guest.get("/api/my")
        assert (listed["table"], listed["status"], listed["others"]) == (
            TABLE,
            "playing",
            [other.get("/api/me")["name"]],
        )
        table = guest.look_at(TABLE).table
        assert table["seq"] == len(game["events"])
        assert len(table["log"]) >= len(moves)
    assert len(people[0].get(f"/api/tables/{TABLE}/record")["plies"]) == len(moves)


def test_a_game_of_the_first_version_is_played_on_to_its_end(people: list[Guest], first: str) -> None:
    before = acted(first)
    lines, seq = [guest.look_at(TABLE) for guest in people], 0
    while lines[0].table["status"] != "over":
        seq = next(line for line in lines if line.table.get("gestures")).act()["seq"]
        for line in lines:
            while line.seq < seq:
                line.receive()
    after = acted(first)
    assert after[: len(before)] == before
    assert len(after) > len(before)
    assert lines[0].table["result"]
    (chapter,) = people[0].get("/api/profile")["games"]  # a result, as of any game that ends now
    assert (chapter["games"], chapter["rated"], len(chapter["rivals"])) == (1, 0, 1)
    assert query(first, "SELECT pace, is_rated, tournament FROM tables") == [
        {"pace": "none", "is_rated": False, "tournament": ""}
    ]
    assert wrong_statuses(first) == []
    assert len(people[0].get(f"/api/tables/{TABLE}/record")["plies"]) == len(after)
