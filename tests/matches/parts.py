"""The box, the state and the actions of Matches."""

from pathlib import Path

import numpy as np

from ludotheque.core.actions import Actions, Kind
from ludotheque.core.components import Components
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new

COMPONENTS = Components("matches", Path(__file__).parent)
MOST, HAND = 24, 3
ACTIONS = Actions(Kind("take", matches=[str(count) for count in range(1, HAND + 1)]))

STATE = layout(
    *GENERATOR_FIELDS,
    ("pile", np.int8),
    ("seat", np.int8),  # whose turn it is; when the pile is gone, who has lost
    ("seats", np.int8),
    ("spare", np.int8),
)
BLANK = new(STATE)
