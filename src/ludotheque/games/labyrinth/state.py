"""The state of a game of Master Labyrinth."""

from enum import IntEnum

import numpy as np

from ludotheque.core.constants import NONE
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new
from ludotheque.games.labyrinth.components import CELLS, SEATS


class Phase(IntEnum):
    SHIFT = 0  # the active seat pushes the spare in, or asks for advice
    ANSWER = 1  # another seat tips or declines
    MOVE = 2  # the active seat moves its pawn or stays
    WAND = 3  # the active seat spends a wand or ends its turn
    OVER = 4


STATE = layout(
    ("open", np.int64, (4,)),  # the maze: the cells whose tile is open to the north, east, south, west
    *GENERATOR_FIELDS,
    ("dry", np.int32),  # actions in a row without a token (R9.2)
    ("held", np.int32, (SEATS,)),  # the tokens each seat holds, one bit each
    ("drought", np.int16),  # the option: how many dry actions end the game; 0: never
    ("token", np.int8, (CELLS,)),  # the token on each cell; NONE: none
    ("tile", np.int8, (CELLS,)),  # the number of the loose tile on each cell; NONE: a glued one
    ("pawn", np.int8, (SEATS,)),  # the cell of each seat's pawn; NONE: no such seat
    ("color", np.int8, (SEATS,)),  # which of the four pawns it is; NONE: no such seat
    ("wands", np.int8, (SEATS,)),  # wands each seat has left
    ("card", np.int8, (SEATS,)),  # each seat's formula card; NONE: no such seat, or hidden
    ("goal", np.int8),  # the lowest token on the board
    ("goal_cell", np.int8),  # its cell; NONE: all tokens are taken
    ("spare", np.int8),  # the look of the tile outside the maze, as it came out
    ("spare_tile", np.int8),  # the number of that tile
    ("forbidden", np.int8),  # the slot where it came out (R3.4); NONE: before the first shift
    ("seats", np.int8),
    ("seat", np.int8),  # the active seat
    ("phase", np.int8),
    ("spent", np.int8),  # 1: a wand was spent in this turn
    ("advice", np.int8),  # the option: 0 off, 1 on
    ("asked", np.int8),  # 1: advice was asked for in this action
    ("price", np.int8),  # what was offered for it: a token, TOKENS for a wand; NONE: nothing
    ("adviser", np.int8),  # the seat that answers now, or gave the tip; NONE: nobody
    ("tip", np.int8),  # the shift that was shown: LOOKS × slot + look; NONE: none
    # the seat whose pawn has moved since the last shift; NONE: nobody. It has no effect on play,
    # but pictures show the path taken
    ("walker", np.int8),
    ("origin", np.int8),  # the cell it came from
    ("empty", np.int8, (4,)),  # pads the record to a multiple of 8 bytes
)

BLANK = new(STATE)
BLANK.card[:] = NONE
