"""Many games at once: `Batch` steps them in compiled code, on the threads of a CPU or on a GPU.

    batch = Batch("sarena", 1024, seats=2, seed=7)
    while True:
        batch.step(choose(batch.observation, batch.mask))
        learn(batch.reward, batch.done)

The arrays are created once and filled again at every step. The games depend only on the seed.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core import registry
from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.encoding import Encoding
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.layout import array_of
from ludotheque.core.options import encode as encode_options
from ludotheque.core.story import silent_story
from ludotheque.core.template import instantiate
from ludotheque.envs.course import AUTORESET, COURSE, ORDER, Arrays

STEPPING = Path(__file__).parent / "stepping.py"
ALIGNED = 64  # bytes; JAX copies an array that lies otherwise


def encoding_of(game: Game) -> Encoding:
    """Return the layout of a game's encoding, or raise an error if it has none."""
    if game.encode is None:
        raise LudothequeError("{title} has no encode.py, so nothing can be trained on it", title=game.title)
    encoding: Encoding = game.encode.ENCODING
    return encoding


def needs_view(game: Game) -> bool:
    """Return whether `encode` must be given a view, and not the state itself."""
    return game.hides and not encoding_of(game).omits_hidden


@cache
def stepping(game: Game) -> Any:
    """Return the compiled steps of a game."""
    encoding = encoding_of(game)
    assert game.encode is not None
    return instantiate(
        game,
        STEPPING,
        new_game=game.engine.new_game,
        encode=game.encode.encode,
        NEEDS_VIEW=needs_view(game),
        ENCODED=encoding.size,
    )


def encoded(game: Game, view: Any, seat: int) -> Any:
    """Return what a seat sees as numbers."""
    out = np.zeros(encoding_of(game).size, np.int8)
    stepping(game).run_encode(array_of(view), seat, out)
    return out


def room(dtype: Any, *shape: int) -> Any:
    """Return an array of zeros that every library can use where it lies."""
    size = np.dtype(dtype).itemsize * int(np.prod(shape))
    memory = np.zeros(size + ALIGNED, np.int8)
    first = -memory.ctypes.data % ALIGNED
    return memory[first : first + size].view(dtype).reshape(shape)


class Batch:
    """Many games, each at its next decision.

    Attributes:
        observation: int8 `[game, entry]`: what the seat to act sees, laid out as `encoding` says.
        mask: bool `[game, action]`: what it may do.
        seat: int8 `[game]`: who acts.
        reward: float32 `[game, seat]`: what the last action brought each seat.
        gain: float32 `[game]`: what it brought the seat that chose it.
        done: bool `[game]`: it ended a game.
        last: int8 `[game, entry]`: where it did, what the seat saw then; see `keeps_last`.
    """

    def __init__(
        self,
        game: str | Game,
        games: int,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        threads: int = 1,
        autoreset: str = "same_step",
        own: int | str | None = None,
        keeps_last: bool = False,
    ) -> None:
        """Deal the first games.

        Args:
            autoreset: when the next game of a row begins: `same_step` (in the step that ends a
                game), `next_step` (in the step after it, which ignores the action) or `off`.
            own: the only seat whose actions you choose, or `turns` for another one in each game;
                the others play at random. None: you choose for all seats.
            keeps_last: fill `last` (with `same_step`).
        """
        self.game = registry.load(game) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        self.encoding = encoding_of(self.game)
        if games < 1 or threads < 1:
            raise LudothequeError("a batch needs at least one game and one thread")
        if autoreset not in AUTORESET:
            raise LudothequeError("autoreset must be one of {names}", names=", ".join(AUTORESET))
        self.games = games
        self.courses, self.order = np.zeros(games, COURSE), np.zeros(1, ORDER)
        self.steps = stepping(self.game)
        self.arrays = self.allocate(keeps_last)
        self.observation, self.mask, self.seat = self.arrays.observation, self.arrays.mask, self.arrays.seat
        self.reward, self.gain, self.done = self.arrays.reward, self.arrays.gain, self.arrays.done
        self.last = self.arrays.last
        self.order[0] = (
            games,
            self.seats,
            NONE if own is None else TABLE if own == "turns" else int(own),
            AUTORESET[autoreset],
            encode_options(self.game.options, self.game.complete_options(options or {})),
            0,
        )
        self.hire(threads)
        self.reset(seed)

    @property
    def out(self) -> tuple[Any, ...]:
        """All arrays that a step fills."""
        return self.observation, self.mask, self.seat, self.reward, self.gain, self.done

    def allocate(self, keeps_last: bool) -> Arrays:
        self.states = np.zeros(self.games, self.game.state)
        return Arrays(
            actions=room(np.int32, self.games),
            observation=room(np.int8, self.games, self.encoding.size),
            mask=room(np.bool_, self.games, self.game.actions.count),
            seat=room(np.int8, self.games),
            reward=room(np.float32, self.games, self.seats),
            gain=room(np.float32, self.games),
            done=room(np.bool_, self.games),
            choices=np.zeros((self.games, self.game.max_legal), np.int32),
            blank=array_of(self.game.blank),
            last=room(np.int8, self.games if keeps_last else 0, self.encoding.size),
        )

    def hire(self, threads: int) -> None:
        """Cut the batch into pieces, one per thread. The caller's thread takes the first."""
        self.pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        ends = np.linspace(0, self.games, threads + 1).astype(int).tolist()
        self.pieces = [
            (first, last, self.courses, self.states, self.order, self.arrays, silent_story())
            for first, last in pairwise(ends)
        ]

    def reset(self, seed: int | None = None) -> None:
        """Deal new games: the first ones of a seed, or without one the next ones of the last."""
        if seed is not None:
            self.order["root"] = key_words(seed_key(seed))
            self.number_courses()
        self.deal()

    def number_courses(self) -> None:
        self.courses["number"] = np.arange(self.games)

    def deal(self) -> None:
        self._run(self.steps.start)

    def refresh(self) -> None:
        """Show the games again after `states` and `courses` were changed from outside."""
        self._run(self.steps.show_again)

    def step(self, actions: Any) -> None:
        """Carry out one action in each game.

        An illegal action ends the game: the seat that chose it gets −1, the others 0.
        """
        self.arrays.actions[:] = actions
        self._run(self.steps.step)

    def random(self) -> Any:
        """Return a random legal action for each game, in the array that `step` reads."""
        for first, last, *_ in self.pieces:
            self.steps.choose(first, last, self.courses, self.arrays.choices, self.arrays.actions)
        return self.arrays.actions

    def roll(self, steps: int) -> None:
        """Take so many steps at random in each game."""
        self._run(self.steps.roll, steps)

    def _run(self, loop: Any, *more: int) -> None:
        calls = [self.pool.submit(loop, *piece, *more) for piece in self.pieces[1:]] if self.pool else []
        loop(*self.pieces[0], *more)
        for call in calls:
            call.result()
