"""Judgement: weights for the marks of a position are learned, kept, and judge a search's leaves."""

from pathlib import Path

import numpy as np
import pytest

from ludotheque.bots.judgement import Judgement, new_scales
from ludotheque.bots.network import digest, load, save
from ludotheque.core.constants import TABLE
from ludotheque.core.layout import layout
from tools.judgement import Games, errors, fit, keep, part, rows_of, stored
from tools.made import steps, steps_of

TABLES = layout(("seats", np.int64))
WEIGHTS = np.array([3.0, -1.0, 0.5])


def made_up() -> tuple[Games, np.ndarray]:
    """Two hundred games of ten positions, whose points are what the marks say."""
    rng, count = np.random.default_rng(1), 2_000
    states = np.zeros(count, TABLES)
    states["seats"] = 2
    deal = np.repeat(np.arange(count // 10), 10)
    marks = np.zeros((count, TABLE, 3))
    marks[:, :2] = np.repeat(rng.normal(size=(count // 10, 2, 3)), 10, axis=0)
    return Games(states, deal, marks @ WEIGHTS), marks


def test_the_weights_are_those_that_made_the_points() -> None:
    games, marks = made_up()
    for trace in (1.0, 0.9):
        assert np.allclose(fit(games, marks, trace, sure=0), WEIGHTS, atol=0.02)


def test_a_right_judgement_is_nearer_than_a_wrong_one() -> None:
    games, marks = made_up()
    points, loss, margin = errors(games, marks @ WEIGHTS)
    assert points < 1e-9
    assert loss < 0.2
    assert margin == 1.0
    assert errors(games, marks @ -WEIGHTS)[1] > np.log(2) - 1e-3


def test_each_game_has_its_own_rows() -> None:
    games, _ = made_up()
    assert list(rows_of(part(games, games.deal < 3))) == [slice(0, 10), slice(10, 20), slice(20, 30)]


def test_a_judgement_is_kept_in_a_file(tmp_path: Path) -> None:
    judgement = Judgement(WEIGHTS.astype(np.float32))
    save(tmp_path / "champion.npz", judgement, {"game": "anything"})
    found, about = load(tmp_path / "champion.npz")
    assert isinstance(found, Judgement)
    assert digest(found) == digest(judgement)
    assert about["game"] == "anything"
    assert new_scales(found).marks.shape == (TABLE, 3)


def test_stored_games_are_read_again_in_the_order_of_the_files(tmp_path: Path) -> None:
    games, _ = made_up()
    files = [tmp_path / "first.npz", tmp_path / "second.npz"]
    for file, rows in zip(files, (games.deal < 3, games.deal >= 3), strict=True):
        keep(file, part(games, rows), {"made": []})
    found = stored(files, TABLES)
    assert all(np.array_equal(column, other) for column, other in zip(found, games, strict=True))


def test_a_file_says_by_which_commands_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second round is guided by the first, and the fit uses the games of both."""
    first, guide, second, old = (tmp_path / f"{name}.npz" for name in ("first", "guide", "second", "old"))
    games, judgement = made_up()[0], Judgement(WEIGHTS.astype(np.float32))

    def made(command: str, *used: Path) -> dict[str, list[dict[str, object]]]:
        monkeypatch.setattr("sys.argv", ["judgement.py", *command.split()])
        return {"made": steps("tools.judgement", used)}

    keep(first, games, made("toy --games 40"))
    save(guide, judgement, made("toy --games 40"))
    keep(second, games, made("toy --guide guide.npz", guide))
    save(old, judgement, {"made": "by hand"})
    chain = made("toy --data first.npz second.npz", first, second)["made"]
    assert [step["command"] for step in chain] == [
        "python -m tools.judgement toy --games 40",
        "python -m tools.judgement toy --guide guide.npz",
        "python -m tools.judgement toy --data first.npz second.npz",
    ]
    assert all(isinstance(step["seconds"], int) for step in chain)
    assert steps_of(old) == [{"command": "by hand"}]
