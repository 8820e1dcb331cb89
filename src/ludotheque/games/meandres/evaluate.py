"""What a good Méandres player knows beyond the rules: which points will last, and which may
come.
"""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.rule import rule
from ludotheque.games.meandres.components import COLORS, LAST_SPACE, LONGEST_PILE, POINTS_ISOLATED, TRACK_VALUE
from ludotheque.games.meandres.rules.dreams import crowd, has, near, spawn_limit
from ludotheque.games.meandres.rules.invocation import eligible_places, spawn_due
from ludotheque.games.meandres.rules.scoring import haunted, scores
from ludotheque.games.meandres.state import Phase

# a turn has five to seven plies
ITERATIONS = {"novice": 100, "regular": 800, "expert": 8_000, "master": 80_000, "champion": 70_000}
EXPLORE = 0.25
GUESSES = 2.0
WIDTH = 10
LOOKS_AHEAD = True
WHOLE_TURNS = True  # a position in the middle of a dance says little
LEARNED = {"CUTOFF": 1 << 20, "EARLY": 0.7}  # the network and random play err in different ways

LOST = 0.6  # share of the points for an isolated dream, which early in the game will not stay isolated
PAIR = 1.5  # points for two of the seat's own spawn with room for a third, while there is time
GROWTH = 0.7  # points for a dream with the seat's spawn that can still be covered, while there is time
TURN = 3.5  # points for a turn that the seat still has in this round
STEP = 1.2  # points for a space of the influence track, while there is time
PLACED = 1.5  # points for a spawn that may still be placed in this turn


@rule
def value(state: Any, out: Any) -> None:
    """Estimate the value of a position for each seat.

    It is the score so far, minus what is unlikely to last, plus potential that fades as the piles
    run out.
    """
    scores(state, out)
    left = 0
    for color in range(COLORS):
        left += widen(state.left[color])
    time, spawned = left / (COLORS * LONGEST_PILE), haunted(state)
    for seat in range(widen(state.seats)):
        out[seat] += time * (STEP * widen(state.marker[seat]) + dream_hopes(state, seat, spawned)) + (
            TURN if seat >= state.seat else 0.0
        )
    out[state.seat] += to_come(state, time)


@rule
def to_come(state: Any, time: float) -> float:
    """Return the value of what is still to be decided in this turn.

    That is dreams for the seat's spawn, and the space on the track that it gains if no spawn ends
    up on its own dream.
    """
    seat, points = widen(state.seat), 0.0
    if not Phase.LEAP <= state.phase <= Phase.BABA:
        return points
    if state.phase <= Phase.SPAWN:
        points += PLACED * spawn_due(state, eligible_places(state, spawn_limit(state, seat)))
    marker = widen(state.marker[seat])
    if marker < LAST_SPACE and crowd(state, widen(state.fiend[seat])) == 0:
        points += widen(TRACK_VALUE[marker + 1]) - widen(TRACK_VALUE[marker]) + time * STEP
    return points


@rule
def dream_hopes(state: Any, seat: int, spawned: int) -> float:
    """Return the value of what the dreams with a seat's spawn may become."""
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
