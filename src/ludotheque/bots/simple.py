"""The simplest players: one that plays at random, one that takes what looks best now, one that tries everything out a few hundred times."""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.chance import key_words
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.story import silent_story
from ludotheque.core.template import instantiate

FLAT = Path(__file__).parent / "flat.py"
WORLDS = 200  # for each action

Bot = Callable[[Game, State, int, bytes], int]  # (game, view, seat, seed) → action


def choose_at_random(game: Game, view: State, seat: int, seed: bytes) -> int:
    """Any legal action, each as likely as the next."""
    return _one_of(game.legal(view, seat), random.Random(seed))


def choose_greedily(game: Game, view: State, seat: int, seed: bytes) -> int:
    """The action with the best own score after it, in one imagined world; ties at random."""
    actions = game.legal(view, seat)
    rng = random.Random(seed)
    imagined = np.empty(1, game.state)
    imagined[0] = game.imagine(view, seat, rng.randbytes(32))
    points = np.empty(len(actions), np.int64)
    game.engine.scores_after(imagined, seat, np.array(actions, np.int32), points, np.empty(1, game.state), silent_story())
    return _one_of([action for action, score in zip(actions, points, strict=True) if score == points.max()], rng)


def choose_by_trying(game: Game, view: State, seat: int, seed: bytes) -> int:
    """The action that did best over a few hundred imagined worlds, each played to its end at random."""
    actions = game.legal(view, seat)
    if len(actions) == 1:
        return actions[0]
    totals = np.zeros(len(actions))
    seen = np.empty(1, game.state)
    seen[0] = view
    _flat(game).try_actions(seen, seat, int(view.seats), np.array(actions, np.int32), key_words(seed), WORLDS, totals, silent_story())
    return actions[int(totals.argmax())]


@cache
def _flat(game: Game) -> Any:
    return instantiate(game, FLAT, finish=game.engine.finish)


def _one_of(actions: list[int], rng: random.Random) -> int:
    return actions[int(rng.random() * len(actions))]  # `random()` is the one method whose sequence Python promises to keep


BOTS: dict[str, Bot] = {"random": choose_at_random, "greedy": choose_greedily, "novice": choose_by_trying}


def bot(name: str) -> Bot:
    if name not in BOTS:
        raise LudothequeError(f"no bot is called {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name]
