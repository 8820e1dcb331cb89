"""What is kept about a person: they can read it and have it deleted, with or without an account.
Finished games go after a while, if the host wants that.
"""

import asyncio
import time

import pytest

from ludotheque.check.guests import Guest, Line, serving
from ludotheque.server.bus import Bus
from ludotheque.server.database import database_of
from ludotheque.server.limits import Limits
from ludotheque.server.live import closing
from ludotheque.server.live.closing import Closing
from ludotheque.server.live.memory import Memory
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
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
