"""Compile a game's rules before its first table opens: seconds of work that must not fall on somebody's click, nor stop the event loop.

`python -m ludotheque.server.warm GAME` does it in a process of its own and leaves the machine code in the cache; the server then only loads it.
"""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

from ludotheque.bots.levels import NAMES, bot
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import ENGINE
from ludotheque.core.rule import JIT
from ludotheque.core.template import cache_directory
from ludotheque.table.events import PERSON, Chair, Config
from ludotheque.table.protocol import Act
from ludotheque.table.table import PLAYING, Table
from ludotheque.table.viewer import Viewer

A_GLANCE = 0.001  # a bot only has to be compiled


def warm(name: str) -> None:
    """Play a whole game at a table: the rules, what each seat and a spectator is told, and every bot once."""
    seats = registry.load(name).seats[0]
    table = Table.open(Config(name, [Chair(PERSON, person="host")] * seats), seed_key(0))
    table.commit(table.start(0))
    viewers = [Viewer(), *(Viewer((seat,), "host") for seat in range(seats))]
    levels = [*NAMES, *["random"] * table.game.max_plies]
    while table.status == PLAYING:
        seat = table.movers[0]
        action = table.table_action() if seat == TABLE else bot(levels.pop(0), A_GLANCE)(table.game, table.view(seat), seat, table.bot_seed(seat))
        act(table, seat, action)
        for viewer in viewers:
            table.update(viewer)
        if len(table.plies) == len(NAMES):
            table.record(NONE)
    table.record()


def act(table: Table, seat: int, action: int) -> None:
    if seat == TABLE:
        table.commit(table.bot_acts(seat, action, 0))
    else:
        table.commit(table.judge(Viewer((seat,), "host"), Act("", table.seq, seat, [action]), 0).events)


def mark(name: str) -> Path:
    """A file in the cache that says: all of this game, as it stands, has been compiled before."""
    return cache_directory(registry.load(name), ENGINE) / "warm"


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
    warm(sys.argv[1])
    with suppress(OSError):
        mark(sys.argv[1]).touch()
