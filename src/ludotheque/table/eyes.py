"""Whose view a viewer gets: a seat's, or a spectator's while a curtain is down."""

from ludotheque.core.constants import NONE
from ludotheque.table.events import WAITING
from ludotheque.table.standing import Standing
from ludotheque.table.viewer import Viewer


def eyes_of(standing: Standing, viewer: Viewer) -> int:
    """Return the seat whose view a viewer gets; NONE for a spectator or behind a curtain."""
    if standing.status == WAITING or not viewer.seats:
        return NONE
    if len(viewer.seats) == 1:
        return viewer.seats[0]
    seats = [seat for seat in viewer.seats if not standing.seating.has_left(seat)] or viewer.seats[:1]
    if len(seats) == 1:
        return seats[0]
    if not standing.game.hides or standing.is_revealed:
        return next((seat for seat in seats if standing.is_to_act(seat)), seats[0])
    return viewer.looked if viewer.looked is not None and _is_lifted(standing, viewer, viewer.looked) else NONE


def _is_lifted(standing: Standing, viewer: Viewer, seat: int) -> bool:
    """Return whether a curtain is still lifted.

    It falls when its seat has acted, unless nobody else at this screen is to act, and when anyone
    acts while it is not that seat's turn.
    """
    position = standing.position
    if position.last_acted <= viewer.looked_at:
        return True
    waiting = [other for other in viewer.seats if standing.is_to_act(other)]
    return seat in waiting and (position.acted[seat] <= viewer.looked_at or waiting == [seat])
