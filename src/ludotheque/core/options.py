"""Options of a game: one of several named values, or a whole number within bounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from ludotheque.core.constants import MAX_OPTIONS
from ludotheque.core.errors import LudothequeError

Value = str | int


@dataclass(frozen=True)
class Option:
    """One option.

    `values` are the named values; without them the option is a whole number from `minimum` to
    `maximum`.
    """

    name: str
    default: Value
    values: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 32_767
    note: LudothequeError | None = None  # why an expected value is missing

    def code(self, value: Any) -> int:
        """Return the number that represents a value in the rules."""
        if self.values:
            if value not in self.values:
                refusal = LudothequeError(
                    "option {name} must be {values}, not {value!r}",
                    name=self.name,
                    values=_either(self.values),
                    value=value,
                )
                raise LudothequeError("{refusal}: {note}", refusal=refusal, note=self.note) if self.note else refusal
            return self.values.index(value)
        try:
            number = int(str(value))
        except ValueError:
            number = self.minimum - 1
        if isinstance(value, bool) or not self.minimum <= number <= self.maximum:
            raise LudothequeError(
                "option {name} must be a whole number from {minimum} to {maximum}, not {value!r}",
                name=self.name,
                minimum=self.minimum,
                maximum=self.maximum,
                value=value,
            )
        return number

    def value(self, code: int) -> Value:
        return self.values[code] if self.values else code


def complete(options: Sequence[Option], given: Mapping[str, Any], game: str) -> dict[str, Value]:
    """Return every option with its value, defaults included, in the declared order.

    Each value is checked.
    """
    known = [option.name for option in options]
    for name in given:
        if name not in known:
            if not known:
                raise LudothequeError("{game} has no options, so there is no {name!r}", game=game, name=name)
            raise LudothequeError(
                "{game} has no option {name!r}; its options are {names}", game=game, name=name, names=", ".join(known)
            )
    return {option.name: option.value(option.code(given.get(option.name, option.default))) for option in options}


def _either(values: Sequence[str]) -> LudothequeError | str:
    found: LudothequeError | str = values[0]
    return reduce(lambda one, other: LudothequeError("{one} or {other}", one=one, other=other), values[1:], found)


def encode(options: Sequence[Option], values: Mapping[str, Any]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the option values as the rules expect them: one number each, in declared order."""
    codes = np.zeros(MAX_OPTIONS, np.int64)
    for place, option in enumerate(options):
        codes[place] = option.code(values[option.name])
    return codes
