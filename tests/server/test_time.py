"""Clocks, and people who stay away."""

from collections.abc import Iterator
from typing import Any

import pytest

from ludotheque.check.guests import Guest, Line, serving
from ludotheque.core.chance import seed_key
from ludotheque.server.limits import Limits
from ludotheque.server.live import table as live_table
from ludotheque.server.live import thinkers, timekeeping
from ludotheque.server.live.table import LiveTable
from ludotheque.server.settings import Settings
from ludotheque.server.store import TableRow
from ludotheque.table.events import PERSON, Chair, Config
from ludotheque.table.table import Table
from tests.server.conftest import MakeGuest


def texts(line: Line) -> list[str]:
    """The log, as it has come in."""
    while line.table["status"] != "over":
        line.receive()
    return [entry["text"] for entry in line.sync()["log"]]


def test_a_bot_finishes_for_a_seat_whose_time_has_run_out(guest: MakeGuest) -> None:
    ann = guest("Ann")
    line = ann.look_at(ann.open("you", "random", clock={"kind": "real", "base_s": 1, "increment_s": 0})["table"])
    assert 0 < line.table["seats"][0]["clock_ms"] <= 1000
    assert "Ann has no time left." in texts(line)


def test_days_for_each_turn(guest: MakeGuest) -> None:
    ann = guest("Ann")
    line = ann.look_at(ann.open("you", "random", clock={"kind": "days", "days": 2})["table"])
    day_ms = 24 * 3600 * 1000
    assert day_ms < line.table["seats"][0]["clock_ms"] <= 2 * day_ms


@pytest.fixture
def impatient(empty: str) -> Iterator[str]:
    with serving(Settings(database=empty, bot_pause_s=0, limits=Limits(away_s=0))) as address:
        yield address


def test_a_bot_plays_for_somebody_who_stays_away_where_the_table_wants_it(impatient: str) -> None:
    with Guest(impatient, "Ann") as ann, Guest(impatient, "Eve") as eve:
        made = ann.open("you", "random", bot_takes_over=True)
        eve.follow(made["spectate"])
        assert "A bot plays for Ann." in texts(eve.look_at(made["table"]))


def test_a_bot_that_something_has_stopped_tries_again(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choose, failures = thinkers.Thinkers.choose, iter([OSError("the database is away")])

    async def stumble_once(*arguments: Any) -> int:
        for failure in failures:
            raise failure
        return await choose(*arguments)

    monkeypatch.setattr(timekeeping, "TICK_S", 0.02)
    monkeypatch.setattr(thinkers.Thinkers, "choose", stumble_once)
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address, "Ann") as ann:
        line = ann.look_at(ann.open("you", "random")["table"])
        line.act()
        assert line.wait_for_turn()
        assert next(failures, None) is None


def test_whoever_leaves_another_process_was_here_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    chairs = [Chair(PERSON, person="ann"), Chair(PERSON, person="bob")]
    table = Table(Config("toy", chairs, bot_takes_over=True), seed_key(0))
    table.commit(table.start(0))
    live = LiveTable(TableRow("t", "toy", b"", b"", "ann", False, False, "", None, []), table)
    now = [0.0]
    monkeypatch.setattr(live_table, "monotonic", lambda: now[0])
    for at, elsewhere in ((0.0, {"ann", "bob"}), (1000.0, set[str]())):
        now[0] = at
        live.see_who_is_elsewhere(elsewhere)
    assert live.absent(patience_s=1.0) == []
    now[0] = 1001.0
    assert live.absent(patience_s=1.0) == table.movers
