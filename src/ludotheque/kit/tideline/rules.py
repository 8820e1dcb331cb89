"""The rules of Tideline, in the order of rulebook.md."""

from enum import IntEnum
from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw_from
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell

from .parts import LEFT, OF_EACH, RIGHT, SHELLS, WORTHS

Refusal = IntEnum("Refusal", "LEGAL GAME_OVER NOT_YOUR_TURN ONE_LEFT UNREADABLE", start=0)
Event = IntEnum("Event", "TOOK", start=0)
Chance = IntEnum("Chance", "SHELL", start=0)


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.1 Lay twelve shells in a row."""
    state.seats, state.last = seats, SHELLS - 1
    state.bag[:] = OF_EACH
    for place in range(SHELLS):
        worth = draw_from(state, story, Chance.SHELL, state.bag)
        state.bag[worth] -= 1
        state.row[place] = worth


@rule
def to_act(state: Any) -> int:
    """R2.1 The seats take turns, R3.1 until the row is empty."""
    return 1 << widen(state.seat) if state.first <= state.last else 0


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """R2.2 Take either end, R2.3 while more than one shell is left."""
    count = 0
    for action in range(RIGHT + 1):
        if refusal(state, seat, action) == Refusal.LEGAL:
            out[count] = action
            count += 1
    return count


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    if state.first > state.last:
        return Refusal.GAME_OVER
    if seat != state.seat:
        return Refusal.NOT_YOUR_TURN
    return Refusal.ONE_LEFT if action == RIGHT and state.first == state.last else Refusal.LEGAL


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """R2.2 Take a shell; R2.1 then it is the next seat's turn."""
    place = widen(state.first) if action == LEFT else widen(state.last)
    state.owner[place] = seat
    tell(story, Event.TOOK, seat, place, action, widen(state.row[place]) + 1)
    if action == LEFT:
        state.first += 1
    else:
        state.last -= 1
    state.seat = (seat + 1) % widen(state.seats)


@rule
def scores(state: Any, out: Any) -> None:
    """R3.1 Score the worth of the shells taken."""
    out[:] = 0  # it may hold old values
    for place in range(SHELLS):
        if place < state.first or place > state.last:
            out[state.owner[place]] += widen(state.row[place]) + 1


@rule
def ranks(state: Any, out: Any) -> None:
    """R3.2 The highest score wins."""
    scores(state, out)
    rank(out, state.seats)


@rule
def breakdown(state: Any, out: Any) -> None:
    scores(state, out[:, 0])


@rule
def census(state: Any, out: Any) -> int:
    """Count every shell, wherever it is."""
    for worth in range(WORTHS):
        out[worth] += state.bag[worth]
    for place in range(SHELLS):
        out[state.row[place]] += 1
    return WORTHS


@rule
def canonical(state: Any) -> None:
    """Do nothing: every position has only one state."""
