"""The attacks that the server once did not withstand, made again by one guest, and what others
notice of them.

    python benchmarks/attacks.py [ATTACK …]

The server is a process of its own, on SQLite. Ann and Ben play Sarena meanwhile. It needs machine
code of Sarena and Méandres (`ludotheque warm`), and ends by itself after some minutes.
"""

import json
import os
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent))

from websockets.exceptions import ConnectionClosed

from ludotheque.check.guests import Guest, Line
from tests.server.kills import command
from tests.server.test_door import HALF, connected

MOVES = 20  # of Ann and Ben, under each attack
Figures = dict[str, Any]


class Scene:
    """A server, and two people who play on it."""

    def __init__(self, stack: ExitStack, address: str, process: int, database: Path) -> None:
        self.stack, self.address, self.process, self.database = stack, address, process, database
        self.eve, self.ann, self.ben = (self.guest() for _ in range(3))

    def guest(self) -> Guest:
        return self.stack.enter_context(Guest(self.address))

    def line(self, guest: Guest, table: str, forwarded: str = "") -> Line:
        """Connect somebody who may read late, and hangs up without a word."""
        line = guest.connect(table, forwarded, ping_interval=None, close_timeout=0.1)
        line.sync()
        return line

    def moves(self) -> Figures:
        """Let Ann and Ben move, and return how long that took them."""
        opened = self.ann.open("you", "person")
        self.ben.follow(opened["invitations"]["1"])
        lines, times = [self.line(self.ann, opened["table"]), self.line(self.ben, opened["table"])], []
        for number in range(MOVES):
            line = lines[number % 2]
            line.wait_for_turn()
            begun = time.perf_counter()
            line.act()
            times.append(1e3 * (time.perf_counter() - begun))
        return {"move_p50_ms": round(median(times), 1), "move_most_ms": round(max(times), 1)}

    @property
    def memory_mb(self) -> int:
        lines = Path(f"/proc/{self.process}/status").read_text(encoding="utf-8").splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) // 1000


@contextmanager
def meanwhile(*attackers: Callable[[], None]) -> Iterator[None]:
    """Let attackers act again and again until the block ends."""
    is_over = threading.Event()

    def go_on(attack: Callable[[], None]) -> None:
        while not is_over.is_set():
            with suppress(ConnectionClosed, httpx.HTTPError, OSError):
                attack()

    with ThreadPoolExecutor(len(attackers)) as pool:
        for attack in attackers:
            pool.submit(go_on, attack)
        try:
            yield
        finally:
            is_over.set()


def bots(scene: Scene) -> Figures:
    """Twenty tables of masters; then somebody plays a novice."""
    for _ in range(20):
        scene.line(scene.eve, scene.eve.open("master", "you")["table"])
    begun = time.perf_counter()
    scene.line(scene.ann, scene.ann.open("novice", "you")["table"]).wait_for_turn()
    return {"novice_s": round(time.perf_counter() - begun, 2)}


def guests(scene: Scene) -> Figures:
    """Twenty guests of one address, each with a table of masters; then somebody elsewhere plays a
    novice.
    """
    for _ in range(20):
        one = scene.guest()
        scene.line(one, one.open("master", "master", "you")["table"], forwarded="203.0.113.7")
    begun = time.perf_counter()
    scene.line(scene.ann, scene.ann.open("novice", "you")["table"], forwarded="203.0.113.8").wait_for_turn()
    return {"novice_s": round(time.perf_counter() - begun, 2)}


def pictures(scene: Scene) -> Figures:
    """Twenty ask for PNGs of positions of Méandres; others go on and open a page."""
    table = scene.eve.open("you", "screen", game="meandres")["table"]
    address, cookies = scene.eve.address, dict(scene.eve.http.cookies)

    def draw() -> None:
        httpx.get(f"{address}/api/tables/{table}/moment/0.png", cookies=cookies, timeout=60, trust_env=False)

    with meanwhile(*[draw] * 20):
        found, times = scene.moves(), []
        for _ in range(MOVES):
            begun = time.perf_counter()
            scene.ann.get("/api/me")
            times.append(1e3 * (time.perf_counter() - begun))
        return found | {"page_p50_ms": round(median(times), 1), "page_most_ms": round(max(times), 1)}


def questions(scene: Scene) -> Figures:
    """Four connections ask "why not?" at a table of Méandres."""
    table = scene.eve.open("you", "novice", game="meandres")["table"]
    lines = [scene.line(scene.eve, table) for _ in range(4)]

    def ask(line: Line) -> Callable[[], None]:
        return lambda: (line.send(type="why", seat=0, steps=[["pick", "x"]]), line.receive())[0]

    with meanwhile(*map(ask, lines)):
        return scene.moves()


