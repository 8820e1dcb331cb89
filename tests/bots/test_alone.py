"""Weights without a search: the next position, or the end of the turn, that looks best."""

import numpy as np
import pytest

from benchmarks.alone import WIDTH, alone, best_turns, judge_of, match, next_positions, weights_of
from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.levels import bot, champion_of
from ludotheque.bots.network import SAID, Network, new_layers, new_network
from ludotheque.bots.play import play_out
from ludotheque.bots.thinker import judging
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
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


@pytest.mark.parametrize("name", ["sarena", "viva_catrina"])
def test_a_game_may_have_weights_for_this(name: str) -> None:
    game = registry.load(name)
    assert isinstance(weights_of(game, None), Network)
    assert type(weights_of(game, None)) is not type(champion_of(game))


def test_a_network_sees_the_marks_of_each_seat_its_own_first() -> None:
    sarena = registry.load("sarena")
    state, names = sarena.new(3, {}, seed_key(7)), knowledge(sarena, is_learned=True)
    layers, marks = new_layers(new_network(sarena, 1)), np.zeros((3, names["MARKS"]))
    judging(sarena, Network).look(state, 1, 3, layers)
    names["marks"](state, marks)
    seen = layers.said.reshape(-1, SAID + names["MARKS"])[:, SAID:]
    assert np.count_nonzero(marks) > 0
    assert np.allclose(seen[:3] * names["MARGIN"], marks[[1, 2, 0]])
    assert not seen[3:].any()


def test_a_new_network_repeats_who_leads_by_value() -> None:
    sarena = registry.load("sarena")
    judge, value = judge_of(sarena, new_network(sarena, 1)), np.zeros(TABLE)
    plies = play_out(sarena, 2, {}, seed_key(7), [bot("random")] * 2).plies[:-1]
    leads, rewards = [], []
    for ply in plies:
        knowledge(sarena)["value"](ply.after, value)
        leads.append(value[0] - value[1])
        rewards.append(judge(ply.after, 0) - judge(ply.after, 1))
    clear = [(lead, reward) for lead, reward in zip(leads, rewards, strict=True) if abs(lead) >= 3]
    assert len(clear) > 5
    assert all(lead * reward > 0 for lead, reward in clear)
