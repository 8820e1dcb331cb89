"""The box, the state and the actions of Hands."""

from pathlib import Path

import numpy as np

from ludotheque.core.actions import Actions, Kind
from ludotheque.core.components import Components
from ludotheque.core.constants import NONE
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new

COMPONENTS = Components("hands", Path(__file__).parent)
SEATS, KINDS, COPIES, HAND = 3, 6, 3, 3
CARDS = "abcdef"
ACTIONS = Actions(Kind("play", card=CARDS), Kind("bury", card=CARDS))
ACTION_COUNT = ACTIONS.count

STATE = layout(
    *GENERATOR_FIELDS,
    ("deck", np.int8, (KINDS,)),  # cards that are left, by kind; NONE: not to be seen
    ("pile", np.int8, (KINDS,)),  # cards that were played in the open
    ("hand", np.int8, (SEATS, KINDS)),  # NONE: not to be seen
    ("buried", np.int8, (SEATS, KINDS)),  # cards that were put down on their faces; NONE: not to be seen
    ("held", np.int8, (SEATS,)),  # how many cards each hand has
    ("depth", np.int8, (SEATS,)),  # how many cards each seat has buried
    ("left", np.int8),  # how many are in the deck
    ("seat", np.int8),
    ("seats", np.int8),
    ("spare", np.int8, (3,)),
)
BLANK = new(STATE)
for _field in ("deck", "hand", "buried"):
    BLANK[_field] = NONE
