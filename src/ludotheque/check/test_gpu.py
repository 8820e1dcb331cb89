"""The GPU kernels on numba's simulator: the same games as on the CPU.

(On real hardware: benchmarks/gpu.py and benchmarks/batches.py.)
"""

import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

import numpy as np

from ludotheque.check.playing import where_encoded
from ludotheque.core import registry
from ludotheque.core.constants import MAX_SEATS
from ludotheque.envs.batch import Batch
from ludotheque.lab.series import Series
from ludotheque.lab.simulate import simulate

SEED, GAMES = 6, 3
COURSES, STEPS = 3, 12  # of a batch

SIMULATOR = """
import json, sys
from ludotheque.core import registry
from ludotheque.envs.card import CardBatch
from ludotheque.lab import cuda, simulate

found, game = {}, registry.load(sys.argv[1])
for seats in game.seats:
    states, sheets = cuda.play_all(game, seats, {}, SEED, GAMES)
    whole = simulate.simulate(game, seats, {}, GAMES, SEED, device="cuda").to_json()
    told = [state.tobytes().hex() for state in states]
    found[str(seats)] = {"states": told, "sheets": sheets.tolist(), "simulation": whole}
    if game.encode:
        batch = CardBatch(game, COURSES, seats, seed=SEED)
        batch.roll(STEPS)
        batch.step([0] * COURSES)
        found[str(seats)]["batch"] = [array.copy_to_host().tobytes().hex() for array in (batch.states, *batch.out)]
print(json.dumps(found))
"""


@cache
def on_the_simulator(name: str) -> dict[str, Any]:
    """Run the simulator in its own process: numba chooses its target when it is imported."""
    given = {"SEED": SEED, "GAMES": GAMES, "COURSES": COURSES, "STEPS": STEPS}
    program = "\n".join(f"{name} = {value}" for name, value in given.items()) + SIMULATOR
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, name],
        env=os.environ | {"LUDOTHEQUE_JIT": "0", "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_kernel_plays_every_game_to_the_same_state(name: str) -> None:
    game = registry.load(name)
    for seats in game.seats:
        series = Series(game, seats, {}, SEED)
        assert on_the_simulator(name)[str(seats)]["states"] == [
            series.final_state(number).tobytes().hex() for number in range(GAMES)
        ]


def test_the_kernel_finds_the_same_lengths_scores_and_places(name: str) -> None:
    game = registry.load(name)
    for seats in game.seats:
        plies, points, places = Series(game, seats, {}, SEED).play(range(GAMES))
        sheets = np.array(on_the_simulator(name)[str(seats)]["sheets"])
        assert np.array_equal(sheets, np.column_stack([plies, points, places]))
        assert sheets.shape == (GAMES, 1 + 2 * MAX_SEATS)


def test_a_simulation_does_not_depend_on_the_device(name: str) -> None:
    game = registry.load(name)
    for seats in game.seats:
        here = json.loads(json.dumps(simulate(game, seats, {}, GAMES, SEED).to_json()))
        there = on_the_simulator(name)[str(seats)]["simulation"]
        assert {key for key in here if here[key] != there[key]} <= {"device", "seconds", "plies_per_second"}


@where_encoded
def test_a_batch_on_the_card_hands_out_the_same_bytes(name: str) -> None:
    game = registry.load(name)
    for seats in game.seats:
        batch = Batch(game, COURSES, seats, seed=SEED)
        batch.roll(STEPS)
        batch.step(0)  # legal or not
        there = on_the_simulator(name)[str(seats)]["batch"]
        assert there == [array.tobytes().hex() for array in (batch.states, *batch.out)]
