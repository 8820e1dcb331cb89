"""The marks of a village, for a champion: its score sheet, and what may still become of it.

Every hope fades as the tiles run out: most marks are counted twice, by `time`, the share of the
tiles that are left, and by `soon`, which stays high until the last few.
"""

from typing import Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.viva_catrina.components import (
    ALTAR,
    BALLOON,
    BUTTERFLY,
    COLORS,
    CORNER_CELLS,
    ELEMENT,
    FLIP_AT,
    KINDS,
    LARGE,
    PART,
    PAVED,
    PILE_SIZE,
    PILE_VALUE,
    QUARTER_CELLS,
    RING,
    SHOP,
    SHOPS,
    SLOTS,
    STARTS,
    TAKE_AT,
    TILE_KIND,
    TRAIL,
    VISITOR,
    WIDTH,
)
from ludotheque.games.viva_catrina.rules import cell_of, edge_of, look_of
from ludotheque.games.viva_catrina.rules.end import (
    altar_points,
    balloon_points,
    butterfly_points,
    chimera_points,
    shop_points,
    visitor_points,
)

SURE = 6  # the parts of the score come first

# The marks after them, and how many of each
TIME = SURE
BALLOONS = TIME + 4
SHOPS_LINKED = BALLOONS + 12
ALTARS_LINKED = SHOPS_LINKED + 14
EXITS = ALTARS_LINKED + 6
ROOM = EXITS + 14
WAITING = ROOM + 16
CORNERS = WAITING + 8
MARKS = CORNERS + 14

MOST_PAVED, MOST_TRAILS = 6, 4  # more exits count as this many
LONGEST_GAME = 18.0  # tiles of a seat
SOON = 3.0  # with this many tiles left, half of the hope is still there

OWN_MARKS = True  # what the others do changes only what is left for this village

SIDE_CELLS = (RING - WIDTH, 1, WIDTH, RING - 1)  # from a cell to its neighbours

# about how many points the elements on a path of a kind of tile are good for
WORTH = np.zeros((KINDS + STARTS, 2))
for _kind in range(KINDS):
    for _path in range(2):
        for _element in ELEMENT[_kind, _path]:
            if _element != NONE:
                WORTH[_kind, _path] += (
                    3.0 if _element >= ALTAR else 2.0 if _element == BUTTERFLY else 1.0 if _element == VISITOR else 1.5
                )


@rule
def marks(state: Any, out: Any) -> None:
    """Count what every village has and may become."""
    for seat in range(state.seats):
        marks_of(state, seat, out[seat])


@rule
def marks_of(state: Any, seat: int, out: Any) -> None:
    """Count what a village has and may become."""
    for k in range(SURE, MARKS):
        out[k] = 0.0
    out[0] = balloon_points(state, seat)
    out[1] = altar_points(state, seat)
    out[2] = shop_points(state, seat)
    out[3] = chimera_points(state, seat)
    out[4] = visitor_points(state, seat)
    out[5] = butterfly_points(state, seat)
    slots = widen(SLOTS[state.seats, 0]) + widen(SLOTS[state.seats, 1])
    left = slots + bit_count(widen(state.earned[seat])) + 1 - widen(state.tiles[seat])
    time, soon = left / LONGEST_GAME, left / (left + SOON)
    hope(out, TIME, 1.0, time, soon)
    hope(out, TIME + 2, 1.0 if state.seats > 3 else 0.0, time, soon)
    mark_balloons(state, seat, time, soon, out)
    mark_shops(state, seat, time, soon, out)
    mark_altars(state, seat, time, out)
    mark_spots(state, seat, time, soon, out)
    mark_bases(state, seat, time, soon, out)


@rule
def hope(out: Any, mark: int, count: float, time: float, soon: float) -> None:
    """Count something twice, as it fades slowly and late."""
    out[mark] += count * time
    out[mark + 1] += count * soon


# R5 Balloons


@rule
def mark_balloons(state: Any, seat: int, time: float, soon: float, out: Any) -> None:
    """R5.2, R5.3 Count colours by their balloons, up to the next tile or its golden side."""
    for color in range(COLORS):
        balloons, place = widen(state.linked[seat, BALLOON + color]), widen(state.balloon_tile[seat, color])
        top = widen(state.pile[color])
        if place == 0 and top < PILE_SIZE[state.seats]:
            points = widen(PILE_VALUE[state.seats, top, 0])
            hope(out, BALLOONS + 2 * min(balloons, TAKE_AT - 1), points, time, soon)
        elif place > 0 and balloons < FLIP_AT:
            hope(out, BALLOONS + 2 * balloons, 1.0, time, soon)


# R7 Shops


@rule
def mark_shops(state: Any, seat: int, time: float, soon: float, out: Any) -> None:
    """R11.2 Count kinds of shop, and R7.1 those that one more makes a pair."""
    kinds, singles = 0, 0
    for shop in range(SHOPS):
        kinds += 1 if state.linked[seat, SHOP + shop] > 0 else 0
        singles += 1 if state.linked[seat, SHOP + shop] == 1 else 0
    if kinds < SHOPS:
        hope(out, SHOPS_LINKED + 2 * kinds, 1.0, time, soon)
    hope(out, SHOPS_LINKED + 2 * SHOPS, singles, time, soon)


# R9 Altars


