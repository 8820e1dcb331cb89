"""Segments, their shapes, and all the ways they can lie on the canvas."""

from typing import Any

import numpy as np

from ludotheque.core.constants import NONE
from ludotheque.games.dream_runners.components import COMPONENTS, FRAME, FRAME_CELLS, OVERHANG, SEATS, require

# The canvas: 7 × 7 cells from -2,-2 to 4,4, numbered row by row; the frame is its middle, numbered
# in reading order.

SIDE = FRAME + 2 * OVERHANG
CELLS = SIDE * SIDE
FRAME_CELL = np.full(CELLS, NONE, np.int8)  # the frame cell of a canvas cell; NONE: outside
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
OUTSIDE = MAX_PLACEMENTS  # R3.6 the placement entirely outside the frame, which covers no cell of the canvas


def _placements(shape: str) -> list[tuple[tuple[int, ...], int]]:
    """R3.6, R3.8 Return every way a shape can lie, as its cells in the order of its symbols, and
    its clockwise quarter turns. Those that read forwards come first (N2).
    """
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
    return sorted(
        found.items(), key=lambda placement: (is_straight and placement[0][0] > placement[0][-1], placement[0])
    )


PLACEMENTS = [_placements(shape) for shape in SHAPE_NAMES]
# the cells of a placement, in the order of the symbols
PLACEMENT_CELL = np.full((len(SHAPE_NAMES), MAX_PLACEMENTS + 1, MAX_CELLS), NONE, np.int8)
PLACEMENT_MASK = np.zeros((len(SHAPE_NAMES), MAX_PLACEMENTS + 1), np.int64)  # the same as bits of the canvas
PLACEMENT_BEYOND = np.zeros(
    (len(SHAPE_NAMES), MAX_PLACEMENTS + 1), np.int8
)  # how many of the cells lie outside the frame
COVERING = np.zeros((CELLS, len(SHAPE_NAMES)), np.int64)  # the placements of each shape that cover a cell
for _shape, _ways in enumerate(PLACEMENTS):
    PLACEMENT_BEYOND[_shape, OUTSIDE] = len(_ways[0][0])
    for _way, (_cells, _) in enumerate(_ways):
        PLACEMENT_CELL[_shape, _way, : len(_cells)] = _cells
        PLACEMENT_MASK[_shape, _way] = sum(1 << cell for cell in _cells)
        PLACEMENT_BEYOND[_shape, _way] = sum(FRAME_CELL[cell] == NONE for cell in _cells)
        for _cell in _cells:
            COVERING[_cell, _shape] |= 1 << _way

# Segments: the starting ones set by set, then the neutral ones shape by shape. A symbol is the sum
# of its effects.

FIGHTS, COLLECTS, DOUBLES = 1, 2, 4
SYMBOLS = {".": 0, "F": FIGHTS, "C": COLLECTS, "B": FIGHTS | COLLECTS, "D": COLLECTS | DOUBLES}
SET_NAMES: tuple[str, ...] = tuple(COMPONENTS["segments.colours"])
SET_SIZE, NEUTRAL = len(SHAPE_NAMES), SEATS * len(SHAPE_NAMES)  # NEUTRAL: the first neutral segment
require(
    len(SET_NAMES) == len(set(SET_NAMES)) == SEATS,
    "segments.colours",
    "must name four different sets, not {names}",
    names=", ".join(SET_NAMES),
)
require(set(COMPONENTS["symbols"]) == set(SYMBOLS), "symbols", "must explain {symbols}", symbols=" ".join(SYMBOLS))
PER_SHAPE = 6


def _segments() -> list[dict[str, Any]]:
    rows = []
    for part, ids in (
        ("start", _start_ids()),
        ("neutral", [f"{shape}-{number}" for shape in SHAPE_NAMES for number in range(1, PER_SHAPE + 1)]),
    ):
        given = COMPONENTS[f"segments.{part}"]
        require(
            len(given) == len(ids),
            f"segments.{part}",
            "must have {count} rows, not {found}",
            count=len(ids),
            found=len(given),
        )
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
    require(
        row.get("colour", name.partition("-")[0]) == name.partition("-")[0],
        where,
        "must be of the colour in its name, {name}",
        name=name,
    )
    cells = len(SHAPES[shape])
    count = len(row["symbols"])
    require(
        count == cells or cells > 1,
        where,
        "must have 1 symbol, for the one cell of {shape}, not {count} ({symbols!r})",
        shape=shape,
        count=count,
        symbols=row["symbols"],
    )
    require(
        count == cells,
        where,
        "must have {cells} symbols, one for each cell of {shape}, not {count} ({symbols!r})",
        cells=cells,
        shape=shape,
        count=count,
        symbols=row["symbols"],
    )
    require(
        set(row["symbols"]) <= set(SYMBOLS),
        where,
        "may only have the symbols {symbols}, not {found!r}",
        symbols=" ".join(SYMBOLS),
        found=row["symbols"],
    )
    require(0 <= row.get("coins", 0) <= 9 and 0 <= row["points"] <= 9, where, "must have coins and points from 0 to 9")


_ROWS = _segments()
SEGMENTS = len(_ROWS)
SEGMENT_NAMES: tuple[str, ...] = tuple(row["id"] for row in _ROWS)
SEGMENT_SYMBOLS: tuple[str, ...] = tuple(row["symbols"] for row in _ROWS)
SEGMENT_SHAPE = np.array([SHAPE_NAMES.index(row["shape"]) for row in _ROWS], np.int8)
SEGMENT_COINS = np.array([row.get("coins", 0) for row in _ROWS], np.int8)  # R7.3 received at once when it is bought
SEGMENT_POINTS = np.array([row["points"] for row in _ROWS], np.int8)  # R9.2
SYMBOL = np.zeros((SEGMENTS, MAX_CELLS), np.int8)
for _segment, _text in enumerate(SEGMENT_SYMBOLS):
    SYMBOL[_segment, : len(_text)] = [SYMBOLS[symbol] for symbol in _text]
SEGMENT_CELLS = np.array([len(text) for text in SEGMENT_SYMBOLS], np.int8)
SEGMENT_COLLECTS = ((SYMBOL & COLLECTS) != 0).sum(axis=1).astype(np.int8)  # R5.5 the number of its collect symbols


def _ways_of(segment: int) -> int:
    """N2 A straight segment that reads the same both ways has only the placements that read
    forwards.
    """
    text, ways = SEGMENT_SYMBOLS[segment], len(PLACEMENTS[SEGMENT_SHAPE[segment]])
    is_straight = SEGMENT_SHAPE[segment] in (1, 2)
    return ways // 2 if is_straight and text == text[::-1] else ways


WAYS = np.array([_ways_of(segment) for segment in range(SEGMENTS)], np.int8)  # how many placements a segment has
# the number of its first place action; the last one lays it outside
FIRST_PLACE = np.concatenate(([0], (WAYS + 1).cumsum(dtype=np.int64))).astype(np.int16)
PLACES = int(FIRST_PLACE[-1])
PLACE_SEGMENT = np.repeat(np.arange(SEGMENTS), WAYS + 1).astype(np.int8)  # the segment of each place action
# the placement of each place action
PLACE_WAY = np.concatenate([(*range(ways), OUTSIDE) for ways in WAYS.tolist()]).astype(np.int8)
# the neutral segments of a shape, one bit each
SHAPE_STACK = np.array(
    [((1 << PER_SHAPE) - 1) << (NEUTRAL + PER_SHAPE * shape) for shape in range(len(SHAPE_NAMES))], np.int64
)
