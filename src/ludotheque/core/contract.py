"""The rules contract: the functions of every game's rules, with the same names in the same order.

A game provides these as `@rule` functions through `Game(rules=…)`. Templates (`engine`, and those
of `lab` and `bots`) are written against the names below and instantiated once per game with the
game's own functions in their place. This file is what editors, type checkers and readers see.
"""

from typing import Any

import numpy as np

STATE: np.dtype[np.void]  # the game's record
ACTION_COUNT: int  # action numbers run from 0 to ACTION_COUNT − 1
MAX_LEGAL: int  # the most legal actions that a seat ever has
MAX_PLIES: int  # the length of the longest possible game


def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """Deal into a state that holds its key and zeros. Every draw goes through `draw` or
    `draw_from`.
    """


def to_act(state: Any) -> int:  # type: ignore[empty-body]
    """Return who may act now: bit s for seat s, bit TABLE for the table itself.

    Returns 0 when the game is over.
    """


def legal(state: Any, seat: int, out: Any) -> int:  # type: ignore[empty-body]
    """Fill `out` with the seat's legal action numbers, ascending, and return how many there are."""


def refusal(state: Any, seat: int, action: int) -> int:  # type: ignore[empty-body]
    """Return 0 if the action is legal for the seat now, else the code of the sentence that refuses
    it.
    """


def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """Carry out a legal action, including chance, up to the next decision."""


def scores(state: Any, out: Any) -> None:
    """Write the score of each seat into `out`, as far as it is known."""


def ranks(state: Any, out: Any) -> None:
    """Write the place of each seat into `out`, tie-breaks included.

    The winner is 1; after a shared place the next one is skipped.
    """


def breakdown(state: Any, out: Any) -> None:
    """Fill in the score sheet: out[seat, column]."""


def census(state: Any, out: Any) -> int:  # type: ignore[empty-body]
    """Count every physical piece, wherever it is, and return how many entries of `out` were used.

    No action may change the census.
    """


def canonical(state: Any) -> None:
    """Make interchangeable pieces identical, so that equal positions become equal states."""


def view(state: Any, seat: int, out: Any) -> None:
    """Copy what the seat may see into `out`, which starts blank.

    A field that is not copied stays hidden. Seat NONE is a spectator.
    """


def imagine(state: Any, seat: int, story: Any) -> None:
    """Fill in at random what the seat's view does not show, consistent with what it does show.

    The state has its own key.
    """


def encode(view: Any, seat: int, out: Any) -> None:
    """Write what the seat sees into `out` as numbers, laid out as `ENCODING` of encode.py says.

    Seats come in turn order, the observer first; `out` starts as zeros. Not every game has this.
    """
