"""The box, the table and the actions of Hedgerow."""

from enum import IntEnum
from pathlib import Path

import numpy as np

from ludotheque.core.actions import Actions, Kind
from ludotheque.core.components import Components
from ludotheque.core.constants import NONE
from ludotheque.core.layout import GENERATOR_FIELDS, layout, new

COMPONENTS = Components("hedgerow", Path(__file__).parent)
COMPONENTS.require(COMPONENTS.seats == range(3, 5), "seats", "must be 3 or 4")

SEATS = 4
DECK = SEATS  # the row of `hand` for the cards that were not dealt
SUIT_NAMES: tuple[str, ...] = tuple(COMPONENTS["cards.suits"])
SUITS, HIGHEST, HAND = len(SUIT_NAMES), int(COMPONENTS["cards.highest"]), int(COMPONENTS["cards.hand"])
CARDS = SUITS * HIGHEST  # card = HIGHEST × suit + number − 1
COMPONENTS.require(SEATS * HAND < CARDS < 63, "cards", "must be enough for four hands, and at most 62")
CARD_NAMES = tuple(f"{suit[0]}{number}" for suit in SUIT_NAMES for number in range(1, HIGHEST + 1))
ALL = (1 << CARDS) - 1
SUIT = (1 << HIGHEST) - 1  # the cards of the first suit
DEALS = (3, 5)  # R4.3 short and long


class Phase(IntEnum):
    PROMISE = 0
    PLAY = 1
    OVER = 2


# Cards that lie together are a mask, bit for bit: there is no order that could leak.
STATE = layout(
    ("hand", np.int64, (SEATS + 1,)),  # and last the deck; NONE: not to be seen, or no such seat
    ("gone", np.int64),  # in the tricks of this deal that have been taken
    *GENERATOR_FIELDS,
    ("trick", np.int8, (SEATS,)),  # the card that each seat has played to the trick; NONE: none yet
    ("held", np.int8, (SEATS,)),  # how many cards a hand has
    ("promise", np.int8, (SEATS,)),  # NONE: not made, or not to be seen
    ("taken", np.int8, (SEATS,)),  # tricks of this deal
    ("lacks", np.int8, (SEATS,)),  # suits that a seat has been seen not to hold, a bit each
    ("tricks", np.int8, (SEATS,)),  # of the whole game
    ("kept", np.int8, (SEATS,)),  # promises
    ("hedge", np.int8),  # the card that is turned up; NONE: there is no hedge
    ("lead", np.int8),  # who leads to this trick
    ("seat", np.int8),  # whose turn it is in a trick
    ("promised", np.int8),  # who has made a promise, a bit each
    ("deal", np.int8),  # counted from 0
    ("deals", np.int8),
    ("tame", np.int8),  # 1: without a hedge
    ("phase", np.int8),
    ("seats", np.int8),
    ("spare", np.int8, (7,)),
)
BLANK = new(STATE)
for _field in ("hand", "promise", "trick", "hedge"):
    BLANK[_field] = NONE

ACTIONS = Actions(Kind("promise", tricks=[str(tricks) for tricks in range(HAND + 1)]), Kind("play", card=CARD_NAMES))
ACTION_COUNT = ACTIONS.count
PLAY = ACTIONS.first["play"]  # a promise is its own number
