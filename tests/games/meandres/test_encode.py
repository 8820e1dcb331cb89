"""The features that explain the numbers in actions: where dreams and shores lie."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from ludotheque.check.playing import Play, any_play, plays
from ludotheque.envs.batch import encoded
from ludotheque.games.meandres.encode import ENCODING, SIDE, WINDOW
from ludotheque.games.meandres.notation import cells_of, shores_of
from ludotheque.games.meandres.state import Phase


def encodings(play: Play) -> Any:
    for state in play.looks():
        yield state, ENCODING.parts(encoded(play.game, state, int(state["seat"])))


@any_play
def test_the_map_shows_the_number_of_each_dream(data: st.DataObject) -> None:
    for state, parts in encodings(data.draw(plays("meandres"))):
        expected = np.zeros((SIDE, SIDE), np.int8)
        for number, (q, r) in enumerate(cells_of(state), 1):
            if max(abs(q), abs(r)) <= WINDOW:
                expected[r + WINDOW, q + WINDOW] = number
        assert (parts["map"] == expected).all()


@any_play
def test_shores_are_listed_as_extend_numbers_them(data: st.DataObject) -> None:
    for state, parts in encodings(data.draw(plays("meandres"))):
        shores = shores_of(cells_of(state)) if state["phase"] == Phase.EXTEND else ()
        for number, (q, r) in enumerate(shores):
            assert (parts["shore_q"][number], parts["shore_r"][number]) == (q, r)
        assert not parts["shore_q"][len(shores) :].any()
        assert not parts["shore_r"][len(shores) :].any()
