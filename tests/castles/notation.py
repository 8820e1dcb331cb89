"""Sandcastles' side of a record. Chance decides nothing here."""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.game import Parsed
from tests.castles.parts import ACTIONS
from tests.castles.rules import Refusal


def text(state: Any, seat: int, action: int) -> str:
    return ACTIONS.text(action)


def parse(state: Any, seat: int, text: str) -> Parsed:
    number = ACTIONS.find(text)
    return Parsed(NONE, Refusal.NOT_NOW) if number is None else Parsed(number)


def setup_of(state: Any) -> dict[str, Any]:
    return {}


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    """There is nothing to deal."""


def chance_text(kind: int, outcome: int) -> str:
    return f"{kind} {outcome}"


def parse_chance(text: str) -> tuple[int, int] | None:
    return None
