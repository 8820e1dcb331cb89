"""What an owner of a copy may correct in a box, as data: `box.toml` in a game's folder.

Its parts are tables or lists of `components.toml`. Each has a title, a source and the fields that
may be changed. A component is one entry of a list of rows, or else a part as a whole.
"""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game

LONGEST = 80  # characters of a text
YES, NO = "true", "false"

Told = dict[str, str]  # by language
Path = tuple[str | int, ...]
Given = Mapping[str, list[str]]  # what a form says: the values of each field, by its place


class Field(Struct, frozen=True, forbid_unknown_fields=True):
    """One value that may be corrected; its kind is that of the value in components.toml."""

    at: str  # within the component: "n", "slots.2"; empty: the component itself
    label: Told
    help: Told = {}  # how it is written
    of: list[str] = []  # the values to choose from; empty: any
    min: int = 0  # of a number
    max: int = 99
    letters: str = ""  # the characters of a text; empty: any
    most: int = 0  # how many values a list may have


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    at: str  # in components.toml: "chips.pairs"
    title: Told
    source: Told  # how we know it, in a sentence or two
    standing: str = ""  # if components.toml does not say so itself
    rows: dict[str, str] = {}  # the standing of single rows, by their id
    view: tuple[float, float, float, float] | None = None  # of its pictures: left, top, width, height
    fields: list[Field] = []


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    parts: list[Part] = []


class Component(Struct, frozen=True):
    """Something in the box: a row of a part, or the part as a whole."""

    part: Part
    row: int | None  # None: the whole part
    value: Any

    @property
    def place(self) -> str:
        """Its place in the file, which is also its name in forms and links."""
        return self.part.at if self.row is None else f"{self.part.at}.{self.row}"

    @property
    def name(self) -> str:
        """What to call it: its id, or its number."""
        value = self.value if isinstance(self.value, dict) else {}
        named = (value[key] for key in ("id", "cell", "name", "colour") if key in value)
        return str(next(named, "" if self.row is None else self.row + 1))

    def fields(self) -> Iterator[tuple[str, Field, Any]]:
        """Yield each field with its place and its value."""
        for field in self.part.fields:
            place = f"{self.place}.{field.at}" if field.at else self.place
            yield place, field, at(self.value, path_of(field.at))


def layout_of(game: Game) -> Layout:
    """Return what the page of a game's box shows; nothing if the game has no box.toml."""
    file = game.folder / "box.toml"
    return msgspec.toml.decode(file.read_bytes(), type=Layout) if file.is_file() else Layout()


def components_of(part: Part, data: Mapping[str, Any]) -> list[Component]:
    value = at(data, path_of(part.at))
    if isinstance(value, list) and value and isinstance(value[0], dict | list):
        return [Component(part, row, one) for row, one in enumerate(value)]
    return [Component(part, None, value)]


def standing_of(component: Component, data: Mapping[str, Any]) -> str:
    """Return how certain a component is."""
    part = component.part
    table = data[part.at.partition(".")[0]]
    usual = part.standing or (table.get("standing", "") if isinstance(table, dict) else "")
    return part.rows.get(component.name, usual)


def path_of(place: str) -> Path:
    return tuple(int(step) if step.isdigit() else step for step in place.split(".")) if place else ()


def at(data: Any, path: Path) -> Any:
    """Return the value at a path; the keys of a table may be digits."""
    for step in path:
        data = data[str(step)] if isinstance(data, dict) else data[step]
    return data


# Corrections


class Corrected(Struct, frozen=True):
    """A box with an owner's corrections."""

    text: str  # the whole file
    data: dict[str, Any]
    places: list[str]  # of the values that differ from ours
    problems: list[LudothequeError]  # values that cannot be what they say


def correct(game: Game, given: Given) -> Corrected:
    """Write values into a copy of the game's component file, which keeps its comments and order."""
    components, changes, problems = game.components, {}, []
    for part in layout_of(game).parts if given else ():
        for component in components_of(part, components.data):
            for place, field, ours in component.fields():
                try:
                    own = value_of(field, ours, given[place]) if place in given else ours
                except LudothequeError as problem:
                    problems.append(components.wrong(told(component, field), problem))
                    continue
                if own != ours:
                    changes[place] = own
    text = _written(components.path.read_text(encoding="utf-8"), changes)
    return Corrected(text, tomllib.loads(text), list(changes), problems)


def _written(text: str, changes: dict[str, Any]) -> str:
    """Return a file with some values changed."""
    if not changes:
        return text
    import tomlkit  # imported only when somebody corrects something

    document = tomlkit.parse(text)
    for place, value in changes.items():
        _put(document, path_of(place), value)
    return tomlkit.dumps(document)


def _put(document: Any, path: Path, value: Any) -> None:
    """Replace a value; a list of the same length keeps the way it is written."""
    parent, last = at(document, path[:-1]), path[-1]
    key = str(last) if isinstance(parent, dict) else last
    if isinstance(value, list) and len(parent[key]) == len(value):
        for place, one in enumerate(value):
            if parent[key][place] != one:
                parent[key][place] = one
    else:
        parent[key] = value


def told(component: Component, field: Field) -> str:
    """Return the place of a field as an error of the component file names it."""
    row = "" if component.row is None else f", row {component.row + 1}"
    return f"{component.part.at}{row}{',' if row else ''} {field.at}".strip().replace(" .", ".")


def value_of(field: Field, ours: Any, given: list[str]) -> Any:
    """Return a field's value as the file holds it, or say why it cannot be that."""
    if isinstance(ours, list):
        said = [one.strip() for one in given if one.strip()]
        if len(said) > (field.most or len(ours)):
            raise LudothequeError("may have at most {most} values", most=field.most or len(ours))
        like = ours[0] if ours else ""
        return [_single(field, like, one) for one in said]
    return _single(field, ours, given[-1].strip() if given else "")


def _single(field: Field, ours: Any, said: str) -> Any:
    if isinstance(ours, bool):
        return said == YES
    if field.of and said not in field.of:
        raise LudothequeError("must be one of {values}, not {given!r}", values=", ".join(field.of), given=said)
    if isinstance(ours, int):
        if not said.removeprefix("-").isdecimal() or not field.min <= int(said[:LONGEST]) <= field.max:
            raise LudothequeError(
                "must be a whole number from {least} to {most}, not {given!r}",
                least=field.min,
                most=field.max,
                given=said,
            )
        return int(said)
    if len(said) > LONGEST or not said.isprintable():
        raise LudothequeError("must be text of at most {most} characters", most=LONGEST)
    if field.letters and set(said) - set(field.letters):
        raise LudothequeError("may hold only {letters}, not {given!r}", letters=field.letters, given=said)
    return said


def reason_of(error: LudothequeError) -> LudothequeError:
    """Return what is wrong with a file, without the file's name."""
    if {"row", "reason"} <= error.values.keys():
        return LudothequeError("{row} {reason}", row=error.values["row"], reason=error.values["reason"])
    return error
