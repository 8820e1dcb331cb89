"""The box of Dream Runners: read, checked, and frozen into tables."""

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
OPTIONS = {"pace": {"values": ["calm", "sand"], "default": "calm"}, "dreams": {"values": ["all", "beginner"], "default": "all"}}
require(COMPONENTS["options"] == OPTIONS, "options", "must be pace (calm or sand) and dreams (all or beginner), calm and all by default")

# Numbers

NUMBERS: dict[str, int] = COMPONENTS["numbers"]
for _name, _fixed in {"rounds": 8, "tiles_per_level": 2, "segments_per_round": 1, "frame": 3, "overhang": 2}.items():
    require(NUMBERS[_name] == _fixed, f"numbers.{_name}", "must be {wanted}, not {number}", wanted=_fixed, number=NUMBERS[_name])
for _name, _number in NUMBERS.items():
    require(0 <= _number <= 99, f"numbers.{_name}", "must be from 0 to 99, not {number}", number=_number)
for _name in ("segment_cost", "calm_cost", "hourglass_seconds"):
    require(NUMBERS[_name] > 0, f"numbers.{_name}", "must be more than 0")
ROUNDS, LEVELS, LEVEL_ROUNDS = NUMBERS["rounds"], 4, NUMBERS["tiles_per_level"]
START_COINS, START_KEYS, FIRST_COINS = NUMBERS["start_coins"], NUMBERS["start_keys"], NUMBERS["first_dreamer_coins"]
SEGMENT_COST, CALM_COST = NUMBERS["segment_cost"], NUMBERS["calm_cost"]
HOURGLASS_SECONDS = NUMBERS["hourglass_seconds"]

COLOR_NAMES: tuple[str, ...] = tuple(COMPONENTS["supply.fragment_colours"])
COLORS = 4
require(len(COLOR_NAMES) == len(set(COLOR_NAMES)) == COLORS, "supply.fragment_colours", "must name four different colours, not {names}", names=", ".join(COLOR_NAMES))
require("any" not in COLOR_NAMES, "supply.fragment_colours", "may not be called any, which is a joker's word")

# The tracks: a position is a place in the list of values


def _track(name: str, most: int) -> tuple[Any, int]:
    values, start = COMPONENTS[f"{name}.values"], COMPONENTS[f"{name}.start"]
    require(2 <= len(values) <= most and all(0 <= value <= 999 for value in values), f"{name}.values", "must be 2 to {most} numbers from 0 to 999", most=most)
    require(0 <= start < len(values), f"{name}.start", "must be a position of the track, not {start}", start=start)
    return np.array(values, np.int16), start


CALM_VALUE, CALM_START = _track("calm_track", 60)
STAR_VALUE, STAR_START = _track("star_track", 60)
CALM_TOP, STAR_TOP = len(CALM_VALUE) - 1, len(STAR_VALUE) - 1
require(CALM_START > 0, "calm_track.start", "must be above 0, where one wakes")

# The canvas: 7 × 7 cells from -2,-2 to 4,4, numbered row by row; the frame is its middle, numbered in reading order.

