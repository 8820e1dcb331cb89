"""What a seat may see of a game of Pearls, and how it may imagine the rest."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.chance import below
from ludotheque.core.constants import NONE
from ludotheque.core.hidden import Hidden, from_others
from ludotheque.core.rule import rule
from tests.pearls.parts import CARDS

HIDDEN = (Hidden("bid", from_others),)  # R4.1


@rule
def view(state: Any, seat: int, out: Any) -> None:
    """R4.1 All but what the others have chosen."""
    out.chosen, out.round_now, out.cards, out.seats = state.chosen, state.round_now, state.cards, state.seats
    for place in range(CARDS):
        out.row[place], out.sack[place] = state.row[place], state.sack[place]
    for other in range(state.seats):
        out.hand[other], out.score[other] = state.hand[other], state.score[other]
        if other == seat:
            out.bid[other] = state.bid[other]


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """Choose any card for the seats whose choice is not seen."""
    for other in range(state.seats):
        if (widen(state.chosen) >> other) & 1 and state.bid[other] == NONE:
            hand = widen(state.hand[other])
            for _ in range(below(state, story, bit_count(hand))):
                hand &= hand - 1
            state.bid[other] = lowest_bit(hand)
