"""Visits: people connect to a table, take a chair, and leave."""

import asyncio
from functools import partial

from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.clock import now_ms
from ludotheque.server.live.changes import Changes
from ludotheque.server.live.connection import Connection
from ludotheque.server.live.memory import Memory
from ludotheque.server.live.neighbors import Neighbors
from ludotheque.server.live.table import LiveTable
from ludotheque.server.people import guest_name
from ludotheque.server.store import Store
from ludotheque.server.text import NOT_FOR_GUESTS, REFUSALS
from ludotheque.table.made import Outcome, Sitter
from ludotheque.table.protocol import Refused
from ludotheque.table.table import Table


class Visits:
    def __init__(self, store: Store, memory: Memory, changes: Changes, neighbors: Neighbors) -> None:
        self.store, self.memory, self.changes, self.neighbors = store, memory, changes, neighbors

    async def may_watch(self, live: LiveTable, person: str) -> bool:
        if live.is_known_to(person) or live.is_sealed:
            return live.is_known_to(person)
        return await asyncio.to_thread(self.store.tables.is_watcher, live.id, person)

    async def enter(self, live: LiveTable, connection: Connection) -> None:
        """Connect a person to a table; a bot that played for them hands their seat back."""
        await self.look_up_name(live, connection)
        live.add(connection)
        self.changes.wake(live)  # bots rest while nobody is connected
        for seat in live.seats_of(connection.viewer.person):
            await self.changes.change(live, partial(hand_back, live.table, seat))
        if live.is_closed:  # in the meantime
            connection.cut()
        self.neighbors.announce_presence(live)

    async def look_up_name(self, live: LiveTable, connection: Connection) -> None:
        """Update a viewer's name, which may have changed since they connected."""
        viewer = connection.viewer
        known = await asyncio.to_thread(self.store.people.name_of, viewer.person)
        viewer.name = live.name_for(viewer.person, known or guest_name(viewer.person, viewer.language))

    def leave(self, live: LiveTable, connection: Connection) -> None:
        live.remove(connection)
        self.neighbors.announce_presence(live)
        self.memory.gone += 1

    async def sit(self, live: LiveTable, token: str | None, person: str, name: str, pawn: str = "") -> int:
        """Take a chair, and return its seat.

        If the game begins with it, the seat may get another number.
        """
        if live.row.is_rated and await asyncio.to_thread(self.store.accounts.name_of, person) is None:
            raise HttpRefusal(403, "table/rated_guest", NOT_FOR_GUESTS)

        def judge() -> Outcome:
            return live.table.sit(Sitter(free_seat(live, token), person, live.name_for(person, name), pawn), now_ms())

        outcome = await self.changes.change(live, judge)
        if not outcome.events:
            code = outcome.reply.code if isinstance(outcome.reply, Refused) else ""
            raise HttpRefusal(409, code or "seat/taken", REFUSALS.get(code, N_("That seat is already taken.")))
        return live.seats_of(person)[0]


def hand_back(table: Table, seat: int) -> Outcome:
    return Outcome(table.hand_back(seat, now_ms()))


def free_seat(live: LiveTable, token: str | None) -> int:
    """Return the free seat that a token opens, or refuse."""
    seat = live.free_seat(token)
    if seat is None:
        message = N_("There is no free seat for you at this table, or this invitation has already been used.")
        raise HttpRefusal(403, "seat/not_free", message)
    return seat
