"""The largest number of actions a seat can choose from, and the longest possible game."""

from typing import Any

import numpy as np

from ludotheque.core.constants import NONE
from ludotheque.games.dream_runners.components import (
    CELL_ELEMENT,
    CELL_KIND,
    CONTENTS,
    DREAMS,
    FRAME_CELLS,
    JOKER,
    ROUNDS,
    SEATS,
    Cell,
)
from ludotheque.games.dream_runners.segments import FIRST_PLACE, MAX_PLACEMENTS, SET_SIZE

# Bounds. A seat buys one segment per round, so it owns at most eleven in round 8. A segment can be
# laid in at most 61 ways, a set in at most 181.
MAX_OWNED = SET_SIZE + ROUNDS - 1
MAX_LEGAL = (
    1
    + max(int(FIRST_PLACE[SET_SIZE * (set_ + 1)] - FIRST_PLACE[SET_SIZE * set_]) for set_ in range(SEATS))
    + (ROUNDS - 1) * (MAX_PLACEMENTS + 1)
)


def _jokers(elements: Any) -> int:
    return int((np.asarray(elements) == JOKER).sum())


def _most_questions(segments: int) -> int:
    """Return the largest number of plies in a round.

    That is, for each seat, its segments and `done`; then the sand, every element picked, every
    joker named, two openings, every bat, and a segment and calm bought.
    """
    shared = max(
        sum(
            int((CELL_ELEMENT[tile, cell] != NONE).sum())
            for cell in range(FRAME_CELLS)
            if CELL_KIND[tile, cell] == Cell.SHARED
        )
        for tile in range(DREAMS)
    )
    named = max(_jokers(CELL_ELEMENT[tile][CELL_KIND[tile] == Cell.BONUS]) for tile in range(DREAMS))
    chest = 2 + 2 * max(_jokers(contents) for contents in CONTENTS)
    bats = int((CELL_KIND == Cell.BAT).sum(axis=1).max())
    return 1 + shared + SEATS * (segments + 1 + named + chest + bats + 2)


MAX_PLIES = sum(_most_questions(SET_SIZE + bought) for bought in range(ROUNDS))
