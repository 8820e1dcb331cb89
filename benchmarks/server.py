"""The web server under load: durable moves a second, the time from a click to the other viewer's
message, sizes, memory.

    python benchmarks/server.py [DATABASE-URL] [PART …]

The server is a process of its own on a loopback port, the load another one. People sit at tables of
Sarena, two a table, each on a websocket that compresses as browsers do, and click one of the
gestures that they were sent. Then people sit at timed tables of Dream Runners, two and a bot a
table, and lay segments out while the hourglass runs. It ends by itself after about two minutes (a
few more in a fresh clone, where the games have to be compiled first), prints a table, and writes
the same as JSON to benchmarks/results. boardgame.io, from npm, is put under the same load, with a
game that only counts; our server plays that game as well (benchmarks/counting), so that the two are
compared doing the same. Two processes are measured where PostgreSQL and Redis are installed. Where
parts are named (flood, counting, boardgame.io, processes, counting-processes, offer, bots, busy,
draft, idle), only those are measured, and nothing is written; the ratios to boardgame.io are
printed if it is among them.
"""

import asyncio
import base64
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import zlib
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import date
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any, Self

import msgspec

sys.path.insert(0, str(Path(__file__).parent))

from slow_motion import children_of, cpu_s, cpu_s_of, idle_s, slowed, wait_until_calm

ROOT = Path(__file__).parent.parent
GAME, COUNTING = "sarena", "counting"
TABLES = 200
SPARES = 4  # tables that each pair of people plays one after the other
OFFERED = 1000  # moves a second
BUSY_OFFERED = 100  # … while everything else is going on as well
SECONDS = 6.0  # of each measurement, after one to warm up
WARM_S = 1.0
LOOK_S = 0.02  # how often the server looks whether its event loop lags
IDLE_TABLES = 1000
DRAFT_GAME, DRAFT_OPTIONS = "dream_runners", {"pace": "sand"}
DRAFT_TABLES = 50
DRAFTED = 200  # drafts a second, of all tables: each person lays something out or takes it up again twice a second
MOST_LAID = 3  # segments, then they are all taken back
COMPILED = "meandres"  # while people play
BOARDGAME_IO = "boardgame.io@0.50.2"  # the same load on the usual program of the field, from npm
KEY = b"\x00" * 4  # a mask that changes nothing
PING, PONG = 9, 0x8A  # a frame's kind; a whole frame's first byte
RIVAL, PROCESSES, COUNTING_PROCESSES = "boardgame.io", "processes", "counting-processes"
PARTS = ("flood", COUNTING, RIVAL, PROCESSES, COUNTING_PROCESSES, "offer", "bots", "busy", "draft", "idle")
FLOODS = {"flood": GAME, COUNTING: COUNTING}  # what is played
SEVERAL = 2  # processes
PATIENCE_S = 240.0  # for anything that another process is to say; then it is killed
STOPPING_S = 20.0
SLOW_S = 12.0  # of a measurement in slow motion
PROGRAMS = {"postgresql": "postgres", "redis": "redis-server"}  # that several processes share


# The server's process


async def serve(database: str, redis: str = "") -> None:
    """Says its address, then a line of figures whenever it is asked by a signal."""
    from ludotheque.server import compiled

    is_compiled = compiled.use()
    from ludotheque.server import run
    from ludotheque.server.limits import Limits
    from ludotheque.server.settings import Settings

    listening = run.listen("127.0.0.1", 0)
    run.collect_rarely()
    run.switch_often()
    limits = Limits(posts_at_once=1_000_000)
    server = run.make_server(Settings(database=database, redis=redis, limits=limits, bot_pause_s=0))
    lags: list[float] = []

    def report() -> None:
        rss = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        lag = {"lag_p99_ms": 1e3 * part(lags, 0.99), "lag_max_ms": 1e3 * max(lags, default=0.0)}
        times = {"cpu_s": time.process_time(), "loop_s": time.thread_time()}
        print(json.dumps({"rss": rss, "is_compiled": is_compiled, **times, **lag}), flush=True)
        lags.clear()

    async def watch() -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(LOOK_S)
            lags.append(time.perf_counter() - begun - LOOK_S)

    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, report)
    watching = None if redis else asyncio.create_task(watch())  # several processes are not asked for lags
    print(run.address(listening, "127.0.0.1"), flush=True)
    await server.serve(sockets=[listening])
    if watching is not None:
        watching.cancel()


