"""What a seat may see of a game of Hands, and how it may imagine the rest."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw_from
from ludotheque.core.constants import NONE
from ludotheque.core.hidden import Hidden, from_all, from_others
from ludotheque.core.rule import rule
from tests.hands.parts import COPIES, KINDS, SEATS
from tests.hands.rules import Chance, is_over


def of_other_seats(values: Any, state: Any, seat: int) -> Any:
    """Hide the rows of others; a row without a seat has no cards to hide."""
    found = from_others(values, state, seat)
    found[state.seats :] = False
    return found


# R4.1
HIDDEN = (Hidden("hand", of_other_seats), Hidden("buried", of_other_seats), Hidden("deck", from_all))


@rule
def view(state: Any, seat: int, out: Any) -> None:
    """Everybody sees what was played, how many cards lie where, its own, and all at the end."""
    out.left, out.seat, out.seats = state.left, state.seat, state.seats
    for card in range(KINDS):
        out.pile[card] = state.pile[card]
        if is_over(state):
            out.deck[card] = state.deck[card]
    for other in range(SEATS):
        out.held[other], out.depth[other] = state.held[other], state.depth[other]
        if other == seat or other >= state.seats or is_over(state):
            for card in range(KINDS):
                out.hand[other, card], out.buried[other, card] = state.hand[other, card], state.buried[other, card]


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """Deal all cards that are not seen, all ways equally likely."""
    if is_over(state):
        return
    for card in range(KINDS):
        unseen = COPIES - widen(state.pile[card])
        for other in range(state.seats):
            if state.hand[other, card] != NONE:
                unseen -= widen(state.hand[other, card]) + widen(state.buried[other, card])
        state.deck[card] = unseen
    for other in range(state.seats):
        if state.hand[other, 0] == NONE:
            state.hand[other, :], state.buried[other, :] = 0, 0
            for place in range(widen(state.held[other]) + widen(state.depth[other])):
                card = draw_from(state, story, Chance.CARD, state.deck)
                state.deck[card] -= 1
                if place < state.held[other]:
                    state.hand[other, card] += 1
                else:
                    state.buried[other, card] += 1
