"""The components of Viva Catrina: read from the TOML file, checked, and frozen into tables."""

from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.components import Components
from ludotheque.core.constants import MAX_SEATS, NONE
from ludotheque.core.errors import LudothequeError

COMPONENTS = Components("viva_catrina", Path(__file__).parent)
require = COMPONENTS.require

require(COMPONENTS.seats == range(2, MAX_SEATS + 1), "seats", "must be from 2 to {most}", most=MAX_SEATS)
_OPTIONS = {"base_link": {"values": ["any_tile", "none"], "default": "any_tile"}}
require(
    COMPONENTS["options"] == _OPTIONS,
    "options",
    "must be only base_link, with the values any_tile (the default) and none",
)

# The elements on the paths. Each kind has a number: balloons by colour, shops by ware, visitors,
# butterflies, altars by what they count.

COLORS, SHOPS = 4, 6
COLOR_NAMES: tuple[str, ...] = tuple(COMPONENTS["balloon_tiles.colours"])
require(
    len(set(COLOR_NAMES)) == len(COLOR_NAMES) == COLORS, "balloon_tiles.colours", "must name four different colours"
)
SHOP_NAMES: tuple[str, ...] = tuple(COMPONENTS["shops.kinds"])
require(len(set(SHOP_NAMES)) == len(SHOP_NAMES) == SHOPS, "shops.kinds", "must name six different kinds")
ALTAR_ROWS: list[dict[str, Any]] = COMPONENTS["altars.kinds"]
ALTAR_NAMES: tuple[str, ...] = tuple(row["id"] for row in ALTAR_ROWS)
ALTARS = len(ALTAR_NAMES)
require(len(set(ALTAR_NAMES)) == ALTARS > 0, "altars.kinds", "must have different ids")

BALLOON, SHOP = 0, COLORS
VISITOR = SHOP + SHOPS
BUTTERFLY = VISITOR + 1
ALTAR = BUTTERFLY + 1
ELEMENTS = ALTAR + ALTARS
ELEMENT_NAMES = (
    *(f"balloon:{name}" for name in COLOR_NAMES),
    *(f"shop:{name}" for name in SHOP_NAMES),
    "visitor",
    "butterfly",
    *(f"altar:{name}" for name in ALTAR_NAMES),
)

# What an altar counts: one kind of element, or one of these
ALL_SHOPS, CHIMERAS = ELEMENTS, ELEMENTS + 1
COUNTED = {
    **{name: number for number, name in enumerate(ELEMENT_NAMES[:ALTAR]) if not name.startswith("shop:")},
    "shop": ALL_SHOPS,
    "chimera": CHIMERAS,
}
for _row, _altar in enumerate(ALTAR_ROWS, 1):
    require(
        _altar["counts"] in COUNTED,
        f"altars.kinds, row {_row}, counts",
        "must be one of {names}, not {found!r}",
        names=", ".join(COUNTED),
        found=_altar["counts"],
    )
ALTAR_COUNTS = np.array([COUNTED[row["counts"]] for row in ALTAR_ROWS], np.int8)
ALTAR_POINTS = np.array([row["points_each"] for row in ALTAR_ROWS], np.int16)

# Points and supplies

VISITOR_POINTS: int = COMPONENTS["score.visitor"]
BUTTERFLY_POINTS: int = COMPONENTS["score.butterfly"]
SHOP_POINTS = np.array(COMPONENTS["score.shop_kinds"], np.int16)  # by the number of different kinds
require(
    len(SHOP_POINTS) == SHOPS + 1,
    "score.shop_kinds",
    "must have {count} values, for none to all six kinds",
    count=SHOPS + 1,
)
EXTRA_TILE_AT: int = COMPONENTS["shops.extra_tile_at"]
require(EXTRA_TILE_AT > 0, "shops.extra_tile_at", "must be at least 1")

SMALL, LARGE = 0, 1
CHIMERA_ROWS: list[dict[str, int]] = [COMPONENTS["chimeras.small"], COMPONENTS["chimeras.large"]]
for _name, _chimera, _shape in zip(("small", "large"), CHIMERA_ROWS, ((1, 4), (2, 6)), strict=True):
    require(
        (_chimera["grid_corners"], _chimera["tiles"]) == _shape,
        f"chimeras.{_name}",
        "must be for {corners} grid corner(s) and {tiles} tiles, as the rules say (R6.4)",
        corners=_shape[0],
        tiles=_shape[1],
    )
    require(0 <= _chimera["count"] <= 100, f"chimeras.{_name}, count", "must be from 0 to 100")
