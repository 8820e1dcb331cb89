"""The state of a game of Dream Runners."""

from enum import IntEnum

import numpy as np

from ludotheque.core.constants import NONE
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new
from ludotheque.games.dream_runners.components import COLORS, MAX_ELEMENTS, ROUNDS, SEATS
from ludotheque.games.dream_runners.segments import SEGMENTS


class Phase(IntEnum):
    COMPOSE = 0  # I: seats lay segments
    PICK = 1  # II: a seat takes an element of a confluence
    COLOR = 2  # a seat names the colour of a joker
    OPEN = 3  # a seat opens a chest or keeps its keys
    LOSE = 4  # a seat chooses what the bat takes
    BUY = 5  # III: a seat buys a segment
    CALM = 6  # a seat buys calm
    OVER = 7
    RESOLVE = 8  # between two questions: nobody is asked, the rules proceed automatically


class Stage(IntEnum):
    """R6 The stages of resolving."""

    SHARE = 0
    COLLECT = 1
    OPENING = 2
    CONTENTS = 3
    OPENING_AGAIN = 4
    CONTENTS_AGAIN = 5
    SETTLE = 6
    BATS = 7
    NEXT_SEAT = 8


STATE = layout(
    ("owned", np.int64, (SEATS,)),  # the segments of each seat, one bit each
    # those of them laid this round, including outside the frame; 0 if hidden
    ("laid", np.int64, (SEATS,)),
    ("canvas", np.int64, (SEATS,)),  # the cells that they cover, one bit each; 0 if hidden
    ("stacks", np.int64),  # neutral segments that were never turned up
    ("market", np.int64),  # segments that can be bought, at most one of each shape
    ("gone", np.int64),  # segments out of the game
    *GENERATOR_FIELDS,
    ("chests", np.int32),  # chests that were never turned up, one bit each
    ("coins", np.int16, (SEATS,)),
    ("gained", np.int16, (SEATS,)),  # calm won this round, waiting to be settled (R6.4)
    ("fights", np.int16, (SEATS,)),  # frame cells where the seat has F or B, one bit each; 0 if hidden
    ("collects", np.int16, (SEATS,)),  # the same for C, B or D
    ("doubles", np.int16, (SEATS,)),  # the same for D
    # how each laid segment lies: the number of its placement, or OUTSIDE; NONE: not laid, or hidden
    ("lies", np.int8, (SEGMENTS,)),
    ("dreams", np.int8, (ROUNDS,)),  # the tile of each round; NONE: hidden
    # collect symbols in the composition, including outside the frame; 0 if hidden
    ("symbols", np.int8, (SEATS,)),
    ("beyond", np.int8, (SEATS,)),  # laid cells outside the frame; 0 if hidden
    ("laid_count", np.int8, (SEATS,)),  # how many segments were laid
    ("calm", np.int8, (SEATS,)),  # position on the calm track
    ("star", np.int8, (SEATS,)),  # position on the star track
    ("keys", np.int8, (SEATS,)),
    ("old_keys", np.int8, (SEATS,)),  # keys when the round began (R6.6)
    ("fragments", np.int8, (SEATS, COLORS)),
    ("woke", np.int8, (SEATS,)),  # the round in which the seat woke up; 0: it is asleep
    ("took", np.int8, (SEATS,)),  # elements of the confluence that the seat took, one bit each
    ("named", np.int8, (MAX_ELEMENTS,)),  # the colours of its jokers that were taken; NONE: none
    ("left", np.int8),  # elements of the confluence that are left, one bit each
    ("chest", np.int8),  # the chest turned up in this round; NONE: none
    ("done", np.int8),  # bit s: seat s has said `done`
    ("first", np.int8),  # the first dreamer; NONE: not known yet
    ("opener", np.int8),  # the opener of the round
    ("seat", np.int8),  # the seat that is asked or resolves; NONE: several seats at once
    ("stage", np.int8),  # the stage of resolving
    ("cell", np.int8),  # the frame cell being resolved
    ("element", np.int8),  # the element being resolved
    ("round_now", np.int8),  # 1 to 8
    ("seats", np.int8),
    ("pace", np.int8),  # the option: 0 calm, 1 sand
    ("deck", np.int8),  # the option dreams: 0 all, 1 beginner
    ("phase", np.int8),
)

BLANK = new(STATE)
for _field in ("dreams", "lies", "named", "chest", "first", "seat"):
    BLANK[_field] = NONE
