"""Hedgerow, a package of its own: its tests, its commands, its messages. All of it in plain Python,
which takes less time than to compile it.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from ludotheque.core.naming import forms_of
from ludotheque.core.words import ENGLISH, LANGUAGES

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "examples/hedgerow"
PACKAGE = PROJECT / "hedgerow"
ENVIRONMENT = os.environ | {
    "LUDOTHEQUE_GAMES": "hedgerow",
    "LUDOTHEQUE_JIT": "0",
    "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    "PYTHONPATH": os.pathsep.join([str(PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]),
}
OTHERS = [language for language in LANGUAGES if language != ENGLISH.language]
SENTENCE = re.compile(r"^- (R\d+\.\d+) ", re.MULTILINE)


def run(command: str, folder: Path) -> str:
    done = subprocess.run(
        ["sh", "-ec", command], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_it_passes_its_own_tests() -> None:
    assert " passed" in run(f"{sys.executable} -m pytest -q -n0 -p no:cacheprovider", PROJECT)


def test_every_sentence_of_its_rulebook_has_a_test() -> None:
    sentences = {number.lower().replace(".", "_") for number in SENTENCE.findall((PACKAGE / "rulebook.md").read_text())}
    tests = re.findall(r"^def test_(r\d+_\d+)_", (PACKAGE / "test_hedgerow.py").read_text(), re.MULTILINE)
    assert len(sentences) > 15
    assert set(tests) == sentences


def test_its_project_file_is_that_of_the_kit() -> None:
    ours, kit = (
        tomllib.loads((folder / "pyproject.toml").read_text()) for folder in (PROJECT, ROOT / "src/ludotheque/kit")
    )
    assert ours["project"].pop("entry-points") == {"ludotheque.games": {"hedgerow": "hedgerow:GAME"}}
    assert kit["project"].pop("entry-points") == {"ludotheque.games": {"tideline": "tideline:GAME"}}
    assert ours["project"]["optional-dependencies"] == kit["project"]["optional-dependencies"]


def test_the_commands_of_its_page_work(tmp_path: Path) -> None:
    [block] = re.findall(r"^```sh hedgerow\n(.*?)^```", (PROJECT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    lines = [line for line in block.splitlines() if line.startswith("ludotheque ")]
    said = run("\n".join(lines), tmp_path)
    assert "Follow suit" in said
    assert "1 of 1 record agrees" in said
    assert " promises kept, 0 broken" in said


@pytest.mark.parametrize("seats", [3, 4])
def test_random_games_agree_with_their_records(seats: int, tmp_path: Path) -> None:
    options = "--option length=long --option hedge=tame" if seats == 4 else ""
    lines = [
        f"ludotheque record make hedgerow --seats {seats} --seed {seed} {options} > {seed}.json" for seed in range(3)
    ]
    assert "3 of 3 records agree" in run("\n".join([*lines, "ludotheque record check *.json"]), tmp_path)


def test_it_speaks_other_languages_at_the_command_line(tmp_path: Path) -> None:
    said = run("echo quit | LUDOTHEQUE_LANGUAGE=nl ludotheque play hedgerow --bots random,random", tmp_path)
    assert "Hoeveel slagen beloof je te halen?" in said


# Its messages


def messages(path: Path) -> dict[str, tuple[str, ...]]:
    """What a catalogue says for each message, a form for each plural."""
    with path.open("rb") as file:
        found = [message for message in read_po(file) if message.id]
    return {
        message.id if isinstance(message.id, str) else message.id[0]: (
            (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        )
        for message in found
    }


def test_the_template_is_what_the_guide_extracts(tmp_path: Path) -> None:
    guide = (ROOT / "docs/add-a-game.md").read_text()
    [block] = re.findall(r"^```sh messages\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    (tmp_path / "mygame").symlink_to(PACKAGE)
    template = (PACKAGE / "locale/messages.pot").read_text()
    extract = next(command for command in block.replace("\\\n", " ").splitlines() if "extract" in command)
    run(extract.replace("-o mygame/locale/messages.pot", "-o messages.pot"), tmp_path)
    assert (tmp_path / "messages.pot").read_text() == template


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated_with_the_same_names(language: str) -> None:
    wanted, said = messages(PACKAGE / "locale/messages.pot"), messages(PACKAGE / f"locale/{language}.po")
    assert wanted.keys() == said.keys()
    forms = "|".join(filter(None, forms_of(language)))
    for message, texts in said.items():
        for text in texts:
            names = [re.sub(f":({forms})$", "", name) if forms else name for name in re.findall(r"\{([^}]*)\}", text)]
            assert text, message
            assert sorted(names) == sorted(re.findall(r"\{([^}]*)\}", message)), message
