"""Games and plies as tables in files: CSV, which needs nothing, or Parquet, by pyarrow.

Rows are written as they come, so a table may be larger than memory. A file appears under its name
when it is whole.
"""

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import numpy as np

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.version import VERSION
from ludotheque.core.words import reason
from ludotheque.lab.gather import Columns, Gathered, Setup, play_piece, stream
from ludotheque.lab.series import Series, Tally
from ludotheque.lab.spread import Crew

GAMES, PLIES = "games", "plies"
KINDS = (".csv", ".parquet")
PLIES_PIECE = 1 << 11  # games in a piece whose plies are written, to bound memory


def rows_of(path: Path) -> str:
    """Return what a table has one row for, games or plies, by the end of its name."""
    found = [rows for rows in (GAMES, PLIES) if path.stem.lower().endswith(rows)]
    if not found or path.suffix not in KINDS:
        raise LudothequeError(
            "a table is a file such as games.parquet or sarena-plies.csv, not {path}", path=repr(str(path))
        )
    return found[0]


def wants_plies(paths: Sequence[Path]) -> bool:
    return PLIES in map(rows_of, paths)


def flat(columns: Columns, names: Sequence[str]) -> Columns:
    """Return columns without a second axis: `score` becomes score_0, score_1 and so on.

    Bots are called by their names, and the table itself is seat −1, as in a record.
    """
    found: Columns = {}
    for name, values in columns.items():
        if name == "bot":
            values = np.array(names)[values]
        if name == "seat":
            values = np.where(values == TABLE, NONE, values)
        parts = {name: values} if values.ndim == 1 else {f"{name}_{k}": part for k, part in enumerate(values.T)}
        found |= parts
    return found


class Writer(Protocol):
    """What writes one kind of file."""

    def write(self, columns: Columns) -> None: ...
    def close(self) -> None: ...


class CsvWriter:
    """Writes CSV. What is not known is empty."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("w", encoding="utf-8", newline="")
        self.rows, self.is_headed = csv.writer(self.file, lineterminator="\n"), False

    def write(self, columns: Columns) -> None:
        if not self.is_headed:
            self.rows.writerow(columns)
            self.is_headed = True
        self.rows.writerows(zip(*(_told(values) for values in columns.values()), strict=True))

    def close(self) -> None:
        self.file.close()


def _told(values: Any) -> list[Any]:
    found: list[Any] = values.tolist()
    return [None if value != value else value for value in found] if values.dtype.kind == "f" else found


class ParquetWriter:
    """Writes Parquet. The file says in `ludotheque` how its games were played."""

    def __init__(self, path: Path, about: str) -> None:
        try:
            import pyarrow
            import pyarrow.parquet as parquet
        except ImportError:
            raise LudothequeError("Parquet needs pyarrow, an extra: ludotheque[tables]; CSV needs nothing") from None
        self.arrow, self.parquet, self.path, self.about = pyarrow, parquet, path, about
        self.file: Any = None

    def write(self, columns: Columns) -> None:
        arrays = {name: self.arrow.array(values, from_pandas=True) for name, values in columns.items()}
        table = self.arrow.table(arrays, metadata={"ludotheque": self.about})
        if self.file is None:
            self.file = self.parquet.ParquetWriter(self.path, table.schema, compression="zstd")
        self.file.write_table(table)

    def close(self) -> None:
        if self.file is not None:
            self.file.close()


class Table:
    """A file with one row per game, or one row per ply."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        self.rows, self.path = rows_of(path), path
        self.part = path.with_name(f".{path.name}.part")
        said = json.dumps({"version": VERSION, **about}, default=str)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            is_csv = path.suffix == ".csv"
            self.file: Writer = CsvWriter(self.part) if is_csv else ParquetWriter(self.part, said)
        except OSError as error:
            raise LudothequeError("{path}: cannot be written: {error}", path=path, error=reason(error)) from error

    def add(self, found: Gathered, **same: str) -> None:
        """Write more games, or their plies, with words that are the same for all of them."""
        columns = found.games if self.rows == GAMES else found.plies
        count = len(next(iter(columns.values())))
        fixed = {name: np.full(count, word) for name, word in same.items()}
        self.file.write(fixed | flat(columns, found.setup.names))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Give the file its name. What was written before somebody pressed Ctrl-C is kept."""
        self.file.close()
        if self.part.exists():
            if kind is None or kind is KeyboardInterrupt:
                self.part.replace(self.path)
            else:
                self.part.unlink()


class Tabulated:
    """Random games that are counted and written to tables as they come."""

    def __init__(self, series: Series, crew: Crew, paths: Sequence[Path]) -> None:
        self.series, self.crew, self.paths = series, crew, paths
        self.counts, self.has_plies = Tally(series.game, series.seats), wants_plies(paths)
        if crew.is_here:
            play_piece(series.game, self.setup(0), range(0))  # compile before the clock starts

    def tally(self) -> Tally:
        return self.counts

    def setup(self, games: int) -> Setup:
        series, kept = self.series, games if self.has_plies else 0
        return Setup(series.game.id, series.seats, series.options, seed=series.seed, kept=kept)

    def play(self, games: int, progress: Callable[[int], object]) -> None:
        setup = self.setup(games)
        with ExitStack() as stack:
            tables = [stack.enter_context(Table(path, asdict(setup))) for path in self.paths]
            for part in stream(self.series.game, setup, games, self.crew, PLIES_PIECE if self.has_plies else 0):
                self.counts.add(part.games["plies"], part.games["score"], part.games["place"])
                for table in tables:
                    table.add(part)
                progress(self.counts.games)
