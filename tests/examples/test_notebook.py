"""The example notebook is stored as a reader should find it; tests/test_wheel.py runs it."""

from collections.abc import Callable
from pathlib import Path

import nbformat
from nbformat import NotebookNode

FILE = Path(__file__).parents[2] / "examples/first_look.ipynb"
MOST_BYTES = 250_000
READ: Callable[..., NotebookNode] = nbformat.read  # it has no types of its own


def test_it_shows_pictures_tables_and_text() -> None:
    cells = [cell for cell in READ(FILE, as_version=4).cells if cell.cell_type == "code"]
    shown = {kind for cell in cells for output in cell.outputs for kind in output.get("data", [output.output_type])}
    assert shown >= {"image/svg+xml", "text/html", "image/png", "stream"}


def test_it_is_small_and_holds_no_traces_of_a_run() -> None:
    stored = READ(FILE, as_version=4)
    nbformat.validate(stored)
    assert FILE.stat().st_size < MOST_BYTES
    assert all("execution" not in cell.metadata for cell in stored.cells)
    assert not any("/" in output.get("text", "") for cell in stored.cells for output in cell.get("outputs", ()))
