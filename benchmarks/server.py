"""The web server under load: durable moves a second, the time from a click to the other viewer's message, sizes, memory.

    python benchmarks/server.py [DATABASE-URL]

The server is a process of its own on a loopback port, the load another one. People sit at tables of Sarena, two a table, each on a websocket that compresses as browsers do, and
click one of the gestures that they were sent. Then people sit at timed tables of Dream Runners, two and a bot a table, and lay segments out while the hourglass runs. It ends by
itself after about two minutes, prints a table, and writes the same as JSON to benchmarks/results.
"""

import asyncio
import base64
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from collections import deque
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

ROOT = Path(__file__).parent.parent
GAME = "sarena"
TABLES = 200
SPARES = 4  # tables that each pair of people plays one after the other
OFFERED = 1000  # moves a second
SECONDS = 6.0  # of each measurement, after one to warm up
WARM_S = 1.0
IDLE_TABLES = 1000
DRAFT_GAME, DRAFT_OPTIONS = "dream_runners", {"pace": "sand"}
DRAFT_TABLES = 50
DRAFTED = 200  # drafts a second, of all tables: each person lays something out or takes it up again twice a second
MOST_LAID = 3  # segments, then they are all taken back
BOARDGAME_IO = {"moves": "880–1,050", "p50": "220 ms"}  # in memory, without durability, 200 matches, measured on two cores
KEY = b"\x00" * 4  # a mask that changes nothing


# The server's process


async def serve(database: str) -> None:
    """Says its address, then a line of figures whenever it is asked by a signal."""
    from ludotheque.server import run
    from ludotheque.server.settings import Settings

    listening = run.listen("127.0.0.1", 0)
    run.collect_rarely()
    server = run.make_server(Settings(database=database, posts_at_once=1_000_000, bot_pause_s=0))
    lags: list[float] = []

    def report() -> None:
        rss = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        lag = {"lag_p99_ms": 1e3 * part(lags, 0.99), "lag_max_ms": 1e3 * max(lags, default=0.0)}
        print(json.dumps({"rss": rss, "cpu_s": time.process_time(), "loop_s": time.thread_time(), **lag}), flush=True)
        lags.clear()

    async def watch() -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(0.005)
            lags.append(time.perf_counter() - begun - 0.005)

    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, report)
    watching = asyncio.create_task(watch())
    print(run.address(listening, "127.0.0.1"), flush=True)
    await server.serve(sockets=[listening])
    watching.cancel()


def part(values: list[float], share: float) -> float:
    """The value that this share of all lies below."""
    return sorted(values)[int(share * (len(values) - 1))] if values else 0.0


# Tables, made behind the server's back: a browser would take four requests for each


class Maker:
    def __init__(self, database: str) -> None:
        from ludotheque.server.database import database_of
        from ludotheque.server.store import Store

        self.store = Store(database_of(database))

    def table(self, *kinds: str, game: str = GAME, **options: str) -> tuple[str, list[str]]:
        """A table, and the cookies of the people at it. A kind is a bot's level, or "you"."""
        from ludotheque.core.chance import secret_key
        from ludotheque.server import people
        from ludotheque.server.store import Seat, TableRow
        from ludotheque.table.events import BOT, PERSON, Chair, Config

        persons = [people.new_id() for _ in kinds]
        for person in persons:
            self.store.remember(person, "Guest")
        chairs = [Chair(PERSON, f"P{seat}", person=persons[seat]) if kind == "you" else Chair(BOT, kind, level=kind) for seat, kind in enumerate(kinds)]
        seats = [Seat(seat, chair.kind, chair.person or None) for seat, chair in enumerate(chairs)]
        config = msgspec.json.encode(Config(game, chairs, options))
        row = TableRow(people.new_table_id(), game, config, secret_key(), persons[0], False, False, people.new_token(), None, seats)
        self.store.add(row)
        return row.id, [f"{people.COOKIE}={people.sign(self.store.secret, person)}" for person in persons]


# The load


class Message(msgspec.Struct):
    """What a player reads of a message."""

    type: str
    seq: int = 0
    status: str = ""
    gestures: dict[str, Any] | None = None
    draft: dict[str, Any] | None = None
    sand: dict[str, int] | None = None
    code: str = ""


