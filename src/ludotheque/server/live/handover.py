"""Handing a guest's seats over to the account they log in to."""

import asyncio

import msgspec

from ludotheque.server.clock import now_ms
from ludotheque.server.live.changes import Changes
from ludotheque.server.live.memory import Memory
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tables import Tables
from ludotheque.server.loading import UNPLAYABLE
from ludotheque.server.store import Store
from ludotheque.table.events import OVER
from ludotheque.table.made import Outcome


class Handover:
    def __init__(self, store: Store, memory: Memory, changes: Changes, tables: Tables) -> None:
        self.store, self.memory, self.changes, self.tables = store, memory, changes, tables

    async def hand_over_all(self, old: str, new: str, name: str) -> tuple[list[str], list[str]]:
        """Hand over everything a guest has to an account.

        Return the tables where the account took the guest's seat, and those where it could not.
        """
        moved: list[str] = []
        left: list[str] = []
        for table in await asyncio.to_thread(self.store.lists.seated, old):
            try:
                live = await self.tables.find(table)
            except UNPLAYABLE:
                left.append(table)
                continue
            if live is not None:
                (moved if await self._hand_over(live, old, new, name) else left).append(table)
        await asyncio.to_thread(self.store.tables.inherit, old, new)
        await asyncio.to_thread(self.store.tournaments.inherit, old, new)
        await asyncio.to_thread(self.store.solved.inherit, old, new)
        await asyncio.to_thread(self.store.notices.inherit, old, new)
        self._change_host(old, new, name)
        self.memory.call_again(old)
        return moved, left

    async def _hand_over(self, live: LiveTable, old: str, new: str, name: str) -> bool:
        """Give the guest's seat at one table to the account; return whether that was possible.

        It is not if the account already has a seat in the running game: nobody may see two hands.
        """

        def judge() -> Outcome:
            is_seated = bool(live.seats_of(new)) and live.table.status != OVER
            if is_seated:
                return Outcome()
            return Outcome(live.table.reseat(live.seats_of(old), new, live.name_for(new, name, old), now_ms()))

        return bool((await self.changes.change(live, judge)).events)

    def _change_host(self, old: str, new: str, name: str) -> None:
        for live in self.memory:
            if live.row.host == old:
                live.row, live.host_name = msgspec.structs.replace(live.row, host=new), name