CHIMERA_COUNT = np.array([row["count"] for row in CHIMERA_ROWS], np.int8)
CHIMERA_POINTS = np.array([row["points"] for row in CHIMERA_ROWS], np.int16)

TAKE_AT: int = COMPONENTS["balloon_tiles.take_at"]
FLIP_AT: int = COMPONENTS["balloon_tiles.flip_at"]
require(0 < TAKE_AT <= FLIP_AT, "balloon_tiles.flip_at", "must not be less than take_at, {least}", least=TAKE_AT)
# R1.5 The highest on top
STACK: list[dict[str, int]] = sorted(COMPONENTS["balloon_tiles.stack"], key=lambda row: -row["front"])
require(
    0 < len(STACK) <= 16 and len({row["front"] for row in STACK}) == len(STACK),
    "balloon_tiles.stack",
    "must have rows with different front values",
)
PILE = {seats: [row for row in STACK if row["min_players"] <= seats] for seats in COMPONENTS.seats}
PILE_SIZE = np.array([len(PILE.get(seats, ())) for seats in range(MAX_SEATS + 1)], np.int8)  # by the number of seats
# by number of seats, position in the pile from the top, and side: front, golden
PILE_VALUE = np.zeros((MAX_SEATS + 1, len(STACK), 2), np.int16)
for _seats, _pile in PILE.items():
    for _place, _stacked in enumerate(_pile):
        PILE_VALUE[_seats, _place] = _stacked["front"], _stacked["gold"]

# The tiles are numbered from 1: the path tiles in the order of the file, each copy separately, then
# the start tiles. 0 means no tile.

PATH_TILES = 114
LETTERS = "-PFB"  # an edge takes two bits of a look
PAVED, TRAIL, BASE = 1, 2, 3
PATHS = (("paved", PAVED), ("trail", TRAIL))
PATH_ROWS: list[dict[str, Any]] = COMPONENTS["path.tiles"]
START_ROWS: list[dict[str, Any]] = COMPONENTS["start.tiles"]
STARTS = len(START_ROWS)
# in words, for error messages
SIDES = (LudothequeError("north"), LudothequeError("east"), LudothequeError("south"), LudothequeError("west"))


def check_face(row: dict[str, Any], place: str) -> None:
    """R2.2, R2.6 Check for four known edges, four corners, and no side part without its corners."""
    edges, corners = row["edges"], row["corners"]
    require(
        len(edges) == 4, f"{place} edges", "must be four letters, north, east, south, west, not {edges!r}", edges=edges
    )
    unknown = [letter for letter in edges if letter not in LETTERS]
    require(not unknown, f"{place} edges", "may hold only P, F, B and -, not {unknown!r}", unknown="".join(unknown))
    require(
        len(corners) == 4 and set(corners) <= set("01"),
        f"{place} corners",
        "must be four digits 0 or 1, not {corners!r}",
        corners=corners,
    )
    for side, letter in enumerate(edges):
        is_whole = corners[side] == corners[(side + 1) % 4] == "1"
        require(
            letter != "B" or is_whole,
            f"{place} corners",
            "must have a part at both ends of the side part on the {side} edge, not {corners!r}",
            side=SIDES[side],
            corners=corners,
        )


def check_elements(row: dict[str, Any], place: str) -> None:
    """R2.5 Check what a tile may show: visitors on paved paths, butterflies on trails, at most one
    shop and one altar.
    """
    for path, letter in PATHS:
        for element in row[path]:
            require(element in ELEMENT_NAMES, f"{place} {path}", "may not hold {element!r}", element=element)
            require(
                LETTERS[letter] in row["edges"],
                f"{place} {path}",
                "holds {element}, but no such path leaves the tile",
                element=element,
            )
    require("visitor" not in row["trail"], f"{place} trail", "may not hold visitors")
    require("butterfly" not in row["paved"], f"{place} paved", "may not hold butterflies")
    for kind in ("shop", "altar"):
        require(
            sum(element.startswith(kind) for element in row["paved"] + row["trail"]) <= 1,
            place,
            "may show only one {kind}",
            kind=kind,
        )


