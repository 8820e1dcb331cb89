"""Component files: found, read, and refused with file, row and reason.

The owner of a physical copy corrects a reconstructed component by a file of the same shape at `$LUDOTHEQUE_COMPONENTS/<game>.toml`.
"""

import hashlib
import json
import os
import tomllib
from pathlib import Path
from typing import Any

from ludotheque.core.errors import LudothequeError
from ludotheque.core.options import Option

KINDS = {dict: "a table", list: "a list", str: "a text", int: "a whole number", bool: "true or false"}


class Components:
    """One component file: its data, where it came from, and its digest."""

    def __init__(self, game: str, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "components.toml"
        self.data: dict[str, Any] = self._read()
        if owned := os.environ.get("LUDOTHEQUE_COMPONENTS"):
            if not Path(owned).is_dir():
                raise LudothequeError(f"LUDOTHEQUE_COMPONENTS names no directory: {owned}")
            self._correct(Path(owned) / f"{game}.toml")
        self.digest = hashlib.sha256(json.dumps(self.data, sort_keys=True).encode()).hexdigest()  # of what it says: comments may change
        self.require(self["id"] == game, "id", f"must be {game!r}, not {self['id']!r}")
        self.title: str = self["title"]
        self.edition: str = self["edition"]
        self.rules_version: int = self["rules_version"]
        self.seats = range(self["seats.min"], self["seats.max"] + 1)
        self.options = tuple(self._option(name, row) for name, row in self["options"].items())

    def _read(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.path.read_text())
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise LudothequeError(f"{self.path}: cannot be read as component data: {error}") from error

    def _correct(self, path: Path) -> None:
        """Take an owner's file instead of ours, if there is one. It must have the shape of ours, row by row."""
        if path.exists():
            ours, self.path = self.data, path
            self.data = self._read()
            self._same_shape(self.data, ours)

    def _same_shape(self, own: Any, ours: Any, row: str = "") -> None:
        self.require(type(own) is type(ours), row, f"must be {KINDS.get(type(ours), 'a value')}, not {own!r}")
        if isinstance(ours, dict):
            for key in [*ours, *own]:
                place = f"{row}{', ' if ', row' in row else '.'}{key}".lstrip(".")
                self.require(key in own, place, "is missing")
                self.require(key in ours, place, "is not known here")
                self._same_shape(own[key], ours[key], place)
        elif isinstance(ours, list) and ours:
            for number, value in enumerate(own, 1):
                self._same_shape(value, ours[0], f"{row}, row {number}")

    def _option(self, name: str, row: dict[str, Any]) -> Option:
        values = tuple(row.get("values", ()))
        self.require("default" in row and (not values or row["default"] in values), f"options.{name}", "needs a default that is one of its values")
        return Option(name, row["default"], values, minimum=row.get("min", 0))

    def __getitem__(self, row: str) -> Any:
        """The value at a dotted place, such as `chips.pairs`."""
        value: Any = self.data
        for step in row.split("."):
            if not isinstance(value, dict) or step not in value:
                raise self.wrong(row, "is missing")
            value = value[step]
        return value

    def wrong(self, row: str, reason: str) -> LudothequeError:
        """The refusal of this file: which row, and why."""
        return LudothequeError(f"{self.path}: {row} {reason}")

    def require(self, holds: bool, row: str, reason: str) -> None:
        if not holds:
            raise self.wrong(row, reason)
