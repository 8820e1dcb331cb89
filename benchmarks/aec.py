"""Steps of PettingZoo's own loop, ours beside PettingZoo's connect four and chess.

    python benchmarks/aec.py [--seconds S] [GAME …]

The policy is that of PettingZoo's `performance_benchmark`: any action of the mask. One process, the
environments in turns, medians of five rounds in CPU time. It prints a table with both ratios;
nothing is written.
"""

import argparse
import os
import random
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
from pettingzoo.classic import chess_v6, connect_four_v3

from ludotheque.core import registry
from ludotheque.envs import pettingzoo

ROUNDS = 5
THEIRS: dict[str, Callable[[], Any]] = {"connect_four_v3": connect_four_v3.env, "chess_v6": chess_v6.env}


def rate(env: Any, seconds: float, seed: int) -> float:
    """Return steps per CPU second of whole games."""
    steps, began = 0, process_time()
    while process_time() - began < seconds:
        env.reset(seed=seed + steps)
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            is_over = termination or truncation
            env.step(None if is_over else random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            steps += 1
    return steps / (process_time() - began)


def main() -> None:
    asked = argparse.ArgumentParser(description="Steps of PettingZoo's loop, side by side.")
    asked.add_argument("games", nargs="*", default=[name for name in registry.names() if registry.load(name).encode])
    asked.add_argument("--seconds", type=float, default=1.0, help="of each of five rounds")
    wish = asked.parse_args()
    envs = {name: pettingzoo.env(game=name) for name in wish.games} | {name: make() for name, make in THEIRS.items()}
    for env in envs.values():
        rate(env, 0, 0)  # one game: compiles what it needs
    rates: dict[str, list[float]] = {name: [] for name in envs}
    for seed in range(ROUNDS):
        for name, env in envs.items():
            rates[name].append(rate(env, wish.seconds, seed))
    middle = {name: median(found) for name, found in rates.items()}
    print(f"| PettingZoo's loop | steps per CPU second | {' | '.join(f'times {name}' for name in THEIRS)} |")
    print("| --- | ---: |" + " ---: |" * len(THEIRS))
    for name, speed in middle.items():
        print(f"| {name} | {speed:,.0f} | {' | '.join(f'{speed / middle[other]:.1f}' for other in THEIRS)} |")


if __name__ == "__main__":
    main()
