"""The messages people read in a game of Viva Catrina."""

from functools import cache, lru_cache
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.naming import raised
from ludotheque.core.words import N_, NP_, Plural, Sentence, Words
from ludotheque.games.viva_catrina.components import (
    ALL_SHOPS,
    ALTAR,
    ALTAR_COUNTS,
    ALTAR_POINTS,
    CHIMERA_POINTS,
    CHIMERAS,
    COLOR_NAMES,
    ELEMENT,
    ELEMENT_NAMES,
    ELEMENTS,
    LETTERS,
    LOOK,
    PILE_SIZE,
    PILE_VALUE,
    SHOP,
    SHOP_NAMES,
    SHOP_POINTS,
    START_FIRST,
    TILE_KIND,
    TILE_NAMES,
    VISITOR,
)
from ludotheque.games.viva_catrina.notation import spot_text, xy
from ludotheque.games.viva_catrina.rules import Event, Refusal
from ludotheque.games.viva_catrina.state import Phase

REFUSALS = {
    Refusal.NOT_YOUR_TURN: Sentence(N_("It is not your turn."), "R3.10"),
    Refusal.GAME_OVER: Sentence(N_("The game is over: all rounds are played."), "R11.1"),
    Refusal.PLACE_FIRST: Sentence(N_("Place the tile in your hand first."), "R3.1"),
    Refusal.TAKE_FIRST: Sentence(N_("Take a tile from an end of a line first."), "R3.1"),
    Refusal.EMPTY_LINE: Sentence(N_("There are no tiles left in that line."), "R3.2"),
    Refusal.SAME_END: Sentence(N_("The tiles in that line are all identical: take the left one."), "R3.2"),
    Refusal.NOT_AN_END: Sentence(N_("Only the tile at the left or right end of a line can be taken."), "R3.2"),
    Refusal.OCCUPIED: Sentence(N_("There is already a tile there."), "R3.8"),
    Refusal.NOT_BESIDE: Sentence(N_("A tile must share a whole edge with a tile of your own village."), "R3.5"),
    Refusal.SAME_TURN: Sentence(
        N_("This rotation looks the same as one with fewer quarter turns: use that one."), "R3.6"
    ),
    Refusal.UNREADABLE: Sentence(
        N_("Write take 1 left, or place with a cell and the number of quarter turns, such as place -1,2 3."), "R3.1"
    ),
}

# Names; the owner of a copy may have renamed colours, shops and altars

