"""The marks that the champion's weights are for: points held, what wands may still bring, and who
may take the goal.
"""

from typing import Any

import numpy as np
import pytest

from ludotheque.bots.judgement import Judgement
from ludotheque.bots.levels import champion_of
from ludotheque.bots.thinker import judging
from ludotheque.core.constants import TABLE
from ludotheque.games.labyrinth import evaluate
from ludotheque.games.labyrinth.components import VALUES
from ludotheque.games.labyrinth.evaluate import (
    FIRST,
    HELD,
    LATER,
    MARKS,
    OTHERS_SAVED,
    SAVED,
    TAKEN,
    TO_COME,
    marks,
    wand_pays,
)
from ludotheque.games.labyrinth.state import Phase
from tests.games.effort import size
from tests.games.labyrinth.mazes import GAME, dealt
from tests.games.labyrinth.test_evaluate import opened, wandered


def marked(state: Any) -> Any:
    out = np.full((TABLE, MARKS), np.nan)
    marks(state, out)
    return out[: state.seats]


def test_wands_are_marked_by_the_best_tokens_to_come() -> None:
    state = dealt()  # the cards are 1, 10, 13 and 2, 16, 25; the goal is 1
    found = marked(state)
    assert found[:, HELD].tolist() == [9, 9]
    assert found[:, SAVED].tolist() == [33 + 30 + 25, 45 + 36 + 22]
    assert found[:, OTHERS_SAVED].tolist() == found[::-1, SAVED].tolist()
    assert found[:, TO_COME].tolist() == [(sum(range(2, 21)) + 25 + 40) / 2, (sum(range(2, 21)) + 25 + 60) / 2]
    state.wands[0], state.wands[1] = 0, 1
    assert marked(state)[:, SAVED].tolist() == [0, 45]


def test_a_wand_is_kept_for_better_tokens() -> None:
    """The goal is 20, and only 25 is left, which is on the card of seat 1."""
    state = dealt()
    state.goal, state.wands[0], state.wands[1] = VALUES.index(20), 1, 1
    assert [wand_pays(state, seat) for seat in range(2)] == [True, False]
    state.wands[0], state.wands[1] = 0, 2
    assert [wand_pays(state, seat) for seat in range(2)] == [False, True]  # one of the two would be left over


@pytest.mark.parametrize("seed", range(size(10, python=2)))
def test_the_goal_is_marked_once_for_each_seat(seed: int) -> None:
    state = wandered(2 + seed % 3, seed, 5 * seed)
    found, seat = marked(state), int(state.seat)
    assert np.isfinite(found).all()
    shares = found[:, [TAKEN, *range(FIRST, MARKS)]]
    assert ((shares != 0).sum(axis=1) <= 1).all()
    assert (found[seat, FIRST] > 0) == (opened(state, seat) > 0)
    assert not found[:, FIRST:LATER].any(axis=1)[np.arange(state.seats) != seat].any()


def test_who_stands_before_an_open_way_has_as_good_as_taken_the_goal() -> None:
    for seed in range(99):
        state = wandered(2, seed, 12)
        seat = int(state.seat)
        for action in GAME.legal(state, seat):
            world = state.copy()
            GAME.apply(world, seat, action)
            if world.phase == Phase.MOVE and evaluate.can_walk(world, seat):
                assert marked(world)[seat, TAKEN] == evaluate.worth(world, seat)
                return
    raise AssertionError


def test_compiled_marks_are_the_plain_ones() -> None:
    states = np.array([wandered(2 + seed % 3, seed, 7 * seed) for seed in range(4)], GAME.state)
    out = np.zeros((len(states), TABLE, MARKS))
    judging(GAME, Judgement).list_marks(states, out)
    plain = np.zeros((TABLE, MARKS))
    for state, compiled in zip(states.view(np.recarray), out, strict=True):
        plain[:] = 0
        getattr(marks, "py_func", marks)(state, plain)
        assert np.allclose(plain, compiled)


def test_the_champion_has_a_weight_for_every_mark() -> None:
    guide = champion_of(GAME)
    assert isinstance(guide, Judgement)
    assert len(guide.marks) == MARKS
    assert guide.marks[SAVED] > 0  # a wand is worth more than its points