def part(values: list[float], share: float) -> float:
    """The value that this share of all lies below."""
    return sorted(values)[int(share * (len(values) - 1))] if values else 0.0


# Tables, made behind the server's back: a browser would take four requests for each


class Maker:
    def __init__(self, database: str) -> None:
        from ludotheque.server.database import database_of
        from ludotheque.server.sessions import Seal
        from ludotheque.server.store import Store

        self.store = Store(database_of(database))
        self.seal = Seal(self.store.secrets, is_secure=False)

    def table(self, *kinds: str, game: str = GAME, **options: str) -> tuple[str, list[str]]:
        """A table, and the cookies of the people at it. A kind is a bot's level, or "you"."""
        from ludotheque.core import registry
        from ludotheque.core.chance import secret_key
        from ludotheque.server import people
        from ludotheque.server.sessions import COOKIE, new_session
        from ludotheque.server.store import Seat, TableRow
        from ludotheque.table.events import BOT, PERSON, Chair, Config

        persons = [people.new_id() for _ in kinds]
        for person in persons:
            self.store.people.remember(person, "Guest")
        chairs = [
            Chair(PERSON, f"P{seat}", person=persons[seat]) if kind == "you" else Chair(BOT, kind, level=kind)
            for seat, kind in enumerate(kinds)
        ]
        seats = [Seat(seat, chair.kind, chair.person or None) for seat, chair in enumerate(chairs)]
        rules_version = registry.load(game).rules_version
        config = msgspec.json.encode(Config(game, chairs, options, rules_version=rules_version))
        row = TableRow(
            people.new_table_id(), game, config, secret_key(), persons[0], False, False, people.new_token(), None, seats
        )
        self.store.tables.add(row)
        return row.id, [f"{COOKIE}={self.seal.write(new_session(person))}" for person in persons]


# The load


class Message(msgspec.Struct):
    """What a player reads of a message."""

    type: str
    seq: int = 0
    status: str = ""
    gestures: dict[str, Any] | None = None
    draft: dict[str, Any] | None = None
    sand: dict[str, int] | None = None
    can_ready: bool = False
    code: str = ""
    set: dict[str, Any] = {}


READ = ("status", "gestures", "draft", "sand")  # of a table
decode = msgspec.json.Decoder(Message).decode


def first_leaf(trie: Any) -> int:
    while not isinstance(trie, int):
        trie = next(iter(trie.values()))
    return trie


class Connection(asyncio.Protocol):
    """A websocket, as thin as can be."""

    def __init__(self, path: str, cookie: str, hear: Any) -> None:
        self.path, self.cookie, self.hear = path, cookie, hear
        self.buffer, self.is_open = bytearray(), asyncio.get_running_loop().create_future()
        self.inflate = zlib.decompressobj(-15)
        self.bytes = self.messages = 0
        self.is_wanted = True
        self.last = Message("table")

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        nonce = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {self.path} HTTP/1.1",
            "Host: localhost",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {nonce}",
        ]
        lines += [
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
            f"Cookie: {self.cookie}",
            "",
            "",
        ]
        transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.is_open.done():
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), bytes(head)
            self.buffer = bytearray(rest)
            self.is_open.set_result(None)
        while (frame := self.next_frame()) is not None:
            self.hear(self, self.whole(decode(frame)))

    def whole(self, message: Message) -> Message:
        """An update names what has changed; the rest is as it was."""
        if message.type == "update":
            for name in READ:
                setattr(message, name, message.set.get(name, getattr(self.last, name)))
        if message.type in ("table", "update"):
            self.last = message
        return message

    def next_frame(self) -> bytes | None:
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + length:
            return None
        head, frame = buffer[0], bytes(buffer[start : start + length])
        del buffer[: start + length]
        if head & 15 == PING:  # a client that does not answer is taken for dead
            self.transport.write(bytes((PONG, 128 | length)) + KEY + frame)
        if head & 15 > 2:
            return b'{"type":"control"}'
        self.bytes += start + length
        self.messages += 1
        return self.inflate.decompress(frame + b"\x00\x00\xff\xff") if head & 64 else frame

    def send(self, message: Any) -> None:
        data = msgspec.json.encode(message)
        head = bytes([129, 128 | len(data)]) if len(data) < 126 else bytes([129, 254]) + len(data).to_bytes(2, "big")
        self.transport.write(head + KEY + data)

    def connection_lost(self, error: Exception | None) -> None:
        if self.is_wanted:
            raise SystemExit(f"the server hung up: {error}")

    def hang_up(self) -> None:
        self.is_wanted = False
        self.transport.abort()


