"""The messages of every package that has words for people, collected for translators.

    python -m tests.messages     writes locale/messages.pot beside each text.py

A message is marked by `N_("…")`, or `NP_("…", "…")` where it depends on a number, where it is defined.
"""

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

PACKAGE = Path(__file__).parents[1] / "src/ludotheque"


def folders() -> list[Path]:
    """Every package with a text.py."""
    return sorted(path.parent for path in PACKAGE.rglob("text.py"))


def template_of(folder: Path) -> str:
    """The catalogue template of one package, without dates, so that it changes only when its messages do."""
    catalogue = Catalog(project="ludotheque", fuzzy=False)
    for line, message, comments, _ in extract_from_file("python", str(folder / "text.py"), keywords={"N_": None, "NP_": (1, 2)}):
        catalogue.add(message, locations=[("text.py", line)], auto_comments=comments)
    out = io.BytesIO()
    write_po(out, catalogue, omit_header=True, no_location=True, sort_output=True, width=120)
    return out.getvalue().decode()


if __name__ == "__main__":
    for folder in folders():
        (folder / "locale").mkdir(exist_ok=True)
        (folder / "locale/messages.pot").write_text(template_of(folder))
        print(folder / "locale/messages.pot")
