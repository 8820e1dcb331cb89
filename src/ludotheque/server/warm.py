"""Compiles a game's rules before its first table opens.

Compiling takes seconds, which must neither delay a player's click nor block the event loop.

`python -m ludotheque.server.warm GAME` does it in a separate process and leaves the machine code in
the cache; the server then only loads it. Of several such processes, one works and the others wait
for it.
"""

import asyncio
import hashlib
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from msgspec import Struct

from ludotheque.bots.history import UNKNOWN, history_of
from ludotheque.bots.levels import bot, champion_of, levels_of
from ludotheque.bots.thinker import SEARCH, Budget, think
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.files import SEALED, is_whole
from ludotheque.core.game import ENGINE
from ludotheque.core.rule import JIT
from ludotheque.core.secrecy import FLOW, TRUTH, everybody, secrets_of
from ludotheque.core.template import cache_directory, cache_root, digest
from ludotheque.server.heap import give_back_memory
from ludotheque.table.events import PERSON, PLAYING, Chair, Config
from ludotheque.table.plies import Ply
from ludotheque.table.protocol import Act, Draft, Request
from ludotheque.table.recording import transcript_of
from ludotheque.table.table import Table
from ludotheque.table.viewer import Viewer

log = logging.getLogger("ludotheque.server")

ATTENDED = "attended"  # the process ends when the one that started it does
POLITE = "polite"  # it runs at the priority of bots, since nobody waits for it
A_GLANCE = 0.001  # seconds of thinking: the bot only has to be compiled
PARTS, PARTS_OF_SECRETS = 12, 3  # entry points that a table needs, and more if the game hides something


def warm(name: str) -> None:
    """Play a whole game at a table, so that everything it needs is compiled.

    That covers the rules, the views of all seats and of a spectator, drafts, taking back, every
    bot once, and the searches behind hints and analyses.
    """
    game = registry.load(name)
    seats = game.seats[0]
    table = Table(Config(name, [Chair(PERSON, person="host")] * seats, rules_version=game.rules_version), seed_key(0))
    table.commit(table.start(0))
    viewers = [Viewer(), *(Viewer((seat,), "host") for seat in range(seats))]
    bots = [*levels_of(table.game), "greedy"]
    levels = [*bots, *["random"] * table.game.max_plies]
    has_searched = False
    while table.status == PLAYING:
        seat = table.movers[0]
        action = (
            table.table_action()
            if seat == TABLE
            else bot(levels.pop(0), A_GLANCE)(
                table.game, table.position.view(seat), seat, UNKNOWN, table.bot_seed(seat)
            )
        )
        if table.game.is_drafted(action):
            ask(table, seat, Draft(seat, [action], ""))
            show(table, viewers)
        if not has_searched and seat != TABLE and table.plies:
            has_searched = search(table, seat)
        act(table, seat, action)
        show(table, viewers)
        if len(table.plies) == len(bots):
            table.record(NONE)
    if table.game.hides:
        ask_who_learns_what(table, next(ply for ply in table.plies if ply.seat != TABLE))
    table.record()
    table.let_go()


def act(table: Table, seat: int, action: int) -> None:
    if seat == TABLE:
        table.commit(table.bot_acts(seat, action, 0))
    else:
        ask(table, seat, Act("", table.seq, seat, [action]))


def search(table: Table, seat: int) -> bool:
    """Search a little with and without the champion's guide; return whether there was a choice.

    A bot that knows the best action by heart does not search, but a hint about it does.
    """
    game, view, history = table.game, table.position.view(seat), history_of(transcript_of(table), seat)
    for guide in (None, champion_of(game)):
        think(game, view, seat, table.bot_seed(seat), Budget(1, guide=guide), history)
    return len(table.position.legal(seat)) > 1


def ask(table: Table, seat: int, request: Request) -> None:
    table.commit(table.judge(Viewer((seat,), "host"), request, 0).events)


def show(table: Table, viewers: list[Viewer]) -> None:
    for viewer in viewers:
        table.update(viewer)


def ask_who_learns_what(table: Table, ply: Ply) -> None:
    """Call every part of the information flow, in case the game that was played did not."""
    secrets, seen = secrets_of(table.game), (ply.before, ply.after, ply.seat, ply.action)
    secrets.is_shown(*seen, everybody(table.seats))
    secrets.hidden_outcomes(*seen, ply.script or [0], NONE)
    course = secrets.course([ply], NONE)
    secrets.outlooks(course, 0, TRUTH)
    secrets.is_count_open(course, 0, 0)


def mark(name: str) -> Path:
    """Return the file in the cache that marks a game as fully compiled.

    Its name depends on the current content of the game and of every template.
    """
    game = registry.load(name)
    parts = digest(game, FLOW), digest(game, SEARCH), stamp(ENGINE, FLOW, SEARCH)
    return cache_directory(game, ENGINE) / "-".join(("warm", *parts))


def is_warm(name: str) -> bool:
    """Return whether a game is fully compiled. Machine code that is damaged is deleted.

    In a cache that may not be entered no game is.
    """
    with suppress(OSError):
        files = cache_root().glob(f"{registry.load(name).id}-*/**/*{SEALED}*.nb?")
        if damaged := [file for file in files if not is_whole(file)]:
            log.warning("the machine code of %s was damaged: it is compiled again", name)
            for file in [mark(name), *damaged]:
                file.unlink(missing_ok=True)
        return mark(name).exists()
    return False


