"""Trials find the weights that bring most points."""

from pathlib import Path

import numpy as np
import pytest

from ludotheque.bots.judgement import Judgement
from ludotheque.bots.knowledge import evaluate_of
from ludotheque.bots.network import save
from ludotheque.core import registry
from tools.trials import LONGEST, Trials, first_weights, fit, step, stored

BEST = np.array([1.0, -0.5, 0.0])


def made_up(center: np.ndarray) -> Trials:
    """Three thousand trials on a hill whose top is at BEST; the last weight does not matter."""
    rng = np.random.default_rng(1)
    weights = center + rng.uniform(-1, 1, (3_000, 3))
    points = 70 - ((weights - BEST)[:, :2] ** 2 * [4.0, 2.0]).sum(1) + rng.normal(0, 5, 3_000)
    return Trials(weights, points)


def test_weights_step_towards_the_top() -> None:
    center = np.array([0.6, -0.9, 0.0])
    assert center + step(fit(made_up(center))) == pytest.approx(BEST, abs=0.3)


def test_a_step_is_never_long() -> None:
    slope = fit(made_up(np.array([-9.0, 0.0, 0.0])))
    assert step(slope)[0] == pytest.approx(LONGEST * slope.wide[0])
    assert slope.wide == pytest.approx(np.full(3, 1 / np.sqrt(3)), abs=0.02)


def test_trials_begin_with_a_file_or_with_the_weights_by_hand(tmp_path: Path) -> None:
    game = registry.load("dream_runners")
    assert np.array_equal(first_weights(game, None), evaluate_of(game).BY_HAND)
    save(tmp_path / "own.npz", Judgement(BEST.astype(np.float32)), {})
    assert np.array_equal(first_weights(game, tmp_path / "own.npz"), BEST)
    with pytest.raises(SystemExit, match="Sarena has no weights by hand"):
        first_weights(registry.load("sarena"), None)


def test_stored_trials_are_put_together(tmp_path: Path) -> None:
    trials = made_up(BEST)
    for number, rows in enumerate((slice(0, 1_000), slice(1_000, None))):
        np.savez(tmp_path / f"{number}.npz", about="", weights=trials.weights[rows], points=trials.points[rows])
    found = stored([tmp_path / "0.npz", tmp_path / "1.npz"])
    assert np.array_equal(found.weights, trials.weights)
    assert np.array_equal(found.points, trials.points)


def test_two_weights_that_matter_together_do_not_both_go_all_the_way() -> None:
    """What counts is their difference, so a step of one of them spares the other its own."""
    rng = np.random.default_rng(2)
    weights = np.array([0.4, -0.4, 0.0]) + rng.uniform(-1, 1, (3_000, 3))
    points = 70 - 6 * (weights[:, 0] - weights[:, 1]) ** 2 + rng.normal(0, 5, 3_000)
    center, trials = weights.mean(0), Trials(weights, points)
    apart = [one - other for one, other, _ in (center + step(fit(trials, has_products=on)) for on in (False, True))]
    assert apart == pytest.approx([-0.8, 0.0], abs=0.15)
    assert fit(trials, has_products=True).ties[2].tolist() == [0, 0, 0]


def test_a_weight_that_is_held_stays() -> None:
    slope = fit(made_up(np.array([0.0, 0.0, 0.0])))
    assert step(slope)[0] > 0
    assert step(slope, held=[0])[0] == 0
