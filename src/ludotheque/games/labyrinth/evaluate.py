"""What a player of Master Labyrinth knows beyond the rules: a token within reach is as good as taken."""

from functools import cache
from pathlib import Path
from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game, State
from ludotheque.core.rule import rule
from ludotheque.core.template import instantiate
from ludotheque.games.labyrinth.components import (
    BONUS,
    CARD_TOKENS,
    EAST,
    LOOK_SHAPE,
    NORTH,
    SHAPE_FIRST,
    SHAPE_TURNS,
    SIDE,
    SLOT_OPPOSITE,
    SLOTS,
    SOUTH,
    TOKEN_VALUE,
    WAND_POINTS,
    WEST,
)
from ludotheque.games.labyrinth.reach import carried_cells, shifted
from ludotheque.games.labyrinth.rules import flood, reachable, score
from ludotheque.games.labyrinth.state import Phase

ITERATIONS = {"novice": 600, "regular": 4_000, "expert": 40_000, "master": 400_000}  # a turn is a shift, a move and often a question about a wand
EXPLORE = 0.08
WIDTH = 12
LOOKS_AHEAD = True
CUTOFF = 0  # random players take two or three tokens in a whole game
WAYS_HALF = 1.0  # ways to the goal with which a seat that is not next gets it every other time
NEAR = 0.1  # of the goal's worth, for standing beside it
MOST_TURNS, BYTE = 4, 8
PATIENCE = 24  # actions without a token that a bot bears
HUNT = Path(__file__).parent / "hunt.py"


@rule
def value(state: Any, out: Any) -> None:
    """The score so far, and the goal: all of it for the seat that acts next if it can take it; else in parts, the larger the more ways a seat has, and a little for who is near."""
    for seat in range(state.seats):
        out[seat] = score(state, seat)
    if state.goal_cell == NONE:
        return
    seats, seat = widen(state.seats), widen(state.seat)
    if state.phase == Phase.MOVE and can_walk(state, seat):
        out[seat] += worth(state, seat)
        return
    counts = ways(state)
    if state.phase == Phase.WAND and ways_of(counts, seat) != 0:
        out[seat] += max(0, worth(state, seat) - WAND_POINTS)
        return
    first, left = seat + (state.phase == Phase.MOVE or state.phase == Phase.WAND), 1.0
    for turn in range(seats):
        seat = (first + turn) % seats
        count = ways_of(counts, seat)
        chance = count / (count + WAYS_HALF) if turn != 0 else 1.0 if count != 0 else 0.0
        out[seat] += left * (chance + NEAR * nearness(widen(state.pawn[seat]), widen(state.goal_cell))) * worth(state, seat)
        left *= 1.0 - chance


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
def ways(state: Any) -> int:
    """How many shifts would open a way to the goal, for every seat: a byte each. A straight, which has half as many turns, counts twice."""
    north, east, south, west = state.open[NORTH], state.open[EAST], state.open[SOUTH], state.open[WEST]
    first, turns = widen(SHAPE_FIRST[LOOK_SHAPE[state.spare]]), widen(SHAPE_TURNS[LOOK_SHAPE[state.spare]])
    token, counts = 1 << widen(state.goal_cell), 0
    for slot in range(SLOTS):
        if slot != state.forbidden:
            for look in range(first, first + turns):
                cells = origins(north, east, south, west, slot, look, token)
                for seat in range(state.seats):
                    if (cells >> widen(state.pawn[seat])) & 1:
                        counts += MOST_TURNS // turns << BYTE * seat
    return counts


@rule
def ways_of(counts: int, seat: int) -> int:
    return (counts >> BYTE * seat) & (1 << BYTE) - 1


@rule
def origins(north: int, east: int, south: int, west: int, slot: int, look: int, token: int) -> int:
    """The cells from which a pawn gets to the goal if the spare goes in here: R4.2 a way leads there after the shift, R5.3 and it does not stand there already."""
    n, e, s, w = shifted(north, east, south, west, slot, look)
    return carried_cells(flood(n, e, s, w, carried_cells(token, slot)), widen(SLOT_OPPOSITE[slot])) & ~token


@rule
def nearness(cell: int, goal: int) -> float:
    """From 0 for the opposite corner to 1 for the goal itself."""
    return 1.0 - (abs(cell % SIDE - goal % SIDE) + abs(cell // SIDE - goal // SIDE)) / (2 * SIDE - 2)


# Patience


def habit(game: Game, view: State, seat: int) -> int | None:
    """Good players can bar each other's way for ever. Whoever has waited long enough opens the maze for itself, whatever that opens to others."""
    action = int(_hunting(game).hunt(view, seat))
    return None if action == NONE else action


@cache
def _hunting(game: Game) -> Any:
    return instantiate(game, HUNT)
