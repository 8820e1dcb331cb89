"""What a seat may see: everything except the generator, so there is nothing to imagine."""

from typing import Any

from ludotheque.core.rule import rule

from .parts import SHELLS, WORTHS


@rule
def view(state: Any, seat: int, out: Any) -> None:
    out.first, out.last, out.seat, out.seats = state.first, state.last, state.seat, state.seats
    for place in range(SHELLS):
        out.row[place], out.owner[place] = state.row[place], state.owner[place]
    for worth in range(WORTHS):
        out.bag[worth] = state.bag[worth]


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """Do nothing: nothing is hidden."""
