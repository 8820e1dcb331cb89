"""Optional parts of a game: a module that defines some of the names, and defaults for the rest."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from ludotheque.core.errors import LudothequeError


def completed(own: Any, required: Sequence[str], defaults: Mapping[str, Any]) -> Any:
    """Return an object with every name of a contract: the part's own value, or else the default."""
    missing = [name for name in required if not hasattr(own, name)]
    if missing:
        raise LudothequeError(
            "{part} has no {name}", part=getattr(own, "__name__", type(own).__name__), name=missing[0]
        )
    own_names = {name: getattr(own, name) for name in (*required, *defaults) if hasattr(own, name)}
    return SimpleNamespace(**{**defaults, **own_names})
