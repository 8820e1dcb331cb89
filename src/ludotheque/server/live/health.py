"""The server's health: whether its database is writable, and still where it was."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from ludotheque.server.database import Database, Sqlite
from ludotheque.server.journal import Journal
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.store import Store

PATIENCE_S = 0.8  # a client is answered within a second even if the database hangs
FRESH_S = 1.0  # how long an answer is cached
LOOK_S = 2.0  # how often to retry a database that is not responding, and to see whether its file is still there
MOVED = "the database %s was moved or deleted, and the server still writes to it: put it back, or stop the server"


class Health:
    """Checks the database in a separate thread, so that nothing else waits if it hangs."""

    def __init__(self, store: Store, journal: Journal) -> None:
        self.store, self.journal = store, journal
        self.file = file_of(store.database)
        self.thread = ThreadPoolExecutor(1, "health")
        self.trial: asyncio.Future[bool] | None = None
        self.tried = 0.0

    def start(self, tasks: Tasks) -> None:
        self.store.database.outage.is_told = True
        tasks.repeat(self._look, LOOK_S)

    async def _look(self) -> None:
        if self.store.database.outage.since is not None or await asyncio.to_thread(self._is_moved):
            await self.is_well()

    async def is_well(self) -> bool:
        """Return whether the database is writable and the journal's writer is alive."""
        if self.trial is None or (self.trial.done() and time.monotonic() - self.tried >= FRESH_S):
            self.trial = asyncio.wrap_future(self.thread.submit(self._try))
        await asyncio.wait([self.trial], timeout=PATIENCE_S)
        return self.trial.done() and self.trial.result() and self.journal.thread.is_alive()

    def _try(self) -> bool:
        database = self.store.database
        try:
            if self._is_moved():
                database.outage.begin(MOVED % database.where)
                return False
            self.store.give_sign()
        except Exception:
            return False
        finally:
            self.tried = time.monotonic()
        database.outage.end()
        return True

    def _is_moved(self) -> bool:
        """Return whether the database's file is gone, or another file has taken its place."""
        return file_of(self.store.database) != self.file

    def stop(self) -> None:
        self.thread.shutdown(wait=False)


def file_of(database: Database) -> tuple[int, int] | None:
    """Return which file is at a database's path; None if there is none, as with PostgreSQL."""
    try:
        found = database.file.stat() if isinstance(database, Sqlite) else None
    except OSError:
        return None
    return found and (found.st_dev, found.st_ino)
