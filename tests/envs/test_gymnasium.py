"""Gymnasium's own checks pass for every game; and what they do not ask for is tested here."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.envs.batch import encoded
from ludotheque.envs.gymnasium import SeatEnv, SeatVectorEnv
from tests.envs.encoded import Table, each_game, each_table
from tests.envs.test_pettingzoo import choose

ROWS = 6


def id_of(name: str) -> str:
    title = "".join(word.capitalize() for word in name.split("_"))
    return f"ludotheque/{title}-v{registry.load(name).rules_version}"


def vector(name: str, mode: str = "NextStep", **given: Any) -> VectorEnv[Any, Any, Any]:
    return gymnasium.make_vec(
        id_of(name), ROWS, vectorization_mode="vector_entry_point", autoreset_mode=AutoresetMode(mode), **given
    )


# One game


@each_game
def test_gymnasium_checks_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(id_of(name), opponents="random")
    check_env(env.unwrapped)
    assert "\n" in capsys.readouterr().out  # render_mode human


@each_table
def test_every_table_is_checked(table: Table) -> None:
    check_env(SeatEnv(**table, seat="turns", illegal="random"), skip_render_check=True)


def episode(env: gymnasium.Env[Any, Any], seed: int | None) -> list[Any]:
    """Play a game, and write down everything."""
    observation, info = env.reset(seed=seed)
    story: list[Any] = [info["seat"]]
    for _ in range(40):
        assert observation["action_mask"] is info["action_mask"]
        assert env.observation_space.contains(observation)
        observation, reward, is_over, is_cut, info = env.step(choose(info["action_mask"]))
        story.append((observation["observation"].tobytes(), reward, is_over))
        assert not is_cut
        if is_over:
            assert not info["action_mask"].any()
            break
        assert reward == 0
    return story


@each_game
def test_a_seed_gives_its_game_and_no_seed_another_one(name: str) -> None:
    one, two = (gymnasium.make(id_of(name), opponents="greedy", seat="turns") for _ in range(2))
    first = episode(one, 5)
    assert first == episode(two, 5)
    assert episode(one, None) == episode(two, None) != first
    assert episode(one, 5) == first


def test_the_seat_is_chosen_or_changes_with_each_game() -> None:
    env = SeatEnv("sarena", seats=3, seat="turns")
    assert [env.reset(seed=1 if game == 0 else None)[1]["seat"] for game in range(5)] == [0, 1, 2, 0, 1]
    assert SeatEnv("sarena", seat=1).reset()[1]["seat"] == 1


@each_game
def test_the_seat_sees_its_own_view_and_may_do_what_is_legal(name: str) -> None:
    game = registry.load(name)
    env = SeatEnv(game, seat=1)
    observation, info = env.reset(seed=2)
    for _ in range(12):
        state = env.recorder.state
        assert (observation["observation"] == encoded(game, game.view_of(state, 1), 1)).all()
        if not env.is_on:
            break
        assert np.flatnonzero(info["action_mask"]).tolist() == game.legal(state, 1)
        observation, _, _, _, info = env.step(choose(info["action_mask"]))


def test_each_opponent_sits_at_its_seat() -> None:
    asked: list[tuple[str, int]] = []

    def player(name: str) -> Any:
        def play(game: Any, view: Any, seat: int, history: Any, seed: bytes) -> int:
            asked.append((name, seat))
            return int(game.legal(view, seat)[0])

        return play

    env = SeatEnv("sarena", seats=3, seat=1, opponents=[player("next"), player("last")])
    _, info = env.reset(seed=1)
    for _ in range(4):
        _, _, _, _, info = env.step(choose(info["action_mask"]))
    assert set(asked) == {("next", 2), ("last", 0)}


@each_game
def test_an_illegal_action_ends_the_game_or_is_replaced(name: str) -> None:
    env = SeatEnv(name)
    env.reset(seed=1)
    _, reward, is_over, _, _ = env.step(-1)
    assert (reward, is_over) == (-1.0, True)
    with pytest.raises(LudothequeError, match=r"call reset\(\) first"):
        env.step(0)
    forgiving = SeatEnv(name, illegal="random")
    forgiving.reset(seed=1)
    assert forgiving.step(-1)[1:4] == (0.0, False, False)


def test_what_makes_no_sense_is_refused() -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({"opponents": "genius"}, "unknown bot 'genius'"),
        ({"opponents": ["novice", "novice"]}, "there are 1 opponents to name, not 2"),
        ({"seat": 2}, "seat must be one of 0, 1, turns, not 2"),
        ({"seats": 5}, "Sarena is for 2 to 4 seats, not 5"),
        ({"options": {"deal": "odd"}}, "option deal must be"),
        ({"render_mode": "film"}, "render_mode must be one of"),
    ]
    for given, message in refused:
        with pytest.raises(LudothequeError, match=message):
            SeatEnv("sarena", **given)
    with pytest.raises(LudothequeError, match="opponents must be 'random', not 'novice'"):
        SeatVectorEnv("sarena", opponents="novice")
    with pytest.raises(LudothequeError, match="autoreset_mode must be one of"):
        SeatVectorEnv("sarena", autoreset_mode=AutoresetMode.DISABLED)


# Many games


@each_game
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_a_batch_fits_its_spaces_and_uses_the_same_arrays(name: str, mode: str) -> None:
    envs = vector(name, mode)
    observation, info = envs.reset(seed=1)
    arrays = [observation["observation"], observation["action_mask"], info["action_mask"]]
    for _ in range(40):
        assert envs.observation_space.contains(observation)
        actions = np.array([choose(mask) if mask.any() else 0 for mask in info["action_mask"]])
        observation, rewards, is_over, is_cut, info = envs.step(actions)
        now = [observation["observation"], observation["action_mask"], info["action_mask"]]
        assert all(one is other for one, other in zip(arrays, now, strict=True))
        assert np.shares_memory(now[1], now[2])
        assert rewards.shape == is_over.shape == is_cut.shape == (ROWS,)
        assert not is_cut.any()


def rows_of(envs: VectorEnv[Any, Any, Any], steps: int) -> list[list[Any]]:
    """Play, and write down what each row showed; the steps that deal a game are left out."""
    stories: list[list[Any]] = [[] for _ in range(ROWS)]
    observation, info = envs.reset(seed=3)
    was_over = np.zeros(ROWS, np.bool_)
    for _ in range(steps):
        actions = np.array([choose(mask) if mask.any() else 0 for mask in info["action_mask"]])
        observation, rewards, is_over, _, info = envs.step(actions)
        ends = info.get("final_obs", [None] * ROWS)
        for row, story in enumerate(stories):
            if envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP and was_over[row]:
                assert (rewards[row], is_over[row]) == (0, False)  # a new game, whatever the action was
            else:
                seen = ends[row] if ends[row] is not None else {key: part[row] for key, part in observation.items()}
                assert (ends[row] is None) or is_over[row]
                story.append((seen["observation"].tobytes(), seen["action_mask"].tobytes(), float(rewards[row])))
        was_over = is_over.copy()
    return stories


@each_game
def test_both_ways_to_begin_the_next_game_show_the_same_games(name: str) -> None:
    later, at_once = (rows_of(vector(name, mode, seat="turns"), 90) for mode in ("NextStep", "SameStep"))
    for one, other in zip(later, at_once, strict=True):
        shorter = min(len(one), len(other))
        assert shorter > 70
        assert one[:shorter] == other[:shorter]


def test_the_end_of_a_game_is_in_the_info() -> None:
    envs = vector("sarena", "SameStep")
    _, info = envs.reset(seed=1)
    ends = 0
    for _ in range(60):
        _, rewards, is_over, _, info = envs.step(np.array([choose(mask) for mask in info["action_mask"]]))
        if is_over.any():
            ends += 1
            assert [end is not None for end in info["final_obs"]] == info["_final_obs"].tolist() == is_over.tolist()
            assert all(envs.single_observation_space.contains(end) for end in info["final_obs"] if end is not None)
        else:
            assert "final_obs" not in info
            assert not rewards.any()
    assert ends


def test_an_illegal_action_costs_one_point_in_a_batch() -> None:
    envs = vector("sarena")
    envs.reset(seed=1)
    _, rewards, is_over, _, _ = envs.step(np.full(ROWS, -1))
    assert rewards.tolist() == [-1.0] * ROWS
    assert is_over.all()
