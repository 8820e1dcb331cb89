"""What is kept about a person: they can read it and have it deleted, with or without an account.
Finished games go after a while, if the host wants that.
"""

import asyncio
import json
import time
from typing import Any

import pytest
import sqlalchemy as sa

from ludotheque.check.guests import Guest, Line, serving
from ludotheque.server.bus import Bus
from ludotheque.server.database import database_of
from ludotheque.server.limits import Limits
from ludotheque.server.live import closing
from ludotheque.server.live.closing import Closing
from ludotheque.server.live.memory import Memory
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from ludotheque.server.store.schema import metadata
from tests.server.conftest import MakeGuest
from tests.server.databases import query
from tests.server.test_accounts import KEPT, PASSWORD, make_account
from tests.server.test_refusals import problem

DAY_S = 24 * 3600


def say(line: Line, text: str, other: Line) -> None:
    line.send(type="say", text=text)
    while text not in other.heard[-1]:
        other.receive()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_person_reads_all_that_is_kept_and_nothing_of_others(guest: MakeGuest) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    own, other = ann.look_at(made["table"]), bob.look_at(made["table"])
    say(own, "my own words", other)
    say(other, "the words of another", own)
    make_account(ann, f"Ann {made['table']}")
    answer = ann.http.get("/api/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    kept = answer.json()
    assert [row["name"] for row in kept["account"]] == [f"Ann {made['table']}"]
    assert len(kept["sessions"]) == 1
    (table,) = kept["tables"]
    assert (table["table"], table["opened"], table["sits"], table["watches"]) == (made["table"], True, True, False)
    assert "my own words" in [word.get("text") for word in kept["words"]]
    for secret in (
        "the words of another",
        "Bob",
        "argon2",
        "setup",
        "key",
        ann.http.cookies["ludotheque"].split(".")[1],
    ):
        assert secret not in answer.text


# every column that holds a person's id, and under which key the person reads the row
KEYS = {
    ("accounts", "person"): "account",
    ("bans", "person"): "ban",
    ("checks", "person"): "checks",
    ("devices", "person"): "device_links",
    ("entrants", "player"): "tournaments",
    ("holidays", "person"): "holiday",
    ("invitations", "by"): "invited",
    ("invitations", "person"): "invitations",
    ("journal", "event"): "words",
    ("mails", "person"): "mail",
    ("notified", "person"): "notified",
    ("people", "id"): "person",
    ("pushes", "person"): "push",
    ("ratings", "player"): "ratings",
    ("reports", "person"): "reported",
    ("reports", "reporter"): "reports",
    ("results", "player"): "results",
    ("seats", "person"): "tables",
    ("seeks", "person"): "seek",
    ("sessions", "person"): "sessions",
    ("solved", "person"): "puzzles",
    ("tables", "config"): "tables",  # without the others who sit there
    ("tables", "host"): "tables",
    ("tournaments", "host"): "tournaments",
    ("watchers", "person"): "tables",
}
WITHOUT_PEOPLE = {  # tables that have nothing to read, and why
    "secrets": "keys of the server",
    "boards": "players by their number among a tournament's entrants",
    "days": "when a server ran",
}
IN_JSON = {"config", "event"}


def a_row(table: sa.Table, number: int, **own: str) -> dict[str, Any]:
    """A row with as little in it as possible; what it belongs to has the number 0."""
    made: dict[str, Any] = {}
    for column in table.c:
        if column.name in own:
            made[column.name] = own[column.name]
        elif column.foreign_keys:
            made[column.name] = "0" if not column.nullable else None
        else:
            kind = column.type.python_type
            made[column.name] = kind(str(number), "ascii") if kind is bytes else kind(number)
    return made


def test_no_table_with_a_persons_id_is_forgotten_in_the_export() -> None:
    """A new table must be added to one of the lists above."""
    assert {name for name, _ in KEYS} | WITHOUT_PEOPLE.keys() == set(metadata.tables)


@pytest.mark.parametrize(
    "place", [place for place in KEYS if place[1] not in IN_JSON], ids=lambda place: "-".join(place)
)
def test_a_person_reads_every_row_that_names_them(empty: str, place: tuple[str, str]) -> None:
    store, (name, column), key = Store(database_of(empty)), place, KEYS[place]
    people = metadata.tables["people"]
    add = store.export.carry_out
    add(*(sa.insert(table).values(a_row(table, 0)) for table in metadata.sorted_tables))
    assert store.export.of("me")[key] == []
    if name != "people":
        add(sa.insert(people).values(a_row(people, 1, id="me")))
    add(sa.insert(metadata.tables[name]).values(a_row(metadata.tables[name], 2, **{column: "me"})))
    assert store.export.of("me")[key]
    store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_an_evening_leaves_behind_is_in_the_export(guest: MakeGuest, database: str) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    own, other = ann.look_at(made["table"]), bob.look_at(made["table"])
    say(own, "something rude", other)
    path = f"/api/tables/{made['table']}/report"
    assert bob.http.post(path, json={"seq": other.table["log"][-1]["seq"]}).status_code == 204
    make_account(ann, f"Ann {made['table']}")
    ann.post("/api/me/holiday", days=1)
    kept, person = ann.get("/api/me/data"), ann.get("/api/me/data")["id"]
    assert [row["text"] for row in kept["reported"]] == ["something rude"]
    assert bob.get("/api/me/data")["id"] not in json.dumps(kept["reported"])
    holding = places_of(database, person)
    assert ("reports", "person") in holding
    for place in holding:
        assert kept[KEYS[place]], place


def places_of(database: str, person: str) -> set[tuple[str, str]]:
    """All columns of the database in which an id is found."""
    return {
        (name, column)
        for name in metadata.tables
        for row in query(database, f"SELECT * FROM {name}")
        for column, value in row.items()
        if person in (bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value))
    }


