"""Nothing is hidden in Matches."""

from typing import Any

from ludotheque.core.rule import rule

HIDDEN = ()


@rule
def view(state: Any, seat: int, out: Any) -> None:
    out.pile, out.seat, out.seats = state.pile, state.seat, state.seats


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """There is nothing to imagine."""
