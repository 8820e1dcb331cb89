"""What the encoding of Viva Catrina says of villages, found again from their tiles."""

from random import Random
from typing import Any

from ludotheque.envs.batch import encoded
from ludotheque.games.viva_catrina.components import (
    KIND_FIRST,
    LOOK,
    MAX_PLACES,
    PAVED,
    STEPS,
    TILE_KIND,
    TILE_NAMES,
    TRAIL,
)
from ludotheque.games.viva_catrina.encode import ENCODING
from ludotheque.games.viva_catrina.notation import xy
from tests.games.effort import size
from tests.games.viva_catrina.villages import GAME, dealt, lay_lines, linking, put

Village = dict[int, tuple[int, int]]


def village_of(state: Any, seat: int) -> Village:
    """The tiles of a village by spot: each as it lies, and which of its paths are linked."""
    paved, trail = state.reached[seat].tolist()
    return {
        int(state.spot[seat, number]): (
            int(LOOK[state.placed[seat, number]]),
            (paved >> number & 1) << PAVED | (trail >> number & 1) << TRAIL,
        )
        for number in range(1, int(state.tiles[seat]) + 1)
    }


def around(village: Village) -> tuple[list[Any], list[Any]]:
    """The free spots of a village in reading order, and the edges around each."""
    free = sorted({spot + step for spot in village for step in STEPS} - set(village))[:MAX_PLACES]
    edges = [[[0] * 4 for _ in STEPS] for _ in range(MAX_PLACES)]
    for place, spot in enumerate(free):
        for side, step in enumerate(STEPS):
            if spot + step in village:
                look, linked = village[spot + step]
                letter = look >> 2 * ((side + 2) % 4) & 3
                edges[place][side][letter] = 1 + (linked >> letter & 1)
    return [xy(spot) for spot in free], edges


def test_free_spots_and_the_edges_around_them() -> None:
    for number in range(size(4, 1)):
        state, rng, seen_linked = dealt(2, seed=number), Random(number), 0
        while movers := GAME.movers(state):
            seat = movers[0]
            parts = ENCODING.parts(encoded(GAME, state, seat))
            spots, edges = around(village_of(state, seat))
            assert parts["spot"].T[: len(spots)].tolist() == [list(spot) for spot in spots]
            assert not parts["spot"].T[len(spots) :].any()
            assert parts["around"].tolist() == edges
            seen_linked += int((parts["around"] == 2).sum())
            GAME.apply(state, seat, linking(state, seat, GAME.legal(state, seat), rng))
        assert seen_linked > 100


def test_copies_come_in_the_order_of_seats_and_spots() -> None:
    state = lay_lines(dealt(2), [], ["N2"])
    for name, where, seat in (("N1", "0,1 0", 1), ("N6", "0,2 3", 1), ("N1", "0,1 2", 0), ("N6", "0,-1 1", 1)):
        put(state, name, where, seat)
    village, turns = (ENCODING.parts(encoded(GAME, state, 0))[name] for name in ("village", "turns"))
    first, second = (int(KIND_FIRST[TILE_KIND[TILE_NAMES.index(name)]]) - 1 for name in ("N1", "N6"))
    assert village[:, first : first + 2].tolist()[:2] == [[1, 0], [0, 1]]  # seat 0 before seat 1
    assert turns[first : first + 2].tolist() == [2, 0]
    assert village[:, second : second + 2].tolist()[:2] == [[0, 0], [1, 1]]
    assert turns[second : second + 2].tolist() == [1, 3]  # the northern one first
