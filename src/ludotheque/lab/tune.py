"""Tuning: the numbers of a bot's search are varied by Optuna, and every try plays the bot as it is.

The best of many tries looks better than it is, because it was also lucky. So in the end it plays on
deals that no try has seen, and only that result counts.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.levels import BUDGETS
from ludotheque.bots.rating import NORMAL_95, Interval, score_interval
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.game import Game
from ludotheque.lab.league import League, Plan, won
from ludotheque.lab.spread import Crew, Progress, moved

TUNED = "tuned"
HELD_OUT = 1_000_003  # added to the seed for deals that no try has seen
TUNABLE = ("EXPLORE", "GUESSES", "EXPAND_AT", "WIDTH", "MARGIN", "CUTOFF")
WIDE = 4.0  # a range goes from a quarter of the usual number to four times as much
MOST = 1 << 16  # a number beyond this means "no limit" and is left alone, unless a range is given


@dataclass(frozen=True)
class Range:
    """A parameter of the search, and between which bounds it is varied."""

    name: str
    low: float
    high: float
    is_whole: bool

    @classmethod
    def read(cls, game: Game, text: str) -> "Range":
        """Read a range such as `EXPLORE=0.1:2`; without bounds they lie around the usual number."""
        name, _, bounds = text.partition("=")
        usual = knowledge(game).get(name)
        if name not in TUNABLE or usual is None:
            raise LudothequeError(
                "unknown parameter {name!r}; expected one of {names}", name=name, names=", ".join(TUNABLE)
            )
        is_whole = isinstance(usual, int)
        low, high = (max(1, usual // WIDE) if is_whole else usual / WIDE, max(2, usual * WIDE))
        if bounds:
            try:
                low, high = map(float, bounds.split(":"))
            except ValueError:
                low, high = 1.0, 0.0
            if not 0 <= low < high:
                raise LudothequeError(
                    "a range must be written like {name}=0.1:2, not {text}", name=name, text=repr(text)
                )
        return cls(name, low, high, is_whole)

    def suggest(self, trial: Any) -> float:
        """Let Optuna choose a number."""
        if self.is_whole:
            found: float = trial.suggest_int(self.name, int(self.low), int(self.high), log=self.low >= 1)
            return found
        found = trial.suggest_float(self.name, self.low, self.high, log=self.low > 0)
        return float(f"{found:.4g}")


def ranges(game: Game, texts: Sequence[str]) -> list[Range]:
    """Return the ranges that were asked for, or those of all numbers that the game's search has."""
    if texts:
        return [Range.read(game, text) for text in texts]
    names = [name for name in TUNABLE if 0 < knowledge(game)[name] < MOST]
    return [Range.read(game, name) for name in names]


@dataclass(frozen=True)
class Try:
    """Numbers that were tried, and how the bot did with them."""

    number: int
    parameters: Mapping[str, float]
    wins: Interval
    games: int  # fewer than planned if it was clearly better or worse


@dataclass
class Tuning:
    """A bot of a game that is tuned against itself."""

    game: Game
    level: str
    ranges: Sequence[Range]
    plan: Plan  # of one try: how many games, seats, options, seed, scale
    folder: Path

    def file(self, parameters: Mapping[str, float]) -> Path:
        """Write the evaluation with these numbers; everything else is the game's own."""
        own = getattr(self.game.evaluate, "__name__", None)
        numbers = [f"{name} = {value!r}" for name, value in parameters.items()]
        origin = [f"from {own} import *  # noqa: F403", ""] if own else []
        content = "\n".join([f'"""{self.game.title}, {self.level}: tuned by Ludothèque."""', "", *origin, *numbers, ""])
        path = self.folder / f"{hashlib.sha256(content.encode()).hexdigest()[:12]}.py"
        if not path.exists():
            write_file(path, content)
        return path

    def play(self, parameters: Mapping[str, float], plan: Plan, crew: Crew, progress: Progress) -> League:
        """Let the bot with these numbers play the bot as it is."""
        word = f"{TUNED}={self.file(parameters)}@{self.level}"
        bots = (TUNED, *[self.level] * (plan.seats - 1))
        found = League(replace(plan, bots=bots, evaluations={TUNED: word}), self.game)
        found.play(None, crew, lambda done, _: progress(done))
        return found

    def attempt(self, trial: Any, crew: Crew, progress: Progress) -> Try:
        """Try the numbers that Optuna suggests; stop as soon as they are clearly good or bad."""
        parameters = {one.name: one.suggest(trial) for one in self.ranges}
        found = self.play(parameters, replace(self.plan, is_sequential=True), crew, progress)
        results = [won(match, TUNED) for match in found.matches]
        return Try(trial.number, parameters, score_interval(results), len(results))

    def search(self, tries: int, crew: Crew, progress: Progress = lambda _: None) -> Iterator[Try]:
        """Try numbers, those of earlier runs in the same folder first."""
        study = self.study()
        for done in range(len(study.trials), tries):
            trial = study.ask()
            one = self.attempt(trial, crew, moved(progress, done * self.plan.games))
            trial.set_user_attr("try", json.dumps(asdict(one)))
            study.tell(trial, one.wins.value)
            yield one

    def study(self) -> Any:
        """Return Optuna's study, which is kept in the folder."""
        try:
            import optuna
            from optuna.storages import JournalStorage
            from optuna.storages.journal import JournalFileBackend
        except ImportError:
            raise LudothequeError("tune needs Optuna, an extra: ludotheque[tune]") from None
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.folder.mkdir(parents=True, exist_ok=True)
        name = json.dumps([asdict(self.plan), self.level, [asdict(one) for one in self.ranges]], default=str)
        return optuna.create_study(
            storage=JournalStorage(JournalFileBackend(str(self.folder / "tries.log"))),
            sampler=optuna.samplers.TPESampler(seed=self.plan.seed),
            study_name=hashlib.sha256(name.encode()).hexdigest()[:16],
            direction="maximize",
            load_if_exists=True,
        )

    def best(self) -> Try:
        """Return the best try: the one whose interval begins highest, so few games do not win."""
        tries = [json.loads(trial.user_attrs["try"]) for trial in self.study().trials if "try" in trial.user_attrs]
        if not tries:
            raise LudothequeError("nothing was tried")
        found = [Try(**one | {"wins": Interval(*one["wins"])}) for one in tries]
        return max(found, key=lambda one: (one.wins.low, -one.number))

    def judge(self, best: Try, games: int, crew: Crew, progress: Progress = lambda _: None) -> Interval:
        """Let the best try play on deals that no try has seen."""
        plan = replace(self.plan, seed=self.plan.seed + HELD_OUT, games=games)
        found = self.play(best.parameters, plan, crew, progress)
        return score_interval([won(match, TUNED) for match in found.matches], NORMAL_95)


def tuning(game: Game, level: str, plan: Plan, texts: Sequence[str], folder: Path) -> Tuning:
    """Check what is asked for."""
    if level not in BUDGETS:
        raise LudothequeError("unknown level {level!r}; expected one of {names}", level=level, names=", ".join(BUDGETS))
    return Tuning(game, level, ranges(game, texts), plan, folder)
