"""Ludothèque: modern board games to play, to study and to train on.

The names in `__all__` are the public interface (docs/python.md). They are loaded when they are
first used, so that `import ludotheque` costs nothing.
"""

from typing import TYPE_CHECKING, Any

from ludotheque.core.version import VERSION

if TYPE_CHECKING:
    from ludotheque.api import (
        Bot,
        Game,
        IllegalActionError,
        League,
        LudothequeError,
        Position,
        Record,
        Simulation,
        View,
        deal,
        games,
        league,
        load,
        play,
        simulate,
    )

__version__ = VERSION
__all__ = [
    "Bot",
    "Game",
    "IllegalActionError",
    "League",
    "LudothequeError",
    "Position",
    "Record",
    "Simulation",
    "View",
    "__version__",
    "deal",
    "games",
    "league",
    "load",
    "play",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'ludotheque' has no attribute {name!r}")
    from ludotheque import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return __all__
