"""What a seat sees of a game of Flotsam, as numbers."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.encoding import Encoding, Feature
from ludotheque.core.rule import rule
from tests.toy.components import KINDS, MAX_REACH, PIECES, SEA, SEATS
from tests.toy.state import Phase

BASE, DIGITS = 128, 3  # breath can be more than an entry holds

ENCODING = Encoding(
    Feature("raft", (KINDS, SEA), 1, "the pieces on the raft, by kind and cell"),
    Feature("corner", (2,), 0, "x of the westernmost piece and y of the northernmost one", low=-PIECES),
    Feature("catch", (KINDS,), 1, "the kind that drifts by"),
    Feature("sunk", (KINDS,), PIECES, "pieces that nobody caught, by kind"),
    Feature("unseen", (3, KINDS), PIECES, "bag, lost and box once the game is over; −1 before", low=NONE),
    Feature("left", (), PIECES, "pieces in the bag"),
    Feature("breath", (SEATS, DIGITS), BASE - 1, "the breath of each seat in base 128", by_seat=True),
    Feature("chosen", (SEATS,), 1, "who has chosen a reach", by_seat=True),
    Feature("lays", (SEATS,), 1, "who lays the catch", by_seat=True),
    Feature("card", (SEATS, KINDS), 1, "the kind on each card, where known", by_seat=True, is_public=False),
    Feature("reach", (SEATS, MAX_REACH + 1), 1, "each reach, where known", by_seat=True, is_public=False),
    Feature("phase", (len(Phase),), 1, "reach, lay, or over"),
    Feature("is_rough", (), 1, "the option `storm` is rough"),
    Feature("is_third", (), 1, "three play"),
)
(RAFT, CORNER, CATCH, SUNK, UNSEEN, LEFT, BREATH, CHOSEN, LAYS, CARD, REACH, PHASE, IS_ROUGH, IS_THIRD) = (
    ENCODING.starts
)


@rule
def encode(view: Any, seat: int, out: Any) -> None:
    seats = widen(view.seats)
    for cell in range(SEA):
        if view.raft[cell] != NONE:
            out[RAFT + widen(view.raft[cell]) * SEA + cell] = 1
    out[CORNER], out[CORNER + 1], out[LEFT] = view.west, view.north, view.left
    if view.catch != NONE:
        out[CATCH + widen(view.catch)] = 1
    for kind in range(KINDS):
        out[SUNK + kind] = view.sunk[kind]
        out[UNSEEN + kind] = view.bag[kind]
        out[UNSEEN + KINDS + kind] = view.lost[kind]
        out[UNSEEN + 2 * KINDS + kind] = view.box[kind]
    for k in range(seats):
        encode_seat(view, (seat + k) % seats, k, out)
    out[PHASE + widen(view.phase)] = 1
    out[IS_ROUGH] = view.storm
    out[IS_THIRD] = seats - 2


@rule
def encode_seat(view: Any, seat: int, k: int, out: Any) -> None:
    """Write what is seen of a seat that comes k seats after the observer."""
    breath = widen(view.breath[seat])
    for digit in range(DIGITS):
        out[BREATH + k * DIGITS + digit] = breath % BASE
        breath //= BASE
    out[CHOSEN + k] = (widen(view.chosen) >> seat) & 1
    out[LAYS + k] = 1 if view.seat == seat else 0
    if view.card[seat] != NONE:
        out[CARD + k * KINDS + widen(view.card[seat])] = 1
    if view.reach[seat] != NONE:
        out[REACH + k * (MAX_REACH + 1) + widen(view.reach[seat])] = 1
