"""Counts sequences of actions, and the positions they lead to."""

from collections.abc import Callable, Iterator

import numpy as np

from ludotheque.core.constants import TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.layout import GENERATOR_FIELDS, copy
from ludotheque.core.story import silent_story

Progress = Callable[[int, int], object]  # called with how many are done, and the total

CHUNK_BYTES = 1 << 24  # of successors at a time


def sequences(game: Game, state: State, depth: int, progress: Progress | None = None) -> int:
    """Return how many sequences of exactly `depth` actions there are from here.

    No sequence goes beyond the end of the game.
    """
    if depth <= 1:
        return _sequences(game, state, depth)
    total = 0
    choices = [(seat, action) for seat in game.movers(state) for action in game.legal(state, seat)]
    for done, (seat, action) in enumerate(choices):
        successor = copy(state)
        game.apply(successor, seat, action)
        total += _sequences(game, successor, depth - 1)
        if progress is not None:
            progress(done + 1, len(choices))
    return total


def _sequences(game: Game, state: State, depth: int) -> int:
    pool = np.zeros(depth + 1, game.state)
    pool[0] = state
    return int(game.engine.perft(pool, depth, silent_story()))


def positions(game: Game, state: State, depth: int, progress: Progress | None = None) -> dict[bytes, int]:
    """Return every position after exactly `depth` actions, with its number of sequences.

    A position is what is on the table, with interchangeable pieces made identical: the canonical
    bytes of a state. The generator is not part of it, yet decides what comes next, so it is cleared
    only at the last level.
    """
    root = copy(state)
    game.engine.run_canonical(root)
    level = {root.tobytes(): 1}
    for _ in range(depth):
        level = _next_level(game, level, progress)
    return _without_generator(game, level)


def _next_level(game: Game, level: dict[bytes, int], progress: Progress | None) -> dict[bytes, int]:
    states = np.frombuffer(b"".join(level), game.state)
    ways = list(level.values())
    found: dict[bytes, int] = {}
    for successors, parents, done in _successors(game, states):
        for successor, parent in zip(_rows(successors), parents.tolist(), strict=True):
            found[successor] = found.get(successor, 0) + ways[parent]
        if progress is not None:
            progress(done, len(states))
    return found


def _successors(game: Game, states: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """Yield chunks of canonical states one action later.

    Each chunk comes with the index in `states` of each successor's parent, and the number of
    `states` that are done.
    """
    room = max(CHUNK_BYTES // game.state.itemsize, game.max_legal * (TABLE + 1))
    successors, parents = np.empty(room, game.state), np.empty(room, np.int64)
    done = 0
    while done < len(states):
        filled, done = game.engine.expand(states, done, successors, parents, silent_story())
        yield successors[:filled], parents[:filled], done


def _without_generator(game: Game, level: dict[bytes, int]) -> dict[bytes, int]:
    states = np.frombuffer(b"".join(level), game.state).copy()
    for name, *_ in GENERATOR_FIELDS:
        states[name] = 0
    found: dict[bytes, int] = {}
    for position, ways in zip(_rows(states), level.values(), strict=True):
        found[position] = found.get(position, 0) + ways
    return found


def _rows(states: np.ndarray) -> Iterator[bytes]:
    data, size = states.tobytes(), states.dtype.itemsize
    return (data[start : start + size] for start in range(0, len(data), size))
