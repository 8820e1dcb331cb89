"""What has happened so far, as one seat may know it."""

from collections.abc import Callable
from dataclasses import dataclass

from ludotheque.core.game import State
from ludotheque.core.record import Data


@dataclass(frozen=True)
class History:
    """Worked out when a bot asks for it: finding out what was secret takes time, and most bots look at the present only."""

    plies: Callable[[], list[Data]] = list  # as records write them, "?" where an action was secret
    views: Callable[[], list[State]] = list  # what the seat saw: after the deal, and after every ply


UNKNOWN = History()
