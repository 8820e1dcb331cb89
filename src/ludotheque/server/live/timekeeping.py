"""The periodic check of all tables.

It runs the clocks whether anyone is connected or not, notices people who stay away, and drops
tables that nobody is using.
"""

import asyncio
import logging
import time

from ludotheque.server.bus import Bus, chunks
from ludotheque.server.clock import CLOCK, now_ms
from ludotheque.server.live.changes import Changes
from ludotheque.server.live.memory import Memory
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tables import Tables
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.store import Store
from ludotheque.server.trouble import Trouble
from ludotheque.table.events import PLAYING, AnyEvent
from ludotheque.table.made import Outcome

log = logging.getLogger("ludotheque.server")

TICK_S = 1.0  # how often clocks are checked
BEAT_S = 30.0  # how often a heartbeat is written while a clock runs
IDLE_S = 120.0  # a table that has been unused for this long is dropped from memory
LOADED_AT_ONCE = 50  # tables of a dead process; few, so that others take some of them over
MEET_S = 10.0  # how often processes exchange presence, and look for tables with running clocks


class Timekeeping:
    def __init__(
        self,
        store: Store,
        bus: Bus,
        memory: Memory,
        changes: Changes,
        tables: Tables,
        away_s: float,
    ) -> None:
        self.store, self.bus, self.memory, self.changes = store, bus, memory, changes
        self.tables, self.away_s = tables, away_s
        self.holidays: dict[str, int] = {}  # who is on holiday, and until when
        self.met = -MEET_S  # when processes last exchanged presence

    def start(self, tasks: Tasks) -> None:
        tasks.repeat(self.tick, TICK_S)

    async def tick(self) -> None:
        """Check all tables."""
        self.memory.tidy_up()
        elsewhere: dict[str, set[str]] = {}  # by table, who is connected in other processes
        if time.monotonic() - self.met >= MEET_S:
            self.met = time.monotonic()
            await self._find_clocks()
            self.holidays = await asyncio.to_thread(self.store.notices.holidays)
            elsewhere = await self.bus.meet({live.id: live.here for live in self.memory if live.connections})
        led = await self.bus.lead([live.id for live in self.memory if is_running(live)])
        for live in self.memory:
            try:
                if live.id in elsewhere:
                    live.see_who_is_elsewhere(elsewhere[live.id])
                await self._look_after(live, live.id in led)
            except Trouble:
                raise
            except Exception:
                if not live.has_failed:  # log it once: it may fail every second
                    log.exception("looking after table %s failed", live.id)
                live.has_failed = True

    async def _find_clocks(self) -> None:
        """Load the tables with running clocks that no process has in memory.

        They are older than this process, or their process has died.
        """
        running = await asyncio.to_thread(self.store.lists.running_clocks)
        for some in chunks([table for table in running if self.memory.get(table) is None], LOADED_AT_ONCE):
            await self.tables.find_all(await self.bus.lead(some))

    async def _look_after(self, live: LiveTable, is_led: bool) -> None:
        """Run a table's clocks if this process leads it, or drop it if it is unused."""
        if live.goes_on_alone:
            self.changes.wake(live)  # retry what an error stopped, such as a database outage
        if is_running(live):
            if is_led:
                await self._let_time_pass(live)
        elif not live.connections and live.thinking is None and time.monotonic() - live.used > IDLE_S:
            self.memory.forget(live)
            await self.bus.release(live.id)

    async def _let_time_pass(self, live: LiveTable) -> None:
        if not self._due(live) and live.jumps == CLOCK.jumps:  # as at most tables, most of the time
            return
        outcome = await self.changes.change(live, lambda: Outcome(self._due(live)))
        if outcome.events:
            live.beat_at = time.monotonic()

    def _due(self, live: LiveTable) -> list[AnyEvent]:
        """Return what happens now.

        A bot takes over seats whose clock has run out and people who are away; otherwise a
        heartbeat may be due.
        """
        table, away = live.table, live.absent(self.away_s)
        is_beat_due = time.monotonic() - live.beat_at > BEAT_S
        return (
            self._rests(live)
            or table.tick(now_ms())
            or (table.take_over(away[0], now_ms()) if away else [])
            or (table.beat(now_ms()) if is_beat_due else [])
        )

    def _rests(self, live: LiveTable) -> list[AnyEvent]:
        """Let the clock of a person on holiday wait."""
        for seat, chair in enumerate(live.table.chairs):
            if chair.person in self.holidays and (
                events := live.table.rest(seat, 1000 * self.holidays[chair.person], now_ms())
            ):
                return events
        return []


def is_running(live: LiveTable) -> bool:
    """Return whether something may happen at a table as time passes."""
    return live.is_timed and live.table.status == PLAYING
