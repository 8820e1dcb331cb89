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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from ludotheque.core.errors import LudothequeError
from ludotheque.server.masking import MALFORMED, masked
from ludotheque.server.trouble import Outage

log = logging.getLogger("ludotheque.server")

# docs/decisions.md: Redis carries numbers between processes, never moves
# instead of an event number, and higher than all of them: a process has loaded the table, someone
# came or went, or it was deleted
LOOK_AGAIN = 2**61
REWRITTEN = 2**62  # … or a name was removed from the journal
SESSIONS = "@"  # before a person, instead of a table: some of their sessions have ended, or all if REWRITTEN
EVERYTHING = ""  # instead of a table: news of any table may have been lost
LEASE_S = 6.0  # after a process dies, another takes over its bots and clocks within this time
HERE_S = 30.0  # … and its people count as present for this long
RETRY_S = 1.0
PULSE_S = 2.0  # after this long without news, a message without any finds out whether Redis responds
# docs/decisions.md: A process does not hear its own news, and news gather for 20 ms
GATHER_S = 0.02  # how long news gather after some were sent: a message costs half as much as a move
CONNECTIONS = 16  # to Redis, shared by hundreds of tables
CHANNEL, LEASE, HERE = "ludotheque:news:4", "ludotheque:lease:", "ludotheque:here:"
AT_ONCE = 500  # tables in one call of a script; Redis does nothing else meanwhile

# docs/decisions.md: A process asks Redis about all its tables at once
# Lease each table to the process if it is free or already its own.
LEAD = """
local led = {}
for number, key in ipairs(KEYS) do
  local holder = redis.call('get', key)
  led[number] = (not holder or holder == ARGV[1]) and 1 or 0
  if led[number] == 1 then redis.call('set', key, ARGV[1], 'px', ARGV[2]) end
end
return led
"""
# Replace the persons of the process at each table, and return those of the others.
MEET = """
local process, now, until_, kept_ms, found = ARGV[1] .. ' ', ARGV[2], ARGV[3], ARGV[4], {}
for number, key in ipairs(KEYS) do
  redis.call('zremrangebyscore', key, '-inf', now)
  found[number] = {}
  for _, entry in ipairs(redis.call('zrange', key, 0, -1)) do
    if string.sub(entry, 1, #process) == process then
      redis.call('zrem', key, entry)
    else
      table.insert(found[number], string.match(entry, ' (.*)'))
    end
  end
  for person in string.gmatch(ARGV[4 + number], '%S+') do redis.call('zadd', key, until_, process .. person) end
  redis.call('pexpire', key, kept_ms)
end
return found
"""
# It does not touch the lease of another process.
RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"

Hear = Callable[[str, int], None]


class Bus:
    """The bus of a single process, which leads every table and has nobody to talk to."""

    is_alone = True

    @property
    def is_cut_off(self) -> bool:
        """Return whether no news come from other processes for now."""
        return False

    async def start(self, hear: Hear) -> None:
        """Call `hear(table, seq)` from now on for everything that happens in other processes."""

    async def stop(self) -> None: ...

    def tell(self, table: str, seq: int) -> None:
        """Announce to other processes what has happened up to that event; do not wait."""

    async def leads(self, table: str) -> bool:
        """Return whether this process runs the bots and clocks of the table.

        If no process does, this one starts to.
        """
        return bool(await self.lead([table]))

    async def lead(self, tables: Sequence[str]) -> set[str]:
        """Return those of many tables whose bots and clocks this process runs."""
        return set(tables)

    async def release(self, table: str) -> None:
        """Let another process lead."""

    async def publish_presence(self, table: str, here: set[str]) -> set[str] | None:
        """Announce who is at the table in this process, and return who is in the others.

        None: nobody knows for now.
        """
        return (await self.meet({table: here})).get(table)

    async def meet(self, here: Mapping[str, set[str]]) -> dict[str, set[str]]:
        """Announce who is at many tables in this process, and return who is in the others, for the
        tables of which that is known.
        """
        return {table: set() for table in here}


