"""R4 Links."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.viva_catrina.components import ELEMENT, MOST, STEPS, TILE_KIND
from ludotheque.games.viva_catrina.rules.tiles import edge_of, look_of, tile_at


@rule
def joined_tile(state: Any, seat: int, number: int, side: int, letter: int) -> int:
    """R4.1 Return the neighbour on that side if both tiles show this path on the edge they share,
    else 0.
    """
    if edge_of(look_of(state, seat, number), side) != letter:
        return 0
    other = tile_at(state, seat, widen(state.spot[seat, number]) + STEPS[side])
    return other if edge_of(look_of(state, seat, other), (side + 2) % 4) == letter else 0


@rule
def link_path(state: Any, seat: int, number: int, path: int) -> int:
    """R4.2 If a path of the new tile is joined to a linked one, link it and everything joined to
    it. R4.4 No link is lost. Return the tiles that were linked.
    """
    reached = widen(state.reached[seat, path])
    waiting = 0  # tiles whose path is joined to a linked one
    for side in range(4):
        if (reached >> joined_tile(state, seat, number, side, path + 1)) & 1:
            waiting = 1 << number
    fresh = 0
    while waiting != 0:
        tile = lowest_bit(waiting)
        fresh |= 1 << tile
        link_elements(state, seat, tile, path)
        for side in range(4):
            waiting |= 1 << joined_tile(state, seat, tile, side, path + 1)
        waiting &= ~(reached | fresh | 1)  # bit 0 is no tile
    state.reached[seat, path] = reached | fresh
    return fresh


@rule
def link_elements(state: Any, seat: int, number: int, path: int) -> None:
    """R4.3 Link what is on a linked path. R4.5 Only that counts."""
    kind = widen(TILE_KIND[state.placed[seat, number] // 4])
    for place in range(MOST):
        element = widen(ELEMENT[kind, path, place])
        if element != NONE:
            state.linked[seat, element] += 1
