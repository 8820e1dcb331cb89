"""The marks of a position: what the points of a seat at the end follow from.

A champion has a weight for each mark and adds them up. Its weights stand for points.
"""

from math import floor
from typing import Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.components import (
    CALM_COST,
    CALM_TOP,
    CELL_ELEMENT,
    CELL_KIND,
    CELL_VALUE,
    COLORS,
    CONTENTS,
    JOKER,
    MAX_ELEMENTS,
    PRICE_STACK,
    ROUNDS,
    SEGMENT_COST,
    Cell,
)
from ludotheque.games.dream_runners.rules.end import points
from ludotheque.games.dream_runners.rules.setup import asleep
from ludotheque.games.dream_runners.state import Phase
from ludotheque.games.dream_runners.worth import (
    COIN_HOPE,
    COIN_WORTH,
    COINS,
    FEAR,
    KEY_WORTH,
    KEYS,
    LOST_SEGMENT,
    STEPS,
    THINGS,
    WOKEN,
    cells_to_come,
    hand_worth,
    has_begun,
    losses,
    segments_lost,
    star_points,
    take,
)

# The marks. Those from SPARE to COINS_KEPT_ON count while there are rounds to come, those with ON
# for each of them.
(
    STARS,  # the points of the stars that a seat has or will have
    PRINTED,  # points on its segments
    QUIET,  # steps of calm, with those that it will buy in the last round; coins left then break a tie
    AWAKE,  # 1: it has woken up
    SPARE,  # fragments of a colour beyond the next set
    FEARS_ON,  # steps below FEARED, squared
    KEYS_NOW,
    KEYS_ON,
    COINS_NOW,  # coins before segments are sold
    COINS_ON,
    BUYS_ON,  # 1: it can buy a segment
    COINS_KEPT,  # coins after that
    COINS_KEPT_ON,
    LOST_ON,  # segments that a bat will take
    HAND_ON,  # what the search thinks of its segments
    # These are no marks of a position. They count when a segment is bought or lost, for each round:
    GAINS_ON,  # points that it gains in a dream on average
    SYMBOLS_ON,  # its symbols: D, B, F, C, blank
) = range(17)
SYMBOLS_WEIGHED = "DBFC."
MARKS = SYMBOLS_ON + len(SYMBOLS_WEIGHED)
# The last places of a row hold what the seat will have until the marks are written, then 0.
HAS = MARKS - THINGS

FRAGMENTS, FRAGMENTS_LATE, LATE = 2.5, 0.25, 3.0  # brought by each future round, and more by each of the last
FEARED = 8.5
MOST_KEYS, MOST_COINS = 3.0, 8.0  # further keys are worth half; further coins buy nothing but calm
TIE_BREAKER, MOST_LEFT = 0.25, 2.0  # points for a coin that is left at the end, and how many count: never a whole point

# The weights that trials begin with: what master takes things for, and 0 where it has no number.
BY_HAND = np.zeros(MARKS)
BY_HAND[[STARS, PRINTED, QUIET, HAND_ON, GAINS_ON]] = 1.0
BY_HAND[[AWAKE, FEARS_ON, KEYS_NOW, LOST_ON]] = WOKEN, -FEAR / ROUNDS, KEY_WORTH, -LOST_SEGMENT
BY_HAND[[COINS_NOW, COINS_KEPT]], BY_HAND[[COINS_ON, COINS_KEPT_ON]] = COIN_WORTH, COIN_HOPE


@rule
def marks(state: Any, out: Any) -> None:
    """Write the marks of every seat."""
    for seat in range(state.seats):
        list_marks(state, seat, out[seat])


@rule
def list_marks(state: Any, seat: int, row: Any) -> None:
    """Write the marks of a seat, with what its composition will bring if it stays as it is."""
    hold(state, seat, row)
    lost = 0
    if state.woke[seat] != 0:
        row[HAS + STEPS] = 0.0
    elif has_begun(state, seat):
        collect(state, cells_to_come(state, seat), widen(state.doubles[seat]), row)
        row[HAS + STEPS] -= losses(state, seat)
        lost = segments_lost(state, seat)
    weigh_up(state, seat, lost, row)


@rule
def hold(state: Any, seat: int, row: Any) -> None:
    """Write what the seat has."""
    for color in range(COLORS):
        row[HAS + color] = widen(state.fragments[seat, color])
    row[HAS + JOKER] = 0.0
    row[HAS + KEYS], row[HAS + COINS] = widen(state.keys[seat]), widen(state.coins[seat])
    row[HAS + STEPS] = widen(state.calm[seat]) + widen(state.gained[seat])


