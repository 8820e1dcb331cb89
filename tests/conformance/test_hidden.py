"""Nothing a viewer may not see ever reaches it; and what it imagines could be true."""

import hashlib
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core import layout, registry
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game
from ludotheque.core.rule import JIT
from ludotheque.core.words import ENGLISH
from tests.conformance.playing import plays, without_generator

every_game = pytest.mark.parametrize("name", registry.names())
WORLDS = 3 if JIT else 1


def key(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()


def shown(game: Game, state: Any, seat: int) -> tuple[object, ...]:
    """All that a viewer is ever told about a state, made from the state as the program makes it."""
    view = game.view_of(state, seat)
    legal = game.legal(view, seat) if seat != NONE else []
    return view.tobytes(), legal, game.text.board(ENGLISH, view, seat), game.text.prompt(ENGLISH, view, seat)


@every_game
@given(data=st.data())
def test_two_states_that_a_seat_cannot_tell_apart_look_the_same_to_it(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for ply, state in enumerate(play.looks()):
        for seat in [*range(play.seats), NONE]:
            truth = shown(play.game, state, seat)
            for world in range(WORLDS):
                other = play.game.imagine(play.game.view_of(state, seat), seat, key(play.seed, ply, seat, world))
                assert shown(play.game, other, seat) == truth, layout.to_json(state)


@every_game
@given(data=st.data())
def test_a_view_never_holds_the_generator_and_starts_from_blank(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for state in play.looks():
        for seat in [*range(play.seats), NONE]:
            view = play.game.view_of(state, seat)
            assert not view.key.any()
            assert view.cursor == 0


@every_game
@given(data=st.data())
def test_a_seat_finds_the_same_legal_actions_in_its_view(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for state in play.looks():
        assert play.game.movers(play.game.view_of(state, NONE)) == play.game.movers(state)
        for seat in play.game.movers(state):
            view = play.game.view_of(state, NONE if seat == TABLE else seat)
            assert play.game.legal(view, seat) == play.game.legal(state, seat)


@every_game
@given(data=st.data())
def test_an_imagined_game_can_be_played_to_its_end(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for ply, state in enumerate(play.looks()):
        seat = ply % play.seats
        imagined = play.game.imagine(play.game.view_of(state, seat), seat, key(play.seed, ply))
        assert play.game.movers(imagined) == play.game.movers(state)
        for mover in play.game.movers(imagined):
            play.game.apply(layout.copy(imagined), mover, play.game.legal(imagined, mover)[0])


@every_game
@given(data=st.data())
def test_imagination_varies_and_is_not_the_truth(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    state = play.recorder().state
    for seat in [*range(play.seats), NONE]:
        view = play.game.view_of(state, seat)
        worlds = [play.game.imagine(view, seat, key(play.seed, seat, world)) for world in range(40)]
        assert len({world.key.tobytes() for world in worlds}) == len(worlds)  # what chance will say is open
        assert all(world.key.tobytes() != state.key.tobytes() for world in worlds)
        if play.game.hides:
            assert len({without_generator(world) for world in worlds}) > 1


def hidden_part(game: Game, state: Any) -> tuple[bytes, ...]:
    """The fields that seat 0's view does not show in full, as they truly are."""
    view = game.view_of(state, 0)
    return tuple(state[field].tobytes() for field in game.state.names or () if field not in ("key", "cursor") and state[field].tobytes() != view[field].tobytes())


@every_game
def test_imagined_deals_are_as_likely_as_real_ones(name: str) -> None:
    """Chi-square of two samples: what is hidden from seat 0 in real deals of the smallest game, and in what seat 0 imagines of them."""
    game = registry.load(name)
    real: Counter[tuple[bytes, ...]] = Counter()
    imagined: Counter[tuple[bytes, ...]] = Counter()
    for number in range(4000 if JIT else 300):
        state = game.new(game.seats[0], {}, key("dealt", number))
        real[hidden_part(game, state)] += 1
        imagined[hidden_part(game, game.imagine(game.view_of(state, 0), 0, key("imagined", number)))] += 1
    assert (len(imagined) > 1) == game.hides
    seen = [(real[part], imagined[part]) for part in real.keys() | imagined.keys()]
    common = [pair for pair in seen if sum(pair) >= 10]
    rare = [pair for pair in seen if sum(pair) < 10]
    cells = [*common, (sum(one for one, _ in rare), sum(other for _, other in rare))]
    chi_square = sum((one - other) ** 2 / (one + other) for one, other in cells if one + other)
    freedom = len(cells)
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5  # five standard deviations; the keys are fixed, so this never flickers
