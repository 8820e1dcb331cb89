"""R2 Tiles and villages, and how a tile is added to a village."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.viva_catrina.components import LOOK, RING, ROW, ROW_BITS, STEPS, WIDTH


@rule
def tile_at(state: Any, seat: int, spot: int) -> int:
    """R2.1 Return which tile of the village lies there: k for the k-th, 0 for none."""
    return max(widen(state.ground[seat, cell_of(spot)]), 0)


@rule
def cell_of(spot: int) -> int:
    """R2.1 Return the number of a spot in the ring."""
    # the masks tell the compiler that nothing is negative, which makes its remainders faster
    return ((spot & ROW - 1) + WIDTH * ((spot >> ROW_BITS) & ROW - 1)) % RING


@rule
def look_of(state: Any, seat: int, number: int) -> int:
    """R2.2, R2.3 Return the edges and corners of a village's tile as it lies; all empty for
    tile 0.
    """
    return widen(LOOK[state.placed[seat, number]])


@rule
def edge_of(look: int, side: int) -> int:
    """R2.2 Return the letter of an edge: north, east, south, west."""
    return (look >> (2 * side)) & 3


@rule
def lay_tile(state: Any, seat: int, place: int, placed: int) -> int:
    """R3.5 Add a tile to the village, and update the free spots next to it: its neighbours on all
    four sides that hold no tile. Return which tile of the village it is.
    """
    spot = widen(state.fringe[seat, place])
    leave_fringe(state, seat, place)
    number = widen(state.tiles[seat]) + 1
    state.tiles[seat] = number
    state.placed[seat, number] = placed
    state.spot[seat, number] = spot
    state.ground[seat, cell_of(spot)] = number
    for side in range(4):
        if state.ground[seat, cell_of(spot + STEPS[side])] == 0:
            join_fringe(state, seat, spot + STEPS[side])
    return number


@rule
def leave_fringe(state: Any, seat: int, place: int) -> None:
    """Remove a spot that is no longer free; those after it move up."""
    last = widen(state.fringe_size[seat]) - 1
    for later in range(place, last):
        state.fringe[seat, later] = state.fringe[seat, later + 1]
    state.fringe[seat, last] = 0
    state.fringe_size[seat] = last


@rule
def join_fringe(state: Any, seat: int, spot: int) -> None:
    """Insert a free spot that is now next to the village, in reading order."""
    place = widen(state.fringe_size[seat])
    state.fringe_size[seat] = place + 1
    while place > 0 and state.fringe[seat, place - 1] > spot:
        state.fringe[seat, place] = state.fringe[seat, place - 1]
        place -= 1
    state.fringe[seat, place] = spot
    state.ground[seat, cell_of(spot)] = NONE
