"""docs/add-a-game.md builds a whole game and shows parts of another: what it shows works as it
stands there, and so does what it tells you to type.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from ludotheque.bots.knowledge import SEARCH, UNKNOWING
from ludotheque.core.game import SILENT, Game

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/add-a-game.md").read_text()
TOY = ROOT / "tests/toy"
# language, file, text
BLOCKS: list[tuple[str, str, str]] = re.findall(r"^```(\w*) ?(\S*)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
TIDELINE = {file: code for _, file, code in BLOCKS if file.startswith("tideline/")}
SHOWN = [(file, code) for _, file, code in BLOCKS if file.startswith(("tests/", "examples/"))]
FILES = sorted(path.name for path in TOY.iterdir() if path.is_file())


def test_python_is_never_shown_without_its_file() -> None:
    assert [code for language, file, code in BLOCKS if language == "python" and not file] == []
    assert len(SHOWN) > 15


@pytest.mark.parametrize(
    ("file", "code"), SHOWN, ids=[f"{Path(file).name}-{number}" for number, (file, _) in enumerate(SHOWN)]
)
def test_a_piece_of_code_stands_in_its_file_as_it_is_shown(file: str, code: str) -> None:
    assert f"\n{code}" in f"\n{(ROOT / file).read_text()}"  # whole lines


@pytest.mark.parametrize("file", FILES)
def test_every_file_of_the_toy_is_mentioned(file: str) -> None:
    assert f"`{file}`" in GUIDE


def test_the_files_are_those_of_a_real_game() -> None:
    sarena = {
        path.name
        for path in (ROOT / "src/ludotheque/games/sarena").iterdir()
        if path.is_file() and not path.match("rulebook.*.md") and not path.match("summary.*.md")
    }
    # the toy is drawn in words, is written once, and has no lesson, puzzles or champion
    left_out = {"scene.py", "box.py", "art.svg", "evaluate.py", "summary.md", "rulebook.toml", "naive.py"}
    assert sarena - left_out - {"puzzles.py", "puzzles.jsonl", "champion.npz", "alone.npz"} <= set(FILES)


@pytest.mark.parametrize(
    "name", ["LUDOTHEQUE_GAMES", "LUDOTHEQUE_JIT=0", "$LUDOTHEQUE_COMPONENTS", "ludotheque.games", "ludotheque check"]
)
def test_what_one_has_to_know_is_named(name: str) -> None:
    assert name in GUIDE


def rows_of(section: str) -> list[str]:
    """What the first column of a section's table names."""
    [text] = re.findall(rf"^### {section}\n(.*?)(?=^##)", GUIDE, re.MULTILINE | re.DOTALL)
    return re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)


def test_every_field_of_a_game_is_told_and_no_other() -> None:
    assert rows_of("The labelled table") == [field.name for field in fields(Game)]


def test_the_fields_that_are_needed_are_those_without_a_default() -> None:
    needed = re.findall(r"^\| `(\w+)` \| yes \|", GUIDE, re.MULTILINE)
    assert needed == [one.name for one in fields(Game) if one.default is MISSING and one.default_factory is MISSING]


def test_every_name_of_an_evaluate_module_is_told_and_no_other() -> None:
    known = {*UNKNOWING, *SEARCH, "value"}
    assert sorted(rows_of("What a bot knows")) == sorted(known)


@pytest.mark.parametrize("name", SILENT)
def test_what_a_text_module_may_have_beside_is_told(name: str) -> None:
    assert f"`{name}`" in GUIDE