class Pair:
    """Two people at a table, then at the next.

    Clicks wait until the one before them is shown; time counts from when they were wanted.
    """

    def __init__(self, load: "Load", tables: list[tuple[str, list[str]]]) -> None:
        self.load, self.tables = load, tables
        self.lines: list[list[Connection]] = []
        self.clicks: deque[float] = deque()
        self.at = -1

    async def connect(self) -> None:
        for table, cookies in self.tables:
            self.lines.append([await self.load.line(f"/ws/{table}", cookie, self.hear) for cookie in cookies])
        self.next_table()

    def next_table(self) -> None:
        self.at += 1
        self.waiting: tuple[int, int, int] | None = None  # seat, seq, action: what may be clicked
        self.asked: tuple[int, int, float] | None = None  # seat, seq and time of the click that is on its way
        if self.at < len(self.lines):
            for line in self.lines[self.at]:
                line.send({"type": "sync"})

    def hear(self, line: Connection, message: Message) -> None:
        if message.type == "refused":
            raise SystemExit(f"refused: {message}")
        if message.type not in ("table", "update") or self.at >= len(self.lines) or line not in self.lines[self.at]:
            return
        seat = self.lines[self.at].index(line)
        if self.asked is not None and seat != self.asked[0] and message.seq > self.asked[1]:
            self.load.shown(self.asked[2])
            self.asked = None
        if message.status == "over":
            self.next_table()
        elif message.gestures:
            self.waiting = seat, message.seq, first_leaf(message.gestures)
            self.act()

    def click(self, at: float) -> None:
        self.clicks.append(at)
        self.act()

    def act(self) -> None:
        if self.waiting is None or self.asked is not None or not (self.clicks or self.load.is_closed_loop):
            return
        seat, seq, action = self.waiting
        self.asked, self.waiting = (seat, seq, self.clicks.popleft() if self.clicks else time.perf_counter()), None
        self.lines[self.at][seat].send(
            {"type": "act", "id": f"{seat}-{seq}", "seen": seq, "seat": seat, "actions": [action]}
        )


class Drafter:
    """Somebody who lays out what can be laid, up to a few segments, takes it all back, and begins
    again. Time counts until the update that shows it.
    """

    def __init__(self, load: "Load", seat: int) -> None:
        self.load, self.seat = load, seat
        self.laid: list[int] = []
        self.next: int | None = None  # what may be laid now
        self.clicks: deque[float] = deque()
        self.asked: float | None = None  # when the click was wanted that is on its way
        self.is_shown = False
        self.is_ready = False  # it has said so, and was not heard yet
        self.has_seen_sand = False  # it may have run out since, where tables are slow to come

    async def sit(self, table: str, cookie: str) -> None:
        self.line = await self.load.line(f"/ws/{table}", cookie, self.hear)
        self.line.send({"type": "sync"})

    def hear(self, _: Connection, message: Message) -> None:
        if message.type == "refused":
            raise SystemExit(f"refused: {message}")
        if message.type not in ("table", "update"):
            return
        self.is_shown = True
        if message.can_ready and not self.is_ready:
            self.line.send({"type": "ready", "seat": self.seat})
        self.is_ready = message.can_ready
        if message.draft is None:
            return
        self.has_seen_sand |= message.sand is not None
        if message.draft["actions"] == self.laid:  # else it tells what somebody else has done, before our own
            self.next = (
                first_leaf(message.gestures["pick"]) if message.gestures and "pick" in message.gestures else None
            )
            if self.asked is not None:
                self.load.shown(self.asked)
                self.asked = None
            self.act()

    def click(self, at: float) -> None:
        self.clicks.append(at)
        self.act()

    def act(self) -> None:
        if self.asked is not None or not self.clicks:
            return
        self.asked = self.clicks.popleft()
        self.laid = [] if self.next is None or len(self.laid) >= MOST_LAID else [*self.laid, self.next]
        self.line.send({"type": "draft", "id": "d", "seat": self.seat, "actions": self.laid})


