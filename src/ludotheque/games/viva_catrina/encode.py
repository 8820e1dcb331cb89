"""What a seat sees of a game of Viva Catrina, as numbers.

Every tile has an entry of its own, which says in whose village it lies, and where. The tiles to
choose from are also shown with their faces, and the free spots of the seat to act, by the number
that its actions give them, with what lies around.
"""

from typing import Any

import numpy as np

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import MAX_SEATS
from ludotheque.core.encoding import MOST as LARGEST
from ludotheque.core.encoding import Encoding, Feature, put
from ludotheque.core.rule import rule
from ludotheque.games.viva_catrina.components import (
    BASE,
    CHIMERA_COUNT,
    COLORS,
    ELEMENT,
    ELEMENTS,
    KIND_COUNT,
    KIND_FIRST,
    KINDS,
    LETTERS,
    LINES,
    LONGEST,
    LOOK,
    MAX_PLACES,
    MAX_TILES,
    MOST,
    PAVED,
    ROW,
    ROW_BITS,
    SHOPS,
    STACK,
    TILE_KIND,
    TILES,
    TRAIL,
)
from ludotheque.games.viva_catrina.state import Phase

CENTER = ROW // 2  # x and y of the start tile in a spot
SHOWN = (PAVED, TRAIL, BASE)  # what an edge can show
PIECES = TILES - 1  # path and start tiles
FACE_SIZE = 4 * len(SHOWN) + 4 + 2 * ELEMENTS


def face(tile: int) -> list[int]:
    """Return a tile that is not turned as numbers: what its edges show, the corners with a base
    part, the elements on its paved path and on its trail.
    """
    look, paths = int(LOOK[4 * tile]), ELEMENT[TILE_KIND[tile]]
    edges = [int((look >> 2 * side) & 3 == letter) for side in range(4) for letter in SHOWN]
    corners = [(look >> 8 + corner) & 1 for corner in range(4)]
    return edges + corners + [int((path == element).sum()) for path in paths for element in range(ELEMENTS)]


FACE = np.array([[0] * FACE_SIZE, *(face(tile) for tile in range(1, TILES))], np.int8)  # by tile
SUPPLY = [int(((ELEMENT[:KINDS] == element).sum((1, 2)) * KIND_COUNT).sum()) for element in range(ELEMENTS)]

FACE_MEANING = "paved path, trail or base part on each edge, base parts at the corners, elements on either path"
AROUND_MEANING = "the edges of the tiles around each spot: blank, paved path, trail or base part; 2 if linked"

ENCODING = Encoding(
    Feature("village", (MAX_SEATS, PIECES), 1, "the tiles in each seat's village", by_seat=True),
    Feature("x", (PIECES,), MAX_TILES, "how far east of the start tile each of them lies", -MAX_TILES),
    Feature("y", (PIECES,), MAX_TILES, "how far south of it", -MAX_TILES),
    Feature("turns", (PIECES,), 3, "its quarter turns"),
    Feature("is_linked", (2, PIECES), 1, "its paved path, its trail is linked"),
    Feature("chimera", (2, PIECES), 1, "a small, a large chimera sits at its north-west corner"),
    Feature("linked", (MAX_SEATS, ELEMENTS), min(LARGEST, max(SUPPLY)), "linked elements, by kind", by_seat=True),
    Feature("balloon_tile", (MAX_SEATS, COLORS), len(STACK), "balloon tiles, by their place in the pile", by_seat=True),
    Feature("hand", (), KINDS, "the kind of the tile in hand, counted from 1; 0 is none"),
    Feature("hand_face", (FACE_SIZE,), MOST, f"that tile: {FACE_MEANING}"),
    Feature("line", (LINES, LONGEST), KINDS, "the kinds of the tiles in each line, from its left end on"),
    Feature("end_face", (LINES, 2, FACE_SIZE), MOST, "the tiles at the left and the right end, like the one in hand"),
    Feature("spot", (2, MAX_PLACES), MAX_TILES, "x and y of the free spots of the seat to act", -MAX_TILES),
    Feature("around", (MAX_PLACES, 4, len(LETTERS)), 2, AROUND_MEANING),
    Feature("bag", (KINDS,), int(KIND_COUNT.max()), "the tiles in the bag, by kind"),
    Feature("pile", (COLORS,), len(STACK), "balloon tiles gone from each pile"),
    Feature("chimeras_left", (2,), max(1, int(CHIMERA_COUNT.max())), "small and large chimeras left"),
    Feature("owed", (), SHOPS, "extra tiles that are still to be drawn"),
    Feature("rounds", (MAX_SEATS,), 1, "how many rounds are over"),
    Feature("catrina", (MAX_SEATS,), 1, "who holds the Catrina", by_seat=True),
    Feature("turn", (MAX_SEATS,), 1, "whose turn it is", by_seat=True),
    Feature("phase", (len(Phase),), 1, "take, place or over"),
    Feature("seats", (MAX_SEATS - 1,), 1, "2 to 6 seats"),
    Feature("is_unlinked", (), 1, "the option `base_link` is none"),
)
(
    VILLAGE,
    X,
    Y,
    TURNS,
    IS_LINKED,
    CHIMERA,
    LINKED,
    BALLOON_TILE,
    HAND,
    HAND_FACE,
    LINE,
    END_FACE,
    SPOT,
    AROUND,
    BAG,
    PILE,
    CHIMERAS_LEFT,
    OWED,
    ROUNDS,
    CATRINA,
    TURN,
    PHASE,
    SEAT_COUNT,
    IS_UNLINKED,
) = ENCODING.starts


