"""The machine's clock jumps: nobody loses time by it or is logged out, and no table is deleted."""

import asyncio
import json
import time
from contextlib import ExitStack

import pytest
from msgspec.structs import replace

from ludotheque.check.guests import Guest, serving
from ludotheque.server.bus import Bus
from ludotheque.server.clock import CLOCK, Clock
from ludotheque.server.database import database_of
from ludotheque.server.live import timekeeping
from ludotheque.server.live.closing import Closing
from ludotheque.server.live.memory import Memory
from ludotheque.server.sessions import new_session
from ludotheque.server.settings import Settings
from ludotheque.server.store import Account, Store
from tests.patience import until
from tests.server.databases import query
from tests.server.test_accounts import make_account
from tests.server.test_hosts import rows_of
from tests.server.test_journal import row

DAY_S = 24 * 3600.0


class FakeTime:
    """A clock that a test sets: `wall` is the time of day, `passed` what really passes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = self.passed = 0.0
        monkeypatch.setattr(CLOCK, "wall", lambda: time.time() + self.ahead + self.passed)
        monkeypatch.setattr(CLOCK, "monotonic", lambda: time.monotonic() + self.passed)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    return FakeTime(monkeypatch)


def test_a_clock_counts_its_jumps_and_nothing_else() -> None:
    clock, wall, monotonic = Clock(), [1000.0], [0.0]
    clock.wall, clock.monotonic = lambda: wall[0], lambda: monotonic[0]
    clock.now()
    jumps = clock.jumps
    for passed, shown in ((1, 1), (3600, 3600), (10, 11.5), (10, 8.5)):  # that is how a clock is set right
        wall[0], monotonic[0] = wall[0] + shown, monotonic[0] + passed
        assert clock.now() == wall[0]
    assert clock.jumps == jumps
    for jump in (DAY_S, -DAY_S, 5):
        wall[0] += jump
        clock.now()
    assert clock.jumps == jumps + 3
    monotonic[0], wall[0] = monotonic[0] + 60, wall[0] + 60
    assert clock.steady_s(since=0) == 60
    assert clock.steady_s(since=monotonic[0] - 5) == 5


# Tables are not deleted


def sweep(store: Store, settings: Settings, began: float | None = None) -> None:
    closing = Closing(settings, store, Bus(), Memory(None))  # type: ignore[arg-type]
    closing.began = CLOCK.monotonic() if began is None else began
    asyncio.run(closing.sweep())


def test_a_clock_that_is_wrong_at_the_start_deletes_nothing_however_long_the_server_runs(
    empty: str, fake: FakeTime
) -> None:
    store, settings = Store(database_of(empty)), Settings(database=empty)
    store.people.remember("ann", "Ann")
    store.tables.add(row("t"))
    fake.ahead = 100 * DAY_S
    began = CLOCK.monotonic()
    for day in range(7):
        sweep(store, settings, began)
        assert rows_of(empty, "t") > 0, f"deleted after {day} days, not after 7"
        fake.passed += DAY_S
    fake.ahead = 0  # it is set right
    sweep(store, settings, began)
    assert rows_of(empty, "t") > 0
    for _ in range(3):
        fake.passed += DAY_S
        sweep(store, settings, began)
    assert rows_of(empty, "t") == 0  # it has waited for more than a week of running
    store.close()


def test_nothing_is_swept_before_a_day_of_running_nor_right_after_a_jump(empty: str, fake: FakeTime) -> None:
    store, settings = Store(database_of(empty)), Settings(database=empty, waiting_days=1)
    store.people.remember("ann", "Ann")
    store.tables.add(row("t"))
    for _ in range(3):
        fake.passed += DAY_S
        sweep(store, settings)  # of a server that has just been started
    began = CLOCK.monotonic()
    fake.passed += 2 * DAY_S
    fake.ahead += 60
    sweep(store, settings, began)
    assert rows_of(empty, "t") > 0
    fake.passed += DAY_S
    sweep(store, settings, began)
    assert rows_of(empty, "t") == 0
    store.close()


# Nobody is logged out


def test_a_clock_that_was_wrong_for_a_while_ends_nobodys_session(empty: str, fake: FakeTime) -> None:
    with serving(Settings(database=empty)) as address, ExitStack() as stack:
        ann, bob, guest, eve = (stack.enter_context(Guest(address, name)) for name in ("Ann", "Bob", "Guest", "Eve"))
        for visitor, name in ((ann, "Ann"), (bob, "Bob")):
            make_account(visitor, name)
        cookie = guest.cookie
        fake.ahead = 400 * DAY_S
        make_account(eve, "Eve")
        for visitor in (bob, guest, eve):
            visitor.http.get("/")
        fake.ahead = 0
        names = [(visitor.get("/api/me")["name"], visitor.get("/api/me")["account"]) for visitor in (ann, bob, eve)]
        assert names == [("Ann", "Ann"), ("Bob", "Bob"), ("Eve", "Eve")]
        assert (guest.get("/api/me")["name"], guest.cookie) == ("Guest", cookie)
        fake.passed = 200 * DAY_S
        assert eve.get("/api/me")["account"] == "Eve"
        fake.passed = 400 * DAY_S
        assert [visitor.get("/api/me")["account"] for visitor in (ann, bob, eve)] == [None, None, None]


def test_a_session_from_a_clock_that_was_ahead_is_due_for_renewal() -> None:
    assert not new_session("ann").is_due
    assert replace(new_session("ann"), since=int(time.time() + 400 * DAY_S)).is_due


def test_a_session_is_deleted_after_a_year_in_which_a_server_ran(empty: str, fake: FakeTime) -> None:
    store, settings = Store(database_of(empty)), Settings(database=empty)
    store.accounts.add(Account("ann", "Ann", "hash"), "ann", "ann")
    store.sessions.note("ann", "old")
    fake.ahead = 400 * DAY_S
    began = CLOCK.monotonic()
    for _ in range(3):
        sweep(store, settings, began)
        fake.passed += DAY_S
    store.sessions.note("ann", "new")
    assert [row["key"] for row in query(empty, "SELECT key FROM sessions ORDER BY key")] == ["new", "old"]
    for _ in range(365):
        fake.passed += DAY_S
        store.give_sign()
    sweep(store, settings, began)
    assert [row["key"] for row in query(empty, "SELECT key FROM sessions")] == ["new"]
    store.close()


# Nobody loses time


def happened(database: str, kind: str) -> int:
    return sum(json.loads(row["event"])["event"] == kind for row in query(database, "SELECT event FROM journal"))


@pytest.mark.parametrize("jump", [DAY_S, -DAY_S])
def test_a_jump_in_the_middle_of_a_game_flags_nobody(
    jump: float, empty: str, fake: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeping, "TICK_S", 0.02)
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address, "Ann") as ann:
        table = ann.open("you", "random", clock={"kind": "real", "base_s": 3600, "increment_s": 0})["table"]
        line = ann.look_at(table)
        line.act()
        assert line.wait_for_turn()
        fake.ahead = jump
        until(lambda: happened(empty, "resumed") == 1)
        fake.passed = 600  # ten minutes that Ann really thinks
        line.act()
        assert line.wait_for_turn()
        left = line.sync()["seats"][0]["clock_ms"]
        assert 0 < left <= (3600 - 600) * 1000
        assert happened(empty, "flagged") == 0


def test_a_jump_that_a_move_finds_first_flags_nobody(
    empty: str, fake: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeping, "TICK_S", 1e6)
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address, "Ann") as ann:
        table = ann.open("you", "random", clock={"kind": "real", "base_s": 3600, "increment_s": 0})["table"]
        line = ann.look_at(table)
        for number in range(3):
            assert line.wait_for_turn()
            fake.ahead = (number + 1) * DAY_S
            line.act()
        assert line.sync()["seats"][0]["clock_ms"] > 0
        assert (happened(empty, "resumed"), happened(empty, "flagged")) == (3, 0)
