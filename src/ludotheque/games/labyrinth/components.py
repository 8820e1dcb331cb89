"""The components of Master Labyrinth: read from the TOML file, checked, and frozen into tables."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.components import Components
from ludotheque.core.constants import NONE

COMPONENTS = Components("labyrinth", Path(__file__).parent)
require = COMPONENTS.require

SEATS = 4
require(COMPONENTS.seats == range(2, SEATS + 1), "seats", "must be from 2 to 4, one pawn each")
_options = {"advice": {"values": ["off", "on"], "default": "off"}, "drought": {"min": 0, "default": 100}}
require(
    COMPONENTS["options"] == _options,
    "options",
    "must be advice (off or on, off by default) and drought (0 or more, 100 by default)",
)

# The board: cells are numbered row by row, a1 first. A set of cells is a 49-bit word.

SIDE = 7
CELLS = SIDE * SIDE
COLUMN_NAMES, ROW_NAMES = COMPONENTS["board.columns"], COMPONENTS["board.rows"]
require(
    len(COLUMN_NAMES) == len(set(COLUMN_NAMES)) == SIDE and COLUMN_NAMES.isalpha(),
    "board.columns",
    "must be seven different letters, not {letters!r}",
    letters=COLUMN_NAMES,
)
require(
    len(ROW_NAMES) == len(set(ROW_NAMES)) == SIDE and ROW_NAMES.isdigit(),
    "board.rows",
    "must be seven different digits, not {digits!r}",
    digits=ROW_NAMES,
)
CELL_NAMES: tuple[str, ...] = tuple(column + row for row in ROW_NAMES for column in COLUMN_NAMES)


def cell_of(name: str, row: str) -> int:
    require(name in CELL_NAMES, row, "has an unknown cell: {name}", name=name)
    return CELL_NAMES.index(name)


def word(cells: Iterable[int]) -> int:
    """Return a set of cells as a word."""
    return sum(1 << cell for cell in cells)


BOARD = (1 << CELLS) - 1
NOT_LAST_COLUMN = word(cell for cell in range(CELLS) if cell % SIDE < SIDE - 1)  # cells with a neighbour to the east

# Open sides, one bit each. A look is a shape in one of its orientations; there are ten.

NORTH, EAST, SOUTH, WEST = range(4)
SIDE_NAMES = "NESW"


def sides_of(letters: str) -> int:
    return sum(1 << SIDE_NAMES.index(letter) for letter in letters)


SHAPE_ROWS: list[dict[str, Any]] = COMPONENTS["shapes.list"]
_turns = {"straight": ["NS", "EW"], "corner": ["NE", "ES", "SW", "NW"], "tee": ["NES", "ESW", "NSW", "NEW"]}
for _number, _row in enumerate(SHAPE_ROWS):
    require(
        _row["count"] >= 1,
        f"shapes.list, row {_number + 1}, count",
        "must be at least 1, not {count}",
        count=_row["count"],
    )
require(
    {row["id"]: row["turns"] for row in SHAPE_ROWS} == _turns,
    "shapes.list",
    "must be straight, corner and tee, each with all of its orientations in clockwise order",
)
require(
    [row["id"] for row in SHAPE_ROWS] == list(_turns), "shapes.list", "must be straight, corner and tee, in this order"
)
SHAPE_NAMES: tuple[str, ...] = tuple(_turns)
SHAPES = len(SHAPE_NAMES)
LOOK_NAMES: tuple[str, ...] = tuple(look for row in SHAPE_ROWS for look in row["turns"])
LOOKS = len(LOOK_NAMES)
LOOK_SHAPE = np.array([shape for shape, row in enumerate(SHAPE_ROWS) for _ in row["turns"]], np.int8)
LOOK_SIDES = np.array([sides_of(look) for look in LOOK_NAMES], np.int8)  # its open sides, one bit each
# the look with these open sides
SIDES_LOOK = np.array(
    [LOOK_SIDES.tolist().index(sides) if sides in LOOK_SIDES else NONE for sides in range(16)], np.int8
)
# the first look of each shape
SHAPE_FIRST = np.array([LOOK_SHAPE.tolist().index(shape) for shape in range(SHAPES)], np.int8)
SHAPE_COUNT = np.array([row["count"] for row in SHAPE_ROWS], np.int8)  # loose tiles of each shape
SHAPE_TURNS = np.array([len(row["turns"]) for row in SHAPE_ROWS], np.int8)

# The glued tiles, and the cells of the loose ones

LOOSE = 34
FIXED_ROWS: list[dict[str, str]] = COMPONENTS["fixed.tiles"]
FIXED: dict[int, str] = {}
for _number, _row in enumerate(FIXED_ROWS):
    _cell = cell_of(_row["cell"], f"fixed.tiles, row {_number + 1},")
    require(
        _row["open"] in LOOK_NAMES,
        f"fixed.tiles, row {_number + 1},",
        "has no tile's open sides: {open}",
        open=_row["open"],
    )
    require(_cell not in FIXED, f"fixed.tiles, row {_number + 1},", "names {cell} a second time", cell=_row["cell"])
    require(
        _cell // SIDE % 2 == 0 and _cell % SIDE % 2 == 0,
        f"fixed.tiles, row {_number + 1},",
        "glues a tile to {cell}, which lies in a line that moves",
        cell=_row["cell"],
    )
    FIXED[_cell] = _row["open"]
for _cell in range(CELLS):
    require(
        _cell in FIXED or _cell // SIDE % 2 == 1 or _cell % SIDE % 2 == 1,
        "fixed.tiles",
        "must have a tile on {cell}",
        cell=CELL_NAMES[_cell],
    )
require(
    sum(row["count"] for row in SHAPE_ROWS) == LOOSE,
    "shapes.list",
    "must add up to {count} loose tiles, not {found}",
    count=LOOSE,
    found=sum(row["count"] for row in SHAPE_ROWS),
)
# glued tiles that are open to the north, east, south, west
FIXED_OPEN = tuple(word(cell for cell, look in FIXED.items() if letter in look) for letter in SIDE_NAMES)
LOOSE_CELL = np.array([cell for cell in range(CELLS) if cell not in FIXED], np.int8)

# Loose tiles are numbered shape by shape; tiles of one shape look the same.

TILE_SHAPE = np.repeat(np.arange(SHAPES), [row["count"] for row in SHAPE_ROWS]).astype(np.int8)
# the first tile of each shape
TILE_FIRST = np.array([TILE_SHAPE.tolist().index(shape) for shape in range(SHAPES)], np.int8)

# The slots, by index: slot 1 has index 0

SLOT_ROWS: list[dict[str, Any]] = COMPONENTS["slots.list"]
SLOTS = 12
require(
    [row["id"] for row in SLOT_ROWS] == list(range(1, SLOTS + 1)),
    "slots.list",
    "must be slots 1 to {last}, in this order",
    last=SLOTS,
)
SLOT_NAMES = tuple(str(row["id"]) for row in SLOT_ROWS)


def _slot_step(number: int, enter: int, exit_: int) -> int:
    """Return the step between the cells of a slot's line.

    The line leads from `enter` to `exit` in six equal steps along a row or column.
    """
    step, rest = divmod(exit_ - enter, SIDE - 1)
    is_line = rest == 0 and (step in (SIDE, -SIDE) or (step in (1, -1) and enter // SIDE == exit_ // SIDE))
    moves = is_line and all(enter + k * step not in FIXED for k in range(SIDE))
    require(
        moves,
        f"slots.list, row {number + 1},",
        "must lead through a whole row or column without a glued tile, not from {enter} to {exit}",
        enter=CELL_NAMES[enter],
        exit=CELL_NAMES[exit_],
    )
    return step


SLOT_ENTER = np.array(
    [cell_of(row["enter"], f"slots.list, row {number + 1},") for number, row in enumerate(SLOT_ROWS)], np.int8
)
SLOT_EXIT = np.array(
    [cell_of(row["exit"], f"slots.list, row {number + 1},") for number, row in enumerate(SLOT_ROWS)], np.int8
)
SLOT_STEP = np.array(
    [_slot_step(number, int(SLOT_ENTER[number]), int(SLOT_EXIT[number])) for number in range(SLOTS)], np.int8
)
SLOT_LINE = np.array(
    [word(int(enter) + k * int(step) for k in range(SIDE)) for enter, step in zip(SLOT_ENTER, SLOT_STEP, strict=True)],
    np.int64,
)
require(len(set(SLOT_ENTER.tolist())) == SLOTS, "slots.list", "must enter twelve different cells")
# R3.4 the slot where the tile pushed out would go back in
SLOT_OPPOSITE = np.array([SLOT_ENTER.tolist().index(exit_) for exit_ in SLOT_EXIT.tolist()], np.int8)

# Pawns and their start cells

PAWN_ROWS: list[dict[str, str]] = COMPONENTS["pawns.list"]
require(len(PAWN_ROWS) == SEATS, "pawns.list", "must have four pawns, not {count}", count=len(PAWN_ROWS))
PAWN_NAMES = tuple(row["colour"] for row in PAWN_ROWS)
require(
    len(set(PAWN_NAMES)) == SEATS,
    "pawns.list",
    "must name four different colours, not {names}",
    names=", ".join(PAWN_NAMES),
)
PAWN_START = np.array(
    [cell_of(row["start"], f"pawns.list, row {number + 1},") for number, row in enumerate(PAWN_ROWS)], np.int8
)
START_NAMES = tuple(CELL_NAMES[cell] for cell in PAWN_START)
require(
    len(set(START_NAMES)) == SEATS,
    "pawns.list",
    "must have four different start cells, not {names}",
    names=", ".join(START_NAMES),
)
DEFAULT_PAWN = np.full((SEATS + 1, SEATS), NONE, np.int8)  # [seats, seat]: the default pawn of a seat
for _seats, _name in ((2, "two"), (3, "three"), (4, "four")):
    _starts = COMPONENTS[f"default_starts.{_name}"]
    require(
        len(_starts) == len(set(_starts)) == _seats and set(_starts) <= set(START_NAMES),
        f"default_starts.{_name}",
        "must be {count} different start cells of pawns",
        count=_seats,
    )
    DEFAULT_PAWN[_seats, :_seats] = [START_NAMES.index(start) for start in _starts]

# Tokens, in the order in which they are taken

TOKEN_ROWS: list[dict[str, Any]] = COMPONENTS["tokens.list"]
TOKENS = 21
require(
    len(TOKEN_ROWS) == TOKENS,
    "tokens.list",
    "must have {count} tokens, not {found}",
    count=TOKENS,
    found=len(TOKEN_ROWS),
)
VALUES: tuple[int, ...] = tuple(row["value"] for row in TOKEN_ROWS)
require(
    list(VALUES) == sorted(set(VALUES)) and VALUES[0] > 0 and VALUES[-1] <= 100,
    "tokens.list",
    "must have ascending values from 1 to at most 100",
)
TOKEN_VALUE = np.array(VALUES, np.int8)
TOKEN_NAMES: tuple[str, ...] = tuple(row["name"] for row in TOKEN_ROWS)
TOKEN_CELL_NAMES: tuple[str, ...] = tuple(COMPONENTS["tokens.cells"])
TOKEN_CELL = np.array([cell_of(name, "tokens.cells") for name in TOKEN_CELL_NAMES], np.int8)
require(
    len(set(TOKEN_CELL_NAMES)) == len(TOKEN_CELL_NAMES) == TOKENS,
    "tokens.cells",
    "must be {count} different cells",
    count=TOKENS,
)
require(not set(TOKEN_CELL_NAMES) & set(START_NAMES), "tokens.cells", "may not have a token on a start cell")

# Formula cards

FORMULAS: tuple[tuple[int, ...], ...] = tuple(tuple(card) for card in COMPONENTS["formulas.cards"])
CARDS = len(FORMULAS)
require(
    SEATS <= CARDS <= 32, "formulas.cards", "must be from {least} to 32 cards, not {count}", least=SEATS, count=CARDS
)
for _number, _card in enumerate(FORMULAS):
    for _value in _card:
        require(
            _value in VALUES, f"formulas.cards, row {_number + 1},", "names {value}, which is not a token", value=_value
        )
    require(
        len(_card) == len(set(_card)) == 3, f"formulas.cards, row {_number + 1},", "must name three different tokens"
    )
require(len({frozenset(card) for card in FORMULAS}) == CARDS, "formulas.cards", "must be different from one another")
# the tokens on each card, one bit each
CARD_TOKENS = np.array([sum(1 << VALUES.index(value) for value in card) for card in FORMULAS], np.int32)

BONUS: int = COMPONENTS["formulas.bonus"]
require(0 <= BONUS <= 100, "formulas.bonus", "must be from 0 to 100, not {number}", number=BONUS)
WANDS: int = COMPONENTS["wands.per_player"]
require(0 <= WANDS <= 20, "wands.per_player", "must be from 0 to 20, not {number}", number=WANDS)
WAND_POINTS: int = COMPONENTS["wands.points"]
require(0 <= WAND_POINTS <= 100, "wands.points", "must be from 0 to 100, not {number}", number=WAND_POINTS)

# R9.2 At most `drought` actions for each token; an action is a question, an answer from each other
# seat, a shift, a move and a decision about a wand. This is for the default drought. With a longer
# one, or none, there is no bound that arrays could be sized for, but random games end long before
# this one.
DROUGHT = 100
MAX_PLIES = TOKENS * DROUGHT * (SEATS + 3) - 1
MAX_LEGAL = (SLOTS - 1) * 4 + TOKENS  # R8.3 All shifts, all tokens but the last, and a wand
