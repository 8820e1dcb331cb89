"""The compiled rules against the naive ones, ply by ply."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.bots.play import play_out
from ludotheque.core.chance import seed_key
from ludotheque.core.record import Recorder, check, load_file
from ludotheque.core.rule import JIT
from ludotheque.games.dream_runners import naive
from ludotheque.games.dream_runners.evaluate import POLICIES
from tests.games.dream_runners.boards import CORPUS, GAME, composed_games
from tests.games.effort import size

GAMES = {
    "seats": st.sampled_from([2, 3, 4]),
    "pace": st.sampled_from(["calm", "sand"]),
    "dreams": st.sampled_from(["all", "beginner"]),
    "seed": st.integers(0, 2**32),
}


def random_game(seats: int, pace: str, dreams: str, seed: int) -> Recorder:
    """A game in which a little more than half of the choices are the composer's, so that it
    lasts.
    """
    rng = Random(seed)

    def choose(game: Any, view: Any, seat: int, history: Any, bot_seed: bytes) -> int:
        if not JIT:  # the solver is slow there
            return int(rng.choice(game.legal(view, seat)))
        composer: int = POLICIES["composer"](game, view, seat, history, bot_seed)
        return composer if rng.random() < 0.6 else rng.choice(game.legal(view, seat))

    return play_out(GAME, seats, {"pace": pace, "dreams": dreams}, seed_key(seed), [choose] * seats)


@settings(max_examples=size(25, python=1))
@given(**GAMES)
def test_both_agree_at_every_ply(seats: int, pace: str, dreams: str, seed: int) -> None:
    data = json.loads(json.dumps(random_game(seats, pace, dreams, seed).record()))
    assert naive.check_record(data) == []
    assert check(data) == []


@settings(max_examples=size(25, python=1))
@given(
    **GAMES,
    where=st.integers(0, 10**6),
    damage=st.sampled_from(["seat", "action", "legal", "cut", "chance", "scores", "ranks", "breakdown"]),
)
def test_both_checkers_find_the_same_damage(
    seats: int, pace: str, dreams: str, seed: int, where: int, damage: str
) -> None:
    data = json.loads(json.dumps(random_game(seats, pace, dreams, seed).record()))
    spoil(data, where, damage)
    assert naive.check_record(data) != []
    assert check(data) != []


def spoil(data: dict[str, Any], where: int, damage: str) -> None:
    """Change one thing in a record so that it is wrong."""
    ply = data["plies"][where % len(data["plies"])]
    if damage == "seat":
        ply["seat"] = data["seats"] - 1 if ply["seat"] == -1 else -1
    elif damage == "action":
        ply["action"] = f"{ply['action']} 9,9"
    elif damage == "legal":
        ply["legal"] += 1
    elif damage == "cut":
        del data["plies"][-1]
    elif damage == "chance":
        ply["chance"] = [*ply.get("chance", []), "dream d1-1"]
    elif damage == "breakdown":
        data["final"]["breakdown"][where % data["seats"]]["calm"] += 1
    else:
        data["final"][damage][where % data["seats"]] += 1


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_they_agree_on_games_that_were_recorded(file: Path) -> None:
    data = load_file(file)
    assert naive.check_record(data) == []
    assert check(data) == []


def test_they_agree_on_games_that_last_to_the_end() -> None:
    for data in composed_games(4):
        assert naive.check_record(json.loads(json.dumps(data))) == []


def test_the_recorded_games_hold_every_kind_of_action() -> None:
    kinds = {ply["action"].split()[0] for file in CORPUS for ply in load_file(file)["plies"]}
    assert kinds == set(GAME.actions.kinds)
