"""What a player of Master Labyrinth knows beyond the rules: a token within reach is as good as taken."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.labyrinth.components import BONUS, CARD_TOKENS, EAST, LOOK_SHAPE, LOOK_SIDES, NORTH, SHAPE_FIRST, SHAPE_TURNS, SLOTS, SOUTH, TOKEN_VALUE, WAND_POINTS, WEST
from ludotheque.games.labyrinth.reach import carried_cells
from ludotheque.games.labyrinth.rules import flood, pushed, reachable, score
from ludotheque.games.labyrinth.state import Phase

ITERATIONS = {"novice": 600, "regular": 4_000, "expert": 40_000, "master": 400_000}  # a turn is a shift, a move and often a question about a wand
EXPLORE = 0.08
WIDTH = 12
LOOKS_AHEAD = True
CUTOFF = 0  # random players take two or three tokens in a whole game


@rule
def value(state: Any, out: Any) -> None:
    """The score so far, and the goal for the first seat that can take it; of a seat that has to wait for others only the half, since the maze will have changed."""
    for seat in range(state.seats):
        out[seat] = score(state, seat)
    if state.goal_cell == NONE:
        return
    seats, seat = widen(state.seats), widen(state.seat)
    if state.phase == Phase.MOVE:
        if can_walk(state, seat):
            out[seat] += worth(state, seat)
            return
        seat += 1
    elif state.phase == Phase.WAND:
        if can_take(state, seat):
            out[seat] += max(0, worth(state, seat) - WAND_POINTS)
            return
        seat += 1
    for turn in range(seats):
        if can_take(state, (seat + turn) % seats):
            out[(seat + turn) % seats] += worth(state, (seat + turn) % seats) // (1 if turn == 0 else 2)
            return


@rule
def worth(state: Any, seat: int) -> int:
    """R10.2, R10.3 The points that the goal would bring."""
    card = widen(state.card[seat])
    is_own = card != NONE and (widen(CARD_TOKENS[card]) >> widen(state.goal)) & 1 == 1
    return widen(TOKEN_VALUE[state.goal]) + (BONUS if is_own else 0)


@rule
def can_walk(state: Any, seat: int) -> bool:
    """R5.2 A way leads to the goal, R5.3 and the pawn does not stand there already."""
    here, goal = 1 << widen(state.pawn[seat]), 1 << widen(state.goal_cell)
    return here != goal and reachable(state, here) & goal != 0


@rule
def can_take(state: Any, seat: int) -> bool:
    """Some shift opens a way to the goal."""
    north, east, south, west = state.open[NORTH], state.open[EAST], state.open[SOUTH], state.open[WEST]
    first, turns = widen(SHAPE_FIRST[LOOK_SHAPE[state.spare]]), widen(SHAPE_TURNS[LOOK_SHAPE[state.spare]])
    pawn, token = 1 << widen(state.pawn[seat]), 1 << widen(state.goal_cell)
    for slot in range(SLOTS):
        if slot != state.forbidden and pawn != token:
            here, goal = carried_cells(pawn, slot), carried_cells(token, slot)
            for look in range(first, first + turns):
                sides = widen(LOOK_SIDES[look])
                n, e = pushed(north, slot, sides & 1), pushed(east, slot, (sides >> 1) & 1)
                s, w = pushed(south, slot, (sides >> 2) & 1), pushed(west, slot, sides >> 3)
                if flood(n, e, s, w, here) & goal != 0:
                    return True
    return False
