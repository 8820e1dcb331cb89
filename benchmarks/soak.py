"""The server's memory while many tables are played slowly for a long time.

    python benchmarks/soak.py [--tables 200] [--minutes 60] [--pause 5] [--games sarena,labyrinth]

The server is a process of its own on a loopback port, on a SQLite file. At every table somebody
plays one of the games (all five, if none is named) against bots, and thinks for some seconds before
each move. Now and then they ask for a hint, and after every other game for its analysis. After the
game, or after sixty moves of their own, they open the next table: else the longest games would just
grow for all of the hour. The server's resident memory is read every few seconds. It ends by itself,
prints the series and the slope over its second half, and says whether memory was flat: whether the
line through the second half rises by less than 2 % of the memory there. The exit status is 1 if it
was not.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import linear_regression, mean
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent))

from server import Connection, Load, Maker, Message, Server, first_leaf, leave_tidily

GAMES = ("sarena", "labyrinth", "viva_catrina", "meandres", "dream_runners")
LEVELS = ("random", "novice")
EVERY_S = 5.0  # between two readings
HINTS, ANALYSES = 1 / 20, 1 / 2  # of moves, of finished games
MOVES = 60  # of one's own, before one leaves a game that is not over
ASK_S = 2.0  # between two questions how far an analysis is
FLAT = 0.02
BIG = 1e6  # bytes


class Player:
    """Somebody who plays one table after the other against a bot."""

    def __init__(self, soak: "Soak", number: int) -> None:
        self.soak, self.game = soak, soak.games[number % len(soak.games)]
        self.chance = random.Random(number)
        self.is_thinking = False
        self.is_shown = False

    async def sit_down(self) -> None:
        from ludotheque.core import registry

        bots = registry.load(self.game).seats[0] - 1
        level = self.chance.choice(LEVELS)
        self.table, (self.cookie, *_) = self.soak.maker.table("you", *[level] * bots, game=self.game)
        self.line = await self.soak.load.line(f"/ws/{self.table}", self.cookie, self.hear)
        self.line.send({"type": "sync"})
        self.moves = 0
        self.soak.counts["tables"] += 1

    def hear(self, line: Connection, message: Message) -> None:
        self.is_shown = True
        if message.type == "refused":
            self.soak.counts[f"refused: {message.code}"] += 1
            line.send({"type": "sync"})
        elif message.type == "advice":
            self.soak.counts["hints"] += 1
        elif message.type in ("table", "update") and line is self.line and not self.is_thinking:
            if message.can_ready:
                line.send({"type": "ready", "seat": 0})
            if message.gestures or message.status == "over":
                self.is_thinking = True
                self.soak.begin(self.think())

    async def think(self) -> None:
        """Wait a while, then act on what is shown by now."""
        await asyncio.sleep(self.soak.pause_s * self.chance.uniform(0.5, 1.5))
        self.is_thinking = False
        shown = self.line.last
        if shown.status == "over" or self.moves == MOVES:
            await self.leave()
        elif shown.gestures:
            if self.chance.random() < HINTS:
                self.line.send({"type": "hint", "seat": 0})
                self.is_thinking = True
                await asyncio.sleep(self.soak.pause_s)  # until it is there
                self.is_thinking = False
            act = {"type": "act", "id": f"0-{shown.seq}", "seen": shown.seq, "seat": 0}
            self.line.send(act | {"actions": [any_leaf(shown.gestures, self.chance)]})
            self.soak.counts["moves"] += 1
            self.moves += 1

    async def leave(self) -> None:
        """Look at the analysis, perhaps, and go to the next table."""
        if self.line.last.status == "over":
            self.soak.counts["games"] += 1
            if self.chance.random() < ANALYSES:
                await self.analyse()
        self.line.hang_up()
        self.soak.load.lines.remove(self.line)
        await self.sit_down()

    async def analyse(self) -> None:
        headers = {"cookie": self.cookie}
        while True:
            answer = await self.soak.http.get(f"/api/tables/{self.table}/analysis", headers=headers)
            if not answer.is_success:
                self.soak.counts[f"analysis refused: {answer.json()['code']}"] += 1
                return
            if answer.json()["progress"] >= 1:
                self.soak.counts["analyses"] += 1
                return
            await asyncio.sleep(ASK_S)


def any_leaf(trie: Any, chance: random.Random) -> int:
    while not isinstance(trie, int):
        trie = chance.choice(list(trie.values()))
    return first_leaf(trie)


class Soak:
    def __init__(self, server: Server, database: str, pause_s: float, games: list[str]) -> None:
        self.server, self.pause_s, self.games = server, pause_s, games
        self.maker, self.load = Maker(database), Load(server.address)
        self.counts: Counter[str] = Counter()
        self.tasks: set[asyncio.Task[None]] = set()
        self.http = httpx.AsyncClient(base_url=server.address, timeout=60, trust_env=False)

    def begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)

    def done(self, task: "asyncio.Task[None]") -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.counts[f"error: {task.exception()!r}"] += 1

    async def run(self, tables: int, minutes: float) -> list[tuple[float, float]]:
        """Let people play so long, and return the memory in MB at each second that it was read."""
        players = [Player(self, number) for number in range(tables)]
        for player in players:
            await player.sit_down()
        while not all(player.is_shown for player in players):  # games have to be loaded, or compiled first
            await asyncio.sleep(0.1)
        begun, found = time.monotonic(), []
        while (now := time.monotonic() - begun) < 60 * minutes:
            figures = await asyncio.to_thread(self.server.figures)
            found.append((now, figures["rss"] / BIG))
            await asyncio.sleep(EVERY_S)
        for task in list(self.tasks):
            task.cancel()
        self.load.hang_up()
        await self.http.aclose()
        return found


def report(found: list[tuple[float, float]], counts: Counter[str]) -> bool:
    """Print what was found and return whether memory was flat."""
    half = found[len(found) // 2 :]
    slope, _ = linear_regression([now for now, _ in half], [rss for _, rss in half])
    rise, level = slope * (half[-1][0] - half[0][0]), mean(rss for _, rss in half)
    is_flat = rise < FLAT * level
    print("seconds: MB")
    print(", ".join(f"{now:.0f}: {rss:.0f}" for now, rss in found))
    print(", ".join(f"{count:,} {name}" for name, count in counts.most_common()))
    print(f"first {found[0][1]:.0f} MB, most {max(rss for _, rss in found):.0f} MB, last {found[-1][1]:.0f} MB")
    print(f"second half: mean {level:.0f} MB, slope {3600 * slope:+.1f} MB an hour, {rise:+.1f} MB in that half")
    print("flat" if is_flat else "NOT flat")
    return is_flat


def main() -> int:
    parser = argparse.ArgumentParser(description="Watch the server's memory while many tables are played slowly.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--pause", type=float, default=5, help="seconds that people think, about (default: 5)")
    parser.add_argument("--games", default=",".join(GAMES), help="which, with commas (default: all five)")
    wanted = parser.parse_args()
    leave_tidily()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.db"
        with Server(database) as server:
            soak = Soak(server, database, wanted.pause, wanted.games.split(","))
            found = asyncio.run(soak.run(wanted.tables, wanted.minutes))
    return 0 if report(found, soak.counts) else 1


if __name__ == "__main__":
    sys.exit(main())
