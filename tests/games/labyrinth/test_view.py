"""What a seat sees of Master Labyrinth, and how evenly it imagines the rest."""

import hashlib
from collections import Counter

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from tests.games.effort import size
from tests.games.labyrinth.mazes import GAME, dealt, random_games


def keys(count: int) -> list[bytes]:
    return [hashlib.sha256(b"%d" % number).digest() for number in range(count)]


def test_nothing_but_the_cards_of_others_is_hidden() -> None:
    for states in random_games(size(6, python=2)):
        for state in states[:: size(1, python=20)]:
            for seat in [*range(state.seats), NONE]:
                view = GAME.view_of(state, seat)
                hidden = [name for name in GAME.state.names or () if view[name].tobytes() != state[name].tobytes()]
                assert set(hidden) <= {"key", "cursor", "card"}
                assert all(view.card[other] in (NONE, state.card[other]) for other in range(4))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_but_those_seen_is_equally_likely_for_every_other_seat(seats: int) -> None:
    view = GAME.view_of(dealt(seats), 1)
    draws = size(8000)
    hands = [GAME.imagine(view, 1, key).card[:seats].tolist() for key in keys(draws)]
    own = int(view.card[1])
    assert all(hand[1] == own and len(set(hand)) == seats for hand in hands)
    for seat in set(range(seats)) - {1}:
        counts = Counter(hand[seat] for hand in hands)
        assert own not in counts
        expected = draws / 20
        # 19 degrees of freedom
        assert sum((counts[card] - expected) ** 2 / expected for card in range(21) if card != own) < 55


def test_a_spectator_imagines_every_card() -> None:
    view = GAME.view_of(dealt(), NONE)
    assert view.card.tolist() == [NONE] * 4
    assert {int(GAME.imagine(view, NONE, key).card[0]) for key in keys(600)} == set(range(21))


def test_what_is_shown_at_the_end_is_not_imagined_anew() -> None:
    state = GAME.new(3, {"drought": 1}, seed_key(5))
    while seats := GAME.movers(state):
        GAME.apply(state, seats[0], GAME.legal(state, seats[0])[-1])
    view = GAME.view_of(state, NONE)
    assert view.card.tolist() == state.card.tolist()
    assert GAME.imagine(view, NONE, seed_key(9)).card.tolist() == state.card.tolist()