COLORS = {"red": N_("red"), "blue": N_("blue"), "yellow": N_("yellow"), "green": N_("green")}
BALLOONS = {
    "red": N_("red balloon"),
    "blue": N_("blue balloon"),
    "yellow": N_("yellow balloon"),
    "green": N_("green balloon"),
}
SHOPS = {
    "bread": N_("bread shop"),
    "fruit": N_("fruit shop"),
    "skull": N_("sugar skull shop"),
    "marigold": N_("marigold shop"),
    "banner": N_("banner shop"),
    "candle": N_("candle shop"),
}
ALTARS = {
    "red": N_("altar of red balloons"),
    "blue": N_("altar of blue balloons"),
    "yellow": N_("altar of yellow balloons"),
    "green": N_("altar of green balloons"),
    "shop": N_("altar of shops"),
    "visitor": N_("altar of visitors"),
    "butterfly": N_("altar of butterflies"),
    "chimera": N_("altar of chimeras"),
}
SINGLE = {"visitor": N_("visitor"), "butterfly": N_("butterfly")}
WITH: dict[str, str | Plural] = {  # what a tile shows, as in "a tile with …"
    "balloon:red": NP_("a red balloon", "{number} red balloons"),
    "balloon:blue": NP_("a blue balloon", "{number} blue balloons"),
    "balloon:yellow": NP_("a yellow balloon", "{number} yellow balloons"),
    "balloon:green": NP_("a green balloon", "{number} green balloons"),
    "shop:bread": N_("a bread shop"),
    "shop:fruit": N_("a fruit shop"),
    "shop:skull": N_("a sugar skull shop"),
    "shop:marigold": N_("a marigold shop"),
    "shop:banner": N_("a banner shop"),
    "shop:candle": N_("a candle shop"),
    "altar:red": N_("an altar of red balloons"),
    "altar:blue": N_("an altar of blue balloons"),
    "altar:yellow": N_("an altar of yellow balloons"),
    "altar:green": N_("an altar of green balloons"),
    "altar:shop": N_("an altar of shops"),
    "altar:visitor": N_("an altar of visitors"),
    "altar:butterfly": N_("an altar of butterflies"),
    "altar:chimera": N_("an altar of chimeras"),
    "visitor": NP_("a visitor", "{number} visitors"),
    "butterfly": NP_("a butterfly", "{number} butterflies"),
}
BESIDE: dict[str, str | Plural] = {  # the landmark on a tile, as in "right of …"
    "balloon:red": NP_("the red balloon", "the red balloons"),
    "balloon:blue": NP_("the blue balloon", "the blue balloons"),
    "balloon:yellow": NP_("the yellow balloon", "the yellow balloons"),
    "balloon:green": NP_("the green balloon", "the green balloons"),
    "shop:bread": N_("the bread shop"),
    "shop:fruit": N_("the fruit shop"),
    "shop:skull": N_("the sugar skull shop"),
    "shop:marigold": N_("the marigold shop"),
    "shop:banner": N_("the banner shop"),
    "shop:candle": N_("the candle shop"),
    "altar:red": N_("the altar of red balloons"),
    "altar:blue": N_("the altar of blue balloons"),
    "altar:yellow": N_("the altar of yellow balloons"),
    "altar:green": N_("the altar of green balloons"),
    "altar:shop": N_("the altar of shops"),
    "altar:visitor": N_("the altar of visitors"),
    "altar:butterfly": N_("the altar of butterflies"),
    "altar:chimera": N_("the altar of chimeras"),
    "visitor": NP_("the visitor", "the visitors"),
    "butterfly": NP_("the butterfly", "the butterflies"),
}
MANY_BALLOONS = {
    "red": N_("red balloons"),
    "blue": N_("blue balloons"),
    "yellow": N_("yellow balloons"),
    "green": N_("green balloons"),
}
SIDES = {  # of a tile: east, west, north, south
    (1, 0): N_("right of {what}"),
    (-1, 0): N_("left of {what}"),
    (0, -1): N_("above {what}"),
    (0, 1): N_("below {what}"),
}
COLUMNS = {
    "balloons": N_("balloons"),
    "altars": N_("altars"),
    "shops": N_("shops"),
    "chimeras": N_("chimeras"),
    "visitors": N_("visitors"),
    "butterflies": N_("butterflies"),
}
LABELS = {
    **COLUMNS,
    "base_link": N_("To receive a chimera, a base must"),
    "base_link=any_tile": N_("be closed and linked"),
    "base_link=none": N_("be closed"),
}
THEMES = {  # of puzzles
    "take": N_("Choose the right tile"),
    "extra": N_("Earn an extra tile"),
    "balloons": N_("Fly the balloons"),
    "altars": N_("Make the altars count"),
    "shops": N_("Link another shop"),
    "chimeras": N_("Bring in a chimera"),
    "visitors": N_("Welcome visitors"),
    "butterflies": N_("Catch the butterflies"),
    "link": N_("Link what was cut off"),
    "prepare": N_("Prepare the next turns"),
}
EXPLAINS = {
    "base_link": N_(
        "A chimera, worth 3 or 5 points, settles on a completed stone base. In the usual game, the base"
        " must also be linked to your fountain by a path."
    )
}
FIRST = N_("In the booklet, the person who most recently received flowers begins.")
SHOWN = {  # after the number of a tile: S3-bread
    **COLORS,
    **SINGLE,
    "bread": N_("bread"),
    "fruit": N_("fruit"),
    "skull": N_("skull"),
    "marigold": N_("marigold"),
    "banner": N_("banner"),
    "candle": N_("candle"),
    "shop": N_("shop"),
    "chimera": N_("chimera"),
}
POINTS = NP_("{number} point", "{number} points")
TALLIES = {"points": POINTS}  # what a seat has
ENDS = {"left": N_("left"), "right": N_("right")}
SIZES = (N_("small"), N_("large"))


