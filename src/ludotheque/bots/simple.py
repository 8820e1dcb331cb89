"""The simplest players: one plays at random, one takes what looks best now."""

import random

import numpy as np

from ludotheque.bots.history import History
from ludotheque.core.game import Game, State
from ludotheque.core.story import silent_story


def choose_at_random(game: Game, view: State, seat: int, history: History, seed: bytes) -> int:
    """Return any legal action, all equally likely."""
    return _one_of(game.legal(view, seat), random.Random(seed))


def choose_greedily(game: Game, view: State, seat: int, history: History, seed: bytes) -> int:
    """Return the action with the best own score in one imagined world; break ties at random."""
    actions = game.legal(view, seat)
    rng = random.Random(seed)
    imagined = np.empty(1, game.state)
    imagined[0] = game.imagine(view, seat, rng.randbytes(32))
    points = np.empty(len(actions), np.int64)
    game.engine.scores_after(
        imagined, seat, np.array(actions, np.int32), points, np.empty(1, game.state), silent_story()
    )
    return _one_of([action for action, score in zip(actions, points, strict=True) if score == points.max()], rng)


def _one_of(actions: list[int], rng: random.Random) -> int:
    # `random()` is the only method whose sequence Python guarantees
    return actions[int(rng.random() * len(actions))]
