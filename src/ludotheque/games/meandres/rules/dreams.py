"""R1 Dreams: cells, stacks, colours and neighbours."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.meandres.components import (
    BATHORY,
    BATHORY_LIMIT,
    COLORS,
    FORGOTTEN,
    HAZY,
    SEA,
    SEATS,
    SPAWN_LIMIT,
    TILE_COLOR,
    TILE_KIND,
)

ALL = (1 << SEA) - 1  # every cell of a row of the sea


@rule
def all_dreams(state: Any) -> int:
    """Return the mask of all dreams."""
    return (1 << widen(state.dreams)) - 1


@rule
def has(mask: int, dream: int) -> bool:
    """Return whether the dream is in the mask."""
    return (mask >> dream) & 1 != 0


@rule
def near(state: Any, dream: int) -> int:
    """R1.1 Return the dreams adjacent to a dream."""
    return widen(state.near[dream])


@rule
def around(state: Any, mask: int) -> int:
    """R1.1 Return the dreams adjacent to at least one dream in the mask."""
    found = 0
    while mask != 0:
        found |= widen(state.near[lowest_bit(mask)])
        mask &= mask - 1
    return found


@rule
def nth(mask: int, number: int) -> int:
    """Return the dream with that many others of the mask before it; NONE if there is none."""
    for _ in range(number):
        mask &= mask - 1
    return lowest_bit(mask) if mask != 0 else NONE


@rule
def color_of(state: Any, dream: int) -> int:
    """R1.3 Return the colour of a dream, R1.4 FORGOTTEN for the Celestial and wherever a grey side
    is up.
    """
    tile = widen(state.top[dream])
    return FORGOTTEN if (widen(state.grey) >> tile) & 1 else widen(TILE_COLOR[tile])


@rule
def is_peripheral(state: Any, dream: int) -> bool:
    """R1.6 At least one of the six cells around it is empty."""
    return bit_count(near(state, dream)) < 6


@rule
def crowd(state: Any, dream: int) -> int:
    """Count the spawn of all seats on a dream."""
    count = 0
    for seat in range(SEATS):
        count += widen(state.spawn[seat, dream])
    return count


@rule
def spawn_limit(state: Any, seat: int) -> int:
    """R1.7 Return how many spawn make a dream full for a seat: R10.7 four for Báthory's holder."""
    return BATHORY_LIMIT if state.legend[seat] == BATHORY else SPAWN_LIMIT


@rule
def room(state: Any, seat: int, dream: int) -> int:
    """R1.7, R4.8 Return how many more spawn the seat may place on a dream; 0 if it is full."""
    return max(spawn_limit(state, seat) - crowd(state, dream), 0)


@rule
def fiends(state: Any, without: int) -> int:
    """Return the dreams with a fiend on them, except the fiend of one seat (NONE: all fiends)."""
    found = 0
    for seat in range(widen(state.seats)):
        if seat != without and state.fiend[seat] != NONE:
            found |= 1 << widen(state.fiend[seat])
    return found


# Tiles and cells


@rule
def lay_tile(state: Any, dream: int, tile: int, side: int) -> None:
    """R1.2 Lay a tile on top of a dream: now it is the visible one.

    R1.5 Its kind determines whether it may be covered.
    """
    state.below[tile] = state.top[dream]
    state.top[dream] = tile
    state.levels[dream] += 1
    state.grey |= side << tile
    bit = 1 << dream
    for color in range(COLORS + 1):
        state.shows[color] &= ~bit
    state.shows[color_of(state, dream)] |= bit
    state.hazy = widen(state.hazy) | bit if TILE_KIND[tile] == HAZY else widen(state.hazy) & ~bit


@rule
def add_dream(state: Any, q: int, r: int) -> int:
    """Add a dream without a tile yet on an empty cell, and return its number."""
    dream = widen(state.dreams)
    state.dreams += 1
    state.top[dream] = NONE
    settle(state, dream, q, r)
    return dream


