"""What a great many games have in common: bounds without exception, and means that an independent
program has measured too.
"""

from functools import cache
from typing import Any

import numpy as np
import pytest

from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.options import encode
from ludotheque.core.story import silent_story
from ludotheque.games.viva_catrina import naive
from ludotheque.games.viva_catrina.components import LOOK
from ludotheque.games.viva_catrina.state import Phase
from tests.games.effort import size
from tests.games.viva_catrina.villages import GAME, at_random, games, legal, linking, tiles_of

COUNT = size(3000, 8)
SPREAD = 5  # standard errors that a mean may be off: once in two million tries
PLIES = {2: (72, 84), 3: (108, 126), 4: (128, 146), 5: (160, 178), 6: (192, 210)}
SCORE = {2: 1.4, 3: 1.43, 4: 1.3, 5: 1.44, 6: 1.47}  # of a seat, over 100 games each
PLACES = {2: 45.8, 3: 46.1, 4: 43.2, 5: 42.9, 6: 43.2}
seats_from_2_to_6 = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


@cache
def batch(seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Random games: plies[game] and points[game, seat]."""
    plies, points, places = np.zeros(COUNT, np.int32), np.zeros((COUNT, 6), np.int32), np.zeros((COUNT, 6), np.int32)
    options = encode(GAME.options, GAME.complete_options({}))
    GAME.engine.batch(
        np.zeros(1, GAME.state), key_words(seed_key(2025)), 0, seats, options, silent_story(), plies, points, places
    )
    return plies, points[:, :seats]


@seats_from_2_to_6
def test_random_games_are_as_long_as_they_can_be(seats: int) -> None:
    plies, _ = batch(seats)
    least, most = PLIES[seats]
    assert least <= plies.min() <= plies.max() <= most
    assert plies.mean() - least < 0.15  # hardly anybody earns an extra tile


@seats_from_2_to_6
def test_random_seats_score_next_to_nothing_and_none_is_favoured(seats: int) -> None:
    _, points = batch(seats)
    deviation = points.std()
    assert abs(points.mean() - SCORE[seats]) < SPREAD * deviation * (1 / points.size + 1 / (100 * seats)) ** 0.5
    assert all(abs(mean - points.mean()) < SPREAD * deviation / COUNT**0.5 for mean in points.mean(axis=0))


@seats_from_2_to_6
def test_the_lists_are_as_long_as_measured_before(seats: int) -> None:
    takes, places = [], []
    for states in games(size(40, 1), at_random, seats):
        for state in states:
            if state.phase == Phase.TAKE:
                takes.append(len(legal(state)))
            elif state.phase == Phase.PLACE:
                places.append(len(legal(state)))
    assert 1 <= min(takes) <= max(takes) <= 4
    assert all(count % 2 == 0 for count in places)
    assert max(places) <= (200 if seats <= 3 else 184)
    assert abs(np.mean(takes) - 3.46) < size(20, 80) / 100
    assert abs(np.mean(places) - PLACES[seats]) < size(3, 15)


def test_games_keep_their_bounds_whoever_plays() -> None:
    for policy in (at_random, linking):
        for number, states in enumerate(games(size(15, 2), policy)):
            seats, plies = 2 + number % 5, -1
            for state in states:
                plies += 1
                assert all(
                    max(abs(x), abs(y)) <= (24 if seats <= 3 else 22)
                    for seat in range(seats)
                    for x, y in tiles_of(state, seat)
                )
                assert all(state.fringe_size[seat] <= 2 * state.tiles[seat] + 2 for seat in range(seats))
            assert PLIES[seats][0] <= plies <= PLIES[seats][1]
            assert 114 - int(state.bag_size) == seats * (18 if seats <= 3 else 16) + sum(
                bin(earned).count("1") for earned in state.earned.tolist()
            )
            sheets = GAME.breakdown(state, seats)
            assert {sheet["shops"] for sheet in sheets} <= {0, 1, 4, 9, 16, 25}
            assert all(sheet["butterflies"] % 2 == 0 for sheet in sheets)
            assert sum(sheet["visitors"] for sheet in sheets) <= 60
            assert sum(sheet["butterflies"] for sheet in sheets) <= 90
            assert all(balloons_of(state, seat) for seat in range(seats))


def balloons_of(state: Any, seat: int) -> bool:
    """Up to four seats nobody can miss a balloon tile."""
    counts, tiles = state.linked[seat, :4].tolist(), state.balloon_tile[seat].tolist()
    return all(
        bool(tile) == (count >= 3) or (not tile and state.seats > 4) for count, tile in zip(counts, tiles, strict=True)
    )


def test_turning_a_whole_village_changes_nothing() -> None:
    for states in games(size(6, 1), linking, 4, "none"):
        *_, state = states
        for seat in range(4):
            village = {
                cell: (naive.TILES | naive.STARTS)[name].turned(turn)
                for cell, (name, turn) in tiles_of(state, seat).items()
            }
            turned = {(-y, x): face.turned(1) for (x, y), face in village.items()}
            assert naive.linked(turned) == naive.linked(village)
            shapes = [
                sorted((len(base.corners), base.is_closed, base.is_linked) for base in naive.bases(each))
                for each in (village, turned)
            ]
            assert shapes[0] == shapes[1]


def test_whoever_links_scores_far_more_than_chance() -> None:
    """Of 12 random placements the one that scores most: about 20 points a seat, and now and then an
    extra tile.
    """
    points, extras = [], 0
    for states in games(size(20, 1), linking, 4):
        *_, state = states
        points += GAME.scores(state, 4)
        extras += int(state.bag_size) < 114 - 64
    assert np.mean(points) > 12
    assert extras > 0 or size(1, 0) == 0


def test_looks_are_what_the_tables_say() -> None:
    assert LOOK.shape == (4 * 121,)
    assert not LOOK[:4].any()  # no tile at all
