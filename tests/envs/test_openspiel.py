"""OpenSpiel's own checks of our games, and what they do not check: secrecy, memory, chance."""

import copy
import pickle
import random
import warnings
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from benchmarks.ismcts import CompiledRollout
from ludotheque.core import registry
from ludotheque.core.constants import TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.layout import array_of
from ludotheque.envs.batch import Batch
from ludotheque.envs.openspiel import BYTES, DEALS, PREFIX, Observer, SpielGame

ENCODED = [name for name in registry.names() if registry.load(name).encode is not None]
SEATED = [(name, seats) for name in ENCODED for seats in {registry.load(name).seats[0], registry.load(name).seats[-1]}]


def load(name: str, seats: int) -> Any:
    return pyspiel.load_game(f"{PREFIX}{name}(seats={seats})")


def states(game: Any, seed: int = 1) -> Any:
    """Yield every state of a random game that is neither chance nor over."""
    chance, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            yield state.clone()
            state.apply_action(chance.choice(state.legal_actions()))


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_openspiel_finds_no_fault_in_random_games(name: str, seats: int) -> None:
    pyspiel.random_sim_test(load(name, seats), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_a_playthrough_can_be_written(name: str, seats: int) -> None:
    written = playthrough(f"{PREFIX}{name}(seats={seats})", None, seed=1)
    assert f"NumPlayers() = {seats}" in written
    assert "IsTerminal() = True" in written


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_shimmy_makes_an_environment_of_pettingzoo(name: str, seats: int) -> None:
    from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

    env = OpenSpielCompatibilityV0(game_name=PREFIX + name, config={"seats": seats})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Shimmy's and PettingZoo's own
        from pettingzoo.test import api_test

        api_test(env, num_cycles=60)


@pytest.mark.parametrize("name", ENCODED)
def test_the_search_of_openspiel_finds_legal_actions(name: str) -> None:
    game, words = load(name, registry.load(name).seats[-1]), random.Random(4)
    bot = ISMCTSBot(
        game, RandomRolloutEvaluator(1, np.random.RandomState(1)), 1.4, 8, random_state=np.random.RandomState(2)
    )
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, words.random))
    for number, state in enumerate(states(game)):
        if number.bit_count() == 1:  # 1, 2, 4, 8 …
            assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_a_resampled_state_looks_the_same_to_the_player_alone(name: str, seats: int) -> None:
    words, are_same = random.Random(5), []
    for state in states(load(name, seats)):
        player = state.current_player()
        other = state.resample_from_infostate(player, words.random)
        assert other.current_player() == player
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == []  # the path would tell the seed
        are_same.append(array_of(other.moment.state).tobytes() == array_of(state.moment.state).tobytes())
    assert not any(are_same)


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_what_a_seat_remembers_follows_from_what_it_saw_and_did(name: str, seats: int) -> None:
    """Memories differ where views do, survive storage, and know nothing of what is done unseen."""
    game = load(name, seats)
    for seat in range(seats):
        seen: dict[str, str] = {}
        before, sight, was_own = "", "", False
        for state in states(game):
            memory, view = state.information_state_string(seat), state.observation_string(seat)
            assert seen.setdefault(memory, view) == view
            assert (memory != before) == (view != sight or was_own)
            before, sight, was_own = memory, view, state.current_player() == seat
        stored = pickle.loads(pickle.dumps(state))
        assert stored.information_state_string(seat) == memory


@pytest.mark.parametrize("name", ENCODED)
def test_copies_go_their_own_ways(name: str) -> None:
    state = next(states(load(name, 2)))
    text, clone, deep = str(state), state.clone(), copy.deepcopy(state)
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == text == str(deep)
    assert str(clone) != text
    deep.apply_action(deep.legal_actions()[0])
    assert str(clone) == str(deep)  # the seed decides, so the same action has the same result


# where several act at once, who acts next comes from different streams
@pytest.mark.parametrize("name", [name for name in ENCODED if not registry.load(name).simultaneous])
def test_a_game_goes_as_in_a_batch(name: str) -> None:
    """The same tensor, mask and final reward as `Batch` shows, from the same state on."""
    game, loaded = registry.load(name), load(name, 2)
    batch = Batch(game, 1, 2, seed=9)
    state, chance = next(states(loaded)), random.Random(9)
    batch.states[0], batch.courses["seat"] = state.moment.state, state.current_player()
    batch.refresh()
    while not state.is_terminal():
        action = chance.choice(state.legal_actions())
        state.apply_action(action)
        batch.step([action])
        if not state.is_terminal():
            assert batch.seat[0] == state.current_player()
            assert batch.observation[0].tolist() == state.observation_tensor(state.current_player())
            assert np.flatnonzero(batch.mask[0]).tolist() == state.legal_actions()
    assert batch.done[0]
    assert batch.reward[0].tolist() == state.returns()


