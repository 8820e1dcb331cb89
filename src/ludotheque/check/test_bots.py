"""Every bot in every game: legal, honest, reproducible."""

import hashlib

import numpy as np
import pytest

from ludotheque.bots.advice import advice
from ludotheque.bots.history import UNKNOWN
from ludotheque.bots.levels import LEVELS, NAMES, bot, budget
from ludotheque.bots.play import play_out
from ludotheque.bots.thinker import Budget, think
from ludotheque.core import layout, registry
from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.constants import TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.rule import JIT
from ludotheque.core.story import silent_story

GLANCE = 0.0005  # of a level's iterations: these tests do not depend on how long a bot thinks
every_bot = pytest.mark.parametrize("level", NAMES)


def seed(number: int) -> bytes:
    return hashlib.sha256(b"%d" % number).digest()


def seat_to_act(game: Game, state: State) -> int:
    return game.movers(state)[0]


@every_bot
def test_a_bot_chooses_the_same_in_two_states_that_its_seat_cannot_tell_apart(name: str, level: str) -> None:
    game = registry.load(name)
    state = game.new(game.seats[0], {}, seed_key(4))
    for ply in range(4 if JIT else 1):
        seat = seat_to_act(game, state)
        view = game.view_of(state, seat)
        action = bot(level, GLANCE)(game, view, seat, UNKNOWN, seed(ply))
        assert action in game.legal(state, seat)
        for world in range(2):
            other = game.imagine(view, seat, seed(100 + world))
            assert bot(level, GLANCE)(game, game.view_of(other, seat), seat, UNKNOWN, seed(ply)) == action
        game.apply(state, seat, action)


@every_bot
def test_a_bot_leaves_its_view_alone(name: str, level: str) -> None:
    game = registry.load(name)
    state = game.new(game.seats[0], {}, seed_key(4))
    seat = seat_to_act(game, state)
    view = game.view_of(state, seat)
    before = layout.copy(view).tobytes()
    bot(level, GLANCE)(game, view, seat, UNKNOWN, seed(1))
    assert view.tobytes() == before


def test_a_whole_game_between_all_levels(name: str) -> None:
    game = registry.load(name)
    players = [bot(LEVELS[seat % len(LEVELS)], GLANCE) for seat in range(game.seats[-1])]
    assert play_out(game, game.seats[-1], {}, seed_key(3), players).record()["final"]["ranks"]


def test_every_level_takes_a_win_in_one_move(name: str) -> None:
    """Use positions one ply before the end, found by random play, where some actions win and others
    do not.
    """
    game, found = registry.load(name), 0
    for number in range(60 if JIT else 4):
        state, seat, actions = last_choice(game, seed_key(number))
        ranks = {action: rank_after(game, state, seat, action) for action in actions}
        if len(set(ranks.values())) < 2:
            continue
        if found == 3:
            break
        found += 1
        view = game.view_of(state, seat)
        expected = {action: expected_rank(game, view, seat, action) for action in actions}
        for level in LEVELS[1:]:
            chosen = think(
                game, view, seat, seed(number), Budget(min(1000, max(200, budget(game, level, 0.01).iterations)))
            )[0].action
            assert expected[chosen] <= min(expected.values()) + 0.35, (number, level)


def last_choice(game: Game, key: bytes) -> tuple[State, int, list[int]]:
    """Return the last position of a random game in which a seat had a choice."""
    state, rng = game.new(game.seats[0], {}, key), np.random.default_rng(list(key))
    last = None
    while movers := game.movers(state):
        seat = movers[int(rng.integers(len(movers)))]
        actions = game.legal(state, seat)
        if seat != TABLE and len(actions) > 1:
            last = layout.copy(state), seat, actions
        game.apply(state, seat, int(rng.choice(actions)))
    assert last is not None
    return last


def rank_after(game: Game, state: State, seat: int, action: int) -> int:
    after = layout.copy(state)
    game.apply(after, seat, action)
    return game.ranks(after, game.seats[0])[seat] if game.is_over(after) else 0


def expected_rank(game: Game, view: State, seat: int, action: int) -> float:
    """Return the mean place after an action, over imagined worlds that are played out at random."""
    total = 0
    for world in range(40):
        state = game.imagine(view, seat, seed(1000 + world))
        game.apply(state, seat, action)
        game.engine.playout(state, key_words(seed(2000 + world))[:3], silent_story())
        total += game.ranks(state, game.seats[0])[seat]
    return total / 40


def test_advice_is_legal_and_in_words(name: str) -> None:
    game = registry.load(name)
    state = game.new(game.seats[0], {}, seed_key(4))
    seat = seat_to_act(game, state)
    found = advice(game, game.view_of(state, seat), seat, seed(1), "novice")
    assert {one.action for one in found} <= set(game.legal(state, seat))
    for one in found:
        assert one.text == game.notation.text(state, seat, one.action)
        assert one.sentence.startswith(one.text)
        assert 1 <= one.rank <= game.seats[0]
