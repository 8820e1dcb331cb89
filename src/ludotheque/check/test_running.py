"""One source, several ways to run it, the same states after every action.

Each test starts all of them, so they run only once.
"""

import json
import os
import subprocess
import sys

from ludotheque.check.playing import trace
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game
from ludotheque.core.layout import copy

GAMES, PLIES = 6, 12

PROGRAM = """
import json, sys
import numpy as np
from ludotheque.check.playing import trace
with np.errstate(over="raise"):
    print(json.dumps(trace(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
"""


def traced_with(name: str, seats: int, **environment: str) -> list[str]:
    """Return the trace of a separate process, because how rules run is decided when they are
    imported.
    """
    command = [sys.executable, "-W", "error", "-c", PROGRAM, name, str(seats), str(GAMES)]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    digests: list[str] = json.loads(done.stdout)
    return digests


def looks(game: Game) -> list[bytes]:
    """Return a game from its beginning: every state, and what each viewer sees of it."""
    state, found = game.new(game.seats[0], {}, seed_key(4)), []
    for ply in range(PLIES):
        seat = game.movers(state)[0]
        actions = game.legal(state, seat)
        found += [
            state.tobytes(),
            *(game.view_of(state, eyes).tobytes() for eyes in range(NONE, game.seats[0])),
            bytes(str(actions), "ascii"),
        ]
        state = copy(state)
        game.apply(state, seat, actions[5 * ply % len(actions)])
        if game.is_over(state):
            break
    return found


def test_python_and_machine_code_agree_after_every_action(name: str) -> None:
    game = registry.load(name)
    for seats in game.seats:
        assert traced_with(name, seats, LUDOTHEQUE_JIT="0") == traced_with(name, seats, LUDOTHEQUE_JIT="1")


def test_no_rule_reads_or_writes_out_of_bounds(name: str) -> None:
    seats = registry.load(name).seats[-1]
    assert traced_with(name, seats, LUDOTHEQUE_JIT="1", NUMBA_BOUNDSCHECK="1") == trace(name, seats, GAMES)


def test_a_game_runs_plainly_while_it_is_being_compiled(name: str) -> None:
    game = registry.load(name)
    compiled = looks(game)
    game.run_plainly()
    try:
        assert game.is_plain
        assert looks(game) == compiled
    finally:
        game.run_compiled()
    assert not game.is_plain
