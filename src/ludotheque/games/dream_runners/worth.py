"""The value of a position for each seat, in points."""

from math import floor
from typing import Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.components import (
    BAT_CELLS,
    CALM,
    CALM_TOP,
    CELL_ELEMENT,
    CELL_KIND,
    CELL_VALUE,
    CHEST_CELLS,
    COIN,
    COLORS,
    FRAME_CELLS,
    JOKER,
    KEY,
    MAX_ELEMENTS,
    NIGHTMARE_CELLS,
    OCTOPUS_CELLS,
    ROUNDS,
    SHARED_CELLS,
    SPIDER_CELLS,
    STAR_TOP,
    STAR_VALUE,
    Cell,
)
from ludotheque.games.dream_runners.rules.end import points
from ludotheque.games.dream_runners.rules.resolve import is_settled, place_in_order
from ludotheque.games.dream_runners.rules.setup import asleep
from ludotheque.games.dream_runners.segments import FRAME_MASK, SEGMENT_SYMBOLS
from ludotheque.games.dream_runners.state import Phase, Stage

STRENGTH = {".": 0, "C": 2, "F": 2, "B": 4, "D": 4}  # the rough value of a symbol
# points for a segment before the first round; fewer later
SEGMENT_WORTH = np.array([1.0 + 0.7 * sum(STRENGTH[symbol] for symbol in symbols) for symbols in SEGMENT_SYMBOLS])
KEY_WORTH, COIN_WORTH, CHEST_WORTH = 0.6, 0.34, 3.0  # three coins buy a step of calm
# extra points for a coin to a player who looks ahead, for each round in which it can still buy a
# segment
COIN_HOPE = 0.12
LOST_SEGMENT = 0.5  # points lost with a segment taken by a bat, for each round in which it could still be laid
WOKEN = -40.0  # points
FEAR = 0.3  # points for each step below 9, squared, before the first round
# indices of what a seat has, after fragments of four colours and jokers
KEYS, COINS, STEPS, THINGS = JOKER + 1, JOKER + 2, JOKER + 3, JOKER + 4
CELL_CALM = np.where(CELL_ELEMENT > CALM, CELL_ELEMENT - CALM, 0).sum(axis=2)  # steps of calm on each cell of each tile


@rule
def value(state: Any, out: Any) -> None:
    """Estimate the value of a position for each seat.

    It counts stars, calm and points so far, what will bring more of them, and what the composition
    will still bring if it stays as it is.
    """
    rounds = (ROUNDS - widen(state.round_now)) / ROUNDS
    for seat in range(state.seats):
        out[seat] = WOKEN
        if state.woke[seat] == 0:
            calm, worth = 1.0 * widen(state.calm[seat]), 0.0
            if has_begun(state, seat):
                coming = cells_to_come(state, seat)
                calm += widen(state.gained[seat]) + calm_to_come(state, seat, coming) - losses(state, seat)
                worth = gains(state, seat, coming) - LOST_SEGMENT * ROUNDS * rounds * segments_lost(state, seat)
            out[seat] = star_worth(state, seat) + points(state, seat) + worth
            out[seat] += (
                min(calm, CALM_TOP)
                + KEY_WORTH * widen(state.keys[seat]) * min(1.0, 2.0 * rounds)
                + COIN_WORTH * widen(state.coins[seat])
            )
            out[seat] += hand_worth(state, seat) * rounds - danger(calm, rounds)


@rule
def hand_worth(state: Any, seat: int) -> float:
    """Return how much the segments of a seat will help it in all rounds to come."""
    worth, left = 0.0, state.owned[seat]
    while left != 0:
        worth += SEGMENT_WORTH[lowest_bit(left)]
        left &= left - 1
    return worth


@rule
def has_begun(state: Any, seat: int) -> bool:
    """Return whether the composition shows what this round will still bring.

    It does not yet do so while others compose first, and no longer does once the seat's calm is
    settled.
    """
    if state.phase != Phase.COMPOSE:
        return not is_settled(state, seat)
    return bool(
        state.seat == NONE or state.seat == seat or state.laid[seat] != 0 or (widen(state.done) >> seat) & 1 == 1
    )


@rule
def cells_to_come(state: Any, seat: int) -> int:
    """Return the cells that the seat collects and that have not given anything yet, one bit
    each.
    """
    tile, collected = widen(state.dreams[state.round_now - 1]), widen(state.collects[seat])
    if state.phase == Phase.COMPOSE:
        return collected
    passed, shared = (2 << widen(state.cell)) - 1, widen(SHARED_CELLS[tile])
    if state.stage == Stage.SHARE:
        return collected & ~(shared & passed)
    collected &= ~shared
    if place_in_order(state, seat) != place_in_order(state, widen(state.seat)):
        return collected
    if state.stage == Stage.COLLECT:
        return collected & (~passed | widen(CHEST_CELLS[tile]))
    return collected & widen(CHEST_CELLS[tile]) if state.stage == Stage.OPENING else 0


@rule
def danger(calm: float, rounds: float) -> float:
    """R2.3 Return a penalty for the risk that a player with little calm wakes up before the end."""
    fear = max(0.0, 9.0 - calm)
    return fear * fear * rounds * FEAR + (20.0 if calm <= 0 else 0.0)


