"""A view of Dream Runners drawn as glass over a dream.

The viewer's own canvas is large in the middle, the others are small on the left, tracks and market
on the right, the hand below.

To lay a segment: pick it, turn it, pick the cell for its anchor (the middle of a straight of three,
the corner of an L, the first cell of a straight of two). To lay it entirely outside: pick it, then
pick the tray beside the frame.
"""

from functools import cache, lru_cache
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.words import Words
from ludotheque.games.dream_runners import text
from ludotheque.games.dream_runners.actions import ACTIONS, BUY, BUY_CALM, COLOR, DONE, LOSE, PICK
from ludotheque.games.dream_runners.components import (
    CALM,
    CALM_TOP,
    CALM_VALUE,
    CELL_ELEMENT,
    CELL_KIND,
    CELL_VALUE,
    COIN,
    COLORS,
    CONTENTS,
    FRAME,
    FRAME_CELLS,
    JOKER,
    KEY,
    OVERHANG,
    ROUNDS,
    STAR_TOP,
    STAR_VALUE,
    Cell,
)
from ludotheque.games.dream_runners.rules.codes import Event, Pace, Refusal
from ludotheque.games.dream_runners.segments import (
    CELL_NAMES,
    COVERING,
    FRAME_CELL,
    NEUTRAL,
    OUTSIDE,
    PLACE_SEGMENT,
    PLACE_WAY,
    PLACEMENT_MASK,
    PLACEMENTS,
    SEGMENT_COINS,
    SEGMENT_POINTS,
    SEGMENT_SHAPE,
    SEGMENT_SYMBOLS,
    SHAPE_NAMES,
    SIDE,
    WAYS,
)
from ludotheque.games.dream_runners.state import Phase
from ludotheque.scene.model import Area, Gesture, Panel, Piece, Place, Scene, Stage
from ludotheque.scene.tally import tallies

# In the units of art.svg
WIDTH, HEIGHT = 1200, 860
STEP = 84  # from one cell of the canvas to the next
CORNER = (306, 20)  # of the canvas
ANCHOR = (0, 0, 1, 1)  # by shape: the cell of a segment that goes where the player points
CENTER = ((0, 0), (STEP / 2, 0), (0, 0), (STEP / 2, STEP / 2))  # by shape: from the anchor to the middle of the segment
ACROSS = (1, 2, 3, 2)  # by shape: cells from left to right
SEAT_NAMES = ("amber", "teal", "crimson", "ivory")
COLOR_SPRITES = ("blue", "white", "orange", "green")  # by number, since the owner of a copy may rename the colours
SMALL = 20 / STEP  # the canvas of another seat
CARD, CARD_TOP, CARD_DOWN = 14, 20, 200  # where the other seats' cards begin, and how far apart they are
HAND_WIDTH, HAND_TOP, HAND_DOWN = 588, 680, 114  # the viewer's hand: its first row, and the second below it
HAND_LARGEST = (1.2, 0.62)  # a segment in one row, and in two
HAND_GAP = 0.4  # cells between two segments
# the centre of the tray for segments laid entirely outside: two cells of the canvas that no segment
# reaches
TRAY = (CORNER[0] + STEP, CORNER[1] + 6.5 * STEP)
TRAY_WIDTH, TRAY_HEIGHT, TRAY_SIZE = 2 * STEP, STEP, 0.28
OWN = (20, 640)  # the viewer's counters
TRACK_FOOT, CALM_X, STAR_X = 578, 990, 1122
CALM_UP, STAR_UP = 546 / CALM_TOP, 540 / STAR_TOP
MARKET = ((995, 693), (1123, 693), (995, 795), (1123, 795))
MARKET_SIZE = (0.6, 0.6, 0.46, 0.5)  # by shape
GONE = 99  # the highest number that is drawn


def scene(words: Words, view: Any, seat: int) -> Scene:
    tile = int(view["dreams"][view["round_now"] - 1])
    ground, pieces = f"dusk-{text.level_of(int(view['round_now']))}", all_pieces(words, view, seat)
    return Scene(
        WIDTH,
        HEIGHT,
        ground,
        pieces,
        list(cells(words, tile)),
        panels(words, view),
        text.board(words, view, seat),
        areas=[*all_areas(words)],
    )


