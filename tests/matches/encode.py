"""What a seat sees of a game of Matches, as numbers."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.encoding import Encoding, Feature
from ludotheque.core.rule import rule
from tests.matches.parts import MOST

ENCODING = Encoding(
    Feature("pile", (MOST + 1,), 1, "how many matches are left"),
    Feature("turn", (2,), 1, "whose turn it is", by_seat=True),
)
PILE, TURN = ENCODING.starts


@rule
def encode(view: Any, seat: int, out: Any) -> None:
    out[PILE + widen(view.pile)] = 1
    out[TURN + (widen(view.seat) - seat + 2) % 2] = 1
