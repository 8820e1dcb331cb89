"""Batches on a GPU: the arrays live there, and other libraries can use them without a copy."""

from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.gpu import driver, is_simulated, tuned
from ludotheque.core.template import instantiate
from ludotheque.envs.batch import Batch, needs_view, stepping
from ludotheque.envs.course import ROLL, START, STEP, Arrays

KERNEL = Path(__file__).parent / "kernel.py"
BLOCK = 64  # threads; a multiple of 8, so that the rows of a block are whole words
SMALL_BLOCK = 8  # on the simulator, whose threads are Python's
BLOCKS = 1 << 16  # at most; each then steps several courses
SHARED = ("act", "any_choice", "begin", "proceed", "settle", "show")  # what the kernel calls


@cache
def kernel(game: Game) -> Any:
    """Return the kernel of a game, which takes the same steps as the CPU."""
    blank = np.frombuffer(game.blank.tobytes(), np.int64).copy()
    module = instantiate(game, KERNEL, BLANK=blank, NEEDS_VIEW=needs_view(game))
    module.__dict__.update({name: getattr(stepping(game), name) for name in SHARED})
    return driver().jit(module.run)


class CardBatch(Batch):
    """A batch on a GPU: like `Batch`, with arrays of the device.

    They have `__cuda_array_interface__`. Seeds give the same games as on a CPU.
    """

    def allocate(self, keeps_last: bool) -> Arrays:
        if keeps_last:
            raise LudothequeError("a batch on a GPU does not keep last observations")
        self.cuda = cuda = driver()
        self.is_simulated = is_simulated(cuda)
        self.block = SMALL_BLOCK if self.is_simulated else BLOCK
        games, blocks = self.games, -(-self.games // self.block)
        rows = blocks * self.block

        def room(dtype: Any, *shape: int) -> Any:
            return cuda.to_device(np.zeros(shape, dtype))

        # rows for whole blocks, since a block clears all of its rows
        observation = room(np.int8, rows * self.encoding.size)
        mask = room(np.int8, rows * self.game.actions.count)
        self.words = [one.view(np.int64) for one in (observation, mask)]
        self.states = room(np.int64, games, self.game.state.itemsize // 8)
        self.courses_there = cuda.to_device(self.courses)
        return Arrays(
            actions=room(np.int32, games),
            observation=observation.reshape(rows, self.encoding.size)[:games],
            mask=mask.view(np.bool_).reshape(rows, self.game.actions.count)[:games],
            seat=room(np.int8, games),
            reward=room(np.float32, games, self.seats),
            gain=room(np.float32, games),
            done=room(np.bool_, games),
            choices=None,
            blank=None,
            last=None,
        )

    def hire(self, threads: int) -> None:  # noqa: ARG002 (a GPU has its own)
        self.kernel = kernel(self.game)[min(-(-self.games // self.block), BLOCKS), self.block]
        with nullcontext() if self.is_simulated else tuned():
            self.launch(STEP, 0)  # compile

    def launch(self, kind: int, steps: int) -> None:
        arrays, order = self.arrays, self.cuda.to_device(self.order)
        out = (*self.words, arrays.seat, arrays.reward, arrays.gain, arrays.done)
        self.kernel(
            kind, steps, order, self.courses_there, self.states, arrays.actions, arrays.observation, arrays.mask, *out
        )

    def number_courses(self) -> None:
        super().number_courses()
        self.courses_there.copy_to_device(self.courses)

    def deal(self) -> None:
        self.launch(START, 1)

    def step(self, actions: Any) -> None:
        """Carry out one action in each game; `actions` lie on the device or here."""
        self.arrays.actions.copy_to_device(
            self.cuda.as_cuda_array(actions)
            if hasattr(actions, "__cuda_array_interface__")
            else np.asarray(actions, np.int32)
        )
        self.launch(STEP, 1)

    def roll(self, steps: int) -> None:
        self.launch(ROLL, steps)
        self.cuda.synchronize()

    def random(self) -> Any:
        raise LudothequeError("a batch on a GPU takes random steps with roll")

    def refresh(self) -> None:
        raise LudothequeError("a batch on a GPU cannot be changed from outside")