def all_pieces(words: Words, view: Any, seat: int) -> list[Piece]:
    own = max(seat, 0)  # a spectator sees the table from seat 0
    tile = int(view["dreams"][view["round_now"] - 1])
    pieces = [
        *fixed(),
        *dream(
            words,
            tile,
            int(view["left"]) if int(view["phase"]) in (Phase.PICK, Phase.COLOR) and view["left"] else NONE,
            int(view["cell"]),
            int(view["chest"]),
        ),
    ]
    return [*pieces, *seats(words, view, own), *market(words, int(view["market"])), *table(words, view, own)]


@cache
def all_areas(words: Words) -> tuple[Area, ...]:
    return (
        Area("dream", words(text.Label.DREAM_AND_HAND), 300, 0, 600, HEIGHT, is_home=True),
        Area("others", words(text.Label.THE_OTHERS), 0, 0, 304, HEIGHT),
        Area("tracks", words(text.Label.TRACKS_AND_MARKET), 896, 0, 304, HEIGHT),
    )


# Positions


def spot(cell: int) -> tuple[float, float]:
    """Return the centre of a cell of the large canvas."""
    return CORNER[0] + STEP * (cell % SIDE + 0.5), CORNER[1] + STEP * (cell // SIDE + 0.5)


def frame_spot(cell: int) -> tuple[float, float]:
    return spot(SIDE * (cell // FRAME + OVERHANG) + cell % FRAME + OVERHANG)


def card(place: int) -> tuple[float, float]:
    """Return the upper left corner of another seat's card; place 0 is the next seat clockwise."""
    return CARD, CARD_TOP + CARD_DOWN * place


@cache
def cells(words: Words, tile: int) -> tuple[Place, ...]:
    """List every cell of the canvas that a segment can reach, and the tray for segments outside.

    The labels of the frame cells say what the dream shows there.
    """
    places = [Place("outside", *TRAY, TRAY_WIDTH, TRAY_HEIGHT, label=words(text.Label.OUTSIDE), size=TRAY_SIZE)]
    for cell, name in enumerate(CELL_NAMES):
        if COVERING[cell].any():
            inside, label = int(FRAME_CELL[cell]), text.cell_place(words, cell)
            if inside != NONE:
                label = words(text.Label.INSIDE_CELL, cell=label, what=cell_label(words, tile, inside))
            places.append(Place(name, *spot(cell), STEP, STEP, label=label, size=1))
    return tuple(places)


def cell_label(words: Words, tile: int, cell: int) -> str:
    """Say what a cell of the dream shows, if the dream is turned up."""
    return words(text.Label.FACE_DOWN) if tile == NONE else text.cell(words, tile, cell)


# The dream


@lru_cache(256)
def dream(words: Words, tile: int, left: int, shared: int, chest: int) -> tuple[Piece, ...]:
    """Draw the nine cells of a tile with what they give.

    For a confluence that is being shared, draw only what is `left`; for an open chest, its
    contents.
    """
    if tile == NONE:
        return tuple(
            Piece(
                f"cell-{cell}",
                "face-down",
                *frame_spot(cell),
                label=cell_label(words, tile, cell),
                place=cell_name(cell),
            )
            for cell in range(FRAME_CELLS)
        )
    pieces = []
    for cell in range(FRAME_CELLS):
        x, y = frame_spot(cell)
        kind = Cell(int(CELL_KIND[tile, cell]))
        sprite = {
            Cell.NIGHTMARE: f"nightmare-{CELL_VALUE[tile, cell]}",
            Cell.CHEST: f"chest-{CELL_VALUE[tile, cell]}",
        }.get(kind, kind.name.lower())
        pieces.append(Piece(f"cell-{cell}", sprite, x, y, label=text.cell(words, tile, cell), place=cell_name(cell)))
        gives = [
            (place, int(element))
            for place, element in enumerate(CELL_ELEMENT[tile, cell])
            if element != NONE and (left == NONE or cell != shared or left >> place & 1)
        ]
        if kind == Cell.CHEST and chest != NONE:
            gives = [(place, int(element)) for place, element in enumerate(CONTENTS[chest]) if element != NONE]
        pieces += on_cell(words, cell, kind, gives)
    return tuple(pieces)


def cell_name(cell: int) -> str:
    return f"{cell // FRAME},{cell % FRAME}"


def on_cell(words: Words, cell: int, kind: Cell, gives: list[tuple[int, int]]) -> list[Piece]:
    """Draw the elements of a cell side by side, smaller if there are many or there is a spider."""
    x, y = frame_spot(cell)
    size, drop = {Cell.BONUS: (1.0, 0), Cell.SPIDER: (0.5, 20), Cell.CHEST: (0.44, 26)}.get(kind, (0.5, 0))
    if kind == Cell.BONUS and len(gives) > 1:
        size = 0.62
    columns = len(gives) if len(gives) < 4 or kind == Cell.CHEST else 3
    pieces = []
    for number, (place, element) in enumerate(gives):
        across = (number % columns - (min(columns, len(gives)) - 1) / 2) * 50 * size
        down = ((number // columns) - ((len(gives) - 1) // columns) / 2) * 52 * size + drop
        pieces.append(
            Piece(
                f"cell-{cell}-{place}",
                element_sprite(element),
                x + across,
                y + down,
                layer=1,
                size=size,
                label=text.element(words, element),
                place=cell_name(cell),
            )
        )
    return pieces


def element_sprite(element: int) -> str:
    if element < COLORS:
        return f"fragment-{COLOR_SPRITES[element]}"
    if element <= KEY:
        return "fragment-any" if element == JOKER else "key"
    return f"coin-{element - COIN}" if element <= CALM else f"calm-{element - CALM}"


# Segments


def segment_sprite(segment: int) -> str:
    return f"{SHAPE_NAMES[SEGMENT_SHAPE[segment]]}-{SEGMENT_SYMBOLS[segment].replace('.', 'o')}"


@lru_cache(512)
def lying(words: Words, segment: int, way: int) -> Piece:
    """Draw a segment on the large canvas."""
    laid, turn = PLACEMENTS[SEGMENT_SHAPE[segment]][way]
    x, y = spot(laid[ANCHOR[SEGMENT_SHAPE[segment]]])
    return Piece(
        f"seg-{segment}", segment_sprite(segment), x, y, turn=90 * turn, layer=4, label=text.segment(words, segment)
    )


@lru_cache(512)
def lying_small(words: Words, place: int, segment: int, way: int) -> Piece:
    """Draw a segment on the canvas of another seat."""
    laid, turn = PLACEMENTS[SEGMENT_SHAPE[segment]][way]
    anchor = laid[ANCHOR[SEGMENT_SHAPE[segment]]]
    left, top = card(place)
    x, y = left + 8 + STEP * SMALL * (anchor % SIDE + 0.5), top + 34 + STEP * SMALL * (anchor // SIDE + 0.5)
    return Piece(
        f"seg-{segment}",
        segment_sprite(segment),
        x,
        y,
        turn=90 * turn,
        layer=4,
        size=round(SMALL, 3),
        label=text.segment(words, segment),
    )


@cache
def resting(words: Words, segment: int, x: float, y: float, size: float, label: str = "") -> Piece:
    """Draw a segment that is not laid, centred on this point."""
    across, down = CENTER[SEGMENT_SHAPE[segment]]
    return Piece(
        f"seg-{segment}",
        segment_sprite(segment),
        x - across * size,
        y - down * size,
        layer=3,
        size=size,
        label=label or text.segment(words, segment),
    )


@cache
def in_hand(slot: int, shapes: tuple[int, ...]) -> tuple[float, float, float]:
    """Return where a segment of the viewer's hand lies, and its size.

    There are one or two rows, whichever makes the segments larger.
    """
    half = (len(shapes) + 1) // 2
    halves = [row for row in (shapes[:half], shapes[half:]) if row]
    large, small = min(HAND_LARGEST[0], fitting(shapes)), min(HAND_LARGEST[1], *map(fitting, halves))
    rows, size = ([shapes], large) if large >= small else (halves, small)
    row = slot // half if len(rows) > 1 else 0
    before = rows[row][: slot - half * row]
    x = in_cells(before) + ACROSS[shapes[slot]] / 2 - in_cells(rows[row]) / 2
    down = HAND_DOWN * row if len(rows) > 1 else HAND_DOWN / 2
    return round(CORNER[0] + HAND_WIDTH / 2 + STEP * size * x, 1), HAND_TOP + down, int(1000 * size) / 1000


def in_cells(shapes: tuple[int, ...]) -> float:
    """Return how many cells wide a row of the hand is, including the gaps between segments."""
    return sum(ACROSS[shape] + HAND_GAP for shape in shapes) + HAND_GAP


def fitting(shapes: tuple[int, ...]) -> float:
    return HAND_WIDTH / STEP / in_cells(shapes)


@cache
def in_tray(slot: int, count: int) -> tuple[float, float, float]:
    """Return where a segment lies in the tray, relative to its centre, and its size.

    There are two rows for more than two segments; the fewer segments, the larger they are.
    """
    columns, rows = max(2, (count + 1) // 2), 1 if count <= 2 else 2
    across, down = (
        TRAY_WIDTH * ((slot % columns + 0.5) / columns - 0.5),
        TRAY_HEIGHT * ((slot // columns + 0.5) / rows - 0.5),
    )
    return across, down, round(min(TRAY_SIZE, TRAY_WIDTH / columns / 274, TRAY_HEIGHT / rows / 180), 3)


def tray(words: Words, view: Any, seat: int, middle: tuple[float, float], scale: float) -> list[Piece]:
    """Draw what a seat has laid entirely outside the frame."""
    aside, pieces = text.outside_of(view, seat), []
    for slot, segment in enumerate(aside):
        across, down, size = in_tray(slot, len(aside))
        pieces.append(
            resting(words, segment, middle[0] + scale * across, middle[1] + scale * down, round(scale * size, 3))
        )
    return pieces


def own_segments(words: Words, view: Any, seat: int) -> list[Piece]:
    owned, laid, lies = int(view["owned"][seat]), int(view["laid"][seat]), view["lies"].tolist()
    held = text.segments_of(owned)
    shapes = tuple(int(SEGMENT_SHAPE[segment]) for segment in held)
    pieces = [
        resting(words, segment, *in_hand(slot, shapes)) for slot, segment in enumerate(held) if not laid >> segment & 1
    ]
    pieces += [lying(words, segment, lies[segment]) for segment in text.segments_of(laid) if lies[segment] != OUTSIDE]
    return [
        *pieces,
        Piece("tray", "tray", *TRAY, label=words(text.Label.OUTSIDE), place="outside"),
        *tray(words, view, seat, TRAY, 1),
    ]


def other_segments(words: Words, view: Any, seat: int, place: int) -> list[Piece]:
    owned, laid, lies = int(view["owned"][seat]), int(view["laid"][seat]), view["lies"].tolist()
    left, top = card(place)
    pieces = [
        lying_small(words, place, segment, lies[segment])
        for segment in text.segments_of(laid)
        if lies[segment] != OUTSIDE
    ]
    pieces += tray(
        words, view, seat, (left + 8 + SMALL * (TRAY[0] - CORNER[0]), top + 34 + SMALL * (TRAY[1] - CORNER[1])), SMALL
    )
    rest = text.segments_of(owned & ~laid)
    return pieces + [
        resting(words, segment, left + 18 + 24.0 * slot, top + 184, 0.088) for slot, segment in enumerate(rest)
    ]


# Seats


def seats(words: Words, view: Any, own: int) -> list[Piece]:
    """Draw what each seat has: segments, counters, and its markers for this round."""
    pieces = own_segments(words, view, own)
    count = int(view["seats"])
    coins, keys, fragments = view["coins"].tolist(), view["keys"].tolist(), view["fragments"].tolist()
    calm, star, laid_count = view["calm"].tolist(), view["star"].tolist(), view["laid_count"].tolist()
    for seat in range(count):
        place = (seat - own) % count - 1
        pieces += counters(words, seat, place, (coins[seat], keys[seat], *fragments[seat]))
        pieces += markers(words, seat, calm[seat], star[seat])
        if place >= 0:
            pieces += other_segments(words, view, seat, place)
            left, top = card(place)
            pieces.append(Piece(f"card-{seat}", f"card-{SEAT_NAMES[seat]}", left, top, label=words.seat(seat).alone))
            if laid_count[seat] and not view["laid"][seat]:
                pieces += veil(words, seat, place, laid_count[seat])
        else:
            pieces.append(
                Piece(f"card-{seat}", f"own-{SEAT_NAMES[seat]}", OWN[0], OWN[1], label=words.seat(seat).alone)
            )
        pieces += standing(words, view, seat, place)
    return pieces


@cache
def veil(words: Words, seat: int, place: int, count: int) -> tuple[Piece, Piece]:
    """Draw a canvas that is hidden, and how many segments are on it."""
    x, y = card(place)[0] + 78, card(place)[1] + 104
    label = words(text.Label.SEGMENTS_LAID, count=count)
    return Piece(f"veil-{seat}", "veil", x, y, layer=5, label=label), figure(f"veiled-{seat}", count, x, y, 1.6)


@cache
def figure(name: str, number: int, x: float, y: float, size: float = 1, label: str = "") -> Piece:
    """Draw a number."""
    return Piece(name, f"num-{min(number, GONE)}", x, y, layer=6, size=size, label=label)


def counter(place: int, number: int) -> tuple[float, float, float]:
    """Return where the symbol of a count is drawn for a seat, and its size."""
    left, top, across, down, size = (
        (card(place)[0] + 166, card(place)[1] + 44, 50, 46, 0.56)
        if place >= 0
        else (OWN[0] + 22, OWN[1] + 58, 76, 54, 0.74)
    )
    return left + across * (number % 2), top + down * (number // 2), size


@lru_cache(512)
def counters(words: Words, seat: int, place: int, counts: tuple[int, ...]) -> tuple[Piece, ...]:
    """Draw coins, keys and fragments, each as a symbol and a number."""
    coins, keys, *fragments = counts
    labels = [words.count(text.COINS, coins), words.count(text.KEYS, keys)]
    labels += [text.element(words, color, count) for color, count in enumerate(fragments)]
    sprites = ("coin", "key", *(f"fragment-{color}" for color in COLOR_SPRITES))
    pieces = []
    for number, (label, sprite, count) in enumerate(zip(labels, sprites, counts, strict=True)):
        x, y, size = counter(place, number)
        pieces.append(Piece(f"sign-{seat}-{number}", sprite, x, y, layer=1, size=size, label=label))
        pieces.append(
            figure(f"count-{seat}-{number}", count, x + 34 * size, y + 4 * size, 0.8 if place >= 0 else 1.1, label)
        )
    return tuple(pieces)


def calm_spot(seat: int, calm: int) -> tuple[float, float]:
    return CALM_X + 4.5 + 13 * seat, TRACK_FOOT - CALM_UP * calm


@cache
def markers(words: Words, seat: int, calm: int, star: int) -> tuple[Piece, Piece]:
    """Draw a seat's markers on both tracks."""
    name = words.seat(seat)
    up = (
        words(text.Label.CALM_MARKER, seat=name, calm=calm),
        words(text.Label.STAR_MARKER, seat=name, star=star, value=int(STAR_VALUE[star])),
    )
    return (
        Piece(f"calm-marker-{seat}", f"mark-{SEAT_NAMES[seat]}", *calm_spot(seat, calm), layer=2 + seat, label=up[0]),
        Piece(
            f"star-marker-{seat}",
            f"mark-{SEAT_NAMES[seat]}",
            STAR_X + 4.5 + 13 * seat,
            TRACK_FOOT - STAR_UP * star,
            layer=2 + seat,
            label=up[1],
        ),
    )


def standing(words: Words, view: Any, seat: int, place: int) -> list[Piece]:
    """Draw a seat's status: done, awake, first dreamer, opener, and whether it is choosing."""
    left, top = card(place) if place >= 0 else OWN
    pieces, aside = [], left + (252 if place >= 0 else 130)
    if view["woke"][seat]:
        pieces.append(Piece(f"woke-{seat}", "awake", left + 78, top + 104, layer=7, label=words(text.Label.AWAKE)))
    elif int(view["done"]) >> seat & 1 and int(view["phase"]) == Phase.COMPOSE:
        pieces.append(Piece(f"done-{seat}", "done", aside, top + 18, layer=7, size=0.8, label=words(text.Label.DONE)))
    if view["first"] == seat:
        pieces.append(Piece("first", "first", aside - 36, top + 17, layer=7, size=0.8, label=words(text.Label.FIRST)))
    if view["opener"] == seat:
        pieces.append(
            Piece("opener", "candle", aside - 62, top + 17, layer=7, size=0.8, label=words(text.Label.OPENER))
        )
    if view["seat"] == seat:
        pieces.append(Piece("turn", "lamp", left + 132, top, label=words(text.Label.CHOOSING, seat=words.seat(seat))))
    return pieces


# The table


def table(words: Words, view: Any, own: int) -> list[Piece]:
    """Draw the moons of the rounds, the hourglass, and a light on the cell being resolved."""
    pieces = [*moons(words, int(view["round_now"]))]
    if int(view["pace"]) == Pace.SAND:
        is_running = int(view["phase"]) == Phase.COMPOSE and int(view["done"]) != 0
        label = words(text.Label.HOURGLASS_RUNNING if is_running else text.Label.HOURGLASS)
        pieces.append(
            Piece("hourglass", "hourglass-running" if is_running else "hourglass", 242, 752, layer=2, label=label)
        )
    if int(view["phase"]) in (Phase.PICK, Phase.COLOR, Phase.OPEN, Phase.LOSE):
        pieces.append(Piece("glow", "glow", *frame_spot(min(int(view["cell"]), FRAME_CELLS - 1)), layer=5, jump=True))
    return pieces


@cache
def moons(words: Words, now: int) -> tuple[Piece, ...]:
    """Draw one moon for each round: those that have set, the one that is shining, those to come."""
    label = words(text.Label.ROUND, round=now)
    sprites = [
        "moon-set" if number < now else "moon-now" if number == now else "moon-next" for number in range(1, ROUNDS + 1)
    ]
    return tuple(
        Piece(f"moon-{number}", sprite, 938 + 33 * number, 632 - 14, label=label if sprite == "moon-now" else "")
        for number, sprite in enumerate(sprites)
    )


@lru_cache(256)
def market(words: Words, mask: int) -> tuple[Piece, ...]:
    """Draw the segments that can be bought, with the coins and points printed on them."""
    pieces = []
    for segment in text.segments_of(mask):
        shape = int(SEGMENT_SHAPE[segment])
        x, y = MARKET[shape]
        pieces.append(resting(words, segment, x, y, MARKET_SIZE[shape], text.market_label(words, segment)))
        for name, count, down in (
            ("coin", int(SEGMENT_COINS[segment]), -31),
            ("point", int(SEGMENT_POINTS[segment]), 31),
        ):
            if count:
                pieces.append(Piece(f"{name}-on-{segment}", f"{name}-{count}", x + 45, y + down, layer=4, size=0.52))
    return tuple(pieces)


@cache
def fixed() -> tuple[Piece, ...]:
    """Draw what never moves: the numbers of the tracks."""
    calm = [
        figure(f"calm-{step}", int(CALM_VALUE[step]), CALM_X - 16, TRACK_FOOT - CALM_UP * step, 0.8)
        for step in range(0, CALM_TOP + 1, 5)
    ]
    star = [
        figure(f"star-{step}", int(STAR_VALUE[step]), STAR_X - 14, TRACK_FOOT - STAR_UP * step, 0.9)
        for step in range(STAR_TOP + 1)
    ]
    steps = [
        Piece(f"star-step-{step}", "star-step", STAR_X + 24, TRACK_FOOT - STAR_UP * step)
        for step in range(STAR_TOP + 1)
    ]
    return (*steps, *calm, *star)


def panels(words: Words, view: Any) -> list[Panel]:
    calm, gained, star, coins, keys, woke = (
        view[field].tolist() for field in ("calm", "gained", "star", "coins", "keys", "woke")
    )
    return [
        panel(words, seat, calm[seat], gained[seat], star[seat], coins[seat], keys[seat], woke[seat])
        for seat in range(view["seats"])
    ]


@lru_cache(512)
def panel(words: Words, seat: int, calm: int, gained: int, star: int, coins: int, keys: int, woke: int) -> Panel:
    if woke:
        return Panel(seat, f"figure-{SEAT_NAMES[seat]}", words(text.Label.WOKE, round=woke), is_sign=True)
    label = words(text.Label.SEAT, calm=text.calm_now(calm, gained), star=star, coins=coins, keys=keys)
    numbers = {"calm": calm, "stars": star, "coins": coins, "keys": keys}
    return Panel(seat, f"figure-{SEAT_NAMES[seat]}", label, tallies(words, text.TALLIES, numbers), is_sign=True)


# How a dream is resolved, cell by cell


def stages(words: Words, view: Any, seat: int, rows: list[tuple[int, int, int, int, int]]) -> list[Stage]:
    """Draw the moments between a view and the result of an action, from the rows of its story.

    Everyone's canvas comes first; then, seat by seat, each gain and each loss, and the calm settled
    from them in one sum (R6.7); up to the next purchase or round.
    """
    world, found = copy(view), list[Stage]()
    for row in rows:
        if row[0] in LATER:
            break
        happens(world, row)
        if row[0] in STAGED:
            pieces = [*all_pieces(words, world, seat), *toll(world, row)]
            if row[0] == Event.GAINED:
                pieces.append(flight(f"gain-{len(found)}", world, max(seat, 0), row))
            found.append(Stage(pieces, panels(words, world), text.sentence(words, world, row)))
    return found


STAGED = (
    Event.FIRST,
    Event.MISSING,
    Event.BEYOND,
    Event.SCARED,
    Event.SETTLED,
    Event.GAINED,
    Event.STAR,
    Event.OPENED,
    Event.BAT,
    Event.WOKE,
)
LATER = (Event.BOUGHT, Event.TURNED_UP, Event.CALMED, Event.ROUND, Event.ENDED)


def happens(world: Any, row: tuple[int, int, int, int, int]) -> None:
    """Carry out one row of the story in a world used only for drawing."""
    code, seat, what, where, amount = row
    world.phase, world.seat = Phase.RESOLVE, seat
    world.cell = (
        where if code in (Event.SCARED, Event.GAINED, Event.OPENED, Event.BAT) and where != NONE else world.cell
    )
    if code == Event.SHOWN:
        world.laid[seat], world.lies[what] = int(world.laid[seat]) | 1 << what, where
    elif code == Event.FIRST:
        world.first, world.coins[seat] = seat, world.coins[seat] + amount
    elif code == Event.SETTLED:
        world.calm[seat], world.gained[seat] = amount, 0
    elif code == Event.GAINED:
        gets(world, seat, what, amount)
    elif code == Event.STAR:
        world.star[seat], world.fragments[seat] = amount, world.fragments[seat] - 1
    elif code == Event.OPENED:
        world.keys[seat] -= amount
    elif code == Event.CHEST:
        world.chest = what
    elif code == Event.BAT:
        world.owned[seat] = int(world.owned[seat]) & ~(1 << what)
    elif code == Event.WOKE:
        world.woke[seat], world.owned[seat] = world.round_now, 0


def gets(world: Any, seat: int, element: int, times: int) -> None:
    if element < COLORS:
        world.fragments[seat, element] += times
    elif element == KEY:
        world.keys[seat] += times
    elif element <= CALM:
        world.coins[seat] += times * (element - COIN)
    else:
        world.gained[seat] += times * (element - CALM)  # R6.7 it waits to be settled


def earned_at(world: Any, row: tuple[int, int, int, int, int]) -> int:
    """Return the cell being counted now; NONE if there is none.

    Gains without a cell come out of the chest.
    """
    return int(world.cell) if row[0] == Event.GAINED else NONE if row[0] == Event.SETTLED else row[3]


def toll(world: Any, row: tuple[int, int, int, int, int]) -> list[Piece]:
    """Draw whose cell is being counted now, and what it gives or costs."""
    code, seat, what, where, amount = row
    cell = earned_at(world, row)
    x, y = frame_spot(cell) if cell != NONE else (CORNER[0] + 3.5 * STEP, CORNER[1] + 5.6 * STEP)
    pieces = [Piece("toll-seat", f"mark-{SEAT_NAMES[seat]}", x - 30, y - 30, layer=8, size=1.4, jump=True)]
    if cell != NONE:
        pieces.append(Piece("glow", "glow", x, y, layer=7, jump=True))
    if code in (Event.MISSING, Event.BEYOND, Event.SCARED, Event.SETTLED):
        pieces += [
            Piece("toll-sign", "feather", x + 8, y + 22, layer=8, size=0.9, jump=True),
            price(abs(what - where) if code == Event.SETTLED else amount, x + 34, y + 26),
        ]
    if code == Event.GAINED:
        pieces += [
            Piece("toll-sign", element_sprite(what), x + 14, y + 16, layer=8, size=0.9, jump=True),
            price(amount, x + 38, y + 30),
        ]
    return pieces


def price(amount: int, x: float, y: float) -> Piece:
    return Piece("toll", f"num-{min(amount, GONE)}", x, y, layer=8, size=1.4, jump=True)


def flight(name: str, world: Any, own: int, row: tuple[int, int, int, int, int]) -> Piece:
    """Draw a gain on its way from its cell to where it counts.

    That is at its seat, or on the calm track.
    """
    _, seat, what, _, _ = row
    if what > CALM:
        x, y, size = *calm_spot(seat, int(world.calm[seat])), 0.5
    else:
        number = what + 2 if what < COLORS else 1 if what == KEY else 0
        x, y, size = counter((seat - own) % int(world.seats) - 1, number)
    return Piece(name, element_sprite(what), x, y, layer=9, size=size, via=[frame_spot(earned_at(world, row))])


# Gestures


def gesture(words: Words, view: Any, seat: int, action: int) -> Gesture:
    return gestures(words)[action]


@cache
def gestures(words: Words) -> tuple[Gesture, ...]:
    """Return every action as the steps that lead to it."""
    return tuple(steps_of(words, action) for action in range(ACTIONS.count))


def steps_of(words: Words, action: int) -> Gesture:
    if action < DONE:
        return steps_to_lay(int(PLACE_SEGMENT[action]), int(PLACE_WAY[action]))
    kind, values = ACTIONS.parts(action)
    if kind == "pick":
        return (("button", pick_label(words, action - PICK)),)
    if kind == "colour":
        return (("button", text.color(words, action - COLOR)),)
    if kind in ("lose", "buy"):
        return (("pick", f"seg-{action - LOSE if kind == 'lose' else action - BUY + NEUTRAL}"),)
    if kind == "calm":
        return (("number", str(action - BUY_CALM)),)
    return (("button", words(text.BUTTONS[kind])),) if not values else ()


def pick_label(words: Words, pick: int) -> str:
    """Name the element taken; a joker with its colour."""
    if JOKER <= pick < JOKER + COLORS:
        return words(text.Label.JOKER, color=text.color(words, pick - JOKER))
    return text.element(words, pick if pick < JOKER else pick - COLORS + 1)


def steps_to_lay(segment: int, way: int) -> Gesture:
    if way == OUTSIDE:  # in any orientation
        return ("pick", f"seg-{segment}"), ("pick", "outside")
    laid, turn = PLACEMENTS[SEGMENT_SHAPE[segment]][way]
    cell = CELL_NAMES[laid[ANCHOR[SEGMENT_SHAPE[segment]]]]
    if SEGMENT_SHAPE[segment] == 0:
        return ("pick", f"seg-{segment}"), ("pick", cell)
    return ("pick", f"seg-{segment}"), ("turn", str(90 * turn)), ("pick", cell)


@cache
def ways(segment: int) -> dict[Gesture, int]:
    return {steps_to_lay(segment, way): way for way in (*range(WAYS[segment]), OUTSIDE)}


def why_not(words: Words, view: Any, seat: int, steps: Gesture) -> int:
    """Return the refusal for steps that match no action: a segment where it cannot lie.

    For anything else there is none.
    """
    if len(steps) < 2 or not steps[0][1].startswith("seg-"):
        return Refusal.LEGAL
    segment = int(steps[0][1].removeprefix("seg-"))
    way = ways(segment).get(tuple(steps))
    if way is None:
        return Refusal.OUTSIDE if steps[-1][1] in CELL_NAMES else Refusal.LEGAL
    return Refusal.OVERLAPS if PLACEMENT_MASK[SEGMENT_SHAPE[segment], way] & view["canvas"][seat] else Refusal.LEGAL
