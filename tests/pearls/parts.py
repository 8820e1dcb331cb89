"""The box, the state and the actions of Pearls."""

from pathlib import Path

import numpy as np

from ludotheque.core.actions import Actions, Kind
from ludotheque.core.components import Components
from ludotheque.core.constants import NONE
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new

COMPONENTS = Components("pearls", Path(__file__).parent)
SEATS, CARDS, FEWEST = 4, 6, 2
ACTIONS = Actions(Kind("bid", card=[str(card) for card in range(1, CARDS + 1)]))
ACTION_COUNT = ACTIONS.count

STATE = layout(
    *GENERATOR_FIELDS,
    ("row", np.int8, (CARDS,)),  # the pearls in their order; NONE: there are fewer
    ("sack", np.int8, (CARDS,)),  # 1: a pearl of this worth is not in the row yet; all 0 once it is dealt
    ("hand", np.int8, (SEATS,)),  # bit c: card c + 1 has not been played
    ("bid", np.int8, (SEATS,)),  # the card chosen in this round, less one; NONE: not yet, or not to be seen
    ("score", np.int8, (SEATS,)),
    ("chosen", np.int8),  # bit s: seat s has chosen
    ("round_now", np.int8),
    ("cards", np.int8),  # how many each seat began with: the rounds of the game
    ("seats", np.int8),
)
BLANK = new(STATE)
for _field in ("row", "bid"):
    BLANK[_field] = NONE
