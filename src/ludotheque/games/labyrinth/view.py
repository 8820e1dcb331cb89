"""What a seat may see of a game of Master Labyrinth, and how hidden information is sampled."""

from typing import Any

from ludotheque.core.hidden import Hidden, from_others
from ludotheque.core.rule import rule
from ludotheque.games.labyrinth.components import CELLS, SEATS
from ludotheque.games.labyrinth.rules import deal_cards
from ludotheque.games.labyrinth.state import Phase

HIDDEN = (Hidden("card", from_others),)  # R6.1


@rule
def view(state: Any, seat: int, out: Any) -> None:
    """R6.1 Nobody else sees a formula card before the end; R10.1 then all are revealed.

    Everything else is open to everyone.
    """
    for side in range(4):
        out.open[side] = state.open[side]
    for cell in range(CELLS):
        out.token[cell], out.tile[cell] = state.token[cell], state.tile[cell]
    for other in range(SEATS):
        out.held[other], out.wands[other] = state.held[other], state.wands[other]
        out.pawn[other], out.color[other] = state.pawn[other], state.color[other]
        if other == seat or state.phase == Phase.OVER:
            out.card[other] = state.card[other]
    out.dry, out.drought, out.advice, out.seats = state.dry, state.drought, state.advice, state.seats
    out.goal, out.goal_cell, out.forbidden = state.goal, state.goal_cell, state.forbidden
    out.spare, out.spare_tile = state.spare, state.spare_tile
    out.seat, out.phase, out.spent = state.seat, state.phase, state.spent
    out.walker, out.origin = state.walker, state.origin
    out.asked, out.price, out.adviser, out.tip = state.asked, state.price, state.adviser, state.tip


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """Deal the cards that no seat is known to have to the seats whose cards are hidden.

    All ways are equally likely.
    """
    deal_cards(state, story)
