"""R1 Setup."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw_from
from ludotheque.core.rule import rule
from ludotheque.games.viva_catrina.components import (
    CHIMERA_COUNT,
    KIND_COUNT,
    KIND_FIRST,
    KINDS,
    LINES,
    ORIGIN,
    PATH_TILES,
    SLOTS,
    START_AROUND,
    START_FIRST,
    STARTS,
)
from ludotheque.games.viva_catrina.rules.codes import Chance
from ludotheque.games.viva_catrina.rules.tiles import lay_tile


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.1 Seat 0 has the first turn.

    R1.3 All path tiles are in the bag. R1.4 There are two supplies of chimeras. R1.6 Each seat has
    a start tile.
    """
    state.seats = seats
    state.base_link = options[0]
    for kind in range(KINDS):
        state.bag[kind] = KIND_COUNT[kind]
    state.bag_size = PATH_TILES
    for size in range(2):
        state.chimeras_left[size] = CHIMERA_COUNT[size]
    for start in range(STARTS):
        state.box[start] = 1
    for seat in range(seats):
        start = draw_from(state, story, Chance.START, state.box)
        state.box[start] = 0
        found_village(state, seat, START_FIRST + start)
    fill_lines(state, story)


@rule
def found_village(state: Any, seat: int, tile: int) -> None:
    """R1.6 The start tile is the first of the village, on 0,0 and not rotated.

    R4.2 Both of its paths are linked.
    """
    state.fringe[seat, 0] = ORIGIN
    state.fringe_size[seat] = 1
    lay_tile(state, seat, 0, 4 * tile)
    state.reached[seat, 0], state.reached[seat, 1] = 2, 2
    for place in range(4):
        state.around[seat, place] = START_AROUND[tile - START_FIRST, place]


@rule
def fill_lines(state: Any, story: Any) -> None:
    """R1.2, R1.3 Each slot receives a tile at random.

    R10.2 Line 1 from left to right, then line 2. R10.4 As far as the tiles in the bag go.
    """
    for line in range(LINES):
        slots = min(widen(SLOTS[state.seats, line]), widen(state.bag_size))
        for slot in range(slots):
            state.line[line, slot] = draw_tile(state, Chance.LINE1 + line, story)
        state.left[line], state.right[line] = 0, slots


@rule
def draw_tile(state: Any, chance: int, story: Any) -> int:
    """Take a tile out of the bag.

    Copies of a kind come out in the order of their numbers, so that each position has exactly one
    state.
    """
    kind = draw_from(state, story, chance, state.bag)
    tile = widen(KIND_FIRST[kind]) + widen(KIND_COUNT[kind]) - widen(state.bag[kind])
    state.bag[kind] -= 1
    state.bag_size -= 1
    return tile
