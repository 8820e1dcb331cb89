"""The rules of Matches."""

from enum import IntEnum
from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from tests.matches.parts import HAND, MOST

Refusal = IntEnum("Refusal", "LEGAL GAME_OVER NOT_YOUR_TURN TOO_MANY UNREADABLE", start=0)
Event = IntEnum("Event", "TOOK", start=0)
Chance = IntEnum("Chance", "PILE", start=0)


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.1 One to twenty-four matches."""
    state.seats, state.pile = seats, 1 + draw(state, story, Chance.PILE, MOST)


@rule
def to_act(state: Any) -> int:
    """R2.1 The seats take turns, R3.1 until the last match."""
    return 1 << widen(state.seat) if state.pile > 0 else 0


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """R2.2 One, two or three."""
    count = min(HAND, widen(state.pile))
    for action in range(count):
        out[action] = action
    return count


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    if state.pile == 0:
        return Refusal.GAME_OVER
    if seat != state.seat:
        return Refusal.NOT_YOUR_TURN
    return Refusal.TOO_MANY if action >= state.pile else Refusal.LEGAL


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    state.pile -= action + 1
    state.seat = 1 - seat
    tell(story, Event.TOOK, seat, 0, action, action + 1)


@rule
def scores(state: Any, out: Any) -> None:
    """R3.1 Whoever took the last match wins."""
    for seat in range(state.seats):
        out[seat] = 1 if state.pile == 0 and seat != state.seat else 0


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