@rule
def encode(view: Any, seat: int, out: Any) -> None:
    seats = widen(view.seats)
    for k in range(seats):
        show_village(view, seat + k if seat + k < seats else seat + k - seats, k, out)
    show_spots(view, widen(view.seat), out)
    show_lines(view, out)
    show_rest(view, out)
    holder, mover = widen(view.rounds_over) - seat, widen(view.seat) - seat
    out[CATRINA + (holder if holder >= 0 else holder + seats)] = 1
    out[TURN + (mover if mover >= 0 else mover + seats)] = 1
    out[SEAT_COUNT + seats - 2] = 1


@rule
def show_village(view: Any, seat: int, k: int, out: Any) -> None:
    """Show a seat's tiles and what it has earned; it is the k-th from the observer."""
    tiles, twins = (2 << widen(view.tiles[seat])) - 2, widen(view.twins[seat])
    paved, trail = widen(view.reached[seat, 0]), widen(view.reached[seat, 1])
    tiles &= ~twins
    while tiles != 0:
        number = lowest_bit(tiles)
        tiles &= tiles - 1
        show_tile(view, seat, k, number, (widen(view.placed[seat, number]) >> 2) - 1, paved, trail, out)
    while twins != 0:
        number = lowest_bit(twins)
        twins &= twins - 1
        show_tile(view, seat, k, number, piece_of(view, seat, number), paved, trail, out)
    for size in range(2):
        bases = widen(view.chimera[seat, size])
        while bases != 0:
            out[CHIMERA + size * PIECES + piece_of(view, seat, lowest_bit(bases))] = 1
            bases &= bases - 1
    for element in range(ELEMENTS):
        put(out, LINKED + k * ELEMENTS + element, view.linked[seat, element])
    for color in range(COLORS):
        put(out, BALLOON_TILE + k * COLORS + color, view.balloon_tile[seat, color])


@rule
def show_tile(view: Any, seat: int, k: int, number: int, piece: int, paved: int, trail: int, out: Any) -> None:
    out[VILLAGE + k * PIECES + piece] = 1
    show_spot(out, X + piece, Y + piece, widen(view.spot[seat, number]))
    put(out, TURNS + piece, widen(view.placed[seat, number]) & 3)
    put(out, IS_LINKED + piece, (paved >> number) & 1)
    put(out, IS_LINKED + PIECES + piece, (trail >> number) & 1)


@rule
def piece_of(view: Any, seat: int, number: int) -> int:
    """Return the entry of a village's tile. Copies of a kind are interchangeable, so they come in
    the order of the seats and of their spots.
    """
    tile = widen(view.placed[seat, number]) >> 2
    if (widen(view.twins[seat]) >> number) & 1 == 0:
        return tile - 1
    kind, spot = TILE_KIND[tile], view.spot[seat, number]
    piece = widen(KIND_FIRST[kind]) - 1
    for other in range(seat + 1):
        twins = widen(view.twins[other])
        while twins != 0:
            each = lowest_bit(twins)
            if TILE_KIND[view.placed[other, each] >> 2] == kind and (other < seat or view.spot[other, each] < spot):
                piece += 1
            twins &= twins - 1
    return piece


@rule
def show_spot(out: Any, x: int, y: int, spot: int) -> None:
    """Write how far east and south of the start tile a spot is."""
    put(out, x, (spot & ROW - 1) - CENTER)
    put(out, y, (spot >> ROW_BITS) - CENTER)


@rule
def show_spots(view: Any, seat: int, out: Any) -> None:
    """Show the free spots of a seat in the order in which its actions name them."""
    for place in range(min(MAX_PLACES, widen(view.fringe_size[seat]))):
        spot = widen(view.fringe[seat, place])
        show_spot(out, SPOT + place, SPOT + MAX_PLACES + place, spot)
        around = widen(view.around[seat, place])
        for side in range(4):
            edge = around >> 4 * side
            put(out, AROUND + (4 * place + side) * len(LETTERS) + (edge & 3), (edge >> 2) & 3)


@rule
def show_lines(view: Any, out: Any) -> None:
    for line in range(LINES):
        left, right = widen(view.left[line]), widen(view.right[line])
        for slot in range(left, right):
            out[LINE + line * LONGEST + slot - left] = widen(TILE_KIND[view.line[line, slot]]) + 1
        if left < right:
            show_face(out, END_FACE + 2 * line * FACE_SIZE, widen(view.line[line, left]))
            show_face(out, END_FACE + (2 * line + 1) * FACE_SIZE, widen(view.line[line, right - 1]))
    put(out, HAND, widen(TILE_KIND[view.hand]) + 1)
    show_face(out, HAND_FACE, widen(view.hand))


@rule
def show_face(out: Any, first: int, tile: int) -> None:
    for entry in range(FACE_SIZE):
        put(out, first + entry, FACE[tile, entry])


@rule
def show_rest(view: Any, out: Any) -> None:
    for kind in range(KINDS):
        put(out, BAG + kind, view.bag[kind])
    for color in range(COLORS):
        put(out, PILE + color, view.pile[color])
    for size in range(2):
        put(out, CHIMERAS_LEFT + size, view.chimeras_left[size])
    put(out, OWED, view.owed)
    out[ROUNDS + widen(view.rounds_over)] = 1
    out[PHASE + widen(view.phase)] = 1
    put(out, IS_UNLINKED, view.base_link)