for _row, _tile in enumerate(PATH_ROWS, 1):
    check_face(_tile, f"path.tiles, row {_row},")
    check_elements(_tile, f"path.tiles, row {_row},")
    require(_tile["n"] > 0, f"path.tiles, row {_row}, n", "must be at least 1")
for _row, _tile in enumerate(START_ROWS, 1):
    check_face(_tile, f"start.tiles, row {_row},")
KIND_COUNT = np.array([row["n"] for row in PATH_ROWS], np.int8)
require(
    int(KIND_COUNT.sum()) == PATH_TILES,
    "path.tiles",
    "must add up to {count} tiles, not {found}",
    count=PATH_TILES,
    found=KIND_COUNT.sum(),
)
require(STARTS == MAX_SEATS, "start.tiles", "must be {count}, one for each possible seat", count=MAX_SEATS)
_ids = [row["id"] for row in PATH_ROWS + START_ROWS]
for _row, _id in enumerate(_ids[: len(PATH_ROWS)], 1):
    require(_ids.count(_id) == 1, f"path.tiles, row {_row}, id", "appears twice: {id!r}", id=_id)
    require(
        _id != "" and _id == _id.strip() and " " not in _id and _id.isascii(),
        f"path.tiles, row {_row}, id",
        "must be plain letters without a space, not {id!r}",
        id=_id,
    )
require(len(set(_ids)) == len(_ids), "start.tiles", "must have different ids")

KINDS = len(PATH_ROWS)
KIND_NAMES: tuple[str, ...] = tuple(row["id"] for row in PATH_ROWS)
START_NAMES: tuple[str, ...] = tuple(row["id"] for row in START_ROWS)
# the first tile of each kind
KIND_FIRST = np.array([1 + sum(row["n"] for row in PATH_ROWS[:kind]) for kind in range(KINDS)], np.int8)
START_FIRST = 1 + PATH_TILES
TILES = START_FIRST + STARTS  # tile numbers are less than this
# each start tile is a kind of its own
TILE_KIND = np.array([NONE, *np.repeat(np.arange(KINDS), KIND_COUNT), *range(KINDS, KINDS + STARTS)], np.int8)
# 1: there are other tiles of this kind; by tile
HAS_COPIES = np.array([0, *np.repeat(KIND_COUNT > 1, KIND_COUNT), *[0] * STARTS], np.int64)
TILE_NAMES = ("", *((KIND_NAMES + START_NAMES)[kind] for kind in TILE_KIND[1:].tolist()))


def look(row: dict[str, Any], turn: int) -> int:
    """R2.3 Return a face after a number of quarter turns.

    An edge takes two bits, from bit 0 on, north first; a corner takes one bit, from bit 8 on,
    north-west first.
    """
    bits = 0
    for side in range(4):
        bits |= LETTERS.index(row["edges"][(side - turn) % 4]) << 2 * side
        bits |= int(row["corners"][(side - turn) % 4]) << 8 + side
    return bits


_rows: list[dict[str, Any]] = [(PATH_ROWS + START_ROWS)[kind] for kind in TILE_KIND[1:].tolist()]
# indexed by 4 × tile + quarter turns
LOOK = np.array([0] * 4 + [look(row, turn) for row in _rows for turn in range(4)], np.int16)


def part(face: int, quarter: int) -> int:
    """R6.1 Return what a tile to the north-east, south-east, south-west or north-west of a grid
    corner has there: NONE if it has no base part. Otherwise, bits for which of its two letters
    along the grid lines leaving the corner are B: two bits per line (north, east, south, west), for
    the tile on the line's right and the one on its left.
    """
    if (face >> 8 + (quarter + 3) % 4) & 1 == 0:
        return NONE
    right, left = (face >> 2 * ((quarter + 3) % 4)) & 3, (face >> 2 * ((quarter + 2) % 4)) & 3
    return int(right == BASE) << 2 * quarter | int(left == BASE) << (2 * quarter + 3) % 8


