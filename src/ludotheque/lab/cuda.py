"""Random games on a GPU: the very rules of the CPU as device functions, each thread playing one game after another, to the same states as `core.engine`.

What a thread needs lies in its local memory. The first cache of a multiprocessor is small, so there are only as many threads as it takes to keep the chip busy, and
each plays many games. Only counts leave the GPU, so that no game waits for another to be written down.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from time import perf_counter
from typing import Any
from unittest.mock import patch

import numpy as np

from ludotheque.core.constants import MAX_OPTIONS, MAX_SEATS
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.layout import layout
from ludotheque.core.rule import JIT
from ludotheque.core.story import STORY, silent_story
from ludotheque.lab.series import SCORES, TIES, ZERO, Series, Tally

try:
    from numba import cuda
except ImportError:  # numba-cuda is an extra
    cuda = None

BLOCK = 128  # threads in a block
IN_FLIGHT = 256  # threads on one multiprocessor
FIRST_LAUNCH = 1 << 17  # games; launches grow until one takes LAUNCH_SECONDS, so that Ctrl-C is answered promptly
LAUNCH_SECONDS = 0.2
BLOCK_WORDS = 16  # of the generator

ORDER = layout(  # what a launch is asked to play
    ("first", np.int64),
    ("games", np.int64),
    ("seats", np.int64),
    ("options", np.int64, (MAX_OPTIONS,)),
    ("root", np.uint32, (8,)),
)


def require_gpu() -> None:
    """Refuse, in one sentence, what cannot be done here."""
    if cuda is None:
        raise LudothequeError("device cuda needs the package numba-cuda: install ludotheque[gpu]")
    if not is_simulated() and not JIT:
        raise LudothequeError("device cuda needs compiled rules: LUDOTHEQUE_JIT=0 is set")
    if not is_simulated() and not cuda.is_available():
        raise LudothequeError("device cuda needs an NVIDIA GPU with its driver: none is found here")


def is_simulated() -> bool:
    """Does numba's simulator (`NUMBA_ENABLE_CUDASIM=1`) stand in for a GPU?"""
    return bool(cuda.config.ENABLE_CUDASIM)


def _kernels(game: Game, block: int, is_shared: bool) -> tuple[Callable[..., None], Callable[..., None]]:
    """The two kernels of a game: one that counts and one that keeps everything. Their loop must agree with `engine.batch`."""
    new_game, finish, scores, ranks = game.engine.new_game, game.engine.finish, game.rules.scores, game.rules.ranks
    state_type, max_legal = game.state, game.max_legal
    action_type = np.int16 if game.actions.count < 1 << 15 else np.int32
    width = block if is_shared else 1

    def count(orders: Any, blank: Any, silent: Any, lengths: Any, totals: Any, firsts: Any) -> None:
        """Play the games of an order and add them to a tally."""
        pool = cuda.shared.array(width, state_type) if is_shared else cuda.local.array(width, state_type)
        slot = cuda.threadIdx.x if is_shared else 0
        stories = cuda.local.array(1, STORY)
        words = cuda.local.array(BLOCK_WORDS, np.uint32)
        actions = cuda.local.array(max_legal, action_type)
        out = cuda.local.array(MAX_SEATS, np.int32)
        stories[0] = silent[0]
        order, state, story = orders[0], pool[slot], stories[0]
        for game in range(cuda.grid(1), order.games, cuda.gridsize(1)):
            pool[slot] = blank[0]
            new_game(state, order.root, order.first + game, order.seats, order.options, words, story)
            cuda.atomic.add(lengths, finish(state, words[8:11], actions, story), 1)
            scores(state, out)
            for seat in range(order.seats):
                cuda.atomic.add(totals, (seat, min(max(out[seat] + ZERO, 0), SCORES - 1)), 1)
            ranks(state, out)
            first_places = 0
            for seat in range(order.seats):
                if out[seat] == 1:
                    first_places += 1
                    cuda.atomic.add(firsts, seat, 1)
            if first_places > 1:
                cuda.atomic.add(firsts, TIES, 1)

    def keep(orders: Any, blank: Any, silent: Any, states: Any, plies: Any, points: Any, places: Any) -> None:
        """Play the games of an order and write each of them down: its last state and its result."""
        pool = cuda.local.array(1, state_type)
        stories = cuda.local.array(1, STORY)
        words = cuda.local.array(BLOCK_WORDS, np.uint32)
        actions = cuda.local.array(max_legal, action_type)
        out = cuda.local.array(MAX_SEATS, np.int32)
        stories[0] = silent[0]
        order, state, story = orders[0], pool[0], stories[0]
        for game in range(cuda.grid(1), order.games, cuda.gridsize(1)):
            pool[0] = blank[0]
            new_game(state, order.root, order.first + game, order.seats, order.options, words, story)
            plies[game] = finish(state, words[8:11], actions, story)
            states[game] = pool[0]
            scores(state, out)
            for seat in range(order.seats):
                points[game, seat] = out[seat]
            ranks(state, out)
            for seat in range(order.seats):
                places[game, seat] = out[seat]

    return cuda.jit(count), cuda.jit(keep)
