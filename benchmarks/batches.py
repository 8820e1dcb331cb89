"""Batches of games with observation, mask and autoreset: random steps a second, side by side.

    python benchmarks/batches.py [--device cuda] [--seconds S] [GAME …]

On a CPU it measures one thread and as many as there are cores, in turns. On a GPU it first steps
some games there and here and compares everything that comes out, byte by byte. It ends by itself
and prints a table; nothing is written.
"""

import argparse
import os
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from ludotheque.core import registry
from ludotheque.envs import Batch, make_batch
from ludotheque.envs.card import CardBatch

CPU_GAMES = 512
ROUNDS = 5
CHECKED = 1024  # games that are compared
TURNS = (1, 7, 40)  # steps between comparisons


def rate(batch: Batch, steps: int, seconds: float) -> float:
    """Return steps a second, all games together."""
    done, began = 0, perf_counter()
    while perf_counter() - began < seconds:
        batch.roll(steps)
        done += steps * batch.games
    return done / (perf_counter() - began)


def on_threads(name: str, seconds: float) -> Iterator[str]:
    counts = sorted({1, os.cpu_count() or 1})
    batches = {threads: Batch(name, CPU_GAMES, seed=1, threads=threads) for threads in counts}
    for batch in batches.values():
        batch.roll(50)  # the games of a batch have all begun at once
    rounds = [[rate(batches[threads], 32, seconds) for threads in counts] for _ in range(ROUNDS)]
    for threads, rates in zip(counts, zip(*rounds, strict=True), strict=True):
        ratio = median(found / one for found, (one, *_) in zip(rates, rounds, strict=True))
        yield f"| {name} | {threads} | {median(rates) / 1e6:.2f} M | {ratio:.2f} |"


def same(here: Batch, there: CardBatch) -> bool:
    """Compare everything that a batch hands out, and the states."""
    pairs = zip((here.states, *here.out), (there.states, *there.out), strict=True)
    return all(one.tobytes() == other.copy_to_host().tobytes() for one, other in pairs)


def on_a_card(name: str, games: int, seconds: float) -> Iterator[str]:
    game = registry.load(name)
    for seats in (game.seats[0], game.seats[-1]):
        here, there = Batch(name, CHECKED, seats, seed=7), make_batch(name, CHECKED, "cuda", seats=seats, seed=7)
        assert isinstance(there, CardBatch)
        for turns in TURNS:
            here.roll(turns)
            there.roll(turns)
            assert same(here, there), f"{name}, {seats} seats: GPU and CPU differ"
    batch = make_batch(name, games, "cuda", seed=1)
    batch.roll(64)
    rates = [rate(batch, 32, seconds) for _ in range(ROUNDS)]
    yield f"| {name} | {games:,} | {median(rates) / 1e6:.0f} M | {min(rates) / 1e6:.0f}–{max(rates) / 1e6:.0f} M |"


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("games", nargs="*", default=[name for name in registry.names() if registry.load(name).encode])
    asked.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    asked.add_argument("--courses", type=int, default=1 << 17, help="games at once on a GPU")
    asked.add_argument("--seconds", type=float, default=0.6, help="of each of five rounds")
    wish = asked.parse_args()
    is_card = wish.device == "cuda"
    print("| game | games at once | steps/s | lowest–highest |" if is_card else "| game | threads | steps/s | ratio |")
    print("| --- | ---: | ---: | ---: |")
    for name in wish.games:
        lines = on_a_card(name, wish.courses, wish.seconds) if is_card else on_threads(name, wish.seconds)
        for line in lines:
            print(line, flush=True)


if __name__ == "__main__":
    main()
