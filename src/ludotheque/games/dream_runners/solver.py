"""The search behind `compose`, a template: the exact best composition of a hand on one dream.

The frame is decided cell by cell in reading order: the first undecided cell stays uncovered, or a
segment is laid with that cell as its first one inside the frame. So every composition is found
exactly once. Whatever is left in the hand is laid outside, or stays there for the bats.
`fill_bounds` answers a simpler question for every set of remaining segments and every set of
decided cells, by dynamic programming: what is the best result still possible if overhangs may
overlap? `search` looks for a real composition as good as that, and lowers its demand only if there
is none.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.components import FRAME_CELLS
from ludotheque.games.dream_runners.segments import (
    FRAME_CELL,
    MAX_CELLS,
    MAX_PLACEMENTS,
    OUTSIDE,
    PLACEMENT_CELL,
    PLACEMENT_MASK,
    SEGMENT_CELLS,
    SEGMENT_SHAPE,
    SYMBOL,
    WAYS,
)

if TYPE_CHECKING:

    def entry(function: Any) -> Any: ...


BOARDS = 1 << FRAME_CELLS
NEVER = -(1 << 30)
HAND, WAY, FRAME, CANVAS, VALUE = range(5)  # the columns of an option


@rule
def worth_of(segment: int, way: int, inside: Any, outside: Any) -> tuple[int, int]:
    """Return the frame cells of a placement, one bit each, and the value of all its cells."""
    frame, value = 0, 0
    for place in range(MAX_CELLS):
        cell = PLACEMENT_CELL[SEGMENT_SHAPE[segment], way, place]
        if cell != NONE:
            symbol = SYMBOL[segment, place]
            if FRAME_CELL[cell] == NONE:
                value += outside[symbol]
            else:
                frame |= 1 << FRAME_CELL[cell]
                value += inside[FRAME_CELL[cell], symbol]
    return frame, value


@rule
def list_options(
    hand: Any, canvas: int, inside: Any, outside: Any, frames: Any, values: Any, options: Any, first: Any
) -> None:
    """List every placement of every free segment by its first cell in the frame.

    Those of a cell are options[first[cell]:first[cell + 1]]. What each one covers and brings is
    written to frames and values, which must be 0 before.
    """
    for k in range(len(hand)):
        for way in range(WAYS[hand[k]]):
            if PLACEMENT_MASK[SEGMENT_SHAPE[hand[k]], way] & canvas == 0:
                frames[k, way], values[k, way] = worth_of(hand[k], way, inside, outside)
    filled = 0
    for cell in range(FRAME_CELLS):
        first[cell] = filled
        for k in range(len(hand)):
            for way in range(WAYS[hand[k]]):
                if frames[k, way] != 0 and lowest_bit(frames[k, way]) == cell:
                    options[filled, HAND], options[filled, WAY], options[filled, FRAME], options[filled, VALUE] = (
                        k,
                        way,
                        frames[k, way],
                        values[k, way],
                    )
                    options[filled, CANVAS] = PLACEMENT_MASK[SEGMENT_SHAPE[hand[k]], way]
                    filled += 1
    first[FRAME_CELLS] = filled


@rule
def list_best(options: Any, first: Any, best: Any, best_first: Any) -> None:
    """List only the best of the options with the same segment and the same frame cells.

    The bounds need no others.
    """
    filled = 0
    for cell in range(FRAME_CELLS):
        best_first[cell] = filled
        for k in range(first[cell], first[cell + 1]):
            same = best_first[cell]
            while same < filled and (best[same, HAND] != options[k, HAND] or best[same, FRAME] != options[k, FRAME]):
                same += 1
            if same == filled:
                filled += 1
                best[same, HAND], best[same, FRAME], best[same, VALUE] = (
                    options[k, HAND],
                    options[k, FRAME],
                    options[k, VALUE],
                )
            best[same, VALUE] = max(best[same, VALUE], options[k, VALUE])
    best_first[FRAME_CELLS] = filled


@rule
def fill_asides(hand: Any, outside: Any, asides: Any, order: Any) -> None:
    """Compute the value of laying each segment entirely outside, and their order, most expensive
    first.
    """
    for k in range(len(hand)):
        for place in range(SEGMENT_CELLS[hand[k]]):
            asides[k] += outside[SYMBOL[hand[k], place]]
        spot = k
        while spot > 0 and asides[order[spot - 1]] > asides[k]:
            order[spot] = order[spot - 1]
            spot -= 1
        order[spot] = k


@rule
def leave(left: int, bats: int, segment: int, asides: Any, order: Any) -> tuple[int, int]:
    """Return the value of the leftover segments, and which of them are laid outside.

    Either all stay, and every bat takes one. Or all go outside except fewer than there are bats:
    those are lost, so they are the most expensive to lay.
    """
    best, aside = -segment * min(bats, bit_count(left)), 0
    if best == 0:
        return 0, 0
    worth, rest = 0, left
    for k in range(len(order)):
        worth += asides[k] if (left >> k) & 1 != 0 else 0
    if worth > best:
        best, aside = worth, left
    lost = 1
    for k in order:
        if lost < bats and (left >> k) & 1 != 0:
            lost += 1
            worth -= asides[k] + segment
            rest ^= 1 << k
            if worth > best:
                best, aside = worth, rest
    return best, aside


@rule
def fill_bounds(
    size: int,
    board: int,
    bare: Any,
    bats: int,
    segment: int,
    asides: Any,
    order: Any,
    best: Any,
    best_first: Any,
    bounds: Any,
) -> None:
    """Fill bounds[cells decided, segments left]: the most that is still possible.

    Overlapping overhangs are allowed.
    """
    for left in range(1 << size):
        bounds[BOARDS - 1, left] = leave(left, bats, segment, asides, order)[0]
    for decided in range(BOARDS - 2, board - 1, -1):
        if decided & board == board:
            cell = lowest_bit(~decided & (BOARDS - 1))
            for left in range(1 << size):
                bounds[decided, left] = bounds[decided | 1 << cell, left] + np.int32(bare[cell])
            for k in range(best_first[cell], best_first[cell + 1]):
                if best[k, FRAME] & decided == 0:
                    lay(bounds[decided], bounds[decided | best[k, FRAME]], 1 << best[k, HAND], np.int32(best[k, VALUE]))


@rule
def lay(bounds: Any, after: Any, segment: int, value: Any) -> None:
    """Raise bounds[segments left] wherever this segment is left and may be laid now.

    The bounds after it are those of the rest. It works in contiguous blocks, which are fast to
    process.
    """
    for block in range(0, len(bounds), 2 * segment):
        without, having = after[block : block + segment], bounds[block + segment : block + 2 * segment]
        for k in range(len(having)):
            having[k] = max(having[k], np.int32(without[k] + value))


@rule
def search(
    demand: int,
    size: int,
    board: int,
    canvas: int,
    bare: Any,
    options: Any,
    first: Any,
    bounds: Any,
    path: Any,
    chosen: Any,
) -> tuple[int, int]:
    """Search depth first, only where `demand` can still be met.

    Return how deep it went (NONE: there is no such composition) and the next best value to demand.
    """
    lefts, boards, canvases, values, cells = path
    lefts[0], boards[0], canvases[0], values[0] = (1 << size) - 1, board, canvas, 0
    depth, next_demand = 0, NEVER
    if board == BOARDS - 1:
        return 0, NEVER
    chosen[0] = first[lowest_bit(~board & (BOARDS - 1))]
    cells[0] = lowest_bit(~board & (BOARDS - 1))
    while depth >= 0:
        cell, k = cells[depth], chosen[depth]
        if k > first[cell + 1]:  # the option after the last is to leave the cell uncovered
            depth -= 1
            if depth >= 0:
                chosen[depth] += 1
            continue
        left, decided, covered, value = (
            lefts[depth],
            boards[depth] | 1 << cell,
            canvases[depth],
            values[depth] + bare[cell],
        )
        if k < first[cell + 1]:
            if (
                (left >> options[k, HAND]) & 1 == 0
                or options[k, FRAME] & boards[depth] != 0
                or options[k, CANVAS] & covered != 0
            ):
                chosen[depth] += 1
                continue
            left, decided, covered, value = (
                left ^ (1 << options[k, HAND]),
                boards[depth] | options[k, FRAME],
                covered | options[k, CANVAS],
                values[depth] + options[k, VALUE],
            )
        most = value + bounds[decided, left]
        if most < demand:
            next_demand = max(next_demand, most)
            chosen[depth] += 1
        elif decided == BOARDS - 1:
            return depth + 1, next_demand
        else:
            depth += 1
            lefts[depth], boards[depth], canvases[depth], values[depth] = left, decided, covered, value
            cells[depth] = lowest_bit(~decided & (BOARDS - 1))
            chosen[depth] = first[cells[depth]]
    return NONE, next_demand


@entry
def solve(
    hand: Any,
    canvas: int,
    board: int,
    inside: Any,
    bare: Any,
    outside: Any,
    bats: int,
    segment: int,
    floor: int,
    found: Any,
) -> int:
    """Return the most that can still be gained; NEVER if that is not more than `floor`.

    The segments and placements that achieve it are written to `found`.
    """
    size = len(hand)
    options, first = np.zeros((size * MAX_PLACEMENTS, 5), np.int64), np.zeros(FRAME_CELLS + 1, np.int64)
    best, best_first = np.zeros((size * MAX_PLACEMENTS, 5), np.int64), np.zeros(FRAME_CELLS + 1, np.int64)
    bounds = np.empty((BOARDS, 1 << size), np.int32)
    path, chosen = np.zeros((5, FRAME_CELLS + 1), np.int64), np.zeros(FRAME_CELLS + 1, np.int64)
    frames, values = np.zeros((2, size, MAX_PLACEMENTS), np.int64)
    asides, order = np.zeros((2, size), np.int64)
    list_options(hand, canvas, inside, outside, frames, values, options, first)
    list_best(options, first, best, best_first)
    fill_asides(hand, outside, asides, order)
    fill_bounds(size, board, bare, bats, segment, asides, order, best, best_first, bounds)
    demand, depth = bounds[board, (1 << size) - 1], NONE
    while demand > floor:
        depth, lower = search(demand, size, board, canvas, bare, options, first, bounds, path, chosen)
        if depth != NONE:
            break
        demand = lower
    if depth == NONE:
        return NEVER
    count, left = 0, (1 << size) - 1
    for k in range(depth):
        option = chosen[k]
        if option < first[FRAME_CELLS] and is_laid(option, k, chosen, first, options, board):
            found[count, 0], found[count, 1] = hand[options[option, HAND]], options[option, WAY]
            left ^= 1 << options[option, HAND]
            count += 1
    aside = leave(left, bats, segment, asides, order)[1]
    for k in range(size):
        if (aside >> k) & 1 != 0:
            found[count, 0], found[count, 1] = hand[k], OUTSIDE
            count += 1
    found[count, 0] = NONE
    return int(demand)


@rule
def is_laid(option: int, depth: int, chosen: Any, first: Any, options: Any, board: int) -> bool:
    """Return whether that choice is a placement.

    The choices before it are replayed to see which cell it decides.
    """
    for k in range(depth):
        cell = lowest_bit(~board & (BOARDS - 1))
        board |= options[chosen[k], FRAME] if chosen[k] < first[cell + 1] else 1 << cell
    return bool(option < first[lowest_bit(~board & (BOARDS - 1)) + 1])
