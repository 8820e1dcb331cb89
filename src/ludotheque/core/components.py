"""Component files: finds and reads them, and rejects a bad one with file, row and reason.

The owner of a physical copy can correct reconstructed components with a file of the same shape at
`$LUDOTHEQUE_COMPONENTS/<game>.toml`.
"""

import hashlib
import json
import os
import re
import tomllib
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from ludotheque.core.errors import FOLDERS, LudothequeError
from ludotheque.core.options import Option

ROW = re.compile(r"(.*), row (\d+)(.*)")
# the component file of the game that is being imported, if it is a copy with another box
BOX: ContextVar[Path | None] = ContextVar("BOX", default=None)
# whether a file that is not sound is read all the same, as far as that is possible, to draw it
LENIENT: ContextVar[bool] = ContextVar("LENIENT", default=False)
TAG = 12  # digits of the digest that tell boxes of a game apart


class Components:
    """One component file: its data, where it came from, and its digest."""

    def __init__(self, game: str, folder: Path, is_earlier: bool = False) -> None:
        """Read the component file of a game.

        An owner's file corrects the current components only; those of an earlier rules_version
        (`is_earlier`) never change.
        """
        self.folder = folder
        self.path = folder / "components.toml"
        # errors in this file or in a record of this game are translated by the game's catalogue
        if folder not in FOLDERS:
            FOLDERS.append(folder)
        self.data: dict[str, Any] = self._read()
        box = None if is_earlier else BOX.get()
        if box is not None:
            self._correct(box)
        elif (owned := os.environ.get("LUDOTHEQUE_COMPONENTS")) and not is_earlier:
            if not Path(owned).is_dir():
                raise LudothequeError("LUDOTHEQUE_COMPONENTS is not a directory: {owned}", owned=owned)
            self._correct(Path(owned) / f"{game}.toml")
        # of the data, not of the text: comments may change
        self.digest = digest_of(self.data)
        self.box = tag_of(self.data) if box else ""  # which box this is, if it is not the usual one
        self.require(self["id"] == game, "id", "must be {game!r}, not {id!r}", game=game, id=self["id"])
        self.title: str = self["title"]
        self.edition: str = self["edition"]
        self.rules_version: int = self["rules_version"]
        self.seats = range(self["seats.min"], self["seats.max"] + 1)
        self.options = tuple(self._option(name, row) for name, row in self["options"].items())

    def _read(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise LudothequeError(
                "{path}: cannot be read as component data: {error}", path=self.path, error=error
            ) from error

    def _correct(self, path: Path) -> None:
        """Use the owner's file instead of ours, if there is one.

        It must have the same shape as ours, row by row.
        """
        if path.exists():
            ours, self.path = self.data, path
            self.data = self._read()
            self._same_shape(self.data, ours)
            version = ours["rules_version"]
            self.require(
                self["rules_version"] == version,
                "rules_version",
                "must be {version}, not {given}",
                version=version,
                given=self["rules_version"],
            )

    def _same_shape(self, own: Any, ours: Any, row: str = "") -> None:
        if type(own) is not type(ours):
            raise self.wrong(row, _shape(ours, own))
        if isinstance(ours, dict):
            for key in [*ours, *own]:
                place = f"{row}{', ' if ', row' in row else '.'}{key}".lstrip(".")
                self.require(key in own, place, "is missing")
                self.require(key in ours, place, "is not a known entry")
                self._same_shape(own[key], ours[key], place)
        elif isinstance(ours, list) and ours:
            for number, value in enumerate(own, 1):
                self._same_shape(value, ours[0], f"{row}, row {number}")

    def _option(self, name: str, row: dict[str, Any]) -> Option:
        values = tuple(row.get("values", ()))
        self.require(
            "default" in row and (not values or row["default"] in values),
            f"options.{name}",
            "needs a default that is one of its values",
        )
        return Option(name, row["default"], values, minimum=row.get("min", 0))

    def __getitem__(self, row: str) -> Any:
        """Return the value at a dotted path, such as `chips.pairs`."""
        value: Any = self.data
        for step in row.split("."):
            if not isinstance(value, dict) or step not in value:
                raise self.wrong(row, LudothequeError("is missing"))
            value = value[step]
        return value

    def wrong(self, row: str, reason: LudothequeError) -> LudothequeError:
        """Return the error that rejects this file, with the row and the reason."""
        return LudothequeError("{path}: {row} {reason}", path=self.path, row=_place(row), reason=reason)

    def require(self, holds: bool, row: str, reason: str, /, **values: object) -> None:
        if not holds and not LENIENT.get():
            raise self.wrong(row, LudothequeError(reason, **values))


def digest_of(data: dict[str, Any]) -> str:
    """Return the digest of component data."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def tag_of(data: dict[str, Any]) -> str:
    """Return the part of the digest by which a box is named."""
    return digest_of(data)[:TAG]


def _place(row: str) -> LudothequeError | str:
    """Return a place in a file, for a message; only the word "row" is translated."""
    found = ROW.fullmatch(row)
    return (
        LudothequeError("{start}, row {number}{rest}", start=found[1], number=found[2], rest=found[3]) if found else row
    )


def _shape(ours: Any, own: Any) -> LudothequeError:
    """Return the error for a value whose type differs from ours."""
    if isinstance(ours, dict):
        return LudothequeError("must be a table, not {own!r}", own=own)
    if isinstance(ours, list):
        return LudothequeError("must be a list, not {own!r}", own=own)
    if isinstance(ours, str):
        return LudothequeError("must be a string, not {own!r}", own=own)
    if isinstance(ours, bool):
        return LudothequeError("must be true or false, not {own!r}", own=own)
    if isinstance(ours, int):
        return LudothequeError("must be a whole number, not {own!r}", own=own)
    return LudothequeError("has the wrong type: {own!r}", own=own)
