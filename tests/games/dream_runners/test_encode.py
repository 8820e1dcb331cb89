"""The planes of a tile, and the compositions that are encoded in two ways."""

import numpy as np
from hypothesis import strategies as st

from ludotheque.check.playing import any_play, plays
from ludotheque.envs.batch import encoded
from ludotheque.games.dream_runners.components import DREAM_NAMES, FRAME_CELLS
from ludotheque.games.dream_runners.encode import ENCODING, PLANES, TILE_PLANES
from ludotheque.games.dream_runners.segments import PLACEMENTS, SEGMENT_SHAPE, SIDE


def test_the_planes_of_a_tile_say_what_is_printed_on_it() -> None:
    """On d4-5: an octopus, a chest for 3 keys, a confluence, and 2 coins with 1 calm."""
    planes = TILE_PLANES[DREAM_NAMES.index("d4-5")].reshape(PLANES, FRAME_CELLS)
    # the kinds bonus, nightmare, spider, octopus, bat, chest and confluence; the number;
    # fragments of four colours, jokers, keys, coins, calm
    assert planes[:, 0].tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert planes[:, 1].tolist() == [0, 0, 0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]
    assert planes[:, 3].tolist() == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 1, 2, 1]
    assert planes[:, 7].tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1]


@any_play
def test_the_places_of_the_segments_cover_the_canvas(data: st.DataObject) -> None:
    play = data.draw(plays("dream_runners"))
    ways = [{(cells[0], turn): cells for cells, turn in shape} for shape in PLACEMENTS]
    for state in play.looks():
        parts = ENCODING.parts(encoded(play.game, play.game.view_of(state, 0), 0))
        for seat in range(play.seats):
            covered = np.zeros(SIDE * SIDE, np.int8)
            for segment in np.flatnonzero(parts["laid"][seat]):
                if parts["row"][segment].any():
                    row, column, turn = (int(parts[name][segment].argmax()) for name in ("row", "column", "turned"))
                    covered[list(ways[SEGMENT_SHAPE[segment]][SIDE * row + column, turn])] = 1
            assert (parts["canvas"][seat].ravel() == covered).all()
