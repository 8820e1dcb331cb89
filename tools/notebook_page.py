"""A notebook as a page of the documentation site, with the outputs that it holds."""

import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

FILE = "first_look.ipynb"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
BREAK = re.compile(r"\n\s*")


def page_of(notebook: dict[str, Any]) -> str:
    """Return the cells of a notebook as Markdown; its file lies beside the page."""
    own = f'<a href="{FILE}" download>Download the notebook</a>'
    return "\n\n".join([*(part for cell in notebook["cells"] for part in _parts(cell)), own]) + "\n"


def _parts(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        yield _shown(output.get("data", {"text/plain": output.get("text", "")}))


def _shown(data: dict[str, Any]) -> str:
    if "image/svg+xml" in data:
        image = b64encode("".join(data["image/svg+xml"]).encode()).decode()  # ids of two pictures do not mix
        return f'<div class="board"><img alt="what the cell shows" src="data:image/svg+xml;base64,{image}"></div>'
    if "text/html" in data:
        return f'<div class="board">{BREAK.sub(" ", "".join(data["text/html"]))}</div>'
    if "image/png" in data:
        image = "".join(data["image/png"]).replace("\n", "")
        return f'<div class="board"><img alt="what the cell shows" src="data:image/png;base64,{image}"></div>'
    return f"```text\n{ESCAPE.sub('', ''.join(data['text/plain'])).rstrip()}\n```"
