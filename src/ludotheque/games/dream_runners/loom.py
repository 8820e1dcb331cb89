"""The scratch memory of `weave`, and how its tables are laid out."""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.games.dream_runners.components import FRAME_CELLS
from ludotheque.games.dream_runners.prospects import MARKS
from ludotheque.games.dream_runners.segments import MAX_PLACEMENTS, SEGMENTS, SYMBOLS
from ludotheque.games.dream_runners.worth import THINGS

ALL_CELLS = (1 << FRAME_CELLS) - 1
KINDS = max(SYMBOLS.values()) + 1  # the number of symbol codes
# Columns of an option (a placement), and of a beginning (some placements)
CANVAS, FOUGHT, COLLECTED, DOUBLED, SIGNS, BEYOND = range(6)  # both: what they cover, and how many symbols collect
HAND, WAY, FRAME, CELL, COLUMNS = range(6, 11)  # an option: its segment, its placement and its frame cells
DECIDED, LEFT, PARENT, OPTION = range(6, 10)  # a beginning: the frame cells decided, segments left, where it is from
COMPLETE = 3  # times as many complete compositions are judged as beginnings are kept at each cell
PROPOSALS = 32  # for each beginning that is kept; there are seldom more
BINS, PER_POINT = 256, 12.0  # the proposals of a cell are sorted by value, so finely


class Loom(NamedTuple):
    row: Any  # float64[mark]
    worths: Any  # float64[thing]: points for one more of it
    inside: Any  # float64[cell, symbol]: points for a symbol on a cell
    bare: Any  # float64[cell]: points for an uncovered cell
    hand: Any  # int64[k]: segments
    options: Any  # int64[option, column]
    values: Any  # float64[option]: points
    order: Any  # int64[k]: options by their first cell
    first: Any  # int64[cell + 1]
    hope: Any  # float64[cells decided]: the most that the other cells could bring
    totals: Any  # float64[cell, proposal]: points of a beginning and hope for the rest
    parents: Any  # int64[cell, proposal]: the beginning that it goes on from
    chosen: Any  # int64[cell, proposal]: the option; NONE: the cell stays uncovered
    counts: Any  # int64[cell]: proposals so far
    begun: Any  # int64[beginning, column]
    reached: Any  # float64[beginning]: points so far
    bins: Any  # int64[bin]


def new_loom(width: int) -> Loom:
    """Return room for so many beginnings at each cell."""
    options, levels, kept = SEGMENTS * MAX_PLACEMENTS, FRAME_CELLS + 1, (FRAME_CELLS + COMPLETE) * width + 1
    proposed = (levels, PROPOSALS * width)
    return Loom(
        row=np.zeros(MARKS),
        worths=np.zeros(THINGS),
        inside=np.zeros((FRAME_CELLS, KINDS)),
        bare=np.zeros(FRAME_CELLS),
        hand=np.zeros(SEGMENTS, np.int64),
        options=np.zeros((options, COLUMNS), np.int64),
        values=np.zeros(options),
        order=np.zeros(options, np.int64),
        first=np.zeros(levels, np.int64),
        hope=np.zeros(ALL_CELLS + 1),
        totals=np.empty(proposed),
        parents=np.empty(proposed, np.int64),
        chosen=np.empty(proposed, np.int64),
        counts=np.zeros(levels, np.int64),
        begun=np.zeros((kept, COLUMNS), np.int64),
        reached=np.zeros(kept),
        bins=np.zeros(BINS, np.int64),
    )
