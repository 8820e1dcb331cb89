"""Millions of random games: who wins, by how much, and how long it takes."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.options import Value
from ludotheque.lab.series import TIES, ZERO, Counts, Series, Tally
from ludotheque.lab.series import Packed as PackedTally
from ludotheque.lab.show import html_table
from ludotheque.lab.spread import Crew, Piece, unpacked
from ludotheque.lab.spread import Packed as PackedGame

Progress = Callable[[int], object]  # called with how many games are done

CHUNK_GAMES = 1 << 16  # the most games in a chunk, to bound memory
# chunks grow until one takes about this long, so that Ctrl-C is prompt however slow the game
CHUNK_SECONDS = 0.05
FIRST_STRETCH = 256  # games in the first stretches for other machines; they grow until one takes
STRETCH_SECONDS = 2.0  # as long as this
LOOK_SECONDS = 0.1  # how often the waiting thread reports progress


@dataclass(frozen=True)
class Summary:
    """A distribution in a few numbers, treated as a population; quantiles are interpolated as in
    numpy.
    """

    mean: float
    std: float
    min: int
    q25: float
    median: float
    q75: float
    max: int

    @classmethod
    def of(cls, counts: Counts, first: int) -> "Summary":
        """Summarise counts, where counts[k] values are first + k; there must be at least one."""
        (seen,) = np.nonzero(counts)
        values, weights = [first + int(place) for place in seen], [int(counts[place]) for place in seen]
        number = sum(weights)
        # Python integers, so nothing is rounded or overflows
        total = sum(value * weight for value, weight in zip(values, weights, strict=True))
        squares = sum(value * value * weight for value, weight in zip(values, weights, strict=True))
        q25, median, q75 = (_quantile(values, np.cumsum(weights), quarter) for quarter in (1, 2, 3))
        return cls(
            total / number, (number * squares - total * total) ** 0.5 / number, values[0], q25, median, q75, values[-1]
        )


def _quantile(values: list[int], up_to: Any, quarter: int) -> float:
    """Return the value at `quarter` quarters of the way from the first value to the last.

    up_to[k] values are values[k] or less.
    """
    place, rest = divmod(quarter * (int(up_to[-1]) - 1), 4)
    below, above = (
        values[int(np.searchsorted(up_to, place, "right"))],
        values[int(np.searchsorted(up_to, place + (rest > 0), "right"))],
    )
    return below + (above - below) * rest / 4


@dataclass(frozen=True)
class Simulation:
    """The results of a series of random games."""

    game: str
    seats: int
    options: dict[str, Value]
    seed: int
    device: str
    threads: int
    games: int
    plies: int
    seconds: float
    wins: tuple[int, ...]  # by seat; a shared first place counts for every seat that shares it
    ties: int  # games with a shared first place
    scores: tuple[Summary, ...]  # by seat
    plies_per_game: Summary
    score_counts: tuple[dict[int, int], ...] = ()  # by seat: how many games ended with each score

    @property
    def plies_per_second(self) -> float:
        return self.plies / self.seconds

    def to_json(self) -> dict[str, Any]:
        """Return the figures, without the counts of every single score."""
        figures = asdict(self) | {"plies_per_second": self.plies_per_second}
        del figures["score_counts"]
        return figures

    def _repr_html_(self) -> str:
        rows = [
            (seat, f"{wins / self.games:.1%}", f"{one.mean:.1f}", f"{one.std:.1f}", one.min, one.median, one.max)
            for seat, (wins, one) in enumerate(zip(self.wins, self.scores, strict=True))
        ]
        head = ("seat", "wins", "mean score", "spread", "least", "median", "most")
        return html_table(f"{self.game}, {self.games:,} random games", head, rows)


class Interrupted(Exception):  # noqa: N818 (not an error: the user pressed Ctrl-C)
    """A run was stopped early.

    What had been played until then is in `simulation`: the first `simulation.games` games of the
    series.
    """

    def __init__(self, simulation: Simulation) -> None:
        super().__init__(f"stopped after {simulation.games} games")
        self.simulation = simulation


def simulate(
    game: Game,
    seats: int,
    options: Mapping[str, Any],
    games: int,
    seed: int,
    threads: int = 1,
    device: str = "cpu",
    progress: Progress | None = None,
    crew: Crew | None = None,
    tables: Sequence[Path] = (),
) -> Simulation:
    """Play `games` random games, by a crew if there is one, and write them to tables if asked.

    The result depends on the seed and not on crew, threads or device, except for the seconds.

    Raises:
        Interrupted: on Ctrl-C, with what was played until then (a plain KeyboardInterrupt if that
        was nothing).
    """
    _check(games, threads, device)
    if device == "cuda" and (tables or (crew and not crew.is_here)):
        raise LudothequeError("--ray and --table need --device cpu")
    series = Series(game, seats, options, seed)
    players = _players(series, threads, device, crew, tables)
    began = perf_counter()
    try:
        players.play(games, progress or (lambda _: None))
    except KeyboardInterrupt:
        seconds, tally = perf_counter() - began, players.tally()
        if tally.games == 0:
            raise
        raise Interrupted(_report(series, tally, seconds, device, threads)) from None
    return _report(series, players.tally(), perf_counter() - began, device, threads)


def _check(games: int, threads: int, device: str) -> None:
    if games < 1:
        raise LudothequeError("a simulation needs at least 1 game, not {games}", games=games)
    if threads < 1:
        raise LudothequeError("a simulation needs at least 1 thread, not {threads}", threads=threads)
    if device not in ("cpu", "cuda"):
        raise LudothequeError("device must be cpu or cuda, not {device!r}", device=device)


def _report(series: Series, tally: Tally, seconds: float, device: str, threads: int) -> Simulation:
    tally.check()
    return Simulation(
        game=series.game.id,
        seats=series.seats,
        options=dict(series.options),
        seed=series.seed,
        device=device,
        threads=threads,
        games=tally.games,
        plies=tally.plies,
        seconds=seconds,
        wins=tuple(int(wins) for wins in tally.firsts[: series.seats]),
        ties=int(tally.firsts[TIES]),
        scores=tuple(Summary.of(counts, -ZERO) for counts in tally.scores),
        plies_per_game=Summary.of(tally.lengths, 0),
        score_counts=tuple(_by_score(counts) for counts in tally.scores),
    )


def _by_score(counts: Counts) -> dict[int, int]:
    return {int(place) - ZERO: int(counts[place]) for place in np.nonzero(counts)[0]}


class _Players(Protocol):
    """Something that plays a series."""

    def play(self, games: int, progress: Progress) -> None: ...
    def tally(self) -> Tally: ...


def _players(series: Series, threads: int, device: str, crew: Crew | None, tables: Sequence[Path]) -> _Players:
    if tables:
        from ludotheque.lab.tables import Tabulated

        return Tabulated(series, crew or Crew(), tables)
    if device == "cuda":
        from ludotheque.lab.cuda import Card  # imported only if a GPU is asked for

        return Card(series)
    return _Threads(series, threads) if crew is None or crew.is_here else _Spread(series, crew)


class _Threads:
    """Threads that take the games of a series in order, a chunk at a time.

    Compiled rules release the GIL, so they run in parallel.
    """

    def __init__(self, series: Series, threads: int) -> None:
        self.series, self.threads = series, threads
        self.lock = threading.Lock()
        self.counts = Tally(series.game, series.seats)
        self.taken, self.done, self.games = 0, 0, 0
        series.play(range(0))  # compile before the clock starts

    def tally(self) -> Tally:
        return self.counts

    def play(self, games: int, progress: Progress) -> None:
        self.games = games
        with ThreadPoolExecutor(self.threads) as pool:
            working = {pool.submit(self.work) for _ in range(self.threads)}
            try:
                while working:
                    finished, working = wait(working, LOOK_SECONDS, FIRST_COMPLETED)
                    for thread in finished:
                        thread.result()
                    progress(self.done)
            finally:
                # hand out no more chunks; each thread finishes its current one, so that the games
                # played are the beginning of the series, without gaps
                self.games = 0

    def take(self, size: int) -> range:
        with self.lock:
            chunk = range(self.taken, min(self.taken + size, self.games))
            self.taken += len(chunk)
            return chunk

    def work(self) -> None:
        size = 1
        while chunk := self.take(min(size, CHUNK_GAMES)):
            began = perf_counter()
            results = self.series.play(chunk)
            with self.lock:
                self.counts.add(*results)
                self.done += len(chunk)
            if perf_counter() - began < CHUNK_SECONDS:
                size *= 2


class _Spread:
    """Workers elsewhere, who each get a stretch of the series at a time."""

    def __init__(self, series: Series, crew: Crew) -> None:
        self.series, self.crew = series, crew
        self.counts = Tally(series.game, series.seats)
        self.size = FIRST_STRETCH

    def tally(self) -> Tally:
        return self.counts

    def stretches(self, games: int) -> Iterator[Piece]:
        """Yield stretches that grow to a few seconds each; the last ones are short."""
        series, done = self.series, 0
        game = self.crew.pack(series.game)
        while done < games:
            size = max(1, min(self.size, (games - done) // self.crew.room()))
            yield game, series.seats, dict(series.options), series.seed, range(done, min(done + size, games))
            done += size

    def play(self, games: int, progress: Progress) -> None:
        for found, seconds in self.crew.map(play_stretch, self.stretches(games)):
            self.counts.merge(found)
            progress(self.counts.games)
            if seconds < STRETCH_SECONDS:
                self.size *= 2


def play_stretch(
    game: Game | PackedGame, seats: int, options: dict[str, Value], seed: int, stretch: range
) -> tuple[PackedTally, float]:
    """Play a stretch of a series; return its counts, and the seconds it took."""
    series = Series(unpacked(game), seats, options, seed)
    series.play(range(0))  # compile before the clock starts
    began, tally = perf_counter(), Tally(series.game, seats)
    for first in range(stretch.start, stretch.stop, CHUNK_GAMES):
        tally.add(*series.play(range(first, min(first + CHUNK_GAMES, stretch.stop))))
    return tally.packed(), perf_counter() - began
