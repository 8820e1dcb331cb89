"""The codes of the rules: refusals, chance events, and events of the story."""

from enum import IntEnum


class Refusal(IntEnum):
    LEGAL = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NO_PASSING = 3
    MUST_SHIFT = 4
    MUST_MOVE = 5
    MUST_END = 6
    NO_SLOT = 7
    OTHER_SHAPE = 8
    FORBIDDEN_SLOT = 9
    NO_CELL = 10
    OUT_OF_REACH = 11
    SAME_CELL = 12
    TOO_EARLY = 13
    NO_ADVICE = 14
    ASKED = 15
    NOT_HELD = 16
    MUST_ANSWER = 17
    NOT_ASKED = 18
    UNREADABLE = 19


class Chance(IntEnum):
    SHAPE = 0
    TURN = 1
    TOKEN = 2
    CARD = 3


class Event(IntEnum):
    ASKED = 0  # seat, price
    TIPPED = 1  # seat, look, slot
    DECLINED = 2  # seat
    UNANSWERED = 3
    SHIFTED = 4  # seat, look, slot
    PAWN_OVER = 5  # seat, -, cell
    TOKEN_OVER = 6  # -, token, cell
    PAID = 7  # seat, price, to whom
    MOVED = 8  # seat, from, to
    STAYED = 9  # seat
    TOOK = 10  # seat, token, cell
    SPENT = 11  # seat, -, -, wands left
    PASSED = 12  # seat
    ENDED = 13  # -, -, -, dry actions
