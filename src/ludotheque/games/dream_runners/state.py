"""What lies on the table in a game of Dream Runners."""

from enum import IntEnum

import numpy as np

from ludotheque.core.constants import NONE
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new
from ludotheque.games.dream_runners.components import COLORS, MAX_ELEMENTS, ROUNDS, SEATS, SEGMENTS


class Phase(IntEnum):
    COMPOSE = 0  # I: seats lay segments
    PICK = 1  # II: a seat takes an element of a confluence
    COLOR = 2  # a seat names the colour of a joker
    OPEN = 3  # a seat opens a chest or keeps its keys
    LOSE = 4  # a seat chooses what the bat takes
    BUY = 5  # III: a seat buys a segment
    CALM = 6  # a seat buys calm
    OVER = 7
    RESOLVE = 8  # between two questions: nobody is asked, the rules go on by themselves


class Stage(IntEnum):
    """R6 How far the resolving has come."""

    SHARE = 0
    LOSS = 1
    COLLECT = 2
    OPENING = 3
    CONTENTS = 4
    OPENING_AGAIN = 5
    CONTENTS_AGAIN = 6
    LATE_LOSS = 7
    BATS = 8
    NEXT_SEAT = 9


STATE = layout(
    ("owned", np.int64, (SEATS,)),  # the segments of each seat, a bit each
    ("laid", np.int64, (SEATS,)),  # those of them that lie on its canvas; 0 where it may not be seen
    ("canvas", np.int64, (SEATS,)),  # the cells that they cover, a bit each; 0 where it may not be seen
    ("stacks", np.int64),  # neutral segments that were never turned up
    ("market", np.int64),  # segments that can be bought, at most one of each shape
    ("gone", np.int64),  # segments out of the game
    *GENERATOR_FIELDS,
    ("chests", np.int32),  # chests that were never turned up, a bit each
    ("coins", np.int16, (SEATS,)),
    ("fights", np.int16, (SEATS,)),  # frame cells where the seat has F or B, a bit each; 0 where it may not be seen
    ("collects", np.int16, (SEATS,)),  # … C, B or D
    ("doubles", np.int16, (SEATS,)),  # … D
    ("lies", np.int8, (SEGMENTS,)),  # how each laid segment lies: the number of its placement; NONE: not laid, or not to be seen
    ("dreams", np.int8, (ROUNDS,)),  # the tile of each round; NONE: not to be seen
    ("symbols", np.int8, (SEATS,)),  # collect symbols on the canvas, also outside the frame
    ("laid_count", np.int8, (SEATS,)),  # how many segments lie on it
    ("calm", np.int8, (SEATS,)),  # position on the calm track
    ("star", np.int8, (SEATS,)),  # position on the star track
    ("keys", np.int8, (SEATS,)),
    ("old_keys", np.int8, (SEATS,)),  # keys when the round began (R6.6)
    ("fragments", np.int8, (SEATS, COLORS)),
    ("woke", np.int8, (SEATS,)),  # the round in which the seat woke up; 0: it is asleep
    ("took", np.int8, (SEATS,)),  # elements of the confluence that the seat took, a bit each
    ("named", np.int8, (MAX_ELEMENTS,)),  # the colours of its jokers, as far as they were taken; NONE: none
    ("left", np.int8),  # elements of the confluence that are left, a bit each
    ("chest", np.int8),  # the chest turned up in this round; NONE: none
    ("done", np.int8),  # bit s: seat s has said `done`
    ("first", np.int8),  # the first dreamer; NONE: not known yet
    ("opener", np.int8),  # who opened the round
    ("seat", np.int8),  # who is asked or resolves; NONE: several seats at once
    ("stage", np.int8),  # of the resolving
    ("cell", np.int8),  # … the frame cell it has come to
    ("element", np.int8),  # … the element there
    ("late", np.int8),  # … the loss that waits (R6.4)
    ("round_now", np.int8),  # 1 to 8
    ("seats", np.int8),
    ("pace", np.int8),  # the option: 0 calm, 1 sand
    ("deck", np.int8),  # the option dreams: 0 all, 1 beginner
    ("phase", np.int8),
    ("spare", np.int8, (3,)),
)

BLANK = new(STATE)
for _field in ("dreams", "lies", "named", "chest", "first", "seat"):
    BLANK[_field] = NONE
