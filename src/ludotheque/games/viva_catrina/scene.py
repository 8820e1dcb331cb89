"""A view of Viva Catrina drawn as tiles in lines and villages.

A turn is two gestures: pick an end of a line; then turn the tile in hand and pick a free cell.

The table always has the same bounds: the lines and the viewer's own village on the left, the other
villages and the supplies on the right. A village is drawn as large as fits into its plot. Its
pieces are cached by position: an action changes one village, and the others are looked up.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from ludotheque.core.words import Words
from ludotheque.games.viva_catrina import text
from ludotheque.games.viva_catrina.actions import ACTION_COUNT, END_NAMES, PLACE
from ludotheque.games.viva_catrina.components import (
    BASE,
    COLOR_NAMES,
    LARGE,
    LETTERS,
    LOOK,
    MAX_PLACES,
    PATH_ROWS,
    PATHS,
    PILE_SIZE,
    PILE_VALUE,
    SLOTS,
    SMALL,
    START_ROWS,
    TILE_KIND,
)
from ludotheque.games.viva_catrina.notation import xy
from ludotheque.games.viva_catrina.rules import Refusal
from ludotheque.games.viva_catrina.state import Phase
from ludotheque.scene.model import Area, Gesture, Panel, Piece, Place, Scene
from ludotheque.scene.tally import tallies

# In the units of art.svg, which draws a background with plots for each number of seats
WIDTH, HEIGHT = 1280, 960
TILE = 100  # a tile in the art
SLOT_ACROSS, HUNG = 103, 0.95  # maximum distance from one slot to the next, and maximum size of a tile in a line
GARLANDS = (44, 144)  # where the garlands of the two lines begin
SAG = 12
COLOR_SPRITES = ("red", "blue", "yellow", "green")  # by number, since the owner of a copy may rename the colours
# of a cell, the largest that fits
SIZES = (
    118,
    110,
    103,
    96,
    90,
    84,
    79,
    74,
    69,
    64,
    60,
    56,
    52,
    48,
    44,
    40,
    36,
    32,
    28,
    25,
    22,
    20,
    18,
    16,
    14,
    12,
    10,
    8,
    7,
    6,
)
LARGEST_OTHER = 64  # in the villages of others

Lying = tuple[int, ...]  # a row of a state


class Plot(NamedTuple):
    """Where a village is drawn, with a strip below it for everything else its seat has."""

    x: float
    y: float
    width: float
    height: float
    strip: float


def plots(seats: int, own: int) -> list[Plot]:
    """List the plot of each seat: the viewer's own, large, then the others clockwise.

    Must agree with the backgrounds in art.svg.
    """
    others = seats - 1
    columns = 1 if others <= 3 else 2
    rows = (others + columns - 1) // columns
    width, height = (390 - 10 * (columns - 1)) / columns, (690 - 10 * (rows - 1)) / rows
    small = [
        Plot(870 + (width + 10) * (k % columns), 250 + (height + 10) * (k // columns), width, height, 46)
        for k in range(others)
    ]
    found = [Plot(20, 250, 830, 690, 96), *small]
    return [found[(seat - own) % seats] for seat in range(seats)]


# Gestures: the free cells are numbered as the actions are


def gesture_of(action: int) -> Gesture:
    if action < PLACE:
        return (("pick", f"line-{action // 2 + 1}-{END_NAMES[action % 2]}"),)
    place, turn = divmod(action - PLACE, 4)
    return (("turn", str(90 * turn)), ("pick", f"free-{place}"))


GESTURES = tuple(map(gesture_of, range(ACTION_COUNT)))


def gesture(words: Words, view: Any, seat: int, action: int) -> Gesture:
    return GESTURES[action]


def why_not(words: Words, view: Any, seat: int, steps: Gesture) -> int:
    """Return the refusal for steps that match no action.

    That is a tile inside a line, or one that is already placed.
    """
    is_taking = int(view["phase"]) == Phase.TAKE
    if steps[-1][1].startswith("line-"):
        return Refusal.NOT_AN_END if is_taking else Refusal.PLACE_FIRST
    return Refusal.TAKE_FIRST if is_taking else Refusal.OCCUPIED


# The scene


def scene(words: Words, view: Any, seat: int) -> Scene:
    seats, turn, hand = int(view["seats"]), int(view["seat"]), int(view["hand"])
    own = seat if 0 <= seat < seats else 0
    lying = plots(seats, own)
    sheets = text.sheets(view)
    pieces, places = display(words, view)
    pieces += supplies(words, view, lying) + figures(words, view, lying, sheets)
    fields = [view[field].tolist() for field in ("placed", "spot", "reached", "chimera", "linked")]
    for other, plot in enumerate(lying):
        pieces += village(words, other, plot, other == own, *(tuple(field[other]) for field in fields))
    lies = grid(lying[turn], turn == own, tuple(fields[0][turn]), tuple(fields[1][turn]))
    is_placing = seat == turn and int(view["phase"]) == Phase.PLACE
    if hand:
        pieces += hand_pieces(words, hand, lying[turn], lies.cell)
    if is_placing:
        places += free_places(words, view, own, lies)
    panels = [
        Panel(
            other,
            f"seat-{other}",
            text.panel_label(words, points, seats),
            tallies=tallies(words, text.TALLIES, {"points": sum(points)}),
            is_sign=True,
        )
        for other, points in enumerate(sheets)
    ]
    held = f"tile-{hand}" if is_placing else ""
    return Scene(
        WIDTH,
        HEIGHT,
        f"ground-{seats}",
        pieces,
        places,
        panels,
        text.board(words, view, seat),
        areas=areas(words, seats, own),
        hand=held,
    )


@cache
def areas(words: Words, seats: int, own: int) -> list[Area]:
    """List the areas that can be zoomed: the lines with the viewer's village, other villages,
    supplies.
    """
    found = [Area("own", text.area_label(words, None), 19, 12, 832, 936, seat=own, is_home=True)]
    for seat, plot in enumerate(plots(seats, own)):
        if seat != own:
            found.append(
                Area(
                    f"village-{seat}", text.area_label(words, seat), plot.x, plot.y, plot.width, plot.height, seat=seat
                )
            )
    return [*found, Area("supplies", text.supplies_label(words), 860, 30, 410, 212)]


# The lines


def display(words: Words, view: Any) -> tuple[list[Piece], list[Place]]:
    """Draw the tiles in the two lines, with a place for each; only the end tiles have their own
    labels.
    """
    seats, pieces, places = int(view["seats"]), list[Piece](), list[Place]()
    for line, tiles in enumerate(view["line"].tolist()):
        slots = [slot for slot, tile in enumerate(tiles) if tile]
        for slot in slots:
            end = f"line-{line + 1}-{'left' if slot == slots[0] else 'right' if slot == slots[-1] else slot}"
            hanging, place = hung(words, seats, line, slot, tiles[slot], end)
            pieces += hanging
            places.append(place)
    return pieces, places


@lru_cache(1024)
def hung(words: Words, seats: int, line: int, slot: int, tile: int, end: str) -> tuple[list[Piece], Place]:
    """Draw a tile hanging in a line."""
    count = int(SLOTS[seats, line])
    x = 430 + (slot - (count - 1) / 2) * min(SLOT_ACROSS, 800 / count)
    x, y = round(x, 1), round(GARLANDS[line] + 46 + SAG * (1 - ((x - 430) / 400) ** 2), 1)
    label = text.end_label(words, line, end.split("-")[2], tile)
    return tile_pieces(
        tile, Piece("", "", x, y, layer=3, size=min(HUNG, 7.6 / count), label=text.tile_label(words, tile), place=end)
    ), Place(end, x, y, 84, 90, label=label)


# Tiles


@cache
def sprite_of(tile: int) -> str:
    """Name the sprite of a tile by what it shows.

    That is its edges, its corners, and the first letters of the elements on each path.
    """
    row = row_of(tile)
    paths = ["".join(element_code(element) for element in row.get(path, ())) for path, _ in PATHS]
    return f"{row['edges']}{row['corners']}.{paths[0]}.{paths[1]}"


def row_of(tile: int) -> dict[str, Any]:
    row: dict[str, Any] = (PATH_ROWS + START_ROWS)[TILE_KIND[tile]]
    return row


def element_code(element: str) -> str:
    """Return one to three letters for an element.

    Examples: `bre` is a red balloon, `v` a visitor, `f` a butterfly, `sca` a candle shop, `ach` an
    altar of chimeras.
    """
    kind, _, name = element.partition(":")
    return {"butterfly": "f"}.get(kind, kind[0]) + name[:2]


@cache
def drawn() -> frozenset[str]:
    """Return the symbols of art.svg."""
    return frozenset(
        re.findall(r'<symbol id="([^"]+)"', Path(__file__).with_name("art.svg").read_text(encoding="utf-8"))
    )


def tile_pieces(tile: int, lying: Piece) -> list[Piece]:
    """Draw a tile as it lies.

    If the owner of a copy has corrected its face and the art has no picture of it, it is assembled
    from parts.
    """
    sprite = sprite_of(tile)
    if sprite in drawn():
        return [replace(lying, id=f"tile-{tile}", sprite=sprite)]
    parts = [
        replace(lying, id=f"tile-{tile}-{number}", sprite=part, turn=lying.turn + turn, label="")
        for number, (part, turn) in enumerate(parts_of(tile))
    ]
    return [replace(lying, id=f"tile-{tile}", sprite="soil"), *parts, *element_pieces(tile, lying)]


PARTS = {"P": "paved-arm", "F": "trail-arm", "B": "side"}
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
MIDDLE = ((0, 0), (9, 9), (-9, 9), (0, -9))


def parts_of(tile: int) -> list[tuple[str, int]]:
    """List the base parts and the exits of a tile.

    Each is a sprite with the rotation in degrees that brings it to its side or corner.
    """
    row = row_of(tile)
    corners = [("corner", 90 * corner) for corner in range(4) if row["corners"][corner] == "1"]
    return corners + [(PARTS[letter], 90 * side) for side, letter in enumerate(row["edges"]) if letter in PARTS]


def element_pieces(tile: int, lying: Piece) -> list[Piece]:
    """Draw the elements on the paths of a tile, along their exits and then in the middle."""
    row, found = row_of(tile), []
    for path, letter in PATHS:
        exits = [(32 * dx, 32 * dy) for side, (dx, dy) in enumerate(SIDES) if row["edges"][side] == LETTERS[letter]]
        for number, (element, (x, y)) in enumerate(zip(row.get(path, ()), [*exits, *MIDDLE], strict=False)):
            for _ in range(int(lying.turn) // 90):
                x, y = -y, x
            if element_code(element) in drawn():
                at = {"x": round(lying.x + x * lying.size, 1), "y": round(lying.y + y * lying.size, 1)}
                found.append(replace(lying, id=f"{path}-{tile}-{number}", sprite=element_code(element), label="", **at))
    return found


# Villages


class Grid(NamedTuple):
    """How a village lies in its plot: the centre of cell 0,0 and the size of a cell."""

    x: float
    y: float
    cell: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        return round(self.x + self.cell * x, 1), round(self.y + self.cell * y, 1)


@lru_cache(1024)
def grid_of(plot: Plot, is_own: bool, across: tuple[int, int], down: tuple[int, int]) -> Grid:
    """Return the grid with the largest cells that fit this range of columns and rows.

    In the viewer's own plot the free cells around them must fit too; the start tile stays in the
    middle as long as possible.
    """
    margin, largest = (1.0, SIZES[0]) if is_own else (0.2, LARGEST_OTHER)
    width, height = plot.width - 16, plot.height - plot.strip - 16
    columns, rows = across[1] - across[0] + 1 + 2 * margin, down[1] - down[0] + 1 + 2 * margin
    cell = next(
        (size for size in SIZES if size <= largest and columns * size <= width and rows * size <= height), SIZES[-1]
    )

    def middle(first: float, last: float, room: float) -> float:
        return min(max(0, last + margin + 0.5 - room / cell / 2), first - margin - 0.5 + room / cell / 2)

    x, y = middle(*across, width), middle(*down, height)
    return Grid(plot.x + plot.width / 2 - cell * x, plot.y + 8 + height / 2 - cell * y, cell)


def grid(plot: Plot, is_own: bool, placed: Lying, spots: Lying) -> Grid:
    cells = [xy(spot) for spot, tile in zip(spots, placed, strict=True) if tile]
    (west, north), (east, south) = (tuple(map(least, zip(*cells, strict=True))) for least in (min, max))
    return grid_of(plot, is_own, (west, east), (north, south))


@lru_cache(512)
def village(
    words: Words,
    seat: int,
    plot: Plot,
    is_own: bool,
    placed: Lying,
    spots: Lying,
    reached: Lying,
    chimera: Lying,
    linked: Lying,
) -> list[Piece]:
    """Draw a village: its tiles, shading on those that are not linked, and its chimeras.

    In the viewer's own village, also draw what its bases still need.
    """
    lies = grid(plot, is_own, placed, spots)
    size, chimeras = lies.cell / TILE, sum(mask.bit_count() for mask in chimera)
    found, looks = list[Piece](), {}
    for number, (tile, spot) in enumerate(zip(placed, spots, strict=True)):
        if tile:
            is_linked = (bool(reached[0] >> number & 1), bool(reached[1] >> number & 1))
            (x, y), turn, looks[xy(spot)] = lies.at(*xy(spot)), 90 * (tile % 4), int(LOOK[tile])
            label = text.lying_label(words, spot, tile // 4, is_linked, linked, chimeras)
            found += tile_pieces(tile // 4, Piece("", "", x, y, turn=turn, layer=1, size=size, label=label))
            if veil := veil_of(tile // 4, *is_linked):
                found.append(Piece(f"veil-{tile // 4}", veil, x, y, turn=turn, layer=2, size=size))
            found += [
                chimera_piece(words, seat, number, lies, xy(spot), large, int(LOOK[tile]))
                for large in (SMALL, LARGE)
                if chimera[large] >> number & 1
            ]
    served = {xy(spot) for number, spot in enumerate(spots) if (chimera[SMALL] | chimera[LARGE]) >> number & 1}
    return [*found, *hints(words, lies, looks, served)] if is_own else found


@cache
def veil_of(tile: int, is_paved_linked: bool, is_trail_linked: bool) -> str:
    """Name the shading of a tile: all of it, or only the path that is not linked."""
    edges = [LETTERS[int(LOOK[4 * tile]) >> 2 * side & 3] for side in range(4)]
    paths = {
        letter: "".join("nesw"[side] for side in range(4) if edges[side] == letter)
        for letter in "PF"
        if letter in edges
    }
    loose = [exits for letter, exits in paths.items() if not (is_paved_linked if letter == "P" else is_trail_linked)]
    return "" if not loose else "veil" if len(loose) == len(paths) else f"veil-{loose[0]}"


def chimera_piece(
    words: Words, seat: int, number: int, lies: Grid, cell: tuple[int, int], large: int, look: int
) -> Piece:
    """Draw a chimera in the middle of its base.

    The first grid corner of the base is the north-west corner of this tile.
    """
    is_across = large == LARGE and look & 3 == BASE  # the tile has a side part on the north edge, else on the west edge
    x, y = lies.at(cell[0] - 0.5 + 0.5 * is_across, cell[1] - 0.5 + 0.5 * (large == LARGE and not is_across))
    sprite = f"great-{number % 2}" if large == LARGE else f"chimera-{number % 3}"
    label = text.chimera_label(words, large)
    turn = 90 if large == LARGE and not is_across else 0
    return Piece(f"chimera-{seat}-{number}", sprite, x, y, turn=turn, layer=4, size=lies.cell / TILE, label=label)


# cells north-east, south-east, south-west, north-west of a grid corner: x, y, and which of their
# corners it is
ROUND_A_CORNER = ((0, -1, 3), (0, 0, 0), (-1, 0, 1), (-1, -1, 2))
Looks = dict[tuple[int, int], int]


def hints(words: Words, lies: Grid, looks: Looks, served: set[tuple[int, int]]) -> Iterator[Piece]:
    """Draw where parts are missing at grid corners that can still be closed.

    Also mark closed bases that are waiting for a chimera.
    """
    size = lies.cell / TILE
    for x, y in sorted(
        {
            (x + dx, y + dy)
            for (x, y), look in looks.items()
            for corner, (dx, dy) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1)))
            if look >> 8 + corner & 1
        }
    ):
        lines = lines_at(looks, x, y)
        if lines is None:
            continue
        for dx, dy, corner in ROUND_A_CORNER:
            if (x + dx, y + dy) not in looks:
                cell = (x + dx, y + dy)
                yield Piece(
                    f"missing-{cell[0]},{cell[1]}-{corner}",
                    "missing",
                    *lies.at(*cell),
                    turn=90 * corner,
                    size=size,
                    label=text.missing_label(words),
                )
        is_small = not lines and len(looks.keys() & {(x + dx, y + dy) for dx, dy, _ in ROUND_A_CORNER}) == 4
        if is_small and (x, y) not in served:
            yield Piece(
                f"waits-{x},{y}",
                "waits",
                *lies.at(x - 0.5, y - 0.5),
                layer=4,
                size=size,
                label=text.waiting_label(words),
            )


def lines_at(looks: Looks, x: int, y: int) -> set[int] | None:
    """Return the grid lines that leave a grid corner along side parts (north, east, south, west).

    Return None if the tiles around it can never be part of one closed base.
    """
    found: dict[int, set[bool]] = {}
    for quarter, (dx, dy, corner) in enumerate(ROUND_A_CORNER):
        look = looks.get((x + dx, y + dy))
        if look is not None:
            if not look >> 8 + corner & 1:
                return None
            found.setdefault(quarter, set()).add(look >> 2 * ((quarter + 3) % 4) & 3 == BASE)
            found.setdefault((quarter + 1) % 4, set()).add(look >> 2 * ((quarter + 2) % 4) & 3 == BASE)
    return (
        None
        if any(len(both) == 2 for both in found.values())
        else {line for line, both in found.items() if True in both}
    )


def free_places(words: Words, view: Any, seat: int, lies: Grid) -> list[Place]:
    """List the free cells next to the viewer's own village."""
    spots = {number: xy(spot) for number, spot in enumerate(view["fringe"][seat].tolist()[:MAX_PLACES]) if spot}
    labels = text.free_labels(words, list(spots.values()), text.tiles_of(view, seat))
    return [
        Place(f"free-{number}", *lies.at(*cell), lies.cell, lies.cell, label=label)
        for (number, cell), label in zip(spots.items(), labels, strict=True)
    ]


