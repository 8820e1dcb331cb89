"""The components of Dream Runners: read from the TOML file, checked, and frozen into tables."""

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.components import Components
from ludotheque.core.constants import NONE

COMPONENTS = Components("dream_runners", Path(__file__).parent)
require = COMPONENTS.require

require(COMPONENTS.seats == range(2, 5), "seats", "must be from 2 to 4, one starting set each")
SEATS = 4
OPTIONS = {
    "pace": {"values": ["calm", "sand"], "default": "calm"},
    "dreams": {"values": ["all", "beginner"], "default": "all"},
}
require(
    COMPONENTS["options"] == OPTIONS,
    "options",
    "must be pace (calm or sand) and dreams (all or beginner), calm and all by default",
)

# Numbers

NUMBERS: dict[str, int] = COMPONENTS["numbers"]
for _name, _fixed in {"rounds": 8, "tiles_per_level": 2, "segments_per_round": 1, "frame": 3, "overhang": 2}.items():
    require(
        NUMBERS[_name] == _fixed,
        f"numbers.{_name}",
        "must be {wanted}, not {number}",
        wanted=_fixed,
        number=NUMBERS[_name],
    )
for _name, _number in NUMBERS.items():
    require(0 <= _number <= 99, f"numbers.{_name}", "must be from 0 to 99, not {number}", number=_number)
for _name in ("segment_cost", "calm_cost", "hourglass_seconds"):
    require(NUMBERS[_name] > 0, f"numbers.{_name}", "must be more than 0")
ROUNDS, LEVELS, LEVEL_ROUNDS = NUMBERS["rounds"], 4, NUMBERS["tiles_per_level"]
START_COINS, START_KEYS, FIRST_COINS = NUMBERS["start_coins"], NUMBERS["start_keys"], NUMBERS["first_dreamer_coins"]
SEGMENT_COST, CALM_COST = NUMBERS["segment_cost"], NUMBERS["calm_cost"]
HOURGLASS_SECONDS = NUMBERS["hourglass_seconds"]
FRAME, OVERHANG = NUMBERS["frame"], NUMBERS["overhang"]
FRAME_CELLS = FRAME * FRAME

COLOR_NAMES: tuple[str, ...] = tuple(COMPONENTS["supply.fragment_colours"])
COLORS = 4
require(
    len(COLOR_NAMES) == len(set(COLOR_NAMES)) == COLORS,
    "supply.fragment_colours",
    "must name four different colours, not {names}",
    names=", ".join(COLOR_NAMES),
)
require("any" not in COLOR_NAMES, "supply.fragment_colours", "may not be called any, which is reserved for jokers")

# The tracks: a position is an index into the list of values


def _track(name: str, most: int) -> tuple[Any, int]:
    values, start = COMPONENTS[f"{name}.values"], COMPONENTS[f"{name}.start"]
    require(
        2 <= len(values) <= most and all(0 <= value <= 999 for value in values),
        f"{name}.values",
        "must be 2 to {most} numbers from 0 to 999",
        most=most,
    )
    require(0 <= start < len(values), f"{name}.start", "must be a position of the track, not {start}", start=start)
    return np.array(values, np.int16), start


CALM_VALUE, CALM_START = _track("calm_track", 60)
STAR_VALUE, STAR_START = _track("star_track", 60)
CALM_TOP, STAR_TOP = len(CALM_VALUE) - 1, len(STAR_VALUE) - 1
require(CALM_START > 0, "calm_track.start", "must be above 0, where a player wakes up")

# Elements: what a bonus gives. 0 to 3 a fragment of that colour, then a joker, a key, 1 to 9 coins,
# 1 to 9 calm.

JOKER, KEY, COIN, CALM = COLORS, COLORS + 1, COLORS + 1, COLORS + 10  # coin:1 is COIN + 1, calm:1 is CALM + 1
ELEMENT_NAMES = (
    *(f"frag:{color}" for color in COLOR_NAMES),
    "frag:any",
    "key",
    *(f"coin:{number}" for number in range(1, 10)),
    *(f"calm:{number}" for number in range(1, 10)),
)
MAX_ELEMENTS = 6


def _elements(names: list[str], where: str) -> list[int]:
    for name in names:
        require(
            name in ELEMENT_NAMES,
            where,
            "holds {name!r}, which is not an element; the elements are {names}, coin:n and calm:n",
            name=name,
            names=", ".join(ELEMENT_NAMES[:6]),
        )
    require(
        1 <= len(names) <= MAX_ELEMENTS,
        where,
        "must have 1 to {most} elements, not {count}",
        most=MAX_ELEMENTS,
        count=len(names),
    )
    return [ELEMENT_NAMES.index(name) for name in names] + [NONE] * (MAX_ELEMENTS - len(names))


# Chests: three stacks of six, by the keys they need

CHESTS, CHEST_KINDS, MAX_PRICE = 18, 3, 9
_CHESTS = COMPONENTS["chests.tiles"]
require(len(_CHESTS) == CHESTS, "chests.tiles", "must have {count} rows, not {found}", count=CHESTS, found=len(_CHESTS))
CHEST_NAMES: tuple[str, ...] = tuple(row["id"] for row in _CHESTS)
for _number, _row in enumerate(_CHESTS):
    _first = _CHESTS[_number - _number % 6]
    require(
        _row["keys"] == _first["keys"] and 1 <= _row["keys"] <= MAX_PRICE,
        f"chests.tiles, row {_number + 1},",
        "must need as many keys as the other five in its stack, 1 to {most}",
        most=MAX_PRICE,
    )
    require(
        _row["id"] == f"c{_row['keys']}-{_number % 6 + 1}",
        f"chests.tiles, row {_number + 1},",
        "must be called c{keys}-{number}, not {id}",
        keys=_row["keys"],
        number=_number % 6 + 1,
        id=_row["id"],
    )