@rule
def star_worth(state: Any, seat: int) -> float:
    """R9.2 Return the value of the star position, and of the fragments towards the next one: a new
    colour counts more than another of the same.
    """
    star = widen(state.star[seat])
    worth = 1.0 * widen(STAR_VALUE[star])
    for color in range(COLORS):
        worth += fragment_worth(star, widen(state.fragments[seat, color]))
    return worth


@rule
def fragment_worth(star: int, count: int) -> float:
    """Return the value of this many fragments of one colour."""
    step = 1.0 * (widen(STAR_VALUE[min(star + 1, STAR_TOP)]) - widen(STAR_VALUE[star]))
    return step * (0.0 if count == 0 else 0.25 if count == 1 else 0.25 + 0.12 * (count - 1))


@rule
def losses(state: Any, seat: int) -> int:
    """R4.1, R4.2, R5.5, R5.7 Return the calm that the composition costs."""
    tile, fights = widen(state.dreams[state.round_now - 1]), widen(state.fights[seat])
    missing = FRAME_CELLS - bit_count(state.canvas[seat] & FRAME_MASK)
    return missing + widen(state.beyond[seat]) + frights(tile, fights, widen(state.symbols[seat]))


@rule
def frights(tile: int, fights: int, symbols: int) -> int:
    """R4.2, R5.5, R5.7 Return the calm that a dream costs if these cells are fought and there are
    so many collect symbols.
    """
    total, left = 0, (widen(NIGHTMARE_CELLS[tile]) | widen(SPIDER_CELLS[tile])) & ~fights
    while left != 0:
        total += widen(CELL_VALUE[tile, lowest_bit(left)])
        left &= left - 1
    return total + symbols * bit_count(widen(OCTOPUS_CELLS[tile]) & ~fights)


@rule
def segments_lost(state: Any, seat: int) -> int:
    """R5.6 Return how many segments bats will take: one each, of those not laid."""
    bats = widen(BAT_CELLS[state.dreams[state.round_now - 1]]) & ~widen(state.fights[seat])
    return min(bit_count(state.owned[seat]) - widen(state.laid_count[seat]), bit_count(bats))


@rule
def calm_to_come(state: Any, seat: int, left: int) -> float:
    """R4.9 Return the calm on these cells, with an equal share of a confluence."""
    tile, steps = widen(state.dreams[state.round_now - 1]), 0.0
    while left != 0:
        cell = lowest_bit(left)
        left &= left - 1
        steps += copies(state, seat, cell) * CELL_CALM[tile, cell] * share_of(state, tile, cell)
    return steps


@rule
def copies(state: Any, seat: int, cell: int) -> int:
    """R4.5 `D` gives everything twice."""
    return 1 + ((widen(state.doubles[seat]) >> cell) & 1)


@rule
def share_of(state: Any, tile: int, cell: int) -> float:
    """R5.12 Return the share of a cell that a seat can expect."""
    return 1.0 / bit_count(asleep(state)) if CELL_KIND[tile, cell] == Cell.SHARED else 1.0


@rule
def gains(state: Any, seat: int, left: int) -> float:
    """R4.4, R4.5 Return the value of what is printed on these cells, apart from calm."""
    tile, worth = widen(state.dreams[state.round_now - 1]), 0.0
    while left != 0:
        cell = lowest_bit(left)
        left &= left - 1
        times = copies(state, seat, cell)
        kind = CELL_KIND[tile, cell]
        if kind == Cell.CHEST:
            worth += CHEST_WORTH * min(times, widen(state.keys[seat]) // widen(CELL_VALUE[tile, cell]))
        elif kind == Cell.BONUS or kind == Cell.SPIDER or kind == Cell.SHARED:
            worth += times * printed(state, seat, tile, cell) * share_of(state, tile, cell)
    return worth


@rule
def printed(state: Any, seat: int, tile: int, cell: int) -> float:
    """Return the value of the elements of a cell to a seat, apart from calm."""
    worth, star = 0.0, widen(state.star[seat])
    for place in range(MAX_ELEMENTS):
        element = widen(CELL_ELEMENT[tile, cell, place])
        if element != NONE:
            if element < COLORS:
                held = widen(state.fragments[seat, element])
                worth += fragment_worth(star, held + 1) - fragment_worth(star, held)
            elif element == JOKER:
                worth += fragment_worth(star, 1)
            elif element == KEY:
                worth += KEY_WORTH
            elif element <= CALM:
                worth += COIN_WORTH * (element - COIN)
    return worth


# What a seat will have


@rule
def take(element: int, part: float, has: Any) -> None:
    """Add this part of an element to what a seat has."""
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
def star_points(star: float) -> float:
    """R9.2 Return the value of a star position, interpolated between positions."""
    below = min(floor(star), STAR_TOP)
    above = min(below + 1, STAR_TOP)
    return float(widen(STAR_VALUE[below]) + (star - below) * (widen(STAR_VALUE[above]) - widen(STAR_VALUE[below])))
