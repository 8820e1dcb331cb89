"""Random games as data: a seed and a list of numbers.

Hypothesis shrinks both to the shortest game that shows a fault.
"""

import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.game import Game
from ludotheque.core.layout import copy
from ludotheque.core.record import Recorder
from ludotheque.core.rule import JIT

EVERYONE = range(7)  # all possible seats, and the table
QUICK = "LUDOTHEQUE_QUICK"  # environment variable: play only a few games
# Each example is a whole game, so a few of them cover a lot. Plain Python is about a thousand times
# slower than machine code.
EXAMPLES = 2 if os.environ.get(QUICK) else 25 if JIT else 6
BEGINNING, STRIDE = (40, 11) if JIT else (6, 47)  # plain Python is slow, and sees the same states

# marks for tests that apply only to some games
where_hidden = pytest.mark.where.with_args(lambda game: game.hides)
where_encoded = pytest.mark.where.with_args(lambda game: game.encode is not None)
where_drawn = pytest.mark.where.with_args(lambda game: game.scene is not None)


def any_play(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test on many random games, which it draws from `data`."""
    playing = settings(
        max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck), print_blob=False
    )
    return playing(given(data=st.data())(test))


def all_options(game: Game) -> list[dict[str, Any]]:
    """Return every combination of option values.

    A number contributes its default and its minimum, or 1 if the minimum is 0: a limit of 0 often
    means no limit, and then a game need not end.
    """
    choices = [
        [(option.name, value) for value in option.values or {option.default, max(option.minimum, 1)}]
        for option in game.options
    ]
    return [dict(combination) for combination in product(*choices)]


@dataclass(frozen=True)
class Play:
    """A game to be played: the game, the seats, the options, the seed and the choices."""

    game: Game
    seats: int
    options: dict[str, Any]
    seed: int
    choices: list[int]

    def recorder(self) -> Recorder:
        return Recorder(self.game, self.seats, self.options, seed_key(self.seed))

    def turns(self, recorder: Recorder) -> Iterator[tuple[int, int]]:
        """Play the game, cycling through the choices; yield each (seat, action) before it is
        carried out.
        """
        ply = 0
        while movers := self.game.movers(recorder.state):
            choice = self.choices[ply % len(self.choices)] + ply
            seat = movers[choice % len(movers)]
            legal = self.game.legal(recorder.state, seat)
            action = legal[choice // len(movers) % len(legal)]
            yield seat, action
            recorder.act(seat, action)
            ply += 1

    def states(self) -> Iterator[Any]:
        """Yield the state at every decision, and the final one."""
        recorder = self.recorder()
        for _ in self.turns(recorder):
            yield recorder.state
        yield recorder.state

    def looks(self) -> Iterator[Any]:
        """Yield states for slow tests: in a long game the first ones, and a few of the others."""
        for ply, state in enumerate(self.states()):
            if ply < BEGINNING or ply % STRIDE == 0:
                yield state

    def __repr__(self) -> str:
        return f"{self.game.id} seats={self.seats} options={self.options} seed={self.seed} choices={self.choices}"

    def _repr_pretty_(self, printer: Any, _: bool) -> None:
        """Print the short form; Hypothesis would print every field of the game."""
        printer.text(repr(self))


@st.composite
def plays(draw: st.DrawFn, name: str) -> Play:
    game = registry.load(name)
    seats = draw(st.sampled_from(list(game.seats)))
    options = draw(st.sampled_from(all_options(game)))
    choices = draw(st.lists(st.integers(0, 10_000), min_size=1, max_size=12))
    return Play(game, seats, options, draw(st.integers(0, 10_000)), choices)


def without_generator(state: Any) -> bytes:
    """Return the bytes of a state without its key and cursor."""
    clean = copy(state)
    clean.key[:] = 0
    clean.cursor = 0
    return bytes(clean.tobytes())


def position(game: Game, state: Any) -> bytes:
    """Return what can be seen of a state on the table: equal pieces are identical, and the
    generator is left out.
    """
    clean = copy(state)
    game.engine.run_canonical(clean)
    return without_generator(clean)


def trace(name: str, seats: int, games: int) -> list[str]:
    """Return a digest of the state after every action of some games, and of the results.

    It must be equal in every way of running the rules.
    """
    game, digests = registry.load(name), []
    options = all_options(game)
    for number in range(games):
        play = Play(game, seats, options[number % len(options)], number, [7919 * number + 13, 104_729, 31 * number])
        for state in play.states():
            digests.append(hashlib.sha256(state.tobytes()).hexdigest()[:16])
            last = state
        views = [game.view_of(last, seat).tobytes() for seat in range(seats)]
        results = [game.scores(last, seats), game.ranks(last, seats), game.breakdown(last, seats)]
        digests.append(hashlib.sha256(repr(results).encode() + b"".join(views)).hexdigest()[:16])
        imagined = game.imagine(game.view_of(play.recorder().state, 0), 0, seed_key(number))
        digests.append(hashlib.sha256(imagined.tobytes()).hexdigest()[:16])
    return digests


def census(game: Game, state: Any) -> list[int]:
    out = np.zeros(4096, np.int32)
    return [int(count) for count in out[: game.engine.run_census(state, out)]]
