"""What people read in a game of Viva Catrina."""

from functools import cache, lru_cache
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.words import N_, NP_, Sentence, Words
from ludotheque.games.viva_catrina.actions import END_NAMES
from ludotheque.games.viva_catrina.components import (
    ALL_SHOPS,
    ALTAR,
    ALTAR_COUNTS,
    ALTAR_POINTS,
    CHIMERAS,
    COLOR_NAMES,
    ELEMENT,
    ELEMENT_NAMES,
    LETTERS,
    LOOK,
    PILE_SIZE,
    PILE_VALUE,
    SHOP,
    SHOP_NAMES,
    SHOP_POINTS,
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
    Refusal.EMPTY_LINE: Sentence(N_("No tile is left in that line."), "R3.2"),
    Refusal.SAME_END: Sentence(N_("The tiles of that line are all alike: take the left one."), "R3.2"),
    Refusal.NOT_AN_END: Sentence(N_("Only the tile at the left or right end of a line can be taken."), "R3.2"),
    Refusal.OCCUPIED: Sentence(N_("A tile lies there already."), "R3.8"),
    Refusal.NOT_BESIDE: Sentence(N_("A tile must share a whole edge with a tile of your own village."), "R3.5"),
    Refusal.SAME_TURN: Sentence(N_("Turned so far, the tile looks as it does with a smaller turn: use that."), "R3.6"),
    Refusal.UNREADABLE: Sentence(N_("Write take 1 left, or place, a cell and the quarter turns, such as place -1,2 3."), "R3.1"),
}

# Names; the owner of a copy may have named colours, shops and altars otherwise than we do

