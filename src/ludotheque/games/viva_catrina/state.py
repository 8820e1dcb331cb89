"""The state of a game of Viva Catrina."""

from enum import IntEnum

import numpy as np

from ludotheque.core.constants import MAX_SEATS
from ludotheque.core.layout import GENERATOR_FIELDS, Field, layout, new
from ludotheque.games.viva_catrina.components import (
    COLORS,
    ELEMENTS,
    KINDS,
    LINES,
    LONGEST,
    MAX_FRINGE,
    MAX_TILES,
    RING,
    STARTS,
)

NEST = MAX_TILES + 1  # tiles of a village are numbered from 1; entry 0 of these arrays stays empty


class Phase(IntEnum):
    TAKE = 0  # a seat takes a tile from an end of a line
    PLACE = 1  # the seat places the tile in its hand in its village
    OVER = 2  # all rounds are played


FIELDS: tuple[Field, ...] = (
    # the linked paths of each village: bit k of the first word is the paved path of its k-th tile,
    # bit k of the second its trail
    ("reached", np.int64, (MAX_SEATS, 2)),
    # the bases with a small and with a large chimera: bit k is the base whose first grid corner is
    # the north-west corner of the k-th tile
    ("chimera", np.int64, (MAX_SEATS, 2)),
    *GENERATOR_FIELDS,
    ("twins", np.int32, (MAX_SEATS,)),  # bit k: there are copies of the k-th tile of this village
    ("placed", np.int16, (MAX_SEATS, NEST)),  # the k-th tile of each village: 4 × tile + quarter turns; 0: none yet
    ("spot", np.int16, (MAX_SEATS, NEST)),  # its actual position
    # the free spots next to each village in reading order; 0 after the last
    ("fringe", np.int16, (MAX_SEATS, MAX_FRINGE)),
    # the edges around each of them, four bits for the tile on each side (north, east, south, west):
    # its letter there; from bit 2 on, 0 without a tile, 1 with one, 2 if that path of it is linked
    ("around", np.uint16, (MAX_SEATS, MAX_FRINGE)),
    # the cells of each village, wound into a ring: k is its k-th tile, NONE a free cell next to it,
    # 0 any other cell
    ("ground", np.int8, (MAX_SEATS, RING)),
    ("linked", np.int8, (MAX_SEATS, ELEMENTS)),  # linked elements of each village, by kind
    # each seat's balloon tile of each colour: its position in the pile, counted from 1; 0: none
    ("balloon_tile", np.int8, (MAX_SEATS, COLORS)),
    ("golden", np.int8, (MAX_SEATS,)),  # bit c: the seat's balloon tile of colour c shows its golden side
    ("earned", np.int8, (MAX_SEATS,)),  # bit k: shop kind k has earned this seat its extra tile
    ("tiles", np.int8, (MAX_SEATS,)),  # tiles in each village
    ("fringe_size", np.int8, (MAX_SEATS,)),  # free spots next to it
    ("line", np.int8, (LINES, LONGEST)),  # the tile in each slot; 0: none
    ("left", np.int8, (LINES,)),  # the slots with tiles run from here
    ("right", np.int8, (LINES,)),  # to just before here
    ("bag", np.int8, (KINDS,)),  # path tiles in the bag, by kind
    ("bag_size", np.int8),  # the total number of tiles in the bag
    ("box", np.int8, (STARTS,)),  # 1: this start tile is not used
    ("pile", np.int8, (COLORS,)),  # balloon tiles gone from the top of each pile
    ("chimeras_left", np.int8, (2,)),  # small, large
    ("hand", np.int8),  # the tile that was taken or drawn and not yet placed; 0: none
    ("owed", np.int8),  # extra tiles that are still to be drawn
    ("rounds_over", np.int8),  # also the seat that holds the Catrina (R10.3)
    ("seat", np.int8),  # whose turn it is
    ("seats", np.int8),
    ("base_link", np.int8),  # the option: 0 any_tile, 1 none
    ("phase", np.int8),
)

SPARE = -np.dtype(list(FIELDS)).itemsize % 8
STATE = layout(*FIELDS, *([("spare", np.int8, (SPARE,))] if SPARE else []))
# nothing on the table is ever hidden (R1.7): the contents of the bag are known, and their order is
# drawn when needed
BLANK = new(STATE)
