"""R1 Dreams: cells, stacks, colours, and what surrounds them."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.meandres.components import BATHORY, BATHORY_LIMIT, COLORS, FORGOTTEN, HAZY, SEA, SEATS, SPAWN_LIMIT, TILE_COLOR, TILE_KIND

ALL = (1 << SEA) - 1  # every cell of a row of the sea


@rule
def all_dreams(state: Any) -> int:
    """The mask of all dreams there are."""
    return (1 << widen(state.dreams)) - 1


@rule
def has(mask: int, dream: int) -> bool:
    """Is the dream one of the mask's?"""
    return (mask >> dream) & 1 != 0


@rule
def near(state: Any, dream: int) -> int:
    """R1.1 The dreams adjacent to one dream."""
    return widen(state.near[dream])


@rule
def around(state: Any, mask: int) -> int:
    """R1.1 The dreams adjacent to at least one of the mask's."""
    found = 0
    while mask != 0:
        found |= widen(state.near[lowest_bit(mask)])
        mask &= mask - 1
    return found


@rule
def nth(mask: int, number: int) -> int:
    """The dream with so many others of the mask before it; NONE if there is none."""
    for _ in range(number):
        mask &= mask - 1
    return lowest_bit(mask) if mask != 0 else NONE


@rule
def color_of(state: Any, dream: int) -> int:
    """R1.3 The colour of a dream, R1.4 FORGOTTEN for the Celestial and wherever a grey side lies up."""
    tile = widen(state.top[dream])
    return FORGOTTEN if (widen(state.grey) >> tile) & 1 else widen(TILE_COLOR[tile])


@rule
def is_peripheral(state: Any, dream: int) -> bool:
    """R1.6 At least one of the six cells around it is empty."""
    return bit_count(near(state, dream)) < 6


@rule
def crowd(state: Any, dream: int) -> int:
    """The spawn of all seats on a dream."""
    count = 0
    for seat in range(SEATS):
        count += widen(state.spawn[seat, dream])
    return count


@rule
def room(state: Any, seat: int, dream: int) -> int:
    """R1.7, R4.8 How many more spawn the seat may place on a dream; none if it is full for the seat. R10.7 Báthory's holder has a limit of 4."""
    limit = BATHORY_LIMIT if state.legend[seat] == BATHORY else SPAWN_LIMIT
    return max(limit - crowd(state, dream), 0)


@rule
def fiends(state: Any, without: int) -> int:
    """The dreams with a fiend on them, but for the fiend of one seat (NONE: with all)."""
    found = 0
    for seat in range(widen(state.seats)):
        if seat != without and state.fiend[seat] != NONE:
            found |= 1 << widen(state.fiend[seat])
    return found


# Tiles and cells


@rule
def lay_tile(state: Any, dream: int, tile: int, side: int) -> None:
    """R1.2 A tile on top of a dream: now it is the visible one. R1.5 Its kind says whether it may be covered."""
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
    """A dream without a tile yet on an empty cell: its number."""
    dream = widen(state.dreams)
    state.dreams += 1
    state.top[dream] = NONE
    settle(state, dream, q, r)
    return dream


@rule
def settle(state: Any, dream: int, q: int, r: int) -> None:
    """R1.1 A dream comes to lie on a cell, adjacent to the dreams on the six cells around it."""
    state.q[dream], state.r[dream] = q, r
    state.sea[r % SEA] |= 1 << (q % SEA)
    beside = 0
    for other in range(widen(state.dreams)):
        east, south = widen(state.q[other]) - q, widen(state.r[other]) - r
        if abs(east) <= 1 and abs(south) <= 1 and abs(east + south) <= 1 and other != dream:
            beside |= 1 << other
            state.near[other] |= 1 << dream
    state.near[dream] = beside


@rule
def lift(state: Any, dream: int) -> None:
    """A dream leaves its cell."""
    state.sea[widen(state.r[dream]) % SEA] &= ~(1 << (widen(state.q[dream]) % SEA))
    left = near(state, dream)
    while left != 0:
        state.near[lowest_bit(left)] &= ~(1 << dream)
        left &= left - 1
    state.near[dream] = 0


# Shores: the empty cells that touch the board, or the board without one dream. They are numbered row by row of the sea.


@rule
def sea_row(state: Any, row: int, gone: int) -> int:
    """The dreams of one row of the sea; `gone` is left out (NONE: nothing is)."""
    cells = widen(state.sea[row])
    if gone != NONE and widen(state.r[gone]) % SEA == row:
        cells &= ~(1 << (widen(state.q[gone]) % SEA))
    return cells


@rule
def shore_row(north: int, here: int, south: int) -> int:
    """R1.1 The empty cells of a row that touch a dream of this row, of the one before or of the one after."""
    touched = (here << 1) | (here >> 1) | (here >> (SEA - 1)) | (here << (SEA - 1))
    touched |= north | (north >> 1) | (north << (SEA - 1)) | south | (south << 1) | (south >> (SEA - 1))
    return touched & ~here & ALL


@rule
def count_shores(state: Any, gone: int) -> int:
    """How many shores there are."""
    north, here, count = sea_row(state, SEA - 1, gone), sea_row(state, 0, gone), 0
    for row in range(SEA):
        south = sea_row(state, (row + 1) % SEA, gone)
        count += bit_count(shore_row(north, here, south))
        north, here = here, south
    return count


@rule
def shore_cell(state: Any, shore: int, gone: int) -> int:
    """The cell of a shore on the torus, SEA × row + column; NONE: there are not so many."""
    north, here = sea_row(state, SEA - 1, gone), sea_row(state, 0, gone)
    for row in range(SEA):
        south = sea_row(state, (row + 1) % SEA, gone)
        cells = shore_row(north, here, south)
        count = bit_count(cells)
        if shore < count:
            return SEA * row + nth(cells, shore)
        shore -= count
        north, here = here, south
    return NONE


@rule
def shore_number(state: Any, cell: int, gone: int) -> int:
    """How many shores come before a cell of the torus: if it is a shore, its number."""
    north, here, count = sea_row(state, SEA - 1, gone), sea_row(state, 0, gone), 0
    for row in range(cell // SEA):
        south = sea_row(state, row + 1, gone)
        count += bit_count(shore_row(north, here, south))
        north, here = here, south
    south = sea_row(state, (cell // SEA + 1) % SEA, gone)
    return count + bit_count(shore_row(north, here, south) & ((1 << (cell % SEA)) - 1))


@rule
def true_cell(state: Any, cell: int) -> tuple[int, int]:
    """R1.1 Where a cell of the torus truly lies: no farther than just outside the board."""
    west, north = widen(state.q[0]), widen(state.r[0])
    for dream in range(widen(state.dreams)):
        west = min(west, widen(state.q[dream]))
        north = min(north, widen(state.r[dream]))
    return west - 1 + (cell % SEA - west + 1) % SEA, north - 1 + (cell // SEA - north + 1) % SEA
