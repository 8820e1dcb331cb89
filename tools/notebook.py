"""Run the example notebook and write its outputs into it.

    python tools/notebook.py

An output that has a picture or a table keeps only that, not its text as well.
"""

from collections.abc import Callable
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

NOTEBOOK = Path(__file__).parents[1] / "examples/first_look.ipynb"
SECONDS = 300
READ: Callable[..., NotebookNode] = nbformat.read  # they have no types of their own
WRITE: Callable[..., None] = nbformat.write


def run(path: Path = NOTEBOOK) -> NotebookNode:
    """Run a notebook in a kernel of its own and return it with its outputs."""
    notebook = READ(path, as_version=4)
    return NotebookClient(notebook, timeout=SECONDS, record_timing=False).execute(cwd=str(path.parent))


def slim(notebook: NotebookNode) -> NotebookNode:
    """Drop the text of every output that can be shown otherwise."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if len(output.get("data", ())) > 1:
                output["data"].pop("text/plain", None)
    return notebook


if __name__ == "__main__":
    WRITE(slim(run()), NOTEBOOK)
