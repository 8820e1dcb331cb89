"""Background tasks, whose errors are logged."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from ludotheque.server.trouble import Trouble

log = logging.getLogger("ludotheque.server")

Work = Coroutine[Any, Any, None]


class Tasks:
    def __init__(self) -> None:
        self.running: set[asyncio.Task[None]] = set()

    def spawn(self, work: Work) -> asyncio.Task[None]:
        """Start a task and return it."""
        task = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.running.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Trouble):
            log.error("a task of the server failed", exc_info=error)

    def repeat(self, work: Callable[[], Work], pause_s: float) -> None:
        """Run something repeatedly, with pauses."""
        self.spawn(self._repeat(work, pause_s))

    async def _repeat(self, work: Callable[[], Work], pause_s: float) -> None:
        """Keep going after errors: a database that was away may be back the next time."""
        while True:
            await asyncio.sleep(pause_s)
            try:
                await work()
            except Trouble:
                pass  # it has already been logged
            except Exception:
                log.exception("a task of the server failed")

    async def stop(self) -> None:
        for task in self.running:
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
