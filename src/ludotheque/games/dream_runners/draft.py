"""Composing before your turn: at the calm pace everyone may, since nobody sees it."""

from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.games.dream_runners.rules.codes import Pace
from ludotheque.games.dream_runners.state import Phase


def early(state: Any, seat: int) -> Any | None:
    """R3.10 Return the same state, but with the turn of a seat that has yet to compose, unless the
    dream is still face down.
    """
    is_composing = (
        state.phase == Phase.COMPOSE and state.pace == Pace.CALM and state.dreams[state.round_now - 1] != NONE
    )
    if not is_composing or state.woke[seat] != 0 or int(state.done) >> seat & 1:
        return None
    later = copy(state)
    later.seat = seat
    return later
