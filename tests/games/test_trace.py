"""From rule to test and back: every numbered sentence of a rulebook has a test that carries its
number, and every such number stands in the rulebook.

Test files are read, not imported. And whatever else each game owes the reader is there: counts, a
naive implementation, a playthrough for every number of seats.
"""

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.core import registry, rulebook
from tools import playthroughs

TESTS = Path(__file__).parent.parent
TOY = "toy"  # the game that only the tests know
RELEASED = [name for name in registry.names() if name != TOY]


def folder_of(name: str) -> Path:
    """Where the tests of a game lie."""
    return TESTS / TOY if name == TOY else TESTS / "games" / name


def rules_of(name: str) -> str:
    return rulebook.path(registry.load(name)).read_text()


# The check


def numbers_on(test: ast.FunctionDef) -> list[str]:
    """The numbers that a test carries: @pytest.mark.sentence("R3.2", "R3.3")."""
    marks = [
        mark
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.sentence"
    ]
    return [
        argument.value
        for mark in marks
        for argument in mark.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def functions_in(file: Path) -> Iterator[ast.FunctionDef]:
    """Every test function of a file."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def gaps(rules: str, folder: Path) -> list[str]:
    """Sentences without a test, and tests whose sentence does not exist."""
    sentences = rulebook.sentences_of(rules)
    carried = [
        (number, test.name)
        for file in sorted(folder.rglob("test_*.py"))
        for test in functions_in(file)
        for number in numbers_on(test)
    ]
    tested = {number for number, _ in carried}
    untested = [f"{number} has no test: {text}" for number, text in sentences.items() if number not in tested]
    unknown = [
        f"{test} carries {number}, which is not in the rulebook" for number, test in carried if number not in sentences
    ]
    return untested + unknown


# Every game


@pytest.mark.parametrize("name", registry.names())
def test_every_sentence_has_a_test_and_every_number_a_sentence(name: str) -> None:
    assert gaps(rules_of(name), folder_of(name)) == []


@pytest.mark.parametrize("name", registry.names())
def test_sentences_are_numbered_without_a_gap_under_their_chapters(name: str) -> None:
    """A line that is not shaped like a sentence would silently be no rule at all."""
    text = rules_of(name)
    expected, found = [], []
    for line in text.splitlines():
        if chapter := re.match(r"## R(\d+) \w", line):
            expected.append([int(chapter[1]), 0])
        elif re.match(r"\W*R\d", line) and not line.startswith("|"):
            expected[-1][1] += 1
            found.append(f"R{expected[-1][0]}.{expected[-1][1]}")
    assert [chapter for chapter, _ in expected] == list(range(1, len(expected) + 1))
    assert list(rulebook.sentences_of(text)) == found


def without_tests_of(number: str, folder: Path) -> None:
    """Cut every test that carries the number out of the files of a folder."""
    for file in folder.rglob("test_*.py"):
        lines = file.read_text().splitlines()
        for test in functions_in(file):
            if number in numbers_on(test):
                first, last = test.decorator_list[0].lineno, test.end_lineno or test.lineno
                lines[first - 1 : last] = [""] * (last - first + 1)
        file.write_text("\n".join(lines))


@pytest.mark.parametrize("name", registry.names())
def test_a_sentence_whose_test_is_taken_away_is_noticed(name: str, tmp_path: Path) -> None:
    rules, copy = rules_of(name), tmp_path / name
    shutil.copytree(folder_of(name), copy, ignore=shutil.ignore_patterns("__pycache__"))
    number = list(rulebook.sentences_of(rules))[-1]
    assert gaps(rules, copy) == []
    without_tests_of(number, copy)
    assert any(gap.startswith(f"{number} has no test: ") for gap in gaps(rules, copy))


@pytest.mark.parametrize("name", registry.names())
def test_a_sentence_taken_out_of_the_rulebook_is_noticed(name: str) -> None:
    rules = rules_of(name)
    number = next(iter(rulebook.sentences_of(rules)))
    gone = gaps(rules.replace(f"- {number} ", "- "), folder_of(name))
    assert gone
    assert all(gap.endswith(f" carries {number}, which is not in the rulebook") for gap in gone)


# What each game owes the reader


@pytest.mark.parametrize("name", RELEASED)
@pytest.mark.parametrize("file", ["perft.txt", "examples.json"])
def test_every_game_has_counts_a_naive_implementation_and_examples(name: str, file: str) -> None:
    assert (folder_of(name) / file).stat().st_size > 0


@pytest.mark.parametrize("name", RELEASED)
def test_every_game_has_a_playthrough_for_each_number_of_seats(name: str) -> None:
    game = registry.load(name)
    expected = {playthroughs.path(game, seats) for seats in game.seats}
    assert set((folder_of(name) / "playthroughs").glob("*")) == expected


@pytest.mark.parametrize("name", RELEASED)
def test_the_naive_implementation_does_not_know_the_game(name: str) -> None:
    tree = ast.parse((registry.load(name).folder / "naive.py").read_text())
    imported = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert [module for module in imported if module and module.startswith(("ludotheque", "tests"))] == []
