"""States are flat numpy records: their bytes are their identity, their hash and their storage."""

from typing import Any

import numpy as np

from ludotheque.core.errors import LudothequeError

Field = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]

# What `chance` needs, the first fields after the int64 ones. Neither is ever part of a view.
GENERATOR_FIELDS: tuple[Field, ...] = (
    ("key", np.uint32, (8,)),  # the game's secret: all that chance will ever say
    ("cursor", np.uint32),  # words of the generator used so far
)


class Record(np.void):  # type: ignore[misc]  # final only in the stubs
    """A record whose fields are attributes. numpy's own, `np.record`, takes eight times as long to find one."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"a record of {self.dtype.names} has no {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def layout(*fields: Field) -> np.dtype[np.void]:
    """The dtype of a record: aligned, without a hidden byte, its size a multiple of 8."""
    shadowed = [field[0] for field in fields if hasattr(np.void, field[0])]
    if shadowed:
        raise LudothequeError("a field cannot be called {name}: in plain Python that is numpy's own", name=shadowed[0])
    flat = np.dtype(list(fields))
    aligned = np.dtype(list(fields), align=True)
    if flat.itemsize != aligned.itemsize:
        spare = -flat.itemsize % 8
        hint = LudothequeError("add a field of {spare} bytes named spare", spare=spare) if spare else LudothequeError("put the widest fields first")
        raise LudothequeError("a state of {size} bytes would be padded to {padded}: {hint}", size=flat.itemsize, padded=aligned.itemsize, hint=hint)
    if flat.itemsize % 8:
        raise LudothequeError("a state of {size} bytes is no multiple of 8: add a spare field of {spare} bytes", size=flat.itemsize, spare=-flat.itemsize % 8)
    return np.dtype((Record, aligned))


def new(dtype: np.dtype[np.void]) -> Any:
    """A record of zeros."""
    return np.zeros(1, dtype)[0]


def copy(record: Any) -> Any:
    """An independent record with the same bytes. numpy itself would copy it field by field."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)[0]


def to_json(record: Any) -> dict[str, Any]:
    """Every field by its name: the notation in which errors and failing tests print a state."""
    return {name: record[name].tolist() for name in record.dtype.names}


def from_json(dtype: np.dtype[np.void], data: dict[str, Any]) -> Any:
    record = new(dtype)
    for name in dtype.names or ():
        record[name] = data[name]
    return record
