"""What makes an action in Viva Catrina good: the points it brings, and where they come from."""

from ludotheque.core.bits import bit_count
from ludotheque.core.game import Game, State
from ludotheque.games.viva_catrina.actions import PLACE


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
