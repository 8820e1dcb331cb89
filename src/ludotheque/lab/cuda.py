"""Random games on a GPU: the same rules as on the CPU, with the same final states as `core.engine`.

The L1 cache of a multiprocessor is small and holds what its threads read repeatedly. So there are
only as many threads as it takes to keep the chip busy, and each plays many games.
"""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from ludotheque.core.constants import MAX_OPTIONS, MAX_SEATS
from ludotheque.core.game import Game
from ludotheque.core.gpu import driver, is_simulated, tuned
from ludotheque.core.layout import layout
from ludotheque.core.template import instantiate
from ludotheque.lab.series import Series, Tally

KERNEL = Path(__file__).parent / "kernel.py"
BLOCK = 128  # threads per block
IN_FLIGHT = 512  # threads per multiprocessor
FIRST_LAUNCH = 1 << 17  # games; launches grow until one takes LAUNCH_SECONDS, so that Ctrl-C is prompt
LAUNCH_SECONDS = 0.2
SHEET = 1 + 2 * MAX_SEATS  # plies, scores, places

ORDER = layout(  # the games of one launch
    ("first", np.int64),
    ("games", np.int64),
    ("kept", np.int64),
    ("seats", np.int64),
    ("options", np.int64, (MAX_OPTIONS,)),
    ("root", np.uint32, (8,)),
)


def source(game: Game) -> Callable[..., None]:
    """Return the kernel of a game as a Python function.

    It uses the engine's own loops, so that both play the same games.
    """
    module = instantiate(game, KERNEL)
    module.__dict__.update(new_game=game.engine.new_game, whole_game=game.engine.whole_game)
    play: Callable[..., None] = module.play
    return play


@cache
def kernel(game: Game) -> Any:
    """Return the kernel of a game; its first launch compiles it."""
    return driver().jit(source(game))


class Card:
    """A GPU that plays a series and keeps its tally."""

    def __init__(self, series: Series, block: int = BLOCK, in_flight: int = IN_FLIGHT) -> None:
        self.cuda = cuda = driver()
        self.series = series
        self.counts = Tally(series.game, series.seats)
        self.counts_there = [
            cuda.to_device(counts) for counts in (self.counts.lengths, self.counts.scores, self.counts.firsts)
        ]
        self.nothing = self.room(1)
        is_fake = is_simulated(cuda)
        grid = (1, 2) if is_fake else (cuda.get_current_device().MULTIPROCESSOR_COUNT * in_flight // block, block)
        self.kernel = kernel(series.game)[grid]
        with nullcontext() if is_fake else tuned():
            self.launch(range(0))  # compile before any clock starts

    def room(self, games: int) -> tuple[Any, Any]:
        """Allocate memory on the card for the states and results of this many games."""
        return self.cuda.to_device(np.zeros(games, self.series.game.state)), self.cuda.to_device(
            np.zeros((games, SHEET), np.int32)
        )

    def launch(self, chunk: range, room: tuple[Any, Any] | None = None) -> None:
        """Play these games and wait for them to finish."""
        order = np.zeros(1, ORDER)
        order[0] = (
            chunk.start,
            len(chunk),
            len(chunk) if room else 0,
            self.series.seats,
            self.series.codes,
            self.series.root,
        )
        self.kernel(self.cuda.to_device(order), *self.counts_there, *(room or self.nothing))
        self.cuda.synchronize()

    def play(self, games: int, progress: Callable[[int], object]) -> None:
        done, size = 0, FIRST_LAUNCH
        while done < games:
            chunk = range(done, min(done + size, games))
            began = perf_counter()
            self.launch(chunk)
            done = chunk.stop
            progress(done)
            if perf_counter() - began < LAUNCH_SECONDS:
                size *= 2

    def tally(self) -> Tally:
        for here, there in zip(
            (self.counts.lengths, self.counts.scores, self.counts.firsts), self.counts_there, strict=True
        ):
            there.copy_to_host(here)
        return self.counts


def play_all(game: Game, seats: int, options: Mapping[str, Any], seed: int, games: int) -> tuple[Any, Any]:
    """Play games 0, 1, … of a series; return their final states and their results.

    A result is a row: plies, MAX_SEATS scores, MAX_SEATS places.
    """
    card = Card(Series(game, seats, options, seed))
    room = card.room(games)
    card.launch(range(games), room)
    return tuple(part.copy_to_host() for part in room)
