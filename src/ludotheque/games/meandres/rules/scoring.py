"""R9 Scoring, and functions for tests and counting."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.games.meandres.components import (
    COLORS,
    DANCES,
    FORGOTTEN,
    LEGENDS,
    PILE_TILE,
    POINTS_FORGOTTEN,
    POINTS_ISOLATED,
    POINTS_LEVEL,
    POINTS_SUBLIME,
    POINTS_THREE,
    ROW,
    SEATS,
    SUBLIME,
    TILE_KIND,
    TILES,
    TRACK_VALUE,
)
from ludotheque.games.meandres.rules.dreams import color_of, crowd, near


@rule
def haunted(state: Any) -> int:
    """Return the dreams that hold spawn of any seat."""
    found = 0
    for dream in range(widen(state.dreams)):
        if crowd(state, dream) > 0:
            found |= 1 << dream
    return found


@rule
def level_points(state: Any, dream: int) -> int:
    """R9.1 One point per level, R9.2 doubled once if there is a sublime tile."""
    points, tile = POINTS_LEVEL * widen(state.levels[dream]), widen(state.top[dream])
    while tile != NONE:
        if TILE_KIND[tile] == SUBLIME:
            return POINTS_SUBLIME * points
        tile = widen(state.below[tile])
    return points


@rule
def forgotten_points(state: Any, dream: int) -> int:
    """R9.3 A forgotten dream scores more."""
    return POINTS_FORGOTTEN if color_of(state, dream) == FORGOTTEN else 0


@rule
def three_points(state: Any, seat: int, dream: int) -> int:
    """R9.4 So does one with three or four of the seat's own spawn."""
    return POINTS_THREE if state.spawn[seat, dream] >= 3 else 0


@rule
def isolated_points(state: Any, dream: int, spawned: int) -> int:
    """R9.5 And one with no spawn on any adjacent dream."""
    return POINTS_ISOLATED if near(state, dream) & spawned == 0 else 0


@rule
def influence_points(state: Any, seat: int) -> int:
    """R9.6 Return the value of the seat's space on the track."""
    return widen(TRACK_VALUE[state.marker[seat]])


@rule
def scores(state: Any, out: Any) -> None:
    """R9.7 Add up what each seat scores, dream by dream."""
    spawned = haunted(state)
    for seat in range(widen(state.seats)):
        points = influence_points(state, seat)
        for dream in range(widen(state.dreams)):
            if state.spawn[seat, dream] > 0:
                points += (
                    level_points(state, dream)
                    + forgotten_points(state, dream)
                    + three_points(state, seat, dream)
                    + isolated_points(state, dream, spawned)
                )
        out[seat] = points


@rule
def ranks(state: Any, out: Any) -> None:
    """R9.8 Rank by score, then by own spawn on the board, then by influence; then places are
    shared.
    """
    scores(state, out)
    for seat in range(widen(state.seats)):
        spawn = 0
        for dream in range(widen(state.dreams)):
            spawn += widen(state.spawn[seat, dream])
        out[seat] = (widen(out[seat]) * 64 + spawn) * 128 + influence_points(state, seat)
    rank(out, state.seats)


@rule
def breakdown(state: Any, out: Any) -> None:
    """Write the score sheet: levels, forgotten, threes, isolated, influence."""
    spawned = haunted(state)
    for seat in range(widen(state.seats)):
        for column in range(4):
            out[seat, column] = 0
        for dream in range(widen(state.dreams)):
            if state.spawn[seat, dream] > 0:
                out[seat, 0] += level_points(state, dream)
                out[seat, 1] += forgotten_points(state, dream)
                out[seat, 2] += three_points(state, seat, dream)
                out[seat, 3] += isolated_points(state, dream, spawned)
        out[seat, 4] = influence_points(state, seat)


# For tests and counting


@rule
def census(state: Any, out: Any) -> int:
    """Count every tile, then every dance, then every legend, then the spawn of each seat."""
    for tile in range(TILES):
        out[tile] += (widen(state.thrown) >> tile) & 1
    for dream in range(widen(state.dreams)):
        tile = widen(state.top[dream])
        while tile != NONE:
            out[tile] += 1
            tile = widen(state.below[tile])
    for color in range(COLORS):
        for left in range(widen(state.left[color])):
            out[widen(PILE_TILE[state.length, color, left])] += 1
    count_cards(state, out)
    for seat in range(SEATS):
        out[TILES + DANCES + LEGENDS + seat] = widen(state.supply[seat]) + widen(state.mark[seat])
        for dream in range(widen(state.dreams)):
            out[TILES + DANCES + LEGENDS + seat] += widen(state.spawn[seat, dream])
    return TILES + DANCES + LEGENDS + SEATS


@rule
def count_cards(state: Any, out: Any) -> None:
    """Count every dance and every legend.

    Dances are in the deck, the Row and the discards; legends are in their deck, face up, held or
    gone.
    """
    for card in range(DANCES):
        out[TILES + card] += widen(state.deck[card]) + ((widen(state.discards) >> card) & 1)
    for place in range(ROW):
        if state.row[place] != NONE:
            out[TILES + widen(state.row[place])] += 1
    for legend in range(LEGENDS):
        out[TILES + DANCES + legend] += widen(state.legend_deck[legend]) + (
            ((widen(state.open) | widen(state.gone)) >> legend) & 1
        )
    for seat in range(widen(state.seats)):
        if state.legend[seat] != NONE:
            out[TILES + DANCES + widen(state.legend[seat])] += 1


@rule
def canonical(state: Any) -> None:
    """Number the dreams by position, row by row, instead of by age."""
    for place in range(widen(state.dreams)):
        first = place
        for dream in range(place + 1, widen(state.dreams)):
            if 256 * widen(state.r[dream]) + widen(state.q[dream]) < 256 * widen(state.r[first]) + widen(
                state.q[first]
            ):
                first = dream
        if first != place:
            exchange(state, place, first)


@rule
def exchange(state: Any, one: int, other: int) -> None:
    """Swap the numbers of two dreams."""
    state.q[one], state.q[other] = state.q[other], state.q[one]
    state.r[one], state.r[other] = state.r[other], state.r[one]
    state.top[one], state.top[other] = state.top[other], state.top[one]
    state.levels[one], state.levels[other] = state.levels[other], state.levels[one]
    state.near[one], state.near[other] = state.near[other], state.near[one]
    for dream in range(widen(state.dreams)):
        state.near[dream] = exchanged(state.near[dream], one, other)
    for color in range(COLORS + 1):
        state.shows[color] = exchanged(state.shows[color], one, other)
    state.hazy = exchanged(state.hazy, one, other)
    for seat in range(SEATS):
        state.spawn[seat, one], state.spawn[seat, other] = state.spawn[seat, other], state.spawn[seat, one]
        state.fiend[seat] = renumbered(state.fiend[seat], one, other)
    state.start = renumbered(state.start, one, other)
    state.first = renumbered(state.first, one, other)


@rule
def exchanged(mask: Any, one: int, other: int) -> int:
    """Return a mask with two bits swapped."""
    bits = widen(mask)
    differs = ((bits >> one) ^ (bits >> other)) & 1
    return bits ^ (differs << one | differs << other)


@rule
def renumbered(dream: Any, one: int, other: int) -> int:
    """Return the number of a dream after the swap."""
    number = widen(dream)
    return other if number == one else one if number == other else number
