"""What a great many random games have in common: laws without exception, and means that an independent program has measured too."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.options import encode
from ludotheque.core.story import silent_story
from ludotheque.games.meandres.components import HAZY, TILE_KIND
from ludotheque.games.meandres.notation import cells_of
from ludotheque.games.meandres.state import Phase
from tests.games.effort import size
from tests.games.meandres import naive
from tests.games.meandres.boards import GAME, legal, random_games, state_of, table_of

COUNT = size(10_000, python=12)
KNOWN = 200  # games behind each mean that was measured elsewhere
SPREAD = 5  # standard errors that a mean may be off: once in two million tries

PLIES = {(2, "short"): 94.7, (2, "long"): 125.8, (3, "short"): 93.3, (3, "long"): 124.1, (4, "short"): 100.9, (4, "long"): 123.8}
SCORES = {(2, "short"): 17.8, (2, "long"): 23.65, (3, "short"): 12.57, (3, "long"): 15.63, (4, "short"): 10.65, (4, "long"): 12.45}


def is_near(found: float, expected: float, deviation: float) -> bool:
    """Is a mean over our games near one over the others, as far as chance allows? Ours come from the same distribution."""
    return bool(abs(found - expected) < SPREAD * deviation * (1 / COUNT + 1 / KNOWN) ** 0.5)


@pytest.mark.parametrize(("seats", "length"), list(PLIES))
def test_plies_and_scores_are_as_measured_before(seats: int, length: str) -> None:
    plies, points, places = np.zeros(COUNT, np.int32), np.zeros((COUNT, 6), np.int32), np.zeros((COUNT, 6), np.int32)
    options = encode(GAME.options, GAME.complete_options({"length": length}))
    GAME.engine.batch(np.zeros(1, GAME.state), key_words(seed_key(2011)), 0, seats, options, silent_story(), plies, points, places)
    mean = points[:, :seats].mean(axis=1)
    assert is_near(plies.mean(), PLIES[seats, length], plies.std())
    assert is_near(mean.mean(), SCORES[seats, length], mean.std())
    assert plies.max() <= 392 == GAME.max_plies
    assert 0 <= points.min() <= points.max() < 290
    assert set(places[:, :seats].min(axis=1).tolist()) == {1}


def test_the_first_ply_has_6_actions_and_the_first_extension_60_or_45() -> None:
    for states in random_games(size(60, python=6)):
        assert len(legal(states[0])) == 6
        first = next(state for state in states if state.phase == Phase.EXTEND)
        standing = int(first.fiend[first.seat])
        assert len(legal(first)) == (45 if standing == 0 else 60)


NONE_HELD = "nobody"
MOST_LEGAL = {Phase.ENTER: 7, Phase.STEP: 6, Phase.AGAIN: 4, Phase.SPAWN: 20, Phase.BABA: 7, Phase.LEGEND: 5, Phase.COLOR: 3, Phase.EXTEND: 304}


def test_no_phase_has_more_actions_than_its_bound() -> None:
    powers = {NONE_HELD: 9, "okiku": 150, "krampus": 2000}
    for states in random_games(size(60, python=4)):
        for state in states[:-1]:
            count = len(GAME.legal(state, int(state.seat)))
            if state.phase == Phase.BEFORE:
                held = GAME.components["cards.legends"][state.legend[state.seat]]["id"] if state.legend[state.seat] >= 0 else NONE_HELD
                assert count <= powers.get(held, 9)
            else:
                assert 1 <= count <= MOST_LEGAL[Phase(state.phase)]


def test_krampus_has_fewer_than_2000_choices_even_on_a_ring_of_dreams() -> None:
    """All dreams of a ring may move, each to every shore of the rest: the most there can be."""
    ring = [(5, 0)]
    for (east, south), steps in zip([(-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0), (0, 1)], [5, 5, 5, 5, 5, 4], strict=True):
        for _ in range(steps):
            ring.append((ring[-1][0] + east, ring[-1][1] + south))
    board = {f"{q},{r}": [tile] for (q, r), tile in zip(ring, list(naive.TILES)[: len(ring)], strict=True)}
    assert len(board) == 30
    given = {"board": board, "fiends": ["5,0", "0,5"], "legend": ["krampus", None]}
    moves = [text for text in legal(state_of(**given)) if text.startswith("krampus")]
    assert sorted(moves) == sorted(naive.powers_of(table_of(**given)))
    assert len(moves) == 1794
    assert len(legal(state_of(**given))) < GAME.max_legal


def test_every_game_keeps_the_laws_of_the_board() -> None:
    for states in random_games(size(36, python=4)):
        for before, state in pairwise(states):
            cells = cells_of(state)
            assert naive.is_whole(set(cells))
            assert len(set(cells)) == len(cells)
            under = [int(tile) for tile in state.below if tile >= 0]
            assert all(TILE_KIND[tile] == HAZY for tile in under)
            tiles = int(state.levels.sum())
            assert tiles <= (25, 31)[int(state.length)]
            assert tiles - int(before.levels.sum()) in (0, 1)
        end = states[-1]
        laid = int(end.levels.sum()) + int(end.thrown).bit_count()
        assert laid == (25, 31)[int(end.length)]
        assert 7 <= int(end.dreams) <= 31


def test_the_spawn_of_a_seat_are_25_and_the_marker_moves_at_most_once_a_turn() -> None:
    for states in random_games(size(36, python=4)):
        seats, turns = int(states[0].seats), Counter({0: 1})
        for before, state in pairwise(states):
            turns[int(state.seat)] += int(state.seat != before.seat)
            own = state.spawn[:seats].sum(axis=1) + state.supply[:seats] + state.mark[:seats] + 1
            assert own.tolist() == [25] * seats
            assert all(state.marker[seat] <= turns[seat] for seat in range(seats))
        taken = 4 - int(states[-1].open).bit_count() + 5 - int(states[-1].legend_deck.sum())
        assert taken <= {2: 6, 3: 9, 4: 8}[seats]
