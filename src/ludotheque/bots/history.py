"""What has happened so far, as far as one seat may know."""

from collections.abc import Callable
from dataclasses import dataclass

from ludotheque.core.game import State
from ludotheque.core.record import Data, Transcript


@dataclass(frozen=True)
class History:
    """What has happened, computed only when a bot asks for it.

    Working out what was secret takes time, and most bots only look at the present.
    """

    plies: Callable[[], list[Data]] = list  # as the seat's own record writes them, "?" for what it cannot know
    views: Callable[[], list[State]] = list  # what the seat saw: after the deal, and after every ply


UNKNOWN = History()


def history_of(transcript: Transcript, seat: int) -> History:
    """Return what has happened so far, as far as a seat may know."""
    return History(lambda: transcript.told_plies(seat), lambda: transcript.views(seat))
