"""Finding tables: in memory, or rebuilt from the journal; and opening new ones."""

import asyncio
import logging
import time
from collections.abc import Iterable
from contextlib import suppress

from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.bus import LOOK_AGAIN, Bus
from ludotheque.server.clock import now_ms
from ludotheque.server.live.changes import Changes
from ludotheque.server.live.memory import Memory
from ludotheque.server.live.table import LiveTable
from ludotheque.server.loading import UNPLAYABLE, load
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store, TableRow
from ludotheque.server.trouble import Trouble
from ludotheque.server.warm import Warmth
from ludotheque.table.made import Outcome
from ludotheque.table.table import Table

log = logging.getLogger("ludotheque.server")


class Tables:
    def __init__(
        self, settings: Settings, store: Store, bus: Bus, memory: Memory, changes: Changes, warmth: Warmth
    ) -> None:
        self.settings, self.store, self.bus, self.memory = settings, store, bus, memory
        self.changes, self.warmth = changes, warmth
        self.loading, self.opening = asyncio.Lock(), asyncio.Lock()
        self.networks: dict[str, str] = {}  # from which each table in the lobby was opened

    async def find(self, table: str) -> LiveTable | None:
        """Return a table, rebuilt from its journal if it is not in memory."""
        live = self.memory.get(table)
        if live is None:
            row = await asyncio.to_thread(self.store.tables.row, table)
            if row is None:
                return None
            with suppress(LudothequeError):  # the game or its box is missing: `load` raises one of UNPLAYABLE
                await self.warmth.want(row.full_name)
            async with self.loading:
                live = self.memory.get(table) or await self._load(row)
        elif self.bus.is_cut_off:
            async with live.lock:
                await self.changes.catch_up(live)
            if live.is_closed:
                return None
        live.used = time.monotonic()
        return live

    async def heal(self) -> None:
        """Correct the rows of all tables that are out of date, as after a kill."""
        await self.find_all(await asyncio.to_thread(self.store.lists.outdated))

    async def find_all(self, tables: Iterable[str]) -> None:
        """Load tables into memory. One that cannot be loaded does not affect the others."""
        for table in tables:
            try:
                await self.find(table)
            except Trouble:
                raise
            except UNPLAYABLE:
                pass  # it has already been logged
            except Exception:
                log.exception("loading table %s failed", table)

    async def _load(self, row: TableRow) -> LiveTable:
        host = await asyncio.to_thread(self.store.people.name_of, row.host)
        live = LiveTable(row, await asyncio.to_thread(load, self.store, row), host or "")
        await self._heal(live)
        self.memory.keep(live)
        async with live.lock:
            if not self.bus.is_alone:
                self.bus.tell(row.id, LOOK_AGAIN)  # others tell us what happens from now on
                await self.changes.catch_up(live)  # … and this has happened in the meantime
            is_first = not row.has_clock or await self.bus.leads(row.id)  # else another process runs its clocks
            await self.changes.change_locked(live, lambda: self._begin(live.table, is_first))
        return live

    async def _heal(self, live: LiveTable) -> None:
        """Correct the table's row if it is out of date because a note was lost."""
        row, noted = live.row, (live.table.status, live.to_act, len(live.table.plies), live.table.seq)
        if noted != (row.status, row.to_act, row.plies, row.noted):
            await asyncio.to_thread(self.store.tables.note, row, *noted)

    def _begin(self, table: Table, is_first: bool) -> Outcome:
        """Return the first events of a loaded table: its game starts, or its clocks resume."""
        return Outcome(table.start(now_ms()) or (table.resume(now_ms()) if is_first else []))

    async def open(self, row: TableRow, network: str = "") -> TableRow:
        """Open a new table and return its stored row.

        Refuse it if its host has too many, or if too many of its network wait in the lobby.
        """
        await self.warmth.want(row.full_name)
        async with self.opening:
            await self._check_room(row)
            if row.is_open:
                await self._check_lobby(network)
                self.networks[row.id] = network
            table = await asyncio.to_thread(self.store.tables.add, row)
        return await self._opened(row, table)

    async def _check_room(self, row: TableRow) -> None:
        """Refuse another table from a person who has opened too many."""
        count, waiting = await asyncio.to_thread(self.store.lists.unfinished, row.host)
        if count >= self.settings.limits.tables_each:
            message = N_("You have {most} unfinished tables. Finish or delete one of them first.")
            raise HttpRefusal(409, "table/too_many", message, most=self.settings.limits.tables_each)
        if row.is_open and waiting >= self.settings.limits.lobby_each:
            message = N_("{most} of your tables are already waiting in the lobby. Close one of them first.")
            raise HttpRefusal(409, "lobby/too_many", message, most=self.settings.limits.lobby_each)

    async def _check_lobby(self, network: str) -> None:
        """Refuse another open table from a network: its people may be one, without a cookie."""
        waiting = await asyncio.to_thread(self.store.lists.in_lobby)
        self.networks = {table: opener for table, opener in self.networks.items() if table in waiting}
        most = self.settings.limits.lobby_each_network
        if list(self.networks.values()).count(network) >= most:
            message = N_("{most} tables from your network are already waiting in the lobby. Join one of them.")
            raise HttpRefusal(409, "lobby/too_many", message, most=most)

    async def open_rematch(self, row: TableRow, before: LiveTable) -> TableRow:
        """Open the rematch of a table only once, no matter who asks, and return its stored row.

        Refuse it if its host has too many; a rematch that is open already is for everybody.
        """
        await self.warmth.want(row.full_name)
        async with before.lock, self.opening:
            known = await asyncio.to_thread(self.store.tables.row, before.id)
            if known is None or known.rematch is None:  # the table's own note may name one that was closed
                await self._check_room(row)
            table = await asyncio.to_thread(self.store.tables.add, row, before.id)
            await self.changes.change_locked(before, lambda: Outcome(before.table.rematched(table, now_ms())))
        return await self._opened(row, table)

    async def _opened(self, row: TableRow, table: str) -> TableRow:
        live = await self.find(table)
        return row if live is None else live.row
