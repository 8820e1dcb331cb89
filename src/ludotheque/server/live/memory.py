"""The tables that this process has in memory: a cache of the journal."""

import asyncio
import gc
from collections.abc import Iterator

from ludotheque.server.heap import give_back_memory, map_large_arrays
from ludotheque.server.live.connection import GONE, Connection
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.live.thinkers import Thinkers

# closed connections and dropped tables before a full garbage collection: see `run.collect_rarely`
MANY_GONE = 1000
GIVE_BACK_S = 60.0  # how often freed memory is returned to the system


class Memory:
    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.tables: dict[str, LiveTable] = {}
        self.gone = 0  # connections closed and tables dropped since the last collection

    def start(self, tasks: Tasks) -> None:
        map_large_arrays()
        tasks.repeat(self._give_back, GIVE_BACK_S)

    async def _give_back(self) -> None:
        await asyncio.to_thread(give_back_memory)

    def __iter__(self) -> Iterator[LiveTable]:
        """Yield all tables, including those dropped during the iteration."""
        return iter(list(self.tables.values()))

    def get(self, table: str) -> LiveTable | None:
        return self.tables.get(table)

    def keep(self, live: LiveTable) -> None:
        self.tables[live.id] = live

    def forget(self, live: LiveTable) -> None:
        """Drop a table that nobody is using; it can be rebuilt from the journal."""
        self.gone += 1
        self._drop(live)

    def close(self, live: LiveTable, code: int = GONE) -> None:
        """Drop a table that was deleted or rewritten on disk, and close its connections."""
        live.close(code)
        self._drop(live)

    def _drop(self, live: LiveTable) -> None:
        self.tables.pop(live.id, None)
        live.table.let_go()
        self.thinkers.end_programs(live)

    def connections(self) -> Iterator[Connection]:
        """Yield all connections at all tables."""
        for live in self:
            yield from list(live.connections)

    def connections_of(self, person: str) -> Iterator[Connection]:
        """Yield the connections of a person."""
        return (connection for connection in self.connections() if connection.viewer.person == person)

    def call_again(self, person: str) -> None:
        """Close all connections of a person; browsers reconnect, each as who it is now."""
        for connection in self.connections_of(person):
            connection.cut()

    def show_anew(self, game: str) -> None:
        """Refresh the tables of a game that has just been compiled."""
        for live in self:
            if live.table.game.name == game:
                live.show_anew()

    def tidy_up(self) -> None:
        """Run a full garbage collection once many connections and tables are gone."""
        if self.gone >= MANY_GONE:
            self.gone = 0
            gc.collect()
