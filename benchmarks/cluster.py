"""What a Ray cluster costs and brings on this machine: the same work by threads, and by 1, 2 and 4
workers of a cluster.

    .venv/bin/python benchmarks/cluster.py

Let nothing else run meanwhile.
"""

import os
from statistics import median
from time import perf_counter
from typing import Any

from ludotheque.core import registry
from ludotheque.lab.league import Plan, resume
from ludotheque.lab.simulate import simulate
from ludotheque.lab.spread import Crew, hired

GAMES, TIMES = 4_000_000, 3
STORE = 80 << 20  # bytes of shared memory
SARENA = registry.load("sarena")
PLAN = Plan("sarena", 2, ("novice", "regular"), 60, SARENA.complete_options({}), scale=0.2)


def simulated(crew: Crew) -> float:
    """Return the seconds of many random games."""
    began = perf_counter()
    simulate(SARENA, 2, {}, GAMES, 1, crew.workers, crew=crew)
    return perf_counter() - began


def league(crew: Crew) -> float:
    """Return the seconds of a league."""
    began = perf_counter()
    resume(PLAN, SARENA, None).play(None, crew)
    return perf_counter() - began


def measured(name: str, crew: Crew) -> None:
    simulated(crew)  # everybody loads the compiled rules
    league(crew)
    times = [median(work(crew) for _ in range(TIMES)) for work in (simulated, league)]
    print(f"{name:<12} simulate {times[0]:6.2f} s   league {times[1]:6.2f} s", flush=True)


def main() -> None:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    for threads in (1, 2):
        with hired(threads=threads) as crew:
            measured(f"{threads} thread(s)", crew)
    for workers in (1, 2, 4):
        began = perf_counter()
        head = {"num_cpus": workers, "object_store_memory": STORE, "include_dashboard": False}
        cluster: Any = Cluster(True, head_node_args=head)
        with hired(cluster.address) as crew:
            up = perf_counter() - began
            list(crew.map(len, [("",)] * 4 * workers))
            first = perf_counter() - began - up
            measured(f"{workers} worker(s)", crew)
            began = perf_counter()
            list(crew.map(len, [("",)] * 1000))
            print(
                f"  start {up:.1f} s, first pieces {first:.1f} s, a piece {perf_counter() - began:.2f} ms", flush=True
            )
        cluster.shutdown()


if __name__ == "__main__":
    main()
