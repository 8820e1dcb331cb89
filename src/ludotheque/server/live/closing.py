"""Deleting tables: the host closes one, or it has been abandoned; and expired sessions."""

import asyncio

from ludotheque.server.bus import LOOK_AGAIN, Bus
from ludotheque.server.clock import CLOCK
from ludotheque.server.live.memory import Memory
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from ludotheque.table.events import OVER, PLAYING, WAITING

SWEEP_S = 3600.0  # how often to look for abandoned tables
STEADY_S = 24 * 3600.0  # how long the server must have run without a jump of the clock before it deletes any


class Closing:
    def __init__(self, settings: Settings, store: Store, bus: Bus, memory: Memory) -> None:
        self.days = {WAITING: settings.waiting_days, PLAYING: settings.playing_days, OVER: settings.finished_days}
        self.store, self.bus, self.memory = store, bus, memory
        self.began = CLOCK.monotonic()

    def start(self, tasks: Tasks) -> None:
        tasks.repeat(self.sweep, SWEEP_S)

    async def delete(self, table: str) -> None:
        """Delete a table, which may be damaged, and tell everyone who is connected to it."""
        live = self.memory.get(table)
        if live is None:
            await asyncio.to_thread(self.store.tables.delete, table)
        else:
            async with live.lock:
                await asyncio.to_thread(self.store.tables.delete, table)
                self.memory.close(live)
        self.bus.tell(table, LOOK_AGAIN)

    async def sweep(self) -> None:
        """Delete expired sessions, and abandoned tables except those with connections.

        None is deleted before the server has run for a day; nor is a table whose journal
        contradicts its row. Also drop tables from memory that were deleted by hand.
        """
        await asyncio.to_thread(self.store.give_sign)
        if CLOCK.steady_s(self.began) >= STEADY_S:
            await asyncio.to_thread(self.store.sessions.delete_expired)
            for table in await asyncio.to_thread(self.store.lists.abandoned, self.days):
                if not await asyncio.to_thread(self.store.tables.heal_status, table):
                    await self._delete_abandoned(table)
        for live in self.memory:
            if await asyncio.to_thread(self.store.tables.row, live.id) is None:
                self.memory.close(live)

    async def _delete_abandoned(self, table: str) -> None:
        live = self.memory.get(table)
        if live is None:
            if not await self.bus.publish_presence(table, set()):
                await asyncio.to_thread(self.store.tables.delete, table)
        elif not live.connections:
            await self.delete(table)
