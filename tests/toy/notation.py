"""Flotsam's side of a record: the words for its actions, its setup and its chance."""

import re
from collections.abc import Mapping
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Parsed
from tests.toy.actions import ACTIONS, LAY, WAVE
from tests.toy.components import KIND_COUNT, KIND_NAMES, KINDS, LOST, SEA, WIDTH
from tests.toy.rules import Chance, Refusal, cell_of, offset

HIDDEN = "?"
NUMBER = "(0|-?[1-9][0-9]?)"
CHANCES = {
    f"{chance.name.lower()} {name}": (int(chance), kind) for chance in Chance for kind, name in enumerate(KIND_NAMES)
}


def spot(state: Any, cell: int) -> tuple[int, int]:
    """R3.3 Where a cell truly lies: x, y."""
    south, east = divmod(int(offset(state, cell)), WIDTH)
    return int(state.west) - 1 + east, int(state.north) - 1 + south


def text(state: Any, seat: int, action: int) -> str:
    cell = cell_of(state, action - LAY) if LAY <= action < WAVE else NONE
    return ACTIONS.text(action) if cell == NONE else "lay {},{}".format(*spot(state, cell))


def parse(state: Any, seat: int, text: str) -> Parsed:
    """A place has a number only in the state where it lies beside the raft; elsewhere we say what
    is wrong with it.
    """
    written = re.fullmatch(f"lay {NUMBER},{NUMBER}", text)
    if written is None:
        number = None if text.startswith("lay") else ACTIONS.find(text)
        return Parsed(NONE, Refusal.UNREADABLE) if number is None else Parsed(number)
    where = int(written[1]), int(written[2])
    for place in range(WAVE - LAY):
        cell = cell_of(state, place)
        if cell != NONE and spot(state, cell) == where:
            return Parsed(LAY + place)
    is_taken = any(spot(state, cell) == where for cell in range(SEA) if state.raft[cell] != NONE)
    return Parsed(NONE, Refusal.TAKEN if is_taken else Refusal.NOT_BESIDE)


def setup_of(state: Any) -> dict[str, Any]:
    """The deal of a game in which nobody has chosen yet."""
    lost = (
        [kind for kind in range(KINDS) for _ in range(state.lost[kind])]
        if state.lost[0] != NONE
        else [NONE] * LOST * int(state.storm)
    )
    kinds = {"cards": state.card[: state.seats], "lost": lost, "drawn": [state.raft[0], state.catch]}
    return {key: [HIDDEN if kind == NONE else KIND_NAMES[kind] for kind in row] for key, row in kinds.items()}


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    """Lay a recorded deal out on a state that was dealt for its seats and options: all but these
    fields is the same in every deal.
    """
    if set(setup) != {"cards", "lost", "drawn"}:
        raise LudothequeError(f"setup must have the keys cards, lost and drawn and no others, not {', '.join(setup)}")
    cards, lost, drawn = (
        read_kinds(setup, "cards", int(state.seats)),
        read_kinds(setup, "lost", LOST * int(state.storm)),
        read_kinds(setup, "drawn", 2),
    )
    box = [1 - cards.count(kind) for kind in range(KINDS)]
    # with what is lost and not shown
    bag = [int(KIND_COUNT[kind]) - lost.count(kind) - drawn.count(kind) for kind in range(KINDS)]
    if min(box) < 0:
        raise LudothequeError("setup.cards: no two seats have the same card (R1.3)")
    if min(bag) < 0 or NONE in drawn:
        raise LudothequeError("setup.drawn must name two pieces that are in the bag (R1.5)")
    state.card[: state.seats], state.box[:] = cards, NONE if NONE in cards else box
    state.lost[:] = NONE if NONE in lost else [lost.count(kind) for kind in range(KINDS)]
    state.raft[0], state.catch, state.bag[:] = *drawn, bag


def read_kinds(setup: Mapping[str, Any], key: str, count: int) -> list[int]:
    """The kinds that a row of the setup names, NONE for one that is not shown."""
    names = setup[key]
    if not isinstance(names, list) or len(names) != count or not all(name in (*KIND_NAMES, HIDDEN) for name in names):
        raise LudothequeError(f"setup.{key} must be a list of {count} kinds ({', '.join(KIND_NAMES)}), not {names!r}")
    return [NONE if name == HIDDEN else KIND_NAMES.index(name) for name in names]


def chance_text(kind: int, outcome: int) -> str:
    return next(text for text, chance in CHANCES.items() if chance == (kind, outcome))


def parse_chance(text: str) -> tuple[int, int] | None:
    return CHANCES.get(text)