def color(words: Words, number: int) -> str:
    name = COLOR_NAMES[number]
    return words(COLORS.get(name, name))


@cache
def tile_name(words: Words, tile: int) -> str:
    """Return a tile's number and what it shows: S3-bread."""
    number, dash, shown = TILE_NAMES[tile].partition("-")
    return f"{number}{dash}{words(SHOWN.get(shown, shown))}" if shown else number


@cache
def element(words: Words, number: int) -> str:
    """Name a kind of element."""
    kind, _, name = ELEMENT_NAMES[number].partition(":")
    known = {"balloon": BALLOONS, "shop": SHOPS, "altar": ALTARS}.get(kind, SINGLE)
    return words(known.get(name or kind, ELEMENT_NAMES[number]))


def counts(words: Words, numbers: dict[int, int]) -> str:
    """List elements with the number of each."""
    return (
        ", ".join(
            f"{element(words, number)} ×{times}" if times > 1 else element(words, number)
            for number, times in numbers.items()
            if times
        )
        or "–"
    )


@cache
def on_paths(tile: int) -> tuple[dict[int, int], dict[int, int]]:
    """Return the elements on the paved path and on the trail of a tile."""
    paved, trail = (
        {number: path.count(number) for number in path if number >= 0} for path in ELEMENT[TILE_KIND[tile]].tolist()
    )
    return paved, trail


@cache
def coded_label(words: Words, tile: int) -> str:
    """Name a tile by its number and what it shows, for the text board."""
    paved, trail = on_paths(tile)
    shown = [
        words(message, shown=counts(words, path))
        for message, path in ((N_("paved: {shown}"), paved), (N_("trail: {shown}"), trail))
        if path
    ]
    return f"{tile_name(words, tile)} ({words(N_('; ')).join(shown)})" if shown else tile_name(words, tile)


def shown(words: Words, names: dict[str, str | Plural], number: int, times: int) -> str:
    """Name an element and how many of it a tile shows."""
    message = names.get(ELEMENT_NAMES[number], ELEMENT_NAMES[number])
    return words(message) if isinstance(message, str) else words.count(message, times)


def listed(words: Words, things: list[str]) -> str:
    """Join the names of things: "a, b and c"."""
    *some, last = things
    return words(N_("{some} and {last}"), some=", ".join(some), last=last) if some else last


def on_path(words: Words, path: dict[int, int]) -> str:
    return listed(words, [shown(words, WITH, number, times) for number, times in path.items()])


@cache
def tile_label(words: Words, tile: int) -> str:
    """Describe a tile by the elements on its paths."""
    paved, trail = on_paths(tile)
    if not paved and not trail:
        return words(N_("fountain")) if tile >= START_FIRST else words(N_("tile with bare paths"))
    parts = ((N_("{shown} on the paved path"), paved), (N_("{shown} on the trail"), trail))
    found = ", ".join(words(message, shown=on_path(words, path)) for message, path in parts if path)
    return words(N_("tile with {shown}"), shown=found)


@cache
def told_tile(words: Words, tile: int) -> str:
    """Name a tile in a sentence, by what it shows."""
    elements = elements_of(tile)
    return (
        words(N_("a tile with {shown}"), shown=on_path(words, elements))
        if elements
        else words(N_("a tile with bare paths"))
    )


# Where something lies in a village


Cell = tuple[int, int]


def beside(words: Words, cell: Cell, tiles: dict[Cell, int]) -> str:
    """Describe where a cell is: next to its most noticeable neighbour.

    That is the fountain, or else a shop, an altar or balloons.
    """
    sides = {side: tiles.get((cell[0] - side[0], cell[1] - side[1])) for side in SIDES}
    side, tile = min(((side, tile) for side, tile in sides.items() if tile is not None), key=lambda one: rank(one[1]))
    return words(SIDES[side], what=landmark(words, tile))


