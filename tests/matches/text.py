"""What people read in a game of Matches."""

from typing import Any

from ludotheque.core.words import Sentence, Words
from tests.matches.rules import Refusal

REFUSALS = {
    Refusal.GAME_OVER: Sentence("The game is over.", "R3.1"),
    Refusal.NOT_YOUR_TURN: Sentence("It is not your turn.", "R2.1"),
    Refusal.TOO_MANY: Sentence("There are not so many matches left.", "R2.2"),
    Refusal.UNREADABLE: Sentence("Write take and a number, such as take 2.", "R2.2"),
}


def board(words: Words, view: Any, seat: int) -> str:
    return f"{view.pile} matches"


def prompt(words: Words, view: Any, seat: int) -> str:
    return "Take one, two or three."


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    return f"{words.seat(seat)} takes {action + 1}."
