"""Mistakes of authors: each is one sentence that names the file."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ludotheque.cli.hiding import hidden_fields
from ludotheque.core import registry, rulebook
from ludotheque.core.compile_error import why
from ludotheque.core.errors import LudothequeError
from ludotheque.lab.simulate import simulate
from tests.docs.test_add_a_game import TIDELINE


def tideline(folder: Path, **changes: tuple[str, str]) -> Path:
    """The guide's own game, with a mistake in it: file name without its end, old, new."""
    for file, code in TIDELINE.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        old, new = changes.get(path.stem, ("", ""))
        assert old in code
        path.write_text(code.replace(old, new) if old else code)
    return folder


def run(folder: Path, *arguments: str, jit: str = "0") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "LUDOTHEQUE_GAMES": "tideline",
        "PYTHONPATH": f"{folder}:{os.environ.get('PYTHONPATH', '')}",
        "LUDOTHEQUE_JIT": jit,
    }
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *arguments], env=environment, capture_output=True, text=True, check=False
    )


def test_a_game_that_does_not_end_in_max_plies_is_an_error() -> None:
    short = replace(registry.load("toy"), max_plies=5, earlier={})
    with pytest.raises(LudothequeError, match=r"Flotsam: a game was longer than max_plies \(5\) allows"):
        simulate(short, 2, {}, 20, 1)


def test_more_legal_actions_than_max_legal_are_an_error() -> None:
    narrow = replace(registry.load("toy"), max_legal=3, earlier={})
    with pytest.raises(LudothequeError, match=r"more legal actions than max_legal \(3\) allows"):
        simulate(narrow, 2, {}, 20, 1)
    with pytest.raises(LudothequeError, match="max_legal"):
        narrow.legal(narrow.new(2, {}, bytes(32)), 0)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rules", "def census(", "def count(", r"rules\.py: the function census is missing"),
        (
            "rules",
            "def to_act(state: Any)",
            "def to_act(state: Any, seat: int)",
            r"rules\.py: to_act takes \(state, seat\), but it must take \(state\)",
        ),
        ("notation", "def setup_of(", "def setup(", r"notation\.py: the function setup_of is missing"),
        ("parts", '("row",', '("item",', r"parts\.py: a field cannot be called item"),
        ("rules", "def setup(", "def setup", r"rules\.py, line \d+: "),
        ("view", "import rule", "import ruler", r"view\.py, line \d+: ImportError"),
    ],
)
def test_a_broken_plug_in_is_left_out_with_one_line(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    done = run(tideline(tmp_path, **{file: (old, new)}), "games")
    assert done.returncode == 0
    assert "sarena" in done.stdout
    assert "tideline" not in done.stdout
    (line,) = done.stderr.splitlines()
    assert re.search(f"skipping the game tideline: .*{said}", line)


def test_a_rule_that_cannot_be_compiled_is_one_sentence(tmp_path: Path) -> None:
    folder = tideline(tmp_path, rules=("    state.owner[place] = seat\n", "    state.owner[place] = seat.number\n"))
    done = run(folder, "simulate", "tideline", "--games", "1", jit="1")
    assert done.returncode == 2
    line = done.stderr.splitlines()[-1]
    assert re.search(
        r"tideline/rules\.py, line \d+: this rule cannot be compiled: .*number.*; try LUDOTHEQUE_JIT=0", line
    )
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 2  # that it compiles, and that it cannot


def test_a_rule_that_allocates_is_told_so() -> None:
    message = "Failed in nopython mode pipeline\nNRT required but not enabled\nDuring: lowering at /g/rules.py (12)"
    assert str(why(message)).startswith("/g/rules.py, line 12: this rule cannot be compiled: it creates a list")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Game\n\n## R1 Setup\n\n- R1.1 Deal.\n", ""),
        ("# Game\n\n- R1.1 Deal.\n", ""),
        ("# Game\n", ""),
        ("# Game\n\nA game of\nshells. It is short.\n\n## R1\n", "A game of shells."),
        ("# Game\n\nA game of shells.\n", "A game of shells."),
    ],
)
def test_the_lid_shows_an_introduction_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    (tmp_path / "rulebook.md").write_text(text)
    monkeypatch.setattr(rulebook, "path", lambda *_: tmp_path / "rulebook.md")
    assert rulebook.promise(registry.load("toy")) == said


def test_what_nobody_sees_can_be_printed() -> None:
    lines = hidden_fields(registry.load("toy")).splitlines()
    assert "lay: a seat does not see bag, lost, box, other seats' card" in lines
    assert "reach: a spectator does not see bag, lost, box, card, reach" in lines
    assert lines[-1] == "over: a spectator sees everything"