def is_begun(request: urllib.request.Request) -> bool:
    """Ask for an analysis, and say whether it is being made."""
    try:
        with urllib.request.urlopen(request) as answer:
            return bool(answer.status in (200, 202))
    except urllib.error.HTTPError:
        return False


async def wait_for_it(request: urllib.request.Request) -> None:
    """Ask for an analysis again and again, as the page does: it rests when nobody waits for it."""
    while True:
        await asyncio.to_thread(is_begun, request)
        await asyncio.sleep(1)


class Load:
    def __init__(self, address: str, tables: int = TABLES, seconds: float = SECONDS) -> None:
        self.port, self.tables, self.seconds = int(address.rpartition(":")[2]), tables, seconds
        self.lines: list[Connection] = []
        self.is_closed_loop = False
        self.times: list[float] = []

    async def line(self, path: str, cookie: str, hear: Any) -> Connection:
        _, line = await asyncio.get_running_loop().create_connection(
            lambda: Connection(path, cookie, hear), "127.0.0.1", self.port
        )
        self.lines.append(line)  # first: it may be cancelled while it waits, and hang up later
        await line.is_open
        return line

    def shown(self, clicked: float) -> None:
        self.times.append(time.perf_counter() - clicked)

    def hang_up(self) -> None:
        for line in self.lines:
            line.hang_up()
        self.lines.clear()

    async def pairs(self, maker: Maker, game: str = GAME) -> list[Pair]:
        made = [Pair(self, [maker.table("you", "you", game=game) for _ in range(SPARES)]) for _ in range(self.tables)]
        for pair in made:
            await pair.connect()
        while any(pair.waiting is None for pair in made):  # the first table of all has to wait for machine code
            await asyncio.sleep(0.05)
        return made

    async def flood(self, maker: Maker, game: str) -> dict[str, float]:
        """Everybody clicks as soon as they may."""
        pairs = await self.pairs(maker, game)
        await self.opened()
        self.is_closed_loop = True
        for pair in pairs:
            pair.act()
        await asyncio.sleep(WARM_S * self.seconds / SECONDS)
        self.begin()
        begun, before = time.perf_counter(), self.sent()
        await asyncio.sleep(self.seconds)
        passed, moves = time.perf_counter() - begun, len(self.times)
        self.end()
        self.is_closed_loop = False
        size = (self.sent()[0] - before[0]) / max(1, self.sent()[1] - before[1])
        found = {
            "moves": moves,
            "moves_per_second": moves / passed,
            "p50_ms": 1e3 * median(self.times),
            "p99_ms": 1e3 * part(self.times, 0.99),
            "mean_message_bytes": size,
        }
        self.hang_up()
        return found

    async def opened(self) -> None:
        """Wait until the others are ready as well."""
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.readline)

    def begin(self) -> None:
        """From here on it counts."""
        self.times.clear()
        print("begin", flush=True)

    def end(self) -> None:
        print("end", flush=True)

    def sent(self) -> tuple[int, int]:
        return sum(line.bytes for line in self.lines), sum(line.messages for line in self.lines)

    async def offer(self, maker: Maker, bots: int) -> dict[str, float]:
        """So many clicks a second, whether the server keeps up or not."""
        pairs = await self.pairs(maker)
        for _ in range(bots):
            table, cookies = maker.table("you", *["expert"] * 2)
            self.thinker = await self.line(f"/ws/{table}", cookies[0], self.let_think)
            self.thinker.send({"type": "sync"})
        await self.click(pairs, OFFERED)
        found = self.times_found()
        self.hang_up()
        return found

    async def busy(self, maker: Maker) -> dict[str, float]:
        """People click while two masters think, a game is analysed and another one is compiled."""
        pairs = await self.pairs(maker)
        over, cookies = maker.table("you", "random")
        (await self.line(f"/ws/{over}", cookies[0], self.let_think)).send({"type": "sync"})
        for _ in range(2):
            table, others = maker.table("you", "master")
            (await self.line(f"/ws/{table}", others[0], self.let_think)).send({"type": "sync"})
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/tables/{over}/analysis", headers={"cookie": cookies[0]}
        )
        while not await asyncio.to_thread(is_begun, asked):  # the game has to end first
            await asyncio.sleep(0.2)
        with tempfile.TemporaryDirectory() as folder:
            words = [sys.executable, "-m", "ludotheque.server.warm", COMPILED, "attended", "polite"]  # as the server
            compiler = subprocess.Popen(words, stdin=subprocess.PIPE, env=os.environ | {"LUDOTHEQUE_CACHE": folder})
            reader = asyncio.create_task(wait_for_it(asked))
            await self.click(pairs, BUSY_OFFERED)
            reader.cancel()
            was_done = compiler.poll() is not None
            compiler.terminate()
            compiler.wait()
        assert not was_done, "nothing was being compiled any more"
        found = self.times_found()
        self.hang_up()
        return found

    async def click(self, people: Sequence[Pair | Drafter], per_second: int) -> None:
        """People click in turn, so many times a second."""
        await self.opened()
        begun, count, is_warm = time.perf_counter(), 0, False
        while (now := time.perf_counter() - begun) < WARM_S + SECONDS:
            while count < now * per_second:
                people[count % len(people)].click(begun + count / per_second)
                count += 1
            if now > WARM_S and not is_warm:
                is_warm = True
                self.begin()
            await asyncio.sleep(0.001)
        self.end()

    def times_found(self) -> dict[str, float]:
        return {
            "moves": len(self.times),
            "moves_per_second": len(self.times) / SECONDS,
            "p50_ms": 1e3 * median(self.times),
            "p99_ms": 1e3 * part(self.times, 0.99),
            "max_ms": 1e3 * max(self.times),
        }

    def let_think(self, line: Connection, message: Message) -> None:
        """Somebody who answers the bots at once, so that they think all the time."""
        if message.type in ("table", "update") and message.gestures:
            line.send(
                {
                    "type": "act",
                    "id": f"b{message.seq}",
                    "seen": message.seq,
                    "seat": 0,
                    "actions": [first_leaf(message.gestures)],
                }
            )

    async def draft(self, maker: Maker) -> dict[str, float]:
        """So many drafts a second at timed tables, whose bot turns the hourglass once everybody
        is ready.
        """
        drafters = []
        for _ in range(DRAFT_TABLES):
            table, cookies = maker.table("you", "you", "random", game=DRAFT_GAME, **DRAFT_OPTIONS)
            for seat in (0, 1):
                drafters.append(drafter := Drafter(self, seat))
                await drafter.sit(table, cookies[seat])
                while not drafters[0].is_shown:  # the first table of all has to wait for machine code
                    await asyncio.sleep(0.05)
        while not all(drafter.has_seen_sand for drafter in drafters):
            await asyncio.sleep(0.05)
        await self.click(drafters, DRAFTED)
        found = self.times_found()
        self.hang_up()
        return found

    async def idle(self, maker: Maker) -> dict[str, float]:
        """Tables at which nothing happens, each shown to two people; the first one, which brings
        the game's machine code along, does not count.
        """
        shown: set[Connection] = set()

        async def open_tables(count: int) -> None:
            for _ in range(count):
                table, cookies = maker.table("you", "you")
                for cookie in cookies:
                    (await self.line(f"/ws/{table}", cookie, lambda line, _: shown.add(line))).send({"type": "sync"})
            while len(shown) < len(self.lines):
                await asyncio.sleep(0.05)

        await open_tables(1)
        await self.opened()
        self.begin()
        await open_tables(IDLE_TABLES)
        self.end()
        return {"viewers": float(len(shown))}


