"""Laying out before one's turn: in the calm pace everybody may, since nobody sees it."""

from typing import Any

from ludotheque.core.layout import copy
from ludotheque.games.dream_runners.rules.codes import Pace
from ludotheque.games.dream_runners.state import Phase


def early(state: Any, seat: int) -> Any | None:
    """R3.10 The same state with the turn at a seat that has yet to compose."""
    is_waiting = state.phase == Phase.COMPOSE and state.pace == Pace.CALM and int(state.woke[seat]) == 0 and not int(state.done) >> seat & 1
    if not is_waiting:
        return None
    later = copy(state)
    later.seat = seat
    return later