decode = msgspec.json.Decoder(Message).decode


def first_leaf(trie: Any) -> int:
    while not isinstance(trie, int):
        trie = next(iter(trie.values()))
    return trie


class Line(asyncio.Protocol):
    """A websocket, as thin as can be."""

    def __init__(self, path: str, cookie: str, hear: Any) -> None:
        self.path, self.cookie, self.hear = path, cookie, hear
        self.buffer, self.is_open = bytearray(), asyncio.get_running_loop().create_future()
        self.inflate = zlib.decompressobj(-15)
        self.bytes = self.messages = 0
        self.is_wanted = True

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        nonce = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {self.path} HTTP/1.1", "Host: bench", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {nonce}"]
        lines += ["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits", f"Cookie: {self.cookie}", "", ""]
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
            self.hear(self, decode(frame))

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
    """Two people at a table, then at the next. Clicks wait until the one before them is shown; time counts from when they were wanted."""

    def __init__(self, load: "Load", tables: list[tuple[str, list[str]]]) -> None:
        self.load, self.tables = load, tables
        self.lines: list[list[Line]] = []
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

    def hear(self, line: Line, message: Message) -> None:
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
        self.lines[self.at][seat].send({"type": "act", "id": f"{seat}-{seq}", "seen": seq, "seat": seat, "actions": [action]})


class Drafter:
    """Somebody who lays out what can be laid, up to a few segments, takes it all back, and begins again. Time counts until the update that shows it."""

    def __init__(self, load: "Load", seat: int) -> None:
        self.load, self.seat = load, seat
        self.laid: list[int] = []
        self.next: int | None = None  # what may be laid now
        self.clicks: deque[float] = deque()
        self.asked: float | None = None  # when the click was wanted that is on its way
        self.has_seen_sand = False  # it may have run out since, where tables are slow to come

    async def sit(self, table: str, cookie: str) -> None:
        self.line = await self.load.line(f"/ws/{table}", cookie, self.hear)
        self.line.send({"type": "sync"})

    def hear(self, _: Line, message: Message) -> None:
        if message.type == "refused":
            raise SystemExit(f"refused: {message}")
        if message.type not in ("table", "update") or message.draft is None:
            return
        self.has_seen_sand |= message.sand is not None
        if message.draft["actions"] == self.laid:  # else it tells what somebody else has done, before our own
            self.next = first_leaf(message.gestures["pick"]) if message.gestures and "pick" in message.gestures else None
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


