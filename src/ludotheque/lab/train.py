"""Training: a network plays itself until its time is up, and is measured on the way.

It knows what `encode` writes, what is legal, how games end, and what `value` of the game's
`evaluate.py` says. Everything that is needed to go on later is in one file, which is replaced in
one step after every look at the clock, so that nothing is lost when the training is stopped.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, Protocol
from zipfile import BadZipFile

import numpy as np

from ludotheque.bots.network import HIDDEN, SECOND, Network, made_for, new_network, save
from ludotheque.bots.rating import Interval, score_interval
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.game import Game
from ludotheque.lab.learner import Learner, shares_against
from ludotheque.lab.spread import Crew

HEAT = 0.06  # how often worse actions are tried with two seats, at the beginning
COOLED = 1 / 6  # the part of it that is left at the end
TRACE = 0.8  # how much the end of a game counts against what was expected on the way
GAMES = 400  # games of each comparison
BETWEEN_S = 20.0  # seconds of training between two comparisons


@dataclass(frozen=True)
class Plan:
    """What is trained. A training can be continued only with the same plan."""

    game: str
    seats: tuple[int, ...]  # the numbers of seats that rounds are played with, in turn
    options: dict[str, Any]
    seed: int = 1
    hidden: int = HIDDEN
    second: int = SECOND
    heat: float = HEAT


@dataclass(frozen=True)
class Mark:
    """What was measured at a moment of the training, with the fewest seats."""

    seconds: float  # of training
    decisions: int
    loss: float
    random: Interval  # share of the games won against random players
    greedy: Interval  # … and against players who take what `value` likes best


class AnyLearner(Protocol):
    """What `Learner` and `GpuLearner` have in common."""

    def network(self) -> Network: ...
    def play(self, seats: int, heat: float, trace: float) -> int: ...
    def fit(self, share: float) -> float: ...
    def memory(self) -> dict[str, Any]: ...
    def recall(self, memory: dict[str, Any]) -> None: ...


@dataclass
class Training:
    """A training: its plan, and how far it has come."""

    plan: Plan
    game: Game
    learner: AnyLearner
    seconds: float = 0.0
    rounds: int = 0
    decisions: int = 0
    marks: list[Mark] = field(default_factory=list)

    def go_on(self, until_s: float) -> Iterator[Mark]:
        """Train until so many seconds have been spent in all; yield a mark now and then.

        The first round does not count, since everything may have to be compiled in it.
        """
        measured, is_first = self.seconds, True
        while self.seconds < until_s:
            began, share = time.monotonic(), self.seconds / until_s
            seats = self.plan.seats[self.rounds % len(self.plan.seats)]
            # an action changes less with more seats
            heat = self.plan.heat * (1 + (COOLED - 1) * share) * 2 / seats
            self.decisions += self.learner.play(seats, heat, TRACE)
            loss = self.learner.fit(share)
            self.rounds += 1
            self.seconds += 0.0 if is_first else time.monotonic() - began
            is_first = False
            if self.seconds - measured >= BETWEEN_S or self.seconds >= until_s:
                measured = self.seconds
                self.marks.append(self.mark(loss))
                yield self.marks[-1]

    def mark(self, loss: float) -> Mark:
        """Compare the network with fixed players."""
        network, seats = self.learner.network(), self.game.seats[0]
        against = [
            score_interval(shares_against(self.game, network, seats, self.plan.options, GAMES, is_greedy).tolist())
            for is_greedy in (False, True)
        ]
        return Mark(self.seconds, self.decisions, loss, *against)

    def about(self) -> dict[str, Any]:
        """Return what is known about the network, for its file."""
        return {
            **made_for(self.game),
            "seconds": round(self.seconds),
            "decisions": self.decisions,
            **{name: value for name, value in asdict(self.plan).items() if name != "game"},
        }


def begin(plan: Plan, game: Game, folder: Path, device: str, crew: Crew | None = None) -> Training:
    """Return a training that goes on where the one in the folder has stopped, or a new one."""
    if game.encode is None:
        raise LudothequeError("{title} has no encode.py, so nothing can be trained on it", title=game.title)
    if device == "cuda" and crew and not crew.is_here:
        raise LudothequeError("--ray and --table need --device cpu")
    network = new_network(game, plan.seed, plan.hidden, plan.second)
    learner: AnyLearner
    if device == "cuda":
        from ludotheque.lab.gpu_learner import GpuLearner

        learner = GpuLearner(game, network, plan.options, plan.seed)
    else:
        learner = Learner(game, network, plan.options, plan.seed, crew)
    training = Training(plan, game, learner)
    if (path := folder / "training.npz").exists():
        _resume(training, path)
    return training


def _resume(training: Training, path: Path) -> None:
    try:
        with np.load(BytesIO(path.read_bytes())) as content:
            about = json.loads(str(content["about"]))
            if about["plan"] != json.loads(json.dumps(asdict(training.plan))):
                raise LudothequeError(
                    "{path} belongs to another training; use another folder, or the same game, seats, options, seed "
                    "and sizes",
                    path=path,
                )
            training.learner.recall({name: content[name] for name in content.files if name != "about"})
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise LudothequeError("{path} is not a training: {error}", path=path, error=error) from error
    training.seconds, training.rounds, training.decisions = (about[name] for name in ("seconds", "rounds", "decisions"))
    training.marks = [
        Mark(**mark | {"random": Interval(*mark["random"]), "greedy": Interval(*mark["greedy"])})
        for mark in about["marks"]
    ]


def keep(training: Training, folder: Path, command: str) -> None:
    """Write the network and what is needed to go on; old files stay until new ones are whole."""
    about = {
        "plan": asdict(training.plan),
        "seconds": training.seconds,
        "rounds": training.rounds,
        "decisions": training.decisions,
        "marks": [asdict(mark) for mark in training.marks],
    }
    content = BytesIO()
    np.savez(content, about=np.array(json.dumps(about)), **training.learner.memory())
    write_file(folder / "training.npz", content.getvalue())
    save(folder / "network.npz", training.learner.network(), training.about() | {"command": command})
