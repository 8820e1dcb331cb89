"""Trials find the weights that bring most points."""

import numpy as np
import pytest

from tools.trials import LONGEST, Trials, fit, step

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
