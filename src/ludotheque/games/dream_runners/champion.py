"""The champion: it chooses what leaves it with the most points to expect, by learned weights.

The marks of a position are in `prospects.py`. It composes by `weave.py`, tries segments on dreams
that may come before it buys or loses one, and answers other questions by what follows at once.
"""

import hashlib
from functools import cache
from itertools import takewhile
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from ludotheque.core import registry
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.template import instantiate
from ludotheque.games.dream_runners.actions import BUY, DONE, LOSE, PASS, place_action
from ludotheque.games.dream_runners.ahead import coming_dream, owned_after
from ludotheque.games.dream_runners.components import ROUNDS, SEGMENT_COST
from ludotheque.games.dream_runners.loom import Loom, new_loom
from ludotheque.games.dream_runners.prospects import GAINS_ON, HAND_ON, MARKS, SYMBOLS_ON, SYMBOLS_WEIGHED
from ludotheque.games.dream_runners.segments import NEUTRAL, SEGMENT_COINS, SEGMENT_SYMBOLS, SEGMENTS
from ludotheque.games.dream_runners.state import Phase

WEAVE = Path(__file__).parent / "weave.py"
ITERATIONS_PER_BEGINNING = 20  # of a level, for each beginning of a composition that it keeps at each cell
WIDTHS, TRYING = (50, 1_000), 100  # the fewest and the most of them; the most when it tries a segment
ITERATIONS_PER_DREAM, DREAMS = 500, (3, 35)  # the same for dreams
CHESTS_IMAGINED = 3


@cache
def _weaver() -> Any:
    return instantiate(registry.load("dream_runners"), WEAVE)


def decide(game: Game, view: State, seat: int, seed: bytes, iterations: int, seconds: float, weights: Any) -> int:
    """Return the champion's action."""
    legal, weights = game.legal(view, seat), np.asarray(weights, np.float64)
    if view.phase == Phase.COMPOSE:
        return next(iter(weave(view, seat, weights, width_of(iterations))), DONE)
    if view.phase in (Phase.BUY, Phase.LOSE):
        return best_segment(game, view, seat, seed, iterations, seconds, weights)
    if view.phase == Phase.CALM and view.round_now == ROUNDS:
        return legal[-1]
    count = CHESTS_IMAGINED if view.phase == Phase.OPEN else 1
    return max(legal, key=lambda action: expected(game, view, seat, seed, action, count, weights))


def width_of(iterations: int) -> int:
    return within(iterations // ITERATIONS_PER_BEGINNING, WIDTHS)


def within(number: int, limits: tuple[int, int]) -> int:
    return max(limits[0], min(limits[1], number))


def weave(view: State, seat: int, weights: Any, width: int) -> list[int]:
    """Return the best composition found, as placements."""
    found = np.full((SEGMENTS + 1, 2), NONE, np.int64)
    _weaver().weave(view, seat, weights, width, new_loom(width), found)
    laid = takewhile(lambda row: row[0] != NONE, found.tolist())
    return [place_action(segment, way) for segment, way in laid]


def prospect(state: State, seat: int, weights: Any) -> float:
    """Return the points that a seat can expect."""
    return float(_weaver().prospect(state, seat, weights, np.zeros(MARKS)))


def expected(game: Game, view: State, seat: int, seed: bytes, action: int, count: int, weights: Any) -> float:
    """Return the points that a seat can expect after an action, in so many imagined worlds."""
    total = 0.0
    for number in range(count):
        world = game.imagine(view, seat, hashlib.sha256(b"answer %d " % number + seed).digest())
        game.apply(world, seat, action)
        total += prospect(world, seat, weights)
    return total


# Segments


def best_segment(game: Game, view: State, seat: int, seed: bytes, iterations: int, seconds: float, weights: Any) -> int:
    """Return the segment to buy or to lose, from what it gains in dreams that may come."""
    actions, rounds = game.legal(view, seat), ROUNDS - int(view.round_now)
    count, width = within(iterations // ITERATIONS_PER_DREAM, DREAMS), min(TRYING, width_of(iterations))
    gained, tried, until, loom = dict.fromkeys(actions, 0.0), 0, inf, new_loom(width)
    while rounds > 0 and tried < count and monotonic() < until:
        dream = coming_dream(game, view, seat, seed, tried, ROUNDS)
        for action in actions:
            dream.owned[seat] = owned_after(view, seat, action)
            gained[action] += in_dream(dream, seat, weights, width, loom)
        tried += 1
        # the first one may have had to be compiled, which does not count as thinking time
        until = monotonic() + seconds if tried == 1 else until
    return max(
        actions,
        key=lambda action: (
            at_once(view, seat, action, weights) + weights[GAINS_ON] * rounds * gained[action] / max(1, tried)
        ),
    )


def in_dream(dream: State, seat: int, weights: Any, width: int, loom: Loom) -> float:
    """Return the points that a seat can expect when it composes over a dream."""
    return float(_weaver().weave(dream, seat, weights, width, loom, np.full((SEGMENTS + 1, 2), NONE, np.int64)))


def at_once(view: State, seat: int, action: int, weights: Any) -> float:
    """Return the points that a seat can expect after it has bought or lost a segment, from all but
    what it gains in dreams.
    """
    world, rounds, flat = copy(view), ROUNDS - int(view.round_now), weights.copy()
    world.owned[seat], flat[HAND_ON] = owned_after(view, seat, action), 0.0
    if action == PASS:
        return prospect(world, seat, flat)
    is_bought = BUY <= action < PASS
    segment = action - BUY + NEUTRAL if is_bought else action - LOSE
    symbols = [SEGMENT_SYMBOLS[segment].count(symbol) for symbol in SYMBOLS_WEIGHED]
    bonus = rounds * float(np.dot(weights[SYMBOLS_ON:], symbols))
    world.coins[seat] += int(SEGMENT_COINS[segment]) - SEGMENT_COST if is_bought else 0
    return prospect(world, seat, flat) + (bonus if is_bought else -bonus)