def test_a_guest_who_has_done_nothing_reads_that(guest: MakeGuest) -> None:
    kept = guest().get("/api/me/data")
    assert kept.pop("id")
    assert not any(kept.values())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_guest_is_forgotten_everywhere(guest: MakeGuest, database: str) -> None:
    ann, bob = guest("Forgettable"), guest("Bob")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    own, other = ann.look_at(made["table"]), bob.look_at(made["table"])
    say(own, "nobody must read this", other)
    person = ann.get("/api/me/data")["id"]
    assert ann.post("/api/me/delete")["is_guest"]
    assert ann.get("/api/me/data")["id"] != person
    assert ann.get("/api/my") == []
    after = bob.look_at(made["table"])
    assert "Forgettable" not in "".join(after.heard)
    assert "nobody must" not in "".join(after.heard)
    for table, column in KEPT.items():
        assert query(database, f"SELECT * FROM {table} WHERE {column} = :person", person=person) == []


def test_nobody_searches_all_that_is_kept_for_ever(empty: str) -> None:
    with serving(Settings(database=empty, limits=Limits(searches_at_once=2))) as address, Guest(address) as ann:
        assert [ann.http.get("/api/me/data").status_code for _ in range(3)] == [200, 200, 429]
        assert problem(ann.http.post("/api/me/delete", json={})) == (429, "request/too_many")


def test_an_account_is_not_deleted_without_its_password(guest: MakeGuest) -> None:
    ann = guest()
    make_account(ann, "Stayer")
    assert problem(ann.http.post("/api/me/delete", json={})) == (409, "account/have_one")
    assert ann.get("/api/me")["account"] == "Stayer"
    assert ann.post("/api/account/delete", password=PASSWORD)["is_guest"]


@pytest.fixture
def finished(empty: str) -> str:
    """A database with a game that ended two days ago."""
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address, "Ann") as ann:
        line = ann.look_at(ann.open("you", "random")["table"])
        assert line.ask(type="resign", id="r", seat=0)["type"] == "done"
        while line.table["status"] != "over":
            line.receive()
    query(empty, "UPDATE tables SET status = 'over', touched = touched - :late", late=2 * DAY_S)
    return empty


@pytest.mark.parametrize(("days", "left"), [(0, 1), (3, 1), (1, 0)])
def test_finished_games_go_after_as_many_days_as_the_host_wants(
    finished: str, days: float, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing, "STEADY_S", 0)
    today, insert = int(time.time()) // DAY_S, "INSERT INTO days VALUES (:day, 0) ON CONFLICT DO NOTHING"
    for ago in range(3):  # days on which a server ran
        query(finished, insert, day=today - ago)
    store = Store(database_of(finished))
    sweeper = Closing(Settings(database=finished, finished_days=days), store, Bus(), Memory(None))  # type: ignore[arg-type]
    asyncio.run(sweeper.sweep())
    store.close()
    assert len(query(finished, "SELECT id FROM tables")) == left
