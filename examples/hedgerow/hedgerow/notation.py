"""Hedgerow's side of a record."""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Parsed

from .parts import ACTIONS, ALL, CARD_NAMES, CARDS, DECK, HAND
from .rules import Chance, Refusal

HIDDEN = "?"
CHANCES = {f"{kind.name.lower()} {name}": (int(kind), card) for kind in Chance for card, name in enumerate(CARD_NAMES)}


def text(state: Any, seat: int, action: int) -> str:
    return ACTIONS.text(action)


def parse(state: Any, seat: int, text: str) -> Parsed:
    number = ACTIONS.find(text)
    return Parsed(NONE, Refusal.UNREADABLE) if number is None else Parsed(number)


def setup_of(state: Any) -> dict[str, Any]:
    """The first deal: a hand that is not seen is `?`."""
    hands = [cards_in(int(state.hand[seat])) for seat in range(state.seats)]
    return {"hands": hands, "hedge": None if state.hedge == NONE else CARD_NAMES[state.hedge]}


def cards_in(mask: int) -> str:
    """Cards as a record writes them: `b1 b7 r3`."""
    return HIDDEN if mask == NONE else " ".join(CARD_NAMES[card] for card in range(CARDS) if mask >> card & 1)


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    """Lay a recorded deal out. Cards of a hand that is not shown stay in the deck."""
    if set(setup) != {"hands", "hedge"} or not isinstance(setup["hands"], list):
        raise LudothequeError("setup must have the keys hands and hedge and no others, not {found}", found=dict(setup))
    hands = [read_hand(hand) for hand in setup["hands"]]
    if len(hands) != state.seats:
        raise LudothequeError("setup.hands must have a hand for each of {seats} seats", seats=int(state.seats))
    hedge = NONE if setup["hedge"] is None else read_card(setup["hedge"])
    if (hedge == NONE) != bool(state.tame):
        raise LudothequeError("setup.hedge must be a card, or null where there is no hedge (R1.3)")
    deck = ALL
    for cards in [hand for hand in hands if hand != NONE] + [1 << hedge for _ in range(hedge != NONE)]:
        if cards & ~deck:
            raise LudothequeError("setup: no card is dealt twice (R1.2)")
        deck &= ~cards
    state.hand[: state.seats], state.hedge, state.hand[DECK] = hands, hedge, deck


def read_hand(hand: Any) -> int:
    """The cards of a hand as a mask, NONE for a hand that is not shown."""
    if hand == HIDDEN:
        return NONE
    cards = {read_card(name) for name in hand.split()} if isinstance(hand, str) else set()
    if len(cards) != HAND:
        raise LudothequeError("setup.hands must have {count} cards each, not {hand!r}", count=HAND, hand=hand)
    return sum(1 << card for card in cards)


def read_card(name: Any) -> int:
    if name not in CARD_NAMES:
        raise LudothequeError("no card is called {name!r}", name=name)
    return CARD_NAMES.index(name)


def chance_text(kind: int, outcome: int) -> str:
    return f"{Chance(kind).name.lower()} {CARD_NAMES[outcome]}"


def parse_chance(text: str) -> tuple[int, int] | None:
    return CHANCES.get(text)
