"""A template for the points a seat can expect at the end, once it has composed.

Unlike the valuation of single things that `compose` uses, it takes sets into account.
"""

from math import floor
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.components import (
    CALM,
    CALM_TOP,
    CELL_ELEMENT,
    CELL_KIND,
    CELL_VALUE,
    COIN,
    COLORS,
    JOKER,
    KEY,
    MAX_ELEMENTS,
    ROUNDS,
    STAR_TOP,
    STAR_VALUE,
    Cell,
)
from ludotheque.games.dream_runners.rules.setup import asleep
from ludotheque.games.dream_runners.worth import (
    CHEST_WORTH,
    COIN_HOPE,
    COIN_WORTH,
    KEY_WORTH,
    LOST_SEGMENT,
    WOKEN,
    danger,
    losses,
    segments_lost,
)

if TYPE_CHECKING:

    def entry(function: Any) -> Any: ...


FRAGMENTS = 2.5  # brought by each future round, in the colours needed most
# indices of what a seat has, after fragments of four colours and jokers
KEYS, COINS, STEPS, THINGS = JOKER + 1, JOKER + 2, JOKER + 3, JOKER + 4


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
def take(element: int, part: float, has: Any) -> None:
    if element == NONE:
        return
    if element <= JOKER:
        has[element] += part
    elif element == KEY:
        has[KEYS] += part
    elif element <= CALM:
        has[COINS] += part * (element - COIN)
    else:
        has[STEPS] += part * (element - CALM)


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


@rule
def star_points(star: float) -> float:
    """R9.2 Return the value of a star position, interpolated between positions."""
    below = min(floor(star), STAR_TOP)
    above = min(below + 1, STAR_TOP)
    return float(widen(STAR_VALUE[below]) + (star - below) * (widen(STAR_VALUE[above]) - widen(STAR_VALUE[below])))
