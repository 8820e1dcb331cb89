"""What a good Viva Catrina player knows beyond the rules: what a village may still become."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.rule import rule
from ludotheque.games.viva_catrina.components import (
    BALLOON,
    COLORS,
    CORNER_CELLS,
    FLIP_AT,
    PILE_SIZE,
    PILE_VALUE,
    SHOP,
    SHOP_POINTS,
    SHOPS,
    SLOTS,
    STEPS,
    TAKE_AT,
)
from ludotheque.games.viva_catrina.marks import MARKS as MARKS  # these five are for the search
from ludotheque.games.viva_catrina.marks import OWN_MARKS as OWN_MARKS
from ludotheque.games.viva_catrina.marks import SURE as SURE
from ludotheque.games.viva_catrina.marks import around, parts_round
from ludotheque.games.viva_catrina.marks import marks as marks
from ludotheque.games.viva_catrina.marks import marks_of as marks_of
from ludotheque.games.viva_catrina.rules import cell_of, edge_of, look_of, scores, tile_at

# in a turn, a tile is taken and placed, sometimes more
ITERATIONS = {"novice": 300, "regular": 4_000, "expert": 30_000, "master": 300_000, "champion": 300_000}
EXPLORE = 0.05
GUESSES = 3.0
WIDTH = 6
LOOKS_AHEAD = True
WHOLE_TURNS = True  # taking a tile says little before it is placed
CUTOFF = 0  # random players link almost nothing

TILE = 2.0  # points that a tile brings, besides the potential below
EXIT = 0.8  # points for a linked path that leads to a free spot, while there is time
ENOUGH = 6  # the number of such exits that count; more are hardly used
KIND = 3.5  # points for a kind of shop, while there is time
HOPE = 0.9  # share of the points of a balloon tile within reach
# points for a base that lacks three, two, one or no parts, by the number of parts present, while
# there is time
PARTS = (0.0, 0.0, 0.2, 0.5, 0.0)

LEARNED = {"CUTOFF": 0, "MARGIN": 8.0}  # a champion's judgement errs less than `value`


@rule
def value(state: Any, out: Any) -> None:
    """Estimate the value of a position: the score so far, what future tiles may bring, and
    potential.

    The potential fades as the tiles run out.

    R11.1 There is a turn for each slot; R7.1 extra tiles are added.
    """
    scores(state, out)
    slots = widen(SLOTS[state.seats, 0]) + widen(SLOTS[state.seats, 1])
    for seat in range(state.seats):
        left = slots + bit_count(widen(state.earned[seat])) + 1 - widen(state.tiles[seat])
        time = left / slots
        out[seat] += TILE * left + min(1.0, 2.0 * time) * HOPE * balloon_hope(state, seat)
        out[seat] += time * (EXIT * min(ENOUGH, exits(state, seat)) + shop_hope(state, seat) + base_hope(state, seat))


@rule
def exits(state: Any, seat: int) -> int:
    """Count the linked paths that lead to a free spot."""
    count = 0
    for path in range(2):
        left = widen(state.reached[seat, path])
        while left != 0:
            number = lowest_bit(left)
            left &= left - 1
            look = look_of(state, seat, number)
            for side in range(4):
                if (
                    edge_of(look, side) == path + 1
                    and tile_at(state, seat, widen(state.spot[seat, number]) + STEPS[side]) == 0
                ):
                    count += 1
    return count


@rule
def shop_hope(state: Any, seat: int) -> float:
    """R11.2 The last kinds of shop score most, but only together with the first ones."""
    kinds = 0
    for shop in range(SHOPS):
        kinds += 1 if state.linked[seat, SHOP + shop] > 0 else 0
    return max(0.0, KIND * kinds - widen(SHOP_POINTS[kinds]))


@rule
def balloon_hope(state: Any, seat: int) -> float:
    """R5.2, R5.3 Value balloons that bring the next tile, or its golden side, nearer."""
    points = 0.0
    for color in range(COLORS):
        balloons, place = widen(state.linked[seat, BALLOON + color]), widen(state.balloon_tile[seat, color])
        if place == 0 and state.pile[color] < PILE_SIZE[state.seats]:
            points += widen(PILE_VALUE[state.seats, state.pile[color], 0]) * min(balloons, TAKE_AT) / TAKE_AT
        elif place > 0 and balloons < FLIP_AT:
            points += (
                (widen(PILE_VALUE[state.seats, place - 1, 1]) - widen(PILE_VALUE[state.seats, place - 1, 0]))
                * (balloons - TAKE_AT)
                / (FLIP_AT - TAKE_AT)
            )
    return points


@rule
def base_hope(state: Any, seat: int) -> float:
    """R6.3 Value base parts that fit around a grid corner where more may follow."""
    points = 0.0
    for number in range(1, widen(state.tiles[seat]) + 1):
        corners, cell = look_of(state, seat, number) >> 8, cell_of(widen(state.spot[seat, number]))
        while corners != 0:
            parts, _ = parts_round(state, seat, around(cell + CORNER_CELLS[lowest_bit(corners)]), 0)
            points += PARTS[parts]
            corners &= corners - 1
    return points
