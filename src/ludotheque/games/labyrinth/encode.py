"""What a seat sees of a game of Master Labyrinth, as numbers."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.encoding import Encoding, Feature
from ludotheque.core.rule import rule
from ludotheque.games.labyrinth.components import (
    CARD_TOKENS,
    CELLS,
    LOOK_SHAPE,
    LOOKS,
    SEATS,
    SHAPES,
    SIDE,
    SLOTS,
    TOKENS,
    WANDS,
)
from ludotheque.games.labyrinth.state import Phase

AHEAD = 3  # tokens with a plane of their own: the goal and those that follow it
DIGIT_BITS = 7
DRY_DIGITS, DROUGHT_DIGITS = 5, 3  # enough for the fields of the state
DIGIT = (1 << DIGIT_BITS) - 1

ENCODING = Encoding(
    Feature("open", (4, SIDE, SIDE), 1, "the cells whose tile is open to the north, east, south, west"),
    Feature("pawn", (SEATS, SIDE, SIDE), 1, "the cell of each seat's pawn", by_seat=True),
    Feature("goal", (AHEAD, SIDE, SIDE), 1, "the cell of the goal, and of the two tokens that follow it"),
    Feature("token", (SIDE, SIDE), TOKENS, "the token on each cell, counted from the goal: 1 is the goal, 0 is none"),
    Feature("bonus", (SIDE, SIDE), 1, "the cells with a token of the observer's formula", is_public=False),
    Feature("held", (SEATS, TOKENS), 1, "the tokens each seat holds", by_seat=True),
    Feature(
        "formula", (SEATS, TOKENS), 1, "the tokens of each seat's formula, where known", by_seat=True, is_public=False
    ),
    Feature("wands", (SEATS,), max(1, SEATS * WANDS), "the wands each seat has left", by_seat=True),
    Feature("color", (SEATS, SEATS), 1, "which of the four pawns each seat has", by_seat=True),
    Feature("next_token", (TOKENS + 1,), 1, "which token is the goal; the last entry: all are taken"),
    Feature("spare", (SHAPES,), 1, "the shape of the spare: straight, corner or tee"),
    Feature("forbidden", (SLOTS,), 1, "the slot where the spare came out"),
    Feature("turn", (SEATS,), 1, "whose turn it is", by_seat=True),
    Feature("phase", (len(Phase),), 1, "shift, answer, move, wand or over"),
    Feature("is_spent", (), 1, "a wand was spent in this turn"),
    Feature("has_asked", (), 1, "advice was asked for in this action"),
    Feature("price", (TOKENS + 1,), 1, "the token offered for it; the last entry: a wand"),
    Feature("adviser", (SEATS,), 1, "who answers, or gave the tip", by_seat=True),
    Feature("tip_slot", (SLOTS,), 1, "the slot of the tip"),
    Feature("tip_look", (LOOKS,), 1, "the open sides of the spare in the tip"),
    Feature("dry", (DRY_DIGITS,), DIGIT, "actions in a row without a token, in digits of base 128, lowest first"),
    Feature("drought", (DROUGHT_DIGITS,), DIGIT, "the option `drought`, in the same digits"),
    Feature("advice", (), 1, "the option `advice` is on"),
    Feature("seats", (SEATS - 1,), 1, "2, 3 or 4 seats"),
)
(
    OPEN,
    PAWN,
    GOAL,
    TOKEN,
    BONUS,
    HELD,
    FORMULA,
    WAND_COUNT,
    COLOR,
    NEXT_TOKEN,
    SPARE,
    FORBIDDEN,
    TURN,
    PHASE,
    IS_SPENT,
    HAS_ASKED,
    PRICE,
    ADVISER,
    TIP_SLOT,
    TIP_LOOK,
    DRY,
    DROUGHT,
    ADVICE,
    SEAT_COUNT,
) = ENCODING.starts


@rule
def encode(view: Any, seat: int, out: Any) -> None:
    show_maze(view, seat, out)
    show_seats(view, seat, out)
    show_turn(view, seat, out)
    show_advice(view, seat, out)


@rule
def show_maze(view: Any, seat: int, out: Any) -> None:
    for side in range(4):
        cells = widen(view.open[side])
        for cell in range(CELLS):
            out[OPEN + side * CELLS + cell] = (cells >> cell) & 1
    goal = widen(view.goal)
    own = 2 * widen(CARD_TOKENS[view.card[seat]])  # bit 0 is for cells without a token
    for cell in range(CELLS):
        token = widen(view.token[cell])
        out[TOKEN + cell] = max(0, token - goal + 1)
        out[BONUS + cell] = (own >> (token + 1)) & 1
        for ahead in range(AHEAD):
            out[GOAL + ahead * CELLS + cell] = 1 if token == goal + ahead else 0
    out[NEXT_TOKEN + goal] = 1
    out[SPARE + widen(LOOK_SHAPE[view.spare])] = 1
    if view.forbidden != NONE:
        out[FORBIDDEN + widen(view.forbidden)] = 1


@rule
def show_seats(view: Any, seat: int, out: Any) -> None:
    seats = widen(view.seats)
    out[SEAT_COUNT + seats - 2] = 1
    for k in range(seats):
        other = (seat + k) % seats
        out[PAWN + k * CELLS + widen(view.pawn[other])] = 1
        out[COLOR + k * SEATS + widen(view.color[other])] = 1
        out[WAND_COUNT + k] = view.wands[other]
        mark(out, HELD + k * TOKENS, widen(view.held[other]))
        if view.card[other] != NONE:
            mark(out, FORMULA + k * TOKENS, widen(CARD_TOKENS[view.card[other]]))


@rule
def show_turn(view: Any, seat: int, out: Any) -> None:
    seats = widen(view.seats)
    out[TURN + (widen(view.seat) - seat + seats) % seats] = 1
    out[PHASE + widen(view.phase)] = 1
    out[IS_SPENT] = view.spent
    write_digits(out, DRY, DRY_DIGITS, widen(view.dry))
    write_digits(out, DROUGHT, DROUGHT_DIGITS, widen(view.drought))


@rule
def show_advice(view: Any, seat: int, out: Any) -> None:
    """R8 What was asked for and answered; all of it is empty if nobody asked."""
    seats = widen(view.seats)
    out[ADVICE] = view.advice
    out[HAS_ASKED] = view.asked
    if view.price != NONE:
        out[PRICE + widen(view.price)] = 1
    if view.adviser != NONE:
        out[ADVISER + (widen(view.adviser) - seat + seats) % seats] = 1
    if view.tip != NONE:
        out[TIP_SLOT + widen(view.tip) // LOOKS] = 1
        out[TIP_LOOK + widen(view.tip) % LOOKS] = 1


@rule
def mark(out: Any, first: int, mask: int) -> None:
    """Write 1 for each set bit."""
    while mask != 0:
        out[first + lowest_bit(mask)] = 1
        mask &= mask - 1


@rule
def write_digits(out: Any, first: int, digits: int, number: int) -> None:
    for digit in range(digits):
        out[first + digit] = (number >> (DIGIT_BITS * digit)) & DIGIT
