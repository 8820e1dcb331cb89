"""A game told in words: what a seat is told, what it may answer, and what it gets."""

import random

import pytest

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.envs.dialogue import Dialogue, samples

GAMES = registry.names()


def dealt(name: str, seats: int | None = None, seed: int = 1, **more: object) -> Dialogue:
    env = Dialogue(name, **more)  # type: ignore[arg-type]
    env.reset(seats, seed)
    return env


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_can_be_played_by_its_texts(name: str) -> None:
    env, chance, done, turns = dealt(name), random.Random(1), False, 0
    while not done and turns < 150:  # a random game of Master Labyrinth takes a thousand
        seat, observation = env.get_observation()
        assert seat == env.seat
        choices = env.choices()
        assert all(f"[{choice}]" in observation for choice in choices)
        choice = chance.choice(choices)
        done, info = env.step(f"I could do [this]. But I prefer [{choice}] now.")
        assert info == {"action": choice}
        turns += 1
    rewards, results = env.close()
    assert sum(rewards.values()) == 0
    assert set(results) == (set(rewards) if done else set())


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_only_what_it_sees(name: str) -> None:
    """In a world that it cannot tell from the true one, it reads the same."""
    env, chance = dealt(name, registry.load(name).seats[-1]), random.Random(2)
    for turn in range(20):
        seat, truth = env.seat, env.recorder.state
        told = env.sight(seat), env.question(seat), env.choices()
        env.recorder.state = env.game.imagine(env.view(seat), seat, bytes([turn]) * 32)
        assert (env.sight(seat), env.question(seat), env.choices()) == told
        env.recorder.state = truth
        if env.step(chance.choice(env.choices()))[0]:
            break


@pytest.mark.parametrize("name", GAMES)
def test_examples_show_how_actions_are_written(name: str) -> None:
    texts = samples(registry.load(name), registry.load(name).seats[0])
    assert len(texts) == len(set(texts)) >= 1
    assert all(f"[{text}]" in dealt(name).get_observation()[1] for text in texts)


def test_at_first_a_seat_is_told_the_rules_and_later_what_happened() -> None:
    env = dealt("sarena")
    _, first = env.get_observation()
    assert first.startswith("You play Sarena, deal free. You are seat 0 of 2")
    assert "Sarena on one page" in first
    env.step("[c3-c4]")
    env.get_observation()
    env.step("[a1-a2]")
    _, later = env.get_observation()
    assert "on one page" not in later
    assert later.startswith("Seat 0 [c3-c4]: moves c3 onto c4.")
    assert "Seat 1 [a1-a2]: moves a1 onto a2." in later


def test_a_secret_action_is_not_told() -> None:
    """Dream Runners: what the others compose is seen only when all are done."""
    env = dealt("dream_runners")
    first = env.seat
    env.step(next(choice for choice in env.choices() if choice.startswith("place")))
    while env.seat == first:
        env.step("done")
    news = env.news(env.seat)
    assert f"Seat {first} [?]" in news
    assert "place" not in news


def test_a_refusal_names_its_rule_and_can_be_mended() -> None:
    env = dealt("sarena")
    env.get_observation()
    done, info = env.step("[a1-c3]")
    assert not done
    assert info["refusal"].endswith("(R3.1)")
    seat, again = env.get_observation()
    assert (seat, again.splitlines()[0]) == (0, f"{info['refusal']} Choose again.")
    env.step("[a1-a2]")
    assert env.seat == 1


def test_whoever_is_refused_too_often_loses() -> None:
    env = dealt("sarena", 3)
    env.step("pass")
    done, _ = env.step("[pass]")
    assert done
    assert env.close() == ({0: -1.0, 1: 0.0, 2: 0.0}, {})
    assert env.result().startswith("Seat 0 was refused too often")
    patient = dealt("sarena", allowance=None)
    assert not any(patient.step("pass")[0] for _ in range(9))


def test_without_a_list_a_seat_has_to_know_the_rules() -> None:
    _, told = dealt("sarena", lists=False).get_observation()
    assert "You may: " not in told
    assert told.count("[") == 1  # the example


def test_bots_reply_by_themselves() -> None:
    env = dealt("sarena", 3, bots={0: "random", 2: "random"})
    seat, told = env.get_observation()
    assert seat == 1
    assert "Seat 0 [" in told
    while not env.is_over:
        assert env.seat == 1
        env.step(env.choices()[0])
    assert env.result().count("points") == 3
    with pytest.raises(LudothequeError, match="the game is over"):
        env.get_observation()


def test_the_same_seed_deals_the_same_game_and_none_a_secret_one() -> None:
    assert dealt("sarena", seed=4).sight(0) == dealt("sarena", seed=4).sight(0)
    one, other = Dialogue("sarena"), Dialogue("sarena", options={"deal": "fair"})
    one.reset()
    other.reset()
    assert one.sight(0) != other.sight(0)
