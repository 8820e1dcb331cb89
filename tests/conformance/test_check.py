"""`ludotheque check` and `pytest --ludotheque`: a game that keeps its promises passes, one that
breaks one is named.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.check.report import TITLES
from ludotheque.core import registry

CHECK = Path(registry.__file__).parents[1] / "check"
QUICK = {"LUDOTHEQUE_JIT": "0", "LUDOTHEQUE_QUICK": "1"}


def run(*command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=os.environ | {"LUDOTHEQUE_GAMES": "pebbles", "PYTHONPATH": str(folder)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def pebbles(tmp_path: Path) -> Path:
    """A game as `ludotheque new` writes it: the folder in which its package lies."""
    made = run("ludotheque", "new", "pebbles", folder=tmp_path, LUDOTHEQUE_GAMES="")
    assert made.returncode == 0, made.stderr
    return tmp_path / "pebbles"


def test_the_toy_and_the_real_games_are_here() -> None:
    assert {"toy", "sarena"} <= set(registry.names())


def test_every_file_of_promises_has_a_title() -> None:
    assert {path.name for path in CHECK.glob("test_*.py")} == set(TITLES)


def test_a_new_game_keeps_its_promises(pebbles: Path) -> None:
    done = run("ludotheque", "check", "pebbles", "--quick", folder=pebbles)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "  ✓ An action is legal exactly when nothing refuses it\n" in done.stdout
    assert re.search(r"^\d\d promises kept, 0 broken$", done.stdout, re.MULTILINE)
    assert "✗" not in done.stdout


def test_a_promise_that_is_broken_is_named_with_the_shortest_game_that_shows_it(pebbles: Path) -> None:
    rules = pebbles / "pebbles/rules.py"
    broken = rules.read_text().replace("    return count\n", "    return min(count, 1)\n", 1)
    assert broken != rules.read_text()
    rules.write_text(broken)
    done = run("ludotheque", "check", "pebbles", "--quick", folder=pebbles)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "  ✗ An action is legal exactly when nothing refuses it\n" in done.stdout
    assert "seed=" in done.stdout
    assert not re.search(" 0 broken$", done.stdout, re.MULTILINE)


def test_an_author_s_own_suite_can_have_the_promises_too(pebbles: Path) -> None:
    done = run(
        "pytest", "-q", "-n0", "--ludotheque", "pebbles", "-k", "pebbles and (r2 or refuse)", folder=pebbles, **QUICK
    )
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout
    assert "pebbles: no test pins R3.2 The highest score wins" in done.stdout
    assert "no test pins R2." not in done.stdout
    alone = run("pytest", "-q", "-n0", folder=pebbles, **QUICK)
    assert alone.returncode == 0, alone.stdout
    assert "6 passed" in alone.stdout


def test_an_unknown_game_is_refused_before_anything_runs(tmp_path: Path) -> None:
    done = run("ludotheque", "check", "chess", folder=tmp_path, LUDOTHEQUE_GAMES="")
    assert done.returncode == 2
    assert "unknown game 'chess'" in done.stderr
