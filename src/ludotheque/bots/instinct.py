"""Instinct: how tempting an action looks before any search.

A game lists the signs of an action (`signs` in its `evaluate.py`), as a seat sees them that hides a
certain thing. Every sign has a weight. An action is taken with a probability proportional to the
exponential of the sum of its weights, so the same weights lead a search, play a game to its end,
and tell what somebody who took an action probably hides.
"""

from typing import Any, NamedTuple

import numpy as np


class Instinct(NamedTuple):
    """The weights that a champion's file holds."""

    weights: Any  # float32[kinds of signs]: log odds


class Lead(NamedTuple):
    """An instinct, and the scratch memory of one thread."""

    weights: Any
    signs: Any  # int32[signs of an action]


def new_lead(instinct: Instinct, signs: int) -> Lead:
    return Lead(instinct.weights, np.zeros(signs, np.int32))
