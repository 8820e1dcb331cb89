"""Bots whose evaluation comes from a file, so that a league can compare evaluations of a game.

Such a bot is written `mine=path/evaluate.py`, or `mine=path/evaluate.py@regular` to use the
iterations of a level other than expert. The file may also hold weights: `mine=path/network.npz`.
"""

import hashlib
import importlib.util
import sys
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import ModuleType

from ludotheque.bots.history import History
from ludotheque.bots.knowledge import SEARCH, UNKNOWING
from ludotheque.bots.levels import BUDGETS, NAMES, Bot, bot
from ludotheque.bots.network import Guide, fits, load
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.game import Game, State
from ludotheque.core.template import cache_root
from ludotheque.core.words import reason

USUAL = "expert"
WEIGHTS = ".npz"
KNOWN = (*SEARCH, *UNKNOWING, "value")  # the names that an evaluate.py may define


def read(word: str) -> tuple[str, Path, str]:
    """Return the name, the file and the level of a bot written as above."""
    name, _, source = word.partition("=")
    path, _, level = source.partition("@")
    if not name or name in NAMES:
        raise LudothequeError("{word}: a bot loaded from a file needs a name that no level has", word=word)
    if (level or USUAL) not in BUDGETS:
        raise LudothequeError(
            "{word}: unknown level {level!r}; expected one of {names}", word=word, level=level, names=", ".join(BUDGETS)
        )
    return name, Path(path), level or USUAL


def fingerprint(word: str) -> str:
    """Return what identifies such a bot: its level, and a digest of its file."""
    _, path, level = read(word)
    return f"{level} {hashlib.sha256(path.read_bytes()).hexdigest()}"


@cache
def stored(word: str, content: bytes) -> str:
    """Keep the file of a bot from another machine; return the bot as it is written here."""
    name, path, level = read(word)
    folder = cache_root() / "bots" / hashlib.sha256(content).hexdigest()
    write_file(folder / path.name, content)
    return f"{name}={folder / path.name}@{level}"


def own_bot(game: Game, word: str, scale: float = 1.0, is_hurried: bool = True) -> Bot:
    """Return the bot described by `word`, for this game."""
    _, path, level = read(word)
    if path.suffix == WEIGHTS:
        return bot(level, scale, is_hurried, guide_for(game, path))
    return partial(_choose, evaluated(game, path.resolve()), bot(level, scale, is_hurried))


def _choose(own: Game, chosen: Bot, game: Game, view: State, seat: int, history: History, seed: bytes) -> int:
    return chosen(own, view, seat, history, seed)


@cache
def guide_for(game: Game, path: Path) -> Guide:
    """Read a network or an instinct, and make sure that it was made for this game as it is now."""
    guide, about = load(path)
    if not fits(game, guide, about):
        raise LudothequeError(
            "{path} was not trained for {title} with these rules and components", path=path, title=game.title
        )
    return guide


@cache
def evaluated(game: Game, path: Path) -> Game:
    """Return the same game with the evaluation from a file."""
    own = replace(game, evaluate=_load(path))
    own.__dict__["engine"] = game.engine
    return own


def _load(path: Path) -> ModuleType:
    """Run the file as a module, and register it, because compiled code looks up its names there."""
    try:
        name = "ludotheque_evaluate_" + hashlib.sha256(str(path).encode() + path.read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise LudothequeError("{path}: cannot be used: {error}", path=path, error=reason(error)) from error
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise LudothequeError("{path} is not a Python file", path=path)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # a user's file may raise anything
        why = str(error).partition("\n")[0] or type(error).__name__
        raise LudothequeError("{path}: cannot be used: {error}", path=path, error=why) from error
    if not any(hasattr(module, known) for known in KNOWN):
        raise LudothequeError("{path} defines neither {name} nor anything else that bots use", path=path, name="value")
    return module
