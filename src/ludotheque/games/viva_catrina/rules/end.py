"""R8 to R11: scoring, the end of a round and the end of the game."""

from typing import Any

from ludotheque.core.bits import bit_count, widen
from ludotheque.core.constants import NONE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.viva_catrina.components import (
    ALL_SHOPS,
    ALTAR,
    ALTAR_COUNTS,
    ALTAR_POINTS,
    ALTARS,
    BUTTERFLY,
    BUTTERFLY_POINTS,
    CHIMERA_POINTS,
    CHIMERAS,
    COLORS,
    LARGE,
    SHOP,
    SHOP_POINTS,
    SHOPS,
    SMALL,
    VISITOR,
    VISITOR_POINTS,
)
from ludotheque.games.viva_catrina.rules.balloons import balloon_value
from ludotheque.games.viva_catrina.rules.codes import Event
from ludotheque.games.viva_catrina.rules.start import fill_lines
from ludotheque.games.viva_catrina.state import Phase

# R8 Visitors and butterflies


@rule
def visitor_points(state: Any, seat: int) -> int:
    """R8.1 One point for each linked visitor."""
    return VISITOR_POINTS * widen(state.linked[seat, VISITOR])


@rule
def butterfly_points(state: Any, seat: int) -> int:
    """R8.1 Two points for each linked butterfly."""
    return BUTTERFLY_POINTS * widen(state.linked[seat, BUTTERFLY])


# R9 Altars


@rule
def counted(state: Any, seat: int, what: int) -> int:
    """R9.2 Return what an altar counts: balloons of a colour, shops of all kinds together,
    visitors, butterflies, or chimeras of both sizes.
    """
    if what == CHIMERAS:
        return bit_count(widen(state.chimera[seat, SMALL])) + bit_count(widen(state.chimera[seat, LARGE]))
    if what != ALL_SHOPS:
        return widen(state.linked[seat, what])
    shops = 0
    for shop in range(SHOPS):
        shops += widen(state.linked[seat, SHOP + shop])
    return shops


@rule
def altar_points(state: Any, seat: int) -> int:
    """R9.1 Each linked altar gives its points for each linked thing of its kind.

    R9.3 Each altar scores separately.
    """
    points = 0
    for altar in range(ALTARS):
        if state.linked[seat, ALTAR + altar] != 0:
            points += (
                widen(state.linked[seat, ALTAR + altar])
                * widen(ALTAR_POINTS[altar])
                * counted(state, seat, ALTAR_COUNTS[altar])
            )
    return points


# R10 End of a round


@rule
def end_round(state: Any, story: Any) -> None:
    """R10.1 Both lines are empty.

    R10.2 Refill them, R10.3 and pass the Catrina on. R11.1 After the last round, R10.4 or with an
    empty bag, the game is over.
    """
    if widen(state.rounds_over) + 1 == state.seats or state.bag_size == 0:
        state.phase = Phase.OVER
        tell(story, Event.ENDED, NONE, NONE, NONE, 0)
        return
    state.rounds_over += 1
    state.seat = state.rounds_over
    fill_lines(state, story)
    tell(story, Event.ROUND, state.seat, NONE, NONE, widen(state.rounds_over) + 1)


# R11 End of the game and scoring


@rule
def balloon_points(state: Any, seat: int) -> int:
    """R11.2 Add up the values showing on the seat's balloon tiles."""
    points = 0
    for color in range(COLORS):
        points += balloon_value(state, seat, color)
    return points


@rule
def shop_points(state: Any, seat: int) -> int:
    """R11.2 Score the number of different kinds of linked shops."""
    kinds = 0
    for shop in range(SHOPS):
        kinds += 1 if state.linked[seat, SHOP + shop] > 0 else 0
    return widen(SHOP_POINTS[kinds])


@rule
def chimera_points(state: Any, seat: int) -> int:
    """R11.2 Score each small and each large chimera."""
    small, large = bit_count(widen(state.chimera[seat, SMALL])), bit_count(widen(state.chimera[seat, LARGE]))
    return small * widen(CHIMERA_POINTS[SMALL]) + large * widen(CHIMERA_POINTS[LARGE])


@rule
def breakdown(state: Any, out: Any) -> None:
    """R11.2 Write the score sheet as it would be if the game ended now."""
    for seat in range(state.seats):
        out[seat, 0] = balloon_points(state, seat)
        out[seat, 1] = altar_points(state, seat)
        out[seat, 2] = shop_points(state, seat)
        out[seat, 3] = chimera_points(state, seat)
        out[seat, 4] = visitor_points(state, seat)
        out[seat, 5] = butterfly_points(state, seat)


@rule
def scores(state: Any, out: Any) -> None:
    """R11.2 Return the total of the sheet."""
    for seat in range(state.seats):
        out[seat] = balloon_points(state, seat) + altar_points(state, seat) + shop_points(state, seat)
        out[seat] += chimera_points(state, seat) + visitor_points(state, seat) + butterfly_points(state, seat)


@rule
def ranks(state: Any, out: Any) -> None:
    """R11.3 The highest score wins, and players with equal scores share the place."""
    scores(state, out)
    rank(out, state.seats)
