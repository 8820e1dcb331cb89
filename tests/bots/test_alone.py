"""Weights without a search: the next position, or the end of the turn, that looks best."""

import numpy as np
import pytest

from benchmarks.alone import WIDTH, alone, best_turns, match, next_positions
from ludotheque.bots.levels import champion_of
from ludotheque.bots.network import new_network
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.game import State
from tests.castles import GAME as CASTLES
from tests.castles.parts import DONE, PIECES
from tests.toy import GAME as FLOTSAM


def built(state: State, seat: int) -> float:
    """Return which share of its pieces a seat has laid."""
    return np.count_nonzero(state.laid[seat] != NONE) / PIECES


def test_an_action_is_worth_the_position_after_it() -> None:
    found = dict(next_positions(CASTLES, built, CASTLES.new(2, {}, seed_key(1)), 0))
    assert found.pop(DONE) == 0.0
    assert set(found.values()) == {0.5}


def test_a_turn_is_looked_at_to_its_end() -> None:
    """Whoever begins with one piece can lay the other one too; of two ways to the same end, one is
    enough.
    """
    found = dict(best_turns(CASTLES, built, CASTLES.new(2, {}, seed_key(1)), 0))
    assert found.pop(DONE) == 0.0
    assert set(found.values()) == {0.5, 1.0}
    assert len(found) <= WIDTH


@pytest.mark.parametrize("is_turn", [False, True])
def test_a_network_plays_without_a_search(is_turn: bool) -> None:
    results, seconds = match(FLOTSAM, alone(new_network(FLOTSAM, 1), 2, is_turn), "random", 2, seed=7)
    assert len(results) == 2
    assert set(results) <= {0.0, 0.5, 1.0}
    assert seconds > 0


def test_an_instinct_beats_random_play() -> None:
    sarena = registry.load("sarena")
    guide = champion_of(sarena)
    assert guide is not None
    assert sum(match(sarena, alone(guide), "random", 4, seed=7)[0]) >= 3
