"""The components, the state and the actions of Tideline."""

from pathlib import Path

import numpy as np

from ludotheque.core.actions import Actions, Kind
from ludotheque.core.components import Components
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new

COMPONENTS = Components("tideline", Path(__file__).parent)
SHELLS, WORTHS, OF_EACH, SEATS = 12, 4, 4, 4

STATE = layout(
    *GENERATOR_FIELDS,
    ("row", np.int8, (SHELLS,)),  # the worth of each shell, minus 1
    ("owner", np.int8, (SHELLS,)),  # who took it
    ("bag", np.int8, (WORTHS,)),  # shells left in the bag
    ("first", np.int8),  # the row goes from here …
    ("last", np.int8),  # … to here
    ("seat", np.int8),
    ("seats", np.int8),
    ("spare", np.int8, (4,)),
)
BLANK = new(STATE)
ACTIONS = Actions(Kind("take", end=["left", "right"]))
LEFT, RIGHT = range(ACTIONS.count)