def hand_pieces(words: Words, hand: int, plot: Plot, cell: float) -> list[Piece]:
    """Draw the tile in hand at its final size, next to the strip of the seat whose turn it is."""
    x, y = plot.x + plot.width - 14 - cell / 2, plot.y + plot.height - max(plot.strip, cell + 16) / 2
    return tile_pieces(
        hand, Piece("", "", round(x, 1), round(y, 1), layer=9, size=cell / TILE, label=text.tile_label(words, hand))
    )


# Supplies and figures


def supplies(words: Words, view: Any, lying: list[Plot]) -> list[Piece]:
    """Draw the balloon tiles in piles and with their owners, the remaining chimeras, and the
    bag.
    """
    seats, pile = int(view["seats"]), view["pile"].tolist()
    golden, held = view["golden"].tolist(), view["balloon_tile"].tolist()
    found = []
    for color in range(len(COLOR_NAMES)):
        owner = {held[seat][color]: seat for seat in range(seats) if held[seat][color]}
        for place in range(int(PILE_SIZE[seats])):
            seat = owner.get(place + 1, -1)
            is_golden = seat >= 0 and golden[seat] >> color & 1
            is_shown = seat >= 0 or place == pile[color]
            found += balloon_pieces(
                words, seats, color, place, seat, bool(is_golden), is_shown, lying[seat] if seat >= 0 else None
            )
    small, large = view["chimeras_left"].tolist()
    bag = int(view["bag_size"])
    found += [
        *(
            [
                Piece(
                    "pile-small",
                    "chimera-0",
                    905,
                    196,
                    layer=1,
                    size=0.95,
                    label=text.left_label(words, "small", small),
                )
            ]
            if small
            else []
        ),
        *(
            [
                Piece(
                    "pile-large", "great-0", 1040, 196, layer=1, size=0.72, label=text.left_label(words, "large", large)
                )
            ]
            if large
            else []
        ),
        Piece("bag", "bag", 1190, 190, layer=1, size=0.9, label=text.left_label(words, "bag", bag)),
    ]
    return (
        found
        + digits("left-small", small, 945, 196, 0.8)
        + digits("left-large", large, 1113, 196, 0.8)
        + digits("left-bag", bag, 1240, 190, 0.8)
    )


