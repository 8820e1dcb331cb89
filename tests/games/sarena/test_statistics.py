"""What a great many random games have in common: laws without exception, and means that an
independent program has measured too.
"""

from itertools import combinations, pairwise

import numpy as np
import pytest

from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.options import encode
from ludotheque.core.story import silent_story
from ludotheque.games.sarena.components import CIRCLE_NAMES, LINES
from tests.games.effort import size
from tests.games.sarena.boards import GAME, after, legal, random_games, stacks_of

COUNT = size(20_000, python=60)
SPREAD = 5  # standard errors that a mean may be off: once in two million tries


def is_near(found: float, expected: float, deviation: float, known: int = 1500) -> bool:
    """Is a mean over our games near one over `known` games, as far as chance allows?"""
    return bool(abs(found - expected) < SPREAD * deviation * (1 / COUNT + 1 / known) ** 0.5)


class Batch:
    """Random games: plies[game], points[game, seat], places[game, seat]."""

    def __init__(self, seats: int, deal: str) -> None:
        self.plies, points, places = (
            np.zeros(COUNT, np.int32),
            np.zeros((COUNT, 6), np.int32),
            np.zeros((COUNT, 6), np.int32),
        )
        options = encode(GAME.options, GAME.complete_options({"deal": deal}))
        GAME.engine.batch(
            np.zeros(1, GAME.state),
            key_words(seed_key(2011)),
            0,
            seats,
            options,
            silent_story(),
            self.plies,
            points,
            places,
        )
        self.points, self.places = points[:, :seats], places[:, :seats]


@pytest.fixture(
    scope="module",
    params=[(seats, deal) for deal in ("free", "fair") for seats in (2, 3, 4)],
    ids=lambda param: f"{param[1]}-{param[0]}",
)
def batch(request: pytest.FixtureRequest) -> Batch:
    return Batch(*request.param)


# Means


def test_a_game_takes_28_6_plies(batch: Batch) -> None:
    assert is_near(batch.plies.mean(), 28.62, 2.6, known=16_000)
    assert abs(batch.plies.std() - 2.6) < 0.1 or COUNT < 1000


def test_every_seat_scores_9_on_average(batch: Batch) -> None:
    assert all(is_near(mean, 9, batch.points.std(), known=10**9) for mean in batch.points.mean(axis=0))


WINNER = {2: 11.75, 3: 13.2, 4: 14.3}  # both deals together
EQUAL_AT_THE_TOP = {2: 0.067, 3: 0.0795, 4: 0.087}
STILL_EQUAL = {2: 0.019, 3: 0.0185, 4: 0.017}


def test_winners_and_ties_are_as_often_as_measured_before(batch: Batch) -> None:
    seats = batch.points.shape[1]
    best = batch.points.max(axis=1)
    equal = (batch.points == best[:, None]).sum(axis=1) > 1
    still_equal = (batch.places == 1).sum(axis=1) > 1
    assert is_near(best.mean(), WINNER[seats], best.std(), known=3000)
    assert is_near(equal.mean(), EQUAL_AT_THE_TOP[seats], 0.28, known=3000)
    assert is_near(still_equal.mean(), STILL_EQUAL[seats], 0.14, known=3000)
    assert not np.any(still_equal & ~equal)


# Laws


def test_no_game_is_shorter_than_14_or_longer_than_45_plies(batch: Batch) -> None:
    assert batch.plies.min() >= 14
    assert batch.plies.max() <= 45 == GAME.max_plies


def test_the_scores_of_four_add_up_to_36(batch: Batch) -> None:
    totals = set(batch.points.sum(axis=1).tolist())
    assert (totals == {36}) if batch.points.shape[1] == 4 else (max(totals) <= 36)


def test_the_first_move_takes_as_many_moves_away_as_lines_end_at_the_circle_left() -> None:
    state = GAME.new(2, {}, seed_key(1))
    assert len(legal(state)) == 120 == GAME.max_legal
    for text in legal(state):
        origin = CIRCLE_NAMES.index(text[:2])
        lines = sum(line[0] == origin for line in LINES)
        has_arrows = sum(divmod(origin, 6)) % 2 == 1
        assert len(legal(after(state, text))) == 120 - lines * (1 if has_arrows else 2)


def test_every_game_keeps_the_laws_of_the_board() -> None:
    left, turnings = [], []
    for states in random_games(size(150, python=4)):
        counts = [len(legal(state)) for state in states]
        assert counts[0] == 120
        assert max(counts[1:]) < 120  # though a move may leave more of them than there were before it
        for state in states:
            stacks = stacks_of(state)
            under = {
                color: sum(len(chips) for chips in stacks.values() if chips[-1].startswith(color))
                for color in ("amber", "teal", "crimson", "ivory")
            }
            assert sum(under.values()) == 36
        left.append(len(stacks_of(states[-1])))
        turnings.append(len(states) - 1 - (36 - left[-1]))
        for sheet in GAME.breakdown(states[-1], int(states[-1].seats)):
            assert sheet["own_colour"] <= 18
            assert sheet["own_colour"] <= sheet["collected"] <= 4 * sheet["own_colour"]
    assert 9 <= min(left) <= max(left) <= 22
    assert 0 <= min(turnings) <= max(turnings) <= 18
    assert abs(np.mean(left) - 14.65) < SPREAD * 1.3 / len(left) ** 0.5
    assert abs(np.mean(turnings) - 7.3) < SPREAD * 2.3 / len(left) ** 0.5


def test_a_full_stack_on_an_arrow_circle_never_changes() -> None:
    for states in random_games(size(100, python=4)):
        for before, later in pairwise(states):
            for place in range(36):
                if before.height[place] == 4 and sum(divmod(place, 6)) % 2 == 1:
                    assert later.stack[place] == before.stack[place]


def test_two_joined_stacks_have_at_least_five_chips_together_at_the_end() -> None:
    for states in random_games(size(100, python=4)):
        height = states[-1].height
        joined = [
            (one, other)
            for one, other in combinations(range(36), 2)
            if (one, other) in set(LINES) and height[one] and height[other]
        ]
        assert all(height[one] + height[other] >= 5 for one, other in joined)
