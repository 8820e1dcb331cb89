"""A template for what to do once patience is lost.

It finds the turn after which the most shifts would lead the player's own pawn to the goal, whatever
that offers the others.

As in `reach`, sets of cells are words: one flood fill finds all cells that lead to the goal after a
second shift, so two shifts take 44 × 44 flood fills wherever the pawn stops.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.labyrinth.actions import MOVE, STAY
from ludotheque.games.labyrinth.components import (
    CELLS,
    EAST,
    LOOK_SHAPE,
    LOOK_SIDES,
    LOOKS,
    NORTH,
    SHAPE_FIRST,
    SHAPE_TURNS,
    SLOT_OPPOSITE,
    SLOTS,
    SOUTH,
    WEST,
)
from ludotheque.games.labyrinth.evaluate import PATIENCE, nearness, ways, ways_of
from ludotheque.games.labyrinth.reach import came_out, carried_cells, shifted
from ludotheque.games.labyrinth.rules import flood
from ludotheque.games.labyrinth.state import Phase

if TYPE_CHECKING:

    def crossing(function: Any) -> Any: ...


@crossing
def hunt(view: Any, seat: int) -> int:
    """Return a shift or a move; NONE if there is nothing to hunt for.

    That is the case while there is patience, when the goal can be taken at once, or when it is time
    for another kind of action.
    """
    if view.dry < PATIENCE:
        return NONE
    north, east, south, west = view.open[NORTH], view.open[EAST], view.open[SOUTH], view.open[WEST]
    counts, spare, pawn, token = (
        np.zeros(CELLS, np.int64),
        widen(view.spare),
        1 << widen(view.pawn[seat]),
        1 << widen(view.goal_cell),
    )
    if view.phase == Phase.MOVE:
        stops = flood(north, east, south, west, pawn)
        if stops & token != 0 and pawn != token:
            return NONE
        best = best_stop(north, east, south, west, spare, widen(view.forbidden), stops, token, counts)[0]
        return STAY if pawn == 1 << best else MOVE + best
    if view.phase != Phase.SHIFT or ways_of(ways(view), seat) != 0:
        return NONE
    action, most = NONE, -1.0
    for slot in range(SLOTS):
        if slot != view.forbidden:
            here, goal, out = (
                carried_cells(pawn, slot),
                carried_cells(token, slot),
                came_out(north, east, south, west, slot),
            )
            first = widen(SHAPE_FIRST[LOOK_SHAPE[spare]])
            for look in range(first, first + widen(SHAPE_TURNS[LOOK_SHAPE[spare]])):
                n, e, s, w = shifted(north, east, south, west, slot, widen(LOOK_SIDES[look]))
                prospects = best_stop(
                    n, e, s, w, out, widen(SLOT_OPPOSITE[slot]), flood(n, e, s, w, here), goal, counts
                )[1]
                if prospects > most:
                    action, most = LOOKS * slot + look, prospects
    return action


@rule
def best_stop(
    north: int, east: int, south: int, west: int, spare: int, forbidden: int, stops: int, token: int, counts: Any
) -> tuple[int, float]:
    """Find the cell of `stops` from which the most shifts lead to the goal, and their number.

    On a tie, the nearest cell is chosen.
    """
    counts[:] = 0
    first = widen(SHAPE_FIRST[LOOK_SHAPE[spare]])
    for slot in range(SLOTS):
        if slot != forbidden:
            for look in range(first, first + widen(SHAPE_TURNS[LOOK_SHAPE[spare]])):
                cells = origins(north, east, south, west, slot, look, token) & stops
                while cells != 0:
                    counts[lowest_bit(cells)] += 1
                    cells &= cells - 1
    best, most, goal = NONE, -1.0, lowest_bit(token)
    while stops != 0:
        cell = lowest_bit(stops)
        if counts[cell] + nearness(cell, goal) > most:
            best, most = cell, counts[cell] + nearness(cell, goal)
        stops &= stops - 1
    return best, most


@rule
def origins(north: int, east: int, south: int, west: int, slot: int, look: int, token: int) -> int:
    """Return the cells from which a pawn can reach the goal if the spare is pushed in here.

    R4.2 A way leads there after the shift, R5.3 and the pawn is not already there.
    """
    n, e, s, w = shifted(north, east, south, west, slot, widen(LOOK_SIDES[look]))
    return carried_cells(flood(n, e, s, w, carried_cells(token, slot)), widen(SLOT_OPPOSITE[slot])) & ~token