def load(what: str, database: str, address: str, tables: int, seconds: float) -> None:
    """One measurement, in the load's process; it waits until it may begin, and in the end until it
    is told that memory was measured.
    """
    maker, work = Maker(database), Load(address, tables, seconds)

    async def run() -> None:
        jobs = {
            "flood": lambda: work.flood(maker, GAME),
            COUNTING: lambda: work.flood(maker, COUNTING),
            "offer": lambda: work.offer(maker, 0),
            "bots": lambda: work.offer(maker, 2),
            "busy": lambda: work.busy(maker),
            "draft": lambda: work.draft(maker),
            "idle": lambda: work.idle(maker),
        }
        print(json.dumps(await jobs[what]()), flush=True)
        await asyncio.to_thread(sys.stdin.readline)

    asyncio.run(run())


# The whole


def said(process: subprocess.Popen[str]) -> str:
    """Return the next line of a process, which is killed if it says nothing for too long."""
    assert process.stdout is not None
    watch = threading.Timer(PATIENCE_S, process.kill)
    watch.start()
    try:
        line = process.stdout.readline().strip()
    finally:
        watch.cancel()
    if not line:
        raise SystemExit(f"{process.args[2:4]} has died, or said nothing for {PATIENCE_S:.0f} s")
    return line


def expect(process: subprocess.Popen[str], word: str) -> None:
    line = said(process)
    assert line == word, f"the load has failed: {line!r}"


