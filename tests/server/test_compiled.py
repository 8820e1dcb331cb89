"""The busiest part of the server as machine code: the same messages, and nothing stale."""

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.cli.warm import warm
from ludotheque.core.errors import LudothequeError
from ludotheque.core.template import BUILDS_KEPT
from ludotheque.server import compiled
from tools import system

ROOT = Path(__file__).parents[2]
# what tables do, and what befalls them
TESTS = ("tests/table", "tests/scene", *(f"tests/server/test_{name}.py" for name in ("damage", "limits", "wire")))
NOT_THERE = (
    # machine code's objects cannot be referred to weakly
    "tests/table/test_showing.py::test_a_table_that_is_let_go_is_freed_at_once",
    # … nor can one of its methods be replaced
    "tests/server/test_wire.py::test_what_is_packed_small_is_not_unpacked_before_there_is_room",
)
GAMES = ("sarena", "labyrinth", "viva_catrina", "meandres", "dream_runners")


def messages(game: str, cache: Path, *how: str) -> list[str]:
    environment = os.environ | {"LUDOTHEQUE_JIT": "0", "LUDOTHEQUE_CACHE": str(cache)}
    words = [sys.executable, "-m", "tests.server.messages_of", game, *how]
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.skipif(system.is_skipped("compiler"), reason="there is no C compiler")  # never in CI
def test_compiled_modules_send_the_same_messages_and_pass_the_same_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
        for number in range(BUILDS_KEPT):  # for sources of long ago
            (tmp_path / f"server-{number}").mkdir()
            os.utime(tmp_path / f"server-{number}", (number, number))
        made = compiled.compile_server(level=0)
        assert made == compiled.folder()
    assert {file.name for file in tmp_path.iterdir()} == {
        made.name,
        *(f"server-{number}" for number in range(1, BUILDS_KEPT)),
    }
    for game in GAMES:
        is_python, told = messages(game, tmp_path)
        assert messages(game, tmp_path, "compiled") == ["False", told]
        assert is_python == "True"
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.server.as_machine_code"]
    environment = os.environ | {"MACHINE_CODE": str(made)}
    without = [f"--deselect={test}" for test in NOT_THERE]
    subprocess.run([*run, *without, *TESTS], cwd=ROOT, env=environment, check=True)


def test_machine_code_of_another_source_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    for layer in compiled.LAYERS:
        (tmp_path / layer).mkdir()
    monkeypatch.setattr(compiled, "SOURCE", tmp_path)
    before = compiled.folder()
    assert compiled.folder() == before
    (tmp_path / "table/rules.py").write_text("")
    assert compiled.folder() != before


def test_it_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    assert not compiled.use()
    compiled.folder().mkdir()
    before = list(sys.meta_path)
    monkeypatch.setitem(sys.modules, compiled.MODULES[0], sys)
    assert not compiled.use()
    assert sys.meta_path == before


@pytest.mark.parametrize("module", compiled.MODULES)
def test_no_compiled_module_has_a_structure_with_options(module: str) -> None:
    file = compiled.SOURCE.parent / f"{module.replace('.', '/')}.py"
    classes = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.ClassDef)]
    assert [one.name for one in classes if one.keywords] == []


def test_a_missing_mypyc_is_a_sentence_and_nothing_is_promised_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(LudothequeError, match="needs mypyc: pip install"):
        warm(server=True)
    assert capsys.readouterr().out == ""


def test_what_the_compiler_says_is_passed_on(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "import sys; print('error: no gcc here'); sys.exit(1)"]
    with pytest.raises(LudothequeError, match="the server could not be compiled: error: no gcc here"):
        compiled._run(program, tmp_path)
