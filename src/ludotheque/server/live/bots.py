"""Bots at tables, which act on their turns, but no faster than people can follow."""

import asyncio
import time
from functools import partial

from ludotheque.core.constants import TABLE
from ludotheque.server.bus import Bus
from ludotheque.server.clock import now_ms
from ludotheque.server.live.changes import Changes
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.live.thinkers import Thinkers
from ludotheque.server.live.turns import UnwantedError
from ludotheque.table.events import OVER
from ludotheque.table.made import Outcome
from ludotheque.table.table import Table

PAUSE_S = 0.05  # how often a waiting bot checks whether it still has to wait
FOLLOW_S = 1.0  # how often a process checks whether it has to take over a table's bots


class Bots:
    def __init__(self, bus: Bus, changes: Changes, thinkers: Thinkers, tasks: Tasks, pause_s: float) -> None:
        self.bus, self.changes, self.thinkers, self.tasks, self.pause_s = bus, changes, thinkers, tasks, pause_s
        self.moves = 0  # so far, of all bots

    def wake(self, live: LiveTable) -> None:
        """Start the bots if it is their turn and they are not thinking yet."""
        if live.thinking is None and live.table.bots_to_act() and not rests(live):
            live.thinking = self.tasks.spawn(self._play(live))
        if live.table.status == OVER:
            self.thinkers.end_programs(live)

    async def _play(self, live: LiveTable) -> None:
        try:
            while (bots := live.table.bots_to_act()) and not live.is_closed and not rests(live):
                if await self.bus.leads(live.id):
                    await self._take_turn(live, *bots[0])
                else:
                    await asyncio.sleep(FOLLOW_S)
        finally:
            live.thinking = None

    async def _take_turn(self, live: LiveTable, seat: int, level: str) -> None:
        begun, choices = time.monotonic(), choices_of(live.table, seat)
        try:
            action = await self.thinkers.choose(live, seat, level, lambda: not rests(live))
        except UnwantedError:
            return
        while self._is_pausing(live.table, level, action, begun) and choices == choices_of(live.table, seat):
            await asyncio.sleep(PAUSE_S)
        outcome = await self.changes.change(live, partial(act, live.table, seat, action, choices))
        self.moves += bool(outcome.events)

    def _is_pausing(self, table: Table, level: str, action: int, begun: float) -> bool:
        """Return whether a bot should still wait before its action.

        People need time to follow, and more of it when they are under time pressure themselves.
        """
        if self.pause_s <= 0:
            return False
        return time.monotonic() - begun < self.pause_s or table.bot_waits_ms(level, action, now_ms()) > 0


def rests(live: LiveTable) -> bool:
    """Return whether bots wait until someone is connected.

    They keep playing when several people play, since the next one may get a notification, while a
    clock runs, and in rated games and tournaments, where whoever leaves must lose in the end.
    """
    table = live.table
    if table.config.is_rated or table.config.tournament:
        return False
    return not table.seating.online and len(table.seating.people) < 2 and not table.is_time_running


def act(table: Table, seat: int, action: int, choices: int) -> Outcome:
    """Return the outcome of a bot's action.

    It is empty if the seat's choices have changed and the bot has to think again.
    """
    return Outcome(table.bot_acts(seat, action, now_ms()) if choices == choices_of(table, seat) else [])


def choices_of(table: Table, seat: int) -> int:
    """Return a number that changes whenever the seat's choices do."""
    return 0 if seat == TABLE else table.position.chosen_anew[seat]
