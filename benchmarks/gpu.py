"""Random games on a GPU: first that they are the CPU's games to the last byte, then how many moves
a second they make.

    PYTHONPATH=src python3 benchmarks/gpu.py [GAME …]

Run it where there is a GPU. The package need not be installed: numpy, numba, numba-cuda and msgspec
are enough. It prints one table a game, and writes the same as JSON to $OUT or to
benchmarks/results.
"""

import importlib.metadata
import itertools
import json
import os
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.lab import cuda
from ludotheque.lab.series import Series, Tally

ROOT = Path(__file__).parent.parent
GAMES = sorted(path.parent.name for path in (ROOT / "src/ludotheque/games").glob("*/__init__.py"))
COMPARED = 60_000  # games of each game, over all numbers of seats and all options
BLOCKS = (64, 128)  # threads
IN_FLIGHT = (128, 256, 512, 1024)  # threads on one multiprocessor
LAUNCHES = 5
LAUNCH_SECONDS = 0.1  # at least, each


def choices(game: Game) -> Iterator[dict[str, Any]]:
    """Every combination of named option values; numbers keep their default."""
    names = [option.name for option in game.options]
    for values in itertools.product(*(option.values or (option.default,) for option in game.options)):
        yield dict(zip(names, values, strict=True))


def compare(game: Game) -> int:
    """Play the same games on both, and say how many were equal in every byte: last state, length,
    scores, places, and the tally of them all.
    """
    equal, ways = 0, list(itertools.product(game.seats, choices(game)))
    count = COMPARED // len(ways) // (1 if game.state.itemsize < 512 else 10)
    for seats, options in ways:
        series = Series(game, seats, options, seed=2026)
        card = cuda.Card(series)
        room = card.room(count)
        card.launch(range(count), room)
        states, sheets = (part.copy_to_host() for part in room)
        results = series.play(range(count))
        expected = Tally(game, seats)
        expected.add(*results)
        for name, counts in vars(card.tally()).items():
            assert np.array_equal(counts, getattr(expected, name)), (
                f"{game.id}, {seats} seats, {options}: the tally differs in {name}"
            )
        assert np.array_equal(sheets, np.column_stack(results)), f"{game.id}, {seats} seats, {options}: results differ"
        for number in range(count):
            assert states[number].tobytes() == series.final_state(number).tobytes(), (
                f"{game.id}, {seats} seats, {options}: game {number} ends in another state"
            )
        equal += count
    return equal


def measure(game: Game) -> list[dict[str, Any]]:
    """Moves a second in complete games, dealing and scoring included, for several ways to
    launch.
    """
    rows = []
    for block, in_flight in (
        (block, in_flight) for block, in_flight in itertools.product(BLOCKS, IN_FLIGHT) if in_flight >= block
    ):
        card = cuda.Card(Series(game, game.measured_seats or game.seats[-1], {}, seed=1), block, in_flight)
        games = first = 1 << 16
        card.launch(range(first))
        while launch_seconds(card, first, games) < LAUNCH_SECONDS:
            first, games = first + games, 2 * games
        rates = []
        for _ in range(LAUNCHES):
            first += games
            before = card.tally().plies
            seconds = launch_seconds(card, first, games)
            rates.append((card.tally().plies - before) / seconds)
        rows.append(
            {
                "block": block,
                "in_flight": in_flight,
                "games": games,
                "moves_per_second": median(rates),
                "lowest": min(rates),
                "highest": max(rates),
            }
        )
    return rows


def launch_seconds(card: cuda.Card, first: int, games: int) -> float:
    began = perf_counter()
    card.launch(range(first, first + games))
    return perf_counter() - began


def machine() -> dict[str, Any]:
    device = cuda.driver().get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else device.name
    versions = {package: importlib.metadata.version(package) for package in ("numpy", "numba", "numba-cuda")}
    return {"gpu": name, "multiprocessors": device.MULTIPROCESSOR_COUNT, **versions}


def write(results: dict[str, Any]) -> Path:
    out = os.environ.get("OUT")
    path = Path(out) / "gpu.json" if out else ROOT / "benchmarks/results" / f"{results['date']}-gpu.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=1) + "\n")
    return path


def main() -> None:
    results: dict[str, Any] = {"date": date.today().isoformat(), "machine": machine(), "games": []}
    print(json.dumps(results["machine"]), flush=True)
    for game in map(registry.load, sys.argv[1:] or GAMES):
        equal = compare(game)
        print(f"{game.id}: {equal:,} games equal on CPU and GPU, state by state", flush=True)
        registers = cuda.kernel(game).get_regs_per_thread()
        rows = measure(game)
        results["games"].append(
            {
                "game": game.id,
                "seats": game.measured_seats or game.seats[-1],
                "equal": equal,
                "registers": max(registers.values()),
                "rows": rows,
            }
        )
        print(f"{'block':>6} {'in flight':>10} {'games':>12} {'moves a second':>16} {'lowest':>16} {'highest':>16}")
        for row in sorted(rows, key=lambda row: -row["moves_per_second"]):
            rates = " ".join(f"{row[rate]:16,.0f}" for rate in ("moves_per_second", "lowest", "highest"))
            print(f"{row['block']:6} {row['in_flight']:10} {row['games']:12,} {rates}", flush=True)
    print(f"written to {write(results)}")


if __name__ == "__main__":
    # there are no entry points where nothing is installed
    os.environ["LUDOTHEQUE_GAMES"] = ",".join(f"ludotheque.games.{name}" for name in GAMES)
    try:
        main()
    except LudothequeError as error:
        sys.exit(str(error))
