"""What `weave` begins with: what things, cells and placements are worth to a seat now."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.components import (
    CELL_ELEMENT,
    CELL_KIND,
    CELL_VALUE,
    FRAME_CELLS,
    MAX_ELEMENTS,
    OCTOPUS_CELLS,
    ROUNDS,
    Cell,
)
from ludotheque.games.dream_runners.loom import (
    ALL_CELLS,
    BEYOND,
    CANVAS,
    CELL,
    COLLECTED,
    DOUBLED,
    FOUGHT,
    FRAME,
    HAND,
    KINDS,
    SIGNS,
    WAY,
)
from ludotheque.games.dream_runners.prospects import HAS, LOST_ON, hold, list_things, unpack, weighed
from ludotheque.games.dream_runners.rules.setup import asleep
from ludotheque.games.dream_runners.segments import (
    COLLECTS,
    DOUBLES,
    FIGHTS,
    FRAME_CELL,
    MAX_CELLS,
    PLACEMENT_BEYOND,
    PLACEMENT_CELL,
    PLACEMENT_MASK,
    SEGMENT_COLLECTS,
    SEGMENT_SHAPE,
    SYMBOL,
    WAYS,
)
from ludotheque.games.dream_runners.worth import KEYS, STEPS, THINGS, take

SOON = 0.6  # rounds to come that a part of a set counts for in the last round
ALARM = 4.0  # collect symbols that an octopus will probably find
CAUTION = 0.3  # how far a collect symbol is held against a composition because of each octopus


# What single things are worth


@rule
def price_things(state: Any, seat: int, weights: Any, loom: Any) -> None:
    """Write what one more of each thing is worth to a seat that loses some calm."""
    base = with_more(state, seat, 0, 0.0, weights, loom.row)
    for thing in range(THINGS):
        loom.worths[thing] = with_more(state, seat, thing, 1.0, weights, loom.row) - base
    less = (base - with_more(state, seat, STEPS, -3.0, weights, loom.row)) / 3
    loom.worths[STEPS] = 0.5 * (loom.worths[STEPS] + less)


@rule
def with_more(state: Any, seat: int, thing: int, count: float, weights: Any, row: Any) -> float:
    """Return the points that a seat could expect with this many more of a thing."""
    hold(state, seat, row)
    row[HAS + STEPS] = max(4.0, row[HAS + STEPS] - 2.0)
    row[HAS + thing] += count
    list_things(max(SOON, 1.0 * (ROUNDS - widen(state.round_now))), widen(state.star[seat]), False, row)
    return weighed(weights, row)


@rule
def price_cells(state: Any, seat: int, weights: Any, loom: Any) -> None:
    """Write what each cell of the dream is worth under each symbol, and uncovered."""
    tile, step = widen(state.dreams[state.round_now - 1]), loom.worths[STEPS]
    caution = CAUTION * bit_count(widen(OCTOPUS_CELLS[tile])) * step
    for cell in range(FRAME_CELLS):
        kind, number, scare = CELL_KIND[tile, cell], widen(CELL_VALUE[tile, cell]), 0.0
        if kind == Cell.NIGHTMARE or kind == Cell.SPIDER:
            scare = -step * number
        elif kind == Cell.OCTOPUS:
            scare = -step * ALARM
        elif kind == Cell.BAT:
            scare = weights[LOST_ON] * (ROUNDS - widen(state.round_now))
        once, twice = price_cell(state, seat, tile, cell, loom)
        loom.bare[cell] = scare - step
        for symbol in range(KINDS):
            loom.inside[cell, symbol] = 0.0 if symbol & FIGHTS != 0 else scare
            if symbol & COLLECTS != 0:
                loom.inside[cell, symbol] += (twice if symbol & DOUBLES != 0 else once) - caution


@rule
def price_cell(state: Any, seat: int, tile: int, cell: int, loom: Any) -> tuple[float, float]:
    """Return what a cell brings a seat that collects it once, and twice."""
    kind, price, keys = CELL_KIND[tile, cell], widen(CELL_VALUE[tile, cell]), widen(state.keys[seat])
    has, total = loom.row[HAS:], 0.0
    for thing in range(THINGS):
        has[thing] = 0.0
    if kind == Cell.CHEST:
        unpack(state, price, 1.0, has)
        has[KEYS] -= price
    for place in range(MAX_ELEMENTS):
        take(widen(CELL_ELEMENT[tile, cell, place]), 1.0, has)
    for thing in range(THINGS):
        total += has[thing] * loom.worths[thing]
    if kind == Cell.CHEST:  # perhaps with a key of this dream
        once = total if keys + 1 >= price else 0.0
        return once, 2 * once if keys >= 2 * price else once
    if kind == Cell.SHARED:
        total /= bit_count(asleep(state))
    return total, 2 * total


# All placements


@rule
def list_hand(state: Any, seat: int, hand: Any) -> int:
    """List the segments that can be laid; return how many there are."""
    size, left = 0, state.owned[seat] & ~state.laid[seat]
    while left != 0:
        hand[size] = lowest_bit(left)
        left &= left - 1
        size += 1
    return size


@rule
def list_options(size: int, canvas: int, loom: Any) -> None:
    """List the placements of every segment by their first cell in the frame: those of a cell are
    order[first[cell]:first[cell + 1]].

    Of several that differ only outside the frame, one is listed.
    """
    filled = 0
    for k in range(size):
        start, shape = filled, widen(SEGMENT_SHAPE[loom.hand[k]])
        for way in range(WAYS[loom.hand[k]]):
            if PLACEMENT_MASK[shape, way] & canvas == 0:
                describe(loom.hand[k], k, way, filled, loom)
                filled += is_new(start, filled, loom.options)
    spot = 0
    for cell in range(FRAME_CELLS):
        loom.first[cell] = spot
        for option in range(filled):
            if loom.options[option, CELL] == cell:
                loom.order[spot] = option
                spot += 1
    loom.first[FRAME_CELLS] = spot


@rule
def describe(segment: int, k: int, way: int, option: int, loom: Any) -> None:
    """Write what a placement covers and brings."""
    row, shape = loom.options[option], widen(SEGMENT_SHAPE[segment])
    row[HAND], row[WAY], row[CANVAS] = k, way, PLACEMENT_MASK[shape, way]
    row[SIGNS], row[BEYOND] = SEGMENT_COLLECTS[segment], PLACEMENT_BEYOND[shape, way]
    row[FRAME] = row[FOUGHT] = row[COLLECTED] = row[DOUBLED] = 0
    loom.values[option] = -loom.worths[STEPS] * row[BEYOND]
    for place in range(MAX_CELLS):
        spot = widen(PLACEMENT_CELL[shape, way, place])
        cell = NONE if spot == NONE else widen(FRAME_CELL[spot])
        if cell != NONE:
            symbol = widen(SYMBOL[segment, place])
            loom.values[option] += loom.inside[cell, symbol]
            row[FRAME] |= 1 << cell
            row[FOUGHT] |= (symbol & FIGHTS != 0) * (1 << cell)
            row[COLLECTED] |= (symbol & COLLECTS != 0) * (1 << cell)
            row[DOUBLED] |= (symbol & DOUBLES != 0) * (1 << cell)
    row[CELL] = lowest_bit(row[FRAME])


@rule
def is_new(start: int, option: int, options: Any) -> bool:
    """Return whether no placement since `start` does the same inside the frame."""
    for other in range(start, option):
        if (
            options[other, FRAME] == options[option, FRAME]
            and options[other, FOUGHT] == options[option, FOUGHT]
            and options[other, COLLECTED] == options[option, COLLECTED]
            and options[other, DOUBLED] == options[option, DOUBLED]
        ):
            return False
    return True


@rule
def fill_hope(loom: Any) -> None:
    """Fill hope[cells decided]: the most that the others could bring."""
    loom.hope[ALL_CELLS] = 0.0
    for decided in range(ALL_CELLS - 1, -1, -1):
        cell = lowest_bit(~decided & ALL_CELLS)
        most = loom.hope[decided | 1 << cell] + loom.bare[cell]
        for k in range(loom.first[cell], loom.first[cell + 1]):
            frame = loom.options[loom.order[k], FRAME]
            if frame & decided == 0:
                most = max(most, loom.hope[decided | frame] + loom.values[loom.order[k]])
        loom.hope[decided] = most
