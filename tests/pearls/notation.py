"""The words of a record of Pearls."""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Parsed
from tests.pearls.parts import ACTIONS, CARDS
from tests.pearls.rules import Chance, Refusal


def text(state: Any, seat: int, action: int) -> str:
    return ACTIONS.text(action)


def parse(state: Any, seat: int, text: str) -> Parsed:
    number = ACTIONS.find(text)
    return Parsed(NONE, Refusal.UNREADABLE) if number is None else Parsed(number)


def setup_of(state: Any) -> dict[str, Any]:
    return {"row": [int(pearl) + 1 for pearl in state.row[: state.cards]]}


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    """Lay a recorded row out."""
    if set(setup) != {"row"} or sorted(setup["row"]) != list(range(1, int(state.cards) + 1)):
        raise LudothequeError(f"setup must have a row of the pearls 1 to {state.cards}, not {dict(setup)!r}")
    state.row[: state.cards] = [pearl - 1 for pearl in setup["row"]]


def chance_text(kind: int, outcome: int) -> str:
    return f"pearl {outcome + 1}"


def parse_chance(text: str) -> tuple[int, int] | None:
    word, _, pearl = text.partition(" ")
    known = [str(one) for one in range(1, CARDS + 1)]
    return (int(Chance.PEARL), known.index(pearl)) if word == "pearl" and pearl in known else None
