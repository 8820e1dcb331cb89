"""The rules of Pearls, in the order of rulebook.md."""

from enum import IntEnum
from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw_from
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from tests.pearls.parts import ACTION_COUNT, CARDS, FEWEST

Refusal = IntEnum("Refusal", "LEGAL GAME_OVER NOT_YOUR_TURN NOT_THERE UNREADABLE", start=0)
Event = IntEnum("Event", "CHOSE BID WON LOST", start=0)
Chance = IntEnum("Chance", "PEARL", start=0)


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.1 A hand for each seat. R1.2 The pearls lie in a row, in any order."""
    state.seats, state.cards = seats, FEWEST + options[0]
    state.row[:] = NONE
    state.bid[:] = NONE
    state.hand[:seats] = (1 << widen(state.cards)) - 1
    state.sack[: state.cards] = 1
    for place in range(state.cards):
        state.row[place] = draw_from(state, story, Chance.PEARL, state.sack)
        state.sack[state.row[place]] = 0


@rule
def to_act(state: Any) -> int:
    """R2.1 All who have not chosen."""
    if state.round_now == state.cards:
        return 0
    return ((1 << widen(state.seats)) - 1) & ~widen(state.chosen)


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    count = 0
    for action in range(ACTION_COUNT):
        if refusal(state, seat, action) == Refusal.LEGAL:
            out[count] = action
            count += 1
    return count


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    """R2.1 A card of the own hand, once a round."""
    if state.round_now == state.cards:
        return Refusal.GAME_OVER
    if seat < 0 or seat == TABLE or (to_act(state) >> seat) & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    return Refusal.LEGAL if (widen(state.hand[seat]) >> action) & 1 else Refusal.NOT_THERE


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """R2.1 A choice waits for the others."""
    state.bid[seat] = action
    state.chosen |= 1 << seat
    tell(story, Event.CHOSE, seat, NONE, NONE, 0)
    if to_act(state) == 0:
        show(state, story)


@rule
def show(state: Any, story: Any) -> None:
    """R2.2 The highest card that only one seat has played takes the pearl. R2.3 All are gone."""
    winner, highest = NONE, NONE
    for seat in range(state.seats):
        card, others = widen(state.bid[seat]), 0
        for other in range(state.seats):
            others += other != seat and state.bid[other] == card
        if others == 0 and card > highest:
            winner, highest = seat, card
    pearl = widen(state.row[state.round_now]) + 1
    if winner != NONE:
        state.score[winner] += pearl
    for seat in range(state.seats):
        tell(story, Event.BID, seat, state.bid[seat], NONE, 0)
        state.hand[seat] &= ~(1 << widen(state.bid[seat]))
        state.bid[seat] = NONE
    tell(story, Event.LOST if winner == NONE else Event.WON, winner, NONE, NONE, pearl)
    state.chosen = 0
    state.round_now += 1


@rule
def scores(state: Any, out: Any) -> None:
    """R3.2 What the pearls are worth."""
    for seat in range(state.seats):
        out[seat] = state.score[seat]


@rule
def ranks(state: Any, out: Any) -> None:
    scores(state, out)
    rank(out, state.seats)


@rule
def breakdown(state: Any, out: Any) -> None:
    for seat in range(state.seats):
        out[seat, 0] = state.score[seat]


@rule
def census(state: Any, out: Any) -> int:
    """Every pearl, in the row from the first round to the last."""
    for place in range(state.cards):
        out[state.row[place]] += 1
    return CARDS


@rule
def canonical(state: Any) -> None:
    """A position has one state already."""
