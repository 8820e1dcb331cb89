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


class Components:
    """One component file: its data, where it came from, and its digest."""

    def __init__(self, game: str, folder: Path) -> None:
        self.folder = folder
        override = os.environ.get("LUDOTHEQUE_COMPONENTS")
        own = Path(override) / f"{game}.toml" if override else None
        self.path = own if own is not None and own.exists() else folder / "components.toml"
        try:
            self.data: dict[str, Any] = tomllib.loads(self.path.read_text())
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise LudothequeError(f"{self.path}: cannot be read as component data: {error}") from error
        self.digest = hashlib.sha256(json.dumps(self.data, sort_keys=True).encode()).hexdigest()  # of what it says: comments may change
        self.require(self["id"] == game, "id", f"must be {game!r}, not {self['id']!r}")
        self.title: str = self["title"]
        self.edition: str = self["edition"]
        self.rules_version: int = self["rules_version"]
        self.seats = range(self["seats.min"], self["seats.max"] + 1)
        self.options = tuple(self._option(name, row) for name, row in self["options"].items())

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
