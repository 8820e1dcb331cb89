"""R9 End and score."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.components import CALM_VALUE, DREAMS, ROUNDS, STAR_VALUE
from ludotheque.games.dream_runners.rules.setup import asleep
from ludotheque.games.dream_runners.segments import SEGMENT_POINTS, SEGMENTS


@rule
def points(state: Any, seat: int) -> int:
    """R9.2 Return the points on the segments a seat owns."""
    total, owned = 0, state.owned[seat]
    while owned != 0:
        total += widen(SEGMENT_POINTS[lowest_bit(owned)])
        owned &= owned - 1
    return total


@rule
def breakdown(state: Any, out: Any) -> None:
    """R9.2 Stars, calm and segments; R9.3 nothing else counts. R9.5 A player who woke up has
    nothing.
    """
    for seat in range(state.seats):
        is_asleep = state.woke[seat] == 0
        out[seat, 0] = widen(STAR_VALUE[state.star[seat]]) if is_asleep else 0
        out[seat, 1] = widen(CALM_VALUE[state.calm[seat]]) if is_asleep else 0
        out[seat, 2] = points(state, seat) if is_asleep else 0


@rule
def score(state: Any, seat: int) -> int:
    """R9.2 Add the value of the star position, the value of the calm position, and points.

    R9.5 A player who woke up scores 0.
    """
    if state.woke[seat] != 0:
        return 0
    return widen(STAR_VALUE[state.star[seat]]) + widen(CALM_VALUE[state.calm[seat]]) + points(state, seat)


@rule
def scores(state: Any, out: Any) -> None:
    for seat in range(state.seats):
        out[seat] = score(state, seat)


@rule
def ranks(state: Any, out: Any) -> None:
    """R9.4 Rank sleeping seats by score, then by coins.

    R9.5 Players who woke up come after them; R9.6 if nobody is asleep, those of the last round are
    ranked by stars, then by coins.
    """
    nobody_sleeps = asleep(state) == 0
    for seat in range(state.seats):
        if state.woke[seat] == 0:
            out[seat] = (1 << 30) + (score(state, seat) << 12) + widen(state.coins[seat])
        elif nobody_sleeps and state.woke[seat] == state.round_now:
            out[seat] = 1 + (widen(state.star[seat]) << 12) + widen(state.coins[seat])
        else:
            out[seat] = 0
    rank(out, state.seats)


# For tests and counting


@rule
def census(state: Any, out: Any) -> int:
    """Count where every segment and every dream is.

    Every segment is in exactly one place, and laid segments are on one canvas of their owner; every
    dream is in the deck at most once.
    """
    for segment in range(SEGMENTS):
        places = ((state.stacks >> segment) & 1) + ((state.market >> segment) & 1) + ((state.gone >> segment) & 1)
        for seat in range(state.seats):
            places += (state.owned[seat] >> segment) & 1
        out[segment] = places
    for number in range(ROUNDS):
        if state.dreams[number] != NONE:
            out[SEGMENTS + widen(state.dreams[number])] += 1
    return SEGMENTS + DREAMS


@rule
def canonical(state: Any) -> None:
    """Change nothing: each position already has exactly one state.

    Segments are all different, and everything else is counted.
    """
