"""The games of this program, one package each.

The package itself can be called: `ludotheque.games()`, part of the public interface, lists the
games that are installed.
"""

import sys
from types import ModuleType

from ludotheque.core import registry


# docs/decisions.md: The package `ludotheque.games` can be called
class Games(ModuleType):
    def __call__(self) -> list[str]:
        return registry.names()


sys.modules[__name__].__class__ = Games