COLORS = {"red": N_("red"), "blue": N_("blue"), "yellow": N_("yellow"), "green": N_("green")}
BALLOONS = {"red": N_("red balloon"), "blue": N_("blue balloon"), "yellow": N_("yellow balloon"), "green": N_("green balloon")}
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
COLUMNS = {
    "balloons": N_("balloons"),
    "altars": N_("altars"),
    "shops": N_("shops"),
    "chimeras": N_("chimeras"),
    "visitors": N_("visitors"),
    "butterflies": N_("butterflies"),
}
LABELS = {**COLUMNS, "base_link": N_("To receive a chimera, a base must"), "base_link=any_tile": N_("be linked"), "base_link=none": N_("only be closed")}
SHOWN = {  # behind the number of a tile: S3-bread
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
ENDS = {"left": N_("left"), "right": N_("right")}
SIZES = (N_("small"), N_("large"))


def color(words: Words, number: int) -> str:
    name = COLOR_NAMES[number]
    return words(COLORS.get(name, name))


@cache
def tile_name(words: Words, tile: int) -> str:
    """The number that is printed on a tile, and what it shows: S3-bread."""
    number, dash, shown = TILE_NAMES[tile].partition("-")
    return f"{number}{dash}{words(SHOWN.get(shown, shown))}" if shown else number


@cache
def element(words: Words, number: int) -> str:
    """The name of a kind of element."""
    kind, _, name = ELEMENT_NAMES[number].partition(":")
    known = {"balloon": BALLOONS, "shop": SHOPS, "altar": ALTARS}.get(kind, SINGLE)
    return words(known.get(name or kind, ELEMENT_NAMES[number]))


def counts(words: Words, numbers: dict[int, int]) -> str:
    """Elements with how many of each there are."""
    return ", ".join(f"{element(words, number)} ×{times}" if times > 1 else element(words, number) for number, times in numbers.items() if times) or "–"


@cache
def on_paths(tile: int) -> tuple[dict[int, int], dict[int, int]]:
    """What lies on the paved path and on the trail of a tile."""
    paved, trail = ({number: path.count(number) for number in path if number >= 0} for path in ELEMENT[TILE_KIND[tile]].tolist())
    return paved, trail


@cache
def tile_label(words: Words, tile: int) -> str:
    """A tile by its name and what it shows."""
    paved, trail = on_paths(tile)
    shown = [words(message, shown=counts(words, path)) for message, path in ((N_("paved: {shown}"), paved), (N_("trail: {shown}"), trail)) if path]
    return f"{tile_name(words, tile)} ({words(N_('; ')).join(shown)})" if shown else tile_name(words, tile)


# The board as text


def board(words: Words, view: Any, seat: int) -> str:
    """The lines, the supplies, then every village: drawn if it is the viewer's own or, for those who watch, of the seat on turn; the others as a list of their tiles."""
    seats, turn = int(view["seats"]), int(view["seat"])
    shown = seat if 0 <= seat < seats else turn
    fields = [view[field].tolist() for field in ("linked", "placed", "spot", "reached", "chimera")]
    villages = [village(words, other, other == shown, points, *(tuple(field[other]) for field in fields)) for other, points in enumerate(sheets(view))]
    return "\n".join([*display(words, view), supplies(words, view), *villages])


@lru_cache(256)
def village(words: Words, seat: int, is_drawn: bool, points: tuple[int, ...], linked: tuple[int, ...], *lying: tuple[int, ...]) -> str:
    """One seat: its score sheet, what is linked, its tiles and its chimeras. Cached, since an action changes one village at most."""
    placed, spots, reached, chimera = lying
    lines = ["", words(N_("Seat {seat}: {score}"), seat=seat, score=score_label(words, points))]
    lines.append(words(N_("Linked: {elements}"), elements=counts(words, dict(enumerate(linked)))))
    lines += drawing(placed, spots, reached) if is_drawn else []
    return "\n".join([*lines, tile_list(words, placed, spots), *settled(words, spots, chimera)])


def sheets(view: Any) -> list[tuple[int, ...]]:
    """The score sheet of each seat as it stands, by the rules themselves."""
    from ludotheque.games.viva_catrina import GAME  # of which this module is a part

    return [tuple(sheet.values()) for sheet in GAME.breakdown(view, int(view.seats))]


def display(words: Words, view: Any) -> list[str]:
    """The round, the two lines and the tile in hand."""
    rounds, hand, seats = int(view["rounds_over"]), int(view["hand"]), int(view["seats"])
    message = N_("Round {round} of {rounds}, seat {holder} has the Catrina; {bag}")
    lines = [words(message, round=rounds + 1, rounds=seats, holder=rounds, bag=left_label(words, "bag", int(view["bag_size"])))]
    for number, line in enumerate(view["line"].tolist(), 1):
        lines.append(words(N_("Line {number}: {tiles}"), number=number, tiles=" ".join(tile_name(words, tile) for tile in line if tile) or "–"))
    return lines + [words(N_("In the hand of seat {seat}: {tile}"), seat=int(view["seat"]), tile=tile_label(words, hand))] * (hand > 0)


def supplies(words: Words, view: Any) -> str:
    """What can still be earned."""
    fronts = tops_of_piles(view)
    tops = ", ".join(f"{color(words, number)} {front or '–'}" for number, front in enumerate(fronts))
    small, large = view["chimeras_left"].tolist()
    return words(N_("Balloon tiles on top: {tops}; chimeras left: {small} small, {large} large"), tops=tops, small=small, large=large)


def tops_of_piles(view: Any) -> list[int]:
    """The front of the next balloon tile of each colour; 0 where none is left."""
    fronts = FRONTS[int(view["seats"])]
    return [fronts[gone] for gone in view["pile"].tolist()]


FRONTS = [[*PILE_VALUE[seats, : PILE_SIZE[seats], 0].tolist(), 0] for seats in range(len(PILE_SIZE))]


@lru_cache(4096)
def tile_rows(placed: int, is_paved_linked: bool, is_trail_linked: bool) -> tuple[str, str, str]:
    """A tile as it lies, three by three: P and F are linked paths, p and f are not, * is both, # a base part."""
    look = int(LOOK[placed])
    signs = {"-": ".", "P": "P" if is_paved_linked else "p", "F": "F" if is_trail_linked else "f", "B": "#"}
    edges = [signs[LETTERS[look >> 2 * side & 3]] for side in range(4)]
    corners = ["#" if look >> 8 + corner & 1 else "." for corner in range(4)]
    paths = sorted({edge for edge in edges if edge.isalpha()})
    middle = "*" if len(paths) == 2 else paths[0] if paths else "."
    return f"{corners[0]}{edges[0]}{corners[1]}", f"{edges[3]}{middle}{edges[1]}", f"{corners[3]}{edges[2]}{corners[2]}"


def drawing(placed: tuple[int, ...], spots: tuple[int, ...], reached: tuple[int, ...]) -> list[str]:
    """A village from above, so that paths that are joined meet; x stands above and y at the left."""
    paved, trail = reached
    tiles = enumerate(zip(placed, spots, strict=True))
    rows = {xy(spot): tile_rows(tile, bool(paved >> number & 1), bool(trail >> number & 1)) for number, (tile, spot) in tiles if tile}
    across, down = (range(min(values), max(values) + 1) for values in zip(*rows, strict=True))
    lines = ["     " + "".join(f"{x:^3}" for x in across)]
    for y in down:
        margins = ("     ", f"{y:>4} ", "     ")
        lines += [margin + "".join(rows[x, y][part] if (x, y) in rows else "   " for x in across) for part, margin in enumerate(margins)]
    return [line.rstrip() for line in lines]


def tile_list(words: Words, placed: tuple[int, ...], spots: tuple[int, ...]) -> str:
    """The tiles of a village where they lie, in the order in which they were placed, with their quarter turns."""
    return words(N_("; ")).join(f"{spot_text(spot)} {tile_name(words, tile // 4)} {tile % 4}" for tile, spot in zip(placed, spots, strict=True) if tile)


def settled(words: Words, spots: tuple[int, ...], chimera: tuple[int, ...]) -> list[str]:
    """The chimeras of a village, at the first grid corner of their bases."""
    found = [f"{words(SIZES[size])} {spot_text(spots[number])}" for size, mask in enumerate(chimera) for number in range(len(spots)) if mask >> number & 1]
    return [words(N_("Chimeras at grid corners: {chimeras}"), chimeras=", ".join(found))] if found else []


# What lies on the table, for those who point at it or hear it


def lying_label(words: Words, spot: int, tile: int, is_linked: tuple[bool, bool], linked: tuple[int, ...], chimeras: int) -> str:
    """A tile in a village: where it lies, what it shows, which of it is not linked, and what its altar and its shop are worth there."""
    altar, has_shop = of_worth(tile)
    kinds = sum(count > 0 for count in linked[SHOP:VISITOR]) if has_shop else 0
    noted = noted_label(words, tile, is_linked, altar_worth(altar, linked, chimeras) if altar >= 0 else 0, kinds)
    return words(N_("{cell}: {tile}"), cell=spot_text(spot), tile=noted)


@cache
def of_worth(tile: int) -> tuple[int, bool]:
    """The altar that a tile bears, NONE if it has none, and whether it has a shop."""
    numbers = [number for path in on_paths(tile) for number in path]
    return max([number - ALTAR for number in numbers if number >= ALTAR], default=NONE), any(SHOP <= number < VISITOR for number in numbers)


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
    """R9.1 What one linked altar gives."""
    what = ALTAR_COUNTS[altar]
    things = chimeras if what == CHIMERAS else sum(linked[SHOP:VISITOR]) if what == ALL_SHOPS else linked[what]
    return int(ALTAR_POINTS[altar]) * things


def balloon_label(words: Words, number: int, value: int, seat: int) -> str:
    """A balloon tile, in its pile or before a seat."""
    where = words(N_("in the pile")) if seat < 0 else words(N_("seat {seat}"), seat=seat)
    return words(N_("{color} balloon tile worth {value}, {where}"), color=color(words, number), value=value, where=where)


@lru_cache(4096)
def score_label(words: Words, points: tuple[int, ...]) -> str:
    """A seat's score sheet in one line."""
    columns = ", ".join(f"{words(column)} {value}" for column, value in zip(COLUMNS.values(), points, strict=True) if value)
    return words.count(POINTS, sum(points)) + (f" ({columns})" if columns else "")


def panel_label(words: Words, points: tuple[int, ...], seats: int) -> str:
    """The score sheet, or with many seats the score alone: the sheet is told by the seat's figure on the table too."""
    return score_label(words, points) if seats <= 3 else words.count(POINTS, sum(points))


def seat_label(words: Words, seat: int, points: tuple[int, ...]) -> str:
    return words(N_("seat {seat}: {score}"), seat=seat, score=score_label(words, points))


def area_label(words: Words, seat: int | None) -> str:
    """A part of the table: the lines with the own village, or another village."""
    return words(N_("Lines and village")) if seat is None else words(N_("Village of seat {seat}"), seat=seat)


def supplies_label(words: Words) -> str:
    return words(N_("Supplies"))


def end_label(words: Words, line: int, end: str, tile: int) -> str:
    """A tile in a line; only the ends have names."""
    label = tile_label(words, tile)
    return words(N_("line {line}, {end} end: {tile}"), line=line + 1, end=words(ENDS[end]), tile=label) if end in ENDS else label


def free_label(words: Words, spot: int) -> str:
    return words(N_("free cell {cell}"), cell=spot_text(spot))


def chimera_label(words: Words, size: int, corner: tuple[int, int]) -> str:
    return words(N_("{size} chimera at grid corner {cell}"), size=words(SIZES[size]), cell="{},{}".format(*corner))


def missing_label(words: Words, cell: tuple[int, int]) -> str:
    return words(N_("a base part is missing on {cell}"), cell="{},{}".format(*cell))


def waiting_label(words: Words) -> str:
    return words(N_("a closed base without a chimera: it must be linked, and one must be left"))


LEFT = {
    "small": NP_("{number} small chimera left", "{number} small chimeras left"),
    "large": NP_("{number} large chimera left", "{number} large chimeras left"),
    "bag": NP_("{number} tile in the bag", "{number} tiles in the bag"),
}
FIGURES = {"catrina": N_("the Catrina: this seat began the round"), "candle": N_("it is this seat's turn")}


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
    return words(N_("Turn the tile as you like, and place it beside your village."))


def describe(words: Words, view: Any, seat: int, action: int, rows: list[tuple[int, int, int, int, int]]) -> str:
    """What an action did, as a line of the log; `view` is taken after it."""
    return " ".join(event(words, *row) for row in rows)


EVENTS: dict[int, str] = {
    Event.TOOK: N_("Takes {tile} from the {end} end of line {line}."),
    Event.PLACED: N_("Places {tile} on {cell}, turned {turns}."),
    Event.BALLOON_TILE: N_("Enough {color} balloons for a balloon tile: {points}."),
    Event.GOLDEN: N_("The {color} balloon tile turns golden: {points}."),
    Event.CHIMERA: N_("A {size} chimera settles at grid corner {cell}: {points}."),
    Event.PAIR: N_("A pair for an extra tile: {shop}."),
    Event.DREW: N_("Draws {tile}."),
    Event.LAPSED: N_("The bag is empty: no extra tile."),
    Event.ROUND: N_("Round {amount} begins, and seat {seat} has the Catrina."),
    Event.ENDED: N_("All rounds are played: the game is over."),
}


def event(words: Words, code: int, seat: int, what: int, where: int, amount: int) -> str:
    """One thing that happened."""
    values: dict[str, object] = {"seat": seat, "amount": amount}
    if code in (Event.TOOK, Event.DREW):
        values["tile"] = tile_label(words, what)
    if code == Event.TOOK:
        values |= {"line": where + 1, "end": words(ENDS[END_NAMES[amount]])}
    elif code == Event.PLACED:
        values |= {"tile": tile_name(words, what), "cell": spot_text(where), "turns": amount}
    elif code in (Event.BALLOON_TILE, Event.GOLDEN):
        values |= {"color": color(words, what), "points": words.count(POINTS, amount)}
    elif code == Event.CHIMERA:
        values |= {"size": words(SIZES[what]), "cell": spot_text(where), "points": words.count(POINTS, amount)}
    elif code == Event.PAIR:
        values["shop"] = words(SHOPS.get(SHOP_NAMES[what], SHOP_NAMES[what]))
    return words(EVENTS[code], **values)
