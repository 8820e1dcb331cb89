"""The record of a table, and its positions as starting points for other tables."""

from collections.abc import Callable

from ludotheque.core.chance import commitment
from ludotheque.core.record import Data, Transcript
from ludotheque.table.events import Prepared
from ludotheque.table.standing import Standing


def transcript_of(standing: Standing, count: int | None = None) -> Transcript:
    """Return the transcript of the game so far, or of its first `count` plies.

    Chance outcomes are taken from the journal, not drawn again.
    """
    position = standing.position
    return Transcript(
        standing.game,
        standing.seats,
        standing.options,
        standing.key,
        standing.chosen,
        position.dealt,
        position.plies[:count],  # a copy: bots read it in their own thread while the game goes on
        standing.is_veiled and count is None,
        standing.config.is_sealed and not standing.is_revealed,
    )


def recorder(standing: Standing, seat: int | None = None) -> Callable[[], Data]:
    """Return what writes the game so far as a record, in any thread, even while the game goes on.

    With a seat, it writes what that seat may see of a running game (NONE: a spectator).
    """
    transcript, prepared, data = transcript_of(standing), standing.config.prepared, Data()
    if standing.position.undone:
        data["undone"] = standing.position.undone
    if standing.seating.resigned:
        data["resigned"] = standing.seating.resigned
    if standing.is_revealed:  # even if the game ended by resignation
        data["seed"] = standing.key.hex()
    if prepared is not None:
        data["prepared"] = len(prepared.plies) + standing.guiding.followed
    return lambda: transcript.record(seat) | data


def prepared(standing: Standing, count: int) -> Prepared:
    """Return a table's position after `count` plies, for another table to continue from."""
    plies = [(ply.seat, ply.action, ply.chance) for ply in standing.plies[:count]]
    pawns, setup = standing.game.pawns, standing.game.notation.setup_of(standing.position.dealt)
    chosen = pawns.setup(standing.chosen, standing.key) if pawns is not None and any(standing.chosen) else {}
    return Prepared(commitment(standing.key), setup | chosen, plies)
