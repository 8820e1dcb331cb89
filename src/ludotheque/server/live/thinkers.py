"""The threads in which bots think, and the host's own programs that play as bots."""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, ParamSpec, TypeVar

from ludotheque.bots.history import history_of
from ludotheque.bots.levels import BUDGETS
from ludotheque.core.constants import TABLE
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.turns import Turns
from ludotheque.server.programs import Programs
from ludotheque.server.warm import Warmth
from ludotheque.table.recording import transcript_of

WHILE_COLD = "greedy"  # the level of searching bots while a game is not compiled
QUICK = ("random", "greedy", "novice", "regular")  # levels that think for two seconds at most

P = ParamSpec("P")
T = TypeVar("T")


class Asker(NamedTuple):
    """The person whom some work is done for, where they are, and whether it is still wanted."""

    person: str
    is_wanted: Callable[[], bool] = lambda: True
    network: str = ""  # empty: not known in this process


def step_back() -> None:
    """Lower this thread's priority behind those that answer people; only Linux can do that."""
    if sys.platform == "linux":
        os.nice(10)


class Lane:
    """Some threads, shared in turns; one person gets at most half of them at once."""

    def __init__(self, threads: int) -> None:
        self.threads = ThreadPoolExecutor(threads, "bot", initializer=step_back)
        self.turns = Turns(threads, max(1, threads // 2))

    async def think(self, asker: Asker, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run some work in one of the threads and return its result."""
        await self.turns.take(asker.person, asker.is_wanted, asker.network)
        loop, thought = asyncio.get_running_loop(), self.threads.submit(work, *arguments, **named)
        # even if nobody waits for the result any more, the thread is busy until then
        thought.add_done_callback(lambda _: loop.call_soon_threadsafe(self.turns.give_back, asker.person))
        return await asyncio.wrap_future(thought)


class Thinkers:
    """The bots' threads. Quick levels have one of their own, so they never wait for slow ones."""

    def __init__(self, threads: int, programs: Programs, warmth: Warmth) -> None:
        self.slow, self.quick = Lane(threads), Lane(1)
        self.programs, self.warmth = programs, warmth

    async def think(self, asker: Asker, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run some work that may take long, and return its result."""
        return await self.slow.think(asker, work, *arguments, **named)

    async def choose(self, live: LiveTable, seat: int, level: str, is_wanted: Callable[[], bool]) -> int:
        """Return a bot's choice, made in a thread from what its seat can see.

        The work counts as done for the table's host, where they are connected.
        """
        table = live.table
        if seat == TABLE:
            return table.table_action()
        if (taught := table.guiding.action_of(seat)) is not None:
            return taught
        played = WHILE_COLD if level in BUDGETS and self.warmth.is_cold(table.game.name) else level
        bot = self.programs.bot(live.id, played)
        lane = self.quick if played in QUICK else self.slow
        return await lane.think(
            Asker(live.row.host, is_wanted, live.network),
            bot,
            table.game,
            table.position.view(seat),
            seat,
            history_of(transcript_of(table), seat),
            table.bot_seed(seat),
        )

    def end_programs(self, live: LiveTable) -> None:
        """Stop the host's programs at a table that is over, closed or dropped.

        If the game continues, they are started again.
        """
        if self.programs.at(live.id):
            self.slow.threads.submit(self.programs.end, live.id, live.table)

    def count_waiting(self) -> int:
        return self.slow.turns.count_waiting() + self.quick.turns.count_waiting()

    async def stop(self) -> None:
        for lane in (self.slow, self.quick):
            lane.threads.shutdown(wait=True, cancel_futures=True)
        await asyncio.to_thread(self.programs.stop)
