"""The other processes of the same server: their news, and who is connected there."""

import asyncio

from ludotheque.server.bus import EVERYTHING, LOOK_AGAIN, REWRITTEN, SESSIONS, Bus, chunks
from ludotheque.server.live.changes import Changes
from ludotheque.server.live.connection import COME_BACK
from ludotheque.server.live.logins import Logins
from ludotheque.server.live.memory import Memory
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.store import Store

LOOK_S = 2.0  # how often to look at the journal while no news come


class Neighbors:
    def __init__(self, store: Store, bus: Bus, memory: Memory, changes: Changes, logins: Logins, tasks: Tasks) -> None:
        self.store, self.bus, self.memory, self.changes = store, bus, memory, changes
        self.logins, self.tasks = logins, tasks

    def start(self) -> None:
        self.tasks.repeat(self._look, LOOK_S)

    async def _look(self) -> None:
        """While no news come, look in the journal for what happened at the tables with people."""
        looked_at = [live.id for live in self.memory if live.connections] if self.bus.is_cut_off else []
        for some in chunks(looked_at):
            latest = await asyncio.to_thread(self.store.tables.latest, some)
            for table in some:
                self.hear_news(table, latest.get(table, LOOK_AGAIN))  # it may have been deleted

    def hear_news(self, table: str, seq: int) -> None:
        """Follow what happened in another process."""
        if table.startswith(SESSIONS) and seq == REWRITTEN:
            self.memory.call_again(table.removeprefix(SESSIONS))
        elif table == EVERYTHING or table.startswith(SESSIONS):
            self.tasks.spawn(self.logins.cut_off(table.removeprefix(SESSIONS)))
        for live in self.memory if table == EVERYTHING else filter(None, [self.memory.get(table)]):
            if seq == LOOK_AGAIN:
                self._share(live)
            if seq > live.table.seq:
                self.tasks.spawn(self._follow(live, seq))

    def _share(self, live: LiveTable) -> None:
        """Tell others from now on what happens at a table; and at first, that it is here too."""
        if not live.is_shared:
            live.is_shared = True
            self.bus.tell(live.id, LOOK_AGAIN)

    async def _follow(self, live: LiveTable, seq: int) -> None:
        async with live.lock:
            if live.is_closed:
                return
            if seq == REWRITTEN:
                self.memory.close(live, COME_BACK)
            elif seq > live.table.seq:
                await self.changes.catch_up(live)
        if seq == LOOK_AGAIN and not live.is_closed:
            await self.exchange_presence(live)

    def announce_presence(self, live: LiveTable) -> None:
        """Tell the others who came or went, so that no bot plays for people who are there."""
        if not self.bus.is_alone:
            self.tasks.spawn(self._announce_presence(live))

    async def _announce_presence(self, live: LiveTable) -> None:
        await self.exchange_presence(live)
        self.bus.tell(live.id, LOOK_AGAIN)

    async def exchange_presence(self, live: LiveTable) -> None:
        """Publish who is connected here, and learn who is connected elsewhere."""
        elsewhere = await self.bus.publish_presence(live.id, live.here)
        if elsewhere is not None:
            live.see_who_is_elsewhere(elsewhere)
