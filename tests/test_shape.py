"""The house stays in order: files that can be read at a sitting, and short functions."""

import ast
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src/ludotheque").rglob("*.py"))
SCRIPTS = sorted((ROOT / "src/ludotheque/web").glob("*.js"))
MOST_LINES = 400
MEDIAN_LINES = 8
COLUMNS = 100
# A game's pictures and its words are lists of things, one after the other, and belong together; its
# second implementation reads like the rulebook, from top to bottom
LISTS = ("scene.py", "text.py", "naive.py")


def is_list(path: Path) -> bool:
    return path.name in LISTS and path.parent.parent.name == "games"


@pytest.mark.parametrize(
    "path", [path for path in [*SOURCES, *SCRIPTS] if not is_list(path)], ids=lambda path: path.name
)
def test_a_file_can_be_read_at_a_sitting(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= MOST_LINES


def test_functions_are_short() -> None:
    functions = [
        node
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert median((node.end_lineno or node.lineno) - node.lineno + 1 for node in functions) <= MEDIAN_LINES


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/*.md")), ids=lambda path: path.name)
def test_prose_fits_a_screen(path: Path) -> None:
    """Tables, code and single words that are longer are left as they are."""
    is_code, long = False, []
    for line in path.read_text().splitlines():
        is_code ^= line.startswith("```")
        if not is_code and len(line) > COLUMNS and not line.startswith("|") and "](" not in line and "`" not in line:
            long.append(line)
    assert long == []
