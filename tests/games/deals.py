"""Deals that cannot be: a record says how a game was dealt, and a checker finds out what is
wrong with that.
"""

from collections.abc import Callable
from typing import Any

from ludotheque.core.chance import seed_key
from ludotheque.core.game import Game
from ludotheque.core.record import Recorder, check

Spoil = Callable[[dict[str, Any]], Any]  # changes the setup of a record


def why_not_dealt(game: Game, spoil: Spoil) -> str:
    """What is said about a record of two seats whose setup has been spoilt."""
    data = Recorder(game, 2, {}, seed_key(1)).record()
    assert check(data) == []
    spoil(data["setup"])
    (said,) = check(data)
    return said
