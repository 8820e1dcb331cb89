"""The words of a record of Counting."""

from collections.abc import Mapping
from typing import Any

from counting.parts import ACTIONS
from counting.rules import Refusal
from ludotheque.core.constants import NONE
from ludotheque.core.game import Parsed


def text(state: Any, seat: int, action: int) -> str:
    return ACTIONS.text(action)


def parse(state: Any, seat: int, text: str) -> Parsed:
    number = ACTIONS.find(text)
    return Parsed(NONE, Refusal.UNREADABLE) if number is None else Parsed(number)


def setup_of(state: Any) -> dict[str, Any]:
    return {}


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    """There is nothing to deal."""


def chance_text(kind: int, outcome: int) -> str:
    return ""


def parse_chance(text: str) -> tuple[int, int] | None:
    return None
