"""What would keep the program from starting on macOS or Windows, as far as Linux can tell."""

import ast
import os
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.server import warm
from ludotheque.server.live.thinkers import step_back

SOURCE = Path(__file__).parents[1] / "src/ludotheque"
UNIX_ALONE = ("fcntl", "grp", "pwd", "resource", "termios")  # modules that Windows lacks
# These are not imported: templates are run for each game, and Alembic runs its own file
NOT_IMPORTED = {
    "ludotheque.__main__",
    "ludotheque.bots.judging",
    "ludotheque.bots.leading",
    "ludotheque.bots.proof",
    "ludotheque.bots.search",
    "ludotheque.core.engine",
    "ludotheque.core.flow",
    "ludotheque.envs.kernel",
    "ludotheque.envs.mcp",  # the package mcp asks which system it is, and imports fcntl on this one
    "ludotheque.envs.stepping",
    "ludotheque.games.dream_runners.solver",
    "ludotheque.games.dream_runners.standing",
    "ludotheque.games.dream_runners.weave",
    "ludotheque.games.labyrinth.advise",
    "ludotheque.games.labyrinth.hunt",
    "ludotheque.lab.fitting",
    "ludotheque.lab.gathering",
    "ludotheque.lab.guessing",
    "ludotheque.lab.kernel",
    "ludotheque.lab.selfcard",
    "ludotheque.lab.selfplay",
    "ludotheque.server.migrations.env",
}
ELSEWHERE = f"""
import os, sys
sys.modules |= dict.fromkeys({UNIX_ALONE!r})
del os.nice
"""
IMPORT_ALL = f"""
import importlib, pkgutil
import ludotheque
names = [module.name for module in pkgutil.walk_packages(ludotheque.__path__, "ludotheque.")]
for name in sorted(set(names) - {NOT_IMPORTED!r}):
    importlib.import_module(name)
print(len(names))
"""
LIST_GAMES = """
from ludotheque.cli import main
main(["games"])
"""


def run_elsewhere(code: str) -> str:
    """Run a program without what only Unix has; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE + code],
        env=os.environ | {"LUDOTHEQUE_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_can_be_imported_without_the_modules_of_unix() -> None:
    assert int(run_elsewhere(IMPORT_ALL)) > 200


def test_the_command_starts_without_the_modules_of_unix() -> None:
    assert "sarena" in run_elsewhere(LIST_GAMES)


def test_bots_need_no_priority_where_threads_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice")
    monkeypatch.setattr(sys, "platform", "darwin")
    step_back()


def test_a_lock_waits_on_windows_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """There, an attempt gives up after ten seconds: it is made again."""
    asked: list[tuple[int, int, int]] = []

    def locking(file: int, mode: int, count: int) -> None:
        asked.append((file, mode, count))
        if len(asked) < 3:
            raise OSError

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", types.SimpleNamespace(LK_LOCK=1, locking=locking))
    with (tmp_path / "game.lock").open("w") as file:
        warm.lock(file)
        assert asked == [(file.fileno(), 1, 1)] * 3


def text_files(path: Path) -> Iterator[str]:
    """Find where a file is opened as text without saying how it is encoded."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            keywords = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
            is_text = (
                node.func.attr in ("read_text", "write_text")
                or (node.func.attr == "open" and [ast.unparse(mode) for mode in node.args] in (["'w'"], ["'a'"]))
                or keywords.get("text") == "True"
            )
            if is_text and "encoding" not in keywords:
                yield f"{path.name}:{node.lineno}"


def test_every_text_file_says_that_it_is_utf_8() -> None:
    """Windows would take another encoding, and "Méandres" would be another word."""
    shipped = [path for path in SOURCE.rglob("*.py") if path.parent.name != "check"]
    assert [place for path in shipped for place in text_files(path)] == []
