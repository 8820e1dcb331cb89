"""What a great many random games have in common: laws without exception, and means that an
independent program has measured too.
"""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.options import encode
from ludotheque.core.story import silent_story
from ludotheque.games.meandres import naive
from ludotheque.games.meandres.components import HAZY, TILE_KIND
from ludotheque.games.meandres.notation import cells_of
from ludotheque.games.meandres.state import Phase
from tests.games.effort import size
from tests.games.meandres.boards import GAME, after, legal, random_games, state_of, table_of

COUNT = size(10_000, python=12)
KNOWN = 200  # games behind each mean that was measured elsewhere
SPREAD = 5  # standard errors that a mean may be off: once in two million tries

PLIES = {
    (2, "short"): 100.6,
    (2, "long"): 132.8,
    (3, "short"): 98.4,
    (3, "long"): 130.8,
    (4, "short"): 106.0,
    (4, "long"): 129.6,
}
SCORES = {
    (2, "short"): 17.4,
    (2, "long"): 23.75,
    (3, "short"): 11.73,
    (3, "long"): 14.97,
    (4, "short"): 10.15,
    (4, "long"): 11.7,
}
COLUMNS = {  # levels, forgotten, threes, isolated, influence
    (2, "short"): (6.6, 1.9, 1.7, 0.8, 6.4),
    (2, "long"): (8.5, 2.5, 2.4, 1.2, 9.1),
    (3, "short"): (5.6, 1.8, 0.7, 0.5, 3.2),
    (3, "long"): (6.6, 2.2, 1.2, 0.6, 4.4),
    (4, "short"): (5.1, 1.7, 0.4, 0.4, 2.5),
    (4, "long"): (5.8, 1.9, 0.5, 0.4, 3.1),
}
SPAWN = {(2, "short"): 6.8, (2, "long"): 8.7, (3, "short"): 5.1, (3, "long"): 6.3, (4, "short"): 4.5, (4, "long"): 5.2}
LEGAL = {
    Phase.ENTER: 6.0,
    Phase.BEFORE: 11.5,
    Phase.STEP: 2.0,
    Phase.SPAWN: 2.9,
    Phase.BABA: 4.6,
    Phase.LEGEND: 3.8,
    Phase.EXTEND: 90.4,
}
QUESTIONS = {Phase.SPAWN: 2.3, Phase.BONUS: 2.8, Phase.LEAP: 0.24}  # in a game


def is_near(found: float, expected: float, deviation: float) -> bool:
    """Is a mean over our games near one over the others, as far as chance allows?

    Ours come from the same distribution.
    """
    return bool(abs(found - expected) < SPREAD * deviation * (1 / COUNT + 1 / KNOWN) ** 0.5)


@pytest.mark.parametrize(("seats", "length"), list(PLIES))
def test_plies_and_scores_are_as_measured_before(seats: int, length: str) -> None:
    plies, points, places = np.zeros(COUNT, np.int32), np.zeros((COUNT, 6), np.int32), np.zeros((COUNT, 6), np.int32)
    options = encode(GAME.options, GAME.complete_options({"length": length}))
    GAME.engine.batch(
        np.zeros(1, GAME.state), key_words(seed_key(2011)), 0, seats, options, silent_story(), plies, points, places
    )
    mean = points[:, :seats].mean(axis=1)
    assert is_near(plies.mean(), PLIES[seats, length], plies.std())
    assert is_near(mean.mean(), SCORES[seats, length], mean.std())
    assert plies.max() <= 420 == GAME.max_plies
    assert 0 <= points.min() <= points.max() < 290
    assert set(places[:, :seats].min(axis=1).tolist()) == {1}


@pytest.mark.parametrize(("seats", "length"), list(COLUMNS))
def test_the_columns_of_the_score_sheet_and_the_spawn_on_the_board_are_as_measured_before(
    seats: int, length: str
) -> None:
    found = []
    for number in range(size(1000, python=8)):
        state = GAME.new(seats, {"length": length}, seed_key(number))
        GAME.engine.playout(state, np.array([number, 4, 5], np.uint32), silent_story())
        sheets = [list(sheet.values()) for sheet in GAME.breakdown(state, seats)]
        found.append([*np.mean(sheets, axis=0), state.spawn[:seats].sum() / seats])
    mean, deviation = np.mean(found, axis=0), np.std(found, axis=0) + 0.5  # a few games may happen to be all alike
    error = SPREAD * deviation * (1 / len(found) + 1 / KNOWN) ** 0.5 + 0.05
    assert (abs(mean - [*COLUMNS[seats, length], SPAWN[seats, length]]) < error).all()


