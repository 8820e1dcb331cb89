"""The server's health: whether its database is writable."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from ludotheque.server.journal import Journal
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.store import Store

PATIENCE_S = 0.8  # a client is answered within a second even if the database hangs
FRESH_S = 1.0  # how long an answer is cached
LOOK_S = 2.0  # how often to retry a database that is not responding


class Health:
    """Checks the database in a separate thread, so that nothing else waits if it hangs."""

    def __init__(self, store: Store, journal: Journal) -> None:
        self.store, self.journal = store, journal
        self.thread = ThreadPoolExecutor(1, "health")
        self.trial: asyncio.Future[bool] | None = None
        self.tried = 0.0

    def start(self, tasks: Tasks) -> None:
        self.store.database.outage.is_told = True
        tasks.repeat(self._look, LOOK_S)

    async def _look(self) -> None:
        if self.store.database.outage.since is not None:
            await self.is_well()

    async def is_well(self) -> bool:
        """Return whether the database is writable and the journal's writer is alive."""
        if self.trial is None or (self.trial.done() and time.monotonic() - self.tried >= FRESH_S):
            self.trial = asyncio.wrap_future(self.thread.submit(self._try))
        await asyncio.wait([self.trial], timeout=PATIENCE_S)
        return self.trial.done() and self.trial.result() and self.journal.thread.is_alive()

    def _try(self) -> bool:
        try:
            self.store.give_sign()
        except Exception:
            return False
        finally:
            self.tried = time.monotonic()
        self.store.database.outage.end()
        return True

    def stop(self) -> None:
        self.thread.shutdown(wait=False)
