"""R8.2 With the hourglass, a dream is turned up only when all people are ready."""

from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.games.dream_runners.rules.codes import Pace
from ludotheque.games.dream_runners.state import Phase


def waits(state: Any) -> bool:
    """Return whether a round with the hourglass has just begun.

    Then nobody has laid anything or is done.
    """
    has_begun = bool(state.done) or bool(state.laid_count.any())
    return bool(state.phase == Phase.COMPOSE and state.pace == Pace.SAND) and not has_begun


def veil(view: Any) -> Any:
    """Return the view with the dream of the round face down."""
    veiled = copy(view)
    veiled.dreams[veiled.round_now - 1] = NONE
    return veiled
