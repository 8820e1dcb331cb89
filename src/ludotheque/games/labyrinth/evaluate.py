"""What a good Master Labyrinth player knows beyond the rules: a token in reach is as good as
taken.
"""

from functools import cache
from pathlib import Path
from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game, State
from ludotheque.core.rule import rule
from ludotheque.core.story import silent_story
from ludotheque.core.template import instantiate
from ludotheque.games.labyrinth.components import (
    BONUS,
    CARD_TOKENS,
    CARDS,
    EAST,
    LOOK_SHAPE,
    LOOK_SIDES,
    NORTH,
    SHAPE_FIRST,
    SHAPE_TURNS,
    SIDE,
    SLOT_ENTER,
    SLOTS,
    SOUTH,
    TOKEN_VALUE,
    WAND_POINTS,
    WEST,
)
from ludotheque.games.labyrinth.reach import carried_cells, shifted
from ludotheque.games.labyrinth.rules import flood, reachable, score
from ludotheque.games.labyrinth.state import Phase

# a turn is a shift, a move and often a decision about a wand
ITERATIONS = {"novice": 600, "regular": 4_000, "expert": 40_000, "master": 400_000}
EXPLORE = 0.08
WIDTH = 12
LOOKS_AHEAD = True
CUTOFF = 0  # random players take two or three tokens in a whole game
WAYS_HALF = 1.0  # number of ways to the goal that give a seat, when not next, an even chance of it
NEAR = 0.1  # share of the goal's worth for standing next to it
MOST_TURNS, BYTE = 4, 8
CLOSED = 0  # a tile without an open side
# docs/decisions.md: Labyrinth's bots lose patience
PATIENCE = 24  # actions without a token before a bot loses patience
UNSEEN_BONUS = 3 * BONUS / (CARDS - 1)  # each token is on three of the cards that others may have
HUNT, ADVISE = Path(__file__).parent / "hunt.py", Path(__file__).parent / "advise.py"


@rule
def value(state: Any, out: Any) -> None:
    """Estimate the value of a position for each seat: the score so far, plus a share of the goal.

    The goal counts in full for the seat that acts next if it can take it. Otherwise it is divided:
    the more ways to it a seat has, the larger its share, with a little for being near.
    """
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
        out[seat] += (
            left * (chance + NEAR * nearness(widen(state.pawn[seat]), widen(state.goal_cell))) * worth(state, seat)
        )
        left *= 1.0 - chance


@rule
def worth(state: Any, seat: int) -> int:
    """R10.2, R10.3 Return the points that the goal would bring."""
    card = widen(state.card[seat])
    is_own = card != NONE and (widen(CARD_TOKENS[card]) >> widen(state.goal)) & 1 == 1
    return widen(TOKEN_VALUE[state.goal]) + (BONUS if is_own else 0)


@rule
def can_walk(state: Any, seat: int) -> bool:
    """R5.2 Return whether a way leads to the goal, R5.3 and the pawn is not already there."""
    here, goal = 1 << widen(state.pawn[seat]), 1 << widen(state.goal_cell)
    return here != goal and reachable(state, here) & goal != 0


@rule
def ways(state: Any) -> int:
    """Count the shifts that would open a way to the goal, for each seat: one byte each.

    A straight, which has half as many orientations, counts twice. Most shifts lead a pawn to the
    goal with any orientation of the spare, or would not even with all sides open; only for the rest
    is every orientation tried.
    """
    north, east, south, west = state.open[NORTH], state.open[EAST], state.open[SOUTH], state.open[WEST]
    token, counts = 1 << widen(state.goal_cell), 0
    for slot in range(SLOTS):
        if slot != state.forbidden:
            n, e, s, w = shifted(north, east, south, west, slot, CLOSED)
            near, enter = flood(n, e, s, w, carried_cells(token, slot)), 1 << widen(SLOT_ENTER[slot])
            far = flood(n | enter, e | enter, s | enter, w | enter, near)
            for seat in range(state.seats):
                pawn = 1 << widen(state.pawn[seat])
                here = carried_cells(pawn, slot)
                if here & far != 0 and pawn != token:
                    counts += (
                        MOST_TURNS if here & near != 0 else turns_that_join(state, slot, here, near)
                    ) << BYTE * seat
    return counts


@rule
def turns_that_join(state: Any, slot: int, here: int, near: int) -> int:
    """Count the orientations of the spare that join `here` to `near`; a straight counts twice."""
    north, east, south, west = state.open[NORTH], state.open[EAST], state.open[SOUTH], state.open[WEST]
    first, turns, count = widen(SHAPE_FIRST[LOOK_SHAPE[state.spare]]), widen(SHAPE_TURNS[LOOK_SHAPE[state.spare]]), 0
    for look in range(first, first + turns):
        n, e, s, w = shifted(north, east, south, west, slot, widen(LOOK_SIDES[look]))
        if flood(n, e, s, w, near) & here != 0:
            count += MOST_TURNS // turns
    return count


@rule
def ways_of(counts: int, seat: int) -> int:
    return (counts >> BYTE * seat) & (1 << BYTE) - 1


@rule
def nearness(cell: int, goal: int) -> float:
    """Return how near the goal is, from 0 for the opposite corner to 1 for the goal itself."""
    return 1.0 - (abs(cell % SIDE - goal % SIDE) + abs(cell // SIDE - goal // SIDE)) / (2 * SIDE - 2)


@rule
def suppose(state: Any, view: Any, belief: Any, story: Any) -> None:
    """R8 A bot that sees every shift never needs advice: for it, a question only puts a price on a
    slot.
    """
    state.advice = 0


# Answers and patience


def habit(game: Game, view: State, seat: int) -> int | None:
    """Answer a question, or open up the maze once patience is lost; None for anything else.

    Good players can block each other forever, so a bot that has waited long enough opens up the
    maze, whatever that offers the others.
    """
    action = int(_advising(game).answer(view, seat, silent_story()))
    if action == NONE:
        action = int(_hunting(game).hunt(view, seat))
    return None if action == NONE else action


@cache
def _advising(game: Game) -> Any:
    return instantiate(game, ADVISE)


@cache
def _hunting(game: Game) -> Any:
    return instantiate(game, HUNT)
