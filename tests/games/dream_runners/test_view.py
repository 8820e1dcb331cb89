"""What a seat sees of Dream Runners, and how it imagines the rest."""

import hashlib
from collections import Counter
from typing import Any

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.games.dream_runners.components import DECK, DREAM_NAMES, FIRST_PLACE, LEVEL_ROUNDS, SEGMENT_NAMES
from ludotheque.games.dream_runners.draft import early
from tests.games.dream_runners.boards import GAME, act, at_round, legal, play
from tests.games.effort import size

CANVAS_FIELDS = ("laid", "canvas", "fights", "collects", "doubles", "lies", "symbols")


def key(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()


def test_later_dreams_are_seen_by_nobody_and_the_rest_is_open() -> None:
    state = GAME.new(3, {"pace": "sand"}, seed_key(1))
    state = play(state, (0, legal(state, 0)[5]), (1, legal(state, 1)[9]))
    for viewer in (0, 1, 2, NONE):
        view = GAME.view_of(state, viewer)
        assert view.dreams.tolist() == [state.dreams[0], *[NONE] * 7]
        for field in set(GAME.state.names or ()) - {"key", "cursor", "dreams"}:
            assert view[field].tolist() == state[field].tolist(), field


def test_in_the_calm_pace_another_canvas_is_a_number_of_segments() -> None:
    state = at_round(3)
    state = play(state, (0, "place green-i1 0,0"), (0, "place green-i3 1,0 1,1 1,2"), (0, "done"), (1, "place purple-i1 2,2"))
    view = GAME.view_of(state, 1)
    assert view.laid_count.tolist() == [2, 1, 0, 0]
    assert (view.laid[0], view.canvas[0], view.symbols[0], view.done) == (0, 0, 0, 1)
    assert view.canvas[1] == state.canvas[1]
    assert view.lies[SEGMENT_NAMES.index("green-i1")] == NONE
    assert view.lies[SEGMENT_NAMES.index("purple-i1")] == state.lies[SEGMENT_NAMES.index("purple-i1")]


def test_two_compositions_of_as_many_segments_look_the_same_to_the_others() -> None:
    state = at_round(3)
    one = play(state, (0, "place green-i1 0,0"), (0, "place green-i3 1,0 1,1 1,2"))
    other = play(state, (0, "place green-l3 1,0 0,0 0,1"), (0, "place green-i2 2,2 2,1"))
    for viewer in (1, 2, NONE):
        assert GAME.view_of(one, viewer).tobytes() == GAME.view_of(other, viewer).tobytes()
    assert GAME.view_of(one, 0).tobytes() != GAME.view_of(other, 0).tobytes()


def test_later_dreams_are_imagined_evenly_from_those_not_seen() -> None:
    state = at_round(2, "d2-1", 3, following="d2-2")
    state.dreams[0], state.dreams[1] = DREAM_NAMES.index("d1-1"), DREAM_NAMES.index("d1-2")
    view = GAME.view_of(state, 0)
    draws = size(3000, python=300)
    worlds = [GAME.imagine(view, 0, key(number)) for number in range(draws)]
    assert all(world.dreams.tolist()[:3] == state.dreams.tolist()[:3] for world in worlds)
    fourth = Counter(DREAM_NAMES[world.dreams[3]] for world in worlds)
    assert set(fourth) == {f"d2-{number}" for number in range(2, 7)}  # d2-1 is on the table
    assert sum((count - draws / 5) ** 2 / (draws / 5) for count in fourth.values()) < 30
    for world in worlds[:50]:
        assert len(set(world.dreams.tolist())) == 8
        assert all(int(DECK[0, number // LEVEL_ROUNDS]) >> int(tile) & 1 for number, tile in enumerate(world.dreams))


def canvas_is_right(world: Any, seat: int) -> bool:
    """Is the canvas what its own segments make of it, laid one by one from nothing?"""
    again = copy(world)
    for field in CANVAS_FIELDS[:-2]:
        again[field][seat] = 0
    again.lies[:], again.symbols[seat], again.laid_count[seat] = NONE, 0, 0
    again.seat, again.done = seat, 0
    for segment in range(len(SEGMENT_NAMES)):
        if int(world.laid[seat]) >> segment & 1:
            act(again, seat, GAME.actions.text(int(FIRST_PLACE[segment]) + int(world.lies[segment])))
    return all(again[field][seat].tolist() == world[field][seat].tolist() for field in CANVAS_FIELDS if field != "lies")


def test_an_imagined_canvas_is_legal_and_has_as_many_segments() -> None:
    state = play(at_round(2), (0, "place green-i1 0,0"), (0, "place green-i3 1,0 1,1 1,2"), (0, "place green-i2 2,0 2,1"), (0, "done"))
    view = GAME.view_of(state, 1)
    seen = set()
    for number in range(size(60, python=6)):
        world = GAME.imagine(view, 1, key(number))
        assert world.laid_count[0] == 3 == int(world.laid[0]).bit_count()
        assert canvas_is_right(world, 0)
        seen.add(int(world.canvas[0]))
    assert len(seen) > 1


NINE = ["i1-1", "i1-2", "i1-3", "i1-4", "i1-5", "i1-6", "green-i1", "green-i2", "green-i3", "green-l3"]


def test_nine_segments_can_be_imagined_too() -> None:
    state = at_round(2, before={0: {"segments": NINE}})
    for number, name in enumerate(NINE[:7]):
        act(state, 0, f"place {name} {number // 3},{number % 3}")
    act(state, 0, "place green-i2 2,1 3,1")
    act(state, 0, "place green-l3 3,2 2,2 2,3")
    assert state.laid_count[0] == 9
    world = GAME.imagine(GAME.view_of(play(state, (0, "done")), 1), 1, key("nine"))
    assert world.laid_count[0] == 9
    assert canvas_is_right(world, 0)


@pytest.mark.parametrize("pace", ["calm", "sand"])
def test_whoever_waits_in_the_calm_pace_may_lay_out_early(pace: str) -> None:
    state = at_round(3, pace=pace)
    if pace == "sand":
        assert [early(state, seat) for seat in range(3)] == [None] * 3  # everybody acts at once anyway
        return
    later = early(state, 2)
    assert later is not None
    assert GAME.movers(later) == [2]
    assert GAME.movers(state) == [0]
    done = play(state, (0, "done"))
    assert early(done, 0) is None
    assert GAME.legal(later, 2) == GAME.legal(play(done, (1, "done")), 2)
