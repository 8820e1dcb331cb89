"""R4 and R5: moves, and taking a token."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.labyrinth.actions import MOVE, STAY
from ludotheque.games.labyrinth.components import CELLS, EAST, NORTH, NOT_LAST_COLUMN, SIDE, SOUTH, WEST
from ludotheque.games.labyrinth.rules.codes import Event, Refusal
from ludotheque.games.labyrinth.rules.turn import finish_action


@rule
def reachable(state: Any, start: int) -> int:
    """R4.2 Return all cells that a chain of connected cells leads to from a set of cells, including
    those cells.
    """
    return flood(state.open[NORTH], state.open[EAST], state.open[SOUTH], state.open[WEST], start)


@rule
def flood(north: int, east: int, south: int, west: int, start: int) -> int:
    """R4.1 Cells are connected where both tiles are open.

    The arguments are the cells open to each side, and the set to start from.
    """
    up = north & (south << SIDE)  # connected to the cell above
    left = west & ((east & NOT_LAST_COLUMN) << 1)
    down, right = up >> SIDE, left >> 1  # the same connections seen from the other cell
    before, cells = 0, start
    while cells != before:
        before = cells
        cells |= (cells & up) >> SIDE | (cells & down) << SIDE | (cells & left) >> 1 | (cells & right) << 1
    return cells


@rule
def legal_moves(state: Any, seat: int, out: Any) -> int:
    """R4.2 List every cell within reach, R4.5 except the pawn's own; R4.4 or stay."""
    here = 1 << widen(state.pawn[seat])
    cells = reachable(state, here) & ~here
    count = 0
    while cells != 0:
        out[count] = MOVE + lowest_bit(cells)
        cells &= cells - 1
        count += 1
    out[count] = STAY
    return count + 1


@rule
def refusal_of_move(state: Any, seat: int, action: int) -> int:
    """R4.2 A cell must be within reach. R4.5 The pawn may not move to its own cell."""
    if action < MOVE or action >= STAY:
        return Refusal.LEGAL if action == STAY else Refusal.MUST_MOVE
    if action - MOVE == state.pawn[seat]:
        return Refusal.SAME_CELL
    return (
        Refusal.LEGAL
        if (reachable(state, 1 << widen(state.pawn[seat])) >> (action - MOVE)) & 1
        else Refusal.OUT_OF_REACH
    )


@rule
def move(state: Any, seat: int, cell: int, story: Any) -> None:
    """R4.2 The pawn goes there. R5.2 If the goal is there, the player takes it."""
    tell(story, Event.MOVED, seat, state.pawn[seat], cell, 0)
    state.walker, state.origin = seat, state.pawn[seat]
    state.pawn[seat] = cell
    if cell == state.goal_cell:
        take_goal(state, seat, story)
    finish_action(state, seat, story)


@rule
def take_goal(state: Any, seat: int, story: Any) -> None:
    """R5.2 The player now holds the token. R5.9 The next one is the goal."""
    tell(story, Event.TOOK, seat, state.goal, state.goal_cell, 0)
    state.held[seat] |= 1 << widen(state.goal)
    state.token[state.goal_cell] = NONE
    state.goal += 1
    state.dry = -1  # the action that takes a token is not counted: `finish_action` makes it 0
    find_goal(state)


@rule
def find_goal(state: Any) -> None:
    """R5.1 The goal is the token with the lowest value on the board."""
    state.goal_cell = NONE
    for cell in range(CELLS):
        if state.token[cell] == state.goal:
            state.goal_cell = cell
