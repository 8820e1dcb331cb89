"""The simple bots: legal, honest, repeatable, and each better than the one before."""

import hashlib

import pytest

from ludotheque.bots.play import play_out
from ludotheque.bots.simple import BOTS, bot
from ludotheque.core import layout, registry
from ludotheque.core.chance import seed_key
from ludotheque.core.rule import JIT

every_bot = pytest.mark.parametrize("level", list(BOTS))
every_game = pytest.mark.parametrize("name", registry.names())


def seed(number: int) -> bytes:
    return hashlib.sha256(b"%d" % number).digest()


@every_bot
@every_game
def test_a_bot_chooses_the_same_in_two_states_that_its_seat_cannot_tell_apart(name: str, level: str) -> None:
    game = registry.load(name)
    state = game.new(game.seats[0], {}, seed_key(4))
    for ply in range(6 if JIT else 1):
        seat = game.movers(state)[0]
        view = game.view_of(state, seat)
        action = bot(level)(game, view, seat, seed(ply))
        assert action in game.legal(state, seat)
        for world in range(3):
            other = game.imagine(view, seat, seed(100 + world))
            assert bot(level)(game, game.view_of(other, seat), seat, seed(ply)) == action
        game.apply(state, seat, action)


@every_bot
@every_game
def test_a_bot_plays_whole_games_and_leaves_its_view_alone(name: str, level: str) -> None:
    game = registry.load(name)
    assert play_out(game, game.seats[-1], {}, seed_key(3), [bot(level)] * game.seats[-1]).record()["final"]["ranks"]
    view = game.view_of(game.new(game.seats[0], {}, seed_key(4)), 0)
    before = layout.copy(view).tobytes()
    bot(level)(game, view, 0, seed(1))
    assert view.tobytes() == before


@pytest.mark.parametrize(("better", "worse", "games", "wins"), [("greedy", "random", 60, 40), ("novice", "random", 20, 17), ("novice", "greedy", 20, 12)])
def test_each_is_better_than_the_one_before(better: str, worse: str, games: int, wins: int) -> None:
    sarena = registry.load("sarena")
    won = 0
    for number in range(games):
        players = [bot(better), bot(worse)] if number % 2 == 0 else [bot(worse), bot(better)]
        won += play_out(sarena, 2, {}, seed_key(number), players).record()["final"]["ranks"][number % 2] == 1
    assert won >= wins
