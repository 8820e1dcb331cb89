"""The rules of Counting."""

from enum import IntEnum
from typing import Any

from counting.parts import MOST
from ludotheque.core.bits import widen
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell

Refusal = IntEnum("Refusal", "LEGAL GAME_OVER NOT_YOUR_TURN UNREADABLE", start=0)
Event = IntEnum("Event", "COUNTED", start=0)


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.1 The count is zero."""
    state.seats = seats


@rule
def to_act(state: Any) -> int:
    """R2.1 The seats take turns, R3.1 until they have counted to the end."""
    return 1 << widen(state.seat) if state.count < MOST else 0


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """R2.2 There is one thing to do."""
    out[0] = 0
    return 1


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    if state.count == MOST:
        return Refusal.GAME_OVER
    return Refusal.NOT_YOUR_TURN if seat != state.seat else Refusal.LEGAL


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """R2.2 Add one."""
    state.count += 1
    state.seat = 1 - seat
    tell(story, Event.COUNTED, seat, 0, 0, state.count)


@rule
def scores(state: Any, out: Any) -> None:
    """R3.2 Everybody has counted."""
    for seat in range(state.seats):
        out[seat] = state.count


@rule
def ranks(state: Any, out: Any) -> None:
    scores(state, out)
    rank(out, state.seats)


@rule
def breakdown(state: Any, out: Any) -> None:
    scores(state, out[:, 0])


@rule
def census(state: Any, out: Any) -> int:
    return 0


@rule
def canonical(state: Any) -> None:
    """A position has one state already."""
