"""Tideline in records: texts for actions, the setup and chance."""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Parsed

from .parts import ACTIONS, OF_EACH, SHELLS, WORTHS
from .rules import Refusal


def text(state: Any, seat: int, action: int) -> str:
    return ACTIONS.text(action)


def parse(state: Any, seat: int, text: str) -> Parsed:
    number = ACTIONS.find(text)
    return Parsed(NONE, Refusal.UNREADABLE) if number is None else Parsed(number)


def setup_of(state: Any) -> dict[str, Any]:
    return {"row": [worth + 1 for worth in state.row.tolist()]}


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    row = setup["row"]
    left = [OF_EACH - row.count(worth + 1) for worth in range(WORTHS)]
    if len(setup) > 1 or len(row) != SHELLS or min(left) < 0 or sum(left) != OF_EACH * WORTHS - SHELLS:
        raise LudothequeError(
            f"setup must be a row of {SHELLS} shells from the bag and nothing else, not {dict(setup)!r}"
        )
    state.row[:], state.bag[:] = [worth - 1 for worth in row], left


def chance_text(kind: int, outcome: int) -> str:
    return f"shell {outcome + 1}"


def parse_chance(text: str) -> tuple[int, int] | None:
    return None  # chance decides nothing after the setup
