"""A view of Master Labyrinth drawn as tiles in a vault, and the gestures.

Turn the spare in the hand and pick a slot; pick a cell to walk to.

Loose tiles keep their numbers, so that the eye can follow a sliding line. Right after a shift, the
tile pushed in moves through its slot, the tile pushed out moves through the opposite one, and
whatever fell over the edge reappears on the other side. A pawn walks along the corridors.
"""

from functools import cache, lru_cache
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.words import Words
from ludotheque.games.labyrinth import text
from ludotheque.games.labyrinth.actions import ACTIONS, ASK, MOVE, STAY, TIP
from ludotheque.games.labyrinth.components import (
    CELL_NAMES,
    CELLS,
    FIXED,
    FORMULAS,
    LOOK_NAMES,
    LOOK_SHAPE,
    LOOKS,
    SHAPE_FIRST,
    SHAPE_NAMES,
    SIDE,
    SLOT_ENTER,
    SLOT_NAMES,
    SLOT_OPPOSITE,
    SLOT_STEP,
    SLOTS,
    VALUES,
)
from ludotheque.games.labyrinth.notation import looks_of, reached
from ludotheque.games.labyrinth.rules import Refusal
from ludotheque.games.labyrinth.state import Phase
from ludotheque.scene.model import Gesture, Panel, Piece, Place, Scene
from ludotheque.scene.tally import tallies

Point = tuple[float, float]

# In the units of art.svg, which draws the frame, the ledge and the shelf with these measurements
WIDTH, HEIGHT, EDGE = 868, 1134, 8  # the background extends a little further
LEFT, TOP = 134, 134  # the centre of a1
STEP = 100  # from one cell to the next
OUTSIDE = 102  # from an entry cell to its slot
LEDGE, LARGE = (107, 939), 1.1  # where the spare lies, and how large
FORMULA, DRAWINGS = (420, 939), (-132, 0, 132)  # the parchment, and where its three drawings are
CANDLE = (788, 943)
SHELF = 1068
SHELVES = {2: 420, 3: 280, 4: 210}  # by number of seats: the width of each seat's part
ROWS = {  # by number of seats: up to how many tokens, how many per row, their distance and their size
    2: ((12, 6, 47, 0.62), (21, 8, 33, 0.45)),
    3: ((8, 4, 40, 0.54), (15, 5, 31, 0.42), (21, 7, 22, 0.31)),
    4: ((4, 2, 45, 0.6), (9, 3, 31, 0.42), (21, 5, 18, 0.25)),
}
HAT, WAND_AT, FIRST_TOKEN = 36, 71, 110  # from the left of the shelf

