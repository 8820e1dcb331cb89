"""A game that runs plainly while it is being compiled plays the same game: state for state, sight for sight."""

import pytest

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game
from ludotheque.core.layout import copy

PLIES = 12


def looks(game: Game) -> list[bytes]:
    """A game from its beginning: every state, and what everybody sees of it."""
    state, found = game.new(game.seats[0], {}, seed_key(4)), []
    for ply in range(PLIES):
        seat = game.movers(state)[0]
        actions = game.legal(state, seat)
        found += [state.tobytes(), *(game.view_of(state, eyes).tobytes() for eyes in range(NONE, game.seats[0])), bytes(str(actions), "ascii")]
        state = copy(state)
        game.apply(state, seat, actions[5 * ply % len(actions)])
    return found


@pytest.mark.parametrize("name", registry.names())
def test_plain_and_compiled_rules_play_the_same_game(name: str) -> None:
    game = registry.load(name)
    compiled = looks(game)
    game.run_plainly()
    try:
        assert game.is_plain
        assert looks(game) == compiled
    finally:
        game.run_compiled()
    assert not game.is_plain
