"""Games as columns: the same ones as in a simulation, however they are cut into pieces."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.lab.gather import Gathered, Setup, gather, merge, pieces, play_piece, replay
from ludotheque.lab.series import Series
from ludotheque.lab.spread import hired
from tests.matches import GAME as MATCHES

RANDOM = Setup("matches", 2, seed=5, kept=1000)
THINKING = Setup("matches", 2, bots=("novice", "random"), seed=5, scale=0.02, times=2, kept=1000)


def same(one: Gathered, other: Gathered) -> bool:
    """Say whether all columns are the same to the byte."""
    tables = ((one.games, other.games), (one.plies, other.plies))
    return all(
        mine.keys() == yours.keys() and all(mine[name].tobytes() == yours[name].tobytes() for name in mine)
        for mine, yours in tables
    )


def test_random_games_are_those_of_a_simulation() -> None:
    found = gather(MATCHES, RANDOM, 300)
    plies, points, places = Series(MATCHES, 2, {}, 5).play(range(300))
    assert (found.games["plies"] == plies).all()
    assert (found.games["score"] == points[:, :2]).all()
    assert (found.games["place"] == places[:, :2]).all()
    assert (found.games["begins"] == 0).all()
    assert (found.games["number"] == np.arange(300)).all()


def test_processes_play_the_same_games_as_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    sarena = registry.load("sarena")
    setup = Setup("sarena", 2, bots=("novice", "random"), seed=5, scale=0.01, kept=10)
    here = gather(sarena, setup, 6)
    monkeypatch.setattr("ludotheque.lab.gather.MANY", 1)
    with hired(threads=2) as crew:
        assert same(here, gather(sarena, setup, 6, size=2, crew=crew))
        assert not crew.thinkers().is_here


@pytest.mark.parametrize(("setup", "games"), [(RANDOM, 100), (THINKING, 8)], ids=["random", "thinking"])
def test_neither_pieces_nor_threads_nor_their_order_change_a_byte(setup: Setup, games: int) -> None:
    whole = gather(MATCHES, setup, games, size=games)
    assert same(whole, gather(MATCHES, setup, games, threads=2, size=3))
    parts = [play_piece(MATCHES, setup, piece) for piece in reversed(pieces(games, 5))]
    assert same(whole, merge(parts))
    assert not same(whole, gather(MATCHES, replace(setup, seed=6), games))


@pytest.mark.parametrize(("setup", "games"), [(RANDOM, 20), (THINKING, 4)], ids=["random", "thinking"])
def test_every_ply_is_there_and_leads_to_the_result(setup: Setup, games: int) -> None:
    found = gather(MATCHES, setup, games)
    for row, number in enumerate(found.games["number"]):
        own = found.plies["game"] == number
        states = replay(MATCHES, found, int(number))
        assert len(states) == own.sum() + 1 == found.games["plies"][row] + 1
        assert MATCHES.is_over(states[-1])
        assert MATCHES.scores(states[-1], 2) == found.games["score"][row].tolist()
        assert found.plies["score"][own][-1].tolist() == found.games["score"][row].tolist()
        choices = [min(3, int(state.pile)) for state in states[:-1]]
        assert found.plies["choices"][own].tolist() == choices
        assert found.games["decisions"][row] == sum(count > 1 for count in choices)
        assert found.games["turns"][row] == own.sum()  # the seats take turns


def test_plies_are_kept_of_the_first_games_alone() -> None:
    found = gather(MATCHES, replace(RANDOM, kept=7), 40, size=5)
    assert sorted(set(found.plies["game"].tolist())) == list(range(7))
    assert len(found) == 40


@pytest.mark.parametrize("bots", [("random", "random"), ("greedy", "greedy")])
def test_a_deal_is_played_as_often_as_asked_with_other_choices(bots: tuple[str, ...]) -> None:
    found = gather(MATCHES, Setup("matches", 2, bots=bots, times=4, kept=100), 32)
    assert found.games["deal"].tolist() == [number // 4 for number in range(32)]
    piles = [int(replay(MATCHES, found, number)[0].pile) for number in range(32)]
    assert all(len(set(piles[first : first + 4])) == 1 for first in range(0, 32, 4))
    lines = [found.plies["action"][found.plies["game"] == number].tolist() for number in range(32)]
    assert any(lines[first] != lines[first + 1] for first in range(0, 32, 4))


def test_everyone_moves_up_a_seat_and_says_what_it_expects() -> None:
    found = gather(MATCHES, THINKING, 4)
    assert THINKING.names == ("novice", "random")
    assert found.games["bot"].tolist() == [[0, 1], [1, 0], [0, 1], [1, 0]]
    is_novice = found.games["bot"][found.plies["game"], found.plies["seat"]] == 0
    thinks = is_novice & (found.plies["choices"] > 1)
    expects = found.plies["expects"]
    assert np.isnan(expects[~thinks]).all()
    assert ((expects[thinks] >= 0) & (expects[thinks] <= 1)).all()
    assert thinks.any()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"bots": ("random",)}, "2 seats need as many bots, not 1"),
        ({"bots": ("random", "wizard")}, "unknown bot 'wizard'"),
        ({"seats": 9}, "not 9"),
    ],
)
def test_a_wrong_set_up_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(LudothequeError, match=why):
        gather(MATCHES, replace(RANDOM, **wrong), 1)
