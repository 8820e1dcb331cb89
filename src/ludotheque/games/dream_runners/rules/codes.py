"""The codes of the rules: refusals, chance events, and events of the story."""

from enum import IntEnum


class Pace(IntEnum):
    CALM = 0
    SAND = 1


class Refusal(IntEnum):
    LEGAL = 0
    GAME_OVER = 1
    AWAKE = 2
    NOT_YOUR_TURN = 3
    IS_DONE = 4
    NOT_NOW = 5
    NOT_YOURS = 6
    LAID_ALREADY = 7
    OVERLAPS = 8
    OUTSIDE = 9
    NO_SUCH_SHAPE = 10
    SAME_TURNED = 11
    NOT_THERE = 12
    NOT_LEFT_OVER = 13
    NOT_FOR_SALE = 14
    TOO_MUCH_CALM = 15
    UNREADABLE = 16


class Chance(IntEnum):
    FIRST = 0  # a seat
    CHEST = 1
    SEGMENT = 2
    DREAM = 3
    OPENER = 4  # these two occur only in the setup
    SET = 5


class Event(IntEnum):
    """Rows of the story: what, seat, and the numbers given here."""

    LAID = 0  # amount: how many the seat has laid; the segment stays secret until the phase ends
    DONE = 1
    SAND = 2
    FIRST = 3  # amount: coins for it; 0: the title was passed on
    MISSING = 4  # amount: calm that cells left uncovered cost
    BEYOND = 5  # amount: calm that cells outside the frame cost
    SCARED = 6  # what: kind of cell, where: cell, amount: calm that a nightmare, spider or octopus costs
    SETTLED = 7  # what: calm won, where: calm lost, amount: the new position
    GAINED = 8  # what: element, where: cell or NONE (chest), amount: how often
    STAR = 9  # amount: the new position
    CHEST = 10  # what: the chest turned up
    OPENED = 11  # amount: keys paid
    KEPT = 12  # where: cell. The seat kept the keys, or had too few (amount: keys short)
    BAT = 13  # what: segment taken by the bat, where: cell
    WOKE = 14
    BOUGHT = 15  # what: segment, amount: coins paid
    TURNED_UP = 16  # what: segment now in the market
    CALMED = 17  # amount: steps bought
    ROUND = 18  # what: dream tile, amount: round
    ENDED = 19
    SHOWN = 20  # what: segment, where: its placement. Told when the phase ends
