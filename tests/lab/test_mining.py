"""Puzzles: those that are mined are proved, and those that are shipped are what they say."""

from itertools import islice
from pathlib import Path

import pytest

from ludotheque.bots.proving import AGREE, CLEAR
from ludotheque.cli import main
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.puzzle import Puzzle, dumps, puzzles_of, read
from ludotheque.core.record import check as check_record
from ludotheque.lab import mining

EXACT = 3  # exact solutions that are computed again for each game; `ludotheque puzzles check` computes all
GAMES = ("sarena", "labyrinth", "viva_catrina", "meandres", "dream_runners")


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with a known best action, and a miner for short games."""
    monkeypatch.setenv("LUDOTHEQUE_GAMES", "tests.toy,tests.matches")
    monkeypatch.setattr(mining, "LEAST", 3)
    monkeypatch.setattr(mining, "EARLY", 0)
    monkeypatch.setattr(mining, "APART", 1)


def mined(tmp_path: Path, count: int = 3, seed: int = 1) -> list[Puzzle]:
    file = tmp_path / "matches.jsonl"
    file.write_text("".join(map(dumps, islice(mining.mine("matches", 2 * count, seed), count))))
    return read(file)


@pytest.mark.usefixtures("matches")
def test_what_is_mined_is_right_and_always_the_same(tmp_path: Path) -> None:
    found = mined(tmp_path)
    for puzzle in found:
        assert puzzle.best == [int(puzzle.view.pile) % 4 - 1]
        assert check_record(puzzle.data) == []
        mining.check(puzzle)
    assert [one.data for one in mined(tmp_path)] == [one.data for one in found]
    assert {one.notes.id for one in mined(tmp_path, seed=2)} != {one.notes.id for one in found}


@pytest.mark.usefixtures("matches")
def test_a_puzzle_that_is_wrong_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [puzzle] = mined(tmp_path, 1)
    other = next(a for a in registry.load("matches").legal(puzzle.view, puzzle.notes.seat) if a not in puzzle.best)
    text = registry.load("matches").notation.text(puzzle.view, puzzle.notes.seat, other)
    for change, complaint in (
        ({"best": [text]}, "do not agree"),
        ({"id": "00000000"}, "its id must be"),
        ({"best": ["take 9"]}, "not legal here"),
        ({"proof": None}, "no proof"),
        ({"theme": "none"}, "unknown theme"),
        ({"points": 1.0}, "another exact solution"),
    ):
        file = tmp_path / "wrong.jsonl"
        file.write_text(dumps({**puzzle.data, "puzzle": puzzle.data["puzzle"] | change}))
        with pytest.raises(SystemExit) as stopped:
            main(["puzzles", "check", str(file)])
        assert stopped.value.code == 1
        assert complaint in capsys.readouterr().out
    file.write_text('{"puzzle": {}}\n')
    with pytest.raises(LudothequeError, match="line 1: not a puzzle"):
        read(file)


@pytest.mark.usefixtures("matches")
def test_the_command_writes_every_puzzle_as_it_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["puzzles", "mine", "matches", "--count", "2", "--seed", "3", "--minutes", "1", "--out", str(tmp_path)])
    assert ended.value.code == 0
    assert "2 puzzles, written to" in capsys.readouterr().out
    assert len(read(tmp_path / "matches.jsonl")) == 2


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_fifty_puzzles_that_are_what_they_say(game: str) -> None:
    found = puzzles_of(registry.load(game))
    assert len({one.notes.id for one in found}) == len(found) >= 50
    exact, searched = ([one for one in found if (one.notes.points is None) == is_searched] for is_searched in (0, 1))
    for one in [*searched, *exact[:EXACT]]:
        mining.structure(one)
        assert check_record(one.data) == []
    for proof in [one.notes.proof for one in searched if one.notes.proof]:
        assert min(proof.agree) >= AGREE * proof.worlds
        assert min(proof.margin) >= CLEAR
        assert proof.iterations[1] == 10 * proof.iterations[0]
