"""The words of a record of Matches."""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.game import Parsed
from tests.matches.parts import ACTIONS
from tests.matches.rules import Chance, Refusal


def text(state: Any, seat: int, action: int) -> str:
    return ACTIONS.text(action)


def parse(state: Any, seat: int, text: str) -> Parsed:
    number = ACTIONS.find(text)
    return Parsed(NONE, Refusal.UNREADABLE) if number is None else Parsed(number)


def setup_of(state: Any) -> dict[str, Any]:
    return {"pile": int(state.pile)}


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    state.pile = setup["pile"]


def chance_text(kind: int, outcome: int) -> str:
    return f"pile {outcome + 1}"


def parse_chance(text: str) -> tuple[int, int] | None:
    return (int(Chance.PILE), int(text.split()[1]) - 1)
