"""The example notebook runs from top to bottom, and shows what it is stored with."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

FILE = Path(__file__).parents[2] / "examples/first_look.ipynb"
MOST_BYTES = 250_000
READ: Callable[..., NotebookNode] = nbformat.read  # it has no types of its own


def kinds(notebook: NotebookNode) -> list[list[str]]:
    """What every cell of code shows: text, a table or a picture."""
    rich = ("image/svg+xml", "text/html", "image/png", "text/plain")
    return [
        [next((kind for kind in rich if kind in output.get("data", {})), output["output_type"]) for output in outputs]
        for outputs in (cell["outputs"] for cell in notebook.cells if cell.cell_type == "code")
    ]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> NotebookNode:
    """The notebook after a run in a kernel of its own."""
    notebook = READ(FILE, as_version=4)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    folder = tmp_path_factory.mktemp("notebook")
    return NotebookClient(notebook, timeout=300).execute(cwd=str(folder), env=environment)


def test_it_runs_and_shows_what_it_is_stored_with(played: NotebookNode) -> None:
    stored = READ(FILE, as_version=4)
    assert kinds(played) == kinds(stored)
    shown = {kind for outputs in kinds(played) for kind in outputs}
    assert shown >= {"image/svg+xml", "text/html", "image/png", "stream"}


def test_it_is_small_and_holds_no_traces_of_a_run() -> None:
    stored = READ(FILE, as_version=4)
    nbformat.validate(stored)
    assert FILE.stat().st_size < MOST_BYTES
    assert all("execution" not in cell.metadata for cell in stored.cells)
    assert not any("/" in output.get("text", "") for cell in stored.cells for output in cell.get("outputs", ()))
