"""R2 Tiles and villages, and how a tile is added to a village."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.viva_catrina.components import HAS_COPIES, LOOK, RING, ROW, ROW_BITS, SIDE_CELLS, WIDTH


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
def wound(cell: int) -> int:
    """R2.1 Return a cell number that may run past the end of the ring, once."""
    return cell - RING if cell >= RING else cell


@rule
def near(cell: int, side: int) -> int:
    """R2.1 Return the cell on one side of another: north, east, south, west."""
    return wound(cell + SIDE_CELLS[side])


@rule
def lay_tile(state: Any, seat: int, place: int, placed: int) -> int:
    """R3.5 Add a tile to the village, and update the free spots next to it: its neighbours on all
    four sides that hold no tile. Return which tile of the village it is.
    """
    spot = widen(state.fringe[seat, place])
    cell = cell_of(spot)
    number = widen(state.tiles[seat]) + 1
    state.tiles[seat] = number
    state.placed[seat, number] = placed
    state.twins[seat] |= HAS_COPIES[placed >> 2] << number
    state.spot[seat, number] = spot
    state.ground[seat, cell] = number
    fresh = 0  # the sides on which a spot is now next to the village
    free = 0  # those and the other sides without a tile
    for side in range(4):
        ground = widen(state.ground[seat, near(cell, side)])
        if ground == 0:
            fresh |= 1 << side
            state.ground[seat, near(cell, side)] = NONE
        if ground <= 0:
            free |= 1 << side
    north, east, south, west = renew_fringe(state, seat, place, fresh)
    look = widen(LOOK[placed])
    if free & 1:
        show_edge(state, seat, north, edge_of(look, 0), 2)
    if free & 2:
        show_edge(state, seat, east, edge_of(look, 1), 3)
    if free & 4:
        show_edge(state, seat, south, edge_of(look, 2), 0)
    if free & 8:
        show_edge(state, seat, west, edge_of(look, 3), 1)
    return number


@rule
def show_edge(state: Any, seat: int, place: int, letter: int, side: int) -> None:
    """R2.2 A free spot has a new tile on this side, with this letter on the edge between them."""
    state.around[seat, place] = widen(state.around[seat, place]) | (4 | letter) << 4 * side


@rule
def renew_fringe(state: Any, seat: int, place: int, fresh: int) -> tuple[int, int, int, int]:
    """Remove a spot that is no longer free, and insert those on these sides of it.

    Reading order is kept. Return the places of its four neighbours; those with a tile have none.
    """
    size, spot = widen(state.fringe_size[seat]), widen(state.fringe[seat, place])
    north, south = place, place + 1  # where the row above and the row below continue
    while north > 0 and state.fringe[seat, north - 1] >= spot - ROW:
        north -= 1
    while south < size and state.fringe[seat, south] < spot + ROW:
        south += 1
    above, right, below, left = fresh & 1, (fresh >> 1) & 1, (fresh >> 2) & 1, fresh >> 3
    by = above + left + right - 1
    move_spots(state, seat, place + 1, size, by)
    move_spots(state, seat, south + by, size + by, below)
    move_spots(state, seat, north, place, above)
    state.fringe_size[seat] = size + by + below
    east, south = place + above + left, south + by
    if above:
        new_spot(state, seat, north, spot - ROW)
    if left:
        new_spot(state, seat, east - 1, spot - 1)
    if right:
        new_spot(state, seat, east, spot + 1)
    if below:
        new_spot(state, seat, south, spot + ROW)
    if by + below < 0:
        state.fringe[seat, size - 1], state.around[seat, size - 1] = 0, 0
    return north, east, south, east - 1


@rule
def new_spot(state: Any, seat: int, place: int, spot: int) -> None:
    state.fringe[seat, place], state.around[seat, place] = spot, 0


@rule
def move_spots(state: Any, seat: int, first: int, last: int, by: int) -> None:
    """Move free spots by some places."""
    if by < 0:
        for place in range(first, last):
            state.fringe[seat, place + by] = state.fringe[seat, place]
            state.around[seat, place + by] = state.around[seat, place]
    elif by > 0:
        for place in range(last - 1, first - 1, -1):
            state.fringe[seat, place + by] = state.fringe[seat, place]
            state.around[seat, place + by] = state.around[seat, place]


@rule
def place_of(state: Any, seat: int, spot: int) -> int:
    """Return the place of a free spot in reading order."""
    place = 0
    while state.fringe[seat, place] < spot:
        place += 1
    return place
