"""The rules of a game as plain Python functions, even when they are normally compiled.

This is for people who would rather play slowly than wait for the compiler. A compiled function
keeps the Python function it was made from. Its twin is that function with different globals, in
which every compiled function is replaced by its own twin.
"""

import types
from functools import cache
from pathlib import Path
from typing import Any

from ludotheque.core.template import Ruled

Names = dict[str, Any]


# docs/decisions.md: A cold game runs as plain Python
class Twins:
    """The plain twins of all functions that the rules reach, each created once."""

    def __init__(self) -> None:
        # by the identity of a module's globals: those globals, kept alive here, and their twins
        self.worlds: dict[int, tuple[Names, Names]] = {}
        self.functions: dict[types.FunctionType, types.FunctionType] = {}

    def world(self, names: Names) -> Names:
        """Return the same globals with twins in place of compiled functions."""
        if id(names) not in self.worlds:
            self.worlds[id(names)] = names, (world := dict(names))
            world.update({name: self.twin(value, names) for name, value in names.items()})
        return self.worlds[id(names)][1]

    def twin(self, value: Any, home: Names) -> Any:
        """Return the plain twin of a compiled function, or of a function with these globals.

        Anything else is returned unchanged.
        """
        function = getattr(value, "py_func", value)
        if not isinstance(function, types.FunctionType) or (function is value and function.__globals__ is not home):
            return value
        world = self.world(function.__globals__)
        if function not in self.functions:
            self.functions[function] = types.FunctionType(
                function.__code__, world, function.__name__, function.__defaults__, function.__closure__
            )
        return self.functions[function]


@cache
def plain(game: Ruled, template: Path) -> types.SimpleNamespace:
    """Return a template with this game's rules in it, with nothing compiled."""
    names = {
        "__name__": f"{template.stem} of {game.title}",
        "__file__": str(template),
        **game.contract(),
        **dict.fromkeys(("entry", "crossing"), lambda function: function),
    }
    exec(compile(template.read_text(encoding="utf-8"), str(template), "exec"), names)
    return types.SimpleNamespace(**Twins().world(names))
