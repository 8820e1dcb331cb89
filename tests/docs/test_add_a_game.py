"""docs/add-a-game.md builds the toy: what it shows is what stands there, and what it tells you to type works."""

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
SHOWN = [(file, code) for _, file, code in BLOCKS if file]
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
    sarena = {path.name for path in (ROOT / "src/ludotheque/games/sarena").iterdir() if path.is_file()}
    assert sarena - {"scene.py", "art.svg"} <= set(FILES)  # the toy is drawn in words


@pytest.mark.parametrize("name", ["LUDOTHEQUE_GAMES", "LUDOTHEQUE_JIT=0", "$LUDOTHEQUE_COMPONENTS", "ludotheque.games", "tests/conformance"])
def test_what_one_has_to_know_is_named(name: str) -> None:
    assert name in GUIDE


def test_the_commands_work_one_after_the_other_in_a_shell_that_knows_nothing(tmp_path: Path) -> None:
    """As a reader types them, in a folder where `tests` lies; `play` is left at once."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    lines = [line for language, _, code in BLOCKS if language == "sh" for line in code.splitlines() if "LUDOTHEQUE" in line or line.startswith("ludotheque ")]
    assert len(lines) > 7
    environment = {name: value for name, value in os.environ.items() if name not in ("LUDOTHEQUE_GAMES", "PYTHONPATH")}
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    script = "\n".join(["set -ex", *lines])
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, env=environment, input="quit\n", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Flotsam" in done.stdout
    assert "1 of 1 records agree" in done.stdout
    assert (tmp_path / "game.json").read_text() in done.stdout  # plain Python plays the same game
