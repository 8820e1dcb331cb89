"""What a great many games have in common: laws without exception, and means that an independent
program has measured too.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.options import encode
from ludotheque.core.story import silent_story
from ludotheque.games.dream_runners.segments import OUTSIDE
from ludotheque.games.dream_runners.state import Phase
from tests.games.dream_runners.boards import GAME, composed_games, random_games
from tests.games.effort import size

COUNT = size(20_000, python=30)
SPREAD = 5  # standard errors that a mean may be off: once in two million tries
KNOWN = 300  # games that the other program played

# (seats, pace): plies per game, share of seats that woke, mean score of a seat
MEASURED = {
    (2, "calm"): (26, 0.76, 0.9),
    (3, "calm"): (41, 0.89, 0.5),
    (4, "calm"): (54, 0.94, 0.2),
    (4, "sand"): (38, 0.92, 0.3),
}


class Batch:
    """Random games: plies[game], points[game, seat], places[game, seat]."""

    def __init__(self, seats: int, pace: str) -> None:
        self.seats, self.pace = seats, pace
        self.plies, points, places = (
            np.zeros(COUNT, np.int32),
            np.zeros((COUNT, 6), np.int32),
            np.zeros((COUNT, 6), np.int32),
        )
        options = encode(GAME.options, GAME.complete_options({"pace": pace}))
        GAME.engine.batch(
            np.zeros(1, GAME.state),
            key_words(seed_key(2020)),
            0,
            seats,
            options,
            silent_story(),
            self.plies,
            points,
            places,
        )
        self.points, self.places = points[:, :seats], places[:, :seats]


@pytest.fixture(scope="module", params=list(MEASURED), ids=lambda param: f"{param[1]}-{param[0]}")
def batch(request: pytest.FixtureRequest) -> Batch:
    return Batch(*request.param)


def is_near(found: float, expected: float, deviation: float, rounding: float) -> bool:
    """Is a mean over our games near one over KNOWN games, written down with so much rounding?"""
    return bool(abs(found - expected) < rounding + SPREAD * deviation * (1 / COUNT + 1 / KNOWN) ** 0.5)


def test_random_games_are_as_long_as_measured(batch: Batch) -> None:
    assert is_near(batch.plies.mean(), MEASURED[batch.seats, batch.pace][0], batch.plies.std(), 0.5)


def test_as_many_seats_wake_and_score_as_measured(batch: Batch) -> None:
    _, woken, score = MEASURED[batch.seats, batch.pace]
    by_game = (batch.points == 0).mean(axis=1)  # a sleeping seat scores at least 1
    assert is_near(by_game.mean(), woken, by_game.std(), 0.005)
    assert is_near(batch.points.mean(), score, batch.points.mean(axis=1).std(), 0.05)


def test_no_seat_is_better_off_than_another(batch: Batch) -> None:
    means = batch.places.mean(axis=0)
    assert np.all(abs(means - means.mean()) < SPREAD * batch.places.std() / COUNT**0.5)


def test_the_first_composing_ply_of_a_seat_has_182_choices() -> None:
    for seed in range(size(60, python=6)):
        state = GAME.new(2 + seed % 3, {"pace": "sand"}, seed_key(seed))
        assert [len(GAME.legal(state, seat)) for seat in range(state.seats)] == [182] * int(state.seats)


def test_random_players_lay_segments_outside_as_often_as_measured() -> None:
    """Wholly outside, in a game of four without the hourglass: 2.7 on average."""
    games = list(random_games(size(300, python=20), pace="calm", seats=4))
    counts = [sum(outside(state) for state in ends_of_phases(states)) for states in games]
    spread = SPREAD * max(float(np.std(counts)), 1.5) * (1 / len(counts) + 1 / KNOWN) ** 0.5
    assert abs(np.mean(counts) - 2.7) < 0.05 + spread


def ends_of_phases(states: list[Any]) -> Iterator[Any]:
    """The last state of every compose phase."""
    return (
        one
        for one, other in pairwise(states)
        if one.phase == Phase.COMPOSE and (other.phase != Phase.COMPOSE or other.round_now != one.round_now)
    )


def outside(state: Any) -> int:
    return int((state.lies == OUTSIDE).sum())


def test_every_game_keeps_the_bounds() -> None:
    for states in random_games(size(80, python=4)):
        assert len(states) <= GAME.max_plies
        for state in states:
            for seat in GAME.movers(state):
                count = len(GAME.legal(state, seat))
                bound = {
                    Phase.COMPOSE: 609,
                    Phase.PICK: 7,
                    Phase.COLOR: 4,
                    Phase.OPEN: 2,
                    Phase.LOSE: 11,
                    Phase.BUY: 5,
                    Phase.CALM: 31,
                }[Phase(int(state.phase))]
                assert count <= bound
            assert max(state.laid_count) <= 11
            assert 0 <= min(state.calm) <= max(state.calm) <= 30
        assert max(GAME.scores(states[-1], int(states[-1].seats))) <= 99


def test_a_player_who_composes_well_sleeps_to_the_end() -> None:
    """A simple greedy composer made 46 to 53 points on average; one that composes exactly makes
    more than most of those.
    """
    games = composed_games(6)
    scores = [score for data in games for score in data["final"]["scores"]]
    assert np.mean(scores) > 35
    assert max(scores) <= 99
    # of seven tiles that can follow the first
    assert np.mean([sum("dream" in " ".join(ply.get("chance", [])) for ply in data["plies"]) for data in games]) > 6
    assert 40 < np.mean([len(data["plies"]) / data["seats"] for data in games]) < 90
