"""The GPU kernel, on numba's simulator: the same games as on the CPU. (On real hardware: benchmarks/gpu.py.)"""

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from ludotheque.core import registry
from ludotheque.core.constants import MAX_SEATS
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.lab import cuda
from ludotheque.lab.series import Series
from ludotheque.lab.simulate import simulate

SEED, GAMES = 6, 3
every_game = pytest.mark.parametrize("game", [registry.load(name) for name in registry.names()], ids=registry.names())

SIMULATOR = """
import json
from ludotheque.core import registry
from ludotheque.lab import cuda, simulate

def stop(done):
    raise KeyboardInterrupt

found = {}
for game in map(registry.load, registry.names()):
    for seats in game.seats:
        states, sheets = cuda.play_all(game, seats, {}, SEED, GAMES)
        whole = simulate.simulate(game, seats, {}, GAMES, SEED, device="cuda").to_json()
        found[f"{game.id} {seats}"] = {"states": [state.tobytes().hex() for state in states], "sheets": sheets.tolist(), "simulation": whole}
cuda.FIRST_LAUNCH = 2
try:
    simulate.simulate(game, seats, {}, GAMES, SEED, device="cuda", progress=stop)
except simulate.Interrupted as stopped:
    found["stopped after"] = stopped.simulation.games
print(json.dumps(found))
"""

BARE = """
import sys
sys.modules.update(dict.fromkeys(["babel", "typer", "rich", "numba", "pyspiel"]))  # as if they were not installed
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.lab import bench, cuda, openspiel, perft, series, simulate
game = registry.load("sarena")
assert simulate.simulate(game, 2, {}, 1, 1).games == 1
assert not openspiel.is_installed()
try:
    simulate.simulate(game, 2, {}, 1, 1, device="cuda")
except LudothequeError as error:
    print(error)
"""


def run(program: str, **environment: str) -> str:
    """What a program prints: whether numba compiles, and for what, is decided when it is imported."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def on_the_simulator() -> dict[str, Any]:
    program = SIMULATOR.replace("SEED", str(SEED)).replace("GAMES", str(GAMES))
    found: dict[str, Any] = json.loads(run(program, LUDOTHEQUE_JIT="0", NUMBA_ENABLE_CUDASIM="1"))
    return found


@every_game
def test_the_kernel_plays_every_game_to_the_same_state(game: Game, on_the_simulator: dict[str, Any]) -> None:
    for seats in game.seats:
        series = Series(game, seats, {}, SEED)
        assert on_the_simulator[f"{game.id} {seats}"]["states"] == [series.final_state(number).tobytes().hex() for number in range(GAMES)]


@every_game
def test_the_kernel_finds_the_same_lengths_scores_and_places(game: Game, on_the_simulator: dict[str, Any]) -> None:
    for seats in game.seats:
        plies, points, places = Series(game, seats, {}, SEED).play(range(GAMES))
        sheets = np.array(on_the_simulator[f"{game.id} {seats}"]["sheets"])
        assert np.array_equal(sheets, np.column_stack([plies, points, places]))
        assert sheets.shape == (GAMES, 1 + 2 * MAX_SEATS)


@every_game
def test_a_simulation_does_not_depend_on_the_device(game: Game, on_the_simulator: dict[str, Any]) -> None:
    for seats in game.seats:
        here = json.loads(json.dumps(simulate(game, seats, {}, GAMES, SEED).to_json()))
        there = on_the_simulator[f"{game.id} {seats}"]["simulation"]
        assert {key for key in here if here[key] != there[key]} <= {"device", "seconds", "plies_per_second"}


def test_a_run_on_the_card_that_is_stopped_keeps_its_games(on_the_simulator: dict[str, Any]) -> None:
    assert on_the_simulator["stopped after"] == 2


def test_a_machine_without_a_gpu_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda as numba_cuda

    monkeypatch.setattr(numba_cuda, "is_available", lambda: False)
    with pytest.raises(LudothequeError, match="needs an NVIDIA GPU"):
        cuda.driver()


def test_plain_python_is_no_device_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "JIT", False)
    with pytest.raises(LudothequeError, match="LUDOTHEQUE_JIT"):
        cuda.driver()


def test_the_laboratory_needs_none_of_the_extras() -> None:
    assert run(BARE, LUDOTHEQUE_JIT="0") == "device cuda needs the package numba-cuda, an extra: ludotheque[gpu]\n"
