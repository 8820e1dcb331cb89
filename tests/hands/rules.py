"""The rules of Hands, in the order of rulebook.md."""

from enum import IntEnum
from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw_from
from ludotheque.core.constants import NONE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from tests.hands.parts import ACTION_COUNT, COPIES, HAND, KINDS

Refusal = IntEnum("Refusal", "LEGAL GAME_OVER NOT_YOUR_TURN NOT_THERE UNREADABLE", start=0)
Event = IntEnum("Event", "PLAYED BURIED", start=0)
Chance = IntEnum("Chance", "CARD", start=0)


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    state.seats, state.left = seats, KINDS * COPIES
    state.deck[:] = COPIES
    for seat in range(seats):
        for _ in range(HAND):
            take(state, seat, story)


@rule
def take(state: Any, seat: int, story: Any) -> None:
    """Draw a card in secret, as long as there are any."""
    if state.left > 0:
        card = draw_from(state, story, Chance.CARD, state.deck)
        state.deck[card] -= 1
        state.hand[seat, card] += 1
        state.held[seat] += 1
        state.left -= 1


@rule
def is_over(state: Any) -> bool:
    return bool(state.held[state.seat] == 0)


@rule
def to_act(state: Any) -> int:
    return 0 if is_over(state) else 1 << widen(state.seat)


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
    if is_over(state):
        return Refusal.GAME_OVER
    if seat != state.seat:
        return Refusal.NOT_YOUR_TURN
    return Refusal.LEGAL if state.hand[seat, action % KINDS] > 0 else Refusal.NOT_THERE


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    card = action % KINDS
    state.hand[seat, card] -= 1
    state.held[seat] -= 1
    if action < KINDS:
        state.pile[card] += 1
        tell(story, Event.PLAYED, seat, card, NONE, 0)
    else:
        state.buried[seat, card] += 1
        state.depth[seat] += 1
        tell(story, Event.BURIED, seat, NONE, NONE, 0)
    take(state, seat, story)
    state.seat = (widen(state.seat) + 1) % widen(state.seats)


@rule
def scores(state: Any, out: Any) -> None:
    for seat in range(state.seats):
        out[seat] = state.depth[seat]


@rule
def ranks(state: Any, out: Any) -> None:
    scores(state, out)
    rank(out, state.seats)


@rule
def breakdown(state: Any, out: Any) -> None:
    for seat in range(state.seats):
        out[seat, 0] = state.depth[seat]


@rule
def census(state: Any, out: Any) -> int:
    """Every card, wherever it lies."""
    for card in range(KINDS):
        out[card] += widen(state.deck[card]) + widen(state.pile[card])
        for seat in range(state.seats):
            out[card] += widen(state.hand[seat, card]) + widen(state.buried[seat, card])
    return KINDS


@rule
def canonical(state: Any) -> None:
    """A position has one state already."""
