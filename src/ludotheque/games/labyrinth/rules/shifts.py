"""R3: shifts."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.labyrinth.components import (
    LOOK_SHAPE,
    LOOK_SIDES,
    LOOKS,
    SHAPE_FIRST,
    SHAPE_TURNS,
    SIDES_LOOK,
    SLOT_ENTER,
    SLOT_EXIT,
    SLOT_LINE,
    SLOT_OPPOSITE,
    SLOT_STEP,
    SLOTS,
)
from ludotheque.games.labyrinth.rules.advice import forget_question, is_advised, pay
from ludotheque.games.labyrinth.rules.codes import Event, Refusal
from ludotheque.games.labyrinth.state import Phase


@rule
def legal_shifts(state: Any, first: int, out: Any) -> int:
    """R3.2 List every slot with every orientation of the spare, R3.4 except where it came out.

    `first` is the number of the first such action.
    """
    shape = LOOK_SHAPE[state.spare]
    look, turns, forbidden = first + widen(SHAPE_FIRST[shape]), widen(SHAPE_TURNS[shape]), widen(state.forbidden)
    count = 0
    for slot in range(SLOTS):
        if slot != forbidden:
            for turn in range(turns):
                out[count] = look + turn
                count += 1
        look += LOOKS
    return count


@rule
def refusal_of_shift(state: Any, action: int) -> int:
    """R3.2 The spare must have that shape. R3.4 It may not go back in where it came out."""
    if LOOK_SHAPE[action % LOOKS] != LOOK_SHAPE[state.spare]:
        return Refusal.OTHER_SHAPE
    if action // LOOKS == state.forbidden:
        return Refusal.FORBIDDEN_SLOT
    return Refusal.LEGAL


@rule
def shift(state: Any, seat: int, action: int, story: Any) -> None:
    """R3.3 Move the line. R3.4 Forbid the way back. R8.7 Pay for a tip with this slot."""
    slot, look = action // LOOKS, action % LOOKS
    tell(story, Event.SHIFTED, seat, look, slot, 0)
    push_tiles(state, slot, look)
    carry(state, slot, story)
    state.forbidden = SLOT_OPPOSITE[slot]
    state.walker, state.origin = NONE, NONE
    if is_advised(state, slot):
        pay(state, seat, story)
    forget_question(state)
    state.phase = Phase.MOVE


@rule
def push_tiles(state: Any, slot: int, look: int) -> None:
    """R3.3 The spare takes the entry cell, every tile of the line moves along by one, and the last
    is pushed out.
    """
    leave, sides, out = widen(SLOT_EXIT[slot]), widen(LOOK_SIDES[look]), 0
    for side in range(4):
        out |= ((state.open[side] >> leave) & 1) << side
        state.open[side] = pushed(state.open[side], slot, (sides >> side) & 1)
    state.spare = SIDES_LOOK[out]


@rule
def pushed(cells: int, slot: int, entering: int) -> int:
    """Return a set of cells after a shift, where the marks move along with their tiles.

    `entering` is 1 if the entry cell is in the set afterwards.
    """
    line, step = widen(SLOT_LINE[slot]), widen(SLOT_STEP[slot])
    moving = cells & line
    return (
        cells & ~line | (moving << step if step > 0 else moving >> -step) & line | entering << widen(SLOT_ENTER[slot])
    )


@rule
def carry(state: Any, slot: int, story: Any) -> None:
    """R3.7 Tokens and pawns travel with their tile; R3.8 those on the tile pushed out go to the one
    pushed in.
    """
    enter, leave, step = widen(SLOT_ENTER[slot]), widen(SLOT_EXIT[slot]), widen(SLOT_STEP[slot])
    token, tile = state.token[leave], state.tile[leave]
    cell = leave
    while cell != enter:
        state.token[cell], state.tile[cell] = state.token[cell - step], state.tile[cell - step]
        cell -= step
    state.token[enter], state.tile[enter] = token, state.spare_tile
    state.spare_tile = tile
    if token != NONE:
        tell(story, Event.TOKEN_OVER, NONE, token, enter, 0)
    line = SLOT_LINE[slot]
    state.goal_cell = carried(widen(state.goal_cell), line, leave, enter, step)
    for seat in range(state.seats):
        if state.pawn[seat] == leave:
            tell(story, Event.PAWN_OVER, seat, NONE, enter, 0)
        state.pawn[seat] = carried(widen(state.pawn[seat]), line, leave, enter, step)


@rule
def carried(cell: int, line: int, leave: int, enter: int, step: int) -> int:
    """R3.7, R3.8 Return where something on `cell` is after the shift."""
    if (line >> cell) & 1 == 0:
        return cell
    return enter if cell == leave else cell + step
