"""Work that is spread out comes back the same, from threads and from a cluster that loses a
machine.
"""

import json
import os
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.bots.network import digest, new_network
from ludotheque.cli.screen import titled
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.lab import learner, simulate, spread, train
from ludotheque.lab.league import League, Plan, resume
from ludotheque.lab.spread import Crew, Packed, hired
from ludotheque.lab.train import begin
from tests.matches import GAME as MATCHES
from tests.patience import until

ROOT = Path(__file__).parents[2]
TOY = registry.load("toy")
STORE = 80 << 20  # bytes of shared memory for each machine, the least that Ray allows
# a machine that says nothing for a second is dead
WATCH = {f"RAY_health_check_{name}": str(value) for name, value in [("period_ms", 250), ("failure_threshold", 4)]}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start a head without workers and two machines with one worker each."""
    os.environ.update(WATCH, RAY_USAGE_STATS_ENABLED="0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from ray.cluster_utils import Cluster

        found: Any = Cluster(
            True, head_node_args={"num_cpus": 0, "object_store_memory": STORE, "include_dashboard": False}
        )
        for _ in range(2):
            found.add_node(num_cpus=1, object_store_memory=STORE)
        yield found
        found.shutdown()
    for name in WATCH:
        del os.environ[name]


def figures(found: simulate.Simulation) -> dict[str, Any]:
    return {name: value for name, value in found.to_json().items() if name not in ("seconds", "plies_per_second")}


def results(found: League) -> list[str]:
    """Everything about the matches but the time they took, byte by byte."""
    return [json.dumps({**vars(match), "seconds": None}) for match in found.matches]


def twice(number: int) -> int:
    if number == 5:
        raise LudothequeError("{number} is too many", number=number)
    return 2 * number


@pytest.mark.parametrize("threads", [1, 3])
def test_results_come_in_the_order_of_the_pieces(threads: int) -> None:
    asked = []

    def pieces() -> Iterator[tuple[int]]:
        for number in range(9):
            asked.append(number)
            yield (number,)

    with hired(threads=threads) as crew:
        found = crew.map(twice, pieces())
        assert [next(found) for _ in range(2)] == [0, 2]
        assert len(asked) <= 2 + crew.room()
        with pytest.raises(LudothequeError, match="5 is too many"):
            list(found)


def test_a_cluster_that_loses_a_machine_finds_the_same(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "STRETCH_SECONDS", 0.0)  # stretches stay short
    expected, seen, lost = figures(simulate.simulate(TOY, 2, {}, 5000, seed=3)), list[int](), cluster.list_all_nodes()

    with hired(cluster.address) as crew:

        def progress(done: int) -> None:
            seen.append(crew.machines)
            if len(seen) == 2:
                cluster.remove_node(lost[-1], allow_graceful=False)
                until(lambda: crew.machines == 1)

        assert figures(simulate.simulate(TOY, 2, {}, 5000, seed=3, progress=progress, crew=crew)) == expected
        assert (seen[0], crew.machines, crew.workers) == (2, 1, 1)
        cluster.add_node(num_cpus=1, object_store_memory=STORE)
        until(lambda: crew.machines == 2)

        plan = Plan("toy", 2, ("random", "greedy"), 6, TOY.complete_options({}), is_sequential=True)
        here, there = resume(plan, TOY, None), resume(plan, TOY, None)
        here.play(None, Crew())
        there.play(None, crew)
        assert results(there) == results(here)

        with pytest.raises(LudothequeError, match="5 is too many"):
            list(crew.map(twice, [(5,)]))
        with pytest.raises(LudothequeError, match="another version of"):
            list(crew.map(spread.unpacked, [(Packed("toy", "0"),)]))


def test_a_cluster_teaches_the_same_network(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_GAMES", f"{os.environ['LUDOTHEQUE_GAMES']},tests.matches")
    monkeypatch.setattr(learner, "ROUND", 800)
    networks = []
    for address in (None, cluster.address):
        with hired(address) as crew:
            one = learner.Learner(MATCHES, new_network(MATCHES, 3, 16, 8), {}, 3, crew)
            one.play(2, 0.05, 0.8)
            one.fit(0.0)
            networks.append(one.network())
    assert digest(networks[0]) == digest(networks[1])


def test_a_cluster_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"127.0.0.1:{free.getsockname()[1]}"
    for address, sentence in ((nobody, f"no Ray cluster answers at {nobody}"), ("there", "must be auto or HOST:PORT")):
        with pytest.raises(LudothequeError, match=sentence), hired(address):
            pass
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LudothequeError, match=r"ludotheque\[cluster\]"), hired("auto"):
        pass


def test_the_progress_bar_counts_the_workers() -> None:
    crew = Crew()
    assert titled("Games", crew) == "Games"
    crew.is_here, crew.workers, crew.machines = False, 3, 2
    assert titled("Games", crew) == "Games, 3 workers on 2 machines"


def test_a_cluster_plays_on_cpus(tmp_path: Path) -> None:
    crew = Crew()
    crew.is_here = False
    for more in ({"crew": crew}, {"tables": [tmp_path / "games.csv"]}):
        with pytest.raises(LudothequeError, match="--device cpu"):
            simulate.simulate(TOY, 2, {}, 5, seed=1, device="cuda", **more)
    with pytest.raises(LudothequeError, match="--device cpu"):
        begin(train.Plan("matches", (2,), {}), MATCHES, tmp_path, "cuda", crew)


def test_components_travel_to_the_workers(tmp_path: Path) -> None:
    """In processes of their own, since a process reads components once."""
    own = (TOY.folder / "components.toml").read_text()
    (tmp_path / "toy.toml").write_text(f"# a box of my own, so the digest is another one\n{own}")
    command = [sys.executable, "-m", "ludotheque", "simulate", "toy", "--games", "50", "--ray", "auto"]
    environment = os.environ | {"LUDOTHEQUE_COMPONENTS": str(tmp_path), "LUDOTHEQUE_JIT": "0"}  # nothing to compile
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert "50 random games" in done.stdout, done.stderr
