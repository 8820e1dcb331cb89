"""The rules of Sandcastles."""

from enum import IntEnum
from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from tests.castles.parts import ACTIONS, CELLS, DONE, FLAG, GIVE, KEEP, PIECES, ROUNDS, SHELLS, TIDE, TURNS, Phase

ACTION_COUNT = ACTIONS.count
Refusal = IntEnum("Refusal", "LEGAL GAME_OVER NOT_YOUR_TURN NOT_NOW TAKEN LAID", start=0)
Event = IntEnum("Event", "PLACED DONE FLAG KEPT GAVE TIDE", start=0)


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.1 Nothing is built yet."""
    state.seats, state.pace = seats, options[0]
    state.laid[:] = NONE


@rule
def to_act(state: Any) -> int:
    """R2.1 One after the other or all at once, R2.3 and the tide once somebody is done."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.BUILD and state.pace == 1:
        waiting = ((1 << widen(state.seats)) - 1) & ~widen(state.done)
        return waiting | (1 << TABLE if state.done != 0 else 0)
    return 1 << widen(state.seat)


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    count = 0
    for action in range(ACTION_COUNT):
        if refusal(state, seat, action) == Refusal.LEGAL:
            out[count] = action
            count += 1
    return count


@rule
def phase_of(action: int) -> int:
    """The phase in which something can be done."""
    if action <= DONE:
        return Phase.BUILD
    if action < KEEP:
        return Phase.FLAG
    return Phase.KEEP if action < GIVE else Phase.GIVE


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    """R2.2 On free fields of the own beach, each piece once."""
    if state.phase == Phase.OVER:
        return Refusal.GAME_OVER
    if seat < 0 or (to_act(state) >> seat) & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    if seat == TABLE or action == TIDE:
        return Refusal.LEGAL if seat == TABLE and action == TIDE else Refusal.NOT_NOW
    if phase_of(action) != state.phase:
        return Refusal.NOT_NOW
    return refusal_to_place(state, seat, action) if action < DONE else Refusal.LEGAL


@rule
def refusal_to_place(state: Any, seat: int, action: int) -> int:
    if state.laid[seat, action // (TURNS * CELLS)] != NONE:
        return Refusal.LAID
    for piece in range(PIECES):
        if state.laid[seat, piece] != NONE and widen(state.laid[seat, piece]) // TURNS == action % CELLS:
            return Refusal.TAKEN
    return Refusal.LEGAL


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    if action < DONE:
        state.laid[seat, action // (TURNS * CELLS)] = TURNS * (action % CELLS) + action // CELLS % TURNS
        tell(story, Event.PLACED, seat, NONE, NONE, 0)
    elif action == DONE:
        state.done |= 1 << seat
        tell(story, Event.DONE, seat, NONE, NONE, 0)
        next_builder(state)
    elif action == TIDE:
        tell(story, Event.TIDE, NONE, NONE, NONE, 0)
        state.phase, state.seat = Phase.FLAG, 0
    else:
        finish(state, seat, action, story)


@rule
def next_builder(state: Any) -> None:
    """R2.1 Until all are done."""
    state.phase, state.seat = Phase.FLAG, 0
    for seat in range(state.seats - 1, -1, -1):
        if (widen(state.done) >> seat) & 1 == 0:
            state.phase, state.seat = Phase.BUILD, seat


@rule
def finish(state: Any, seat: int, action: int, story: Any) -> None:
    """R2.4 Flag, shells, points; then the next seat. R2.5 Two rounds."""
    if action < KEEP:
        state.flag[seat] = action - FLAG
        state.phase = Phase.KEEP
        tell(story, Event.FLAG, seat, NONE, NONE, 0)
        return
    if action < GIVE:
        state.kept[seat] = action - KEEP
        state.phase = Phase.GIVE
        tell(story, Event.KEPT, seat, NONE, NONE, 0)
        return
    state.given[seat] += action - GIVE
    tell(story, Event.GAVE, seat, NONE, NONE, action - GIVE)
    state.phase, state.seat = Phase.FLAG, seat + 1
    if state.seat == state.seats:
        state.phase, state.seat, state.done, state.tides = Phase.BUILD, 0, 0, widen(state.tides) + 1
        if state.tides == ROUNDS:
            state.phase = Phase.OVER


@rule
def points(state: Any, seat: int) -> int:
    count = 0
    for piece in range(PIECES):
        if state.laid[seat, piece] != NONE:
            count += 1
    return count


@rule
def scores(state: Any, out: Any) -> None:
    for seat in range(state.seats):
        out[seat] = points(state, seat) + widen(state.given[seat])


@rule
def ranks(state: Any, out: Any) -> None:
    scores(state, out)
    rank(out, state.seats)


@rule
def breakdown(state: Any, out: Any) -> None:
    for seat in range(state.seats):
        out[seat, 0], out[seat, 1] = points(state, seat), widen(state.given[seat])


@rule
def census(state: Any, out: Any) -> int:
    out[0] += SHELLS
    return 1


@rule
def canonical(state: Any) -> None:
    """A position has one state already."""
