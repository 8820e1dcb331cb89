"""Judgement: what a position will bring each seat, as a sum of what can be counted on the table.

A game lists the marks of a position (`marks` in its `evaluate.py`), some numbers for each seat.
Every mark has a weight, learned from games, and the sum stands in for the game's `value`. It costs
no more than `value`, and a few dozen weights are learned from a few hundred games.
"""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.constants import TABLE


class Judgement(NamedTuple):
    """The weights that a champion's file holds."""

    marks: Any  # float32[MARKS]: points for one unit of each mark


class Scales(NamedTuple):
    """A judgement, and the scratch memory of one thread."""

    weights: Any
    marks: Any  # float64[seat, mark]


def new_scales(judgement: Judgement) -> Scales:
    return Scales(judgement.marks, np.zeros((TABLE, len(judgement.marks))))