@rule
def collect(state: Any, cells: int, doubles: int, row: Any) -> None:
    """R4.4, R4.5, R5.12 Add everything on these cells, with an equal share of a confluence; R6.6
    the chest comes last.
    """
    tile, chest, has = widen(state.dreams[state.round_now - 1]), NONE, row[HAS:]
    share = 1.0 / bit_count(asleep(state))
    while cells != 0:
        cell = lowest_bit(cells)
        cells &= cells - 1
        kind, times = CELL_KIND[tile, cell], 1.0 + ((doubles >> cell) & 1)
        if kind == Cell.CHEST:
            chest = cell
        elif kind == Cell.BONUS or kind == Cell.SPIDER or kind == Cell.SHARED:
            part = times * share if kind == Cell.SHARED else times
            for place in range(MAX_ELEMENTS):
                take(widen(CELL_ELEMENT[tile, cell, place]), part, has)
    if chest != NONE:
        price = widen(CELL_VALUE[tile, chest])
        opened = min(1 + ((doubles >> chest) & 1), floor(has[KEYS]) // price)
        if opened > 0:
            has[KEYS] -= opened * price
            unpack(state, price, 1.0 * opened, has)


@rule
def unpack(state: Any, price: int, part: float, has: Any) -> None:
    """R5.9 Add the contents of the chest turned up, or what those that need as many keys contain
    on average.
    """
    chests = widen(state.chests) & widen(PRICE_STACK[price])
    if state.chest != NONE:
        chests = 1 << widen(state.chest)
    if chests == 0:
        chests = widen(PRICE_STACK[price])
    part /= bit_count(chests)
    while chests != 0:
        chest = lowest_bit(chests)
        chests &= chests - 1
        for place in range(MAX_ELEMENTS):
            take(widen(CONTENTS[chest, place]), part, has)


@rule
def weigh_up(state: Any, seat: int, lost: int, row: Any) -> None:
    """Write the marks that follow from what the seat will have."""
    rounds = 1.0 * (ROUNDS - widen(state.round_now))
    is_sale_over = state.phase == Phase.BUY or state.phase == Phase.CALM
    list_things(rounds, widen(state.star[seat]), is_sale_over, row)
    if row[AWAKE] == 0:
        row[PRINTED] = points(state, seat)
        row[LOST_ON], row[HAND_ON] = rounds * lost, rounds / ROUNDS * hand_worth(state, seat)


@rule
def list_things(rounds: float, star: int, is_sale_over: bool, row: Any) -> None:
    """Write the marks of what a seat will have, and 0 for all others."""
    one, two, three, four = ordered(row[HAS], row[HAS + 1], row[HAS + 2], row[HAS + 3])
    joker, keys, coins, calm = row[HAS + JOKER], row[HAS + KEYS], row[HAS + COINS], row[HAS + STEPS]
    for mark in range(MARKS):
        row[mark] = 0.0
    if calm <= 0:
        row[AWAKE] = 1.0
        return
    more = joker + FRAGMENTS * rounds + FRAGMENTS_LATE * min(rounds, LATE)
    row[STARS] = star_points(star + sets(one, two, three, four, more))
    if rounds <= 0:
        calm = min(calm, 1.0 * CALM_TOP)
        bought = min(1.0 * floor(coins / CALM_COST), CALM_TOP - calm)
        row[QUIET] = calm + bought + TIE_BREAKER * min(coins - CALM_COST * bought, MOST_LEFT)
        return
    fear = max(0.0, FEARED - calm)
    row[QUIET], row[FEARS_ON] = min(calm, 1.0 * CALM_TOP), fear * fear * rounds
    row[SPARE] = max(0.0, two - one - 1.0) + max(0.0, three - one - 1.0) + max(0.0, four - one - 1.0)
    row[KEYS_NOW] = min(keys, 0.5 * (keys + MOST_KEYS))
    row[KEYS_ON] = rounds * row[KEYS_NOW]
    if is_sale_over:
        row[COINS_KEPT], row[COINS_KEPT_ON] = coins, rounds * min(coins, MOST_COINS)
    else:
        row[COINS_NOW], row[COINS_ON] = coins, rounds * min(coins, MOST_COINS)
        row[BUYS_ON] = rounds * min(1.0, max(0.0, coins - SEGMENT_COST + 1.0))


@rule
def ordered(one: float, two: float, three: float, four: float) -> tuple[float, float, float, float]:
    """Return four numbers in ascending order."""
    low, high, lower, higher = min(one, two), max(one, two), min(three, four), max(three, four)
    middle, other = max(low, lower), min(high, higher)
    return min(low, lower), min(middle, other), max(middle, other), max(high, higher)


@rule
def sets(one: float, two: float, three: float, four: float, more: float) -> float:
    """Return how many sets there will be if this many more fragments come, always in the colour
    needed most.
    """
    if more <= two - one:
        return one + more
    if more <= 2 * three - one - two:
        return two + (more - (two - one)) / 2
    if more <= 3 * four - one - two - three:
        return three + (more - (2 * three - one - two)) / 3
    return (one + two + three + four + more) / COLORS


@rule
def weighed(weights: Any, row: Any) -> float:
    """Return the points that a seat can expect."""
    total = 0.0
    for mark in range(MARKS):
        total += weights[mark] * row[mark]
    return total
