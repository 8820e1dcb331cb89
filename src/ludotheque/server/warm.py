"""Compile a game's rules before its first table opens: seconds of work that must not fall on somebody's click, nor stop the event loop.

`python -m ludotheque.server.warm GAME` does it in a process of its own and leaves the machine code in the cache; the server then only loads it. Of several such processes one works
and the others wait for it.
"""

import asyncio
import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from ludotheque.bots.history import UNKNOWN
from ludotheque.bots.levels import NAMES, bot
from ludotheque.bots.thinker import SEARCH
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import ENGINE
from ludotheque.core.rule import JIT
from ludotheque.core.template import cache_directory, cache_root, digest
from ludotheque.table.events import PERSON, PLAYING, Chair, Config
from ludotheque.table.plies import Ply
from ludotheque.table.protocol import Act, Draft, Request
from ludotheque.table.secrecy import FLOW, everybody, secrets_of
from ludotheque.table.table import Table
from ludotheque.table.viewer import Viewer

ATTENDED = "attended"  # the process ends with the one that started it
A_GLANCE = 0.001  # a bot only has to be compiled
PARTS, PARTS_OF_SECRETS = 12, 3  # entry points that a table needs; more where a game hides something


def warm(name: str) -> None:
    """Play a whole game at a table: the rules, what each seat and a spectator is told, drafts, what may be taken back, and every bot once."""
    seats = registry.load(name).seats[0]
    table = Table.open(Config(name, [Chair(PERSON, person="host")] * seats), seed_key(0))
    table.commit(table.start(0))
    viewers = [Viewer(), *(Viewer((seat,), "host") for seat in range(seats))]
    levels = [*NAMES, *["random"] * table.game.max_plies]
    while table.status == PLAYING:
        seat = table.movers[0]
        action = table.table_action() if seat == TABLE else bot(levels.pop(0), A_GLANCE)(table.game, table.view(seat), seat, UNKNOWN, table.bot_seed(seat))
        if table.game.is_drafted(action):
            ask(table, seat, Draft(seat, [action], ""))
            show(table, viewers)
        act(table, seat, action)
        show(table, viewers)
        if len(table.plies) == len(NAMES):
            table.record(NONE)
    if table.game.hides:
        ask_who_learns_what(table, next(ply for ply in table.plies if ply.seat != TABLE))
    table.record()


def act(table: Table, seat: int, action: int) -> None:
    if seat == TABLE:
        table.commit(table.bot_acts(seat, action, 0))
    else:
        ask(table, seat, Act("", table.seq, seat, [action]))


def ask(table: Table, seat: int, request: Request) -> None:
    table.commit(table.judge(Viewer((seat,), "host"), request, 0).events)


def show(table: Table, viewers: list[Viewer]) -> None:
    for viewer in viewers:
        table.update(viewer)


def ask_who_learns_what(table: Table, ply: Ply) -> None:
    """The information flow, whether the game that was played has asked for each part of it or not."""
    secrets, seen = secrets_of(table.game), (ply.before, ply.after, ply.seat, ply.action)
    secrets.is_shown(*seen, everybody(table.seats))
    secrets.twins(*seen, ply.script, NONE)
    secrets.hidden_outcomes(*seen, ply.script or [0], NONE)


def mark(name: str) -> Path:
    """A file in the cache that says: all of this game, as it and every template stands, has been compiled before."""
    game = registry.load(name)
    return cache_directory(game, ENGINE) / f"warm-{digest(game, FLOW)}-{digest(game, SEARCH)}"


@contextmanager
def alone(name: str) -> Iterator[None]:
    """One process at a time; where no file can be written, all at once."""
    with suppress(OSError):
        cache_root().mkdir(parents=True, exist_ok=True)
    try:
        file = (cache_root() / f"{name}.lock").open("w")
    except OSError:
        yield
        return
    with file:  # the system unlocks what is closed, also when the process dies
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def compile_once(name: str) -> None:
    """Unless it has been done before, by another process that was faster too."""
    with alone(name):
        if not mark(name).exists():
            warm(name)
            with suppress(OSError):
                mark(name).touch()


class Heating(Struct):
    """A game that is being compiled."""

    game: str
    title: str
    done: float  # from 0 to 1


class Warmth:
    """Which games are ready to be played in this process, and which are being compiled. Where nobody is to wait, those are played as plain Python meanwhile."""

    def __init__(self, is_waited_for: bool = True, is_warm: Callable[[str], None] = lambda _: None) -> None:
        self.is_waited_for = is_waited_for
        self.is_warm = is_warm  # is told about a game that was played before it was compiled
        self.ready: set[str] = set()
        self.locks: dict[str, asyncio.Lock] = {}
        self.heating: dict[str, tuple[float, asyncio.Task[None]]] = {}  # since when

    def is_cold(self, name: str) -> bool:
        return name in self.heating

    async def want(self, name: str) -> None:
        """Returns when the game can be played: without a pause, or slowly and at once."""
        if name in self.ready or self.is_cold(name) or not JIT:
            return
        async with self.locks.setdefault(name, asyncio.Lock()):
            if name in self.ready or self.is_cold(name):
                return
            if (await asyncio.to_thread(mark, name)).exists():
                await self.load(name)
            elif self.is_waited_for:
                await self.compile(name)
            else:
                registry.load(name).run_plainly()
                self.heating[name] = time.time(), asyncio.create_task(self.heat(name))

    async def heat(self, name: str) -> None:
        """While it is played."""
        try:
            await self.compile(name)
        finally:
            self.heating.pop(name, None)
        self.is_warm(name)

    async def compile(self, name: str) -> None:
        """In a process of its own, which ends with ours; then go over to what it has left in the cache."""
        child = await asyncio.create_subprocess_exec(sys.executable, "-m", "ludotheque.server.warm", name, ATTENDED, stdin=subprocess.PIPE)
        try:
            await child.wait()
        finally:
            if child.returncode is None:
                child.kill()
        await self.load(name)

    async def load(self, name: str) -> None:
        if registry.load(name).is_plain:
            registry.load(name).run_compiled()
        await asyncio.to_thread(warm, name)  # from the cache; or, where none can be written, all over again
        self.ready.add(name)

    async def want_all(self) -> None:
        """One after the other, so that somebody who plays already has a processor left."""
        for name in registry.names():
            await self.want(name)
            if name in self.heating:
                await asyncio.wait([self.heating[name][1]])

    def progress(self) -> list[Heating]:
        return [Heating(name, registry.load(name).title, share_done(name, since)) for name, (since, _) in list(self.heating.items())]

    async def stop(self) -> None:
        tasks = [task for _, task in self.heating.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def share_done(name: str, since: float) -> float:
    """How many of the entry points are there already. It is a guess, from the files: only the length of a bar depends on it."""
    files = [file for file in cache_root().glob(f"{name}-*/**/*.nbi") if file.stat().st_mtime >= since]
    return min(len(files) / (PARTS + PARTS_OF_SECRETS * registry.load(name).hides), 1.0)


def leave_with_parent() -> None:
    """Whoever started this process holds the other end of its input."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    if ATTENDED in sys.argv[2:]:
        threading.Thread(target=leave_with_parent, daemon=True).start()
    compile_once(sys.argv[1])
