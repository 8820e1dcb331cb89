"""The rows of a perft.txt, and those of them that there is time for."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest


class Counted(Protocol):
    """How many sequences of so many actions lead on from a position."""

    @property
    def id(self) -> str: ...
    @property
    def depth(self) -> int: ...
    @property
    def sequences(self) -> int: ...


Row = TypeVar("Row", bound=Counted)


def rows_beside(test: str, read_row: Callable[[str], Row]) -> list[Row]:
    """Of the perft.txt in the folder of a test."""
    lines = Path(test).with_name("perft.txt").read_text().splitlines()
    return [read_row(line) for line in lines if line and not line.startswith("#")]


def up_to(rows: Sequence[Counted], most: int) -> Any:
    """A test for each row that needs no more than so many sequences at any length on the way."""
    work = [max(other.sequences for other in rows if other.id == row.id and other.depth <= row.depth) for row in rows]
    return pytest.mark.parametrize(
        "row",
        [
            pytest.param(row, id=f"{row.id}-{row.depth}")
            for row, needed in zip(rows, work, strict=True)
            if needed <= most
        ],
    )
