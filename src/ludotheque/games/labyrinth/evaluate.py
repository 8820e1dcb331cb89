"""What a good Master Labyrinth player knows beyond the rules: a token in reach is as good as
taken.
"""

from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.bits import bit_count, widen
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game, State
from ludotheque.core.rule import rule
from ludotheque.core.story import silent_story
from ludotheque.core.template import instantiate
from ludotheque.games.labyrinth.components import (
    BONUS,
    CARD_TOKENS,
    CARDS,
    CELLS,
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
    TOKENS,
    WAND_POINTS,
    WEST,
)
from ludotheque.games.labyrinth.reach import carried_cells, shifted
from ludotheque.games.labyrinth.rules import flood, reachable, score
from ludotheque.games.labyrinth.state import Phase

# a turn is a shift, a move and often a decision about a wand
ITERATIONS = {"novice": 600, "regular": 4_000, "expert": 40_000, "master": 400_000, "champion": 400_000}
EXPLORE = 0.08
WIDTH = 12
LOOKS_AHEAD = True
CUTOFF = 0  # random players take two or three tokens in a whole game
# a judgement also counts what is still to come, and that much can change
LEARNED = {"CUTOFF": 0, "MARGIN": 28.0, "EXPLORE": 0.05}
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
    return worth_of(state, seat, widen(state.goal))


@rule
def worth_of(state: Any, seat: int, token: int) -> int:
    card = widen(state.card[seat])
    is_own = card != NONE and (widen(CARD_TOKENS[card]) >> token) & 1 == 1
    return widen(TOKEN_VALUE[token]) + (BONUS if is_own else 0)


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


# The marks of a position, for a champion

MARKS = 18
HELD, SAVED, OTHERS_SAVED, TO_COME, TAKEN, NEAR_GOAL, NEAR_NEXT, ROOM, HUNTER = range(9)
FIRST = 9  # for the seat that acts next: ways to the goal; none, but a wand for it; neither
LATER = 12  # for the others: neither; no way, but a wand for it; then ways, up to each of these numbers, or more
FEW, SOME, MANY = 2, 6, 14
WAND_SHARE = 0.5  # of what a wand could still bring: its worth as long as it is kept
WAND_CHANCE = 0.5  # of reaching the goal with a wand when no shift opens a way


def _best_tokens() -> Any:
    """Return what the best tokens from a goal on are worth together: [card, goal, how many].

    The last card is one that nobody sees.
    """
    sums = np.zeros((CARDS + 1, TOKENS + 2, TOKENS + 1))
    for card, goal in product(range(CARDS + 1), range(TOKENS)):
        own = int(CARD_TOKENS[card]) if card < CARDS else 0
        worths = sorted((int(TOKEN_VALUE[k]) + BONUS * (own >> k & 1) for k in range(goal, TOKENS)), reverse=True)
        sums[card, goal, 1:] = np.cumsum(worths + [0] * goal)
    return sums


BEST_TOKENS = _best_tokens()


@rule
def marks(state: Any, out: Any) -> None:
    """Write the marks of each seat, all in points.

    The present goal is divided as in `value`, but how much each chance is worth is learned. A wand
    is worth a share of the best token that it could still bring.
    """
    seats, seat = widen(state.seats), widen(state.seat)
    for other in range(seats):
        for k in range(MARKS):
            out[other, k] = 0.0
        out[other, HELD] = score(state, other)
    if state.goal_cell == NONE:
        return
    taker = divide_goal(state, seats, seat, out)
    weigh_future(state, seats, taker, out)


@rule
def divide_goal(state: Any, seats: int, seat: int, out: Any) -> int:
    """Write the marks of the present goal, and return the seat that takes it now; NONE: nobody."""
    if state.phase == Phase.MOVE and can_walk(state, seat):
        out[seat, TAKEN] = worth(state, seat)
        return seat
    counts, left, taker = ways(state), 1.0, NONE
    is_done = state.phase == Phase.MOVE or state.phase == Phase.WAND  # is another seat next?
    if state.phase == Phase.WAND and ways_of(counts, seat) != 0 and wand_pays(state, seat):
        out[seat, TAKEN] = worth(state, seat)
        return seat
    hunts_in = PATIENCE - widen(state.dry) - (state.phase == Phase.MOVE)
    for turn in range(seats):
        other = (seat + is_done + turn) % seats
        count, has_wand, goal = ways_of(counts, other), wand_pays(state, other), left * worth(state, other)
        if turn == 0:
            out[other, FIRST + (0 if count != 0 else 1 if has_wand else 2)] = goal
            chance = 1.0 if count != 0 else WAND_CHANCE if has_wand else 0.0
            taker = other if count != 0 else NONE
        else:
            step = 2 + (count > FEW) + (count > SOME) + (count > MANY) if count != 0 else 1 if has_wand else 0
            out[other, LATER + step] = goal
            chance = count / (count + WAYS_HALF)
        out[other, NEAR_GOAL] = goal * nearness(widen(state.pawn[other]), widen(state.goal_cell))
        if turn == max(0, hunts_in) % seats:
            out[other, HUNTER] = left * worth(state, other) * max(0, min(PATIENCE, widen(state.dry))) / PATIENCE
        left *= 1.0 - chance
    return taker


@rule
def weigh_future(state: Any, seats: int, taker: int, out: Any) -> None:
    """Write the marks of wands and of the goals to come."""
    goal, cell = widen(state.goal) + 1, NONE
    for place in range(CELLS):
        if state.token[place] == goal:
            cell = place
    total = 0.0
    for seat in range(seats):
        is_spent = state.phase == Phase.WAND and seat == state.seat == taker
        out[seat, HELD] -= WAND_POINTS * is_spent
        out[seat, SAVED] = best_tokens(state, seat, widen(state.wands[seat]) - is_spent)
        total += out[seat, SAVED]
        out[seat, TO_COME] = best_tokens(state, seat, TOKENS) / seats
        if cell != NONE:
            pawn = widen(state.goal_cell) if seat == taker else widen(state.pawn[seat])
            points = worth_of(state, seat, goal)
            out[seat, NEAR_NEXT] = points * nearness(pawn, cell)
            out[seat, ROOM] = points * bit_count(reachable(state, 1 << pawn)) / CELLS
    for seat in range(seats):
        out[seat, OTHERS_SAVED] = (total - out[seat, SAVED]) / (seats - 1)


@rule
def wand_pays(state: Any, seat: int) -> bool:
    """Return whether the goal is worth a wand, instead of keeping it for a better token."""
    wands = widen(state.wands[seat])
    if wands == 0:
        return False
    price = WAND_SHARE * (best_tokens(state, seat, wands) - best_tokens(state, seat, wands - 1))
    return worth(state, seat) > max(price, WAND_POINTS)


@rule
def best_tokens(state: Any, seat: int, count: int) -> float:
    """Return what the best `count` tokens after the goal are worth to a seat."""
    card = widen(state.card[seat])
    best: float = BEST_TOKENS[CARDS if card == NONE else card, widen(state.goal) + 1, min(count, TOKENS)]
    return best


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
