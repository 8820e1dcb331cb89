"""The state of a game of Sarena."""

from enum import IntEnum

import numpy as np

from ludotheque.core.constants import NONE
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new
from ludotheque.games.sarena.components import CIRCLES


class Phase(IntEnum):
    MOVE = 0  # a seat moves a stack
    OVER = 1  # nothing can move any more


STATE = layout(
    # the legal moves: bit m of the first word is move m, bit m of the second is move 60 + m;
    # derived from `height` alone
    ("open", np.int64, (2,)),
    *GENERATOR_FIELDS,
    # the stack on each circle, one byte per chip, the lowest chip in the lowest byte: 2 × (chip +
    # 1) + the face that is up; 0 for no chip
    # docs/decisions.md: Sarena's stacks are words
    ("stack", np.int32, (CIRCLES,)),
    ("height", np.int8, (CIRCLES,)),  # chips on each circle
    ("secret", np.int8, (4,)),  # colour of each seat's pawn; NONE: no such seat, or hidden
    ("seats", np.int8),
    ("seat", np.int8),  # whose turn it is
    ("deal", np.int8),  # the option: 0 free, 1 fair
    ("phase", np.int8),
)

BLANK = new(STATE)
BLANK.secret[:] = NONE
