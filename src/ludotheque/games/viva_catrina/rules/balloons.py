"""R5 Balloons."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.viva_catrina.components import BALLOON, COLORS, FLIP_AT, PILE_SIZE, PILE_VALUE, TAKE_AT
from ludotheque.games.viva_catrina.rules.codes import Event


@rule
def give_balloon_tiles(state: Any, seat: int, story: Any) -> None:
    """R5.1 Check red, blue, yellow and green.

    R5.2 Three balloons earn the top tile of the pile. R5.3 Six turn it over. R5.4 One per colour.
    R5.5 If one is left.
    """
    for color in range(COLORS):
        balloons, bit = state.linked[seat, BALLOON + color], 1 << color
        if balloons >= TAKE_AT and state.balloon_tile[seat, color] == 0 and state.pile[color] < PILE_SIZE[state.seats]:
            state.pile[color] += 1
            state.balloon_tile[seat, color] = state.pile[color]
            tell(story, Event.BALLOON_TILE, seat, color, NONE, balloon_value(state, seat, color))
        if balloons >= FLIP_AT and state.balloon_tile[seat, color] != 0 and widen(state.golden[seat]) & bit == 0:
            state.golden[seat] |= bit
            tell(story, Event.GOLDEN, seat, color, NONE, balloon_value(state, seat, color))


@rule
def balloon_value(state: Any, seat: int, color: int) -> int:
    """R11.2 Return the value showing on a seat's balloon tile of a colour; 0 without a tile."""
    place = widen(state.balloon_tile[seat, color])
    side = (widen(state.golden[seat]) >> color) & 1
    return widen(PILE_VALUE[state.seats, place - 1, side]) if place > 0 else 0
