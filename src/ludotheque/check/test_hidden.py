"""Hidden information never reaches a viewer, and what it imagines could be true."""

import hashlib
import random
from collections import Counter
from typing import Any

import numpy as np
from hypothesis import strategies as st

from ludotheque.check.playing import Play, any_play, plays, where_hidden, without_generator
from ludotheque.core import layout, registry
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game
from ludotheque.core.rule import JIT
from ludotheque.core.words import ENGLISH

WORLDS = 3 if JIT else 1


def key(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()


def shown(game: Game, state: Any, seat: int) -> tuple[object, ...]:
    """Return everything that a viewer is ever told about a state, made as the program makes it."""
    view = game.view_of(state, seat)
    legal = game.legal(view, seat) if seat != NONE else []
    return view.tobytes(), legal, game.text.board(ENGLISH, view, seat), game.text.prompt(ENGLISH, view, seat)


@any_play
def test_two_states_that_a_seat_cannot_tell_apart_look_the_same_to_it(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for ply, state in enumerate(play.looks()):
        for seat in [*range(play.seats), NONE]:
            truth = shown(play.game, state, seat)
            for world in range(WORLDS):
                other = play.game.imagine(play.game.view_of(state, seat), seat, key(play.seed, ply, seat, world))
                assert shown(play.game, other, seat) == truth, layout.to_json(state)


@any_play
def test_a_view_never_holds_the_generator_and_starts_from_blank(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for state in play.looks():
        for seat in [*range(play.seats), NONE]:
            view = play.game.view_of(state, seat)
            assert not view.key.any()
            assert view.cursor == 0


@any_play
def test_a_seat_finds_the_same_legal_actions_in_its_view(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for state in play.looks():
        assert play.game.movers(play.game.view_of(state, NONE)) == play.game.movers(state)
        for seat in play.game.movers(state):
            view = play.game.view_of(state, NONE if seat == TABLE else seat)
            assert play.game.legal(view, seat) == play.game.legal(state, seat)


@any_play
def test_an_imagined_game_can_be_played_to_its_end(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for ply, state in enumerate(play.looks()):
        seat = ply % play.seats
        imagined = play.game.imagine(play.game.view_of(state, seat), seat, key(play.seed, ply))
        assert play.game.movers(imagined) == play.game.movers(state)
        for mover in play.game.movers(imagined):
            play.game.apply(layout.copy(imagined), mover, play.game.legal(imagined, mover)[0])


@any_play
def test_imagination_varies_and_is_not_the_truth(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    state = play.recorder().state
    for seat in [*range(play.seats), NONE]:
        view = play.game.view_of(state, seat)
        worlds = [play.game.imagine(view, seat, key(play.seed, seat, world)) for world in range(40)]
        assert len({world.key.tobytes() for world in worlds}) == len(worlds)  # future chance is open
        assert all(world.key.tobytes() != state.key.tobytes() for world in worlds)
        if play.game.hides:
            assert len({without_generator(world) for world in worlds}) > 1


def hidden_part(game: Game, state: Any) -> tuple[bytes, ...]:
    """Return the true values of the fields that seat 0's view does not show in full."""
    view = game.view_of(state, 0)
    return tuple(
        state[field].tobytes()
        for field in game.state.names or ()
        if field not in ("key", "cursor") and state[field].tobytes() != view[field].tobytes()
    )


def test_imagined_deals_are_as_likely_as_real_ones(name: str) -> None:
    """Compare two samples by chi-square: what is hidden from seat 0 in real deals of the smallest
    game, and in the deals that seat 0 imagines.
    """
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
    # five standard deviations; the keys are fixed, so this test is not flaky
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


def spoiled(game: Game, states: list[Any], state: Any, seat: int, rng: random.Random) -> tuple[Any, list[str]]:
    """Return the state with other values wherever the seat must not look, and the fields that
    changed.

    The values are 0, 1 and those that the field has at other moments of the game, so that all are
    within bounds.
    """
    other, changed = layout.copy(state), []
    for secret in game.hidden:
        values = np.array(state[secret.field])
        known = np.unique(np.concatenate([[0, 1], *(np.ravel(one[secret.field]) for one in states)])).tolist()
        for place in map(tuple, np.argwhere(secret.entries(game, state, seat))):
            values[place] = rng.choice(known)
        if (values != state[secret.field]).any():
            other[secret.field] = values
            changed.append(secret.field)
    return other, changed


@where_hidden
def test_what_must_not_be_seen_can_be_anything(name: str) -> None:
    """Find a view that copies a secret, even though two of its views look alike elsewhere."""
    game, rng, changed = registry.load(name), random.Random(1), set()
    for seats in game.seats:
        states = list(Play(game, seats, {}, seats, [3, 1, 4, 1, 5, 9, 2, 6]).looks())
        for state in states:
            for seat in [*range(seats), NONE]:
                other, fields = spoiled(game, states, state, seat, rng)
                assert game.view_of(other, seat).tobytes() == game.view_of(state, seat).tobytes(), fields
                changed.update(fields)
    assert changed == {secret.field for secret in game.hidden}


def test_what_a_view_does_not_show_is_declared(name: str) -> None:
    game = registry.load(name)
    assert bool(game.hidden) == game.hides
    for seats in game.seats:
        for state in Play(game, seats, {}, seats, [3, 1, 4, 1, 5, 9, 2, 6]).looks():
            for seat in [*range(seats), NONE]:
                view = game.view_of(state, seat)
                declared = {secret.field: secret.entries(game, state, seat) for secret in game.hidden}
                for field in set(game.state.names or ()) - {"key", "cursor"}:
                    differs = np.asarray(view[field] != state[field])
                    assert not (differs & ~declared.get(field, np.zeros(differs.shape, bool))).any(), field