@lru_cache(4096)
def balloon_pieces(
    words: Words, seats: int, color: int, place: int, seat: int, is_golden: bool, is_shown: bool, plot: Plot | None
) -> list[Piece]:
    """Draw a balloon tile in its pile or in the strip of a seat.

    Covered tiles in the pile show no value.
    """
    value = int(PILE_VALUE[seats, place, int(is_golden)])
    below = int(PILE_SIZE[seats]) - 1 - place
    if plot is None:
        x, y, size, layer = 922.0 + 92 * color, 104.0 - 4 * below, 1.0, 2 + 2 * below
    else:
        size, layer = plot.strip / 105, 5
        x, y = plot.x + 1.7 * plot.strip + (color + 0.5) * 62 * size, plot.y + plot.height - plot.strip / 2
    sprite = f"{'gold' if is_golden else 'card'}-{COLOR_SPRITES[color]}"
    card = Piece(
        f"balloon-{color}-{place}",
        sprite,
        round(x, 1),
        round(y, 1),
        layer=layer,
        size=round(size, 2),
        label=text.balloon_label(words, color, value, seat),
    )
    if not is_shown:
        return [card]
    return [
        card,
        *digits(f"value-{color}-{place}", value, x + 13 * size, y + 14 * size, size * 0.9, "digit", layer + 1),
    ]


