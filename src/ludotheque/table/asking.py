"""What a viewer may ask for now, or why not.

The judge uses it, and so does the code that decides which buttons to show.
"""

from ludotheque.core.constants import NONE
from ludotheque.table.events import BOT, OVER, PERSON, WAITING
from ludotheque.table.eyes import eyes_of
from ludotheque.table.made import Fault
from ludotheque.table.plies import Ply
from ludotheque.table.standing import Standing
from ludotheque.table.viewer import Viewer


def why_not_play(standing: Standing, viewer: Viewer, seat: int) -> Fault | None:
    """Return why the viewer may not play this seat: it is not theirs, or no game is running."""
    if seat not in viewer.seats:
        return Fault("seat/not_yours")
    if standing.status == WAITING:
        return Fault("game/waiting")
    if standing.status == OVER:
        return Fault("game/over")
    return Fault("seat/left") if standing.seating.has_left(seat) else None


def why_not_see(standing: Standing, viewer: Viewer, seat: int) -> Fault | None:
    """Return why the viewer may not see what a seat sees: its curtain is down."""
    is_seen = not standing.game.hides or eyes_of(standing, viewer) == seat
    return None if is_seen else Fault("seat/curtain")


def why_not_hint(standing: Standing, viewer: Viewer, seat: int) -> Fault | None:
    """Return why the viewer may not ask a bot for a hint."""
    if fault := why_not_play(standing, viewer, seat) or why_not_see(standing, viewer, seat):
        return fault
    if not standing.has_hints:
        return Fault("hint/off")
    return Fault("hint/not_now") if not standing.is_to_act(seat) or standing.guiding.is_on else None


def why_not_undo(standing: Standing, viewer: Viewer) -> Fault | None:
    """Return why the viewer may not take their last act back.

    Nothing can be taken back once chance has decided something, hidden information was revealed,
    or another person has acted; what bots did since is taken back too. When several people play,
    the others are asked, once.
    """
    if fault := why_not_ask(standing, viewer):
        return fault
    if not standing.config.allow_undo:
        return Fault("undo/off")
    if standing.clocks.sand is not None:
        return Fault("undo/sand")
    plies = last_act(standing, viewer.seats)
    if not plies:
        return Fault("undo/nothing")
    first, is_told = plies[0].seq, standing.position.is_told
    for ply in plies:
        if ply.seq != first and ply.by != BOT:
            return Fault("undo/acted")
    for ply in plies:
        if is_told(ply):
            return Fault("undo/shown")
    return None


def why_undo_is_off(standing: Standing, viewer: Viewer) -> Fault | None:
    """Return why the viewer's Undo button is disabled now."""
    seat = viewer.seats[0] if viewer.seats else NONE
    return why_not_play(standing, viewer, seat) or why_not_undo(standing, viewer)


def why_not_ask(standing: Standing, viewer: Viewer) -> Fault | None:
    """Return why the others cannot be asked to let a move be taken back."""
    takeback = standing.takeback
    if standing.seating.resigned:
        return Fault("undo/resigned")
    if takeback.is_refused:
        return Fault("undo/refused")
    return Fault("undo/asked") if takeback.asked and takeback.waits_for(viewer.person) else None


def last_act(standing: Standing, seats: tuple[int, ...]) -> list[Ply]:
    """Return the plies from the last act of a person in one of these seats on."""
    plies = standing.plies
    first = len(plies) - 1
    while first >= 0 and not (plies[first].seat in seats and plies[first].by == PERSON):
        first -= 1
    while first > 0 and plies[first - 1].seq == plies[first].seq:
        first -= 1
    return plies[first:] if first >= 0 else []
