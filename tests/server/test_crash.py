"""The server is killed without warning, and comes back: what was acknowledged is there, once."""

import json

import pytest

from ludotheque.check.guests import Guest, Line, serving
from ludotheque.server.settings import Settings
from tests.server.databases import query
from tests.server.kills import PARTIES, House, Report, compare, journals, kill_often, look_at_statuses

KILLS = 10  # on each kind of database
MOVES = 12  # between two kills, at most


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_killed_at_any_moment_nothing_is_lost_and_nothing_doubled(empty: str) -> None:
    report = kill_often(empty, KILLS, seed=7, most_moves=MOVES)
    assert report.is_good, report
    assert report.kills == KILLS
    assert report.acknowledged > report.sent_again > 0
    assert report.tables >= PARTIES


def test_what_is_lost_doubled_or_wrong_is_found(empty: str) -> None:
    """The report itself: a database is spoiled in each of the ways that it looks for."""
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address, "Ann") as ann:
        table = ann.open("you", "random")["table"]
        line, house = ann.look_at(table), House()
        while line.wait_for_turn():
            act = line.choose()
            house.acknowledge(table, act, line.settle(line.ask(**act)))
        assert found(empty, house) == (0, 0, 0, 0)
    last, (first, second) = house.acknowledged[-1], house.acknowledged[:2]
    query(empty, "DELETE FROM journal WHERE seq = :seq", seq=last[2])
    assert found(empty, house) == (1, 0, 1, 0)
    query(
        empty,
        "UPDATE journal SET event = (SELECT event FROM journal WHERE seq = :one) WHERE seq = :other",
        one=first[2],
        other=second[2],
    )
    assert found(empty, house) == (2, 1, 1, 0)
    query(empty, "UPDATE tables SET status = 'playing'")
    assert found(empty, house) == (2, 1, 1, 1)


def found(database: str, house: House) -> tuple[int, int, int, int]:
    report = Report(database)
    look_at_statuses(database, report)
    compare(journals(database), house, [], report)
    assert report.is_good == (report.lost + report.doubled + report.gaps + report.wrong_statuses == 0)
    return report.lost, report.doubled, report.gaps, report.wrong_statuses


def test_after_a_restart_the_game_goes_on_where_it_was(empty: str) -> None:
    settings = Settings(database=empty, bot_pause_s=0)
    with serving(settings) as address:
        ann = Guest(address, "Ann")
        table = ann.open("you", "greedy", clock={"kind": "days", "days": 2})["table"]
        line = ann.look_at(table)
        act = line.choose()
        first = line.settle(line.ask(**act))
        line.wait_for_turn()
        shown = seen(line)
        ann.stack.pop_all().close()
    with serving(settings) as address, Guest(address) as again:
        again.http.cookies = ann.http.cookies
        line = again.look_at(table)
        assert seen(line) == shown
        assert line.ask(**act) == first
        while line.wait_for_turn():
            line.act()
        assert line.table["result"]


def test_two_servers_on_one_database_never_write_the_same_place(empty: str) -> None:
    settings = Settings(database=empty)
    with serving(settings) as here, serving(settings) as there, Guest(here, "Ann") as ann, Guest(here, "Bob") as bob:
        made = ann.open("you", "person")
        bob.follow(made["invitations"]["1"])
        bob.move_to(there)
        own, other = ann.look_at(made["table"]), bob.look_at(made["table"])
        act = own.act()
        assert other.seq < act["seq"]  # nothing carries the news from one to the other: that takes Redis
        other.send(type="say", text="hello")
        while other.seq <= act["seq"]:
            other.receive()  # its place was taken: the journal is read again, and then it is written behind
        assert [entry.get("kind", "act") for entry in other.sync()["log"][-2:]] == ["act", "chat"]
        other.act()
        # legal for all that this server knew, and judged again
        assert own.ask(type="undo", id="u", seat=0)["code"] == "undo/acted"


def seen(line: Line) -> str:
    """All that a snapshot shows, but for its number and what is left on the clock."""
    table = line.sync()
    return json.dumps(
        [
            table["scene"],
            table["gestures"],
            table["log"],
            table["seat"],
            table["status"],
            [seat["name"] for seat in table["seats"]],
        ]
    )
