"""Judgement: weights for the marks of a position are learned, kept, and judge a search's leaves."""

from pathlib import Path

import numpy as np

from ludotheque.bots.judgement import Judgement, new_scales
from ludotheque.bots.network import digest, load, save
from ludotheque.core.constants import TABLE
from ludotheque.core.layout import layout
from tools.judgement import Games, errors, fit, part, rows_of

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
