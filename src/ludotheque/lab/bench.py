"""Speed on this machine, compared with OpenSpiel's in the same run.

Everything that is compared is measured in turns, round after round, and the median of the rounds
counts. Work on one core is timed by the thread's own clock, so that other programs do not matter;
work on several cores, and startup, by the wall clock.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from ludotheque.bots.history import UNKNOWN
from ludotheque.bots.thinker import beliefs, search
from ludotheque.bots.tree import new_tree
from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.files import write_file
from ludotheque.core.game import Game
from ludotheque.core.story import silent_story
from ludotheque.lab import openspiel
from ludotheque.lab.series import Series
from ludotheque.lab.simulate import Simulation, simulate

Progress = Callable[[str, int, int], object]  # called with the next step, how many are done, and the total
Results = dict[str, Any]


@dataclass(frozen=True)
class Sizes:
    """How much to measure."""

    name: str = "cpu"  # of the results file
    rounds: int = 5
    seconds: float = 0.5  # for each measurement in each round
    chunk: int = 1024  # games between two looks at the clock
    copies: int = 1_000_000
    views: int = 10_000
    iterations: int = 10_000  # of the search
    lengths: int = 400  # random games to find the mean length of OpenSpiel's games
    plain: bool = True  # measure `search_ratio`, which needs a second compiled search
    starts: bool = True  # time the `ludotheque` command itself too


FULL = Sizes()
GOALS = (("search_ratio", "≥", 0.5),)  # for every game
# enough to see that it works, not to quote
QUICK = Sizes(
    "quick",
    rounds=1,
    seconds=0.001,
    chunk=4,
    copies=1000,
    views=10,
    iterations=10,
    lengths=4,
    plain=False,
    starts=False,
)


def _goal(results: Results, figure: str, sign: str, bound: float) -> Results:
    """Return a goal of a game (`Game.goals`) with the measured value and whether it is met.

    `figure` is a path into the game's results.
    """
    value: Any = results
    for step in figure.split("."):
        value = value.get(step) if value is not None else None
    met = None if value is None else bool(value >= bound if sign == "≥" else value <= bound)
    return {"figure": figure, "value": value, "goal": f"{sign} {bound:,.12g}", "met": met}


def bench(games: Sequence[Game], threads: int = 2, progress: Progress | None = None, sizes: Sizes = FULL) -> Results:
    """Measure these games and, if it is installed, OpenSpiel's.

    Returns plain numbers and strings, ready for JSON.
    """
    ours = {game.id: _Ours(game, threads, sizes) for game in games}
    theirs = (
        {name: openspiel.Rollouts(name, sizes.lengths) for name in openspiel.GAMES} if openspiel.is_installed() else {}
    )
    found = _rounds({**ours, **theirs}, sizes, progress)
    rows = []
    for name, contestant in ours.items():
        row = {"game": name, **contestant.facts(), **found[name]}
        row["times"] = {_short(other): row["moves_per_second"] / found[other]["moves_per_second"] for other in theirs}
        if sizes.starts:
            row["start"] = start_times(contestant.series.game)
        row["goals"] = [_goal(row, *goal) for goal in (*contestant.series.game.goals, *GOALS)]
        rows.append(row)
    others = [{"game": name, "mean_length": rollouts.mean_length, **found[name]} for name, rollouts in theirs.items()]
    return {
        "name": sizes.name,
        "date": date.today().isoformat(),
        "machine": machine(),
        "rounds": sizes.rounds,
        "games": rows,
        "openspiel": others,
    }


def _short(name: str) -> str:
    """Return the short name of an OpenSpiel game: `go(board_size=9)` is go."""
    return name.partition("(")[0]


def _rounds(contestants: Mapping[str, Any], sizes: Sizes, progress: Progress | None) -> dict[str, dict[str, float]]:
    """Take all measurements in turns and return the median of each."""
    turns = [
        (name, figure, measure)
        for name, contestant in contestants.items()
        for figure, measure in contestant.measures(sizes.seconds).items()
    ]
    values: dict[tuple[str, str], list[float]] = {(name, figure): [] for name, figure, _ in turns}
    for number in range(sizes.rounds):
        for place, (name, figure, measure) in enumerate(turns):
            if progress is not None:
                progress(f"{name}: {figure}", number * len(turns) + place, sizes.rounds * len(turns))
            values[name, figure].append(measure())
    return {
        name: {figure: median(values[name, figure]) for other, figure, _ in turns if other == name}
        for name in contestants
    }


class _Ours:
    """One of our games, with the default options."""

    def __init__(self, game: Game, threads: int, sizes: Sizes) -> None:
        self.series = Series(game, game.measured_seats or game.seats[-1], {}, seed=1)
        self.threads, self.sizes = threads, sizes
        self.pool = np.zeros(2, game.state)
        self.pool[0] = game.new(self.series.seats, {}, seed_key(1))
        self.series.play(range(sizes.chunk))  # compile everything before any clock starts
        game.engine.copies(self.pool, 1)
        game.view_of(self.pool[0], 0)
        self.search(1)
        if sizes.plain:
            self.search(1, is_plain=True)

    def facts(self) -> Results:
        return {
            "seats": self.series.seats,
            "options": dict(self.series.options),
            "threads": self.threads,
            "state_bytes": self.series.game.state.itemsize,
        }

    def measures(self, seconds: float) -> dict[str, Callable[[], float]]:
        found = {
            "moves_per_second": lambda: self.moves_per_second(seconds),
            "threads_ratio": lambda: self.threads_ratio(seconds),
            "copy_ns": self.copy_ns,
            "view_us": self.view_us,
            "searches_per_second": self.searches_per_second,
        }
        return found | ({"search_ratio": lambda: self.search_ratio(seconds)} if self.sizes.plain else {})

    def moves_per_second(self, seconds: float) -> float:
        """Play complete random games one after another on one core; return moves per second.

        Includes dealing, listing the legal actions at every ply, and scoring.
        """
        first, moves, began = 0, 0, thread_time()
        while (spent := thread_time() - began) < seconds or moves == 0:
            plies, _, _ = self.series.play(range(first, first + self.sizes.chunk))
            first, moves = first + self.sizes.chunk, moves + int(plies.sum())
        return moves / spent

    def threads_ratio(self, seconds: float) -> float:
        """Return how many times faster several threads simulate than one, by the wall clock."""
        probe = self.simulate(self.sizes.chunk, 1)
        games = max(self.sizes.chunk, int(seconds * probe.games / probe.seconds))
        return (
            self.simulate(games * self.threads, self.threads).plies_per_second
            / self.simulate(games, 1).plies_per_second
        )

    def simulate(self, games: int, threads: int) -> Simulation:
        return simulate(self.series.game, self.series.seats, self.series.options, games, self.series.seed, threads)

    def copy_ns(self) -> float:
        began = thread_time()
        self.series.game.engine.copies(self.pool, self.sizes.copies)
        return (thread_time() - began) / self.sizes.copies * 1e9

    def view_us(self) -> float:
        """Return the time that one view takes, in µs.

        Most of it is the call from Python into compiled code.
        """
        began = thread_time()
        for _ in range(self.sizes.views):
            self.series.game.view_of(self.pool[0], 0)
        return (thread_time() - began) / self.sizes.views * 1e6

    def searches_per_second(self) -> float:
        """Return the iterations per second of a bot's search from the opening, on one core."""
        began = thread_time()
        self.search(self.sizes.iterations)
        return self.sizes.iterations / (thread_time() - began)

    def search_ratio(self, seconds: float) -> float:
        """Return a search's playouts per second as a fraction of those of bare random play.

        Both play from the opening to the end; the search also imagines a world, walks the tree and
        computes rewards. It is the plain search, whose playouts are the same as the bare ones; what
        a game's own knowledge costs and saves shows in `searches_per_second`.
        """
        plies, _, _ = self.series.play(range(self.sizes.chunk))
        bare = self.moves_per_second(seconds) / float(plies.mean())
        began = thread_time()
        self.search(self.sizes.iterations, is_plain=True)
        return self.sizes.iterations / (thread_time() - began) / bare

    def search(self, iterations: int, is_plain: bool = False) -> None:
        """Run a search from the opening."""
        game = self.series.game
        seat, seen, own = game.movers(self.pool[0])[0], np.empty(1, game.state), search(game, is_plain)
        seen[0] = game.view_of(self.pool[0], seat)
        own.grow(
            new_tree(64),
            seen,
            beliefs(game, UNKNOWN),
            None,
            seat,
            self.series.seats,
            key_words(seed_key(1)),
            0,
            iterations,
            silent_story(),
        )


def start_times(game: Game) -> Results:
    """Return the seconds that `ludotheque perft` takes from start to exit, cold and warm.

    Cold: nothing is compiled yet. Warm: with the cache that the first run left behind.
    """
    command = [sys.executable, "-m", "ludotheque", "perft", game.id, "--depth", "1"]
    seconds = []
    with tempfile.TemporaryDirectory() as empty:
        for _ in range(2):
            began = perf_counter()
            subprocess.run(command, env={**os.environ, "LUDOTHEQUE_CACHE": empty}, check=True, capture_output=True)
            seconds.append(perf_counter() - began)
    return {"cold_seconds": seconds[0], "warm_seconds": seconds[1]}


def machine() -> Results:
    """Return the chip and the versions that were measured, but not the machine's name."""
    packages = ("numpy", "numba", "open_spiel") if openspiel.is_installed() else ("numpy", "numba")
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{package: version(package) for package in packages},
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def write(results: Results, directory: Path) -> Path:
    """Write the results to `<date>-<name>.json`; only the latest run of a day is kept."""
    path = directory / f"{results['date']}-{results['name']}.json"
    write_file(path, json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    return path
