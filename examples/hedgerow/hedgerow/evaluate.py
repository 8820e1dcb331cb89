"""What a player of Hedgerow knows beyond the rules."""

from typing import Any

from ludotheque.core.bits import bit_count, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule

from .parts import CARDS, HIGHEST, Phase
from .rules import KEPT_POINTS, scores, suit_of

MARGIN = 6.0  # points that matter: a kept promise and two tricks
CUTOFF = 0  # random players keep no promises: ask `value` at once
SURE, LIKELY = 8, 5  # cards from these numbers on take tricks, LIKELY those of the hedge


def favorite(view: Any, seat: int) -> int | None:
    """Promise a trick for each strong card; how to play them is for the search to find."""
    if view.phase != Phase.PROMISE:
        return None
    hand, hedge = int(view.hand[seat]), NONE if view.hedge == NONE else suit_of(int(view.hedge))
    cards = [card for card in range(CARDS) if hand >> card & 1]
    return sum(card % HIGHEST + 1 >= (LIKELY if suit_of(card) == hedge else SURE) for card in cards)


@rule
def value(state: Any, out: Any) -> None:
    """The score so far, a fair share of the tricks to come, and promises that can still be kept."""
    scores(state, out)
    if state.phase != Phase.PLAY:
        return
    for seat in range(state.seats):
        missing = widen(state.promise[seat]) - widen(state.taken[seat])
        left = widen(state.held[seat]) + (1 if state.trick[seat] != NONE else 0)
        hope = strong_cards(state, seat)
        out[seat] += hope
        if 0 <= missing <= left:
            out[seat] += KEPT_POINTS / (1.0 + abs(missing - hope))


@rule
def strong_cards(state: Any, seat: int) -> float:
    """Tricks that a hand can hope for: its cards, each by how many of its suit it beats."""
    hand, hope = widen(state.hand[seat]), 0.0
    for card in range(CARDS):
        if (hand >> card) & 1 == 1:
            share = (card % HIGHEST + 1) / (HIGHEST + 1.0)
            is_hedge = state.hedge != NONE and suit_of(card) == suit_of(widen(state.hedge))
            hope += 0.4 + 0.6 * share if is_hedge else share * share * share
    return min(hope, bit_count(hand) * 1.0)
