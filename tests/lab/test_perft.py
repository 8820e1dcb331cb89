"""Counting.

What the counts must be is in `tests/games/<game>/perft.txt`; here, that any game can be counted and
both ways of counting agree.
"""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.game import Game
from ludotheque.core.record import Follower
from ludotheque.lab import perft

every_game = pytest.mark.parametrize("game", [registry.load(name) for name in registry.names()], ids=registry.names())
E16 = json.loads((Path(__file__).parents[1] / "games/sarena/examples.json").read_text())["record"]


@pytest.mark.parametrize(
    ("after", "counts"),
    [(0, [(120, 120), (13776, 7264)]), (12, [(71, 71), (4704, 2476)]), (20, [(41, 41), (1521, 814)])],
)
def test_the_counts_of_the_page(after: int, counts: list[tuple[int, int]]) -> None:
    state = next(step.before for step in Follower(E16).steps() if step.number == after)
    game = registry.load("sarena")
    for depth, (sequences, positions) in enumerate(counts, start=1):
        found = perft.positions(game, state, depth)
        assert (perft.sequences(game, state, depth), len(found), sum(found.values())) == (
            sequences,
            positions,
            sequences,
        )


def test_sequences_of_three_from_the_deal_of_the_page() -> None:
    assert perft.sequences(registry.load("sarena"), Follower(E16).state, 3) == 1_511_836


@every_game
def test_sequences_are_the_positions_with_their_ways(game: Game) -> None:
    state = game.new(game.seats[0], {}, seed_key(1))
    before = state.tobytes()
    for depth in range(3):
        found = perft.positions(game, state, depth)
        assert sum(found.values()) == perft.sequences(game, state, depth) > 0
    assert state.tobytes() == before


@every_game
def test_small_chunks_find_the_same_positions(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    state = game.new(game.seats[0], {}, seed_key(1))
    expected = perft.positions(game, state, 2)
    monkeypatch.setattr(perft, "CHUNK_BYTES", 1)
    assert perft.positions(game, state, 2) == expected


@every_game
def test_a_position_says_nothing_of_the_generator(game: Game) -> None:
    for position in perft.positions(game, game.new(game.seats[0], {}, seed_key(1)), 1):
        state = np.frombuffer(position, game.state)[0]
        assert not state.key.any()
        assert state.cursor == 0


def test_no_sequence_goes_on_after_the_end() -> None:
    game = registry.load("sarena")
    *_, last = Follower(E16).steps()
    assert (
        perft.sequences(game, last.state, 0),
        perft.sequences(game, last.state, 1),
        perft.sequences(game, last.state, 3),
    ) == (1, 0, 0)
    assert perft.positions(game, last.state, 1) == {}


def test_progress_is_told_how_many_of_how_many() -> None:
    game = registry.load("sarena")
    told: list[tuple[int, int]] = []
    state = game.new(2, {}, seed_key(1))
    perft.sequences(game, state, 2, lambda done, total: told.append((done, total)))
    assert told == [(done, 120) for done in range(1, 121)]
    told.clear()
    perft.positions(game, state, 2, lambda done, total: told.append((done, total)))
    assert (told[0], told[-1]) == ((1, 1), (120, 120))
    assert all(later[0] >= earlier[0] for earlier, later in pairwise(told))
