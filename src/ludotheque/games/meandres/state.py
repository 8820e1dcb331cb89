"""What lies on the table in a game of Méandres."""

from enum import IntEnum

import numpy as np

from ludotheque.core.layout import GENERATOR_FIELDS, layout, new
from ludotheque.games.meandres.components import COLORS, DANCES, DREAMS, LEGENDS, ROW, SEA, SEATS, TILES


class Phase(IntEnum):
    ENTER = 0  # a fiend comes onto the board
    BEFORE = 1  # a power, or the choice of a dance
    STEP = 2  # one step of the dance
    AGAIN = 3  # the White Lady: another card, or invoke
    SPAWN = 4  # which eligible dreams get a spawn
    BABA = 5  # Baba Yaga: a step aside, or stay
    LEGEND = 6  # which legend is taken
    COLOR = 7  # the influence of a legend that lets its holder choose
    EXTEND = 8  # a tile is laid
    OVER = 9


# A dream has a number, the order in which the dreams came to be: `dreams` of them are there. Masks have one bit for each.
STATE = layout(
    ("sea", np.int64, (SEA,)),  # where dreams lie, a bit a cell: bit q of row r, both counted around the torus
    ("discards", np.int64),  # dances on the open discard pile, a bit each
    *GENERATOR_FIELDS,
    ("near", np.int32, (DREAMS,)),  # mask of the dreams adjacent to each dream
    ("shows", np.int32, (COLORS + 1,)),  # mask of the dreams that show each colour; the last is forgotten
    ("hazy", np.int32),  # mask of the dreams whose visible tile is hazy
    ("grey", np.int32),  # tiles that lie grey side up, a bit a tile
    ("thrown", np.int32),  # tiles thrown out of the game, a bit a tile
    ("open", np.int16),  # legends that lie open, a bit each
    ("gone", np.int16),  # legends that have left the game, a bit each
    ("q", np.int8, (DREAMS,)),  # true coordinates of each dream
    ("r", np.int8, (DREAMS,)),
    ("top", np.int8, (DREAMS,)),  # the visible tile of each dream
    ("levels", np.int8, (DREAMS,)),  # how many tiles it has
    ("below", np.int8, (TILES,)),  # the tile under each tile; NONE: none, or the tile is not on the board
    ("spawn", np.int8, (SEATS, DREAMS)),  # spawn of each seat on each dream
    ("deck", np.int8, (DANCES,)),  # 1: the dance is in the deck; its order does not exist before it is drawn
    ("legend_deck", np.int8, (LEGENDS,)),  # 1: the legend is in the legend deck
    ("left", np.int8, (COLORS,)),  # tiles left in each pile
    ("row", np.int8, (ROW,)),  # the open dances from the deck outwards; NONE: danced or thrown away in this turn
    ("fiend", np.int8, (SEATS,)),  # the dream on which each fiend stands; NONE: beside the board
    ("influence", np.int8, (SEATS,)),  # each seat's colour
    ("marker", np.int8, (SEATS,)),  # its space on the influence track
    ("legend", np.int8, (SEATS,)),  # its legend; NONE: none
    ("supply", np.int8, (SEATS,)),  # its spawn not in use
    ("mark", np.int8, (SEATS,)),  # 1: one of its spawn marks the colour of its legend
    ("leap", np.int8, (2 * (SEATS - 1),)),  # seats whose fiends were crossed in this turn, in order
    ("leaps", np.int8),  # how many of them
    ("leaps_before", np.int8),  # … in the turn's first dance, while the second is danced
    ("card", np.int8),  # the dance being danced, DESPAIR, or NONE
    ("is_reversed", np.int8),  # 1: from right to left
    ("is_second", np.int8),  # 1: it is the second dance of the turn
    ("step", np.int8),  # how many of its steps are done
    ("start", np.int8),  # the dream where it began; NONE: nothing is being danced
    ("first", np.int8),  # the dream of its first step
    ("is_used", np.int8),  # 1: the power of this turn is used
    ("is_last", np.int8),  # 1: this is the extra round
    ("dreams", np.int8),  # how many dreams there are
    ("seats", np.int8),
    ("seat", np.int8),  # whose turn it is
    ("length", np.int8),  # the options: 0 short, 1 long
    ("ending", np.int8),  # 0 finish_round, 1 extra_round
    ("phase", np.int8),
    ("spare", np.int8, (9,)),
)

BLANK = new(STATE)  # nothing is hidden: the decks have no order