@cache
def rank(tile: int) -> tuple[int, int]:
    """Return how noticeable a tile is, the lowest rank being the most, and because of which
    element.
    """
    return (
        (NONE, NONE)
        if tile >= START_FIRST
        else min((order(number), number) for number in (*elements_of(tile), ELEMENTS))
    )


def order(number: int) -> int:
    return 0 if SHOP <= number < VISITOR else 1 if ALTAR <= number < ELEMENTS else 2 if number < SHOP else 3


@cache
def elements_of(tile: int) -> dict[int, int]:
    paved, trail = on_paths(tile)
    return {number: paved.get(number, 0) + trail.get(number, 0) for number in (*paved, *trail)}


@cache
def landmark(words: Words, tile: int) -> str:
    """Name a tile used as a landmark, by its most noticeable element."""
    number = rank(tile)[1]
    if number == NONE:
        return words(N_("the fountain"))
    return (
        words(N_("the bare paths")) if number == ELEMENTS else shown(words, BESIDE, number, elements_of(tile)[number])
    )


@lru_cache(4096)
def from_fountain(words: Words, x: int, y: int) -> str:
    """Describe where a cell is, in steps from the fountain."""
    if (x, y) in SIDES:
        return words(SIDES[x, y], what=words(N_("the fountain")))
    across = [words(N_("{number} right") if x > 0 else N_("{number} left"), number=abs(x))] * (x != 0)
    down = [words(N_("{number} down") if y > 0 else N_("{number} up"), number=abs(y))] * (y != 0)
    return words(N_("{steps} from the fountain"), steps=", ".join(across + down))


