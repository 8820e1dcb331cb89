"""The only way to change a table.

A change is judged and written to the journal; only once it is safely stored is it applied and sent
to everyone.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

from ludotheque.server.bucket import Buckets
from ludotheque.server.bus import Bus
from ludotheque.server.clock import CLOCK, now_ms
from ludotheque.server.entry import Statement
from ludotheque.server.figures import Times
from ludotheque.server.journal import SEAT, SIT, STATUS, Conflict, Journal
from ludotheque.server.limits import Limits
from ludotheque.server.live.connection import Connection
from ludotheque.server.live.memory import Memory
from ludotheque.server.live.table import CLOSED, LiveTable
from ludotheque.server.results import finished
from ludotheque.server.store import Store
from ludotheque.server.text import id_of, refused
from ludotheque.server.trouble import Trouble
from ludotheque.table.events import Acted, AnyEvent, Sat, Started, encode, status_after
from ludotheque.table.made import Outcome
from ludotheque.table.protocol import Request, Sync

log = logging.getLogger("ludotheque.server")

TRIES = 5  # how often to judge a request if other processes are faster

Judge = Callable[[], Outcome]


# docs/decisions.md: One entry changes a live table
class Changes:
    def __init__(self, limits: Limits, store: Store, journal: Journal, bus: Bus, memory: Memory) -> None:
        self.store, self.journal, self.bus, self.memory = store, journal, bus, memory
        self.quotas = Buckets(limits.bytes_per_second, limits.bytes_at_once)
        self.times = Times()  # from a request until everyone has been told of the result
        self.wakers: list[Callable[[LiveTable], None]] = []  # start bots and the hourglass if necessary

    async def answer(self, live: LiveTable, connection: Connection, request: Request) -> Outcome:
        """Answer a request from a connection, then tell everyone about the result."""
        begun = time.perf_counter()
        async with live.lock:
            try:
                if isinstance(request, Sync) and self.bus.is_cut_off:
                    await self.catch_up(live)
                outcome = await self._happen(live, lambda: self._judge(live, connection, request))
            except Trouble:
                outcome = Outcome([], refused("server/database", request=id_of(request)))
            except Exception:
                log.exception("a request at table %s failed", live.id)
                outcome = Outcome([], refused("server/error", request=id_of(request)))
            if outcome.reply is not None:
                connection.send(outcome.reply)
            if outcome.events:
                live.tell()
                self.times.add(time.perf_counter() - begun)
            return outcome

    def _judge(self, live: LiveTable, connection: Connection, request: Request) -> Outcome:
        """Judge a request; refuse what would fill the disk."""
        viewer = connection.viewer
        outcome = live.table.judge(viewer, request, now_ms())
        size = sum(map(len, map(encode, outcome.events)))
        if size and not self.quotas.take(f"{live.id} {viewer.person}", size):
            return Outcome([], refused("table/full", viewer.language, id_of(request)))
        return outcome

    async def change(self, live: LiveTable, judge: Judge) -> Outcome:
        """Judge and apply a change, and tell everyone."""
        async with live.lock:
            return await self.change_locked(live, judge)

    async def change_locked(self, live: LiveTable, judge: Judge) -> Outcome:
        """Do what `change` does, under a lock that the caller holds."""
        assert live.lock.locked()
        outcome = await self._happen(live, judge)
        if outcome.events:
            live.tell()
        return outcome

    async def _happen(self, live: LiveTable, judge: Judge) -> Outcome:
        """Judge, write and apply a change, without telling anyone yet.

        If another process wrote to this table in the meantime, read its events first and judge
        again.
        """
        for _ in range(TRIES):
            if live.is_closed:
                return Outcome([], CLOSED)
            outcome = judge()
            try:
                if live.jumps != CLOCK.jumps:
                    await self._stand_still(live)
                    continue
                await self._write(live, outcome.events)
            except Conflict:
                live.is_shared = True
                await self.catch_up(live)
                continue
            return outcome
        return Outcome([], refused("server/busy"))

    async def _stand_still(self, live: LiveTable) -> None:
        """Stop the clocks from running across a jump of the machine's clock."""
        jumps = CLOCK.jumps
        await self._write(live, live.table.resume(now_ms()))
        live.jumps = jumps

    async def _write(self, live: LiveTable, events: Sequence[AnyEvent]) -> None:
        """Write events to the journal, then apply them."""
        if events:
            if set(map(type, events)) == {Acted}:  # nobody sits down, and nothing ends
                await self.journal.write(live.id, events)
            else:
                statements = [*seating(live, events), *noting(live, events)]
                await self.journal.write(live.id, events, statements, finished(live.id, live.table, events))
            live.commit(events)
            if live.is_shared:
                self.bus.tell(live.id, live.table.seq)
            self.journal.note(live.id, live.table.seq, live.to_act, events[-1].at_ms // 1000, len(live.table.plies))
        live.used = time.monotonic()
        self.wake(live)

    def wake(self, live: LiveTable) -> None:
        """Start bots and the hourglass after a change, if necessary."""
        for wake in self.wakers:
            wake(live)

    async def catch_up(self, live: LiveTable) -> None:
        """Apply what other processes have written to a table.

        The caller holds its lock.
        """
        if live.is_closed:
            return
        if events := await asyncio.to_thread(self.store.tables.events, live.id, live.table.seq):
            live.commit(events)
            live.tell()
            self.wake(live)
        elif await asyncio.to_thread(self.store.tables.row, live.id) is None:  # deleted by another process
            self.memory.close(live)


def seating(live: LiveTable, events: Sequence[AnyEvent]) -> list[Statement]:
    """Return the statements about seats to write with these events.

    Lists of tables find people by their seats; when the game begins, the seats are renumbered from
    the one that starts.
    """
    statements: list[Statement] = []
    for event in events:
        if isinstance(event, Sat):
            statements.append((SIT, (event.person, live.id, event.seat)))
        elif isinstance(event, Started) and event.first:
            chairs = enumerate(live.table.seating.after(events))
            statements += [(SEAT, (chair.kind, chair.person or None, live.id, seat)) for seat, chair in chairs]
    return statements


def noting(live: LiveTable, events: Sequence[AnyEvent]) -> list[Statement]:
    """Return the statement that updates a table's status, if these events change it."""
    status = status_after(events, live.table.status)
    return [] if status == live.table.status else [(STATUS, (status, live.id))]
