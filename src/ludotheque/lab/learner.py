"""Learning on a CPU: self-play on threads, fitting on one, all in compiled code."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
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

SELFPLAY, FITTING = Path(__file__).parent / "selfplay.py", Path(__file__).parent / "fitting.py"
BATCH = 256  # decisions in one step of the fit
RATES = 2e-3, 1e-4  # how far a step moves the weights, at the beginning and at the end
ROUND = 40_000  # decisions of a round
WINDOW = 10  # rounds that are remembered
AGAIN = 3  # rounds' worth of decisions that a fit goes through
APART = 1 << 32  # game numbers between two threads: more than a thread ever plays


@cache
def play_names(game: Game) -> dict[str, Any]:
    """Return the names that self-play is written against."""
    names = knowledge(game)
    judging = instantiate(game, JUDGING, **judged_by(game, names, is_learned=True))
    return {
        **{name: getattr(judging, name) for name in ("judge", "glance", "look", "margin_share", "sigmoid")},
        "MARGIN": names["MARGIN"],
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


class Learner:
    """A network that plays itself and learns from it."""

    def __init__(self, game: Game, network: Network, options: Mapping[str, Any], seed: int, threads: int = 1):
        self.game, self.weights, self.steps = game, network, selfplay(game)
        self.options, self.root = encode(game.options, game.complete_options(options)), key_words(seed_key(seed))
        self.blank, self.rng, self.threads = array_of(game.blank), np.random.default_rng(seed), threads
        self.pool = ThreadPoolExecutor(threads)
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
        begin, share = self.rounds % WINDOW * ROUND, ROUND // self.threads
        self.rounds += 1
        self.is_kept[begin : begin + ROUND] = False

        def one(thread: int) -> int:
            part = slice(begin + thread * share, begin + (thread + 1) * share)
            first = self.number + thread * APART
            kept: int = self.steps.play(
                Mind(self.weights, new_layers(self.weights)),
                self.blank,
                self.root,
                first,
                seats,
                self.options,
                heat,
                trace,
                self.states[part],
                self.movers[part],
                self.targets[part],
                silent_story(),
            )[1]
            self.is_kept[part.start : part.start + kept] = True
            return kept

        kept = sum(self.pool.map(one, range(self.threads)))
        self.number += self.threads * APART
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