@rule
def mark_altars(state: Any, seat: int, time: float, out: Any) -> None:
    """R9.1 Count altars: all colours together, then each of the others."""
    for color in range(COLORS):
        count = widen(state.linked[seat, ALTAR + color])
        out[ALTARS_LINKED] += time * count
        out[ALTARS_LINKED + 1] += time * count * widen(state.linked[seat, BALLOON + color])
    for other in range(4):
        out[ALTARS_LINKED + 2 + other] = time * widen(state.linked[seat, ALTAR + COLORS + other])


# R4 Links


@rule
def mark_spots(state: Any, seat: int, time: float, soon: float, out: Any) -> None:
    """R4.1 Count the free spots that linked paths lead to, and how open they are. R4.5 Count what
    is not linked yet, and apart from that what one tile could link.
    """
    paved_exits, trail_exits, both, near_paved, near_trail = 0, 0, 0, 0, 0
    for place in range(widen(state.fringe_size[seat])):
        cell = cell_of(widen(state.fringe[seat, place]))
        has_paved, has_trail, lost_paved, lost_trail, free = paths_to(state, seat, cell)
        if has_paved:
            paved_exits += 1
            near_paved |= lost_paved
            hope(out, ROOM + 2 * free, 1.0, time, soon)
        if has_trail:
            trail_exits += 1
            near_trail |= lost_trail
            hope(out, ROOM + 8 + 2 * free, 1.0, time, soon)
        both += 1 if has_paved and has_trail else 0
    out[EXITS + min(MOST_PAVED, paved_exits)] = soon
    out[EXITS + MOST_PAVED + 1 + min(MOST_TRAILS, trail_exits)] = soon
    hope(out, EXITS + MOST_PAVED + MOST_TRAILS + 2, both, time, soon)
    mark_waiting(state, seat, 0, near_paved, time, soon, out)
    mark_waiting(state, seat, 1, near_trail, time, soon, out)


@rule
def paths_to(state: Any, seat: int, cell: int) -> tuple[bool, bool, int, int, int]:
    """Look around a free cell: does a linked paved path lead to it, or a linked trail? Which tiles'
    paved paths and trails do so without being linked, and how many sides are free?
    """
    has_paved, has_trail, lost_paved, lost_trail, free = False, False, 0, 0, 0
    for side in range(4):
        number = widen(state.ground[seat, around(cell + SIDE_CELLS[side])])
        if number <= 0:
            free += 1
        else:
            letter = edge_of(look_of(state, seat, number), (side + 2) % 4)
            if letter == PAVED:
                if (widen(state.reached[seat, 0]) >> number) & 1:
                    has_paved = True
                else:
                    lost_paved |= 1 << number
            elif letter == TRAIL:
                if (widen(state.reached[seat, 1]) >> number) & 1:
                    has_trail = True
                else:
                    lost_trail |= 1 << number
    return has_paved, has_trail, lost_paved, lost_trail, free


@rule
def mark_waiting(state: Any, seat: int, path: int, near: int, time: float, soon: float, out: Any) -> None:
    """R4.5 Count what waits for a link: far from one, or near, where one tile can link it."""
    lost = ((2 << widen(state.tiles[seat])) - 2) & ~widen(state.reached[seat, path])
    while lost != 0:
        number = lowest_bit(lost)
        lost &= lost - 1
        points = WORTH[TILE_KIND[state.placed[seat, number] // 4], path]
        if points > 0.0:
            mark = WAITING + (4 if (near >> number) & 1 else 0)
            hope(out, mark, points, time, soon)
            hope(out, mark + 2, 1.0, time, soon)


# R6 Chimeras


@rule
def mark_bases(state: Any, seat: int, time: float, soon: float, out: Any) -> None:
    """R6.3 Count grid corners that may become a base, by the number of parts present: small bases,
    then large ones, and the closed half of a large one.
    """
    for number in range(2, widen(state.tiles[seat]) + 1):
        corners, cell = look_of(state, seat, number) >> 8, cell_of(widen(state.spot[seat, number]))
        while corners != 0:
            corner = lowest_bit(corners)
            corners &= corners - 1
            parts, sides = parts_round(state, seat, around(cell + CORNER_CELLS[corner]), (corner + 1) % 4)
            if sides != 0 and parts > 0:
                hope(out, CORNERS + 4 + 2 * parts, 1.0, time, soon)
            elif 0 < parts < 4:  # with four, a small base is closed
                hope(out, CORNERS - 2 + 2 * parts, 1.0, time, soon)
    hope(out, CORNERS + 12, -2 * bit_count(widen(state.chimera[seat, LARGE])), time, soon)


@rule
def parts_round(state: Any, seat: int, cell: int, own: int) -> tuple[int, int]:
    """Count how many of the four tiles around the north-west corner of a cell are present, as seen
    by the one in the quarter `own`; and say which letters along the grid lines are B.

    The count is 0 if one of them lacks a part, if a side part meets a loose one, or if a tile in an
    earlier quarter counts this corner.
    """
    count, sides, seen = 0, 0, 0
    for quarter in range(4):
        number = widen(state.ground[seat, around(cell + QUARTER_CELLS[quarter])])
        if number > 0:
            part = widen(PART[state.placed[seat, number], quarter])
            if part == NONE or quarter < own:
                return 0, 0
            count += 1
            sides |= part
            seen |= 1 << 2 * quarter | 1 << (2 * quarter + 3) % 8
    differ = (sides ^ (sides >> 1)) & seen & (seen >> 1) & 85  # as in `evaluate.parts_round`
    return (count if differ == 0 else 0), sides


@rule
def around(cell: int) -> int:
    """Wrap a cell number that runs past the end of the ring."""
    return cell - RING if cell >= RING else cell
