"""The champion's composing, a template: the composition after which a seat can expect most.

Like the solver it decides the frame cell by cell in reading order, but it keeps only the most
promising beginnings, judged by what single things are worth now, and by the best that could cover
the rest if every segment could be laid any number of times. Complete compositions are judged by
their marks: those of a set that is completed, a chest that is opened or a player who wakes up
cannot be told cell by cell.
"""

from typing import TYPE_CHECKING, Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.components import BAT_CELLS, FRAME_CELLS, OCTOPUS_CELLS, ROUNDS
from ludotheque.games.dream_runners.loom import (
    ALL_CELLS,
    BEYOND,
    BINS,
    CANVAS,
    COLLECTED,
    COMPLETE,
    DECIDED,
    DOUBLED,
    FOUGHT,
    FRAME,
    HAND,
    LEFT,
    OPTION,
    PARENT,
    PER_POINT,
    SIGNS,
    WAY,
)
from ludotheque.games.dream_runners.placing import fill_hope, list_hand, list_options, price_cells, price_things
from ludotheque.games.dream_runners.prospects import (
    HAS,
    LOST_ON,
    collect,
    hold,
    list_marks,
    list_things,
    weighed,
)
from ludotheque.games.dream_runners.segments import (
    CELLS,
    FRAME_CELL,
    FRAME_MASK,
    OUTSIDE,
    SEGMENT_CELLS,
    SEGMENT_COLLECTS,
)
from ludotheque.games.dream_runners.worth import STEPS, frights

if TYPE_CHECKING:

    def entry(function: Any) -> Any: ...


FEW = 2  # segments left over that may be laid outside because of a bat


@entry
def prospect(state: Any, seat: int, weights: Any, row: Any) -> float:
    """Return the points that a seat can expect in this position."""
    list_marks(state, seat, row)
    return weighed(weights, row)


@entry
def weave(state: Any, seat: int, weights: Any, width: int, loom: Any, found: Any) -> float:
    """Return the points that a seat can expect with the best composition found, apart from those of
    its segments. The composition is written to `found`.
    """
    price_things(state, seat, weights, loom)
    price_cells(state, seat, weights, loom)
    size = list_hand(state, seat, loom.hand)
    list_options(size, widen(state.canvas[seat]), loom)
    fill_hope(loom)
    begin(state, seat, size, loom)
    best, most, is_aside = search(state, seat, weights, width, loom)
    spot = 0
    for k in range(size if is_aside else 0):
        if (loom.begun[best, LEFT] >> k) & 1 != 0:
            found[spot, 0], found[spot, 1] = loom.hand[k], OUTSIDE
            spot += 1
    while best != 0:
        option = loom.begun[best, OPTION]
        if option != NONE:
            found[spot, 0], found[spot, 1] = loom.hand[loom.options[option, HAND]], loom.options[option, WAY]
            spot += 1
        best = loom.begun[best, PARENT]
    found[spot, 0] = NONE
    return most


# The search


@rule
def begin(state: Any, seat: int, size: int, loom: Any) -> None:
    """Write the first beginning: what is laid already."""
    row, canvas = loom.begun[0], state.canvas[seat]
    row[DECIDED], row[CANVAS], row[LEFT] = 0, canvas, (1 << size) - 1
    for spot in range(CELLS):
        if (canvas >> spot) & 1 != 0 and FRAME_CELL[spot] != NONE:
            row[DECIDED] |= 1 << widen(FRAME_CELL[spot])
    row[FOUGHT], row[COLLECTED], row[DOUBLED] = state.fights[seat], state.collects[seat], state.doubles[seat]
    row[SIGNS], row[BEYOND], row[PARENT], row[OPTION] = state.symbols[seat], state.beyond[seat], NONE, NONE
    loom.reached[0] = 0.0
    for cell in range(FRAME_CELLS + 1):
        loom.counts[cell] = 0


@rule
def next_cell(decided: int) -> int:
    """Return the first cell that is not decided, or FRAME_CELLS."""
    return FRAME_CELLS if decided == ALL_CELLS else lowest_bit(~decided & ALL_CELLS)


@rule
def search(state: Any, seat: int, weights: Any, width: int, loom: Any) -> tuple[int, float, bool]:
    """Return the best complete composition, its points, and whether the rest is laid outside."""
    first, last = 0, 1
    for cell in range(next_cell(loom.begun[0, DECIDED]), FRAME_CELLS):
        for number in range(first, last):
            go_on(number, cell, loom)
        first = last
        last = keep(first, cell + 1, width, loom)
    best, most, is_aside = first, -1e9, False
    for number in range(first, last):
        total, aside = judged(state, seat, weights, number, loom)
        if total > most:
            best, most, is_aside = number, total, aside
    return best, most, is_aside


