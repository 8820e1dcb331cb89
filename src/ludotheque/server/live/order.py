"""Keeping order: banning people, and tables where guests may not chat."""

import asyncio
from functools import partial

from ludotheque.server.live.changes import Changes
from ludotheque.server.live.forgetting import take_over
from ludotheque.server.live.logins import Logins
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tables import Tables
from ludotheque.server.loading import UNPLAYABLE
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from ludotheque.table.events import PLAYING


class Order:
    def __init__(self, settings: Settings, store: Store, changes: Changes, tables: Tables, logins: Logins) -> None:
        self.settings, self.store = settings, store
        self.changes, self.tables, self.logins = changes, tables, logins

    async def ban(self, person: str, name: str) -> None:
        """Ban a person: their sessions end everywhere, and bots play on at their tables.

        Their browser becomes a new guest; nobody can log in to the account any more.
        """
        await asyncio.to_thread(self.store.order.ban, person, name)
        await self.logins.end_all(person)
        for table in await asyncio.to_thread(self.store.lists.seated, person):
            try:
                live = await self.tables.find(table)
            except UNPLAYABLE:
                continue
            if live is not None and live.table.status == PLAYING:
                for seat in live.seats_of(person):
                    await self.changes.change(live, partial(take_over, live.table, seat))

    async def may_talk(self, live: LiveTable, person: str) -> bool:
        """Return whether people may chat at a table: not where guests are, if the host says so."""
        if not self.settings.no_guest_chat:
            return True
        there = {chair.person for chair in live.table.chairs if chair.person} | {person}
        return not await asyncio.to_thread(self.store.order.guests_among, there)
