"""Compile a game's rules before its first table opens: seconds of work that must not fall on somebody's click, nor stop the event loop.

`python -m ludotheque.server.warm GAME` does it in a process of its own and leaves the machine code in the cache; the server then only loads it. Of several such processes one works
and the others wait for it.
"""

import asyncio
import fcntl
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ludotheque.bots.levels import NAMES, bot
from ludotheque.bots.thinker import SEARCH
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import ENGINE
from ludotheque.core.rule import JIT
from ludotheque.core.template import cache_directory, cache_root, digest
from ludotheque.table.events import PERSON, Chair, Config
from ludotheque.table.plies import Ply
from ludotheque.table.protocol import Act, Draft, Request
from ludotheque.table.secrecy import FLOW, everybody, secrets_of
from ludotheque.table.table import PLAYING, Table
from ludotheque.table.viewer import Viewer

A_GLANCE = 0.001  # a bot only has to be compiled


def warm(name: str) -> None:
    """Play a whole game at a table: the rules, what each seat and a spectator is told, drafts, what may be taken back, and every bot once."""
    seats = registry.load(name).seats[0]
    table = Table.open(Config(name, [Chair(PERSON, person="host")] * seats), seed_key(0))
    table.commit(table.start(0))
    viewers = [Viewer(), *(Viewer((seat,), "host") for seat in range(seats))]
    levels = [*NAMES, *["random"] * table.game.max_plies]
    while table.status == PLAYING:
        seat = table.movers[0]
        action = table.table_action() if seat == TABLE else bot(levels.pop(0), A_GLANCE)(table.game, table.view(seat), seat, table.bot_seed(seat))
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


class Warmth:
    """Which games are ready to be played in this process."""

    def __init__(self) -> None:
        self.ready: set[str] = set()
        self.locks: dict[str, asyncio.Lock] = {}

    async def want(self, name: str) -> None:
        """Returns when the game can be played without a pause."""
        if name in self.ready or not JIT:
            return
        async with self.locks.setdefault(name, asyncio.Lock()):
            if name not in self.ready:
                if not (await asyncio.to_thread(mark, name)).exists():
                    child = await asyncio.create_subprocess_exec(sys.executable, "-m", "ludotheque.server.warm", name)
                    await child.wait()
                await asyncio.to_thread(warm, name)  # from the cache; or, where none can be written, all over again
                self.ready.add(name)


if __name__ == "__main__":
    compile_once(sys.argv[1])
