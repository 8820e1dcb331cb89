"""What a seat sees, as numbers: as much as its view and no more, turned so that the seat comes
first.
"""

from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from ludotheque.check.playing import Play, any_play, plays, position, where_encoded
from ludotheque.core import layout, registry
from ludotheque.core.encoding import LEAST, MOST
from ludotheque.core.game import Game
from ludotheque.core.rule import JIT
from ludotheque.envs.batch import Batch, encoded, encoding_of

SIBLINGS = 12 if JIT else 2  # successors of a state that are compared with each other


def seen(game: Game, state: Any, seat: int) -> bytes:
    """Return a view in which interchangeable pieces are identical."""
    return position(game, game.view_of(state, seat))


def views(play: Play) -> Any:
    """Yield states of a game, and a few of those that could have followed each of them."""
    for ply, state in enumerate(play.looks()):
        yield state
        for seat in play.game.movers(state):
            legal = play.game.legal(state, seat)
            for action in legal[ply % 3 :: 1 + len(legal) // SIBLINGS]:
                after = layout.copy(state)
                play.game.apply(after, seat, action)
                yield after


@where_encoded
@any_play
def test_equal_views_have_equal_encodings_and_different_ones_different(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    by_view: dict[bytes, bytes] = {}
    by_encoding: dict[bytes, Any] = {}
    for state in views(play):
        seat = play.seed % play.seats
        view, numbers = seen(play.game, state, seat), encoded(play.game, play.game.view_of(state, seat), seat).tobytes()
        assert by_view.setdefault(view, numbers) == numbers, layout.to_json(state)
        assert by_encoding.setdefault(numbers, view) == view, difference(play.game, by_encoding[numbers], view)


def difference(game: Game, one: bytes, other: bytes) -> dict[str, Any]:
    """Return the fields in which two views differ that are encoded alike."""
    first, second = (layout.to_json(np.frombuffer(view, game.state)[0]) for view in (one, other))
    return {name: (first[name], second[name]) for name in first if first[name] != second[name]}


@where_encoded
@any_play
def test_encoded_values_keep_their_bounds(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    low, high = encoding_of(play.game).bounds()
    for state in play.looks():
        for seat in range(play.seats):
            numbers = encoded(play.game, play.game.view_of(state, seat), seat)
            assert ((low <= numbers) & (numbers <= high)).all(), layout.to_json(state)


@where_encoded
@any_play
def test_the_observer_comes_first_and_the_others_follow_in_turn_order(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    encoding = encoding_of(play.game)
    public = [feature for feature in encoding.features if feature.is_public]
    for state in play.looks():
        first, *others = (
            encoding.parts(encoded(play.game, play.game.view_of(state, seat), seat)) for seat in range(play.seats)
        )
        for seat, parts in enumerate(others, 1):
            for feature in public:
                expected = first[feature.name]
                if feature.by_seat:  # seats that are not taken stay last
                    expected = np.concatenate([np.roll(expected[: play.seats], -seat, 0), expected[play.seats :]])
                assert (parts[feature.name] == expected).all(), (feature.name, layout.to_json(state))


@where_encoded
@any_play
def test_an_encoding_tells_no_more_than_the_view(name: str, data: st.DataObject) -> None:
    play = data.draw(plays(name))
    for ply, state in enumerate(play.looks()):
        seat = ply % play.seats
        view = play.game.view_of(state, seat)
        other = play.game.imagine(view, seat, bytes([ply % 256]) * 32)
        again = play.game.view_of(other, seat)
        assert (encoded(play.game, view, seat) == encoded(play.game, again, seat)).all()


@where_encoded
def test_the_layout_has_no_gaps_and_every_feature_a_meaning(name: str) -> None:
    encoding = encoding_of(registry.load(name))
    ends = [start + feature.size for start, feature in zip(encoding.starts, encoding.features, strict=True)]
    assert [0, *ends] == [*encoding.starts, encoding.size]
    assert len({feature.name for feature in encoding.features}) == len(encoding.features)
    for feature in encoding.features:
        assert feature.meaning
        assert LEAST <= feature.low < feature.high <= MOST
        assert feature.is_public or feature.by_seat or registry.load(name).hides


@where_encoded
@pytest.mark.parametrize("threads", [1, 2] if JIT else [1])
def test_a_batch_shows_what_the_rules_say(name: str, threads: int) -> None:
    """Every row is checked against the view and the legal actions of the same state."""
    game = registry.load(name)
    seats = game.seats[-1]
    batch = Batch(game, 6, seats, seed=3, threads=threads)
    for _ in range(150 if JIT else 4):
        for state, observation, mask, seat in zip(batch.states, batch.observation, batch.mask, batch.seat, strict=True):
            assert int(seat) in game.movers(state)
            assert (observation == encoded(game, game.view_of(state, int(seat)), int(seat))).all()
            assert np.flatnonzero(mask).tolist() == game.legal(state, int(seat))
        batch.step(batch.random())
