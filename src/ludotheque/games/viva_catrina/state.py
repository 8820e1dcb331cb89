"""What lies on the table in a game of Viva Catrina."""

from enum import IntEnum

import numpy as np

from ludotheque.core.constants import MAX_SEATS
from ludotheque.core.layout import GENERATOR_FIELDS, Field, layout, new
from ludotheque.games.viva_catrina.components import COLORS, ELEMENTS, KINDS, LINES, LONGEST, MAX_FRINGE, MAX_TILES, RING, STARTS

NEST = MAX_TILES + 1  # tiles of a village are numbered from 1 on; entry 0 of these arrays stays empty


class Phase(IntEnum):
    TAKE = 0  # a seat takes a tile from an end of a line
    PLACE = 1  # and places the tile in its hand in its village
    OVER = 2  # all rounds are played


FIELDS: tuple[Field, ...] = (
    ("reached", np.int64, (MAX_SEATS, 2)),  # the linked paths of each village: bit k of the first word is the paved path of its k-th tile, of the second the trail
    ("chimera", np.int64, (MAX_SEATS, 2)),  # the bases with a small and with a large chimera: bit k is the base whose first grid corner is the north-west corner of the k-th tile
    *GENERATOR_FIELDS,
    ("placed", np.int16, (MAX_SEATS, NEST)),  # the k-th tile of each village: 4 × tile + quarter turns; 0: none yet
    ("spot", np.int16, (MAX_SEATS, NEST)),  # where it truly lies
    ("fringe", np.int16, (MAX_SEATS, MAX_FRINGE)),  # the free spots beside each village in reading order; 0 after the last
    ("ground", np.int8, (MAX_SEATS, RING)),  # the cells of each village, wound into a ring: k its k-th tile, NONE free and beside it, 0 far from it
    ("linked", np.int8, (MAX_SEATS, ELEMENTS)),  # linked elements of each village, by kind
    ("balloon_tile", np.int8, (MAX_SEATS, COLORS)),  # balloon tile of each colour that a seat has: its place in the pile, counted from 1; 0: has none
    ("golden", np.int8, (MAX_SEATS,)),  # bit c: the seat's balloon tile of colour c shows its golden side
    ("earned", np.int8, (MAX_SEATS,)),  # bit k: shop kind k has earned this seat its extra tile
    ("tiles", np.int8, (MAX_SEATS,)),  # tiles in each village
    ("fringe_size", np.int8, (MAX_SEATS,)),  # free spots beside it
    ("line", np.int8, (LINES, LONGEST)),  # the tile in each slot; 0: none
    ("left", np.int8, (LINES,)),  # the slots with tiles run from here
    ("right", np.int8, (LINES,)),  # to just before here
    ("bag", np.int8, (KINDS,)),  # path tiles in the bag, by kind
    ("bag_size", np.int8),  # and all together
    ("box", np.int8, (STARTS,)),  # 1: this start tile has stayed out
    ("pile", np.int8, (COLORS,)),  # balloon tiles gone from the top of each pile
    ("chimeras_left", np.int8, (2,)),  # small ones, large ones
    ("hand", np.int8),  # the tile that was taken or drawn and is still to be placed; 0: none
    ("owed", np.int8),  # extra tiles that are still to be drawn
    ("rounds_over", np.int8),  # also the seat that holds the Catrina (R10.3)
    ("seat", np.int8),  # whose turn it is
    ("seats", np.int8),
    ("base_link", np.int8),  # the option: 0 any_tile, 1 none
    ("phase", np.int8),
)

SPARE = -np.dtype(list(FIELDS)).itemsize % 8
STATE = layout(*FIELDS, *([("spare", np.int8, (SPARE,))] if SPARE else []))
BLANK = new(STATE)  # nothing on the table is ever hidden (R1.7): what lies in the bag is known, and its order is drawn when it is needed
