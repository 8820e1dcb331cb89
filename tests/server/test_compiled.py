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
        (tmp_path / "server-in-progress-1").mkdir()  # left by a process that was killed
        made = compiled.compile_server(level=0)
        assert made == compiled.folder()
    assert {file.name for file in tmp_path.iterdir()} == {
        "server.lock",
        made.name,
        *(f"server-{number}" for number in range(1, BUILDS_KEPT)),
    }
    for game in GAMES:
        is_python, told = messages(game, tmp_path)
        assert messages(game, tmp_path, "compiled") == ["False", told]
        assert is_python == "True"
    check_that_serve_uses_it(tmp_path)
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


def served(cache: Path) -> tuple[str, str]:
    """Run `ludotheque serve` until it has said where it is; return what it says."""
    environment = os.environ | {"LUDOTHEQUE_CACHE": str(cache), "LUDOTHEQUE_JIT": "0"}
    database = f"sqlite:///{cache / 'tables.db'}"
    run = [str(Path(sys.executable).parent / "ludotheque"), "serve", "--port", "0", "--database", database]
    with subprocess.Popen(run, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert server.stderr
        said = server.stdout.readline()
        assert "running" in said  # programs that start the server read the address in the first line
        maps = Path(f"/proc/{server.pid}/maps")
        is_native = maps.exists() and compiled.SHARED in maps.read_text()
        said += server.stdout.readline() if is_native else ""
        server.terminate()
        warned = server.communicate()[1]
    assert ("machine code" in said) is is_native
    return said, warned


def check_that_serve_uses_it(cache: Path) -> None:
    assert "machine code" in served(cache)[0]
    made = next(file for file in cache.rglob("journal.*") if file.suffix in compiled.BINARIES)
    whole = made.read_bytes()
    for damage in (b"", whole[: len(whole) // 2], bytes(len(whole))):
        made.write_bytes(damage)
        said, warned = served(cache)
        assert "machine code" not in said
        assert warned.splitlines()[0].endswith("is damaged and not used: run `ludotheque warm --server` again")
    made.write_bytes(whole)


def test_it_is_all_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    assert not compiled.use()
    compiled.folder().mkdir()
    (compiled.folder() / compiled.MANIFEST).touch()
    before = list(sys.meta_path)
    monkeypatch.setitem(sys.modules, compiled.MODULES[0], sys)
    assert not compiled.use()
    assert sys.meta_path == before
    assert caplog.messages[0].endswith(f"is not used: {compiled.MODULES[0]} is loaded already")


@pytest.mark.parametrize("error", [PermissionError, RuntimeError])
def test_a_cache_that_cannot_be_read_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def refuse() -> Path:
        raise error

    monkeypatch.setattr(compiled, "folder", refuse)
    assert not compiled.use()


def test_a_cache_that_cannot_be_written_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "file"))
    with pytest.raises(LudothequeError, match="file: cannot be written: File exists"):
        compiled.compile_server()


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
