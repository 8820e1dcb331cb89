"""Exhaustive plans for bots and puzzles: where the active pawn can stand after one or two actions of its own, and by which shifts.

A set of cells is one word, and a flood may begin in many cells at once: two actions are 44 × 44 shifts and as many floods, whatever the walks between them.
"""

from typing import Any

import numpy as np

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.layout import copy
from ludotheque.core.rule import rule
from ludotheque.games.labyrinth.actions import ACTIONS, TIP
from ludotheque.games.labyrinth.components import (
    BOARD,
    CELL_NAMES,
    CELLS,
    EAST,
    LOOK_SHAPE,
    LOOK_SIDES,
    LOOKS,
    NORTH,
    SHAPE_FIRST,
    SHAPE_TURNS,
    SIDES_LOOK,
    SLOT_EXIT,
    SLOT_OPPOSITE,
    SLOTS,
    SOUTH,
    WEST,
)
from ludotheque.games.labyrinth.rules import flood, push_tiles, pushed, reachable

SHIFTS = TIP  # action numbers of shifts run from 0 to SHIFTS − 1
FARTHEST = 2  # actions


def reach(state: Any, depth: int) -> dict[str, tuple[str, ...]]:
    """Every cell on which the active pawn can stand after `depth` actions of its own, one after another, and shifts that bring it there."""
    if not 1 <= depth <= FARTHEST:
        raise LudothequeError("reach looks 1 or {most} actions ahead, not {depth}", most=FARTHEST, depth=depth)
    plans = np.full(CELLS, NONE, np.int32)
    fill_plans(state, depth, plans)
    codes = [(name, divmod(code, SHIFTS)) for name, code in zip(CELL_NAMES, plans.tolist(), strict=True) if code != NONE]
    return {name: tuple(map(ACTIONS.text, code if depth == FARTHEST else code[1:])) for name, code in codes}


def walk_between(state: Any, shifts: tuple[str, ...], target: str) -> str:
    """For a plan of two shifts: a cell to stop on after the first, so that the second leads to the target."""
    (first, first_look), (second, second_look) = (ACTIONS.parts(ACTIONS.find(shift) or 0)[1] for shift in shifts)
    state = copy(state)
    start = carried_cells(1 << int(state.pawn[state.seat]), first)
    push_tiles(state, first, first_look)
    stops = int(reachable(state, start))
    push_tiles(state, second, second_look)
    aim = 1 << CELL_NAMES.index(target)
    return next(name for cell, name in enumerate(CELL_NAMES) if stops >> cell & 1 and int(reachable(state, carried_cells(1 << cell, second))) & aim)


@rule
def fill_plans(state: Any, depth: int, plans: Any) -> int:
    """For each cell that can be reached a plan: the number of the shift, or SHIFTS × the first + the second. Says which cells these are."""
    north, east, south, west = state.open[NORTH], state.open[EAST], state.open[SOUTH], state.open[WEST]
    spare, forbidden, start = widen(state.spare), widen(state.forbidden), 1 << widen(state.pawn[state.seat])
    if depth == 1:
        return one_action(north, east, south, west, spare, forbidden, start, 0, 0, plans)
    found = 0
    for slot in range(SLOTS):
        if slot != forbidden:
            here, out = carried_cells(start, slot), came_out(north, east, south, west, slot)
            first = widen(SHAPE_FIRST[LOOK_SHAPE[spare]])
            for look in range(first, first + widen(SHAPE_TURNS[LOOK_SHAPE[spare]])):
                n, e, s, w = shifted(north, east, south, west, slot, widen(LOOK_SIDES[look]))
                number = SHIFTS * (LOOKS * slot + look)
                found = one_action(n, e, s, w, out, widen(SLOT_OPPOSITE[slot]), flood(n, e, s, w, here), number, found, plans)
    return found


@rule
def one_action(north: int, east: int, south: int, west: int, spare: int, forbidden: int, start: int, number: int, found: int, plans: Any) -> int:
    """All that one shift and one move add to the cells found so far, for a pawn on any cell of `start`."""
    first = widen(SHAPE_FIRST[LOOK_SHAPE[spare]])
    for slot in range(SLOTS):
        if slot != forbidden and found != BOARD:
            here = carried_cells(start, slot)
            for look in range(first, first + widen(SHAPE_TURNS[LOOK_SHAPE[spare]])):
                n, e, s, w = shifted(north, east, south, west, slot, widen(LOOK_SIDES[look]))
                more = flood(n, e, s, w, here) & ~found
                found |= more
                while more != 0:
                    plans[lowest_bit(more)] = number + LOOKS * slot + look
                    more &= more - 1
    return found


@rule
def carried_cells(cells: int, slot: int) -> int:
    """R3.7, R3.8 Where pawns stand after a shift that stood on these cells before."""
    return pushed(cells, slot, (cells >> widen(SLOT_EXIT[slot])) & 1)


@rule
def shifted(north: int, east: int, south: int, west: int, slot: int, sides: int) -> tuple[int, int, int, int]:
    """R3.1 The cells that are open to each side after a shift, with a tile that is open to these sides."""
    n, e = pushed(north, slot, sides & 1), pushed(east, slot, (sides >> 1) & 1)
    return n, e, pushed(south, slot, (sides >> 2) & 1), pushed(west, slot, sides >> 3)


@rule
def came_out(north: int, east: int, south: int, west: int, slot: int) -> int:
    """The look of the tile that a shift pushes out."""
    leave = widen(SLOT_EXIT[slot])
    return widen(SIDES_LOOK[(north >> leave) & 1 | ((east >> leave) & 1) << 1 | ((south >> leave) & 1) << 2 | ((west >> leave) & 1) << 3])
