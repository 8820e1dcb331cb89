"""docs/architecture.md tells the life of a click: every function that it names is there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = " ".join((ROOT / "docs/architecture.md").read_text().split())
NAMED = re.findall(r"`([\w/]+\.(?:py|js))` `([\w.]+)`", PAGE)


def names_in(code: str) -> set[str]:
    """The functions and classes of a Python file, methods with their class."""
    found = set()
    for node in ast.parse(code).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
            found |= {f"{node.name}.{method.name}" for method in methods}
    return found


def names_in_script(code: str) -> set[str]:
    found = set(re.findall(r"^(?:export )?(?:async )?(?:function|const|class) (\w+)", code, re.MULTILINE))
    for owner, body in re.findall(r"^(?:export )?class (\w+).*?\{\n(.*?)^\}", code, re.MULTILINE | re.DOTALL):
        found |= {f"{owner}.{method}" for method in re.findall(r"^  (?:async |get )?(\w+)\(", body, re.MULTILINE)}
    return found


def test_the_page_names_the_way_of_a_click() -> None:
    assert len(NAMED) > 25
    folders = {file.split("/")[0] for file, _ in NAMED}
    assert folders >= {"web", "server", "table", "scene", "core"}


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED)))
def test_what_it_names_is_there(file: str, name: str) -> None:
    code = (ROOT / "src/ludotheque" / file).read_text()
    assert name in (names_in(code) if file.endswith(".py") else names_in_script(code))
