"""Answers that many visitors share: each is read once a second at most, however many ask."""

import asyncio
import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from litestar.types import Message, Scope

T = TypeVar("T")

KEPT_S = 1.0  # how long an answer is kept for others who ask
SAFE = ("GET", "HEAD", "OPTIONS")  # methods that change nothing


# docs/decisions.md: Lists that everybody sees are read once a second
class Shared:
    def __init__(self) -> None:
        self.readings: dict[Hashable, tuple[float, asyncio.Task[Any]]] = {}  # when each began

    async def get(self, key: Hashable, read: Callable[[], T]) -> T:
        """Return what `read` found a second ago at most; it runs in a thread, once for all."""
        now = time.monotonic()
        begun, reading = self.readings.get(key, (now, None))
        if reading is None or (reading.done() and now - begun > KEPT_S):
            self._drop_old(now)
            reading = asyncio.create_task(asyncio.to_thread(read))
            self.readings[key] = now, reading
        found: T = await asyncio.shield(reading)
        return found

    def _drop_old(self, now: float) -> None:
        for key in [key for key, (begun, task) in self.readings.items() if task.done() and now - begun > KEPT_S]:
            del self.readings[key]

    async def forget_after(self, message: Message, scope: Scope) -> None:
        """Forget everything before a change is answered, so that it shows in the next list."""
        if message["type"] == "http.response.start" and scope.get("method") not in SAFE:
            self.readings.clear()
