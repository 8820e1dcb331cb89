"""What the GPU needs, and what is said where it is missing.

That it plays the same games as the CPU is a promise of every game: check/test_gpu.py.
"""

import os
import subprocess
import sys

import pytest

from ludotheque.core import gpu
from ludotheque.core.errors import LudothequeError

STOPPED = """
from ludotheque.core import registry
from ludotheque.lab import cuda, simulate

def stop(done):
    raise KeyboardInterrupt

cuda.FIRST_LAUNCH = 2
try:
    simulate.simulate(registry.load("sarena"), 2, {}, 3, 6, device="cuda", progress=stop)
except simulate.Interrupted as stopped:
    print(stopped.simulation.games)
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
    """What a program prints: whether numba compiles, and for what, is decided when it is
    imported.
    """
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_run_on_the_card_that_is_stopped_keeps_its_games() -> None:
    assert run(STOPPED, LUDOTHEQUE_JIT="0", NUMBA_ENABLE_CUDASIM="1") == "2\n"


def test_a_machine_without_a_gpu_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda as numba_cuda

    monkeypatch.setattr(numba_cuda, "is_available", lambda: False)
    with pytest.raises(LudothequeError, match="needs an NVIDIA GPU"):
        gpu.driver()


def test_plain_python_is_no_device_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "JIT", False)
    with pytest.raises(LudothequeError, match="LUDOTHEQUE_JIT"):
        gpu.driver()


def test_the_laboratory_needs_none_of_the_extras() -> None:
    assert run(BARE, LUDOTHEQUE_JIT="0") == "device cuda needs the package numba-cuda, an extra: ludotheque[gpu]\n"