# indexed by 4 × tile + quarter turns, and quarter round the corner
PART = np.array([[part(face, quarter) for quarter in range(4)] for face in LOOK.tolist()], np.int16)
# R3.6 How many rotations look different; they are the first ones
TURNS = np.array([len(set(LOOK[4 * tile : 4 * tile + 4].tolist())) for tile in range(TILES)], np.int8)


def seen_edge(letter: int, side: int) -> int:
    """Return what a free spot sees of a linked tile on this side; see `around` in state.py."""
    return (letter | (2 if letter in (PAVED, TRAIL) else 1) << 2) << 4 * side


# the edges that the four spots around a start tile see, in reading order: north, west, east, south
START_AROUND = np.array(
    [
        [seen_edge(int(face) >> 2 * side & 3, (side + 2) % 4) for side in (0, 3, 1, 2)]
        for face in LOOK[4 * START_FIRST :: 4]
    ],
    np.uint16,
)

MOST = max(1, *(len(row[path]) for row in PATH_ROWS for path, _ in PATHS))  # elements on one path of one tile
# by kind of tile and path (0 paved, 1 trail): the elements, NONE after the last
ELEMENT = np.full((KINDS + STARTS, 2, MOST), NONE, np.int8)
for _kind, _tile in enumerate(PATH_ROWS):
    for _path, (_name, _) in enumerate(PATHS):
        ELEMENT[_kind, _path, : len(_tile[_name])] = [ELEMENT_NAMES.index(element) for element in _tile[_name]]

# Upper bounds

LINES = 2
SLOTS = np.zeros((MAX_SEATS + 1, LINES), np.int8)  # by the number of seats, and line
for _seats in COMPONENTS.seats:
    _slots = COMPONENTS["board.slots"][str(_seats)]
    require(
        len(_slots) == LINES and min(_slots) > 0 and sum(_slots) <= 30,
        f"board.slots, {_seats},",
        "must be two lengths that add up to at most 30, not {slots}",
        slots=_slots,
    )
    SLOTS[_seats] = _slots
LONGEST = int(SLOTS.max())
SHOP_TILES = [
    sum(row["n"] for row in PATH_ROWS if f"shop:{name}" in row["paved"] + row["trail"]) for name in SHOP_NAMES
]
# extra tiles in a game, at most
EXTRAS = {seats: sum(min(seats, tiles // EXTRA_TILE_AT) for tiles in SHOP_TILES) for seats in COMPONENTS.seats}
MAX_PLIES = max(2 * seats * int(SLOTS[seats].sum()) + EXTRAS[seats] for seats in COMPONENTS.seats)
# in a village: the start tile, one per turn, one extra tile for each kind of shop (R7.2)
MAX_TILES = 1 + int(SLOTS.sum(axis=1).max()) + SHOPS
MAX_FRINGE = 2 * MAX_TILES + 2  # free cells next to that many tiles
MAX_PLACES = MAX_FRINGE - 2  # the same before the last tile is placed

# A village has no edge (R2.1), so its cells are wound into a ring: cell x,y has the number x +
# WIDTH × y, modulo the length of the ring. Two cells with the same number are at least WIDTH steps
# apart, which no two cells in or next to a village can be. No shorter ring has that property.
_radius = (MAX_TILES + 2) // 2
WIDTH = 2 * _radius + 1
RING = 2 * _radius * (_radius + 1) + 1
# R6.1 offsets from a tile to the cells whose north-west corner is its north-west, north-east,
# south-east or south-west corner
SIDE_CELLS = (RING - WIDTH, 1, WIDTH, RING - 1)  # offsets to the cells to the north, east, south, west
CORNER_CELLS = (0, 1, WIDTH + 1, WIDTH)
# and from such a cell to the cells around its north-west corner: north-east, south-east,
# south-west, north-west
QUARTER_CELLS = (RING - WIDTH, 0, RING - 1, RING - WIDTH - 1)

# The actual position of a tile is its spot, one number in reading order: 128 × (64 + y) + 64 + x
ROW_BITS = 7
ROW = 1 << ROW_BITS
ORIGIN = 64 * ROW + 64
STEPS = (-ROW, 1, ROW, -1)  # to the north, east, south, west
# R6.1 offsets to the spots whose north-west corner is a tile's north-west, north-east, south-east
# or south-west corner
CORNERS = (0, 1, ROW + 1, ROW)
