"""The messages of every package that has words for people, collected for translators.

    python -m tools.messages     writes locale/messages.pot beside them

In Python a message is marked by `N_("…")`, or `NP_("…", "…")` where it depends on a number, where
it is defined. At the command line `say("…")` says it at once. What somebody got wrong is the
message of a `LudothequeError("…")`, or what a component file is required to be. In the client it is
what t() and tn() are given, and what stands in the pages; in a tutorial, what is said about its
plies.
"""

import io
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from ludotheque.cli import HELPS
from ludotheque.cli.helps import is_example
from ludotheque.server.pages import texts_of

PACKAGE = Path(__file__).parents[1] / "src/ludotheque"
PYTHON = {"N_": None, "OtherRulesError": None, "NP_": (1, 2), "say": None, "LudothequeError": None, "require": (3,)}
CLIENT = {"t": None, "tn": (1, 2)}

Message = str | tuple[str, ...]


def folders() -> list[Path]:
    """Every package that says something."""
    parts = [*PACKAGE.iterdir(), *(PACKAGE / "games").iterdir()]
    silent = ("games", "kit")  # the kit's game is written for authors, who translate it or not
    return sorted(
        folder for folder in parts if folder.is_dir() and folder.name not in silent and any(messages_of(folder))
    )


def messages_of(folder: Path) -> Iterator[Message]:
    for path in sorted(folder.rglob("*.py")):
        yield from extracted("python", path, PYTHON)
    for path in sorted(folder.glob("*.js")):
        yield from extracted("javascript", path, CLIENT)
    for path in sorted(folder.rglob("*.html")):
        yield from texts_of(path.read_text())
    for path in sorted(folder.glob("tutorial/notes.toml")):
        notes = tomllib.loads(path.read_text())
        yield from filter(
            None, [notes["end"], *(note.get(part) for note in notes["notes"] for part in ("say", "after"))]
        )
    if folder.name == "cli":
        yield from (paragraph for _, help_text in HELPS for paragraph in help_text if not is_example(paragraph))


def extracted(kind: str, path: Path, keywords: Mapping[str, Any]) -> Iterator[Message]:
    for _, message, _, _ in extract_from_file(kind, str(path), keywords=keywords):
        yield message if isinstance(message, str) else tuple(message)


def template_of(folder: Path) -> str:
    """The catalogue template of one package, without dates and places, so that it changes only when
    its messages do.
    """
    catalogue = Catalog(project="ludotheque", fuzzy=False)
    for message in messages_of(folder):
        catalogue.add(message)
    out = io.BytesIO()
    write_po(out, catalogue, omit_header=True, no_location=True, sort_output=True, width=120)
    return out.getvalue().decode()


if __name__ == "__main__":
    for folder in folders():
        (folder / "locale").mkdir(exist_ok=True)
        (folder / "locale/messages.pot").write_text(template_of(folder))
        print(folder / "locale/messages.pot")
