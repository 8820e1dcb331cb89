"""Which games a report plays, and what is known once they are played."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ludotheque.bots.levels import SIMPLE, bot, budget
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.options import Value
from ludotheque.lab.gather import Gathered, Setup, gather
from ludotheque.lab.spread import Crew

Progress = Callable[[int, int], object]

RANDOM_TIMES = 50  # random games for each game of the bots, since they cost so little
RANDOM_DEALS = 20  # how often each of their deals is played
KEPT = 400  # random games of which every ply is kept
EVEN = 0.6  # the share of the bots' games between equals; in the rest, each level plays the one below
# docs/decisions.md: A report thinks less in long games
THOUGHT = 8.0  # decisions in a game at full strength that cost as much as a game may
SCALES = 0.02, 0.2  # bounds of the share of their iterations that bots get
TRIAL = 400  # random games that say how long a game is


@dataclass(frozen=True)
class Plan:
    """A report: the game, the bots from the weakest to the strongest, and how many games."""

    game: Game
    seats: int
    options: Mapping[str, Value]
    bots: tuple[str, ...] = ("novice", "regular")
    games: int = 2000  # of the bots, in all
    seed: int = 1
    scale: float = 0.0  # 0: as long as the game allows

    def __post_init__(self) -> None:
        self.game.check_seats(self.seats)
        if self.seats < 2:
            raise LudothequeError("a report needs at least 2 seats")
        if len(set(self.bots)) < len(self.bots) or not self.bots or "random" in self.bots:
            raise LudothequeError("a report needs different bots that are not random, such as novice,regular")
        for name in self.bots:
            bot(name)  # refuses one that it does not know

    @property
    def levels(self) -> tuple[str, ...]:
        return ("random", *self.bots)

    @cached_property
    def thinking(self) -> float:
        """The share of their iterations that bots get: less where a game has many decisions."""
        if self.scale:
            return self.scale
        trial = gather(self.game, Setup(self.game.id, self.seats, self.options, seed=self.seed), TRIAL)
        least, most = SCALES
        return round(float(np.clip(THOUGHT / max(1.0, trial.games["decisions"].mean()), least, most)), 3)

    def iterations(self, name: str) -> int:
        """Return the iterations of a bot for one decision, 0 if it does not search."""
        return 0 if name in SIMPLE else budget(self.game, name, self.thinking).iterations

    def tables(self) -> Iterator[tuple[str, Setup, int]]:
        """Yield what is played: a name, a set-up and a number of games; fast ones first."""
        base = Setup(self.game.id, self.seats, self.options, seed=self.seed)
        games = self.games * RANDOM_TIMES
        times = min(RANDOM_DEALS, games)
        yield "random", replace(base, bots=("random",) * self.seats, times=times, kept=KEPT), games
        even = max(2, round(self.games * EVEN / len(self.bots) / 2) * 2)
        rung = max(1, round(self.games * (1 - EVEN) / len(self.bots) / self.seats)) * self.seats
        for below, name in zip(self.levels, self.bots, strict=False):
            thinking = self.thinking
            yield name, replace(base, bots=(name,) * self.seats, scale=thinking, times=2, kept=even), even
            uneven = (name, *[below] * (self.seats - 1))
            yield f"{name}>{below}", replace(base, bots=uneven, scale=thinking, times=self.seats), rung

    @property
    def units(self) -> int:
        """The work of all tables, as `work` counts it."""
        return sum(work(setup, games) for _, setup, games in self.tables())


def work(setup: Setup, games: int) -> int:
    """Return how much work some games are: many random ones are as much as one with bots."""
    return games // RANDOM_TIMES if setup.is_random else games


@dataclass
class Study:
    """A plan, and the games of it that were played: by level, and level against level."""

    plan: Plan
    even: dict[str, Gathered] = field(default_factory=dict)
    uneven: dict[str, Gathered] = field(default_factory=dict)

    @property
    def best(self) -> str:
        """The strongest level that has played."""
        return list(self.even)[-1]

    @property
    def is_complete(self) -> bool:
        return len(self.even) == len(self.plan.levels) and len(self.uneven) == len(self.plan.bots)

    def play(self, threads: int = 1, progress: Progress | None = None, crew: Crew | None = None) -> Iterator["Study"]:
        """Play table after table; yield after each, so that what is known can be drawn."""
        done, total = 0, self.plan.units
        for name, setup, games in self.plan.tables():
            tell = _Bar(progress, setup, done, total) if progress else None
            found = gather(self.plan.game, setup, games, threads, progress=tell, crew=crew)
            (self.uneven if ">" in name else self.even)[name.partition(">")[0]] = found
            done += work(setup, games)
            yield self


@dataclass(frozen=True)
class _Bar:
    """Moves a progress bar on by the games of one table."""

    progress: Progress
    setup: Setup
    done: int
    total: int

    def __call__(self, games: int, _: int) -> None:
        self.progress(self.done + work(self.setup, games), self.total)
