"""What the processes of one server tell each other: that something has happened at a table, who looks at it, and which of them runs its bots and clocks.

Only numbers travel, never what has happened: that is in the journal, which everybody reads. So a message that is lost costs time, not a move; and if two processes ever took the
same bot's turn, the journal would let one of them.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from ludotheque.core.errors import LudothequeError

log = logging.getLogger("ludotheque.server")

LOOK_AGAIN = 0  # instead of the number of an event: somebody came or went, or the table is deleted
REWRITTEN = 2**62  # … or a name was taken out of the journal; no event has a higher number
EVERYTHING = ""  # instead of a table: news may have been lost, on all of them
LEASE_S = 6.0  # a process that has died runs bots and clocks for so long; then another takes them
HERE_S = 30.0  # … and its people count as present for so long
RETRY_S = 1.0
CHANNEL, LEASE, HERE = "ludotheque:news", "ludotheque:lease:", "ludotheque:here:"

# Both do nothing to the lease of another process.
LEAD = """
if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end
if redis.call('set', KEYS[1], ARGV[1], 'nx', 'px', ARGV[2]) then return 1 end
return 0
"""
RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"

Hear = Callable[[str, int], None]


class Bus:
    """One process alone: it leads everywhere, and there is nobody to talk to."""

    is_alone = True

    async def start(self, hear: Hear) -> None:
        """From now on `hear(table, seq)` is called for whatever happens elsewhere."""

    async def stop(self) -> None: ...

    def tell(self, table: str, seq: int) -> None:
        """Something has happened here, up to that event. Nobody waits for it."""

    async def leads(self, table: str) -> bool:  # noqa: ARG002 (alone one leads everywhere)
        """Does this process run the bots and clocks of the table? If nobody does, it does from now on."""
        return True

    async def release(self, table: str) -> None:
        """Somebody else may lead."""

    async def meet(self, table: str, here: set[str]) -> set[str]:  # noqa: ARG002
        """These people look at the table in this process; the answer: who looks at it in others."""
        return set()


class RedisBus(Bus):
    is_alone = False

    def __init__(self, url: str) -> None:
        from redis import asyncio as redis  # for those who use it
        from redis.exceptions import RedisError

        self.redis: Any = redis.from_url(url, decode_responses=True)
        self.lost = (RedisError, OSError)
        self.me = secrets.token_hex(8)
        self.news: dict[str, int] = {}  # still to be told: of each table the latest
        self.is_news = asyncio.Event()
        self.leading: dict[str, float] = {}  # until when each lease is certainly ours, by our own clock
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self, hear: Hear) -> None:
        self.tasks = [asyncio.create_task(self._listen(hear)), asyncio.create_task(self._send())]

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for table in list(self.leading):
            await self.release(table)
        await self.redis.connection_pool.disconnect()

    # News

    def tell(self, table: str, seq: int) -> None:
        self.news[table] = max(seq, self.news.get(table, LOOK_AGAIN))
        self.is_news.set()

    async def _send(self) -> None:
        """Whatever cannot be told now is told later."""
        while True:
            await self.is_news.wait()
            self.is_news.clear()
            news, self.news = self.news, {}
            try:
                async with self.redis.pipeline(transaction=False) as pipeline:
                    for table, seq in news.items():
                        pipeline.publish(CHANNEL, f"{table} {seq}")
                    await pipeline.execute()
            except self.lost as error:
                log.warning("Redis does not answer: %s", error)
                for table, seq in news.items():
                    self.tell(table, seq)
                await asyncio.sleep(RETRY_S)

    async def _listen(self, hear: Hear) -> None:
        """After a pause nobody knows what has been missed: every table is looked at."""
        while True:
            try:
                async with self.redis.pubsub() as inbox:
                    await inbox.subscribe(CHANNEL)
                    async for message in inbox.listen():
                        if message["type"] == "subscribe":
                            hear(EVERYTHING, LOOK_AGAIN)
                        else:
                            table, _, seq = message["data"].partition(" ")
                            hear(table, int(seq))
            except self.lost as error:
                log.warning("Redis does not answer: %s", error)
            await asyncio.sleep(RETRY_S)

    # Who does what, who is where

    async def leads(self, table: str) -> bool:
        asked = time.monotonic()
        if self.leading.get(table, 0.0) - asked > LEASE_S / 2:
            return True
        try:
            is_ours = await self.redis.eval(LEAD, 1, LEASE + table, self.me, int(1000 * LEASE_S))
        except self.lost as error:
            log.warning("Redis does not answer: %s", error)
            return False
        if is_ours:
            self.leading[table] = asked + LEASE_S
        else:
            self.leading.pop(table, None)
        return bool(is_ours)

    async def release(self, table: str) -> None:
        if self.leading.pop(table, None) is not None:
            with suppress(*self.lost):
                await self.redis.eval(RELEASE, 1, LEASE + table, self.me)

    async def meet(self, table: str, here: set[str]) -> set[str]:
        key, now = HERE + table, time.time()
        try:
            async with self.redis.pipeline(transaction=True) as pipeline:
                pipeline.zremrangebyscore(key, "-inf", now)
                pipeline.zrange(key, 0, -1)
                if here:
                    pipeline.zadd(key, {f"{self.me} {person}": now + HERE_S for person in here})
                pipeline.pexpire(key, int(2000 * HERE_S))
                _, known, *_ = await pipeline.execute()
            pairs = [entry.partition(" ")[::2] for entry in known]
            gone = [f"{process} {person}" for process, person in pairs if process == self.me and person not in here]
            if gone:
                await self.redis.zrem(key, *gone)
        except self.lost as error:
            log.warning("Redis does not answer: %s", error)
            return set()
        return {person for process, person in pairs if process != self.me}


def check_redis(url: str) -> None:
    """Refuse what cannot be meant."""
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise LudothequeError("Redis is written redis://HOST, not {url!r}", url=url)
    if url and find_spec("redis") is None:
        raise LudothequeError("several processes need a driver for Redis: pip install 'ludotheque[hosting]'")


def bus_of(url: str) -> Bus:
    return RedisBus(url) if url else Bus()
