"""A template for the points a seat can expect at the end, once it has composed.

Unlike the valuation of single things that `compose` uses, it takes sets into account.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.components import (
    CALM_TOP,
    CELL_ELEMENT,
    CELL_KIND,
    CELL_VALUE,
    COLORS,
    JOKER,
    MAX_ELEMENTS,
    ROUNDS,
    Cell,
)
from ludotheque.games.dream_runners.rules.setup import asleep
from ludotheque.games.dream_runners.worth import (
    CHEST_WORTH,
    COIN_HOPE,
    COIN_WORTH,
    COINS,
    KEY_WORTH,
    KEYS,
    LOST_SEGMENT,
    STEPS,
    THINGS,
    WOKEN,
    danger,
    losses,
    segments_lost,
    star_points,
    take,
)

if TYPE_CHECKING:

    def entry(function: Any) -> Any: ...


FRAGMENTS = 2.5  # brought by each future round, in the colours needed most


@entry
def standing(state: Any, seat: int) -> float:
    """Return the points that a seat can expect, given its canvas."""
    has, rounds = np.zeros(THINGS), ROUNDS - widen(state.round_now)
    for color in range(COLORS):
        has[color] = widen(state.fragments[seat, color])
    has[KEYS], has[COINS] = widen(state.keys[seat]), widen(state.coins[seat])
    # R6.7 one sum, including the gains that follow
    has[STEPS] = widen(state.calm[seat]) + widen(state.gained[seat]) - losses(state, seat)
    chests = collect(state, seat, has)
    if has[STEPS] <= 0:
        return WOKEN
    stars = widen(state.star[seat]) + sets(np.sort(has[:COLORS]), has[JOKER] + FRAGMENTS * rounds)
    points = star_points(stars) + min(has[STEPS], CALM_TOP) - danger(has[STEPS], rounds / ROUNDS)
    points += (
        CHEST_WORTH * chests
        + KEY_WORTH * min(1.0, 2.0 * rounds / ROUNDS) * has[KEYS]
        + (COIN_WORTH + COIN_HOPE * rounds) * has[COINS]
    )
    return float(points - LOST_SEGMENT * rounds * segments_lost(state, seat))


@rule
def collect(state: Any, seat: int, has: Any) -> int:
    """R4.4, R4.5, R5.12 Add everything that the composition collects, with an equal share of a
    confluence; return how many chests it opens.
    """
    tile, left, chests = widen(state.dreams[state.round_now - 1]), widen(state.collects[seat]), 0
    while left != 0:
        cell = lowest_bit(left)
        left &= left - 1
        kind, price, times = (
            CELL_KIND[tile, cell],
            widen(CELL_VALUE[tile, cell]),
            1 + ((widen(state.doubles[seat]) >> cell) & 1),
        )
        if kind == Cell.CHEST:
            opened = min(times, int(has[KEYS]) // price)
            chests += opened
            has[KEYS] -= opened * price
        elif kind == Cell.BONUS or kind == Cell.SPIDER or kind == Cell.SHARED:
            part = times / (bit_count(asleep(state)) if kind == Cell.SHARED else 1)
            for place in range(MAX_ELEMENTS):
                take(widen(CELL_ELEMENT[tile, cell, place]), part, has)
    return chests


@rule
def sets(held: Any, more: float) -> float:
    """Return how many sets there will be if this many more fragments come; `held` is ascending.

    They always come in the colour needed most.
    """
    height = held[0]
    for colors in range(1, COLORS):
        room = colors * (held[colors] - height)
        if room >= more:
            return float(height + more / colors)
        more -= room
        height = held[colors]
    return float(height + more / COLORS)
