"""Checks, when a game is loaded, that it has everything the contract requires."""

import inspect
from typing import Any

from ludotheque.core import contract
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import RULES, Game, Notation, Text
from ludotheque.core.layout import GENERATOR_FIELDS

VIEWS = ("view", "imagine")
NOTATION = ("text", "parse", "deal", "setup_of", "chance_text", "parse_chance")
TEXT = ("board", "prompt", "describe")


def inspect_game(game: Any, source: str) -> Game:
    """Return the game if it meets the contract; otherwise raise an error that names the file and
    the gap.
    """
    if not isinstance(game, Game):
        raise LudothequeError("{source} is not a Game", source=source)
    for part, names, model, skipped in (
        (game.rules, RULES, contract, 0),
        (game.view, VIEWS, contract, 0),
        (game.notation, NOTATION, Notation, 1),
        (game.text, TEXT, Text, 1),
    ):
        for name in names:
            _inspect_function(part, name, _parameters(getattr(model, name))[skipped:])
    missing = [field[0] for field in GENERATOR_FIELDS if field[0] not in (game.state.names or ())]
    if missing:
        raise LudothequeError(
            "{file}: the state has no field {name}; begin its layout with *GENERATOR_FIELDS",
            file=game.folder,
            name=missing[0],
        )
    return game


def _inspect_function(part: Any, name: str, wanted: list[str]) -> None:
    file = getattr(part, "__file__", None) or getattr(part, "__name__", type(part).__name__)
    function = getattr(part, name, None)
    if not callable(function):
        raise LudothequeError("{file}: the function {name} is missing", file=file, name=name)
    given = _parameters(function)
    if len(given) != len(wanted):
        raise LudothequeError(
            "{file}: {name} takes ({given}), but it must take ({wanted})",
            file=file,
            name=name,
            given=", ".join(given),
            wanted=", ".join(wanted),
        )


def _parameters(function: Any) -> list[str]:
    return list(inspect.signature(getattr(function, "py_func", function)).parameters)
