"""Every promise of docs/security.md names its tests, and they are there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/security.md").read_text()
PROMISES = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| promise", "| ---"))]
NAMED = re.compile(r"`((?:tests|src)/[\w/]+\.py)` `(test_\w+)`")


@pytest.mark.parametrize("promise", PROMISES, ids=lambda line: line.split("|")[1].strip())
def test_a_promise_has_its_test(promise: str) -> None:
    named = NAMED.findall(promise)
    assert named
    for file, name in named:
        functions = {
            node.name for node in ast.parse((ROOT / file).read_text()).body if isinstance(node, ast.FunctionDef)
        }
        assert name in functions


def test_there_are_promises() -> None:
    assert len(PROMISES) > 30