require(
    len({row["keys"] for row in _CHESTS}) == CHEST_KINDS,
    "chests.tiles",
    "must have three stacks that need different numbers of keys",
)
CONTENTS = np.array(
    [_elements(row["contents"], f"chests.tiles, row {number}, contents") for number, row in enumerate(_CHESTS, 1)],
    np.int8,
)
PRICE_STACK = np.zeros(MAX_PRICE + 1, np.int32)  # the chests that need this many keys, one bit each
for _number, _row in enumerate(_CHESTS):
    PRICE_STACK[_row["keys"]] |= 1 << _number

# Dream tiles: nine cells each


class Cell(IntEnum):
    BONUS = 0
    NIGHTMARE = 1
    SPIDER = 2
    OCTOPUS = 3
    BAT = 4
    CHEST = 5
    SHARED = 6


DREAMS, PER_LEVEL = 24, 6


def _read_cell(text: str, where: str) -> tuple[Cell, int, list[int]]:
    """Read a printed cell: its kind, its number (calm lost or keys needed), and what it gives."""
    kind, _, value = text.partition(":")
    nothing = [NONE] * MAX_ELEMENTS
    if kind in ("nightmare", "chest"):
        prices = sorted({row["keys"] for row in _CHESTS})
        is_right = value in map(str, range(1, 10) if kind == "nightmare" else prices)
        require(is_right or kind == "chest", where, "holds {text!r}; a nightmare costs 1 to 9 calm", text=text)
        require(is_right, where, "holds {text!r}; chests need {prices} keys", text=text, prices=prices)
        return Cell[kind.upper()], int(value), nothing
    if text in ("bat", "octopus"):
        return Cell[text.upper()], 0, nothing
    if kind == "spider":
        require(value in COLOR_NAMES, where, "holds {text!r}; a spider holds a fragment of one colour", text=text)
        return Cell.SPIDER, 1, _elements([f"frag:{value}"], where)
    if kind == "shared":
        return Cell.SHARED, 0, _elements(value.split(","), where)
    return Cell.BONUS, 0, _elements(text.split("+"), where)


def _dreams() -> list[list[tuple[Cell, int, list[int]]]]:
    tiles = COMPONENTS["dreams.tiles"]
    require(len(tiles) == DREAMS, "dreams.tiles", "must have {count} rows, not {found}", count=DREAMS, found=len(tiles))
    dreams = []
    for number, row in enumerate(tiles):
        where, level = f"dreams.tiles, row {number + 1},", number // PER_LEVEL + 1
        name = f"d{level}-{number % PER_LEVEL + 1}"
        require(
            row["id"] == name and row["level"] == level,
            where,
            "must be {name} of level {level}, not {other} of level {other_level}",
            name=name,
            level=level,
            other=row["id"],
            other_level=row["level"],
        )
        require(
            len(row["cells"]) == FRAME_CELLS,
            where,
            "must have {cells} cells, not {count}",
            cells=FRAME_CELLS,
            count=len(row["cells"]),
        )
        cells = [_read_cell(text, f"{where} cell {place},") for place, text in enumerate(row["cells"], 1)]
        chests = sum(cell[0] == Cell.CHEST for cell in cells)
        require(chests <= 1, where, "may have only one chest")
        dreams.append(cells)
    for level in range(LEVELS):
        easy = [row["star"] for row in tiles[PER_LEVEL * level :][:PER_LEVEL]].count(False)
        require(
            easy >= LEVEL_ROUNDS,
            "dreams.tiles",
            "must have at least {least} tiles without a star on level {level}, not {count}",
            least=LEVEL_ROUNDS,
            level=level + 1,
            count=easy,
        )
    return dreams


_DREAMS = _dreams()
DREAM_NAMES: tuple[str, ...] = tuple(row["id"] for row in COMPONENTS["dreams.tiles"])
CELL_KIND = np.array([[int(kind) for kind, _, _ in cells] for cells in _DREAMS], np.int8)
# calm lost if it is not fought (nightmare, spider), or keys needed (chest)
CELL_VALUE = np.array([[value for _, value, _ in cells] for cells in _DREAMS], np.int8)
CELL_ELEMENT = np.array([[elements for _, _, elements in cells] for cells in _DREAMS], np.int8)
# The cells of each kind, one bit each, by tile
BONUS_CELLS, NIGHTMARE_CELLS, SPIDER_CELLS, OCTOPUS_CELLS, BAT_CELLS, CHEST_CELLS, SHARED_CELLS = (
    np.array(
        [sum(1 << place for place, (found, _, _) in enumerate(cells) if found == kind) for cells in _DREAMS], np.int16
    )
    for kind in Cell
)
# R1.2, R1.3 the tiles of each level in use, one bit each: all of them, or those without a star
DECK = np.zeros((2, LEVELS), np.int32)
for _number, _row in enumerate(COMPONENTS["dreams.tiles"]):
    DECK[0, _number // PER_LEVEL] |= 1 << _number
    DECK[1, _number // PER_LEVEL] |= 0 if _row["star"] else 1 << _number
