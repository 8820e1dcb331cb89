"""The words of a record of Hands."""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Parsed
from tests.hands.parts import ACTIONS, CARDS, COPIES, HAND, KINDS
from tests.hands.rules import Chance, Refusal

HIDDEN = "?"


def text(state: Any, seat: int, action: int) -> str:
    return ACTIONS.text(action)


def parse(state: Any, seat: int, text: str) -> Parsed:
    number = ACTIONS.find(text)
    return Parsed(NONE, Refusal.UNREADABLE) if number is None else Parsed(number)


def cards(counts: Any) -> str:
    """Return cards as letters, such as `aac`."""
    return HIDDEN if counts[0] == NONE else "".join(CARDS[card] * int(counts[card]) for card in range(KINDS))


def setup_of(state: Any) -> dict[str, Any]:
    return {"hands": [cards(state.hand[seat]) for seat in range(state.seats)]}


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    """Lay a recorded deal out; the deck holds what is in no hand that is shown."""
    hands = setup["hands"]
    shown = "".join(hand for hand in hands if hand != HIDDEN)
    deck = [COPIES - shown.count(card) for card in CARDS]
    if set(setup) != {"hands"} or len(hands) != state.seats or min(deck) < 0 or len(shown) % HAND:
        raise LudothequeError(f"setup must have a hand of {HAND} cards for each seat, not {dict(setup)!r}")
    for seat, hand in enumerate(hands):
        state.hand[seat] = NONE if hand == HIDDEN else [hand.count(card) for card in CARDS]
    state.deck[:] = deck


def chance_text(kind: int, outcome: int) -> str:
    return f"card {CARDS[outcome]}"


def parse_chance(text: str) -> tuple[int, int] | None:
    word, _, card = text.partition(" ")
    return (int(Chance.CARD), CARDS.index(card)) if word == "card" and card in tuple(CARDS) else None
