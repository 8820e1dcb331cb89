"""docs/add-a-game.md builds a whole game and shows parts of another: what it shows works as it stands there, and so does what it tells you to type."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/add-a-game.md").read_text()
TOY = ROOT / "tests/toy"
BLOCKS: list[tuple[str, str, str]] = re.findall(r"^```(\w*) ?(\S*)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)  # language, file, text
TIDELINE = {file: code for _, file, code in BLOCKS if file.startswith("tideline/")}
SHOWN = [(file, code) for _, file, code in BLOCKS if file.startswith("tests/")]
FILES = sorted(path.name for path in TOY.iterdir() if path.is_file())


def test_python_is_never_shown_without_its_file() -> None:
    assert [code for language, file, code in BLOCKS if language == "python" and not file] == []
    assert len(SHOWN) > 15


@pytest.mark.parametrize(("file", "code"), SHOWN, ids=[f"{Path(file).name}-{number}" for number, (file, _) in enumerate(SHOWN)])
def test_a_piece_of_code_stands_in_its_file_as_it_is_shown(file: str, code: str) -> None:
    assert f"\n{code}" in f"\n{(ROOT / file).read_text()}"  # whole lines


@pytest.mark.parametrize("file", FILES)
def test_every_file_of_the_toy_is_mentioned(file: str) -> None:
    assert f"`{file}`" in GUIDE


def test_the_files_are_those_of_a_real_game() -> None:
    sarena = {path.name for path in (ROOT / "src/ludotheque/games/sarena").iterdir() if path.is_file() and not path.match("rulebook.*.md")}
    assert sarena - {"scene.py", "art.svg", "evaluate.py"} <= set(FILES)  # the toy is drawn in words, and nobody is taught to play it


@pytest.mark.parametrize("name", ["LUDOTHEQUE_GAMES", "LUDOTHEQUE_JIT=0", "$LUDOTHEQUE_COMPONENTS", "ludotheque.games", "tests/conformance"])
def test_what_one_has_to_know_is_named(name: str) -> None:
    assert name in GUIDE


def shell(lines: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """As a reader types them, in a shell that knows nothing; `play` is left at once."""
    environment = {name: value for name, value in os.environ.items() if name not in ("LUDOTHEQUE_GAMES", "PYTHONPATH")}
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    return subprocess.run(["sh", "-c", "\n".join(["set -ex", *lines])], cwd=folder, env=environment, input="quit\n", capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def tideline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a reader has made."""
    folder = tmp_path_factory.mktemp("guide")
    for file, code in TIDELINE.items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(code)
    return folder


def test_the_tiny_game_has_less_than_two_hundred_lines() -> None:
    assert {Path(file).name for file in TIDELINE} >= {"rulebook.md", "components.toml", "rules.py", "view.py", "notation.py", "text.py", "__init__.py"}
    assert sum(bool(line.strip()) for code in TIDELINE.values() for line in code.splitlines()) < 200


def test_the_tiny_game_can_be_played_at_once(tideline: Path) -> None:
    [code] = [code for language, file, code in BLOCKS if (language, file) == ("sh", "tideline")]
    done = shell(code.splitlines(), tideline)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "1 of 1 record agrees" in done.stdout


def test_the_tiny_game_conforms(tideline: Path) -> None:
    """In plain Python: it takes less time than to compile it."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/conformance", "-k", "tideline"],
        cwd=ROOT,
        env=os.environ | {"LUDOTHEQUE_GAMES": "tideline", "PYTHONPATH": str(tideline), "LUDOTHEQUE_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert re.search(r"\d\d passed", done.stdout)


def test_the_commands_for_the_toy_work_one_after_the_other(tmp_path: Path) -> None:
    """In a folder where `tests` lies."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    lines = [line for language, file, code in BLOCKS if language == "sh" and not file for line in code.splitlines() if "LUDOTHEQUE" in line or line.startswith("ludotheque ")]
    assert len(lines) > 7
    done = shell(lines, tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Flotsam" in done.stdout
    assert "1 of 1 record agrees" in done.stdout
    assert (tmp_path / "game.json").read_text() in done.stdout  # plain Python plays the same game
