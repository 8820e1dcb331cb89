"""What lies on the table in a game of Flotsam."""

from enum import IntEnum

import numpy as np

from ludotheque.core.constants import NONE
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new
from tests.toy.components import KINDS, SEA, SEATS


class Phase(IntEnum):
    REACH = 0  # all seats choose at once
    LAY = 1  # one seat lays the catch
    OVER = 2  # the bag is empty


STATE = layout(
    *GENERATOR_FIELDS,
    ("breath", np.int16, (SEATS,)),  # left to each seat
    ("raft", np.int8, (SEA,)),  # the kind of the piece on each place; NONE: water
    ("bag", np.int8, (KINDS,)),  # pieces in the bag, by kind; NONE: not to be seen
    ("lost", np.int8, (KINDS,)),  # pieces lost in the storm, by kind; NONE: not to be seen
    ("sunk", np.int8, (KINDS,)),  # pieces that nobody caught, by kind
    ("box", np.int8, (KINDS,)),  # 1: the card of this kind is in the box; NONE: not to be seen
    ("card", np.int8, (SEATS,)),  # the kind on each seat's card; NONE: no seat, or not to be seen
    ("reach", np.int8, (SEATS,)),  # chosen in this round; NONE: not yet, or not to be seen
    ("chosen", np.int8),  # bit s: seat s has chosen
    ("catch", np.int8),  # the kind that drifts by; NONE: nothing does
    ("west", np.int8),  # x of the westernmost piece, y of the northernmost one: where the raft truly lies
    ("north", np.int8),
    ("left", np.int8),  # pieces in the bag
    ("seat", np.int8),  # who lays the catch; NONE: nobody
    ("seats", np.int8),
    ("storm", np.int8),  # the option: 0 mild, 1 rough
    ("phase", np.int8),
    ("spare", np.int8, (3,)),
)

BLANK = new(STATE)
for _field in ("bag", "lost", "box", "card", "reach"):
    BLANK[_field] = NONE