class RedisBus(Bus):
    """The bus of several processes that communicate through Redis."""

    is_alone = False

    def __init__(self, url: str) -> None:
        from redis import asyncio as redis  # an optional dependency
        from redis.exceptions import RedisError

        pool = redis.BlockingConnectionPool.from_url(
            url, max_connections=CONNECTIONS, decode_responses=True, encoding_errors="replace"
        )
        self.redis: Any = redis.Redis.from_pool(pool)
        self.lost = (RedisError, OSError)
        self.outage = Outage("Redis")
        self.outage.is_told = True
        self.me = secrets.token_hex(8)
        self.news: dict[str, int] = {}  # still to be sent: each table's latest event
        self.is_news = asyncio.Event()
        self.leading: dict[str, float] = {}  # until when each lease is certainly ours, by our own clock
        self.tasks: list[asyncio.Task[None]] = []

    @property
    def is_cut_off(self) -> bool:
        return self.outage.since is not None

    async def start(self, hear: Hear) -> None:
        self.tasks = [asyncio.create_task(self._listen(hear)), asyncio.create_task(self._send())]

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.news:
            with suppress(*self.lost):
                await self._publish()
        for table in list(self.leading):
            await self.release(table)
        await self.redis.connection_pool.disconnect()

    # News

    def tell(self, table: str, seq: int) -> None:
        self.news[table] = max(seq, self.news.get(table, 0))
        self.is_news.set()

    async def _send(self) -> None:
        """Send news; what cannot be sent now is sent later."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.is_news.wait(), PULSE_S)
            try:
                await self._publish()
                await asyncio.sleep(GATHER_S)
            except self.lost as error:
                self.outage.begin(f"Redis is not responding: {error}")
                await asyncio.sleep(RETRY_S)
            except Exception:
                log.exception("sending news to other processes failed")
                await asyncio.sleep(RETRY_S)

    async def _publish(self) -> None:
        """Send all news in one message: to read one takes a process longer than to read many lines.

        The first line says who sends it.
        """
        self.is_news.clear()
        news, self.news = self.news, {}
        try:
            await self.redis.publish(CHANNEL, "\n".join([self.me, *(f"{table} {seq}" for table, seq in news.items())]))
            self.outage.end()
        except Exception:
            for table, seq in news.items():
                self.tell(table, seq)
            raise

    async def _listen(self, hear: Hear) -> None:
        """Listen for news of other processes.

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
                            sender, *lines = message["data"].split("\n")
                            for line in lines if sender != self.me else ():
                                hear_line(line, hear)
            except self.lost as error:
                self.outage.begin(f"Redis is not responding: {error}")
            except Exception:
                log.exception("listening for news of other processes failed")
            await asyncio.sleep(RETRY_S)

    # Leases and presence

    async def lead(self, tables: Sequence[str]) -> set[str]:
        asked = time.monotonic()
        led = {table for table in tables if self.leading.get(table, 0.0) - asked > LEASE_S / 2}
        for some in chunks([table for table in tables if table not in led]):
            keys = [LEASE + table for table in some]
            found = await self._ask(LEAD, keys, self.me, int(1000 * LEASE_S))
            for table, is_ours in zip(some, found or [], strict=bool(found)):
                if is_ours:
                    self.leading[table] = asked + LEASE_S
                    led.add(table)
                else:
                    self.leading.pop(table, None)
        return led

    async def release(self, table: str) -> None:
        if self.leading.pop(table, None) is not None:
            with suppress(*self.lost):
                await self.redis.eval(RELEASE, 1, LEASE + table, self.me)

    async def meet(self, here: Mapping[str, set[str]]) -> dict[str, set[str]]:
        now, elsewhere = time.time(), dict[str, set[str]]()
        for some in chunks(list(here)):
            keys, persons = [HERE + table for table in some], [" ".join(here[table]) for table in some]
            found = await self._ask(MEET, keys, self.me, now, now + HERE_S, int(2000 * HERE_S), *persons)
            elsewhere |= dict(zip(some, map(set, found or []), strict=bool(found)))
        return elsewhere

    async def _ask(self, script: str, keys: list[str], *arguments: str | float) -> list[Any] | None:
        """Return what a script answers, in the order of the keys; None without Redis.

        Nobody waits for it during an outage: `_send` and `_listen` find out when that is over.
        """
        if self.is_cut_off:
            return None
        try:
            found: list[Any] = await self.redis.eval(script, len(keys), *keys, *arguments)
        except self.lost as error:
            self.outage.begin(f"Redis is not responding: {error}")
            return None
        return found


def hear_line(line: str, hear: Hear) -> None:
    """Hear one line of a message; skip it if it is not ours."""
    table, _, seq = line.partition(" ")
    if seq.isascii() and seq.isdigit() and len(seq) <= len(str(REWRITTEN)):
        hear(table, int(seq))
    else:
        log.warning("Redis brought a line that is not ours, which is skipped: %.100r", line)


def chunks(tables: list[str], size: int = AT_ONCE) -> Iterator[list[str]]:
    """Yield tables in portions."""
    return (tables[start : start + size] for start in range(0, len(tables), size))


def check_redis(url: str) -> None:
    """Refuse a malformed address, or any address if the driver is missing."""
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise LudothequeError("a Redis URL must look like redis://HOST, not {url!r}", url=masked(url))
    if url and find_spec("redis") is None:
        raise LudothequeError("running several processes needs a Redis driver: pip install 'ludotheque[hosting]'")
    if url:
        from redis.asyncio import ConnectionPool, RedisError

        try:
            ConnectionPool.from_url(url).make_connection()  # it connects later
        except (RedisError, TypeError, ValueError) as error:
            raise LudothequeError(MALFORMED, url=masked(url)) from error


def bus_of(url: str) -> Bus:
    return RedisBus(url) if url else Bus()
