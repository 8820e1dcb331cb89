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
from ludotheque.games.labyrinth.rules.advice import forget_question, pay
from ludotheque.games.labyrinth.rules.codes import Event, Refusal
from ludotheque.games.labyrinth.state import Phase


@rule
def legal_shifts(state: Any, first: int, out: Any) -> int:
    """R3.2 Every slot with every look of the spare, R3.4 but not where it came out. `first`: the number of the first such action."""
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
    """R3.2 Only as the spare can lie. R3.4 Not where it came out."""
    if LOOK_SHAPE[action % LOOKS] != LOOK_SHAPE[state.spare]:
        return Refusal.OTHER_SHAPE
    if action // LOOKS == state.forbidden:
        return Refusal.FORBIDDEN_SLOT
    return Refusal.LEGAL


@rule
def shift(state: Any, seat: int, action: int, story: Any) -> None:
    """R3.3 The line moves. R3.4 The way back is forbidden. R8.7 A tip that was followed is paid for."""
    slot, look = action // LOOKS, action % LOOKS
    tell(story, Event.SHIFTED, seat, look, slot, 0)
    push_tiles(state, slot, look)
    carry(state, slot, story)
    state.forbidden = SLOT_OPPOSITE[slot]
    state.walker, state.origin = NONE, NONE
    if state.tip == action:
        pay(state, seat, story)
    forget_question(state)
    state.phase = Phase.MOVE


@rule
def push_tiles(state: Any, slot: int, look: int) -> None:
    """R3.3 The spare takes the entry cell, every tile of the line moves on by one, and the last comes out."""
    leave, sides, out = widen(SLOT_EXIT[slot]), widen(LOOK_SIDES[look]), 0
    for side in range(4):
        out |= ((state.open[side] >> leave) & 1) << side
        state.open[side] = pushed(state.open[side], slot, (sides >> side) & 1)
    state.spare = SIDES_LOOK[out]


@rule
def pushed(cells: int, slot: int, entering: int) -> int:
    """A set of cells after a shift, when what is marked moves along with its tile; `entering`: 1 if the entry cell is in it afterwards."""
    line, step = widen(SLOT_LINE[slot]), widen(SLOT_STEP[slot])
    moving = cells & line
    return cells & ~line | (moving << step if step > 0 else moving >> -step) & line | entering << widen(SLOT_ENTER[slot])


@rule
def carry(state: Any, slot: int, story: Any) -> None:
    """R3.7 Tokens and pawns travel with their tile; R3.8 from the tile that comes out they go to the one that went in."""
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
    """R3.7, R3.8 Where something lies after the shift that lay on `cell` before."""
    if (line >> cell) & 1 == 0:
        return cell
    return enter if cell == leave else cell + step