CENTERS: tuple[Point, ...] = tuple((LEFT + STEP * (cell % SIDE), TOP + STEP * (cell // SIDE)) for cell in range(CELLS))
LOOK_TURN = tuple(90 * (look - int(SHAPE_FIRST[LOOK_SHAPE[look]])) for look in range(LOOKS))
LOOK_SHAPE_NAME = tuple(SHAPE_NAMES[shape] for shape in LOOK_SHAPE.tolist())
HATS = ("brown", "blue", "white", "red")  # by number, since the owner of a copy may rename the colours
WAXES = 8  # how far a candle burns down
ENTER, OPPOSITE = SLOT_ENTER.tolist(), SLOT_OPPOSITE.tolist()
TILE, FLOOR, LIGHT, TOKEN, PAWN, ABOVE = range(1, 7)  # layers


def slot_center(slot: int) -> Point:
    """Return the centre of a slot, outside the board next to its entry cell."""
    (x, y), step = CENTERS[ENTER[slot]], int(SLOT_STEP[slot])
    return (x - OUTSIDE * (abs(step) == 1) * step, y - OUTSIDE * (abs(step) == SIDE) * step // SIDE)


SLOT_CENTERS = tuple(slot_center(slot) for slot in range(SLOTS))


def scene(words: Words, view: Any, seat: int) -> Scene:
    looks, token_on = looks_of(view), view["token"].tolist()
    pieces = [
        *fixed_pieces(),
        *tiles(words, view, looks),
        *tokens(words, view, token_on),
        *pawns(words, view, looks, token_on),
        *lights(words, view, seat, looks),
    ]
    pieces += [*shelf_pieces(words, view), *formula(words, view, seat)]
    forbidden = int(view["forbidden"])
    places = [cell_place(words, cell, looks[cell], token_on[cell]) for cell in range(CELLS)]
    places += [slot_place(words, slot, slot == forbidden) for slot in range(SLOTS)]
    hand = f"tile-{view['spare_tile']}" if int(view["phase"]) in (Phase.SHIFT, Phase.ANSWER) else ""
    said = text.board(words, view, seat)
    return Scene(
        WIDTH + 2 * EDGE,
        HEIGHT + EDGE,
        "ground",
        pieces,
        places,
        panels(words, view),
        said,
        left=-EDGE,
        top=-EDGE,
        hand=hand,
    )


# The maze


@cache
def fixed_pieces() -> list[Piece]:
    """Draw what never moves: the glued tiles of the component file, and the slots."""
    glued = [
        tile_piece(f"glued-{CELL_NAMES[cell]}", "glued", LOOK_NAMES.index(look), cell) for cell, look in FIXED.items()
    ]
    return glued + [
        Piece(f"ring-{slot + 1}", f"slot-{slot + 1}", *SLOT_CENTERS[slot], place=f"slot-{slot + 1}")
        for slot in range(SLOTS)
    ]


def tile_piece(name: str, sprite: str, look: int, cell: int, label: str = "", via: Point | None = None) -> Piece:
    x, y = CENTERS[cell]
    shape = LOOK_SHAPE_NAME[look]
    drawn = f"{sprite}-{shape}" if sprite == "glued" else f"{shape}-{sprite}"
    way = [via] if via else []
    return Piece(name, drawn, x, y, turn=LOOK_TURN[look], layer=TILE, label=label, place=CELL_NAMES[cell], via=way)


@lru_cache(4096)
def loose_piece(words: Words, tile: int, look: int, cell: int, via: Point | None) -> Piece:
    return tile_piece(f"tile-{tile}", str(tile % 3), look, cell, text.shape(words, look), via)


def tiles(words: Words, view: Any, looks: list[int]) -> list[Piece]:
    """Draw the loose tiles.

    Right after a shift, the tile pushed in and the tile pushed out move through their slots.
    """
    entered, left = just_shifted(view)
    pieces = []
    for cell, tile in enumerate(view["tile"].tolist()):
        if tile != NONE:
            pieces.append(
                loose_piece(
                    words,
                    tile,
                    looks[cell],
                    cell,
                    SLOT_CENTERS[entered] if entered != NONE and cell == ENTER[entered] else None,
                )
            )
    pieces.append(spare_piece(words, int(view["spare_tile"]), int(view["spare"]), left))
    return pieces


def just_shifted(view: Any) -> tuple[int, int]:
    """Return the slots where a tile has just been pushed in and out; NONE at other times.

    This lasts until the pawn has moved.
    """
    forbidden = int(view["forbidden"])
    return (OPPOSITE[forbidden], forbidden) if int(view["phase"]) == Phase.MOVE and forbidden != NONE else (NONE, NONE)


@lru_cache(4096)
def spare_piece(words: Words, tile: int, look: int, left: int) -> Piece:
    via = [SLOT_CENTERS[left]] if left != NONE else []
    return Piece(
        f"tile-{tile}",
        f"{LOOK_SHAPE_NAME[look]}-{tile % 3}",
        *LEDGE,
        turn=LOOK_TURN[look],
        layer=ABOVE,
        size=LARGE,
        label=text.spare_label(words, look),
        via=via,
    )


# Tokens and pawns in the maze


def tokens(words: Words, view: Any, token_on: list[int]) -> list[Piece]:
    """Draw the tokens on the board, then those the players hold."""
    entered, _ = just_shifted(view)
    fell = ENTER[entered] if entered != NONE else NONE
    pieces = [board_token(words, token, cell, cell == fell) for cell, token in enumerate(token_on) if token != NONE]
    seats = int(view["seats"])
    for seat, held in enumerate(view["held"].tolist()[:seats]):
        lying = text.tokens_in(held)
        pieces += [held_token(words, token, seats, seat, place, len(lying)) for place, token in enumerate(lying)]
    return pieces


@lru_cache(8192)
def board_token(words: Words, token: int, cell: int, jump: bool) -> Piece:
    x, y = CENTERS[cell]
    return Piece(
        f"token-{VALUES[token]}",
        f"token-{VALUES[token]}",
        x,
        y,
        layer=TOKEN,
        label=text.token_label(words, token),
        place=CELL_NAMES[cell],
        jump=jump,
    )


@lru_cache(8192)
def held_token(words: Words, token: int, seats: int, seat: int, place: int, count: int) -> Piece:
    """Draw a token that was taken. The more there are, the smaller they are drawn."""
    _, columns, apart, size = next(row for row in ROWS[seats] if count <= row[0])
    down = -(-count // columns)
    x = shelf_left(seats, seat) + FIRST_TOKEN + apart * (0.5 + place % columns)
    y = SHELF + apart * (place // columns - (down - 1) / 2)
    return Piece(
        f"token-{VALUES[token]}",
        f"token-{VALUES[token]}",
        x,
        y,
        layer=TOKEN,
        size=size,
        label=text.token_label(words, token),
    )


def pawns(words: Words, view: Any, looks: list[int], token_on: list[int]) -> list[Piece]:
    """Draw the pawns, side by side where several share a cell.

    A pawn that has just moved walks along the corridors.
    """
    entered, _ = just_shifted(view)
    seats, walker, origin = int(view["seats"]), int(view["walker"]), int(view["origin"])
    cells, colors = view["pawn"].tolist()[:seats], view["color"].tolist()
    pieces = []
    for seat, cell in enumerate(cells):
        here = [other for other in range(seats) if cells[other] == cell]
        x, y = pawn_spot(cell, here.index(seat), len(here), token_on[cell] != NONE)
        via = walk(tuple(looks), origin, cell) if seat == walker else []
        fell = entered != NONE and cell == ENTER[entered]
        pieces.append(
            Piece(
                f"pawn-{seat}",
                f"hat-{HATS[colors[seat]]}",
                x,
                y,
                layer=PAWN,
                label=text.pawn_label(words, seat, colors[seat]),
                place=CELL_NAMES[cell],
                via=via,
                jump=fell,
            )
        )
    return pieces


SPOTS = {
    1: ((0, -9),),
    2: ((-19, -9), (19, -9)),
    3: ((-20, -18), (20, -18), (0, 12)),
    4: ((-20, -18), (20, -18), (-20, 14), (20, 14)),
}


def pawn_spot(cell: int, number: int, count: int, has_token: bool) -> Point:
    """Return where a pawn stands among those that share a cell.

    It stands a little higher where there is a token, so that the token's value can be read.
    """
    (x, y), (dx, dy) = CENTERS[cell], SPOTS[count][number]
    return x + dx, y + dy - 18 * has_token


def walk(looks: tuple[int, ...], origin: int, target: int) -> list[Point]:
    """List the cells between the two ends of a walk."""
    before, way = reached(looks, origin), []
    cell = before.get(target, origin)
    while cell != origin:
        way.append(CENTERS[cell])
        cell = before[cell]
    return way[::-1]


@lru_cache(1024)
def lit_piece(cell: int, look: int) -> Piece:
    return Piece(
        f"lit-{CELL_NAMES[cell]}", f"lit-{LOOK_SHAPE_NAME[look]}", *CENTERS[cell], turn=LOOK_TURN[look], layer=FLOOR
    )


def lights(words: Words, view: Any, seat: int, looks: list[int]) -> list[Piece]:
    """Light up the goal and the corridors that the player may walk now.

    Candlelight falls from the player's own pawn, a chain bars the forbidden slot, and a tip shows
    what was advised.
    """
    pieces = []
    if view["goal_cell"] != NONE:
        pieces.append(light("goal-light", "goal-light", CENTERS[view["goal_cell"]], LIGHT))
    if int(view["phase"]) == Phase.MOVE and seat == view["seat"]:
        pieces += [lit_piece(cell, looks[cell]) for cell in reached(tuple(looks), int(view["pawn"][seat]))]
    if int(view["phase"]) != Phase.OVER:
        pieces.append(
            light("candle-light", "candle-light", CENTERS[view["pawn"][view["seat"] if seat == NONE else seat]], FLOOR)
        )
    if view["forbidden"] != NONE:
        pieces.append(light("chain", "chain", SLOT_CENTERS[view["forbidden"]], ABOVE))
    if view["tip"] != NONE:
        tip = int(view["tip"])
        (x, y), look = SLOT_CENTERS[tip // LOOKS], tip % LOOKS
        label = text.tip_label(words, view)
        pieces += [
            light("tip-glow", "tip-glow", (x, y), ABOVE),
            Piece(
                "tip", f"{LOOK_SHAPE_NAME[look]}-0", x, y, turn=LOOK_TURN[look], size=0.56, layer=ABOVE + 1, label=label
            ),
        ]
    return pieces


@lru_cache(1024)
def light(name: str, sprite: str, spot: Point, layer: int) -> Piece:
    return Piece(name, sprite, *spot, layer=layer, jump=name == "chain")


# What the players hold


def shelf_center(seats: int, seat: int) -> float:
    return WIDTH / 2 + SHELVES[seats] * (seat - (seats - 1) / 2)


def shelf_left(seats: int, seat: int) -> float:
    return shelf_center(seats, seat) - SHELVES[seats] / 2


def shelf_pieces(words: Words, view: Any) -> list[Piece]:
    """Draw each seat's part of the shelf with its hat and its wands; the active seat's part is
    lit.
    """
    seats, colors, wands = int(view["seats"]), view["color"].tolist(), view["wands"].tolist()
    pieces = []
    for seat in range(seats):
        pieces += shelf(seats, seat, colors[seat])
        pieces += [wand_piece(words, seats, seat, number) for number in range(wands[seat])]
        if int(view["phase"]) == Phase.OVER:
            pieces += shown_formula(words, seats, seat, int(view["card"][seat]))
    if int(view["phase"]) != Phase.OVER:
        active = int(view["adviser"] if int(view["phase"]) == Phase.ANSWER else view["seat"])
        pieces.append(light("lamp", f"lamp-{seats}", (shelf_center(seats, active), SHELF), TILE))
    if view["drought"] > 0:
        pieces.append(candle(words, int(view["dry"]), int(view["drought"])))
    return pieces


@cache
def shelf(seats: int, seat: int, color: int) -> list[Piece]:
    boards = Piece(f"shelf-{seat}", f"shelf-{seats}", shelf_center(seats, seat), SHELF)
    return [
        boards,
        Piece(f"hat-{seat}", f"hat-{HATS[color]}", shelf_left(seats, seat) + HAT, SHELF - 10, layer=FLOOR, size=0.92),
    ]


@cache
def wand_piece(words: Words, seats: int, seat: int, number: int) -> Piece:
    """Draw a wand: three lie side by side; more lie closer together."""
    x = shelf_left(seats, seat) + WAND_AT + 14 * min(number, 2) + 5 * max(number - 2, 0)
    return Piece(
        f"wand-{seat}-{number}", "wand", x, SHELF - 8, turn=6, layer=FLOOR, size=0.95, label=text.wand_label(words)
    )


@cache
def candle(words: Words, dry: int, drought: int) -> Piece:
    """Draw the candle, which burns down with every action that takes no token."""
    left = -(-WAXES * (drought - dry) // drought)
    return Piece("candle", f"candle-{max(left, 0)}", *CANDLE, layer=TILE, label=text.drought_label(words, dry, drought))


# The formula


def formula(words: Words, view: Any, seat: int) -> list[Piece]:
    """Draw the player's own card as a parchment with three drawings, sealed for those who have
    none.

    A drawing is ticked off when the player holds its token, and crossed out when another player
    does.
    """
    card = NONE if seat == NONE else int(view["card"][seat])
    if card == NONE:  # a spectator, who sees all cards at the end
        return (
            []
            if int(view["phase"]) == Phase.OVER
            else [Piece("parchment", "parchment-sealed", *FORMULA, layer=TILE, label=text.sealed_label(words))]
        )
    pieces = formula_drawings(words, card)
    own, taken = int(view["held"][seat]), sum(view["held"].tolist())
    for place, value in enumerate(FORMULAS[card]):
        bit = 1 << VALUES.index(value)
        if taken & bit:
            x, y = FORMULA[0] + DRAWINGS[place] + 38, FORMULA[1] - 30
            pieces = [*pieces, light(f"mark-{place}", "tick" if own & bit else "lost", (x, y), ABOVE)]
    return pieces


@cache
def formula_drawings(words: Words, card: int) -> list[Piece]:
    x, y = FORMULA
    label = text.formula_label(words, card)
    drawings = [
        Piece(f"formula-{place}", f"formula-{value}", x + DRAWINGS[place], y - 2, layer=FLOOR, size=1.45, label=label)
        for place, value in enumerate(FORMULAS[card])
    ]
    return [Piece("parchment", "parchment", x, y, layer=TILE, label=label), *drawings]


@cache
def shown_formula(words: Words, seats: int, seat: int, card: int) -> list[Piece]:
    """Draw a card that is revealed at the end, small, under the hat."""
    x, label = shelf_left(seats, seat) + 24, text.formula_label(words, card)
    spots = [(place, value, x + 23 * place) for place, value in enumerate(FORMULAS[card])]
    return [
        Piece(f"shown-{seat}-{place}", f"token-{value}", left, SHELF + 38, layer=FLOOR, size=0.31, label=label)
        for place, value, left in spots
    ]


# Places and panels


@lru_cache(4096)
def cell_place(words: Words, cell: int, look: int, token: int) -> Place:
    return Place(CELL_NAMES[cell], *CENTERS[cell], STEP - 6, STEP - 6, label=text.cell_label(words, cell, look, token))


@cache
def slot_place(words: Words, slot: int, is_forbidden: bool) -> Place:
    return Place(
        f"slot-{SLOT_NAMES[slot]}",
        *SLOT_CENTERS[slot],
        78,
        78,
        label=text.slot_label(words, slot, is_forbidden),
        is_round=True,
    )


def panels(words: Words, view: Any) -> list[Panel]:
    seats, colors, wands, held, card = (
        int(view["seats"]),
        view["color"].tolist(),
        view["wands"].tolist(),
        view["held"].tolist(),
        view["card"].tolist(),
    )
    return [panel(words, seat, colors[seat], wands[seat], held[seat], card[seat]) for seat in range(seats)]


@lru_cache(4096)
def panel(words: Words, seat: int, color: int, wands: int, held: int, card: int) -> Panel:
    holdings = text.holdings(wands, held, card)
    label = text.holdings_label(words, **holdings)
    return Panel(seat, f"panel-{HATS[color]}", label, tallies(words, text.TALLIES, holdings), is_sign=True)


# Gestures


def gesture(words: Words, view: Any, seat: int, action: int) -> Gesture:
    return gestures(words)[action]


@cache
def gestures(words: Words) -> tuple[Gesture, ...]:
    """Return the gestures of every action.

    A tip is given with the same gesture as a shift; only one of the two is possible at a time.
    """
    return tuple(gesture_of(words, action) for action in range(ACTIONS.count))


def gesture_of(words: Words, action: int) -> Gesture:
    if action < ASK:
        slot, look = divmod(action % TIP, LOOKS)
        return (("turn", str(LOOK_TURN[look])), ("pick", f"slot-{SLOT_NAMES[slot]}"))
    if action < MOVE:
        return (("button", text.button(words, ASK)), ("button", text.offer(words, action - ASK)))
    if action < STAY:
        return (("pick", CELL_NAMES[action - MOVE]),)
    return (("button", text.button(words, action)),)


MUST = {
    Phase.SHIFT: Refusal.MUST_SHIFT,
    Phase.ANSWER: Refusal.MUST_ANSWER,
    Phase.MOVE: Refusal.MUST_MOVE,
    Phase.WAND: Refusal.MUST_END,
    Phase.OVER: Refusal.GAME_OVER,
}


def why_not(words: Words, view: Any, seat: int, steps: Gesture) -> int:
    """Return the refusal for steps that match no action.

    That is a locked slot, a cell out of reach, or an action that is not possible now.
    """
    phase, what = Phase(view["phase"]), steps[-1][1] if steps else ""
    if what.startswith("slot-") and phase in (Phase.SHIFT, Phase.ANSWER):
        return Refusal.FORBIDDEN_SLOT
    if what in CELL_NAMES and phase == Phase.MOVE:
        return Refusal.SAME_CELL if view["pawn"][seat] == CELL_NAMES.index(what) else Refusal.OUT_OF_REACH
    return MUST[phase]
