"""R6 Chimeras."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.viva_catrina.components import CHIMERA_POINTS, CORNERS, LARGE, PART, QUARTER_CELLS, SMALL, STEPS
from ludotheque.games.viva_catrina.rules.codes import BaseLink, Event
from ludotheque.games.viva_catrina.rules.tiles import cell_of, look_of, tile_at, wound


@rule
def parts_at(state: Any, seat: int, spot: int) -> int:
    """R6.1, R6.9 Examine the grid corner at the north-west of a spot: NONE unless the four tiles
    around it all have a part there. Otherwise, bits for which of the eight letters along the grid
    lines leaving it are B, two bits per line (north, east, south, west); above them, from bit 8 on,
    a bit for each of the four tiles.
    """
    cell, found, missing = cell_of(spot), 0, 0
    for quarter in range(4):  # mostly one is missing: one branch for all, which is easy to guess
        missing |= widen(state.ground[seat, wound(cell + QUARTER_CELLS[quarter])]) - 1
    if missing < 0:
        return NONE
    for quarter in range(4):
        number = widen(state.ground[seat, wound(cell + QUARTER_CELLS[quarter])])
        part = widen(PART[state.placed[seat, number], quarter])
        if part == NONE:
            return NONE
        found |= 1 << (8 + number) | part
    return found


@rule
def closed_base(state: Any, seat: int, spot: int) -> tuple[int, int, int]:
    """R6.4, R6.9 Return the closed base, small or large, that uses the grid corner at the
    north-west of a spot: its first grid corner, its size and its tiles. NONE if there is none.
    """
    parts = parts_at(state, seat, spot)
    if parts == NONE:
        return NONE, SMALL, 0
    if parts & 255 == 0:
        return spot, SMALL, parts >> 8
    for side in range(4):
        if parts & 255 == 3 << (2 * side):
            other = parts_at(state, seat, spot + STEPS[side])
            if other != NONE and other & 255 == 3 << (2 * ((side + 2) % 4)):
                return min(spot, spot + STEPS[side]), LARGE, (parts | other) >> 8
    return NONE, SMALL, 0


@rule
def is_due(state: Any, seat: int, first: int, size: int, tiles: int) -> bool:
    """R6.6 A closed base that is linked and has no chimera yet receives one, R6.8 if one is left.

    R6.5 A base is linked if one of its tiles has a linked path.
    """
    if state.chimeras_left[size] == 0 or (widen(state.chimera[seat, size]) >> tile_at(state, seat, first)) & 1:
        return False
    reached = widen(state.reached[seat, 0]) | widen(state.reached[seat, 1])
    return state.base_link == BaseLink.NONE or tiles & reached != 0


@rule
def next_base(state: Any, seat: int, touched: int) -> tuple[int, int]:
    """R6.7 Return the first base in reading order, on these tiles, that is due a chimera, and its
    size. NONE if there is none.
    """
    first, first_size = NONE, SMALL
    while touched != 0:
        number = lowest_bit(touched)
        touched &= touched - 1
        corners = look_of(state, seat, number) >> 8
        while corners != 0:
            corner = lowest_bit(corners)
            corners &= corners - 1
            spot, size, tiles = closed_base(state, seat, widen(state.spot[seat, number]) + CORNERS[corner])
            if spot != NONE and (first == NONE or spot < first) and is_due(state, seat, spot, size, tiles):
                first, first_size = spot, size
    return first, first_size


@rule
def give_chimeras(state: Any, seat: int, touched: int, story: Any) -> None:
    """R6.6, R6.7 Give a chimera to every base that the new tile closed, or linked after it was
    closed.
    """
    first, size = next_base(state, seat, touched)
    while first != NONE:
        state.chimera[seat, size] |= 1 << tile_at(state, seat, first)
        state.chimeras_left[size] -= 1
        tell(story, Event.CHIMERA, seat, size, first, CHIMERA_POINTS[size])
        first, size = next_base(state, seat, touched)
