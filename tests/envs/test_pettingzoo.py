"""PettingZoo's own tests of its interfaces pass, for every game, number of seats and option; and
what they do not ask for is tested here.
"""

import copy
import pickle
import subprocess
import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.envs import pettingzoo as pz
from ludotheque.envs.batch import encoded
from tests.envs.encoded import Table, each_game, each_table

CYCLES = 12
# Observations with a mask are warned about, unless they are PettingZoo's own; at the end of a game
# nothing is legal.
as_pettingzoo_does = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)


def choose(mask: Any) -> int:
    """Choose a legal action: another one for another mask, and always the same."""
    legal = np.flatnonzero(mask)
    return int(legal[len(legal) * 7 // 11])


# PettingZoo's tests


@as_pettingzoo_does
@each_table
def test_aec(table: Table) -> None:
    api_test(pz.env(**table), CYCLES)
    seed_test(partial(pz.env, **table), CYCLES)


@as_pettingzoo_does
@each_table
def test_parallel(table: Table) -> None:
    parallel_api_test(pz.parallel_env(**table), CYCLES)
    parallel_seed_test(partial(pz.parallel_env, **table), CYCLES)


@as_pettingzoo_does
@each_game
def test_whole_games(name: str) -> None:
    env = pz.env(name, max_cycles=400)
    api_test(env, 1000)


@each_game
def test_max_cycles(name: str) -> None:
    """It chooses without masks; and counts that each agent acts once in a cycle, which in our AEC
    environments is only so where seats strictly take turns.
    """
    parallel_env = partial(pz.parallel_env, name, illegal="random")
    max_cycles_test(
        SimpleNamespace(parallel_env=parallel_env, env=lambda **given: parallel_to_aec(parallel_env(**given)))
    )


def test_max_cycles_where_seats_take_turns() -> None:
    max_cycles_test(
        SimpleNamespace(
            env=partial(pz.sarena_v1.env, illegal="random"),
            parallel_env=partial(pz.sarena_v1.parallel_env, illegal="random"),
        )
    )


@each_game
def test_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(pz.env, name), {"svg": lambda picture: picture.startswith("<svg")})
    assert len(capsys.readouterr().out) > 100
    env = pz.parallel_env(name, render_mode="ansi")
    env.reset()
    assert "\n" in env.render()


# The loops of its documentation


@each_game
def test_the_sample_loop_for_aec(name: str) -> None:
    env = pz.env(name, max_cycles=10)
    env.reset(seed=42)
    total = 0.0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        total += reward
        if termination or truncation:
            action = None
        elif "action_mask" in info:
            action = env.action_space(agent).sample(info["action_mask"])
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
    env.close()
    assert total == pytest.approx(0, abs=1e-6)


@each_game
def test_the_sample_loop_for_parallel(name: str) -> None:
    env = pz.parallel_env(name, max_cycles=10)
    observations, _ = env.reset(seed=42)
    cycles = 0
    while env.agents:
        actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
        observations, _rewards, _terminations, _truncations, _infos = env.step(actions)
        cycles += 1
    env.close()
    assert cycles <= 10


# What a seat sees, may do and gets


@each_game
def test_each_seat_sees_its_own_view_and_only_the_one_to_act_may_act(name: str) -> None:
    game = registry.load(name)
    env = pz.env(game)
    env.reset(seed=3)
    for _ in range(30):
        if any(env.terminations.values()):
            break
        state = env.batch.states[0]
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert (seen["observation"] == encoded(game, game.view_of(state, seat), seat)).all()
            assert seen["action_mask"] is env.infos[agent]["action_mask"]
            legal = game.legal(state, seat) if agent == env.agent_selection else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        env.step(choose(env.infos[env.agent_selection]["action_mask"]))


@each_game
def test_an_observation_stays_as_it_was(name: str) -> None:
    env = pz.env(name)
    env.reset(seed=3)
    first, *_ = env.last()
    before = copy.deepcopy(first)
    env.step(choose(first["action_mask"]))
    assert all((first[key] == before[key]).all() for key in before)


@each_game
@pytest.mark.parametrize("action", [None, -1, 10**12])
def test_an_illegal_action_ends_the_game(name: str, action: int | None) -> None:
    env = pz.env(name)
    env.reset(seed=1)
    while (mask := env.infos[env.agent_selection]["action_mask"]).all():
        env.step(0)
    actor = env.agent_selection
    env.step(int(np.argmin(mask)) if action is None else action)
    assert env.rewards == {agent: -1.0 if agent == actor else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []


@each_game
def test_an_illegal_action_ends_a_parallel_game(name: str) -> None:
    env = pz.parallel_env(name)
    _, infos = env.reset(seed=1)
    actions = {agent: choose(info["action_mask"]) for agent, info in infos.items()}
    actions["seat_1"] = int(np.argmin(infos["seat_1"]["action_mask"]))
    _, rewards, terminations, _, _ = env.step(actions)
    assert rewards == {agent: -1.0 if agent == "seat_1" else 0.0 for agent in env.possible_agents}
    assert all(terminations.values())


@each_game
def test_an_illegal_action_can_be_replaced(name: str) -> None:
    env = pz.env(name, illegal="random", max_cycles=5)
    env.reset(seed=1)
    for _ in env.agent_iter():
        _, _, is_over, is_cut, _ = env.last()
        env.step(None if is_over or is_cut else -1)
        assert set(env.rewards.values()) != {-1.0, 0.0}


def test_the_reward_is_the_place() -> None:
    env = pz.env("sarena", seats=3)
    env.reset(seed=2)
    while not any(env.terminations.values()):
        env.step(choose(env.infos[env.agent_selection]["action_mask"]))
    places = env.game.ranks(env.batch.states[0], 3)
    rewards = list(env.rewards.values())
    assert sum(rewards) == pytest.approx(0)
    assert sorted(range(3), key=lambda seat: places[seat]) == sorted(range(3), key=lambda seat: -rewards[seat])


def test_all_who_may_act_choose_at_once() -> None:
    env = pz.parallel_env("toy", seats=3)
    wait = env.game.actions.count
    observations, _ = env.reset(seed=1)
    assert not any(seen["action_mask"][wait] for seen in observations.values())  # all reach
    observations, *_ = env.step({"seat_0": 1, "seat_1": 2, "seat_2": 0})
    masks = {agent: np.flatnonzero(seen["action_mask"]).tolist() for agent, seen in observations.items()}
    assert masks["seat_0"] == masks["seat_2"] == [wait]
    assert wait not in masks["seat_1"]  # it lays the catch
    assert env.game.movers(env.batch.states[0]) == [1]


# Seeds and copies


def game_of(env: pz.Turns, seed: int | None) -> bytes:
    env.reset(seed=seed)
    return bytes(env.batch.states[0].tobytes())


@each_game
def test_a_seed_gives_its_game_and_no_seed_another_one(name: str) -> None:
    one, two = pz.env(name), pz.env(name)
    assert game_of(one, 7) == game_of(two, 7) == game_of(one, 7)
    again = [game_of(one, None) for _ in range(3)]
    assert again == [game_of(two, None) for _ in range(3)]  # a series has one seed
    assert len({*again, game_of(one, 7)}) == 4
    assert game_of(pz.env(name), None) != game_of(pz.env(name), None)


def rest_of(env: Any) -> list[Any]:
    """Play on, and write down everything."""
    story: list[Any] = []
    for agent in env.agent_iter(60):
        seen, reward, is_over, is_cut, _ = env.last()
        story.append((agent, seen["observation"].tobytes(), seen["action_mask"].tobytes(), reward, is_over, is_cut))
        env.step(None if is_over or is_cut else choose(seen["action_mask"]))
    return story


@each_game
@pytest.mark.parametrize("plies", [0, 5, 21, 22, 24])  # at last, some seats have left
def test_a_game_goes_on_from_its_state(name: str, plies: int) -> None:
    env = pz.env(name, max_cycles=11)
    env.reset(seed=4)
    for _ in env.agent_iter(plies):
        seen, _, is_over, is_cut, _ = env.last()
        env.step(None if is_over or is_cut else choose(seen["action_mask"]))
    state, copied, other = env.get_state(), copy.deepcopy(env), pz.env(name, max_cycles=11)
    thawed = pickle.loads(pickle.dumps(pz.env(name, max_cycles=11)))
    expected = rest_of(env)
    assert rest_of(copied) == expected
    for one in (env, other, thawed):
        one.set_state(state)
        assert one.get_state() == state
        assert rest_of(one) == expected


@each_game
def test_a_parallel_game_goes_on_from_its_state(name: str) -> None:
    env = pz.parallel_env(name)
    env.reset(seed=4)
    state, stories = env.get_state(), []
    for one in (env, pz.parallel_env(name)):
        one.set_state(state)
        assert one.get_state() == state
        story = []
        for _ in range(12):
            if one.agents:
                seen, rewards, *_ = one.step({agent: choose(one.infos[agent]["action_mask"]) for agent in one.agents})
                story.append(({agent: part["observation"].tobytes() for agent, part in seen.items()}, rewards))
        stories.append(story)
    assert stories[0] == stories[1]


# What is refused


def test_what_makes_no_sense_is_refused() -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({"render_mode": "film"}, "render_mode must be one of None, human, ansi, rgb_array, svg, not 'film'"),
        ({"illegal": "ignore"}, "illegal must be one of end, random, not 'ignore'"),
        ({"seats": 9}, "Sarena is for 2 to 4 seats, not 9"),
    ]
    for given, message in refused:
        with pytest.raises(LudothequeError, match=message):
            pz.env("sarena", **given)
    env, parallel = pz.env("sarena"), pz.parallel_env("sarena")
    for table in (env, parallel):
        with pytest.raises(LudothequeError, match=r"call reset\(\) first"):
            table.step({})
        with pytest.raises(LudothequeError, match="render_mode"):
            table.render()
        with pytest.raises(LudothequeError, match="a state of Sarena with 2 seats has"):
            table.set_state(b"too short")
    parallel.reset()
    with pytest.raises(LudothequeError, match="every agent chooses an action: seat_0, seat_1"):
        parallel.step({"seat_0": 0})
    for name in ("sarena_v99", "sarena", "_v1"):
        with pytest.raises(AttributeError):
            getattr(pz, name)


def test_older_rules_are_a_module_too() -> None:
    env = pz.toy_v1.env(seats=2)
    assert str(env) == "toy_v1"
    env.reset(seed=1)
    assert max(np.flatnonzero(env.last()[0]["action_mask"])) == 2  # by version 1 nobody reached farther


@pytest.mark.parametrize("library", ["gymnasium", "pettingzoo"])
def test_it_says_which_library_is_missing(library: str) -> None:
    code = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "import ludotheque, ludotheque.envs.batch\n"
        "from ludotheque.core.errors import LudothequeError\n"
        "try: import ludotheque.envs.pettingzoo\n"
        "except LudothequeError as error: print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pip install 'ludotheque[train]'" in said


def test_neither_library_is_imported_without_need() -> None:
    code = "import sys, ludotheque.api, ludotheque.envs.batch; print({'gymnasium', 'pettingzoo'} & {*sys.modules})"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
