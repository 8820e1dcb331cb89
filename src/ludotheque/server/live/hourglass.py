"""The hourglass: when it runs out, everyone's drafts are played."""

import asyncio
from functools import partial

from ludotheque.server.bus import Bus
from ludotheque.server.clock import now_ms
from ludotheque.server.live.changes import Changes
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tasks import Tasks
from ludotheque.table.course import GRACE_MS
from ludotheque.table.made import Outcome
from ludotheque.table.table import Table

BEAT_S = 5.0  # how often a heartbeat is written while it runs: seconds matter here


class Hourglass:
    def __init__(self, bus: Bus, changes: Changes, tasks: Tasks) -> None:
        self.bus, self.changes, self.tasks = bus, changes, tasks

    def wake(self, live: LiveTable) -> None:
        """Start watching a table's hourglass if it is running and not watched yet."""
        if live.hourglass is None and live.table.clocks.sand is not None:
            live.hourglass = self.tasks.spawn(self._watch(live))

    async def _watch(self, live: LiveTable) -> None:
        try:
            while (left_ms := live.table.clocks.sand_at(now_ms())) is not None and not live.is_closed:
                pause_s = min(BEAT_S, max(left_ms + GRACE_MS, 1) / 1000)
                await asyncio.sleep(pause_s)
                if await self.bus.leads(live.id):
                    await self.changes.change(live, partial(due, live.table, is_beat_due=pause_s == BEAT_S))
        finally:
            live.hourglass = None


def due(table: Table, is_beat_due: bool) -> Outcome:
    """Return what happens now: the sand has run out, or a heartbeat is due."""
    return Outcome(table.sand_runs_out(now_ms()) or (table.beat(now_ms()) if is_beat_due else []))
