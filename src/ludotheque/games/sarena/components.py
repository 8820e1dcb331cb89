"""The components of Sarena: read from the TOML file, checked, and frozen into tables."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.components import Components
from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError

COMPONENTS = Components("sarena", Path(__file__).parent)
require = COMPONENTS.require

# The colours

COLOR_NAMES: tuple[str, ...] = tuple(row["id"] for row in COMPONENTS["colours.list"])
COLOR_SYMBOLS: tuple[str, ...] = tuple(row["symbol"] for row in COMPONENTS["colours.list"])
COLORS = 4
require(
    len(COLOR_NAMES) == len(set(COLOR_NAMES)) == COLORS,
    "colours.list",
    "must name four different colours, not {names}",
    names=", ".join(COLOR_NAMES),
)
require(
    sorted(COMPONENTS["secret_pawns.colours"]) == sorted(COLOR_NAMES),
    "secret_pawns.colours",
    "must name each of the four colours once",
)
require(COMPONENTS.seats == range(2, COLORS + 1), "seats", "must be from 2 to 4, one secret pawn each")
require(COMPONENTS["limits.max_stack"] == 4, "limits.max_stack", "must be 4")
MAX_STACK = 4

# The board: circles are numbered row by row, a1 first

SIDE = 6
CIRCLES = SIDE * SIDE
GRID = COMPONENTS["board.grid"]
require(len(GRID) == SIDE and all(len(row) == SIDE for row in GRID), "board.grid", "must have six rows of six circles")
require(set("".join(GRID)) <= set("oA"), "board.grid", "may hold only o (plain) and A (arrows)")
COLUMN_NAMES, ROW_NAMES = COMPONENTS["board.columns"], COMPONENTS["board.rows"]
require(
    len(COLUMN_NAMES) == len(set(COLUMN_NAMES)) == SIDE and COLUMN_NAMES.isalpha(),
    "board.columns",
    "must be six different letters, not {letters!r}",
    letters=COLUMN_NAMES,
)
require(
    len(ROW_NAMES) == len(set(ROW_NAMES)) == SIDE and ROW_NAMES.isdigit(),
    "board.rows",
    "must be six different digits, not {digits!r}",
    digits=ROW_NAMES,
)
CIRCLE_NAMES = tuple(column + row for row in ROW_NAMES for column in COLUMN_NAMES)

ARROWS = np.array([kind == "A" for kind in "".join(GRID)], np.int8)  # 1: the circle has arrows


def _lines() -> list[tuple[int, int]]:
    """List the printed lines, in both directions, as (from, to) in the order of the circles."""
    lines = []
    for origin in range(CIRCLES):
        row, column = divmod(origin, SIDE)
        steps = ((-SIDE, row > 0), (-1, column > 0), (1, column < SIDE - 1), (SIDE, row < SIDE - 1))
        lines += [(origin, origin + step) for step, is_there in steps if is_there]
    names = {f"{CIRCLE_NAMES[origin]}-{CIRCLE_NAMES[target]}": (origin, target) for origin, target in lines}
    for name in COMPONENTS["board.missing_lines"]:
        require(name in names, "board.missing_lines", "has an unknown line: {name}", name=name)
        lines = [line for line in lines if sorted(line) != sorted(names[name])]
    for name, (origin, target) in names.items():
        joins_arrows = (origin, target) in lines and ARROWS[origin] and ARROWS[target]
        require(
            not joins_arrows,
            "board.grid",
            "lets the line {name} join two circles with arrows, so a game need not end",
            name=name,
        )
    return lines


LINES = _lines()  # the index in this list is the number of the action
MOVES = len(LINES)
LINE_FROM = np.array([origin for origin, _ in LINES], np.int8)
LINE_TO = np.array([target for _, target in LINES], np.int8)

# The same lines as seen from each circle, in four directions (north, west, east, south), for
# `rules.reopen`. Where no line is printed, the neighbour is the circle itself and the masks are 0.
HALF = 60  # legal moves are kept in two words: moves 0–59 and moves from 60 on
require(
    MOVES >= HALF,
    "board.missing_lines",
    "may leave out at most half of the lines, not {count}",
    count=HALF - MOVES // 2,
)
NEIGHBOR = np.repeat(np.arange(CIRCLES), 4).reshape(CIRCLES, 4).astype(np.int8)
LEAVING = np.zeros((CIRCLES, 4, 2), np.int64)  # the bit of the move away from the circle, in each word
ENTERING = np.zeros((CIRCLES, 4, 2), np.int64)  # the bit of the move back along the same line
for _origin, _target in LINES:
    _side = (-SIDE, -1, 1, SIDE).index(_target - _origin)
    NEIGHBOR[_origin, _side] = _target
    for _move, _mask in ((LINES.index((_origin, _target)), LEAVING), (LINES.index((_target, _origin)), ENTERING)):
        _mask[_origin, _side, _move // HALF] = 1 << _move % HALF
TOUCHING = (LEAVING | ENTERING).sum(axis=1)  # all moves along the lines at a circle

# The chips: 2 × (chip + 1) + face encodes which chip it is and which face is up; 0 means no chip.
# Turning a chip over flips the last bit.

PAIRS: list[dict[str, Any]] = COMPONENTS["chips.pairs"]
for _row, _pair in enumerate(PAIRS):
    require(
        _pair["a"] in COLOR_NAMES and _pair["b"] in COLOR_NAMES and _pair["a"] != _pair["b"],
        f"chips.pairs, row {_row + 1},",
        "must name two different colours",
    )
    require(
        isinstance(_pair["n"], int) and _pair["n"] >= 0,
        f"chips.pairs, row {_row + 1},",
        "must have a whole number of chips",
    )
require(
    len({frozenset((pair["a"], pair["b"])) for pair in PAIRS}) == len(PAIRS),
    "chips.pairs",
    "must name each pair of colours once",
)
CHIPS: int = sum(pair["n"] for pair in PAIRS)
require(
    CHIPS == CIRCLES,
    "chips.pairs",
    "must add up to one chip for each of the {circles} circles, not {found}",
    circles=CIRCLES,
    found=CHIPS,
)

# The only option. The rules refer to its values by index, so `free` stays first even where it is
# the only one.

_OPTIONS = {"deal": {"values": ["free", "fair"], "default": "free"}}
require(COMPONENTS["options"] == _OPTIONS, "options", "must be only deal, with the values free (the default) and fair")
ODD_ROWS = [row + 1 for row, pair in enumerate(PAIRS) if pair["n"] % 2 == 1]
if ODD_ROWS:  # R1.4 A fair deal halves the chips of each pair
    _reason = LudothequeError(
        "a fair deal needs an even number of chips of each pair, and {path}: chips.pairs, row {row}, has an odd one",
        path=COMPONENTS.path,
        row=ODD_ROWS[0],
    )
    COMPONENTS.options = tuple(replace(option, values=("free",), note=_reason) for option in COMPONENTS.options)

PAIR_COUNT = np.array([pair["n"] for pair in PAIRS], np.int16)
# the first chip of each pair
PAIR_FIRST = np.array([sum(pair["n"] for pair in PAIRS[:row]) for row in range(len(PAIRS))], np.int8)
CHIP_PAIR = np.repeat(np.arange(len(PAIRS)), PAIR_COUNT).astype(np.int8)
FACE_UP = np.array(
    [NONE, NONE]
    + [COLOR_NAMES.index(PAIRS[CHIP_PAIR[chip]]["ab"[face]]) for chip in range(CHIPS) for face in range(2)],
    np.int8,
)

# R5.1 Stacking leaves at least a quarter as many stacks as chips, and turning over empties a plain
# circle for good, so no game is longer than this.
MAX_PLIES = CHIPS - CHIPS // MAX_STACK + CIRCLES - int(ARROWS.sum())
