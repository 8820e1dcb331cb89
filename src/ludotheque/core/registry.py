"""Games by name.

No module imports a game: games are found through the entry point group `ludotheque.games`.

A game can be tried before it is packaged: `LUDOTHEQUE_GAMES=my_game` names its package (separate
several with commas).
"""

import importlib
import os
import sys
import tomllib
import traceback
from functools import cache
from importlib.metadata import entry_points

from ludotheque.core import boxes
from ludotheque.core.components import tag_of
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.inspection import inspect_game


def sources() -> dict[str, str]:
    """Return the package of every game that is installed or named in the environment, by name."""
    named = [name for name in os.environ.get("LUDOTHEQUE_GAMES", "").split(",") if name]
    return _installed() | {name.rpartition(".")[2]: f"{name}:GAME" for name in named}


@cache  # it reads the metadata of every installed package: 13 ms with 190 of them
def _installed() -> dict[str, str]:
    """Return the package of every game that is installed, by name."""
    return {point.name: point.value for point in entry_points(group="ludotheque.games")}


# docs/decisions.md: A game that cannot be loaded is left out
def names() -> list[str]:
    """List the games that can be played.

    A game that cannot be loaded is skipped, with one line on standard error, once.
    """
    return [name for name, source in sources().items() if not _why_broken(name, source)]


@cache
def _why_broken(name: str, source: str) -> str:
    """Return why a game cannot be loaded; empty if it can."""
    try:
        load(name)
    except LudothequeError as error:
        left_out = LudothequeError("skipping the game {name}: {reason}", name=name, reason=error)
        print("ludotheque:", " ".join(str(left_out).split()), file=sys.stderr)
        return str(error)
    return ""


@cache
def load(name: str) -> Game:
    """Load the game with this name: `sarena`, or `sarena@1a2b3c4d5e6f` with another box."""
    plain, mark, tag = name.partition(boxes.MARK)
    source = sources().get(plain)
    if source is None:
        raise LudothequeError("unknown game {name!r}; expected one of {names}", name=name, names=", ".join(names()))
    try:
        if mark:
            return inspect_game(boxes.copied(source, tag, boxes.file_of(name)), source)
        module, _, attribute = source.partition(":")
        return inspect_game(getattr(importlib.import_module(module), attribute), source)
    except LudothequeError:
        raise
    except Exception as error:  # whatever a plug-in does wrong, the other games keep working
        raise LudothequeError("{name} cannot be loaded: {reason}", name=name, reason=_reason(error)) from error


def current(name: str) -> Game:
    """Load a game with the box that new tables use: the last one that its owner saved, if any."""
    folder = boxes.folder()
    file = folder / f"{name}.toml" if folder else None
    if file is None or not file.is_file():
        return load(name)
    return load(boxes.full_name(name, tag_of(tomllib.loads(file.read_text(encoding="utf-8")))))


def _reason(error: Exception) -> str:
    """Return what went wrong, and where in the plug-in."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    if isinstance(error, SyntaxError):
        return f"{error.filename}, line {error.lineno}: {error.msg}"
    return f"{last.filename}, line {last.lineno}: {type(error).__name__}: {error}"
