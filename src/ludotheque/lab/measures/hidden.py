"""Hidden information: how much a seat cannot see, and how fast it comes out."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.bots.rating import Interval
from ludotheque.core.chance import key_words
from ludotheque.core.game import Game
from ludotheque.core.story import silent_story
from ludotheque.core.template import instantiate
from ludotheque.lab.gather import Gathered
from ludotheque.lab.measures.basic import TENTHS, UNKNOWN, curve, mean

TEMPLATE = Path(__file__).parents[1] / "guessing.py"
WORLDS = 8  # guesses at each position
OUTSIDE = ("key", "cursor", "spare")  # fields that are no part of a position


@dataclass(frozen=True)
class Secrets:
    """How many entries of a position a seat gets wrong when it guesses."""

    entries: int  # that can be wrong at all
    start: Interval  # after the deal
    end: Interval
    over_time: list[Interval]


@cache
def template(game: Game) -> Any:
    return instantiate(game, TEMPLATE)


def secrets(game: Game, found: Gathered, most: int = 200) -> Secrets:
    """Replay up to so many games of which the plies were kept; the seats take turns in guessing."""
    if not game.hides:
        none = Interval(0.0, 0.0, 0.0)
        return Secrets(0, none, none, [none] * TENTHS)
    counts, ever = positions(game), np.zeros(game.state.itemsize, np.uint8)
    values, at, groups = [], [], []
    for number in np.unique(found.plies["game"])[:most]:
        wrong = guessed(game, found, int(number), counts, ever)
        values.append(wrong)
        at.append(np.linspace(0, 1, len(wrong)))
        groups.append(np.full(len(wrong), number))
    entries = int(ever.sum())
    if not values:
        return Secrets(0, UNKNOWN, UNKNOWN, [UNKNOWN] * TENTHS)
    return Secrets(
        entries,
        mean(np.array([one[0] for one in values])),
        mean(np.array([one[-2] for one in values])),
        curve(np.concatenate(values), np.concatenate(at), np.concatenate(groups)),
    )


def positions(game: Game) -> Any:
    """Return which bytes of a state are part of a position."""
    counts = np.ones(game.state.itemsize, np.uint8)
    for name in OUTSIDE:
        if name in (game.state.names or ()):
            kind, offset = game.state.fields[name][:2]  # type: ignore[index]
            counts[offset : offset + kind.itemsize] = 0
    return counts


def guessed(game: Game, found: Gathered, number: int, counts: Any, ever: Any) -> Any:
    """Return how many entries a seat gets wrong after the deal and after every ply of a game."""
    own = found.plies["game"] == number
    key, lots = found.setup.keys(number)
    memory = np.zeros((3, game.state.itemsize), np.uint8)
    pool, blank = memory.view(game.state).reshape(3), np.zeros(1, game.state)
    pool[0] = game.new(found.setup.seats, found.setup.options, key)
    blank[0] = game.blank
    wrong = np.zeros(int(own.sum()) + 1)
    template(game).guess(
        pool,
        memory,
        blank,
        counts,
        number % found.setup.seats,
        found.plies["seat"][own],
        found.plies["action"][own],
        WORLDS,
        key_words(lots),
        wrong,
        ever,
        silent_story(),
    )
    return wrong