@rule
def settle(state: Any, dream: int, q: int, r: int) -> None:
    """R1.1 Put a dream on a cell, adjacent to the dreams on the six cells around it."""
    state.q[dream], state.r[dream] = q, r
    state.sea[r % SEA] |= 1 << (q % SEA)
    state.rows |= 1 << (r % SEA)
    beside = 0
    for other in range(widen(state.dreams)):
        east, south = widen(state.q[other]) - q, widen(state.r[other]) - r
        if abs(east) <= 1 and abs(south) <= 1 and abs(east + south) <= 1 and other != dream:
            beside |= 1 << other
            state.near[other] |= 1 << dream
    state.near[dream] = beside


@rule
def lift(state: Any, dream: int) -> None:
    """Take a dream off its cell."""
    row = widen(state.r[dream]) % SEA
    state.sea[row] = sea_row(state, row, dream)
    if state.sea[row] == 0:
        state.rows &= ~(1 << row)
    left = near(state, dream)
    while left != 0:
        state.near[lowest_bit(left)] &= ~(1 << dream)
        left &= left - 1
    state.near[dream] = 0


# Shores: the empty cells next to the board, or to the board without one dream (`gone`; NONE: the
# whole board). They are numbered row by row of the sea.


@rule
def sea_row(state: Any, row: int, gone: int) -> int:
    """Return the dreams in one row of the sea."""
    cells = widen(state.sea[row])
    if gone != NONE and widen(state.r[gone]) % SEA == row:
        cells &= ~(1 << (widen(state.q[gone]) % SEA))
    return cells


@rule
def touched(north: int, here: int, south: int) -> int:
    """R1.1 Return the cells of a row next to a dream in this row, the one before or the one
    after.
    """
    cells = (here << 1) | (here >> 1) | (here >> (SEA - 1)) | (here << (SEA - 1))
    cells |= north | (north >> 1) | (north << (SEA - 1)) | south | (south << 1) | (south >> (SEA - 1))
    return cells & ALL


@rule
def shore_row(state: Any, row: int, gone: int) -> int:
    """Return the shores in one row of the sea."""
    north, here, south = (row or SEA) - 1, sea_row(state, row, gone), (row + 1) % SEA
    return touched(sea_row(state, north, gone), here, sea_row(state, south, gone)) & ~here


@rule
def spread(rows: int) -> int:
    """Return these rows of the sea and their neighbouring rows."""
    return (rows | (rows << 1) | (rows >> 1) | (rows >> (SEA - 1)) | (rows << (SEA - 1))) & ALL


@rule
def count_shores(state: Any, gone: int) -> int:
    """Count the shores."""
    return shore_number(state, SEA * SEA, gone)


@rule
def shore_number(state: Any, cell: int, gone: int) -> int:
    """Count the shores before a cell of the torus: if it is a shore, the count is its number."""
    rows, count = spread(widen(state.rows)), 0
    while rows != 0:
        row = lowest_bit(rows)
        if SEA * row > cell:
            break
        rows &= rows - 1
        cells = shore_row(state, row, gone)
        if cell < SEA * (row + 1):
            cells &= (1 << (cell - SEA * row)) - 1
        count += bit_count(cells)
    return count


@rule
def shore_cell(state: Any, shore: int, gone: int) -> int:
    """Return the cell of a shore on the torus, SEA × row + column; NONE if there are not that
    many.
    """
    rows = spread(widen(state.rows))
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        cells = shore_row(state, row, gone)
        count = bit_count(cells)
        if shore < count:
            return SEA * row + nth(cells, shore)
        shore -= count
    return NONE


@rule
def true_cell(state: Any, cell: int) -> tuple[int, int]:
    """R1.1 Return the actual coordinates of a cell of the torus, at most just outside the board."""
    west, north = widen(state.q[0]), widen(state.r[0])
    for dream in range(widen(state.dreams)):
        west = min(west, widen(state.q[dream]))
        north = min(north, widen(state.r[dream]))
    return west - 1 + (cell % SEA - west + 1) % SEA, north - 1 + (cell // SEA - north + 1) % SEA
