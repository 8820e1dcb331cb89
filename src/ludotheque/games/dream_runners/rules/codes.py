"""The words of the rules as numbers: why something is refused, what chance decides, what happened."""

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
    OPENER = 4  # these two are told in the setup only
    SET = 5


class Event(IntEnum):
    """Rows of the story: what, seat, and the numbers named here."""

    LAID = 0  # what: segment, where: its placement (both NONE where it is secret), amount: how many lie there now
    DONE = 1
    SAND = 2
    FIRST = 3  # amount: coins for it; 0: the title was passed on
    MISSING = 4  # amount: calm that cells left uncovered cost
    BEYOND = 5  # amount: calm that cells outside the frame cost
    SCARED = 6  # where: cell, amount: calm that a nightmare, spider or octopus costs
    CALM_LOST = 7  # amount: all of it
    GAINED = 8  # what: element, where: cell or NONE (chest), amount: how often
    STAR = 9  # amount: the new position
    CHEST = 10  # what: the chest that is turned up
    OPENED = 11  # amount: keys paid
    KEPT = 12  # where: cell. The keys were kept, or did not suffice (amount: keys short)
    BAT = 13  # what: segment that the bat took, where: cell
    WOKE = 14
    BOUGHT = 15  # what: segment, amount: coins paid
    TURNED_UP = 16  # what: segment now in the market
    CALMED = 17  # amount: steps bought
    ROUND = 18  # what: dream tile, amount: round
    ENDED = 19
    SHOWN = 20  # what: segment, where: its placement. In the calm pace, when all are done
