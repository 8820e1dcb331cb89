"""The state of a game of Méandres."""

from enum import IntEnum

import numpy as np

from ludotheque.core.layout import GENERATOR_FIELDS, layout, new
from ludotheque.games.meandres.components import COLORS, DANCES, DREAMS, LEGENDS, ROW, SEA, SEATS, TILES


class Phase(IntEnum):
    ENTER = 0  # a fiend enters the board
    BEFORE = 1  # a power, or the choice of a dance
    STEP = 2  # one step of the dance
    AGAIN = 3  # the White Lady: another card, or invoke
    LEAP = 4  # Jack O'Lantern's second spawn of a leap, or Báthory's fourth on a dream
    SPAWN = 5  # which eligible dreams receive a spawn
    BONUS = 6  # the bonus of an infernal dance, or none
    BABA = 7  # Baba Yaga: a step aside, or stay
    LEGEND = 8  # which legend is taken
    COLOR = 9  # the influence of a legend that lets its holder choose
    EXTEND = 10  # a tile is laid
    OVER = 11


class Part(IntEnum):
    """What follows automatically after an action, in this order.

    `rules/turn.py` goes on from part to part until someone has to decide.
    """

    NOTHING = 0  # someone has to decide
    LEAPS = 1
    INVOCATION = 2
    BONUS = 3
    BABA = 4
    INFLUENCE = 5
    EXTENSION = 6
    ROW = 7  # part E, the end of the turn


# Dreams are numbered in the order in which they were created; there are `dreams` of them. Masks
# have one bit for each dream.
STATE = layout(
    ("sea", np.int64, (SEA,)),  # where dreams lie, one bit per cell: bit q of row r, both modulo the width of the torus
    ("rows", np.int64),  # the rows of the sea with a dream, one bit each
    ("discards", np.int64),  # dances on the face-up discard pile, one bit each
    *GENERATOR_FIELDS,
    ("near", np.int32, (DREAMS,)),  # mask of the dreams adjacent to each dream
    ("shows", np.int32, (COLORS + 1,)),  # mask of the dreams that show each colour; the last is forgotten
    ("hazy", np.int32),  # mask of the dreams whose visible tile is hazy
    ("grey", np.int32),  # tiles that lie grey side up, one bit per tile
    ("thrown", np.int32),  # tiles removed from the game, one bit per tile
    ("open", np.int16),  # face-up legends, one bit each
    ("gone", np.int16),  # legends removed from the game, one bit each
    ("q", np.int8, (DREAMS,)),  # actual coordinates of each dream
    ("r", np.int8, (DREAMS,)),
    ("top", np.int8, (DREAMS,)),  # the visible tile of each dream
    ("levels", np.int8, (DREAMS,)),  # how many tiles it has
    ("below", np.int8, (TILES,)),  # the tile under each tile; NONE: none, or the tile is not on the board
    ("spawn", np.int8, (SEATS, DREAMS)),  # spawn of each seat on each dream
    ("deck", np.int8, (DANCES,)),  # 1: the dance is in the deck, which has no order until a card is drawn
    ("legend_deck", np.int8, (LEGENDS,)),  # 1: the legend is in the legend deck
    ("left", np.int8, (COLORS,)),  # tiles left in each pile
    ("row", np.int8, (ROW,)),  # the face-up dances, outwards from the deck; NONE: danced or discarded in this turn
    ("fiend", np.int8, (SEATS,)),  # the dream on which each fiend stands; NONE: beside the board
    ("influence", np.int8, (SEATS,)),  # each seat's colour
    ("marker", np.int8, (SEATS,)),  # its space on the influence track
    ("legend", np.int8, (SEATS,)),  # its legend; NONE: none
    ("supply", np.int8, (SEATS,)),  # its spawn not in use
    ("mark", np.int8, (SEATS,)),  # 1: one of its spawn marks the colour of its legend
    ("leap", np.int8, (2 * (SEATS - 1),)),  # seats whose fiends were crossed in this turn, in order
    ("leaps", np.int8),  # how many of them there are
    ("leaps_done", np.int8),  # how many of them are resolved
    ("leaps_before", np.int8),  # how many came from the turn's first dance, during the second
    ("card", np.int8),  # the dance being danced, DESPAIR, or NONE
    ("is_reversed", np.int8),  # 1: from right to left
    ("is_second", np.int8),  # 1: it is the second dance of the turn
    ("step", np.int8),  # how many of its steps are done
    ("start", np.int8),  # the dream where it began; NONE: nothing is being danced
    ("first", np.int8),  # the dream of its first step
    ("is_used", np.int8),  # 1: a power has been used this turn
    ("is_last", np.int8),  # 1: this is the extra round
    ("dreams", np.int8),  # how many dreams there are
    ("figure", np.int8, (SEATS,)),  # which of the four fiends each seat has; it does not affect the rules
    ("seats", np.int8),
    ("seat", np.int8),  # whose turn it is
    ("length", np.int8),  # the options: 0 short, 1 long
    ("ending", np.int8),  # 0 finish_round, 1 extra_round
    ("phase", np.int8),
    ("part", np.int8),  # what follows automatically; always NOTHING between two actions
    ("spare", np.int8, (3,)),
)

BLANK = new(STATE)  # nothing is hidden, since the decks have no order