def test_eight_bytes_of_chance_decide_the_deal() -> None:
    game = load("sarena", 2)
    first, second, other = (game.new_initial_state() for _ in range(3))
    for byte in range(DEALS):
        assert first.is_chance_node()
        assert first.chance_outcomes() == BYTES
        assert first.observation_string(0) == ""
        assert not any(first.observation_tensor(0))
        for state in (first, second):
            state.apply_action(byte)
        other.apply_action(7 - byte)
    assert str(first) == str(second) != str(other)
    assert not first.is_chance_node()


def test_where_several_may_act_chance_decides_who_is_next() -> None:
    """In Dream Runners with the hourglass; the table is one of those who may act."""
    game = type("Sand", (SpielGame,), {"game": registry.load("dream_runners")})({"seats": 3, "pace": "sand"})
    chance, state, seen = random.Random(2), game.new_initial_state(), set()
    while not state.is_terminal():
        if state.is_chance_node() and state.moment is not None:
            movers = state.moment.movers
            assert state.chance_outcomes() == [(mover, 1 / len(movers)) for mover in movers]
            memories = [state.moment.memory(seat) for seat in range(3)]
            mover = chance.choice(movers)
            seen.add(state.action_to_string(mover))
            state.apply_action(mover)
            if mover != TABLE:
                assert state.current_player() == mover
                assert [state.moment.memory(seat) for seat in range(3)] == memories
        elif state.is_chance_node():
            state.apply_action(chance.randrange(256))
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    assert seen == {"seat 0 acts", "seat 1 acts", "seat 2 acts", "the table acts"}


def test_the_public_part_and_the_private_part_are_told_apart() -> None:
    kind = partial(pyspiel.IIGObservationType, perfect_recall=False)
    game, state = registry.load("sarena"), next(states(load("sarena", 3)))
    public = Observer(game, kind(private_info=pyspiel.PrivateInfoType.NONE), None)
    private = Observer(game, kind(public_info=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER), None)
    assert list(public.dict) == ["turn", "seats", "is_fair", "is_over"]
    assert list(private.dict) == ["up", "down", "secret"]  # a seat's own colour comes first
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert private.string_from(state, 0) != private.string_from(state, 1)
    with pytest.raises(ValueError, match="only what is its own"):
        Observer(game, kind(private_info=pyspiel.PrivateInfoType.ALL_PLAYERS), None)
    with pytest.raises(ValueError, match="no parameters"):
        Observer(game, kind(), {"colour": "red"})


def test_seats_and_options_are_parameters() -> None:
    game = pyspiel.load_game("ludotheque_sarena(seats=3,deal=fair)")
    assert (game.num_players(), game.options) == (3, {"deal": "fair"})
    assert pyspiel.load_game("ludotheque_sarena").num_players() == 2
    with pytest.raises(LudothequeError, match="2 to 4 seats"):
        pyspiel.load_game("ludotheque_sarena(seats=9)")
    with pytest.raises(LudothequeError, match="deal must be"):
        pyspiel.load_game("ludotheque_sarena(deal=odd)")


@pytest.mark.parametrize(("name", "decision"), [("sarena", 5), ("dream_runners", 12)])
@pytest.mark.parametrize("is_drawn", [False, True])
def test_a_compiled_rollout_is_worth_as_much_as_one_of_openspiel(name: str, decision: int, is_drawn: bool) -> None:
    """`benchmarks/ismcts.py` gives OpenSpiel's search the same random rollouts, only faster."""
    state = next(islice(states(load(name, 2)), decision, None))
    if is_drawn:  # as if chance had decided who acts
        state.turn = state.current_player()
    before, numbers, means, errors = str(state), np.random.RandomState(6), [], []
    for kind in (RandomRolloutEvaluator, CompiledRollout):
        rollout = kind(1, numbers)
        returns = np.array([rollout.evaluate(state) for _ in range(400)])
        assert not returns.sum(axis=1).any()
        means.append(returns[:, 0].mean())
        errors.append(returns[:, 0].std() / len(returns) ** 0.5)
    assert abs(means[0] - means[1]) < 3 * np.hypot(*errors) < 0.3
    assert str(state) == before
