"""Nothing is hidden in Counting."""

from typing import Any

from ludotheque.core.rule import rule

HIDDEN = ()


@rule
def view(state: Any, seat: int, out: Any) -> None:
    out.count, out.seat, out.seats = state.count, state.seat, state.seats


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """There is nothing to imagine."""