def frames(scene: Scene) -> Figures:
    """Ten connections send frames of 1 kB that unpack to 1 MB."""
    table = scene.eve.open("you", "random")["table"]
    before = scene.memory_mb

    def flood() -> None:
        line = scene.line(scene.eve, table)
        packer = zlib.compressobj(9, zlib.DEFLATED, -12)
        packed = (packer.compress(b" " * 1_000_000) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
        head = bytes((0xC1, 0xFE)) + len(packed).to_bytes(2, "big") + bytes(4)
        line.socket.socket.sendall((head + packed) * 50)
        line.receive()

    with meanwhile(*[flood] * 10):
        found = scene.moves()
    return found | {"memory_before_mb": before, "memory_most_mb": scene.memory_mb}


def readers(scene: Scene) -> Figures:
    """Twelve read the replay of a finished game again and again."""
    table = scene.eve.open("you", "random")["table"]
    line = scene.line(scene.eve, table)
    while line.wait_for_turn():
        line.act()

    def read() -> None:
        scene.eve.http.get(f"/api/tables/{table}/replay")

    with meanwhile(*[read] * 12):
        return scene.moves()


def disk(scene: Scene) -> Figures:
    """Somebody writes as much into the journal as they can, for five seconds."""
    line = scene.line(scene.eve, scene.eve.open("you", "random")["table"])

    def written() -> int:
        return sum(file.stat().st_size for file in scene.database.parent.glob(f"{scene.database.name}*"))

    before, end, codes = written(), time.monotonic() + 5, set[str]()
    while time.monotonic() < end:
        line.send(type="undo", id="x" * 10_000, seat=0)
        codes.add(str(line.receive().get("code")))
    return {"bytes_per_second": (written() - before) // 5, "answers": sorted(codes)}


def connections(scene: Scene) -> Figures:
    """Eleven hundred requests of which only a half is sent."""
    with ExitStack() as stack:
        for number in range(1100):
            with suppress(OSError):
                stack.enter_context(connected(scene.address, f"127.0.1.{number % 250 + 1}")).sendall(HALF)
        begun = time.perf_counter()
        status = scene.guest().http.get("/health").status_code
        return scene.moves() | {"new_visitor": status, "after_s": round(time.perf_counter() - begun, 2)}


def logins(scene: Scene) -> Figures:
    """Two hundred try to log in at once; somebody opens a page."""

    def log_in(number: int) -> int:
        with httpx.Client(base_url=scene.address, timeout=60, trust_env=False) as http:
            return http.post("/api/login", json={"name": f"n{number}", "password": "not the password"}).status_code

    with ThreadPoolExecutor(200) as pool:
        answers = [pool.submit(log_in, number) for number in range(200)]
        times = []
        while not all(answer.done() for answer in answers):
            begun = time.perf_counter()
            scene.ann.http.get("/")
            times.append(time.perf_counter() - begun)
    statuses = sorted({answer.result() for answer in answers})
    return {"page_most_s": round(max(times), 2), "answers": statuses}


def lobby(scene: Scene) -> Figures:
    """One guest opens 120 tables for everybody, and a stranger chats on thirty connections."""
    body = {"game": "sarena", "seats": [{"kind": "you"}, {"kind": "person"}], "is_open": True}
    opened = [scene.eve.http.post("/api/tables", json=body).status_code for _ in range(120)]
    table = scene.ann.open("you", "person", is_open=True)["table"]
    lines = [scene.line(scene.eve, table) for _ in range(30)]
    for line in lines:
        for number in range(15):
            line.send(type="say", text=f"line {number}")
    time.sleep(3)  # until everything that is let through has been written
    said = [line for line in scene.line(scene.ann, table).table["log"] if line.get("kind") == "chat"]
    return {"tables_opened": sum(status < 400 for status in opened), "chat_lines": len(said)}


ATTACKS = [bots, guests, questions, frames, readers, pictures, disk, connections, logins, lobby]


def measure(attack: Callable[[Scene], Figures]) -> Figures:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        database = Path(folder) / "tables.db"
        address, process = stack.enter_context(command(f"sqlite:///{database}"))
        scene = Scene(stack, address, process.pid, database)
        calm = scene.moves()["move_p50_ms"]
        return {"calm_p50_ms": calm} | attack(scene)


def main(names: list[str]) -> None:
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    for attack in ATTACKS:
        if not names or attack.__name__ in names:
            print(attack.__name__, json.dumps(measure(attack)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
