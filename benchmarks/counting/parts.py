"""The box, the state and the actions of Counting."""

from pathlib import Path

import numpy as np

from ludotheque.core.actions import Actions, Kind
from ludotheque.core.components import Components
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new

COMPONENTS = Components("counting", Path(__file__).parent)
MOST = 100
ACTIONS = Actions(Kind("more"))

STATE = layout(
    *GENERATOR_FIELDS,
    ("count", np.int8),
    ("seat", np.int8),  # whose turn it is
    ("seats", np.int8),
    ("spare", np.int8),
)
BLANK = new(STATE)
