"""Limits for slow reads: records, replays, pictures and analyses.

They run one at a time, each network in turn, and each network has a rate limit. PNGs have turns of
their own, since they take long and are drawn elsewhere.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, network_in
from ludotheque.server.bucket import Buckets
from ludotheque.server.drawing import Drawings
from ludotheque.server.limits import Limits
from ludotheque.server.live.turns import BusyError, Turns
from ludotheque.server.text import PROBLEMS

WAITING = 256  # requests of one network; a visitor's list of tables has up to 200 pictures
WHOLE_GAME = 5  # what a replay or a record counts as


class Readers:
    """Schedules and limits slow reads."""

    def __init__(self, limits: Limits) -> None:
        self.turns = Turns(at_once=1, waiting_each=WAITING)
        self.drawing, self.drawings = Turns(at_once=1, waiting_each=WAITING), Drawings()
        self.rates = Buckets(limits.reads_per_second, limits.reads_at_once)

    def count(self, request: AnyRequest, cost: int = 1) -> None:
        """Count a request; refuse it if there were too many."""
        if not self.rates.take(network_in(request), cost):
            raise too_many()

    @asynccontextmanager
    async def turn(self, request: AnyRequest, cost: int = 1) -> AsyncIterator[None]:
        """Wait for this visitor's turn."""
        self.count(request, cost)
        async with in_turn(self.turns, request):
            yield

    async def png(self, request: AnyRequest, svg: str, width: int) -> bytes:
        """Return a picture as a PNG, drawn when it is this visitor's turn."""
        async with in_turn(self.drawing, request):
            return await self.drawings.png(svg, width)


@asynccontextmanager
async def in_turn(turns: Turns, request: AnyRequest) -> AsyncIterator[None]:
    """Wait for this visitor's turn; refuse if too many of them wait."""
    try:
        async with turns.turn(network_in(request)):
            yield
    except BusyError as error:
        raise too_many() from error


def too_many() -> HttpRefusal:
    return HttpRefusal(429, "request/too_many", PROBLEMS[429])


def readers_of(request: AnyRequest) -> Readers:
    readers: Readers = request.app.state.readers
    return readers