@rule
def go_on(number: int, cell: int, loom: Any) -> None:
    """Propose every way to go on from a beginning: its next cell stays uncovered, or a segment is
    laid there.
    """
    row, value = loom.begun[number], loom.reached[number]
    propose(number, NONE, row[DECIDED] | 1 << cell, value + loom.bare[cell], loom)
    for k in range(loom.first[cell], loom.first[cell + 1]):
        option = loom.order[k]
        laid = loom.options[option]
        if (row[LEFT] >> laid[HAND]) & 1 != 0 and (laid[FRAME] & row[DECIDED]) | (laid[CANVAS] & row[CANVAS]) == 0:
            propose(number, option, row[DECIDED] | laid[FRAME], value + loom.values[option], loom)


@rule
def propose(number: int, option: int, decided: int, value: float, loom: Any) -> None:
    cell = next_cell(decided)
    spot = loom.counts[cell]
    if spot < loom.totals.shape[1]:
        loom.totals[cell, spot] = value + loom.hope[decided]
        loom.parents[cell, spot], loom.chosen[cell, spot] = number, option
        loom.counts[cell] += 1


@rule
def keep(first: int, cell: int, width: int, loom: Any) -> int:
    """Make beginnings of the best proposals whose next cell is this one, from number `first` on;
    return the number after the last.
    """
    room = width if cell < FRAME_CELLS else COMPLETE * width
    least, last = threshold(cell, room, loom), first
    for k in range(loom.counts[cell]):
        if loom.totals[cell, k] >= least and last < first + room:
            extend(loom.parents[cell, k], loom.chosen[cell, k], last, loom)
            last += 1
    return last


@rule
def threshold(cell: int, room: int, loom: Any) -> float:
    """Return the value that about so many proposals reach."""
    totals, count, bins = loom.totals[cell], loom.counts[cell], loom.bins
    if count <= room:
        return -1e9
    top = totals[0]
    for k in range(count):
        top = max(top, totals[k])
    for k in range(BINS):
        bins[k] = 0
    for k in range(count):
        bins[int(min(BINS - 1.0, (top - totals[k]) * PER_POINT))] += 1
    reached, k = bins[0], 0
    while reached < room and k < BINS - 1:
        k += 1
        reached += bins[k]
    return top - (k + 1) / PER_POINT if k < BINS - 1 else -1e9


@rule
def extend(parent: int, option: int, number: int, loom: Any) -> None:
    """Write the beginning that follows from another."""
    before, row = loom.begun[parent], loom.begun[number]
    for k in range(len(row)):
        row[k] = before[k]
    row[PARENT], row[OPTION] = parent, option
    if option == NONE:
        cell = next_cell(before[DECIDED])
        row[DECIDED] |= 1 << cell
        loom.reached[number] = loom.reached[parent] + loom.bare[cell]
        return
    laid = loom.options[option]
    row[DECIDED] |= laid[FRAME]
    row[LEFT] ^= 1 << laid[HAND]
    for k in (CANVAS, FOUGHT, COLLECTED, DOUBLED):
        row[k] |= laid[k]
    for k in (SIGNS, BEYOND):
        row[k] += laid[k]
    loom.reached[number] = loom.reached[parent] + loom.values[option]


@rule
def judged(state: Any, seat: int, weights: Any, number: int, loom: Any) -> tuple[float, bool]:
    """Return the points that a seat can expect with a complete composition, and whether the rest is
    better laid outside than left to the bats.
    """
    made, tile = loom.begun[number], widen(state.dreams[state.round_now - 1])
    bats, idle = bit_count(widen(BAT_CELLS[tile]) & ~made[FOUGHT]), bit_count(made[LEFT])
    stays = outcome(state, seat, weights, made, 0, min(bats, idle), loom)
    if min(bats, idle) == 0 or idle > FEW or state.round_now == ROUNDS:
        return stays, False
    cost, left, octopuses = 0, made[LEFT], bit_count(widen(OCTOPUS_CELLS[tile]) & ~made[FOUGHT])
    while left != 0:
        segment = loom.hand[lowest_bit(left)]
        left &= left - 1
        cost += widen(SEGMENT_CELLS[segment]) + octopuses * widen(SEGMENT_COLLECTS[segment])
    goes = outcome(state, seat, weights, made, cost, 0, loom)
    return max(stays, goes), goes > stays


@rule
def outcome(state: Any, seat: int, weights: Any, made: Any, cost: int, lost: int, loom: Any) -> float:
    """Return the points that a seat can expect with a composition that costs this much more, apart
    from those of its segments.
    """
    tile, rounds, row = widen(state.dreams[state.round_now - 1]), ROUNDS - widen(state.round_now), loom.row
    hold(state, seat, row)
    collect(state, made[COLLECTED], made[DOUBLED], row)
    missing = FRAME_CELLS - bit_count(made[CANVAS] & FRAME_MASK)
    row[HAS + STEPS] -= missing + made[BEYOND] + frights(tile, made[FOUGHT], made[SIGNS]) + cost
    list_things(1.0 * rounds, widen(state.star[seat]), False, row)
    row[LOST_ON] = rounds * lost
    return weighed(weights, row)
