"""What people read in a game of Hands."""

from typing import Any

from ludotheque.core.words import Sentence, Words
from tests.hands.notation import cards, setup_of
from tests.hands.parts import CARDS
from tests.hands.rules import Event, Refusal

REFUSALS = {
    Refusal.GAME_OVER: Sentence("The game is over.", "R3.1"),
    Refusal.NOT_YOUR_TURN: Sentence("It is not your turn.", "R2.1"),
    Refusal.NOT_THERE: Sentence("You do not hold that card.", "R2.2"),
    Refusal.UNREADABLE: Sentence("Write play or bury and a card, such as bury c.", "R2.2"),
}


def board(words: Words, view: Any, seat: int) -> str:
    return f"{cards(view.pile)} {setup_of(view)}"


def prompt(words: Words, view: Any, seat: int) -> str:
    return "Put a card down."


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    """What an action did; a card that is buried is not named (R4.1)."""
    return "\n".join(
        f"{words.seat(who)} buries a card." if code == Event.BURIED else f"{words.seat(who)} plays {CARDS[card]}."
        for code, who, card, _, _ in rows
    )
