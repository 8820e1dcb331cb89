"""What a seat may see of a game of Sarena, and how hidden information is sampled."""

from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.hidden import Hidden, from_others
from ludotheque.core.rule import rule
from ludotheque.games.sarena.components import CIRCLES, COLORS
from ludotheque.games.sarena.rules import draw_color
from ludotheque.games.sarena.state import Phase

HIDDEN = (Hidden("secret", from_others),)  # R7.1


@rule
def view(state: Any, seat: int, out: Any) -> None:
    """R7.2 Everyone may look at the board.

    R7.1 Nobody else sees a secret pawn before the end; R6.1 then all are revealed.
    """
    out.open[0], out.open[1] = state.open[0], state.open[1]
    for circle in range(CIRCLES):
        out.stack[circle] = state.stack[circle]
        out.height[circle] = state.height[circle]
    out.seats = state.seats
    out.seat = state.seat
    out.deal = state.deal
    out.phase = state.phase
    for other in range(state.seats):
        if other == seat or state.phase == Phase.OVER:
            out.secret[other] = state.secret[other]


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """Deal the hidden colours to the seats whose pawns are hidden.

    All ways are equally likely.
    """
    taken = 0
    left = COLORS
    for other in range(state.seats):
        if state.secret[other] != NONE:
            taken |= 1 << state.secret[other]
            left -= 1
    for other in range(state.seats):
        if state.secret[other] == NONE:
            state.secret[other] = draw_color(state, story, taken, left)
            taken |= 1 << state.secret[other]
            left -= 1
