"""Random games as data: a seed and a list of numbers. Hypothesis shrinks both to the shortest game that shows a fault."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.game import Game
from ludotheque.core.layout import copy
from ludotheque.core.record import Recorder
from ludotheque.core.rule import JIT

EVERYONE = range(7)  # all seats that can be, and the table
BEGINNING, STRIDE = (40, 11) if JIT else (6, 47)  # plain Python is slow, and sees the same states


def all_options(game: Game) -> list[dict[str, Any]]:
    """Every combination of an option's values; of a number its default and its minimum, or 1 where that is 0: a limit of 0 is often none, and then a game need not end."""
    choices = [[(option.name, value) for value in option.values or {option.default, max(option.minimum, 1)}] for option in game.options]
    return [dict(combination) for combination in product(*choices)]


@dataclass(frozen=True)
class Play:
    """A game to be played: who, how, from which seed, by which choices."""

    game: Game
    seats: int
    options: dict[str, Any]
    seed: int
    choices: list[int]

    def recorder(self) -> Recorder:
        return Recorder(self.game, self.seats, self.options, seed_key(self.seed))

    def turns(self, recorder: Recorder) -> Iterator[tuple[int, int]]:
        """Plays the game: yields each (seat, action) before it is carried out, over and over the choices until the game ends."""
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
        """The state at every decision, and the last one."""
        recorder = self.recorder()
        for _ in self.turns(recorder):
            yield recorder.state
        yield recorder.state

    def looks(self) -> Iterator[Any]:
        """Its states, for a test that looks long at each: of a long game the first ones, and a few of the others."""
        for ply, state in enumerate(self.states()):
            if ply < BEGINNING or ply % STRIDE == 0:
                yield state

    def __repr__(self) -> str:
        return f"{self.game.id} seats={self.seats} options={self.options} seed={self.seed} choices={self.choices}"


@st.composite
def plays(draw: st.DrawFn, name: str) -> Play:
    game = registry.load(name)
    seats = draw(st.sampled_from(list(game.seats)))
    options = draw(st.sampled_from(all_options(game)))
    choices = draw(st.lists(st.integers(0, 10_000), min_size=1, max_size=12))
    return Play(game, seats, options, draw(st.integers(0, 10_000)), choices)


def without_generator(state: Any) -> bytes:
    """The bytes of a state but for its key and cursor."""
    clean = copy(state)
    clean.key[:] = 0
    clean.cursor = 0
    return bytes(clean.tobytes())


def position(game: Game, state: Any) -> bytes:
    """A state as far as it can be seen on the table: equal pieces not told apart, the generator left out."""
    clean = copy(state)
    game.engine.run_canonical(clean)
    return without_generator(clean)


def trace(name: str, seats: int, games: int) -> list[str]:
    """A digest of the state after every action of some games, and of the results: equal in every way of running the rules."""
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
