"""One source, several ways to run it, the same states after every action. Each test starts them all, so they are run once."""

import json
import os
import subprocess
import sys

import pytest

from ludotheque.core import registry
from tests.conformance.playing import trace

every_game = pytest.mark.parametrize("name", registry.names())
GAMES = 6

PROGRAM = """
import json, sys
import numpy as np
from tests.conformance.playing import trace
with np.errstate(over="raise"):
    print(json.dumps(trace(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
"""


def traced_with(name: str, seats: int, **environment: str) -> list[str]:
    """The trace of a process of its own: how rules run is decided when they are imported."""
    command = [sys.executable, "-W", "error", "-c", PROGRAM, name, str(seats), str(GAMES)]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    digests: list[str] = json.loads(done.stdout)
    return digests


@every_game
def test_python_and_machine_code_agree_after_every_action(name: str) -> None:
    game = registry.load(name)
    for seats in game.seats:
        assert traced_with(name, seats, LUDOTHEQUE_JIT="0") == traced_with(name, seats, LUDOTHEQUE_JIT="1")


@every_game
def test_no_rule_reads_or_writes_out_of_bounds(name: str) -> None:
    seats = registry.load(name).seats[-1]
    assert traced_with(name, seats, LUDOTHEQUE_JIT="1", NUMBA_BOUNDSCHECK="1") == trace(name, seats, GAMES)
