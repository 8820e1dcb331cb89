"""The rules of a game as plain Python functions, also where they are compiled otherwise: somebody who does not want to wait for the compiler plays with these, slowly.

A compiled function keeps the one it was made from. Its twin is that function with other globals: wherever those name a compiled function, they name its twin instead.
"""

import types
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludotheque.core.game import Game

Names = dict[str, Any]


class Twins:
    """All that functions of the rules reach, once each."""

    def __init__(self) -> None:
        self.worlds: dict[int, tuple[Names, Names]] = {}  # by the identity of somebody's globals: these, which are thereby kept, and the others
        self.functions: dict[types.FunctionType, types.FunctionType] = {}

    def world(self, names: Names) -> Names:
        """The same globals with twins in them."""
        if id(names) not in self.worlds:
            self.worlds[id(names)] = names, (world := dict(names))
            world.update({name: self.twin(value, names) for name, value in names.items()})
        return self.worlds[id(names)][1]

    def twin(self, value: Any, home: Names) -> Any:
        """Of a compiled function, or of a function that lives in these globals; anything else stays as it is."""
        function = getattr(value, "py_func", value)
        if not isinstance(function, types.FunctionType) or (function is value and function.__globals__ is not home):
            return value
        world = self.world(function.__globals__)
        if function not in self.functions:
            self.functions[function] = types.FunctionType(function.__code__, world, function.__name__, function.__defaults__, function.__closure__)
        return self.functions[function]


@cache
def plain(game: "Game", template: Path) -> types.SimpleNamespace:
    """A template with this game's rules inside, nothing of it compiled."""
    names = {"__name__": f"{template.stem} of {game.title}", "__file__": str(template), **game.contract(), **dict.fromkeys(("entry", "crossing"), lambda function: function)}
    exec(compile(template.read_text(), str(template), "exec"), names)
    return types.SimpleNamespace(**Twins().world(names))
