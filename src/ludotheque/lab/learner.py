"""Learning on CPUs: self-play by a crew, fitting on one core, all in compiled code."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.network import OUTPUTS, Mind, Network, new_layers
from ludotheque.bots.thinker import JUDGING, judged_by
from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.game import Game
from ludotheque.core.layout import array_of
from ludotheque.core.options import encode
from ludotheque.core.story import silent_story
from ludotheque.core.template import instantiate
from ludotheque.lab.spread import Crew, Packed, unpacked

SELFPLAY, FITTING = Path(__file__).parent / "selfplay.py", Path(__file__).parent / "fitting.py"
BATCH = 256  # decisions in one step of the fit
RATES = 2e-3, 1e-4  # how far a step moves the weights, at the beginning and at the end
ROUND = 40_000  # decisions of a round
WINDOW = 10  # rounds that are remembered
AGAIN = 3  # rounds' worth of decisions that a fit goes through
PARTS = 8  # of a round; however many play, so that the network does not depend on it
APART = 1 << 32  # game numbers between two parts: more than a part ever plays


@cache
def play_names(game: Game) -> dict[str, Any]:
    """Return the names that self-play is written against."""
    names = knowledge(game, is_learned=True)
    judging = instantiate(game, JUDGING, **judged_by(game, names, Network))
    return {
        **{
            name: getattr(judging, name)
            for name in ("judge", "judge_of", "glance", "hear", "look", "margin_share", "sigmoid")
        },
        "MARGIN": names["MARGIN"],
        "MARKS": names["MARKS"],
        "new_game": game.engine.new_game,
        "HIDES": game.hides,
    }


@cache
def selfplay(game: Game) -> Any:
    """Return the compiled self-play of a game."""
    return instantiate(game, SELFPLAY, **play_names(game))


@cache
def fitting(game: Game) -> Any:
    """Return the compiled fitting of a game."""
    return instantiate(game, FITTING, lot=selfplay(game).lot, **play_names(game))


def shares_against(
    game: Game, network: Network, seats: int, options: Mapping[str, Any], games: int, is_greedy: bool, seed: int = 1
) -> Any:
    """Return the network's share of the win in each game, without a search.

    The others play at random, or take what looks best right after it.
    """
    shares = np.zeros(games)
    selfplay(game).compare(
        Mind(network, new_layers(network)),
        array_of(game.blank),
        key_words(seed_key(seed)),
        0,
        games,
        seats,
        encode(game.options, game.complete_options(options)),
        is_greedy,
        shares,
        silent_story(),
    )
    return shares


def play_part(
    game: Game | Packed,
    weights: Network,
    root: Any,
    first: int,
    seats: int,
    options: Any,
    heat: float,
    trace: float,
    size: int,
) -> tuple[Any, Any, Any]:
    """Let a network play itself; return at most `size` decisions: states, movers and targets."""
    own = unpacked(game)
    states, movers = np.zeros(size, own.state), np.zeros(size, np.int8)
    targets = np.zeros((size, own.seats[-1], OUTPUTS), np.float32)
    kept = selfplay(own).play(
        Mind(weights, new_layers(weights)),
        array_of(own.blank),
        root,
        first,
        seats,
        options,
        heat,
        trace,
        states,
        movers,
        targets,
        silent_story(),
    )[1]
    return states[:kept], movers[:kept], targets[:kept]


class Learner:
    """A network that plays itself and learns from it."""

    def __init__(self, game: Game, network: Network, options: Mapping[str, Any], seed: int, crew: Crew | None = None):
        self.game, self.weights, self.crew = game, network, crew or Crew()
        self.options, self.root = encode(game.options, game.complete_options(options)), key_words(seed_key(seed))
        self.blank, self.rng = array_of(game.blank), np.random.default_rng(seed)
        size, most = ROUND * WINDOW, game.seats[-1]
        self.states, self.movers = np.zeros(size, game.state), np.zeros(size, np.int8)
        self.targets = np.zeros((size, most, OUTPUTS), np.float32)
        self.is_kept = np.zeros(size, np.bool_)
        self.slopes, self.means, self.squares = (Network(*(np.zeros_like(part) for part in network)) for _ in range(3))
        self.number = self.rounds = self.batches = 0

    def network(self) -> Network:
        """Return a copy of the network."""
        return Network(*(part.copy() for part in self.weights))

    def play(self, seats: int, heat: float, trace: float) -> int:
        """Play a round; return how many decisions it has."""
        begin, share, kept = self.rounds % WINDOW * ROUND, ROUND // PARTS, 0
        self.rounds += 1
        self.is_kept[begin : begin + ROUND] = False
        game, weights = self.crew.pack(self.game), self.crew.share(self.weights)
        pieces = [
            (game, weights, self.root, self.number + part * APART, seats, self.options, heat, trace, share)
            for part in range(PARTS)
        ]
        for part, (states, movers, targets) in enumerate(self.crew.map(play_part, pieces)):
            here = slice(begin + part * share, begin + part * share + len(states))
            self.states[here], self.movers[here], self.is_kept[here] = states, movers, True
            self.targets[here] = targets
            kept += len(states)
        self.number += PARTS * APART
        return kept

    def fit(self, share: float) -> float:
        """Learn from the rounds that are remembered; return the mean loss of the places.

        `share` is how much of the whole training is over.
        """
        order = self.rng.permutation(np.flatnonzero(self.is_kept))[: AGAIN * ROUND]
        loss = fitting(self.game).fit(
            Mind(self.weights, new_layers(self.weights)),
            self.slopes,
            self.means,
            self.squares,
            self.blank,
            self.states,
            self.movers,
            self.targets,
            order[: len(order) // BATCH * BATCH],
            BATCH,
            RATES[0] * (RATES[1] / RATES[0]) ** share,
            self.batches,
            self.rng.integers(1, 1 << 32, 3),
        )
        self.batches += len(order) // BATCH
        return float(loss)

    # To go on later. The decisions that are remembered are not kept: a few rounds bring new ones.

    def memory(self) -> dict[str, Any]:
        """Return everything that another learner needs to go on from here."""
        parts = {"weights": self.weights, "means": self.means, "squares": self.squares}
        arrays = {f"{part}_{name}": array for part, of in parts.items() for name, array in of._asdict().items()}
        return {**arrays, "counts": np.array([self.number, self.batches])}

    def recall(self, memory: dict[str, Any]) -> None:
        for part, of in {"weights": self.weights, "means": self.means, "squares": self.squares}.items():
            for name, array in of._asdict().items():
                array[...] = memory[f"{part}_{name}"]
        self.number, self.batches = (int(count) for count in memory["counts"])
        self.rng = np.random.default_rng(self.number)