class Load:
    def __init__(self, address: str) -> None:
        self.port = int(address.rpartition(":")[2])
        self.lines: list[Line] = []
        self.is_closed_loop = False
        self.times: list[float] = []

    async def line(self, path: str, cookie: str, hear: Any) -> Line:
        _, line = await asyncio.get_running_loop().create_connection(lambda: Line(path, cookie, hear), "127.0.0.1", self.port)
        await line.is_open
        self.lines.append(line)
        return line

    def shown(self, clicked: float) -> None:
        self.times.append(time.perf_counter() - clicked)

    def hang_up(self) -> None:
        for line in self.lines:
            line.hang_up()
        self.lines.clear()

    async def pairs(self, maker: Maker) -> list[Pair]:
        made = [Pair(self, [maker.table("you", "you") for _ in range(SPARES)]) for _ in range(TABLES)]
        for pair in made:
            await pair.connect()
        while any(pair.waiting is None for pair in made):  # the first table of all has to wait for machine code
            await asyncio.sleep(0.05)
        return made

    async def flood(self, maker: Maker) -> dict[str, float]:
        """Everybody clicks as soon as they may."""
        pairs = await self.pairs(maker)
        self.is_closed_loop = True
        for pair in pairs:
            pair.act()
        await asyncio.sleep(WARM_S)
        self.begin()
        begun, before = time.perf_counter(), self.sent()
        await asyncio.sleep(SECONDS)
        passed, moves = time.perf_counter() - begun, len(self.times)
        self.end()
        self.is_closed_loop = False
        size = (self.sent()[0] - before[0]) / max(1, self.sent()[1] - before[1])
        found = {"moves": moves, "moves_per_second": moves / passed, "p50_ms": 1e3 * median(self.times), "p99_ms": 1e3 * part(self.times, 0.99), "mean_message_bytes": size}
        self.hang_up()
        return found

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

    async def click(self, people: Sequence[Pair | Drafter], per_second: int) -> None:
        """People click in turn, so many times a second."""
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

    def let_think(self, line: Line, message: Message) -> None:
        """Somebody who answers the bots at once, so that they think all the time."""
        if message.type in ("table", "update") and message.gestures:
            line.send({"type": "act", "id": f"b{message.seq}", "seen": message.seq, "seat": 0, "actions": [first_leaf(message.gestures)]})

    async def draft(self, maker: Maker) -> dict[str, float]:
        """So many drafts a second at timed tables, whose bot has turned the hourglass at once."""
        drafters = []
        for _ in range(DRAFT_TABLES):
            table, cookies = maker.table("you", "you", "random", game=DRAFT_GAME, **DRAFT_OPTIONS)
            for seat in (0, 1):
                drafters.append(drafter := Drafter(self, seat))
                await drafter.sit(table, cookies[seat])
                while not drafters[0].has_seen_sand:  # the first table of all has to wait for machine code
                    await asyncio.sleep(0.05)
        while not all(drafter.has_seen_sand for drafter in drafters):
            await asyncio.sleep(0.05)
        await self.click(drafters, DRAFTED)
        found = self.times_found()
        self.hang_up()
        return found

    async def idle(self, maker: Maker) -> dict[str, float]:
        """Tables at which nothing happens, each shown to two people; the first one, which brings the game's machine code along, does not count."""
        shown: set[Line] = set()

        async def open_tables(count: int) -> None:
            for _ in range(count):
                table, cookies = maker.table("you", "you")
                for cookie in cookies:
                    (await self.line(f"/ws/{table}", cookie, lambda line, _: shown.add(line))).send({"type": "sync"})
            while len(shown) < len(self.lines):
                await asyncio.sleep(0.05)

        await open_tables(1)
        self.begin()
        await open_tables(IDLE_TABLES)
        self.end()
        return {"viewers": float(len(shown))}


def load(what: str, database: str, address: str) -> None:
    """One measurement, in the load's process; `idle` waits until it is told that its memory was measured."""
    maker, work = Maker(database), Load(address)

    async def run() -> None:
        jobs = {
            "flood": lambda: work.flood(maker),
            "offer": lambda: work.offer(maker, 0),
            "bots": lambda: work.offer(maker, 2),
            "draft": lambda: work.draft(maker),
            "idle": lambda: work.idle(maker),
        }
        print(json.dumps(await jobs[what]()), flush=True)
        await asyncio.to_thread(sys.stdin.readline)

    asyncio.run(run())


# The whole


