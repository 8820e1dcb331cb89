"""How a seat stands once it has composed, a template: the points that it can expect at the end. Unlike the valuation of single things that `compose` goes by, it sees sets."""

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
from ludotheque.games.dream_runners.evaluate import CHEST_WORTH, COIN_HOPE, COIN_WORTH, KEY_WORTH, WOKEN, danger, losses
from ludotheque.games.dream_runners.rules.setup import asleep

if TYPE_CHECKING:

    def entry(function: Any) -> Any: ...


FRAGMENTS = 2.5  # that a round to come brings, in the colours that are needed most
KEYS, COINS, STEPS, THINGS = JOKER + 1, JOKER + 2, JOKER + 3, JOKER + 4  # what a seat has, after fragments of four colours and jokers


@entry
def standing(state: Any, seat: int) -> float:
    """The points that a seat can expect, with what lies on its canvas."""
    has, rounds = np.zeros(THINGS), ROUNDS - widen(state.round_now)
    for color in range(COLORS):
        has[color] = widen(state.fragments[seat, color])
    has[KEYS], has[COINS], has[STEPS] = widen(state.keys[seat]), widen(state.coins[seat]), widen(state.calm[seat]) - losses(state, seat)
    chests = collect(state, seat, has)
    if has[STEPS] <= 0:
        return WOKEN
    stars = widen(state.star[seat]) + sets(np.sort(has[:COLORS]), has[JOKER] + FRAGMENTS * rounds)
    points = star_points(stars) + min(has[STEPS], CALM_TOP) - danger(has[STEPS], rounds / ROUNDS)
    points += CHEST_WORTH * chests + KEY_WORTH * min(1.0, 2.0 * rounds / ROUNDS) * has[KEYS] + (COIN_WORTH + COIN_HOPE * rounds) * has[COINS]
    return float(points)


@rule
def collect(state: Any, seat: int, has: Any) -> int:
    """R4.4, R4.5, R5.12 Add all that the composition collects, of a confluence an equal share; says how many chests it opens."""
    tile, left, chests = widen(state.dreams[state.round_now - 1]), widen(state.collects[seat]), 0
    while left != 0:
        cell = lowest_bit(left)
        left &= left - 1
        kind, price, times = CELL_KIND[tile, cell], widen(CELL_VALUE[tile, cell]), 1 + ((widen(state.doubles[seat]) >> cell) & 1)
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
    """How many sets there will be if so many fragments more come, always in the colour that is needed most; `held` ascends."""
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
    """R9.2 The value of a star position, and in between of a part of the way."""
    below = min(floor(star), STAR_TOP)
    above = min(below + 1, STAR_TOP)
    return float(widen(STAR_VALUE[below]) + (star - below) * (widen(STAR_VALUE[above]) - widen(STAR_VALUE[below])))
