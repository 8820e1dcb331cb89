"""The examples that learn and compare run for a few steps, as a reader would start them."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import torch
from jax import numpy as jnp

from examples import ppo
from ludotheque.envs import make_batch

ROOT = Path(__file__).parents[2]
SEATS = 2


def run(script: str, *words: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", ROOT / "examples" / script, *words],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_ppo_learns_a_little_and_draws_its_curve(tmp_path: Path) -> None:
    file = tmp_path / "curve.svg"
    small = ("--minutes", "0.02", "--envs", "8", "--games", "10", "--threads", "1")
    lines = run("ppo.py", *small, "--curve", str(file)).splitlines()
    assert " 0 decisions: won " in lines[0]
    assert len(lines) > 1
    assert ElementTree.parse(file).getroot().tag.endswith("svg")


def test_the_loop_in_jax_plays_and_learns() -> None:
    lines = run("jax_loop.py", "--rounds", "2", "--envs", "8").splitlines()
    assert [line.partition(":")[0] for line in lines] == ["round 1", "round 2"]


def test_bots_of_openspiel_and_ours_meet() -> None:
    table = run("openspiel_tournament.py", "--count", "2", "--iterations", "3", "--levels", "novice").splitlines()
    assert [line.split(" | ")[0] for line in table[2:]] == ["| uniform", "| ismcts 3", "| novice"]
    assert all(line.count("%") == 6 for line in table[2:])


@pytest.mark.parametrize("name", ["observation", "mask", "seat", "reward", "gain", "done"])
def test_tensors_lie_in_the_memory_of_the_batch(name: str) -> None:
    batch = make_batch("toy", 4)
    tensor = ppo.shared(batch, "cpu")[name]
    array = getattr(batch, name)
    assert tensor.data_ptr() == jnp.from_dlpack(array).unsafe_buffer_pointer() == array.ctypes.data
    assert tensor.shape == array.shape


def played(seats: list[int], values: list[float], end: int, reward: list[float]) -> dict[str, torch.Tensor]:
    """Some steps of one game, which ends at a step with a reward for each seat."""
    rewards = torch.zeros(len(seats), 1, SEATS)
    rewards[end, 0] = torch.tensor(reward)
    done = torch.zeros(len(seats), 1, dtype=torch.bool)
    done[end] = True
    return {
        "seat": torch.tensor(seats)[:, None],
        "value": torch.tensor(values)[:, None],
        "reward": rewards,
        "done": done,
    }


def test_an_advantage_looks_ahead_to_the_next_decision_of_the_same_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "LAMBDA", 0.0)
    # seat 0, twice seat 1, seat 0, and the last one belongs to the next game
    steps = played([0, 1, 1, 0, 1], [0.1, 0.2, 0.3, 0.4, 0.5], end=3, reward=[1.0, -1.0])
    found = ppo.advantages(steps, torch.tensor([0.25]), torch.tensor([0]))
    assert found.flatten().tolist() == pytest.approx([0.4 - 0.1, 0.3 - 0.2, -1 - 0.3, 1 - 0.4, -0.25 - 0.5])


def test_with_lambda_1_an_advantage_is_the_result_less_what_was_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "LAMBDA", 1.0)
    steps = played([0, 1, 1, 0], [0.1, 0.2, 0.3, 0.4], end=3, reward=[1.0, -1.0])
    found = ppo.advantages(steps, torch.tensor([0.0]), torch.tensor([1]))
    assert found.flatten().tolist() == pytest.approx([1 - 0.1, -1 - 0.2, -1 - 0.3, 1 - 0.4])
