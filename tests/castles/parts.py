"""The box, the state and the actions of Sandcastles."""

from enum import IntEnum
from pathlib import Path

import numpy as np

from ludotheque.core.actions import Actions, Kind
from ludotheque.core.components import Components
from ludotheque.core.constants import NONE
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new

COMPONENTS = Components("castles", Path(__file__).parent)
SEATS, PIECES, CELLS, TURNS, SHELLS, ROUNDS = 3, 2, 4, 4, 3, 2
PIECE_NAMES = ("tower", "wall")
DEGREES = ("0", "90", "180", "270")


class Phase(IntEnum):
    BUILD = 0
    FLAG = 1
    KEEP = 2
    GIVE = 3
    OVER = 4


ACTIONS = Actions(
    Kind("place", piece=PIECE_NAMES, turn=DEGREES, cell=[f"c{cell}" for cell in range(CELLS)]),
    Kind("done"),
    Kind("flag", turn=DEGREES),
    Kind(
        "keep",
        which=[
            "".join("abc"[shell] for shell in range(SHELLS) if which >> shell & 1) or "none"
            for which in range(1 << SHELLS)
        ],
    ),
    Kind("give", points=["0", "1", "2", "3"]),
    Kind("tide"),
)
DONE, FLAG, KEEP, GIVE, TIDE = (ACTIONS.first[name] for name in ("done", "flag", "keep", "give", "tide"))

STATE = layout(
    *GENERATOR_FIELDS,
    ("laid", np.int8, (SEATS, PIECES)),  # TURNS × cell + turn of each piece; NONE: not laid, or not to be seen
    ("flag", np.int8, (SEATS,)),  # how the flag is turned
    ("kept", np.int8, (SEATS,)),  # bit s: shell s is kept
    ("given", np.int8, (SEATS,)),
    ("done", np.int8),  # bit s: seat s has built
    ("seat", np.int8),  # whose turn it is, where one seat acts after the other
    ("seats", np.int8),
    ("pace", np.int8),  # the option: 0 calm, 1 sand
    ("phase", np.int8),
    ("tides", np.int8),
    ("spare", np.int8, (7,)),
)

BLANK = new(STATE)
BLANK["laid"] = NONE
