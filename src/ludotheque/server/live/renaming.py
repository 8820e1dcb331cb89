"""Renaming a person at all of their tables."""

import asyncio
from functools import partial

from ludotheque.server.clock import now_ms
from ludotheque.server.live.changes import Changes
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tables import Tables
from ludotheque.server.loading import UNPLAYABLE
from ludotheque.server.store import Store
from ludotheque.table.made import Outcome


class Renaming:
    def __init__(self, store: Store, changes: Changes, tables: Tables) -> None:
        self.store, self.changes, self.tables = store, changes, tables

    async def rename(self, person: str, name: str) -> None:
        """Change a person's name at their tables.

        Other processes learn of it like any other event at a table. A game that ended long ago
        keeps its names.
        """
        await asyncio.to_thread(self.store.people.remember, person, name)
        for loaded in self.tables.memory:
            loaded.call(person, name)
        for table in await asyncio.to_thread(self.store.lists.known_by, person):
            try:
                live = await self.tables.find(table)
            except UNPLAYABLE:
                continue
            if live is not None:
                await self.changes.change(live, partial(renamed, live, person, name))


def renamed(live: LiveTable, person: str, name: str) -> Outcome:
    return Outcome(live.table.rename(person, live.name_for(person, name), now_ms()))
