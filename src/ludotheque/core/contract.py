"""The rules contract: what every game's rules answer, the same names in the same order everywhere.

A game gives these as `@rule` functions through `Game(rules=…)`. Templates (`engine`, and those of `lab` and `bots`) are written against the names below and instantiated
once per game with the game's own functions in their place; this page is what editors, type checkers and readers see.
"""

from typing import Any

import numpy as np

STATE: np.dtype[np.void]  # the game's record
ACTION_COUNT: int  # action numbers run from 0 to ACTION_COUNT − 1
MAX_LEGAL: int  # most legal actions at once
MAX_PLIES: int  # no game is longer


def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """Deal: the state holds its key and zeros. Every draw goes through `draw` or `draw_from`."""


def to_act(state: Any) -> int:  # type: ignore[empty-body]
    """Who may act now: bit s for seat s, bit TABLE for the table itself; 0 when the game is over."""


def legal(state: Any, seat: int, out: Any) -> int:  # type: ignore[empty-body]
    """Fill `out` with the seat's legal action numbers, ascending, and say how many there are."""


def refusal(state: Any, seat: int, action: int) -> int:  # type: ignore[empty-body]
    """0 if the action is legal for the seat now, else the code of the sentence that forbids it."""


def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """Carry a legal action out, chance included, up to the next decision."""


def scores(state: Any, out: Any) -> None:
    """The score of each seat, as far as it can be known."""


def ranks(state: Any, out: Any) -> None:
    """The place of each seat, tie-breaks included: 1 is the winner, a shared place leaves the next one out."""


def breakdown(state: Any, out: Any) -> None:
    """The score sheet: out[seat, column]."""


def census(state: Any, out: Any) -> int:  # type: ignore[empty-body]
    """Count every physical piece, wherever it lies; says how many entries of `out` were used. No action may change the census."""


def canonical(state: Any) -> None:
    """Make pieces that look the same the same: two states of one position become equal."""


def view(state: Any, seat: int, out: Any) -> None:
    """Copy what the seat may see into `out`, which is blank. A field nobody copies stays hidden. seat NONE: a spectator."""


def imagine(state: Any, seat: int, story: Any) -> None:
    """Fill in at random what the seat's view does not show, consistently with all that it does. The state holds a key of its own."""
