"""What an expert sees beyond the next cell: sets that come together, a composition that is gone on with, and the clock."""

from itertools import islice
from time import thread_time
from typing import Any

import numpy as np
import pytest

from ludotheque.core.layout import copy
from ludotheque.core.rule import JIT
from ludotheque.games.dream_runners.actions import DONE
from ludotheque.games.dream_runners.compose import compose
from ludotheque.games.dream_runners.evaluate import TASTE_ITERATIONS, WOKEN, _standing, favorite, foresee, tastes
from tests.games.dream_runners.boards import GAME, at_round, facts, play

HAND = ["green-i1", "green-i2", "green-i3", "green-l3", "i1-3", "i2-3"] if JIT else ["green-i1", "i1-3"]
HELD = {"fragments": {"blue": 2, "green": 1, "orange": 1}}


def standing(state: Any, actions: list[int]) -> float:
    world = copy(state)
    for action in actions:
        GAME.apply(world, 0, action)
    return float(_standing().standing(world, 0))


def next_action(state: Any, count: int, seconds: float = 60.0) -> int:
    found = foresee(GAME, GAME.view_of(state, 0), 0, bytes(32), count * TASTE_ITERATIONS, seconds)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("held", "more", "expected"), [([0, 0, 0, 0], 4, 1), ([0, 1, 1, 1], 1, 1), ([0, 0, 3, 3], 2, 1), ([0, 1, 1, 2], 4, 2), ([1, 2, 5, 5], 0, 1), ([0, 0, 0, 9], 2, 2 / 3)]
)
def test_fragments_to_come_go_where_they_are_needed(held: list[int], more: float, expected: float) -> None:
    assert _standing().sets(np.array(held, np.float64), float(more)) == pytest.approx(expected)


def test_part_of_the_way_to_a_star_is_worth_part_of_it() -> None:
    assert [_standing().star_points(star) for star in (0.0, 0.5, 2.0, 9.5, 10.0, 11.0)] == [0.0, 2.0, 8.0, 56.0, 60.0, 60.0]


def test_in_the_last_round_it_is_the_score_to_be() -> None:
    """With an eye on what the seat will have: the coins that are left are worth the calm they buy, and keys and single fragments nothing."""
    state = at_round(2, "d1-1", 8, {0: {"segments": HAND, "calm": 20, "coins": 0, "keys": 0, **HELD}, 1: {"segments": []}})
    found = compose(state, 0).actions
    expected = standing(state, found)
    for action in [*found, DONE]:
        state = play(state, (0, GAME.notation.text(state, 0, action)))
    state = play(state, (1, "done"))
    after = facts(state, 0)
    assert expected == pytest.approx([0, 4, 8][after["star"]] + after["calm"] + 0.34 * (after["coins"] - (state.first == 0)))


def test_whoever_will_wake_stands_badly() -> None:
    state = at_round(2, "d1-1", 3, {0: {"calm": 2}})
    assert standing(state, []) == WOKEN


def test_with_one_taste_it_composes_as_usual() -> None:
    state = at_round(2, "d2-1", 4, {0: {"segments": HAND, **HELD}})
    assert next_action(state, 1) == favorite(state, 0)
    assert len(set(tastes(state, 0))) > 90


@pytest.mark.parametrize("dream", ["d1-2", "d2-6", "d3-3", "d4-6"] if JIT else ["d1-2"])
def test_with_more_it_stands_better_and_what_it_begins_it_goes_on_with(dream: str) -> None:
    count = 20 if JIT else 2
    state = at_round(2, dream, 6, {0: {"segments": HAND, **HELD}})
    usual, *others = (standing(state, compose(state, 0, taste).actions) for taste in islice(tastes(state, 0), count))
    while (action := next_action(state, count)) != DONE:
        state = play(state, (0, GAME.notation.text(state, 0, action)))
    assert standing(state, []) >= max(usual, *others) - 1e-9
    assert not JIT or standing(state, []) > usual


def test_it_stops_when_the_time_is_over() -> None:
    state = at_round(2, "d4-1", 6, {0: {"segments": HAND, **HELD}})
    next_action(state, 1)
    began = thread_time()
    next_action(state, 1 << 40, seconds=0.0)
    assert thread_time() - began < (0.1 if JIT else 60)
