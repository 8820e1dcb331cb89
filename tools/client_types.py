"""The client's types of what the server tells it, written from the structures themselves.

python -m tools.client_types     writes tests/client/protocol.d.ts
"""

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, structs

from ludotheque.scene import diff, model
from ludotheque.server import replay
from ludotheque.server.api import puzzles
from ludotheque.table import protocol

FILE = Path(__file__).parents[1] / "tests/client/protocol.d.ts"
HEAD = "// Written by `python -m tools.client_types` from the structures of the server; docs/protocol.md explains them."
PLAIN: dict[object, str] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    Any: "any",
    type(None): "null",
}
TRIE = """/** Kind of step, what, and where that leads; a leaf is the number of an action. */
export type Trie = { [kind: string]: { [what: string]: Trie | number } };"""

# What a type of Python cannot say
CLOSER = {
    ("Snapshot", "gestures"): "Trie | null",
    ("Snapshot", "status"): '"waiting" | "playing" | "over"',
    ("Update", "set"): "Partial<Omit<Snapshot, {}>>".format(
        " | ".join(f'"{name}"' for name in ["type", *sorted(protocol.TOLD_APART)])
    ),
}


def structures() -> list[type[Struct]]:
    """All that travel, those of the picture first."""
    modules = [model, diff, protocol, replay, puzzles]
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Struct) and value.__module__ == module.__name__
    ]


def written() -> str:
    declared = [declaration(structure) for structure in structures()]
    unions = [
        f"export type {name} = {' | '.join(one.__name__ for one in get_args(union))};"
        for name, union in {"Request": protocol.Request, "Reply": protocol.Reply}.items()
    ]
    return "\n\n".join([HEAD, TRIE, *declared, *unions]) + "\n"


def declaration(structure: type[Struct]) -> str:
    return "\n".join([f"export interface {structure.__name__} {{", *fields_of(structure), "}"])


def fields_of(structure: type[Struct]) -> Iterator[str]:
    """A field with a default need not be there, if the structure leaves those out or if it is a
    request.
    """
    config, hints = structure.__struct_config__, get_type_hints(structure)
    if config.tag:
        yield f'  type: "{config.tag}";'
    can_miss = config.omit_defaults or structure in get_args(protocol.Request)
    for field in structs.fields(structure):
        has_default = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
        is_missing = can_miss and has_default
        kind = CLOSER.get((structure.__name__, field.name)) or type_of(
            without_none(hints[field.name]) if is_missing and field.default is None else hints[field.name]
        )
        yield f"  {field.name}{'?' if is_missing else ''}: {kind};"


def without_none(hint: Any) -> Any:
    """What is None by default is left out, and never null."""
    return Union[tuple(one for one in get_args(hint) if one is not type(None))]  # noqa: UP007


def type_of(hint: Any) -> str:
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin in (Union, types.UnionType):
        return " | ".join(type_of(one) for one in inner)
    if origin is list:
        return f"{type_of(inner[0])}[]"
    if origin is tuple:
        if inner[-1] is Ellipsis:
            return f"{type_of(inner[0])}[]"
        return f"[{', '.join(type_of(one) for one in inner)}]"
    if origin is dict:
        return f"{{ [name: string]: {type_of(inner[1])} }}"
    assert isinstance(hint, type), hint
    assert hint in structures(), f"{hint} does not travel"
    return hint.__name__


if __name__ == "__main__":
    FILE.write_text(written())
    print(FILE)
