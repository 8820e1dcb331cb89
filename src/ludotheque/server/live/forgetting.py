"""Removing data from journals: people who want to be forgotten, and messages a host removes."""

import asyncio
from functools import partial

from ludotheque.server.bus import REWRITTEN, Bus
from ludotheque.server.clock import now_ms
from ludotheque.server.live.changes import Changes
from ludotheque.server.live.closing import Closing
from ludotheque.server.live.connection import COME_BACK
from ludotheque.server.live.logins import Logins
from ludotheque.server.live.memory import Memory
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tables import Tables
from ludotheque.server.loading import DamagedTableError
from ludotheque.server.people import new_id, new_token
from ludotheque.server.store import Store
from ludotheque.table.events import WAITING
from ludotheque.table.made import Outcome
from ludotheque.table.standing import OtherRulesError
from ludotheque.table.table import Table


class Forgetting:
    def __init__(
        self,
        store: Store,
        bus: Bus,
        memory: Memory,
        changes: Changes,
        tables: Tables,
        closing: Closing,
        logins: Logins,
    ) -> None:
        self.store, self.bus, self.memory = store, bus, memory
        self.changes, self.tables, self.closing, self.logins = changes, tables, closing, logins

    async def forget(self, person: str) -> None:
        """Forget a person everywhere.

        Tables without other players are deleted; at others a bot plays on under no name or, before
        the game, the seat becomes free.
        """
        nobody = new_id()
        await asyncio.to_thread(self.store.sessions.end_all, person)
        self.logins.cut_everywhere(person)  # they say nothing more while their words are removed
        for table in await asyncio.to_thread(self.store.forgetting.mentions, person):
            try:
                live = await self.tables.find(table)
            except DamagedTableError:  # nothing of it can be read
                await self.closing.delete(table)
                continue
            except OtherRulesError:
                await self._forget_unplayed(table, person, nobody)
                continue
            if live is None:
                continue
            others = [chair.person for chair in live.table.chairs if chair.person not in ("", person)]
            if not others and (live.row.host == person or live.seats_of(person)):
                await self.closing.delete(table)
            else:
                await self._forget_at(live, person, nobody, others)
        await asyncio.to_thread(self.store.tournaments.pass_on, person)
        await asyncio.to_thread(self.store.forgetting.forget, person, nobody)
        self.logins.cut_everywhere(person)  # connections made in the meantime must reconnect

    async def _forget_at(self, live: LiveTable, person: str, nobody: str, others: list[str]) -> None:
        """Remove a person's name from a table.

        Connected browsers reconnect, and get the table without the name.
        """
        async with live.lock:
            for seat in live.seats_of(person):
                await self.changes.change_locked(live, partial(take_over, live.table, seat))
            is_waiting = live.table.status == WAITING
            instead, token = ("", new_token()) if is_waiting else (nobody, None)
            host = others[0] if live.row.host == person else live.row.host
            await asyncio.to_thread(self.store.forgetting.forget_at, live.id, person, instead, host, token)
            self.memory.close(live, COME_BACK)
        self.bus.tell(live.id, REWRITTEN)

    async def _forget_unplayed(self, table: str, person: str, nobody: str) -> None:
        """Remove a person's name from a table whose game is missing here.

        No bot can play on there, so nobody sits in their place.
        """
        row = await asyncio.to_thread(self.store.tables.row, table)
        others = [seat.person for seat in row.seats if seat.person not in (None, person)] if row else []
        if row is None or not others:
            await self.closing.delete(table)
            return
        host = others[0] if row.host == person else row.host
        await asyncio.to_thread(self.store.forgetting.forget_at, table, person, nobody, str(host), None)
        self.bus.tell(table, REWRITTEN)

    async def silence(self, live: LiveTable, person: str) -> None:
        """Remove a person's messages at a table, and let them write no more there.

        Connected browsers reconnect, and get the table without those messages.
        """
        async with live.lock:
            await asyncio.to_thread(self.store.forgetting.silence, live.id, person)
            self.memory.close(live, COME_BACK)
        self.bus.tell(live.id, REWRITTEN)


def take_over(table: Table, seat: int) -> Outcome:
    return Outcome(table.take_over(seat, now_ms()))
