"""What a seat sees of Méandres: everything but what chance will say."""

import numpy as np

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.games.meandres.state import Phase
from tests.games.effort import size
from tests.games.meandres.boards import GAME, random_games


def test_every_field_but_the_generator_is_open_to_everybody() -> None:
    for states in random_games(size(12, python=2)):
        for state in states[::5]:
            for seat in (NONE, 0, 1):
                view = GAME.view_of(state, seat)
                assert all(
                    np.array_equal(view[field], state[field])
                    for field in GAME.state.names or ()
                    if field not in ("key", "cursor")
                )


def test_only_the_draws_differ_from_one_imagined_world_to_another() -> None:
    states = next(random_games(1))
    before = next(
        state
        for number, state in enumerate(states[:-1])
        if states[number + 1].seat != state.seat and state.phase == Phase.EXTEND
    )
    view = GAME.view_of(before, 0)
    drawn = set()
    for number in range(60):
        world = GAME.imagine(view, 0, seed_key(number))
        seat = int(world.seat)
        GAME.apply(world, seat, GAME.legal(world, seat)[0])
        assert before.deck[world.row[0]] == 1  # only what is still in the deck can come
        drawn.add(int(world.row[0]))
    assert len(drawn) > 15
