"""The marks of a position: what each seat has, what threatens it, and what it could take."""

from typing import Any

import numpy as np

from ludotheque.bots.judgement import Judgement
from ludotheque.bots.thinker import judging
from ludotheque.core.constants import TABLE
from ludotheque.games.sarena.components import MAX_STACK
from ludotheque.games.sarena.evaluate import (
    AT_RISK,
    LANDING,
    MANY,
    MARKS,
    REST,
    SAFE,
    TURNABLE,
    TURNING,
    marks,
)
from tests.games.sarena.boards import GAME, random_games, state_of

NEXT = REST + 1  # where the marks of the seat that acts next begin


def marked(state: Any) -> list[dict[int, float]]:
    """The marks of each seat that are not 0."""
    out = np.zeros((TABLE, MARKS))
    marks(state, out)
    return [{int(k): float(row[k]) for k in np.flatnonzero(row)} for row in out[: state.seats]]


def topped(height: int, threats: int, risk: int, has_friend: bool = False) -> int:
    return (((height - 1) * MANY + threats) * 3 + risk) * 2 + has_friend


def landing(height: int, tallest: int) -> int:
    return LANDING + (height - 1) * MAX_STACK + tallest - 1


def test_two_chips_beside_each_other() -> None:
    """On a1, a plain circle, amber can be covered, and turned over by moving to a2; on b1 teal can
    only be covered.
    """
    amber, teal = marked(state_of({"a1": ["amber/teal"], "b1": ["teal/amber"]}))
    assert amber == {NEXT + topped(1, 1, TURNABLE): 1, NEXT + landing(1, 1): 1, NEXT + REST: 1}
    assert teal == {topped(1, 1, SAFE): 1, landing(1, 1): 1, TURNING: 1, REST: 1}


def test_a_full_stack_can_only_be_turned_over() -> None:
    full = ["teal/amber", "amber/teal", "amber/teal", "amber/teal"]
    stacks = {"a1": ["amber/teal", "teal/amber", "teal/amber", "amber/teal"], "b1": full, "a2": full}
    amber, teal = marked(state_of(stacks))
    assert amber == {NEXT + topped(4, 0, AT_RISK): 1, NEXT + topped(4, 0, SAFE): 2, NEXT + REST: 1}
    assert teal == {REST: 1}  # what a1 would show if b1 or a2 were empty is no mark yet


def test_friends_can_land_on_each_other() -> None:
    amber, _ = marked(state_of({"b1": ["amber/teal"], "a1": ["amber/teal", "amber/teal"]}))
    assert amber == {NEXT + topped(1, 0, SAFE, True): 1, NEXT + topped(2, 0, TURNABLE, True): 1, NEXT + REST: 1}


def test_compiled_marks_are_the_plain_ones() -> None:
    states = np.array([state for game in random_games(3) for state in game][::7], GAME.state)
    compiled, plain = np.zeros((len(states), TABLE, MARKS)), np.zeros((TABLE, MARKS))
    judging(GAME, Judgement).list_marks(states, compiled)
    for state, row in zip(states.view(np.recarray), compiled, strict=True):
        plain[:] = 0
        getattr(marks, "py_func", marks)(state, plain)
        assert np.array_equal(plain, row)