def test_the_catalogues_of_a_package_are_made_as_the_guide_says(tmp_path: Path) -> None:
    [code] = [code for language, file, code in BLOCKS if (language, file) == ("sh", "messages")]
    shutil.copytree(ROOT / "examples/hedgerow/hedgerow", tmp_path / "mygame")
    for file in (tmp_path / "mygame/locale").iterdir():
        file.unlink()
    done = shell(code.splitlines(), tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "{seat} takes the trick." in (tmp_path / "mygame/locale/fr.po").read_text()


def of_a_reader() -> dict[str, str]:
    """The environment of a shell that knows nothing."""
    environment = {name: value for name, value in os.environ.items() if name not in ("LUDOTHEQUE_GAMES", "PYTHONPATH")}
    return environment | {"PATH": f"{Path(sys.executable).parent}:{environment['PATH']}"}


def shell(lines: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """As a reader types them; `play` is left at once."""
    return subprocess.run(
        ["sh", "-c", "\n".join(["set -ex", *lines])],
        cwd=folder,
        env=of_a_reader(),
        input="quit\n",
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def tideline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project folder that a reader has made."""
    folder = tmp_path_factory.mktemp("guide")
    [code] = [code for language, file, code in BLOCKS if (language, file) == ("sh", "new")]
    done = shell(code.splitlines(), folder)
    assert done.returncode == 0, done.stderr[-2000:]
    return folder / "tideline"


@pytest.mark.parametrize("file", TIDELINE)
def test_a_file_of_the_tiny_game_is_written_as_it_is_shown(file: str, tideline: Path) -> None:
    assert (tideline / file).read_text() == TIDELINE[file]


def test_the_tiny_game_passes_its_own_tests(tideline: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"],
        cwd=tideline,
        env=os.environ | {"LUDOTHEQUE_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "6 passed" in done.stdout


def test_the_tiny_game_has_less_than_two_hundred_lines() -> None:
    assert {Path(file).name for file in TIDELINE} >= {
        "rulebook.md",
        "components.toml",
        "rules.py",
        "view.py",
        "notation.py",
        "text.py",
        "__init__.py",
    }
    rules = [code for file, code in TIDELINE.items() if not file.endswith("scene.py")]
    assert sum(bool(line.strip()) for code in rules for line in code.splitlines()) < 200


def test_the_tiny_game_can_be_played_at_once(tideline: Path) -> None:
    [code] = [code for language, file, code in BLOCKS if (language, file) == ("sh", "tideline")]
    done = shell(code.splitlines(), tideline)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "1 of 1 record agrees" in done.stdout


def test_the_workbench_opens(tideline: Path) -> None:
    [code] = [code for language, file, code in BLOCKS if (language, file) == ("sh", "dev")]
    typed = ["sh", "-c", f"exec {code.strip()} --port 0"]
    with subprocess.Popen(typed, cwd=tideline, env=of_a_reader(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Tideline is running at http://127.0.0.1:")
        process.terminate()


def test_the_tiny_game_keeps_its_promises(tideline: Path) -> None:
    """In plain Python: it takes less time than to compile it."""
    [code] = [code for language, file, code in BLOCKS if (language, file) == ("sh", "check")]
    quick, whole, own = code.splitlines()
    assert whole.split("#")[0].split() == [word for word in quick.split("#")[0].split() if word != "--quick"]
    done = shell(["export PYTHONPATH=. LUDOTHEQUE_GAMES=tideline", quick], tideline)
    assert done.returncode == 0, done.stdout[-2000:]
    assert re.search(r"\d\d promises kept, 0 broken", done.stdout)
    own = own.partition("#")[0]
    done = shell(["export PYTHONPATH=. LUDOTHEQUE_GAMES=tideline", f"{own} -k 'tideline and r2'"], tideline)
    assert done.returncode == 0, done.stdout[-2000:]


def test_the_commands_for_the_toy_work_one_after_the_other(tmp_path: Path) -> None:
    """In a folder where `tests` lies."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    lines = [
        line
        for language, file, code in BLOCKS
        if language == "sh" and not file
        for line in code.splitlines()
        if "LUDOTHEQUE" in line or line.startswith("ludotheque ")
    ]
    assert len(lines) > 7
    done = shell(lines, tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Flotsam" in done.stdout
    assert "1 of 1 record agrees" in done.stdout
    assert (tmp_path / "game.json").read_text() in done.stdout  # plain Python plays the same game
