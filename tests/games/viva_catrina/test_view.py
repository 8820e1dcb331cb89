"""What a seat sees of Viva Catrina: all of it but the future."""

import hashlib
from collections import Counter

import pytest

from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.games.viva_catrina import naive
from tests.games.effort import size
from tests.games.viva_catrina.villages import GAME, dealt, give, lay_lines, told, village


@pytest.mark.parametrize("seat", [NONE, 0, 2])
def test_a_view_is_the_state_without_its_generator(seat: int) -> None:
    state = village(("S3-fruit", "0,-1 0"), ("S1-fruit", "0,1 0"), ("B4-red", "0,2 0"))
    view = GAME.view_of(state, seat)
    clean = copy(state)
    clean.key[:], clean.cursor = 0, 0
    assert view.tobytes() == clean.tobytes()
    assert state.key.any()


def test_an_imagined_game_has_the_same_tiles_and_another_future() -> None:
    state = give(lay_lines(dealt(), [], []), "N5")
    view = GAME.view_of(state, 1)
    drawn: Counter[str] = Counter()
    draws = size(1500, 30)
    for number in range(draws):
        world = GAME.imagine(view, 1, hashlib.sha256(b"%d" % number).digest())
        assert (world.bag.tolist(), world.hand) == (state.bag.tolist(), state.hand)
        drawn[told(world, "place 0,-1 0")[1][0].split()[1]] += 1
    left = naive.BOX - Counter(["N5"])
    assert set(drawn) <= set(left)
    if draws > 1000:  # every tile in the bag is as likely as the next
        expected = {name: draws * count / 113 for name, count in left.items()}
        assert sum((drawn[name] - expected[name]) ** 2 / expected[name] for name in left) < 110 + 5 * 220**0.5
