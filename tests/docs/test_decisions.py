"""docs/decisions.md: entries are complete, and every pointer in the code names one of them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/decisions.md").read_text()
ENTRIES: dict[str, str] = dict(re.findall(r"^### ([^\n]+)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))
SOURCES = [path for path in sorted((ROOT / "src/ludotheque").rglob("*")) if path.suffix in (".py", ".js", ".css")]
POINTERS = [
    (path.relative_to(ROOT).as_posix(), title)
    for path in SOURCES
    for title in re.findall(r"docs/decisions\.md: (.+?)(?: \*/)?$", path.read_text(), re.MULTILINE)
]


def test_the_code_points_to_its_decisions() -> None:
    assert len(POINTERS) >= 20


@pytest.mark.parametrize(("file", "title"), POINTERS)
def test_a_pointer_names_a_heading(file: str, title: str) -> None:
    assert title in ENTRIES


@pytest.mark.parametrize("title", ENTRIES)
def test_an_entry_has_its_date_and_what_would_reverse_it(title: str) -> None:
    assert re.match(r"\n?\d{4}-\d\d-\d\d · ", ENTRIES[title])
    assert "*Reversed by:* " in " ".join(ENTRIES[title].split())