class Server:
    def __init__(self, database: str) -> None:
        self.database = database
        self.process = subprocess.Popen([sys.executable, __file__, "serve", database], stdout=subprocess.PIPE, text=True)
        self.address = self.line()

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def figures(self) -> dict[str, float]:
        self.process.send_signal(signal.SIGUSR1)
        found: dict[str, float] = json.loads(self.line())
        return found

    def measure(self, what: str) -> dict[str, float]:
        """Figures of the load and of the server beside each other."""
        words = [sys.executable, __file__, "load", what, self.database, self.address]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            figures = []
            for expected in ("begin", "end"):
                said = process.stdout.readline().strip()
                assert said == expected, f"the load has failed: {said!r}"
                figures.append(self.figures())
            found: dict[str, float] = json.loads(process.stdout.readline())
            process.communicate("\n")
        before, after = figures
        found["added_mb"] = (after["rss"] - before["rss"]) / 1e6
        if moves := found.get("moves"):
            found |= {f"{name}_us_per_move": 1e6 * (after[f"{name}_s"] - before[f"{name}_s"]) / moves for name in ("loop", "cpu")}
        return found | {name: after[name] for name in ("lag_p99_ms", "lag_max_ms")}

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def sizes() -> dict[str, float]:
    """Every update of a game, compressed as one message; and the client without art, as a browser loads it."""
    import brotli

    from ludotheque.core.chance import seed_key
    from ludotheque.table.events import PERSON, PLAYING, Chair, Config
    from ludotheque.table.protocol import Act
    from ludotheque.table.table import Table
    from ludotheque.table.viewer import Viewer

    table = Table.open(Config(GAME, [Chair(PERSON, person=str(seat)) for seat in range(2)]), seed_key(3))
    table.commit(table.start(0))
    viewers = [Viewer((seat,), str(seat)) for seat in range(2)]
    found = [len(zlib.compress(msgspec.json.encode(table.update(viewer)))) for viewer in viewers]
    snapshot = max(found)
    found.clear()
    while table.status == PLAYING:
        seat = table.movers[0]
        table.commit(table.judge(viewers[seat], Act("", table.seq, seat, [table.game.legal(table.state, seat)[0]]), 0).events)
        found += [len(zlib.compress(msgspec.json.encode(table.update(viewer)))) for viewer in viewers]
    web = ROOT / "src/ludotheque/web"
    client = sum(len(brotli.compress(file.read_bytes())) for file in web.rglob("*") if file.suffix in (".js", ".css", ".html"))
    return {"update_max_bytes": max(found), "update_median_bytes": median(found), "table_bytes": snapshot, "client_bytes": client}


def report(found: dict[str, Any]) -> None:
    flood, offer, bots, draft, idle, size = (found[name] for name in ("flood", "offer", "bots", "draft", "idle", "sizes"))
    rows = [
        ("time of the event loop's thread for a move", f"{flood['loop_us_per_move']:.0f} µs", "≤ 500 µs", ""),
        ("durable moves a second", f"{flood['moves_per_second']:,.0f}", "≥ 2,000", BOARDGAME_IO["moves"]),
        (f"p50 at {OFFERED:,} moves a second offered", f"{offer['p50_ms']:.1f} ms", "", BOARDGAME_IO["p50"]),
        ("p99, click to the other viewer's message", f"{offer['p99_ms']:.1f} ms", "< 50 ms", ""),
        ("… while two bots think", f"{bots['p99_ms']:.1f} ms", "< 100 ms", ""),
        (f"draft echo, p50 / p99, {DRAFT_TABLES} timed tables", f"{draft['p50_ms']:.1f} / {draft['p99_ms']:.1f} ms", "p99 < 50 ms", ""),
        ("event loop lag, p99 / most, then with bots", f"{offer['lag_p99_ms']:.1f} / {offer['lag_max_ms']:.1f}, {bots['lag_p99_ms']:.1f} / {bots['lag_max_ms']:.1f} ms", "", ""),
        ("an update, compressed, median / most", f"{size['update_median_bytes']:,.0f} / {size['update_max_bytes']:,} B", "≤ 4,096 B", ""),
        ("the client without art, compressed", f"{size['client_bytes']:,} B", "< 60,000 B", ""),
        (f"{IDLE_TABLES:,} idle tables, two viewers each", f"{idle['added_mb']:.0f} MB", "< 300 MB", ""),
    ]
    print(f"\n| {found['database']} | measured | goal | boardgame.io, in memory |\n| --- | ---: | ---: | ---: |")
    for row in rows:
        print(f"| {' | '.join(row)} |")


def main(database: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{folder}/tables.db"
        found: dict[str, Any] = {"date": date.today().isoformat(), "python": platform.python_version(), "cores": os.cpu_count(), "database": url.partition(":")[0]}
        found["load_average_before"] = os.getloadavg()[0]  # what else kept the machine busy
        for what in ("flood", "offer", "bots", "draft", "idle"):
            server = Server(url)
            try:
                found[what] = server.measure(what)
                print(what, json.dumps(found[what]), flush=True)
            finally:
                server.stop()
    found["sizes"] = sizes()
    report(found)
    name = "server.json" if database is None else f"server-{found['database']}.json"
    (ROOT / "benchmarks/results" / name).write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve", database]:
            asyncio.run(serve(database))
        case ["load", what, database, address]:
            load(what, database, address)
        case []:
            main(None)
        case [database]:
            main(database)
