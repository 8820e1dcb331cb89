"""The messages between the processes of one server.

Processes announce that something has happened at a table, who is watching it, and which of them
runs its bots and clocks.

Messages carry only event numbers: the events themselves are in the journal, which every process
reads. So a lost message costs time, not a move; and if two processes ever took the same bot's turn,
the journal would accept only one of them.
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
from ludotheque.server.trouble import Outage

log = logging.getLogger("ludotheque.server")

# docs/decisions.md: Redis carries numbers between processes, never moves
LOOK_AGAIN = 0  # instead of an event number: someone came or went, or the table was deleted
REWRITTEN = 2**62  # … or a name was removed from the journal; no event has a higher number
SESSIONS = "@"  # before a person, instead of a table: some of their sessions have ended
EVERYTHING = ""  # instead of a table: news of any table may have been lost
LEASE_S = 6.0  # after a process dies, another takes over its bots and clocks within this time
HERE_S = 30.0  # … and its people count as present for this long
RETRY_S = 1.0
CONNECTIONS = 16  # to Redis, shared by hundreds of tables
CHANNEL, LEASE, HERE = "ludotheque:news:2", "ludotheque:lease:", "ludotheque:here:"

# Neither script touches the lease of another process.
LEAD = """
if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end
if redis.call('set', KEYS[1], ARGV[1], 'nx', 'px', ARGV[2]) then return 1 end
return 0
"""
RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"

Hear = Callable[[str, int], None]


class Bus:
    """The bus of a single process, which leads every table and has nobody to talk to."""

    is_alone = True

    async def start(self, hear: Hear) -> None:
        """Call `hear(table, seq)` from now on for everything that happens in other processes."""

    async def stop(self) -> None: ...

    def tell(self, table: str, seq: int) -> None:
        """Announce to other processes what has happened up to that event; do not wait."""

    async def leads(self, table: str) -> bool:  # noqa: ARG002 (a single process leads every table)
        """Return whether this process runs the bots and clocks of the table.

        If no process does, this one starts to.
        """
        return True

    async def release(self, table: str) -> None:
        """Let another process lead."""

    async def publish_presence(self, table: str, here: set[str]) -> set[str]:  # noqa: ARG002
        """Announce who is at the table in this process, and return who is in the others."""
        return set()


class RedisBus(Bus):
    """The bus of several processes that communicate through Redis."""

    is_alone = False

    def __init__(self, url: str) -> None:
        from redis import asyncio as redis  # an optional dependency
        from redis.exceptions import RedisError

        pool = redis.BlockingConnectionPool.from_url(url, max_connections=CONNECTIONS, decode_responses=True)
        self.redis: Any = redis.Redis.from_pool(pool)
        self.lost = (RedisError, OSError)
        self.outage = Outage("Redis")
        self.outage.is_told = True
        self.me = secrets.token_hex(8)
        self.news: dict[str, int] = {}  # still to be sent: each table's latest event
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
        """Send news; what cannot be sent now is sent later."""
        while True:
            await self.is_news.wait()
            self.is_news.clear()
            news, self.news = self.news, {}
            try:
                # in one message: to read a message takes a process longer than to read many lines
                await self.redis.publish(CHANNEL, "\n".join(f"{table} {seq}" for table, seq in news.items()))
                self.outage.end()
            except self.lost as error:
                self.outage.begin(f"Redis is not responding: {error}")
                for table, seq in news.items():
                    self.tell(table, seq)
                await asyncio.sleep(RETRY_S)

    async def _listen(self, hear: Hear) -> None:
        """Listen for news.

        After an interruption it is unknown what was missed, so every table is checked.
        """
        while True:
            try:
                async with self.redis.pubsub() as inbox:
                    await inbox.subscribe(CHANNEL)
                    async for message in inbox.listen():
                        if message["type"] == "subscribe":
                            self.outage.end()
                            hear(EVERYTHING, LOOK_AGAIN)
                        else:
                            for line in message["data"].split("\n"):
                                table, _, seq = line.partition(" ")
                                hear(table, int(seq))
            except self.lost as error:
                self.outage.begin(f"Redis is not responding: {error}")
            await asyncio.sleep(RETRY_S)

    # Leases and presence

    async def leads(self, table: str) -> bool:
        asked = time.monotonic()
        if self.leading.get(table, 0.0) - asked > LEASE_S / 2:
            return True
        try:
            is_ours = await self.redis.eval(LEAD, 1, LEASE + table, self.me, int(1000 * LEASE_S))
        except self.lost as error:
            self.outage.begin(f"Redis is not responding: {error}")
            return False
        self.outage.end()
        if is_ours:
            self.leading[table] = asked + LEASE_S
        else:
            self.leading.pop(table, None)
        return bool(is_ours)

    async def release(self, table: str) -> None:
        if self.leading.pop(table, None) is not None:
            with suppress(*self.lost):
                await self.redis.eval(RELEASE, 1, LEASE + table, self.me)

    async def publish_presence(self, table: str, here: set[str]) -> set[str]:
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
            self.outage.begin(f"Redis is not responding: {error}")
            return set()
        return {person for process, person in pairs if process != self.me}


def check_redis(url: str) -> None:
    """Refuse a malformed address, or any address if the driver is missing."""
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise LudothequeError("a Redis URL must look like redis://HOST, not {url!r}", url=url)
    if url and find_spec("redis") is None:
        raise LudothequeError("running several processes needs a Redis driver: pip install 'ludotheque[hosting]'")


def bus_of(url: str) -> Bus:
    return RedisBus(url) if url else Bus()