def test_the_phases_come_as_often_and_have_as_many_actions_as_measured_before() -> None:
    counts: dict[Phase, list[int]] = {phase: [] for phase in Phase}
    games = size(240, python=6)
    for states in random_games(games):
        for state in states[:-1]:
            counts[Phase(state.phase)].append(len(GAME.legal(state, int(state.seat))))
    for phase, mean in LEGAL.items():
        found = np.array(counts[phase] if counts[phase] else [mean], float)
        assert abs(found.mean() - mean) < SPREAD * found.std() * (2 / len(found)) ** 0.5 + 0.05, phase
    assert set(counts[Phase.BONUS]) <= {2}
    assert set(counts[Phase.LEAP]) <= {2}
    for phase, often in QUESTIONS.items():
        assert abs(len(counts[phase]) / games - often) < SPREAD * (often * 2 * (1 / games + 1 / 300)) ** 0.5, phase


def test_the_first_ply_has_6_actions_and_the_first_extension_60_or_45() -> None:
    for states in random_games(size(60, python=6)):
        assert len(legal(states[0])) == 6
        first = next(state for state in states if state.phase == Phase.EXTEND)
        standing = int(first.fiend[first.seat])
        assert len(legal(first)) == (45 if standing == 0 else 60)


NONE_HELD = "nobody"
MOST_LEGAL = {
    Phase.ENTER: 7,
    Phase.STEP: 6,
    Phase.AGAIN: 4,
    Phase.LEAP: 2,
    Phase.SPAWN: 42,
    Phase.BONUS: 2,
    Phase.BABA: 7,
    Phase.LEGEND: 5,
    Phase.COLOR: 3,
    Phase.EXTEND: 304,
}


def test_no_phase_has_more_actions_than_its_bound() -> None:
    powers = {NONE_HELD: 9, "okiku": 150, "krampus": 2000}
    for states in random_games(size(60, python=4)):
        for state in states[:-1]:
            count = len(GAME.legal(state, int(state.seat)))
            if state.phase == Phase.BEFORE:
                held = (
                    GAME.components["cards.legends"][state.legend[state.seat]]["id"]
                    if state.legend[state.seat] >= 0
                    else NONE_HELD
                )
                assert count <= powers.get(held, 9)
            else:
                assert 1 <= count <= MOST_LEGAL[Phase(state.phase)]


def test_krampus_has_fewer_than_2000_choices_even_on_a_ring_of_dreams() -> None:
    """All dreams of a ring may move, each to every shore of the rest: the most there can be."""
    ring = [(5, 0)]
    for (east, south), steps in zip(
        [(-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0), (0, 1)], [5, 5, 5, 5, 5, 4], strict=True
    ):
        for _ in range(steps):
            ring.append((ring[-1][0] + east, ring[-1][1] + south))
    board = {f"{q},{r}": [tile] for (q, r), tile in zip(ring, list(naive.TILES)[: len(ring)], strict=True)}
    assert len(board) == 30
    given = {"board": board, "fiends": ["5,0", "0,5"], "legend": ["krampus", None]}
    moves = [text for text in legal(state_of(**given)) if text.startswith("krampus")]
    assert sorted(moves) == sorted(naive.powers_of(table_of(**given)))
    assert len(moves) == 1794
    assert len(legal(state_of(**given))) < GAME.max_legal


def test_an_infernal_dance_has_42_choices_among_six_dreams() -> None:
    ring = ["1,0", "-1,0", "0,-1", "0,1", "-1,1", "1,-1"]
    happy = {cell: [f"happy-{number:02}"] for number, cell in enumerate(ring, 1)}
    given = {
        "board": {"0,0": ["celestial"]} | happy | {"2,0": ["happy-07"]},
        "row": [42, 2, 3, 4],
        "influence": ["happy", "epic"],
    }
    # GH?H
    state = after(state_of(**given, fiends=["0,1", "2,0"]), "dance 42", "step 0,0", "step 1,0", "step 0,0", "step -1,0")
    assert len(legal(state)) == 4  # two happy dreams beside -1,0
    reversed_ = state_of(**given, fiends=["0,1", "2,0"], legend=["bloody_mary", None])
    state = after(reversed_, "dance 42 reversed", "step -1,1", "step -1,0", "step -1,1", "step 0,0")
    assert len(legal(state)) == 42 == MOST_LEGAL[Phase.SPAWN]


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