def tell(process: subprocess.Popen[str]) -> None:
    """Let a load go on."""
    assert process.stdin is not None
    print(file=process.stdin, flush=True)


class Pace:
    """How fast servers run, and for how long: as fast as they can, or each with a share of a core.

    Several servers wait for each other, so that none plays while another is still opening tables.
    """

    def __init__(self, share: float | None = None, servers: int = 1) -> None:
        self.share, self.seconds = share, SECONDS if share is None else SLOW_S
        self.together = threading.Barrier(servers)

    def conduct(
        self, load: subprocess.Popen[str], server: int, look: Callable[[], Any]
    ) -> tuple[dict[str, float], Any, Any]:
        """Let a load begin whose tables are open, and return what it says in the end; and what
        there was to see of the server when its time began and when it ended.
        """
        with ExitStack() as stack:
            self.together.wait(PATIENCE_S)
            if self.share is not None:
                stack.enter_context(slowed(server, self.share))
            tell(load)
            expect(load, "begin")
            spent, before = Spent(server, load.pid), look()
            expect(load, "end")
            cores, after = spent.cores(), look()
        return json.loads(said(load)) | cores, before, after


class Spent:
    """Who has used how much of the machine since then."""

    def __init__(self, server: int, load: int) -> None:
        self.server, self.load = server, load
        self.since, self.before = time.monotonic(), self.seconds()

    def seconds(self) -> dict[str, float]:
        programs = {name: cpu_s_of(program) for name, program in PROGRAMS.items()}
        return {"server": cpu_s(self.server), "load": cpu_s(self.load), **programs, "idle": idle_s()}

    def cores(self) -> dict[str, float]:
        """Return the cores that each has used, on average, and those that were idle."""
        passed = time.monotonic() - self.since
        return {f"{name}_cores": (after - self.before[name]) / passed for name, after in self.seconds().items()}


