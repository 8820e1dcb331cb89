"""Plans of Master Labyrinth, timed: all cells that one or two actions can reach, by every shift and every walk.

    python benchmarks/reach.py

Beside them stand the figures that j-blue-arz/labyrinth publishes for its C++ search in the classic 7 × 7 game, on a machine of its own. Ours are calls from Python and include the
crossing into compiled code.
"""

import json
from statistics import median, quantiles
from time import perf_counter

import numpy as np

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.games.labyrinth.components import CELLS
from ludotheque.games.labyrinth.reach import fill_plans

DEALS = 2000
PUBLISHED_US = {1: 14.0, 2: 280.0}  # median, C++


def microseconds(depth: int) -> list[float]:
    """What each of many deals takes."""
    game, plans, found = registry.load("labyrinth"), np.empty(CELLS, np.int32), []
    for seed in range(-1, DEALS):  # the first one compiles
        state = game.new(4, {}, seed_key(seed))
        plans[:] = NONE
        began = perf_counter()
        fill_plans(state, depth, plans)
        found.append((perf_counter() - began) * 1e6)
    return found[1:]


def main() -> None:
    rows = []
    for depth, published in PUBLISHED_US.items():
        times = microseconds(depth)
        row = {"depth": depth, "median_us": round(median(times), 2), "p95_us": round(quantiles(times, n=20)[-1], 2), "published_us": published}
        rows.append(row | {"met": row["median_us"] <= published})
        print(f"depth {depth}: {row['median_us']} µs median, {row['p95_us']} µs for 19 of 20; published for C++: {published} µs")
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
