"""Beginning and ending sessions in all processes; connections of ended sessions are closed."""

import asyncio

from ludotheque.server.bus import LOOK_AGAIN, REWRITTEN, SESSIONS, Bus
from ludotheque.server.live.memory import Memory
from ludotheque.server.sessions import Session
from ludotheque.server.store import Store


class Logins:
    def __init__(self, store: Store, bus: Bus, memory: Memory) -> None:
        self.store, self.bus, self.memory = store, bus, memory

    async def is_good(self, session: Session) -> bool:
        return await asyncio.to_thread(self.store.sessions.is_good, session.person, session.key, session.is_old)

    async def note(self, session: Session, password: str | None = None) -> None:
        """Store a session or note that it is still used; `password` is the hash that opened it."""
        await asyncio.to_thread(self.store.sessions.note, session.person, session.key, password)

    async def renew(self, session: Session, fresh: Session) -> bool:
        """Note that a session is still used, now as `fresh`; return False if it has ended."""
        keys = session.key, fresh.key
        return await asyncio.to_thread(self.store.sessions.renew, session.person, *keys, session.is_old)

    async def end(self, session: Session) -> None:
        await asyncio.to_thread(self.store.sessions.end, session.key)
        await self._announce(session.person)

    async def end_all(self, person: str, but: Session | None = None) -> None:
        """End all sessions of a person except the one that begins now."""
        await asyncio.to_thread(self.store.sessions.end_all, person)
        if but is not None:
            await self.note(but)
        await self._announce(person)

    async def _announce(self, person: str) -> None:
        await self.cut_off(person)
        self.bus.tell(SESSIONS + person, LOOK_AGAIN)

    def cut_everywhere(self, person: str) -> None:
        """Close all connections of a person who is being forgotten, in all processes.

        A guest's session is valid as long as its cookie, so nobody asks whether theirs are.
        """
        self.memory.call_again(person)
        self.bus.tell(SESSIONS + person, REWRITTEN)

    async def cut_off(self, person: str = "") -> None:
        """Close the connections of sessions that have ended, of one person or of all."""
        for connection in list(self.memory.connections_of(person) if person else self.memory.connections()):
            if connection.session is not None and not await self.is_good(connection.session):
                connection.cut()
