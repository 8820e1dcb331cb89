"""Méandres' part of a record: cells by their actual coordinates, cards and legends by their
names.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Parsed
from ludotheque.core.words import N_
from ludotheque.games.meandres.actions import (
    ACTIONS,
    AGAIN,
    BABA,
    DANCE,
    ENTER,
    EXTEND,
    HERE,
    KRAMPUSES,
    OKIKUS,
    PLACES,
    SIDES,
    SPAWNS,
    STEP,
)
from ludotheque.games.meandres.components import (
    DANCES,
    FIENDS,
    HUES,
    LEGEND_NAMES,
    LEGENDS,
    OPEN_LEGENDS,
    ROW,
    SEA,
    SHORES,
    STEPS,
    TARGETS,
)
from ludotheque.games.meandres.rules.codes import Chance, Refusal
from ludotheque.games.meandres.state import Phase

Cell = tuple[int, int]
NUMBER = "(?:0|-?[1-9][0-9]?)"
CELL = re.compile(f"({NUMBER}),({NUMBER})")
CARD = re.compile("[1-9][0-9]?")
CHANCES = {f"dance {card + 1}": (int(Chance.DANCE), card) for card in range(DANCES)} | {
    f"legend {name}": (int(Chance.LEGEND), legend) for legend, name in enumerate(LEGEND_NAMES)
}


# Cells


@lru_cache(256)
def _cells(q: bytes, r: bytes) -> tuple[Cell, ...]:
    return tuple(
        (east - 256 if east > 127 else east, south - 256 if south > 127 else south)
        for east, south in zip(q, r, strict=True)
    )


def cells_of(state: Any) -> tuple[Cell, ...]:
    """Return the actual coordinates of every dream, by its number."""
    dreams = int(state["dreams"])
    return _cells(state["q"][:dreams].tobytes(), state["r"][:dreams].tobytes())


@lru_cache(256)
def shores_of(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """List the empty cells next to these dreams in the same order as the rules: row by row of the
    sea.
    """
    touched = {(q + east, r + south) for q, r in cells for east, south in STEPS} - set(cells)
    return tuple(sorted(touched, key=lambda cell: (cell[1] % SEA, cell[0] % SEA)))


def shores_without(cells: tuple[Cell, ...], dream: int) -> tuple[Cell, ...]:
    """List the shores of the board without one dream, including its own cell.

    Those are the cells to which Krampus can move it.
    """
    return shores_of(cells[:dream] + cells[dream + 1 :])


def cell_text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def around(state: Any, dream: int) -> list[int]:
    """List the dreams adjacent to a dream, in the order of their numbers."""
    mask = int(state["near"][dream])
    return [other for other in range(mask.bit_length()) if mask >> other & 1]


def asked_dream(state: Any) -> int:
    """Return the dream of the leap or bonus in question; NONE if there is neither."""
    if state["phase"] == Phase.LEAP:
        return int(state["fiend"][state["leap"][state["leaps_done"]]])
    if state["phase"] == Phase.BONUS:
        return int(state["first"] if state["is_reversed"] else state["fiend"][state["seat"]])
    return NONE


# Actions


def text(state: Any, seat: int, action: int) -> str:
    """Write an action as in a record; if a number has no meaning here, write the number itself."""
    kind, values = ACTIONS.parts(action)
    try:
        return _text(state, kind, values) or ACTIONS.text(action)
    except IndexError:
        return ACTIONS.text(action)


def _text(state: Any, kind: str, values: tuple[int, ...]) -> str | None:
    cells = cells_of(state)
    if kind in ("enter", "step", "baba"):
        return f"{kind} {cell_text(cells[values[0]])}"
    if kind in ("dance", "again"):
        return _dance_text(state, kind, *values)
    if kind == "okiku":
        return f"okiku {cell_text(cells[values[0]])} {cell_text(cells[around(state, values[0])[values[1]]])}"
    if kind == "krampus":
        return f"krampus {cell_text(cells[values[0]])} {cell_text(shores_without(cells, values[0])[values[1]])}"
    if kind == "spawn":
        return _spawn_text(state, cells, values[0])
    if kind == "extend":
        hue, side, place = values
        return (
            f"extend {HUES[hue]} {SIDES[side]}"
            f" {cell_text(shores_of(cells)[place] if place < SHORES else cells[place - SHORES])}"
        )
    return None


def _spawn_text(state: Any, cells: tuple[Cell, ...], choice: int) -> str | None:
    asked = asked_dream(state)
    if choice == 0:
        return "spawn none"
    if (choice >= HERE) != (asked != NONE):
        return None
    if choice >= HERE:
        return " ".join(["spawn", *[cell_text(cells[asked])] * (choice - HERE + 1)])
    beside = around(state, int(state["fiend"][state["seat"]]))
    return " ".join(
        ["spawn", *map(cell_text, sorted(cells[beside[place]] for place in range(len(STEPS)) if choice >> place & 1))]
    )


def _dance_text(state: Any, kind: str, place: int, way: int = 0) -> str | None:
    card = int(state["row"][place])
    return None if card == NONE else f"{kind} {card + 1}{' reversed' if way else ''}"


def parse(state: Any, seat: int, text: str) -> Parsed:
    """Read an action from its text.

    If something has no number in this position, the result is the rule that it breaks.
    """
    kind, *words = text.split(" ")
    if kind in ("enter", "step", "baba") and len(words) == 1:
        return _parse_dream(state, {"enter": ENTER, "step": STEP, "baba": BABA}[kind], words[0])
    if kind in ("dance", "again") and words and CARD.fullmatch(words[0]):
        return _parse_dance(state, kind, words)
    if kind in ("okiku", "krampus") and len(words) == 2:
        return _parse_move(state, kind, *map(_cell, words))
    if kind == "spawn" and words:
        return Parsed(SPAWNS) if words == ["none"] else _parse_spawn(state, [_cell(word) for word in words])
    if kind == "extend" and len(words) == 3 and words[0] in HUES and words[1] in SIDES:
        return _parse_extend(state, HUES.index(words[0]), SIDES.index(words[1]), _cell(words[2]))
    number = (
        None
        if kind in ("enter", "step", "baba", "dance", "again", "okiku", "krampus", "spawn", "extend")
        else ACTIONS.find(text)
    )
    return Parsed(NONE, Refusal.UNREADABLE) if number is None else Parsed(number)


def _cell(word: str) -> Cell | None:
    written = CELL.fullmatch(word)
    return (int(written[1]), int(written[2])) if written else None


def _parse_dream(state: Any, first: int, word: str) -> Parsed:
    cell, cells = _cell(word), cells_of(state)
    if cell is None:
        return Parsed(NONE, Refusal.UNREADABLE)
    return Parsed(first + cells.index(cell)) if cell in cells else Parsed(NONE, Refusal.NO_DREAM)


def _parse_dance(state: Any, kind: str, words: list[str]) -> Parsed:
    row, card, ways = state["row"].tolist(), int(words[0]) - 1, words[1:]
    if ways not in ([], ["reversed"]) or (ways and kind == "again"):
        return Parsed(NONE, Refusal.UNREADABLE)
    if card not in row:
        return Parsed(NONE, Refusal.NOT_IN_ROW)
    return Parsed(AGAIN + row.index(card) if kind == "again" else DANCE + 2 * row.index(card) + len(ways))


def _parse_move(state: Any, kind: str, origin: Cell | None, target: Cell | None) -> Parsed:
    cells = cells_of(state)
    if origin is None or target is None:
        return Parsed(NONE, Refusal.UNREADABLE)
    if origin not in cells:
        return Parsed(NONE, Refusal.NO_DREAM)
    dream = cells.index(origin)
    if kind == "krampus":
        shores = shores_without(cells, dream)
        return (
            Parsed(KRAMPUSES + TARGETS * dream + shores.index(target))
            if target in shores
            else Parsed(NONE, Refusal.TOUCHES_NOTHING)
        )
    beside = [cells[other] for other in around(state, dream)]
    return (
        Parsed(OKIKUS + len(STEPS) * dream + beside.index(target))
        if target in beside
        else Parsed(NONE, Refusal.NOT_ADJACENT)
    )


def _parse_spawn(state: Any, chosen: list[Cell | None]) -> Parsed:
    cells, asked = cells_of(state), asked_dream(state)
    dreams = [cell for cell in chosen if cell is not None]
    if len(dreams) < len(chosen):
        return Parsed(NONE, Refusal.UNREADABLE)
    if asked != NONE:
        return _parse_here(state, cells[asked], dreams)
    if dreams != sorted(set(dreams)):
        return Parsed(NONE, Refusal.UNREADABLE)
    if state["phase"] != Phase.SPAWN:
        return Parsed(NONE, Refusal.NOT_NOW)
    beside = [cells[other] for other in around(state, int(state["fiend"][state["seat"]]))]
    if not set(dreams) <= set(beside):
        return Parsed(NONE, Refusal.NOT_ELIGIBLE)
    return Parsed(SPAWNS + sum(1 << beside.index(cell) for cell in dreams))


def _parse_here(state: Any, asked: Cell, dreams: list[Cell]) -> Parsed:
    """Read spawn on the dream of a leap or bonus: its cell, once or twice."""
    if set(dreams) != {asked}:
        return Parsed(NONE, Refusal.NOT_LEAP_DREAM if state["phase"] == Phase.LEAP else Refusal.NOT_BONUS_DREAM)
    return Parsed(SPAWNS + HERE + len(dreams) - 1) if len(dreams) <= 2 else Parsed(NONE, Refusal.UNREADABLE)


def _parse_extend(state: Any, hue: int, side: int, cell: Cell | None) -> Parsed:
    cells = cells_of(state)
    shores = shores_of(cells)
    if cell is None:
        return Parsed(NONE, Refusal.UNREADABLE)
    if cell not in cells and cell not in shores:
        return Parsed(NONE, Refusal.NO_SHORE)
    place = SHORES + cells.index(cell) if cell in cells else shores.index(cell)
    return Parsed(EXTEND + (2 * hue + side) * PLACES + place)


# The setup


def setup_of(state: Any) -> dict[str, Any]:
    """Return what was dealt; the board and the piles are always the same.

    Fiends are not dealt but chosen: `chosen` of a record holds them.
    """
    return {
        "row": [card + 1 for card in state["row"].tolist()],
        "legends": [LEGEND_NAMES[legend] for legend in range(LEGENDS) if int(state["open"]) >> legend & 1],
        "influence": [HUES[color] for color in state["influence"][: state["seats"]].tolist()],
    }


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    """Replace the deal of a new state with a recorded one."""
    if set(setup) - {"fiends"} != {"row", "legends", "influence"}:
        raise LudothequeError(
            "setup must have the keys row, legends and influence, and may have only fiends besides, not {found}",
            found=", ".join(setup),
        )
    row, legends, influence = (
        _list(setup, "row", ROW),
        _list(setup, "legends", OPEN_LEGENDS),
        _list(setup, "influence", int(state.seats)),
    )
    if not all(type(card) is int and 1 <= card <= DANCES for card in row) or len(set(row)) < ROW:
        raise LudothequeError(
            "setup.row must be {count} different dances from 1 to {last}, not {found}",
            count=ROW,
            last=DANCES,
            found=row,
        )
    if not set(legends) <= set(LEGEND_NAMES) or len(set(legends)) < OPEN_LEGENDS:
        raise LudothequeError(
            "setup.legends must be {count} different legends ({names}), not {found}",
            count=OPEN_LEGENDS,
            names=", ".join(LEGEND_NAMES),
            found=legends,
        )
    most = 2 if state.seats == 4 else 1
    if not set(influence) <= set(HUES) or any(influence.count(hue) > most for hue in HUES):
        once = N_("setup.influence must be a colour ({names}) for each seat, none more than once (R2.4), not {found}")
        twice = N_("setup.influence must be a colour ({names}) for each seat, none more than twice (R2.4), not {found}")
        raise LudothequeError(twice if most == 2 else once, names=", ".join(HUES), found=influence)
    state.row[:] = [card - 1 for card in row]
    state.deck[:] = [card + 1 not in row for card in range(DANCES)]
    state.legend_deck[:] = [name not in legends for name in LEGEND_NAMES]
    state.open = sum(1 << LEGEND_NAMES.index(name) for name in legends)
    state.influence[: state.seats] = [HUES.index(hue) for hue in influence]
    if "fiends" in setup:
        state.figure[: state.seats] = _figures(setup, int(state.seats))


def _figures(setup: Mapping[str, Any], seats: int) -> list[int]:
    """List the fiend that each seat plays with."""
    fiends = _list(setup, "fiends", seats)
    if not set(fiends) <= set(FIENDS) or len(set(fiends)) < seats:
        raise LudothequeError(
            "setup.fiends must be a different fiend ({names}) for each seat, not {found}",
            names=", ".join(FIENDS),
            found=fiends,
        )
    return [FIENDS.index(name) for name in fiends]


def _list(setup: Mapping[str, Any], key: str, count: int) -> list[Any]:
    if not isinstance(setup[key], list) or len(setup[key]) != count:
        raise LudothequeError(
            "setup.{key} must be a list of {count}, not {found!r}", key=key, count=count, found=setup[key]
        )
    return list(setup[key])


# Chance


def chance_text(kind: int, outcome: int) -> str:
    return f"dance {outcome + 1}" if kind == Chance.DANCE else f"legend {LEGEND_NAMES[outcome]}"


def parse_chance(text: str) -> tuple[int, int] | None:
    return CHANCES.get(text)
