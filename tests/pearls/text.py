"""What people read in a game of Pearls."""

from typing import Any

from ludotheque.core.words import Sentence, Words
from tests.pearls.notation import setup_of
from tests.pearls.rules import Event, Refusal

REFUSALS = {
    Refusal.GAME_OVER: Sentence("The game is over.", "R3.1"),
    Refusal.NOT_YOUR_TURN: Sentence("You have chosen already.", "R2.1"),
    Refusal.NOT_THERE: Sentence("You do not hold that card any more.", "R2.1"),
    Refusal.UNREADABLE: Sentence("Write bid and a card, such as bid 3.", "R2.1"),
}
EVENTS: dict[int, str] = {
    Event.CHOSE: "{seat} has chosen.",
    Event.BID: "{seat} bids {card}.",
    Event.WON: "{seat} takes the pearl worth {amount}.",
    Event.LOST: "Nobody takes the pearl worth {amount}.",
}


def board(words: Words, view: Any, seat: int) -> str:
    return f"{setup_of(view)} round {view.round_now} scores {view.score[: view.seats].tolist()}"


def prompt(words: Words, view: Any, seat: int) -> str:
    return "Bid a card."


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    """What an action did; the card itself is not told before all have chosen (R4.1)."""
    return "\n".join(
        words(EVENTS[code], seat=words.seat(who), card=what + 1, amount=amount) for code, who, what, _, amount in rows
    )
