"""The codes of the rules: refusals, chance events, and events of the story."""

from enum import IntEnum


class Refusal(IntEnum):
    LEGAL = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NOT_NOW = 3
    NO_DREAM = 4
    NOT_PERIPHERAL = 5
    FIEND_THERE = 6
    NOT_IN_ROW = 7
    NO_PATH = 8
    CANNOT_REVERSE = 9
    SAME_REVERSED = 10
    NO_DESPAIR = 11
    NO_REST = 12
    NO_POWER = 13
    POWER_USED = 14
    SAME_COLOR = 15
    NO_OWN_SPAWN = 16
    NOT_ADJACENT = 17
    FULL = 18
    NOT_AT_EDGE = 19
    LINK = 20
    SAME_PLACE = 21
    TOUCHES_NOTHING = 22
    NO_OTHER_FIEND = 23
    NOT_FITTING = 24
    ENDS_AT_START = 25
    ENDS_ON_FIEND = 26
    DEAD_END = 27
    NOT_ELIGIBLE = 28
    TOO_FEW = 29
    BABA_FIEND = 30
    NOT_OPEN = 31
    NO_LEGEND_DECK = 32
    FORBIDDEN_PILE = 33
    EMPTY_PILE = 34
    COLOR_SIDE_ONLY = 35
    NOT_HAZY = 36
    NO_SHORE = 37
    UNREADABLE = 38
    TOO_MANY = 39
    LEAP_IS_DUE = 40
    ONE_LEAP_SPAWN = 41
    NOT_LEAP_DREAM = 42
    NOT_BONUS_DREAM = 43


class Chance(IntEnum):
    INFLUENCE = 0
    DANCE = 1
    LEGEND = 2


class Event(IntEnum):
    """The kinds of rows in the story; the columns are seat, what, where, amount."""

    ENTERED = 0  # where: dream
    DANCES = 1  # what: card, amount: 1 reversed
    DESPAIRS = 2  # what: card discarded
    RESTS = 3  # what: card discarded
    STEPPED = 4  # where: dream, amount: which step
    CHANGED = 5  # what: colour
    MOVED_SPAWN = 6  # what: dream it left, where: dream
    MOVED_DREAM = 7  # where: dream
    SWAPPED = 8  # what: the other seat
    LEAPT = 9  # where: dream, amount: spawn
    INVOKED = 10  # where: dream
    BONUS = 11  # where: dream
    STEPPED_ASIDE = 12  # where: dream
    GAINED = 13  # amount: space of the track
    TOOK = 14  # what: legend, amount: 1 from the deck
    CHOSE = 15  # what: colour
    LAID = 16  # what: tile, where: dream, amount: 1 grey
    THREW = 17  # what: tile
    DREW = 18  # what: card
    ENDED = 19
    DECLINED = 20  # what: the phase in which the player placed no spawn
