"""Games by name. Nobody imports a game: it is found through the entry point group `ludotheque.games`.

A game under construction can be tried before it is packaged: `LUDOTHEQUE_GAMES=my_game` names its package (several are separated by commas).
"""

import importlib
import os
from functools import cache
from importlib.metadata import entry_points

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game


def sources() -> dict[str, str]:
    """The package of every game that is installed or named in the environment."""
    found = {point.name: point.value for point in entry_points(group="ludotheque.games")}
    named = [name for name in os.environ.get("LUDOTHEQUE_GAMES", "").split(",") if name]
    return found | {name.rpartition(".")[2]: f"{name}:GAME" for name in named}


def names() -> list[str]:
    return list(sources())


@cache
def load(name: str) -> Game:
    """The game of that name."""
    source = sources().get(name)
    if source is None:
        raise LudothequeError("no game is called {name!r}; there are {names}", name=name, names=", ".join(names()))
    module, _, attribute = source.partition(":")
    game: Game = getattr(importlib.import_module(module), attribute)
    return game
