"""R6 Part D: laying a tile."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.meandres.actions import EXTEND, PLACES
from ludotheque.games.meandres.components import COLORS, FORGOTTEN, PILE_TILE, SHORES
from ludotheque.games.meandres.rules.codes import Event, Refusal
from ludotheque.games.meandres.rules.dreams import (
    add_dream,
    color_of,
    count_shores,
    has,
    lay_tile,
    shore_cell,
    true_cell,
)
from ludotheque.games.meandres.state import Part, Phase


@rule
def standing_on(state: Any) -> int:
    """Return the colour of the dream on which the acting seat's fiend stands."""
    return color_of(state, widen(state.fiend[state.seat]))


@rule
def begin_extension(state: Any, story: Any) -> None:
    """R6.8 Every turn takes a tile from the piles, R6.1 but not from that of the fiend's colour.

    R6.6 If only that pile is left, its next tile is removed. R6.7 If none is left, nothing happens.
    """
    here = standing_on(state)
    for color in range(COLORS):
        if color != here and state.left[color] > 0:
            state.phase, state.part = Phase.EXTEND, Part.NOTHING
            return
    if here != FORGOTTEN and state.left[here] > 0:
        tile = take_tile(state, here)
        state.thrown |= 1 << tile
        tell(story, Event.THREW, state.seat, tile, NONE, 0)
    state.part = Part.ROW


@rule
def take_tile(state: Any, color: int) -> int:
    """R2.3 Take the next tile of a pile."""
    state.left[color] -= 1
    return widen(PILE_TILE[state.length, color, state.left[color]])


@rule
def list_extensions(state: Any, out: Any) -> int:
    """R6.1 List every allowed pile, R6.2 R6.3 with either side, except from a forgotten dream, R6.4
    on every shore and every hazy dream.
    """
    here, shores, count = standing_on(state), count_shores(state, NONE), 0
    for color in range(COLORS):
        if color != here and state.left[color] > 0:
            for side in range(1 if here == FORGOTTEN else 2):
                first = EXTEND + (2 * color + side) * PLACES
                for shore in range(shores):
                    out[count + shore] = first + shore
                count += shores
                left = widen(state.hazy)
                while left != 0:
                    out[count] = first + SHORES + lowest_bit(left)
                    left &= left - 1
                    count += 1
    return count


@rule
def refusal_of_extension(state: Any, choice: int) -> int:
    """R6.1 to R6.4. Must agree with `list_extensions`."""
    color, side, place = choice // (2 * PLACES), choice // PLACES % 2, choice % PLACES
    here = standing_on(state)
    if color == here:
        return Refusal.FORBIDDEN_PILE
    if state.left[color] == 0:
        return Refusal.EMPTY_PILE
    if side == 1 and here == FORGOTTEN:
        return Refusal.COLOR_SIDE_ONLY
    if place < SHORES:
        return Refusal.NO_SHORE if place >= count_shores(state, NONE) else Refusal.LEGAL
    if place - SHORES >= state.dreams:
        return Refusal.NO_DREAM
    return Refusal.LEGAL if has(widen(state.hazy), place - SHORES) else Refusal.NOT_HAZY


@rule
def extend(state: Any, choice: int, story: Any) -> None:
    """R6.4 The tile makes a new dream on a shore or covers a hazy one; R6.5 figures there move up
    onto it.
    """
    color, side, place = choice // (2 * PLACES), choice // PLACES % 2, choice % PLACES
    if place < SHORES:
        q, r = true_cell(state, shore_cell(state, place, NONE))
        dream = add_dream(state, q, r)
    else:
        dream = place - SHORES
    tile = take_tile(state, color)
    lay_tile(state, dream, tile, side)
    tell(story, Event.LAID, state.seat, tile, dream, side)
    state.part = Part.ROW
