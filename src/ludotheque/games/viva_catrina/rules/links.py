"""R4 Links."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.viva_catrina.components import ELEMENT, MOST, STEPS, TILE_KIND
from ludotheque.games.viva_catrina.rules.tiles import cell_of, edge_of, look_of, place_of


@rule
def link_path(state: Any, seat: int, number: int, path: int, around: int) -> int:
    """R4.2 If a path of the new tile is joined to a linked one, link it and everything joined to
    it. R4.4 No link is lost. Return the tiles that were linked. `around` is what lay around the
    new tile's spot.
    """
    look, letter, waiting = look_of(state, seat, number), path + 1, 0  # tiles whose path is joined to a linked one
    for side in range(4):
        if edge_of(look, side) == letter and (around >> 4 * side) & 15 == 8 + letter:
            waiting = 1 << number
    fresh = 0
    while waiting != 0:
        tile = lowest_bit(waiting)
        fresh |= 1 << tile
        waiting = (waiting | link_tile(state, seat, tile, path)) & ~(fresh | state.reached[seat, path])
    state.reached[seat, path] |= fresh
    return fresh


@rule
def link_tile(state: Any, seat: int, number: int, path: int) -> int:
    """R4.1 Link a path of a tile. Return its neighbours that show this path on the edge they share;
    free spots see that it is linked.
    """
    link_elements(state, seat, number, path)
    look, spot, letter, joined = look_of(state, seat, number), widen(state.spot[seat, number]), path + 1, 0
    for side in range(4):
        if edge_of(look, side) == letter:
            other = widen(state.ground[seat, cell_of(spot + STEPS[side])])
            if other == NONE:
                state.around[seat, place_of(state, seat, spot + STEPS[side])] += 4 << 4 * ((side + 2) % 4)
            elif edge_of(look_of(state, seat, other), (side + 2) % 4) == letter:
                joined |= 1 << other
    return joined


@rule
def link_elements(state: Any, seat: int, number: int, path: int) -> None:
    """R4.3 Link what is on a linked path. R4.5 Only that counts."""
    kind = widen(TILE_KIND[state.placed[seat, number] // 4])
    for place in range(MOST):
        element = widen(ELEMENT[kind, path, place])
        if element != NONE:
            state.linked[seat, element] += 1
