"""The records that `stepping` works on: the courses, and an order that is the same for all."""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.constants import MAX_OPTIONS
from ludotheque.core.layout import layout

OFF, NEXT_STEP, SAME_STEP = range(3)  # when the next game of a course begins
START, STEP, ROLL = range(3)  # deal; take the actions given; take random ones
AUTORESET = {"off": OFF, "next_step": NEXT_STEP, "same_step": SAME_STEP}

COURSE = layout(
    ("number", np.int64),  # the next game of the series
    ("lanes", np.uint32, (4,)),  # a random stream: who acts next, and what seats choose that play at random
    ("choices", np.int32),  # how many legal actions there are
    ("seat", np.int8),  # who acts
    ("own", np.int8),  # the only seat whose actions come from outside; NONE: all of them
    ("is_over", np.int8),
    ("spare", np.int8),
)

ORDER = layout(
    ("stride", np.int64),  # how many courses there are: the games of a course are so far apart
    ("seats", np.int64),
    ("own", np.int64),  # the seat that is played from outside; NONE: all; TABLE: another one in every game
    ("autoreset", np.int64),
    ("options", np.int64, (MAX_OPTIONS,)),
    ("root", np.uint32, (8,)),  # the key of the series
)


class Arrays(NamedTuple):
    """What goes in and out, one row per course."""

    actions: Any  # in: int32
    observation: Any  # int8 [course, entry]: what the seat to act sees
    mask: Any  # bool [course, action]: what it may do
    seat: Any  # int8: who acts
    reward: Any  # float32 [course, seat]: what the last action brought each seat
    gain: Any  # float32: what it brought the seat that chose it
    done: Any  # bool: it ended a game
    choices: Any  # int32 [course, …]: the legal actions, ascending
    blank: Any  # a view of nothing
    last: Any  # int8 [course, entry]: what a seat saw at the end of a game, before the next one began; or no rows