class Server:
    """A server in a process of its own, until the block ends."""

    def __init__(self, database: str, *redis: str) -> None:
        self.database = database
        words = [sys.executable, __file__, "serve", database, *redis]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(STOPPING_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @cached_property
    def address(self) -> str:
        return said(self.process)

    def figures(self) -> dict[str, float]:
        self.process.send_signal(signal.SIGUSR1)
        found: dict[str, float] = json.loads(said(self.process))
        return found

    def measure(self, what: str, tables: int = TABLES, pace: Pace | None = None) -> dict[str, float]:
        """Figures of the load and of the server beside each other."""
        pace = pace or Pace()
        words = [sys.executable, __file__, "load", what, self.database, self.address, str(tables), str(pace.seconds)]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            try:
                expect(process, "open")
                if what in FLOODS:  # elsewhere bots think
                    wait_until_calm(self.process.pid, PATIENCE_S)
                found, before, after = pace.conduct(process, self.process.pid, self.figures)
                process.communicate("\n", STOPPING_S)
            finally:
                process.kill()
        found["added_mb"] = (after["rss"] - before["rss"]) / 1e6
        if moves := found.get("moves"):
            found |= {
                f"{name}_us_per_move": 1e6 * (after[f"{name}_s"] - before[f"{name}_s"]) / moves
                for name in ("loop", "cpu")
            }
        return found | {name: after[name] for name in ("lag_p99_ms", "lag_max_ms", "is_compiled")}


def sizes() -> dict[str, float]:
    """Every update of a game, compressed as one message; and the client without art, as a browser
    loads it.
    """
    import brotli

    from ludotheque.core.chance import seed_key
    from ludotheque.server.pages import made
    from ludotheque.server.text import WEB
    from ludotheque.table.events import PERSON, PLAYING, Chair, Config
    from ludotheque.table.protocol import Act
    from ludotheque.table.table import Table
    from ludotheque.table.viewer import Viewer

    table = Table(Config(GAME, [Chair(PERSON, person=str(seat)) for seat in range(2)]), seed_key(3))
    table.commit(table.start(0))
    viewers = [Viewer((seat,), str(seat)) for seat in range(2)]
    found = [len(zlib.compress(msgspec.json.encode(table.update(viewer)))) for viewer in viewers]
    snapshot = max(found)
    found.clear()
    while table.status == PLAYING:
        seat = table.movers[0]
        table.commit(
            table.judge(viewers[seat], Act("", table.seq, seat, [table.game.legal(table.state, seat)[0]]), 0).events
        )
        found += [len(zlib.compress(msgspec.json.encode(table.update(viewer)))) for viewer in viewers]
    files = [
        made(file, "en" if file.suffix == ".html" else "")
        for file in WEB.iterdir()
        if file.suffix in (".js", ".css", ".html")
    ]
    client = sum(len(brotli.compress(file)) for file in files)
    return {
        "update_max_bytes": max(found),
        "update_median_bytes": median(found),
        "table_bytes": snapshot,
        "client_bytes": client,
    }


def report(found: dict[str, Any]) -> None:
    flood, counting, rival, offer, bots, busy, draft, idle, size = (
        found[name] for name in ("flood", COUNTING, RIVAL, "offer", "bots", "busy", "draft", "idle", "sizes")
    )
    ratios = ratios_of(found)
    rows = [
        ("time of the event loop's thread for a move", f"{flood['loop_us_per_move']:.0f} µs", "≤ 500 µs", ""),
        ("durable moves a second", f"{flood['moves_per_second']:,.0f}", "≥ 2,000", f"{rival['moves_per_second']:,.0f}"),
        ("… as a multiple of boardgame.io's, which are not durable", ratios["flood"], "≥ 1", ""),
        (f"… with {SEVERAL} processes, PostgreSQL and Redis", ratios.get(PROCESSES, "not installed"), "≥ 1", ""),
        ("moves a second of the same game that counts", f"{counting['moves_per_second']:,.0f}", "", ""),
        ("… as a multiple of boardgame.io's", ratios[COUNTING], "≥ 1", ""),
        (f"… with {SEVERAL} processes", ratios.get(COUNTING_PROCESSES, "not installed"), "≥ 1", ""),
        ("p50 of those moves", f"{flood['p50_ms']:.0f} ms", "", f"{rival['p50_ms']:.0f} ms"),
        (f"p50 at {OFFERED:,} moves a second offered", f"{offer['p50_ms']:.1f} ms", "", ""),
        ("p99, click to the other viewer's message", f"{offer['p99_ms']:.1f} ms", "< 50 ms", ""),
        ("… while two bots think", f"{bots['p99_ms']:.1f} ms", "< 100 ms", ""),
        (
            f"… at {BUSY_OFFERED} a second, while two masters think, a game is analysed and another compiled",
            f"{busy['p99_ms']:.1f} ms",
            "< 100 ms",
            "",
        ),
        (
            f"draft echo, p50 / p99, {DRAFT_TABLES} timed tables",
            f"{draft['p50_ms']:.1f} / {draft['p99_ms']:.1f} ms",
            "p99 < 50 ms",
            "",
        ),
        (
            "event loop lag, p99 / most, then with bots",
            (
                f"{offer['lag_p99_ms']:.1f} / {offer['lag_max_ms']:.1f}, {bots['lag_p99_ms']:.1f} /"
                f" {bots['lag_max_ms']:.1f} ms"
            ),
            "",
            "",
        ),
        (
            "an update, compressed, median / most",
            f"{size['update_median_bytes']:,.0f} / {size['update_max_bytes']:,} B",
            "≤ 4,096 B",
            "",
        ),
        ("the client without art, compressed", f"{size['client_bytes']:,} B", "< 60,000 B", ""),
        (f"{IDLE_TABLES:,} idle tables, two viewers each", f"{idle['added_mb']:.0f} MB", "< 300 MB", ""),
    ]
    print(f"\n| {found['database']} | measured | goal | boardgame.io, in memory |\n| --- | ---: | ---: | ---: |")
    for row in rows:
        print(f"| {' | '.join(row)} |")


def measure(url: str, parts: Sequence[str]) -> dict[str, Any]:
    """Return the figures of each part, every one on a server of its own."""
    found: dict[str, Any] = {}
    for what in parts:
        found[what] = OTHERS[what]() if what in OTHERS else measure_one(url, what)
        print(what, json.dumps(found[what]), flush=True)
    return found


def ratios_of(found: dict[str, Any]) -> dict[str, str]:
    """Return the moves a second as multiples of boardgame.io's in the same run."""
    theirs = found.get(RIVAL, {}).get("moves_per_second")
    names = ("flood", PROCESSES, COUNTING, COUNTING_PROCESSES)
    ours = {name: found.get(name, {}).get("moves_per_second") for name in names}
    return {name: f"{moves / theirs:.2f}" for name, moves in ours.items() if moves and theirs}


def measure_one(url: str, what: str) -> dict[str, float]:
    with Server(url) as server:
        return server.measure(what)


def measure_rival(matches: int = TABLES, pace: Pace | None = None) -> dict[str, float]:
    """Return what boardgame.io does under the same load, in memory; `npm` installs it for that."""
    pace = pace or Pace()
    with tempfile.TemporaryDirectory() as folder:
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-save", "--prefix", folder]
        subprocess.run([*install, BOARDGAME_IO], check=True, timeout=PATIENCE_S)
        bench = ["node", ROOT / "benchmarks/boardgame_io/bench.cjs", folder, str(matches), str(pace.seconds)]
        with subprocess.Popen(bench, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            try:
                expect(process, "open")
                (server,) = children_of(process.pid)
                found, before, after = pace.conduct(process, server, lambda: cpu_s(server))
                process.communicate(timeout=STOPPING_S)
            finally:
                process.kill()
    return found | {"cpu_us_per_move": 1e6 * (after - before) / found["moves"]}


def measure_processes(flood: str) -> dict[str, Any]:
    """Return what two processes do together; nothing where PostgreSQL or Redis is missing."""
    if not (shutil.which("redis-server") and (shutil.which("postgres") or shutil.which("psql"))):
        return {}
    sys.path.insert(0, str(ROOT))
    from processes import measure_rate

    from tests.server import databases

    with databases.postgresql() as server, databases.redis() as redis:
        return measure_rate(databases.new_postgresql(server), redis, SEVERAL, flood=flood)


OTHERS: dict[str, Callable[[], dict[str, Any]]] = {
    RIVAL: measure_rival,
    PROCESSES: lambda: measure_processes("flood"),
    COUNTING_PROCESSES: lambda: measure_processes(COUNTING),
}


def bring_counting() -> None:
    """Let this process and those that it starts find the benchmark's own game."""
    folders = [str(Path(__file__).parent), os.environ.get("PYTHONPATH")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, folders))
    os.environ["LUDOTHEQUE_GAMES"] = ",".join(filter(None, [os.environ.get("LUDOTHEQUE_GAMES"), COUNTING]))


def leave_tidily() -> None:
    """Let a signal to stop end what was begun: without this, PostgreSQL would be left behind."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def main(database: str | None, parts: Sequence[str]) -> None:
    leave_tidily()
    bring_counting()
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{folder}/tables.db"
        if parts:
            for name, ratio in ratios_of(measure(url, parts)).items():
                print(f"{name}: {ratio} times the moves of {RIVAL}")
            return
        found: dict[str, Any] = {
            "date": date.today().isoformat(),
            "python": platform.python_version(),
            "cores": os.cpu_count(),
            "database": url.partition(":")[0],
            "load_average_before": os.getloadavg()[0],  # what else kept the machine busy
        }
        found |= measure(url, PARTS)
    found["sizes"] = sizes()
    report(found)
    name = "server.json" if database is None else f"server-{found['database']}.json"
    (ROOT / "benchmarks/results" / name).write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve", database, *redis]:
            asyncio.run(serve(database, *redis))
        case ["load", what, database, address, tables, seconds]:
            load(what, database, address, int(tables), float(seconds))
        case [first, *parts] if first not in PARTS:
            main(first, parts)
        case parts:
            main(None, parts)
