"""Taking moves back when several people play: one asks, and the others allow or refuse it."""

from ludotheque.table import events as ev
from ludotheque.table.events import AnyEvent
from ludotheque.table.seating import Seating

# docs/decisions.md: A request to undo belongs to one position
LAPSES = (ev.Acted, ev.Undone, ev.Resigned, ev.Flagged, ev.Ended)  # these end an open request


class TakeBack:
    """An open request to take a move back, and the answers so far.

    It belongs to one position and ends when that changes, so a late answer cannot take back
    anything else.
    """

    def __init__(self, seating: Seating, is_friendly: bool) -> None:
        self.seating, self.is_friendly = seating, is_friendly
        self._begin()

    def _begin(self) -> None:
        self.asked: ev.UndoAsked | None = None
        self.allowed: set[int] = set()  # seats
        self.is_refused = False  # if so, nobody can ask again in this position

    def commit(self, event: AnyEvent) -> None:
        """Apply an event."""
        match event:
            case ev.UndoAsked():
                self.asked = event
            case ev.UndoAllowed():
                self.allowed.add(event.seat)
            case ev.UndoRefused():
                self.asked, self.is_refused = None, True
            case _ if isinstance(event, LAPSES):
                self._begin()

    def waits_for(self, person: str) -> list[int]:
        """List the seats whose players still have to allow this person's request.

        Bots always allow it, and so does everyone at a friendly table.
        """
        if self.is_friendly:
            return []
        chairs, seating = self.seating.chairs, self.seating
        answered = {person, *(chairs[seat].person for seat in self.allowed)}
        return [
            seat
            for seat, chair in enumerate(chairs)
            if not seating.is_played_by_bot(seat) and chair.person not in answered
        ]

    def is_asked(self, seat: int) -> bool:
        """Return whether this seat still has to answer a request."""
        if self.asked is None:
            return False
        return seat in self.waits_for(self.seating.chairs[self.asked.seat].person)
