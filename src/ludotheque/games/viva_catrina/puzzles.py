"""What makes an action in Viva Catrina good: the points it brings, and where they come from.

A player's last turn can be solved exactly: no later turn changes what their village scores.
"""

from ludotheque.core.bits import bit_count
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.puzzle import Solution
from ludotheque.games.viva_catrina.actions import PLACE
from ludotheque.games.viva_catrina.components import LINES
from ludotheque.games.viva_catrina.state import Phase

CLEAR = 1  # point
UNKNOWN = -1


def theme(game: Game, before: State, after: State, seat: int, action: int) -> str:
    """Return the column of the score sheet that gains most, or else what the action prepares."""
    if action < PLACE:
        return "take"
    then, now = (game.breakdown(state, int(before.seats))[seat] for state in (before, after))
    gains = {column: now[column] - then[column] for column in game.columns}
    most = max(gains, key=lambda column: gains[column])
    if before.earned[seat] != after.earned[seat]:
        return "extra"
    if gains[most] > 0:
        return most
    linked = [sum(bit_count(int(word)) for word in state.reached[seat]) for state in (before, after)]
    return "link" if linked[1] > linked[0] else "prepare"


def solve(game: Game, view: State, seat: int) -> Solution | None:
    """Return the only best choice in a seat's last turn, or None: a tile, or the place for it."""
    if not is_last_turn(view):
        return None
    points = {action: points_after(game, view, seat, action) for action in game.legal(view, seat)}
    if len(points) < 2 or UNKNOWN in points.values():
        return None
    best, second = sorted(points, key=lambda action: -points[action])[:2]
    lead = points[best] - points[second]
    return Solution((best,), float(lead)) if lead >= CLEAR else None


def points_after(game: Game, view: State, seat: int, action: int) -> int:
    """Return what the seat scores at the end after an action, or UNKNOWN."""
    world = copy(view)
    game.apply(world, seat, action)
    if action < PLACE:
        points = [points_after(game, world, seat, place) for place in game.legal(world, seat)]
        return UNKNOWN if UNKNOWN in points else max(points)
    if world.earned[seat] != view.earned[seat]:  # R7.1 an extra tile follows, and nobody knows which
        return UNKNOWN
    return game.scores(world, int(view.seats))[seat]


def is_last_turn(view: State) -> bool:
    """R10.1, R11.1 Return whether the seat in turn has no further turn in the last round."""
    left = sum(int(view.right[line]) - int(view.left[line]) for line in range(LINES))
    return bool(
        view.rounds_over == view.seats - 1
        and left < view.seats + (view.phase == Phase.TAKE)
        and view.owed == 0
        and view.phase != Phase.OVER
    )