def stamp(*templates: Path) -> str:
    """Return a hash of the paths and modification times of these files.

    numba compiles again if either changes, so another copy of the program is not warm yet.
    """
    ages = "\n".join(f"{path} {path.stat().st_mtime_ns}" for path in templates)
    return hashlib.sha256(ages.encode()).hexdigest()[:16]


def lock(file: TextIO) -> None:
    """Wait until no other process holds the lock of this file, then hold it until it is closed."""
    if sys.platform == "win32":
        import msvcrt

        held = False
        while not held:
            with suppress(OSError):  # after ten seconds it gives up
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                held = True
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Let one process run at a time, or all of them if no lock file can be written."""
    with suppress(OSError):
        cache_root().mkdir(parents=True, exist_ok=True)
    try:
        file = (cache_root() / f"{name}.lock").open("w", encoding="utf-8")
    except OSError:
        yield
        return
    with file:  # closing it releases the lock, even if the process dies
        lock(file)
        yield


def compile_once(name: str) -> None:
    """Compile a game, unless this or another process has already done so."""
    with alone(name):
        if not is_warm(name):
            warm(name)
            with suppress(OSError):
                mark(name).touch()


class Heating(Struct):
    """A game that is being compiled."""

    game: str
    title: str
    done: float  # from 0 to 1


class Warmth:
    """Which games are ready to be played in this process, and which are being compiled.

    If nobody should have to wait, a game runs as plain Python while it is being compiled.
    """

    def __init__(self, is_waited_for: bool = True) -> None:
        self.is_waited_for = is_waited_for
        self.when_warm: Callable[[str], None] = lambda _: None  # called when a game in use has been compiled
        self.ready: set[str] = set()
        self.asked_for: set[str] = set()
        self.locks: dict[str, asyncio.Lock] = {}
        self.heating: dict[str, tuple[float, asyncio.Task[None]]] = {}  # since when

    def is_cold(self, name: str) -> bool:
        return name in self.heating

    async def want(self, name: str) -> None:
        """Return as soon as the game can be played, either compiled or slowly as plain Python."""
        self.asked_for.add(name)
        await self.prepare(name)

    async def prepare(self, name: str) -> None:
        """Load a game that is compiled, or begin to compile it."""
        if name in self.ready or self.is_cold(name) or not JIT:
            return
        async with self.locks.setdefault(name, asyncio.Lock()):
            if name in self.ready or self.is_cold(name):
                return
            if await asyncio.to_thread(is_warm, name):
                await self.load(name)
            elif self.is_waited_for:
                await self.compile(name)
                await self.load(name)
            else:
                registry.load(name).run_plainly()
                self.heating[name] = time.time(), asyncio.create_task(self.heat(name))

    async def heat(self, name: str) -> None:
        """Compile a game while it is played, and load it if anybody does."""
        try:
            await self.compile(name)
            if name in self.asked_for:
                await self.load(name)
        finally:
            self.heating.pop(name, None)
        self.when_warm(name)

    async def compile(self, name: str) -> None:
        """Compile a game in a separate process, which ends with ours and hears no Ctrl-C."""
        manners = [ATTENDED] if self.is_waited_for else [ATTENDED, POLITE]
        command = [sys.executable, "-m", "ludotheque.server.warm", name, *manners]
        child = await asyncio.create_subprocess_exec(*command, stdin=subprocess.PIPE, start_new_session=True)
        try:
            await child.wait()
        finally:
            if child.returncode is None:
                child.kill()

    async def load(self, name: str) -> None:
        if registry.load(name).is_plain:
            registry.load(name).run_compiled()
        await asyncio.to_thread(warm, name)  # from the cache, or from scratch if it cannot be written
        give_back_memory()
        self.ready.add(name)

    async def want_all(self) -> None:
        """Compile all games one after another, so that a processor is left for those who play.

        A game that nobody has asked for is loaded only when all are compiled: until then the
        compiler needs the memory.
        """
        for name in registry.names():
            await self.prepare(name)
            if name in self.heating:
                await asyncio.wait([self.heating[name][1]])
        for name in registry.names():
            async with self.locks.setdefault(name, asyncio.Lock()):
                if JIT and name not in self.ready and not self.is_cold(name):
                    await self.load(name)

    def progress(self) -> list[Heating]:
        """List the games being compiled, with the progress of each."""
        return [
            Heating(name, registry.load(name).title, share_done(name, since))
            for name, (since, _) in list(self.heating.items())
        ]

    async def stop(self) -> None:
        tasks = [task for _, task in self.heating.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def share_done(name: str, since: float) -> float:
    """Estimate the share of entry points compiled so far, from 0 to 1.

    The estimate counts cache files and is used only for a progress bar.
    """
    game = registry.load(name)
    done = 0
    with suppress(OSError):  # another process deletes old builds, or the cache may not be entered
        for file in cache_root().glob(f"{game.id}-*/**/*.nbi"):
            done += file.stat().st_mtime >= since
    return min(done / (PARTS + PARTS_OF_SECRETS * game.hides), 1.0)


def leave_with_parent() -> None:
    """Exit when the parent process does: it holds the other end of standard input."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    if ATTENDED in sys.argv[2:]:
        threading.Thread(target=leave_with_parent, daemon=True).start()
    if POLITE in sys.argv[2:]:
        os.nice(10)
    compile_once(sys.argv[1])