@lru_cache(4096)
def digits(
    name: str, number: int, x: float, y: float, size: float, sprite: str = "count", layer: int = 6
) -> list[Piece]:
    """Draw a number, one piece per digit."""
    written = str(number)
    first = x - 8.5 * size * (len(written) - 1)
    return [
        Piece(
            f"{name}-{place}",
            f"{sprite}-{digit}",
            round(first + 17 * size * place, 1),
            round(y, 1),
            layer=layer,
            size=round(size, 2),
        )
        for place, digit in enumerate(written)
    ]


def figures(words: Words, view: Any, lying: list[Plot], sheets: list[tuple[int, ...]]) -> list[Piece]:
    """Draw each seat's skull and score in its plot.

    The Catrina stands at the plot of the seat that holds her, a candle at the plot of the seat
    whose turn it is.
    """
    found = []
    for seat, (plot, points) in enumerate(zip(lying, sheets, strict=True)):
        x, y, size = plot.x + 0.5 * plot.strip, plot.y + plot.height - 0.5 * plot.strip, plot.strip / 112
        found.append(
            Piece(
                f"seat-{seat}",
                f"seat-{seat}",
                round(x, 1),
                round(y, 1),
                layer=5,
                size=round(0.85 * size, 2),
                label=text.seat_label(words, seat, points),
            )
        )
        found += digits(f"score-{seat}", sum(points), x + 0.75 * plot.strip, y, 0.55 + 0.7 * size)
    holder, turn = lying[int(view["rounds_over"])], lying[int(view["seat"])]
    found.append(
        Piece(
            "catrina",
            "catrina",
            holder.x + 26,
            holder.y + 26,
            layer=7,
            size=0.66,
            label=text.figure_label(words, "catrina"),
        )
    )
    if int(view["phase"]) != Phase.OVER:
        found.append(
            Piece(
                "candle",
                "candle",
                turn.x + turn.width - 24,
                turn.y + 28,
                layer=7,
                size=0.9,
                label=text.figure_label(words, "candle"),
            )
        )
    return found
