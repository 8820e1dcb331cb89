"""Proofs that one action is clearly best, in a game whose best actions are known: leave a multiple
of four matches.
"""

import numpy as np
import pytest

from ludotheque.bots.history import UNKNOWN
from ludotheque.bots.proving import Weighing, prove
from ludotheque.core.chance import seed_key
from tests.matches import GAME


def proof_of(pile: int, action: int) -> object:
    state = GAME.new(2, {}, seed_key(1))
    state.pile, state.seat = pile, 0
    return prove(GAME, GAME.view_of(state, 0), 0, UNKNOWN, seed_key(2), action)


@pytest.mark.parametrize("pile", [5, 6, 7])
def test_the_action_that_wins_is_proved_and_no_other(pile: int) -> None:
    for action in range(3):
        assert (proof_of(pile, action) is not None) == (action + 1 == pile % 4)


def test_where_everything_loses_nothing_is_best() -> None:
    assert [proof_of(8, action) for action in range(3)] == [None] * 3


def test_a_proof_is_the_same_every_time() -> None:
    assert proof_of(7, 2) == proof_of(7, 2)


def test_a_weighing_asks_for_most_worlds_and_for_a_clear_lead() -> None:
    values = np.tile([0.5, 0.8, 0.6], (10, 1))
    weighing = Weighing([7, 8, 9], values)
    assert (weighing.best, weighing.second, weighing.agree, round(weighing.margin, 6)) == (8, 9, 10, 0.2)
    assert (weighing.is_clear(0.1), weighing.is_clear(0.3)) == (True, False)
    values[:2, 0] = 0.9
    assert not Weighing([7, 8, 9], values).is_clear(0.1)
