"""What a seat sees of a game of Sarena, as numbers."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.encoding import Encoding, Feature
from ludotheque.core.rule import rule
from ludotheque.games.sarena.components import CIRCLES, COLORS, FACE_UP, MAX_STACK
from ludotheque.games.sarena.state import Phase

SEATS = 4
ENCODING = Encoding(
    Feature(
        "up",
        (MAX_STACK, COLORS, CIRCLES),
        1,
        "the colour on the upper face of each chip; level 0 is the top chip. The observer's own colour comes first, "
        "then those of the other seats in turn order, where known, then the rest",
        is_public=False,
    ),
    Feature("down", (MAX_STACK, COLORS, CIRCLES), 1, "the colour on its lower face, likewise", is_public=False),
    Feature("secret", (SEATS, COLORS), 1, "the colour of each seat's pawn, where known", by_seat=True, is_public=False),
    Feature("turn", (SEATS,), 1, "whose turn it is", by_seat=True),
    Feature("seats", (SEATS - 1,), 1, "2, 3 or 4 seats"),
    Feature("is_fair", (), 1, "the option `deal` is fair"),
    Feature("is_over", (), 1, "the game is over"),
)
UP, DOWN, SECRET, TURN, SEAT_COUNT, IS_FAIR, IS_OVER = ENCODING.starts


@rule
def encode(view: Any, seat: int, out: Any) -> None:
    seats = widen(view.seats)
    show_chips(view, order_of_colors(view, seat), out)
    for k in range(seats):
        color = widen(view.secret[(seat + k) % seats])
        if color != NONE:
            out[SECRET + k * COLORS + color] = 1
    out[TURN + (widen(view.seat) - seat + seats) % seats] = 1
    out[SEAT_COUNT + seats - 2] = 1
    out[IS_FAIR] = view.deal
    out[IS_OVER] = 1 if view.phase == Phase.OVER else 0


@rule
def order_of_colors(view: Any, seat: int) -> int:
    """Return where each colour comes, two bits each.

    So a network does not have to learn what its own colour is worth four times, once per colour.
    """
    seats, order, taken, place = widen(view.seats), 0, 0, 0
    for k in range(seats):
        color = widen(view.secret[(seat + k) % seats])
        if color != NONE:
            order |= place << 2 * color
            taken |= 1 << color
            place += 1
    for color in range(COLORS):
        if (taken >> color) & 1 == 0:
            order |= place << 2 * color
            place += 1
    return order


@rule
def show_chips(view: Any, order: int, out: Any) -> None:
    """Show the chips level by level: processors guess the height of a stack wrong too often."""
    left, level = 0, 0
    for circle in range(CIRCLES):
        left |= (1 if view.height[circle] > 0 else 0) << circle
    while left != 0:
        deeper = 0
        while left != 0:
            circle = lowest_bit(left)
            below = widen(view.height[circle]) - 1 - level
            chip = (widen(view.stack[circle]) >> 8 * below) & 0xFF
            up, down = (order >> 2 * widen(FACE_UP[chip])) & 3, (order >> 2 * widen(FACE_UP[chip ^ 1])) & 3
            out[UP + (level * COLORS + up) * CIRCLES + circle] = 1
            out[DOWN + (level * COLORS + down) * CIRCLES + circle] = 1
            deeper |= (1 if below > 0 else 0) << circle
            left &= left - 1
        left, level = deeper, level + 1
