"""The box of Flotsam: read, checked, and frozen into tables."""

from pathlib import Path

import numpy as np

from ludotheque.core.components import Components

COMPONENTS = Components("toy", Path(__file__).parent)
require = COMPONENTS.require

SEATS = 3
require(COMPONENTS.seats == range(2, SEATS + 1), "seats", "must be from 2 to 3")

KIND_NAMES: tuple[str, ...] = tuple(row["id"] for row in COMPONENTS["pieces.kinds"])
KINDS = 4
require(
    len(KIND_NAMES) == len(set(KIND_NAMES)) == KINDS,
    "pieces.kinds",
    f"must name four different kinds, not {', '.join(KIND_NAMES)}",
)
KIND_COUNT = np.array([row["n"] for row in COMPONENTS["pieces.kinds"]], np.int8)  # pieces of each kind
PIECES = 12
require(
    KIND_COUNT.min() > 0 and KIND_COUNT.sum() == PIECES,
    "pieces.kinds",
    f"must add up to {PIECES} pieces, at least one of each kind, not {KIND_COUNT.tolist()}",
)

LOST: int = COMPONENTS["pieces.lost"]
require(LOST in range(PIECES - 1), "pieces.lost", "must leave one piece for the raft and one to catch")
MAX_REACH: int = COMPONENTS["limits.max_reach"]
require(MAX_REACH in range(1, 10), "limits.max_reach", "must be from 1 to 9")

# The sea has no edge (R3.2), so its rows are wound into a ring: place x,y is number x + WIDTH × y,
# counted around. A row is two places longer than the pieces are many, so that the ends of a raft
# never meet.
WIDTH = PIECES + 2
SEA = WIDTH * WIDTH
STEPS = (1, WIDTH, SEA - 1, SEA - WIDTH)  # to the east, south, west and north