def tiles_of(view: Any, seat: int) -> dict[Cell, int]:
    """Return the tiles of a village, keyed by cell."""
    placed, spots = view["placed"][seat].tolist(), view["spot"][seat].tolist()
    return {xy(spot): tile // 4 for tile, spot in zip(placed, spots, strict=True) if tile}


# The board as text


def board(words: Words, view: Any, seat: int) -> str:
    """Write the lines, the supplies, then every village.

    A village is drawn if it is the viewer's own or, for spectators, that of the seat whose turn it
    is; the others are written as lists of tiles.
    """
    seats, turn = int(view["seats"]), int(view["seat"])
    shown = seat if 0 <= seat < seats else turn
    fields = [view[field].tolist() for field in ("linked", "placed", "spot", "reached", "chimera")]
    villages = [
        village(words, other, other == shown, points, *(tuple(field[other]) for field in fields))
        for other, points in enumerate(sheets(view))
    ]
    return "\n".join([*display(words, view), supplies(words, view), *villages])


@lru_cache(256)
def village(
    words: Words, seat: int, is_drawn: bool, points: tuple[int, ...], linked: tuple[int, ...], *lying: tuple[int, ...]
) -> str:
    """Write one seat: its score sheet, what is linked, its tiles and its chimeras.

    Cached, since an action changes at most one village.
    """
    placed, spots, reached, chimera = lying
    lines = ["", words(N_("{seat}: {score}"), seat=words.seat(seat), score=score_label(words, points))]
    lines.append(words(N_("Linked: {elements}"), elements=counts(words, dict(enumerate(linked)))))
    lines += drawing(placed, spots, reached) if is_drawn else []
    return "\n".join([*lines, tile_list(words, placed, spots), *settled(words, spots, chimera)])


def sheets(view: Any) -> list[tuple[int, ...]]:
    """Return the current score sheet of each seat, computed by the rules."""
    from ludotheque.games.viva_catrina import GAME  # imported here, since the game imports this module

    return [tuple(sheet.values()) for sheet in GAME.breakdown(view, int(view.seats))]


def display(words: Words, view: Any) -> list[str]:
    """Write the round, the two lines and the tile in hand."""
    rounds, hand, seats = int(view["rounds_over"]), int(view["hand"]), int(view["seats"])
    message = N_("Round {round} of {rounds}, {seat} has the Catrina; {bag}")
    lines = [
        words(
            message,
            round=rounds + 1,
            rounds=seats,
            seat=words.seat(rounds),
            bag=left_label(words, "bag", int(view["bag_size"])),
        )
    ]
    for number, line in enumerate(view["line"].tolist(), 1):
        lines.append(
            words(
                N_("Line {number}: {tiles}"),
                number=number,
                tiles=" ".join(tile_name(words, tile) for tile in line if tile) or "–",
            )
        )
    return lines + [
        words(N_("In the hand of {seat}: {tile}"), seat=words.seat(view["seat"]), tile=coded_label(words, hand))
    ] * (hand > 0)


def supplies(words: Words, view: Any) -> str:
    """Describe what can still be earned."""
    fronts = tops_of_piles(view)
    tops = ", ".join(f"{color(words, number)} {front or '–'}" for number, front in enumerate(fronts))
    small, large = view["chimeras_left"].tolist()
    return words(
        N_("Balloon tiles on top: {tops}; chimeras left: {small} small, {large} large"),
        tops=tops,
        small=small,
        large=large,
    )


def tops_of_piles(view: Any) -> list[int]:
    """Return the front value of the next balloon tile of each colour; 0 if none is left."""
    fronts = FRONTS[int(view["seats"])]
    return [fronts[gone] for gone in view["pile"].tolist()]


FRONTS = [[*PILE_VALUE[seats, : PILE_SIZE[seats], 0].tolist(), 0] for seats in range(len(PILE_SIZE))]


@lru_cache(4096)
def tile_rows(placed: int, is_paved_linked: bool, is_trail_linked: bool) -> tuple[str, str, str]:
    """Write a tile as it lies, as three rows of three characters.

    P and F are linked paths, p and f are not, * is both, # a base part.
    """
    look = int(LOOK[placed])
    signs = {"-": ".", "P": "P" if is_paved_linked else "p", "F": "F" if is_trail_linked else "f", "B": "#"}
    edges = [signs[LETTERS[look >> 2 * side & 3]] for side in range(4)]
    corners = ["#" if look >> 8 + corner & 1 else "." for corner in range(4)]
    paths = sorted({edge for edge in edges if edge.isalpha()})
    middle = "*" if len(paths) == 2 else paths[0] if paths else "."
    return f"{corners[0]}{edges[0]}{corners[1]}", f"{edges[3]}{middle}{edges[1]}", f"{corners[3]}{edges[2]}{corners[2]}"


def drawing(placed: tuple[int, ...], spots: tuple[int, ...], reached: tuple[int, ...]) -> list[str]:
    """Draw a village from above, so that joined paths meet.

    The x coordinates are at the top and the y coordinates on the left.
    """
    paved, trail = reached
    tiles = enumerate(zip(placed, spots, strict=True))
    rows = {
        xy(spot): tile_rows(tile, bool(paved >> number & 1), bool(trail >> number & 1))
        for number, (tile, spot) in tiles
        if tile
    }
    across, down = (range(min(values), max(values) + 1) for values in zip(*rows, strict=True))
    lines = ["     " + "".join(f"{x:^3}" for x in across)]
    for y in down:
        margins = ("     ", f"{y:>4} ", "     ")
        lines += [
            margin + "".join(rows[x, y][part] if (x, y) in rows else "   " for x in across)
            for part, margin in enumerate(margins)
        ]
    return [line.rstrip() for line in lines]


def tile_list(words: Words, placed: tuple[int, ...], spots: tuple[int, ...]) -> str:
    """List the tiles of a village in the order they were placed, with their cells and quarter
    turns.
    """
    return words(N_("; ")).join(
        f"{spot_text(spot)} {tile_name(words, tile // 4)} {tile % 4}"
        for tile, spot in zip(placed, spots, strict=True)
        if tile
    )


def settled(words: Words, spots: tuple[int, ...], chimera: tuple[int, ...]) -> list[str]:
    """List the chimeras of a village, at the first grid corner of their bases."""
    found = [
        f"{words(SIZES[size])} {spot_text(spots[number])}"
        for size, mask in enumerate(chimera)
        for number in range(len(spots))
        if mask >> number & 1
    ]
    return [words(N_("Chimeras at grid corners: {chimeras}"), chimeras=", ".join(found))] if found else []


# Tooltips, and labels for screen readers


def lying_label(
    words: Words, spot: int, tile: int, is_linked: tuple[bool, bool], linked: tuple[int, ...], chimeras: int
) -> str:
    """Describe a tile in a village.

    Say what it shows, what is not linked, what its altar and its shop are worth there, and where it
    is.
    """
    altar, has_shop = of_worth(tile)
    kinds = sum(count > 0 for count in linked[SHOP:VISITOR]) if has_shop else 0
    noted = noted_label(words, tile, is_linked, altar_worth(altar, linked, chimeras) if altar >= 0 else 0, kinds)
    return noted if tile >= START_FIRST else words(N_("; ")).join([noted, from_fountain(words, *xy(spot))])


@cache
def of_worth(tile: int) -> tuple[int, bool]:
    """Return the altar on a tile, NONE if it has none, and whether it has a shop."""
    numbers = [number for path in on_paths(tile) for number in path]
    return max([number - ALTAR for number in numbers if number >= ALTAR], default=NONE), any(
        SHOP <= number < VISITOR for number in numbers
    )


@lru_cache(16_384)
def noted_label(words: Words, tile: int, is_linked: tuple[bool, bool], altar_points: int, kinds: int) -> str:
    notes = []
    paths = [(path, is_on) for path, is_on in zip(on_paths(tile), is_linked, strict=True) if path]
    if paths and not any(is_on for _, is_on in paths):
        notes.append(words(N_("not linked")))
    elif not all(is_on for _, is_on in paths):
        notes.append(words(N_("trail not linked")) if is_linked[0] else words(N_("paved path not linked")))
    shown = [number for path, is_on in paths if is_on for number in path]
    if any(number >= ALTAR for number in shown):
        notes.append(words(N_("the altar gives {points}"), points=words.count(POINTS, altar_points)))
    if any(SHOP <= number < VISITOR for number in shown):
        shops = NP_("shops of {number} kind give {points}", "shops of {number} kinds give {points}")
        notes.append(words.count(shops, kinds, points=words.count(POINTS, int(SHOP_POINTS[kinds]))))
    return words(N_("; ")).join([tile_label(words, tile), *notes])


def altar_worth(altar: int, linked: tuple[int, ...], chimeras: int) -> int:
    """R9.1 Return what one linked altar gives."""
    what = ALTAR_COUNTS[altar]
    things = chimeras if what == CHIMERAS else sum(linked[SHOP:VISITOR]) if what == ALL_SHOPS else linked[what]
    return int(ALTAR_POINTS[altar]) * things


def balloon_label(words: Words, number: int, value: int, seat: int) -> str:
    """Name a balloon tile, in its pile or with its owner."""
    where = words(N_("in the pile")) if seat < 0 else words.seat(seat)
    return words(
        N_("balloon tile for {balloons}: {points}, {where}"),
        balloons=many_balloons(words, number),
        points=words.count(POINTS, value),
        where=where,
    )


def many_balloons(words: Words, number: int) -> str:
    name = COLOR_NAMES[number]
    return words(MANY_BALLOONS.get(name, name))


@lru_cache(4096)
def score_label(words: Words, points: tuple[int, ...]) -> str:
    """Write a seat's score sheet in one line."""
    columns = ", ".join(
        f"{words(column)} {value}" for column, value in zip(COLUMNS.values(), points, strict=True) if value
    )
    return words.count(POINTS, sum(points)) + (f" ({columns})" if columns else "")


def panel_label(words: Words, points: tuple[int, ...], seats: int) -> str:
    """Write the score sheet, or with many seats only the score.

    The seat's figure on the table shows the sheet too.
    """
    return score_label(words, points) if seats <= 3 else words.count(POINTS, sum(points))


def seat_label(words: Words, seat: int, points: tuple[int, ...]) -> str:
    return words(N_("{seat}: {score}"), seat=words.seat(seat), score=score_label(words, points))


def area_label(words: Words, seat: int | None) -> str:
    """Name a part of the table: the lines with the viewer's village, or another village."""
    return words(N_("Lines and village")) if seat is None else words(N_("Village of {seat}"), seat=words.seat(seat))


def supplies_label(words: Words) -> str:
    return words(N_("Supplies"))


def end_label(words: Words, line: int, end: str, tile: int) -> str:
    """Name a tile in a line; only the end tiles have their own labels."""
    label = tile_label(words, tile)
    return (
        words(N_("line {line}, {end} end: {tile}"), line=line + 1, end=words(ENDS[end]), tile=label)
        if end in ENDS
        else label
    )


def free_labels(words: Words, cells: list[Cell], tiles: dict[Cell, int]) -> list[str]:
    """Name the free cells next to a village; those with the same landmark are named by their
    steps.
    """
    named = [beside(words, cell, tiles) for cell in cells]
    return [
        words(N_("free spot {where}"), where=where if named.count(where) == 1 else from_fountain(words, *cell))
        for cell, where in zip(cells, named, strict=True)
    ]


CHIMERA_LABELS = (N_("small chimera: {points}"), N_("large chimera: {points}"))


def chimera_label(words: Words, size: int) -> str:
    return words(CHIMERA_LABELS[size], points=words.count(POINTS, int(CHIMERA_POINTS[size])))


def missing_label(words: Words) -> str:
    return words(N_("a base part is missing here"))


def waiting_label(words: Words) -> str:
    return words(N_("a closed base without a chimera: it must be linked, and a chimera must be left"))


LEFT = {
    "small": NP_("{number} small chimera left", "{number} small chimeras left"),
    "large": NP_("{number} large chimera left", "{number} large chimeras left"),
    "bag": NP_("{number} tile in the bag", "{number} tiles in the bag"),
}
FIGURES = {"catrina": N_("the Catrina: this player began the round"), "candle": N_("it is this player's turn")}


def left_label(words: Words, what: str, count: int) -> str:
    return words.count(LEFT[what], count)


def figure_label(words: Words, figure: str) -> str:
    return words(FIGURES[figure])


# What to do, and what was done


def prompt(words: Words, view: Any, seat: int) -> str:
    if int(view.phase) == Phase.OVER:
        return words(N_("The game is over."))
    if int(view.phase) == Phase.TAKE:
        return words(N_("Take a tile from an end of a line."))
    return words(N_("Turn the tile as you like, and place it next to your village."))


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    """Describe what an action did, one line per event; `view` is the view after it."""
    said = [event(words, view, *row) for row in rows]
    return "\n".join([*said[:1], *map(raised, said[1:])])


EVENTS: dict[int, str] = {  # the first follows the name of the player who acts
    Event.TOOK: N_("takes {tile}."),
    Event.PLACED: N_("places it {where}."),
    Event.BALLOON_TILE: N_("Enough {balloons} for a balloon tile: {points}."),
    Event.GOLDEN: N_("Even more {balloons}: the balloon tile turns golden, {points}."),
    Event.PAIR: N_("Second {shop}: an extra tile."),
    Event.DREW: N_("draws {tile}."),
    Event.LAPSED: N_("The bag is empty: no extra tile."),
    Event.ROUND: N_("Round {amount} begins; {seat} has the Catrina."),
    Event.ENDED: N_("All rounds are played: the game is over."),
}
SETTLES = (N_("A small chimera settles: {points}."), N_("A large chimera settles: {points}."))


def event(words: Words, view: Any, code: int, seat: int, what: int, where: int, amount: int) -> str:
    """Describe one event."""
    values: dict[str, object] = {"seat": words.seat(seat), "amount": amount}
    if code in (Event.TOOK, Event.DREW):
        values["tile"] = told_tile(words, what)
    elif code == Event.PLACED:
        values["where"] = beside(words, xy(where), tiles_of(view, seat))
    elif code in (Event.BALLOON_TILE, Event.GOLDEN):
        values |= {"balloons": many_balloons(words, what), "points": words.count(POINTS, amount)}
    elif code == Event.CHIMERA:
        return words(SETTLES[what], points=words.count(POINTS, amount))
    elif code == Event.PAIR:
        values["shop"] = words(SHOPS.get(SHOP_NAMES[what], SHOP_NAMES[what]))
    return words(EVENTS[code], **values)
