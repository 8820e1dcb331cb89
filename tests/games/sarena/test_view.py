"""What a seat sees of Sarena, and how evenly it imagines the rest."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from tests.games.effort import size

GAME = registry.load("sarena")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_ways_to_hand_the_other_colours_out_are_equally_likely(seats: int) -> None:
    state = GAME.new(seats, {}, seed_key(5))
    view = GAME.view_of(state, 1)
    draws = size(6000)
    counts = Counter(
        tuple(GAME.imagine(view, 1, hashlib.sha256(b"%d" % number).digest()).secret[:seats].tolist())
        for number in range(draws)
    )
    own = int(state.secret[1])
    possible = {(*others[:1], own, *others[1:]) for others in permutations(set(range(4)) - {own}, seats - 1)}
    expected = draws / len(possible)
    assert set(counts) <= possible
    assert sum((counts[way] - expected) ** 2 / expected for way in possible) < 25


def test_a_spectator_imagines_every_deal_of_the_pawns() -> None:
    view = GAME.view_of(GAME.new(2, {}, seed_key(5)), NONE)
    assert view.secret.tolist() == [NONE] * 4
    seen = {
        tuple(GAME.imagine(view, NONE, hashlib.sha256(b"%d" % number).digest()).secret[:2].tolist())
        for number in range(400)
    }
    assert seen == set(permutations(range(4), 2))


def test_what_is_shown_at_the_end_is_not_imagined_anew() -> None:
    state = GAME.new(3, {}, seed_key(5))
    while seats := GAME.movers(state):
        GAME.apply(state, seats[0], GAME.legal(state, seats[0])[0])
    view = GAME.view_of(state, NONE)
    assert view.secret.tolist() == state.secret.tolist()
    assert GAME.imagine(view, NONE, seed_key(9)).secret.tolist() == state.secret.tolist()
