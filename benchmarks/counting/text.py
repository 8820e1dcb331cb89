"""What people read in a game of Counting."""

from typing import Any

from counting.rules import Refusal
from ludotheque.core.words import Sentence, Words

REFUSALS = {
    Refusal.GAME_OVER: Sentence("The game is over.", "R3.1"),
    Refusal.NOT_YOUR_TURN: Sentence("It is not your turn.", "R2.1"),
    Refusal.UNREADABLE: Sentence("Write more.", "R2.2"),
}


def board(words: Words, view: Any, seat: int) -> str:
    return str(view.count)


def prompt(words: Words, view: Any, seat: int) -> str:
    return "Add one."


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    return f"{words.seat(seat)} counts to {rows[0][4]}."