FRAME, OVERHANG = NUMBERS["frame"], NUMBERS["overhang"]
SIDE = FRAME + 2 * OVERHANG
CELLS, FRAME_CELLS = SIDE * SIDE, FRAME * FRAME
FRAME_CELL = np.full(CELLS, NONE, np.int8)  # the frame's own number of a canvas cell; NONE: outside
for _cell in range(FRAME_CELLS):
    FRAME_CELL[SIDE * (_cell // FRAME + OVERHANG) + _cell % FRAME + OVERHANG] = _cell
FRAME_MASK = sum(1 << cell for cell in range(CELLS) if FRAME_CELL[cell] != NONE)
CELL_NAMES = tuple(f"{cell // SIDE - OVERHANG},{cell % SIDE - OVERHANG}" for cell in range(CELLS))

# Shapes and all the ways they can lie. A placement is a bit of a word: no shape has more than 60.

SHAPES: dict[str, list[list[int]]] = COMPONENTS["shapes"]
SHAPE_NAMES = ("i1", "i2", "i3", "l3")
_PRINTED = {"i1": [[0, 0]], "i2": [[0, 0], [0, 1]], "i3": [[0, 0], [0, 1], [0, 2]], "l3": [[1, 0], [0, 0], [0, 1]]}
for _name in SHAPE_NAMES:
    require(SHAPES[_name] == _PRINTED[_name], f"shapes.{_name}", "must be {cells}", cells=_PRINTED[_name])
MAX_CELLS, MAX_PLACEMENTS = 3, 60


def _placements(shape: str) -> list[tuple[tuple[int, ...], int]]:
    """R3.6, R3.8 Every way a shape can lie, as its cells in the order of its symbols, and the quarter turns clockwise it takes. Those that read forwards come first (N2)."""
    found: dict[tuple[int, ...], int] = {}
    turned = [(row, column) for row, column in SHAPES[shape]]
    for turn in range(4 if len(turned) > 1 else 1):
        for down in range(-SIDE, SIDE):
            for right in range(-SIDE, SIDE):
                spots = [(row + down, column + right) for row, column in turned]
                if any(0 <= row < FRAME and 0 <= column < FRAME for row, column in spots):
                    found[tuple(SIDE * (row + OVERHANG) + column + OVERHANG for row, column in spots)] = turn
        turned = [(column, -row) for row, column in turned]
    is_straight = shape != "l3"
    return sorted(found.items(), key=lambda placement: (is_straight and placement[0][0] > placement[0][-1], placement[0]))


PLACEMENTS = [_placements(shape) for shape in SHAPE_NAMES]
PLACEMENT_CELL = np.full((len(SHAPE_NAMES), MAX_PLACEMENTS, MAX_CELLS), NONE, np.int8)  # the cells of a placement, in the order of the symbols
PLACEMENT_MASK = np.zeros((len(SHAPE_NAMES), MAX_PLACEMENTS), np.int64)  # the same as bits of the canvas
COVERING = np.zeros((CELLS, len(SHAPE_NAMES)), np.int64)  # the placements of each shape that cover a cell
for _shape, _ways in enumerate(PLACEMENTS):
    for _way, (_cells, _) in enumerate(_ways):
        PLACEMENT_CELL[_shape, _way, : len(_cells)] = _cells
        PLACEMENT_MASK[_shape, _way] = sum(1 << cell for cell in _cells)
        for _cell in _cells:
            COVERING[_cell, _shape] |= 1 << _way

# Segments: the starting ones set by set, then the neutral ones shape by shape. A symbol is a sum of what it does.

FIGHTS, COLLECTS, DOUBLES = 1, 2, 4
SYMBOLS = {".": 0, "F": FIGHTS, "C": COLLECTS, "B": FIGHTS | COLLECTS, "D": COLLECTS | DOUBLES}
SET_NAMES: tuple[str, ...] = tuple(COMPONENTS["segments.colours"])
SET_SIZE, NEUTRAL = len(SHAPE_NAMES), SEATS * len(SHAPE_NAMES)  # NEUTRAL: the first neutral segment
require(len(SET_NAMES) == len(set(SET_NAMES)) == SEATS, "segments.colours", "must name four different sets, not {names}", names=", ".join(SET_NAMES))
require(set(COMPONENTS["symbols"]) == set(SYMBOLS), "symbols", "must explain {symbols}", symbols=" ".join(SYMBOLS))
PER_SHAPE = 6


def _segments() -> list[dict[str, Any]]:
    rows = []
    for part, ids in (("start", _start_ids()), ("neutral", [f"{shape}-{number}" for shape in SHAPE_NAMES for number in range(1, PER_SHAPE + 1)])):
        given = COMPONENTS[f"segments.{part}"]
        require(len(given) == len(ids), f"segments.{part}", "must have {count} rows, not {found}", count=len(ids), found=len(given))
        for number, (row, name) in enumerate(zip(given, ids, strict=True), 1):
            _check_segment(row, name, f"segments.{part}, row {number},")
        rows += given
    return rows


def _start_ids() -> list[str]:
    return [f"{color}-{shape}" for color in SET_NAMES for shape in SHAPE_NAMES]


def _check_segment(row: dict[str, Any], name: str, where: str) -> None:
    shape = name.partition("-")[2] if name.partition("-")[0] in SET_NAMES else name.partition("-")[0]
    require(
        row["id"] == name and row["shape"] == shape,
        where,
        "must be {name} of shape {shape}, not {other} of shape {other_shape}",
        name=name,
        shape=shape,
        other=row["id"],
        other_shape=row["shape"],
    )
    require(row.get("colour", name.partition("-")[0]) == name.partition("-")[0], where, "must be of the colour in its name, {name}", name=name)
    cells = len(SHAPES[shape])
    count = len(row["symbols"])
    require(count == cells or cells > 1, where, "must have 1 symbol, for the one cell of {shape}, not {count} ({symbols!r})", shape=shape, count=count, symbols=row["symbols"])
    require(
        count == cells, where, "must have {cells} symbols, one for each cell of {shape}, not {count} ({symbols!r})", cells=cells, shape=shape, count=count, symbols=row["symbols"]
    )
    require(set(row["symbols"]) <= set(SYMBOLS), where, "may only have the symbols {symbols}, not {found!r}", symbols=" ".join(SYMBOLS), found=row["symbols"])
    require(0 <= row.get("coins", 0) <= 9 and 0 <= row["points"] <= 9, where, "must have coins and points from 0 to 9")


_ROWS = _segments()
SEGMENTS = len(_ROWS)
SEGMENT_NAMES: tuple[str, ...] = tuple(row["id"] for row in _ROWS)
SEGMENT_SYMBOLS: tuple[str, ...] = tuple(row["symbols"] for row in _ROWS)
SEGMENT_SHAPE = np.array([SHAPE_NAMES.index(row["shape"]) for row in _ROWS], np.int8)
SEGMENT_COINS = np.array([row.get("coins", 0) for row in _ROWS], np.int8)  # R7.3 come at once when it is bought
SEGMENT_POINTS = np.array([row["points"] for row in _ROWS], np.int8)  # R9.2
SYMBOL = np.zeros((SEGMENTS, MAX_CELLS), np.int8)
for _segment, _text in enumerate(SEGMENT_SYMBOLS):
    SYMBOL[_segment, : len(_text)] = [SYMBOLS[symbol] for symbol in _text]


def _ways_of(segment: int) -> int:
    """N2 A straight segment that reads the same both ways has only the placements that read forwards."""
    text, ways = SEGMENT_SYMBOLS[segment], len(PLACEMENTS[SEGMENT_SHAPE[segment]])
    is_straight = SEGMENT_SHAPE[segment] in (1, 2)
    return ways // 2 if is_straight and text == text[::-1] else ways


WAYS = np.array([_ways_of(segment) for segment in range(SEGMENTS)], np.int8)  # how many placements a segment has
FIRST_PLACE = np.concatenate(([0], WAYS.cumsum(dtype=np.int64))).astype(np.int16)  # the number of its first one among all of them
PLACES = int(FIRST_PLACE[-1])
PLACE_SEGMENT = np.repeat(np.arange(SEGMENTS), WAYS).astype(np.int8)  # the segment of each place action
SHAPE_STACK = np.array([((1 << PER_SHAPE) - 1) << (NEUTRAL + PER_SHAPE * shape) for shape in range(len(SHAPE_NAMES))], np.int64)  # the neutral segments of a shape, a bit each

# Elements: what a bonus gives. 0 to 3 a fragment of that colour, then a joker, a key, 1 to 9 coins, 1 to 9 calm.

JOKER, KEY, COIN, CALM = COLORS, COLORS + 1, COLORS + 1, COLORS + 10  # coin:1 is COIN + 1, calm:1 is CALM + 1
ELEMENT_NAMES = (*(f"frag:{color}" for color in COLOR_NAMES), "frag:any", "key", *(f"coin:{number}" for number in range(1, 10)), *(f"calm:{number}" for number in range(1, 10)))
MAX_ELEMENTS = 6


def _elements(names: list[str], where: str) -> list[int]:
    for name in names:
        require(name in ELEMENT_NAMES, where, "holds {name!r}, which is nothing one can get; there are {names}, coin:n and calm:n", name=name, names=", ".join(ELEMENT_NAMES[:6]))
    require(1 <= len(names) <= MAX_ELEMENTS, where, "must have 1 to {most} elements, not {count}", most=MAX_ELEMENTS, count=len(names))
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
        "must need as many keys as the other five of its stack, 1 to {most}",
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
require(len({row["keys"] for row in _CHESTS}) == CHEST_KINDS, "chests.tiles", "must have three stacks that need different numbers of keys")
CONTENTS = np.array([_elements(row["contents"], f"chests.tiles, row {number}, contents") for number, row in enumerate(_CHESTS, 1)], np.int8)
PRICE_STACK = np.zeros(MAX_PRICE + 1, np.int32)  # the chests that need so many keys, a bit each
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
    """A printed cell: its kind, its number (calm lost, keys needed), and what it gives."""
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
        require(len(row["cells"]) == FRAME_CELLS, where, "must have {cells} cells, not {count}", cells=FRAME_CELLS, count=len(row["cells"]))
        cells = [_read_cell(text, f"{where} cell {place},") for place, text in enumerate(row["cells"], 1)]
        chests = sum(cell[0] == Cell.CHEST for cell in cells)
        require(chests <= 1, where, "may have only one chest")
        dreams.append(cells)
    for level in range(LEVELS):
        easy = [row["star"] for row in tiles[PER_LEVEL * level :][:PER_LEVEL]].count(False)
        require(
            easy >= LEVEL_ROUNDS, "dreams.tiles", "must have at least {least} tiles without a star on level {level}, not {count}", least=LEVEL_ROUNDS, level=level + 1, count=easy
        )
    return dreams


_DREAMS = _dreams()
DREAM_NAMES: tuple[str, ...] = tuple(row["id"] for row in COMPONENTS["dreams.tiles"])
CELL_KIND = np.array([[int(kind) for kind, _, _ in cells] for cells in _DREAMS], np.int8)
CELL_VALUE = np.array([[value for _, value, _ in cells] for cells in _DREAMS], np.int8)  # calm lost where it is not fought (nightmare, spider), or keys needed (chest)
CELL_ELEMENT = np.array([[elements for _, _, elements in cells] for cells in _DREAMS], np.int8)
# The cells of each kind, a bit each, by tile
BONUS_CELLS, NIGHTMARE_CELLS, SPIDER_CELLS, OCTOPUS_CELLS, BAT_CELLS, CHEST_CELLS, SHARED_CELLS = (
    np.array([sum(1 << place for place, (found, _, _) in enumerate(cells) if found == kind) for cells in _DREAMS], np.int16) for kind in Cell
)
DECK = np.zeros((2, LEVELS), np.int32)  # R1.2, R1.3 the tiles of each level that take part, a bit each: all of them, or those without a star
for _number, _row in enumerate(COMPONENTS["dreams.tiles"]):
    DECK[0, _number // PER_LEVEL] |= 1 << _number
    DECK[1, _number // PER_LEVEL] |= 0 if _row["star"] else 1 << _number

# Bounds. A seat buys one segment a round, so that it owns at most eleven in round 8. No segment has more than 60 placements, a set has at most 177.
MAX_LEGAL = 1 + max(int(WAYS[SET_SIZE * set_ : SET_SIZE * (set_ + 1)].sum(dtype=np.int64)) for set_ in range(SEATS)) + (ROUNDS - 1) * MAX_PLACEMENTS


def _jokers(elements: Any) -> int:
    return int((np.asarray(elements) == JOKER).sum())


def _most_questions() -> int:
    """The most plies of one round: nine segments and `done` a seat, the sand, every element picked, every joker named, two openings, every bat, a segment and calm bought."""
    shared = max(sum(int((CELL_ELEMENT[tile, cell] != NONE).sum()) for cell in range(FRAME_CELLS) if CELL_KIND[tile, cell] == Cell.SHARED) for tile in range(DREAMS))
    named = max(_jokers(CELL_ELEMENT[tile]) for tile in range(DREAMS))
    chest = 2 + 2 * max(_jokers(contents) for contents in CONTENTS)
    bats = int((CELL_KIND == Cell.BAT).sum(axis=1).max())
    return 1 + shared + SEATS * (FRAME_CELLS + 1 + named + chest + bats + 2)


MAX_PLIES = ROUNDS * _most_questions()
