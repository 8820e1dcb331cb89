"""What a player of Méandres knows beyond the rules: which points will last, and which are still to come."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.rule import rule
from ludotheque.games.meandres.components import COLORS, LONGEST_PILE, POINTS_ISOLATED
from ludotheque.games.meandres.rules.dreams import crowd, has, near
from ludotheque.games.meandres.rules.scoring import haunted, scores

ITERATIONS = {"novice": 100, "regular": 800, "expert": 8_000, "master": 80_000}  # a turn has five to seven plies
EXPLORE = 0.25
GUESSES = 2.0
WIDTH = 10
LOOKS_AHEAD = True
WHOLE_TURNS = True  # the middle of a dance says little

LOST = 0.6  # of the points for a lonely dream: early in the game it will not stay lonely
PAIR = 1.5  # points for two own spawn where a third has room, while there is time
GROWTH = 0.7  # points for a dream with own spawn that can still be covered, while there is time
TURN = 3.5  # points for a turn that the seat has still to take in this round
STEP = 1.2  # points for a space of the influence track, while there is time


@rule
def value(state: Any, out: Any) -> None:
    """The score so far, less what will hardly last, and hopes that fade as the piles run out."""
    scores(state, out)
    left = 0
    for color in range(COLORS):
        left += widen(state.left[color])
    time, spawned = left / (COLORS * LONGEST_PILE), haunted(state)
    for seat in range(widen(state.seats)):
        out[seat] += time * (STEP * widen(state.marker[seat]) + dream_hopes(state, seat, spawned)) + (TURN if seat >= state.seat else 0.0)


@rule
def dream_hopes(state: Any, seat: int, spawned: int) -> float:
    """What may become of the dreams on which a seat has spawn."""
    points, hazy = 0.0, widen(state.hazy)
    for dream in range(widen(state.dreams)):
        own = widen(state.spawn[seat, dream])
        if own > 0:
            if near(state, dream) & spawned == 0:
                points -= LOST * POINTS_ISOLATED
            if own == 2 and crowd(state, dream) == 2:
                points += PAIR
            if has(hazy, dream):
                points += GROWTH
    return points
