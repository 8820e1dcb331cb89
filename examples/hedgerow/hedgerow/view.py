"""What a seat may see, and how it imagines the rest."""

from typing import Any

from ludotheque.core.bits import bit_count, widen
from ludotheque.core.chance import below
from ludotheque.core.constants import NONE
from ludotheque.core.hidden import Hidden, from_others
from ludotheque.core.rule import rule

from .parts import ALL, DECK, HAND, SEATS, SUITS, Phase
from .rules import Chance, cards_of, draw_card

HIDDEN = (
    Hidden("hand", from_others),  # R5.1, and R5.2: the deck is nobody's own row
    Hidden("promise", from_others, (Phase.PROMISE,)),  # R5.3
)


@rule
def view(state: Any, seat: int, out: Any) -> None:
    """All but the other hands, the deck and the promises that are not shown yet."""
    out.gone, out.hedge, out.lead, out.seat = state.gone, state.hedge, state.lead, state.seat
    out.promised, out.deal, out.deals, out.tame = state.promised, state.deal, state.deals, state.tame
    out.phase, out.seats = state.phase, state.seats
    is_over = state.phase == Phase.OVER
    if is_over:
        out.hand[DECK] = state.hand[DECK]
    for other in range(SEATS):
        out.trick[other], out.held[other], out.taken[other] = state.trick[other], state.held[other], state.taken[other]
        out.lacks[other], out.tricks[other], out.kept[other] = (
            state.lacks[other],
            state.tricks[other],
            state.kept[other],
        )
        if other == seat or is_over:
            out.hand[other] = state.hand[other]
        if other == seat or state.phase != Phase.PROMISE:
            out.promise[other] = state.promise[other]


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """Deal the cards that are not seen, to no seat a suit that it lacks. Make up promises."""
    if state.phase == Phase.OVER:
        return
    unseen = ALL & ~widen(state.gone)
    if state.hedge != NONE:
        unseen &= ~(1 << widen(state.hedge))
    hidden = 0
    for other in range(state.seats):
        if state.trick[other] != NONE:
            unseen &= ~(1 << widen(state.trick[other]))
        if state.hand[other] == NONE:
            hidden |= 1 << other
        else:
            unseen &= ~widen(state.hand[other])
        if (widen(state.promised) >> other) & 1 == 1 and state.promise[other] == NONE:
            state.promise[other] = below(state, story, HAND + 1)
    is_dealt = False
    while not is_dealt:  # a deal that fits exists, and is found soon
        state.hand[DECK] = unseen
        is_dealt = deal_unseen(state, hidden, story)


@rule
def deal_unseen(state: Any, hidden: int, story: Any) -> bool:
    """Fill the hidden hands from the deck, those that lack most suits first.

    Returns whether it worked out.
    """
    is_dealt = True
    for lacking in range(SUITS, -1, -1):
        for other in range(state.seats):
            if (hidden >> other) & 1 == 1 and bit_count(widen(state.lacks[other])) == lacking:
                is_dealt = is_dealt and fill_hand(state, other, story)
    return is_dealt


@rule
def fill_hand(state: Any, seat: int, story: Any) -> bool:
    """Draw as many cards as the hand has, of the suits that it may have."""
    aside = 0
    for suit in range(SUITS):
        if (widen(state.lacks[seat]) >> suit) & 1 == 1:
            aside |= widen(state.hand[DECK]) & cards_of(suit)
    state.hand[DECK] &= ~aside
    state.hand[seat] = 0
    for _ in range(state.held[seat]):
        if state.hand[DECK] == 0:
            return False
        state.hand[seat] |= 1 << draw_card(state, story, Chance.CARD)
    state.hand[DECK] |= aside
    return True
