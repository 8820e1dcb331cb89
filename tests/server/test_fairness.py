"""Fair play: stewards see how often somebody chose what a bot would have, and nobody else does."""

import logging
import time
from collections.abc import Iterator

import pytest

from ludotheque.check.guests import Guest, Message, serving
from ludotheque.server.live import fairness
from ludotheque.server.settings import Settings
from tests.server.conftest import MakeDatabase
from tests.server.databases import query
from tests.server.test_accounts import PASSWORD, make_account
from tests.server.test_ratings import RATED
from tests.server.test_refusals import problem

House = tuple[str, list[Guest]]


@pytest.fixture
def house(make_database: MakeDatabase) -> Iterator[House]:
    """The database; a steward and two players."""
    database = make_database()
    settings = Settings(database=database, stewards=("Keeper",), bot_pause_s=0)
    with serving(settings) as address, Guest(address) as keeper, Guest(address) as ann, Guest(address) as bob:
        for one, name in ((keeper, "Keeper"), (ann, "Ann"), (bob, "Bob")):
            make_account(one, name)
        yield database, [keeper, ann, bob]


def play(ann: Guest, bob: Guest, moves: int) -> None:
    """Play a few moves of a rated game, then one of them resigns."""
    made = ann.open("you", "person", **RATED)
    bob.follow(made["invitations"]["1"])
    lines = [ann.look_at(made["table"]), bob.look_at(made["table"])]
    for move in range(moves):
        lines[move % 2].wait_for_turn()
        lines[move % 2].act()
    assert lines[1].ask(type="resign", id="r", seat=1)["type"] == "done"
    while lines[1].table["status"] != "over":
        lines[1].receive()


def check(keeper: Guest, person: str) -> list[Message]:
    """Ask until all of it is there."""
    while (answer := keeper.post("/api/house/check", person=person))["progress"] < 1:
        time.sleep(0.05)
    return list(answer["games"])


def person_of(guest: Guest) -> str:
    return str(guest.get("/api/me/data")["id"])


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_steward_sees_how_often_somebody_chose_as_a_bot(house: House, caplog: pytest.LogCaptureFixture) -> None:
    database, (keeper, ann, bob) = house
    play(ann, bob, moves=6)
    with caplog.at_level(logging.INFO, "ludotheque.audit"):
        (alone,) = check(keeper, person_of(ann))
    assert caplog.text.count("checked by steward") == 1
    own = alone["own"]
    assert (alone["game"], own["games"], own["choices"], alone["others"]) == ("Sarena", 1, 3, None)
    for share in (own["first"], own["two"]):
        assert 0 <= share["low"] <= share["value"] <= share["high"] <= 1
    assert own["first"]["value"] <= own["two"]["value"]
    (beside,) = check(keeper, person_of(bob))
    assert beside["others"] is None  # one has won and one has lost: they are not near each other any more
    query(database, "UPDATE ratings SET mu = 25")
    query(database, "UPDATE checks SET mu = 26")
    (beside,) = check(keeper, person_of(bob))
    assert beside["others"] == own
    assert check(keeper, person_of(ann)) == [alone | {"others": beside["own"], "points": 1500}]
    mine = ann.get("/api/me/data")
    assert [(row["game"], row["choices"]) for row in mine["checks"]] == [("sarena", 3)]
    ann.post("/api/account/delete", password=PASSWORD)
    assert query(database, "SELECT * FROM checks WHERE person = :person", person=mine["id"]) == []


def test_nobody_else_sees_it_and_nothing_comes_of_nothing(house: House) -> None:
    _, (keeper, ann, bob) = house
    asked = {"person": person_of(bob)}
    assert problem(ann.http.post("/api/house/check", json=asked)) == (403, "house/not_steward")
    assert problem(keeper.http.post("/api/house/check", json={"person": "x"})) == (404, "person/unknown")
    assert check(keeper, person_of(bob)) == []


def test_a_check_has_limits_and_stops_when_nobody_waits(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    database, (keeper, ann, bob) = house
    for _ in range(2):
        play(ann, bob, moves=4)
    with monkeypatch.context() as patch:
        patch.setattr(fairness, "GAMES", 1)
        (found,) = check(keeper, person_of(ann))
        assert (found["own"]["games"], found["own"]["choices"]) == (1, 2)
    with monkeypatch.context() as patch:
        patch.setattr(fairness, "CHOICES", 3)
        (found,) = check(keeper, person_of(ann))
        assert (found["own"]["games"], found["own"]["choices"]) == (2, 3)
    monkeypatch.setattr(fairness, "WAIT_S", 0)
    assert keeper.post("/api/house/check", person=person_of(ann))["progress"] == 0
    time.sleep(1)
    assert query(database, "SELECT choices FROM checks") == [{"choices": 3}]  # all of them would be 4
