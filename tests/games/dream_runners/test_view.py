"""What a seat sees of Dream Runners, and how it imagines the rest."""

import hashlib
import random
from collections import Counter
from typing import Any

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.layout import copy
from ludotheque.core.record import Recorder
from ludotheque.games.dream_runners.actions import place_action
from ludotheque.games.dream_runners.components import DECK, DREAM_NAMES, LEVEL_ROUNDS
from ludotheque.games.dream_runners.draft import early
from ludotheque.games.dream_runners.ready import veil, waits
from ludotheque.games.dream_runners.segments import OUTSIDE, SEGMENT_NAMES
from ludotheque.games.dream_runners.state import Phase
from tests.games.dream_runners.boards import GAME, act, at_round, play
from tests.games.effort import size

CANVAS_FIELDS = ("laid", "canvas", "fights", "collects", "doubles", "lies", "symbols", "beyond")


def key(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()


def test_later_dreams_are_seen_by_nobody_and_the_rest_is_open() -> None:
    state = at_round(3, "d3-3", 5, {seat: {"calm": 30} for seat in range(3)})
    state = play(
        state,
        (0, "place green-i1 1,2"),
        (0, "place green-i2 outside"),
        (0, "done"),
        (1, "place purple-i2 1,2 1,1"),
        (1, "done"),
        (2, "done", ["first 0"]),
    )
    assert state.phase == Phase.PICK
    for viewer in (0, 1, 2, NONE):
        view = GAME.view_of(state, viewer)
        assert view.dreams.tolist() == [*state.dreams[:5], *[NONE] * 3]
        for field in set(GAME.state.names or ()) - {"key", "cursor", "dreams"}:
            assert view[field].tolist() == state[field].tolist(), field


@pytest.mark.parametrize("pace", ["calm", "sand"])
def test_another_canvas_is_a_number_of_segments(pace: str) -> None:
    state = at_round(3, pace=pace)
    state = play(
        state, (0, "place green-i1 outside"), (0, "place green-i3 1,0 1,1 1,2"), (0, "done"), (1, "place purple-i1 2,2")
    )
    view = GAME.view_of(state, 1)
    assert view.laid_count.tolist() == [2, 1, 0, 0]
    assert (view.laid[0], view.canvas[0], view.symbols[0], view.beyond[0], view.done) == (0, 0, 0, 0, 1)
    assert view.canvas[1] == state.canvas[1]
    assert view.lies[SEGMENT_NAMES.index("green-i1")] == NONE
    assert view.lies[SEGMENT_NAMES.index("purple-i1")] == state.lies[SEGMENT_NAMES.index("purple-i1")]


@pytest.mark.parametrize("pace", ["calm", "sand"])
def test_two_compositions_of_as_many_segments_look_the_same_to_the_others(pace: str) -> None:
    state = at_round(3, pace=pace)
    one = play(state, (0, "place green-i1 0,0"), (0, "place green-i3 outside"))
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
    for field in CANVAS_FIELDS:
        if field != "lies":
            again[field][seat] = 0
    again.lies[:], again.laid_count[seat] = NONE, 0
    again.seat, again.done = seat, 0
    for segment in range(len(SEGMENT_NAMES)):
        if int(world.laid[seat]) >> segment & 1:
            act(again, seat, GAME.actions.text(place_action(segment, int(world.lies[segment]))))
    return all(again[field][seat].tolist() == world[field][seat].tolist() for field in CANVAS_FIELDS if field != "lies")


@pytest.mark.parametrize("pace", ["calm", "sand"])
def test_an_imagined_canvas_is_legal_and_has_as_many_segments(pace: str) -> None:
    state = play(
        at_round(2, pace=pace),
        (0, "place green-i1 0,0"),
        (0, "place green-i3 1,0 1,1 1,2"),
        (0, "place green-i2 2,0 2,1"),
        (0, "done"),
    )
    view = GAME.view_of(state, 1)
    seen = set()
    for number in range(size(60, python=6)):
        world = GAME.imagine(view, 1, key(number))
        assert world.laid_count[0] == 3 == int(world.laid[0]).bit_count()
        assert canvas_is_right(world, 0)
        seen.add(int(world.canvas[0]))
        assert GAME.view_of(world, 1).tobytes() == view.tobytes()
    assert len(seen) > 1


def test_a_segment_is_imagined_outside_as_often_as_any_other_way() -> None:
    state = play(at_round(2, before={0: {"segments": ["green-i1"]}}), (0, "place green-i1 0,0"), (0, "done"))
    view, draws = GAME.view_of(state, 1), size(2000, python=200)
    ways = Counter(int(GAME.imagine(view, 1, key(number)).lies[0]) for number in range(draws))
    assert set(ways) == {*range(9), OUTSIDE}
    assert sum((count - draws / 10) ** 2 / (draws / 10) for count in ways.values()) < 40


NINE = ["i1-1", "i1-2", "i1-3", "i1-4", "i1-5", "i1-6", "green-i1", "green-i2", "green-i3", "green-l3"]


def test_eleven_segments_can_be_imagined_too() -> None:
    state = at_round(2, before={0: {"segments": [*NINE, "l3-1"]}})
    for number, name in enumerate(NINE[:7]):
        act(state, 0, f"place {name} {number // 3},{number % 3}")
    act(state, 0, "place green-i2 2,1 3,1")
    act(state, 0, "place green-l3 3,2 2,2 2,3")
    for name in ("green-i3", "l3-1"):
        act(state, 0, f"place {name} outside")
    assert state.laid_count[0] == 11
    world = GAME.imagine(GAME.view_of(play(state, (0, "done")), 1), 1, key("eleven"))
    assert world.laid_count[0] == 11
    assert canvas_is_right(world, 0)


@pytest.mark.parametrize("pace", ["calm", "sand"])
def test_a_player_who_waits_in_the_calm_pace_may_lay_out_early(pace: str) -> None:
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


# R8.2 All are ready before a dream is turned up


def test_only_the_beginning_of_a_round_against_the_sand_waits() -> None:
    state = at_round(2, "d1-1", 2, {seat: {"calm": 30, "coins": 0} for seat in range(2)}, pace="sand", following="d2-1")
    assert waits(state)
    assert not waits(at_round(2))
    assert waits(GAME.new(3, {"pace": "sand"}, seed_key(1)))  # the first tile, too
    assert not waits(play(state, (1, "place purple-i1 outside")))
    done = play(state, (0, "done"))
    assert not waits(done)
    following = play(done, (1, "done"))
    assert (following.round_now, waits(following)) == (3, True)
    bought = play(at_round(2, "d1-1", 2, {0: {"coins": 4}}, pace="sand"), (0, "done"), (1, "done"))
    assert (bought.phase, waits(bought)) == (Phase.BUY, False)


def test_the_veil_hides_the_dream_of_the_round_and_nothing_else() -> None:
    state = at_round(2, "d2-1", 3, pace="sand")
    view = GAME.view_of(state, 0)
    veiled = veil(view)
    assert (view.dreams[2], veiled.dreams[2]) == (DREAM_NAMES.index("d2-1"), NONE)
    veiled.dreams[2] = view.dreams[2]
    assert veiled.tobytes() == view.tobytes()


def test_nobody_lays_out_early_while_the_dream_lies_face_down() -> None:
    view = GAME.view_of(at_round(2), 1)
    assert early(view, 1) is not None
    assert early(veil(view), 1) is None


@pytest.mark.parametrize(("pace", "seed"), [("calm", 1), ("sand", 14)])
def test_what_was_laid_is_told_to_everyone_once_the_phase_is_over_and_not_before(pace: str, seed: int) -> None:
    """R3.10, also where the round ends with the phase, as in the second game."""
    choices, recorder = random.Random(f"told {pace}"), Recorder(GAME, 2, {"pace": pace}, seed_key(seed))
    leads_straight = False
    while movers := GAME.movers(recorder.state):
        before, seat = recorder.state, choices.choice(movers)
        recorder.act(seat, choices.choice(GAME.legal(before, seat)))
        now = recorder.state
        leads_straight |= bool(before.phase == now.phase == Phase.COMPOSE and before.round_now < now.round_now)
        if GAME.is_over(now):
            break
        for viewer in (NONE, 0):
            for ply, told in zip(recorder.plies, recorder.told_plies(viewer), strict=True):
                is_now = ply.before.phase == now.phase == Phase.COMPOSE and ply.before.round_now == now.round_now
                is_secret = bool(is_now) and ply.seat not in (viewer, TABLE)
                assert (told["action"] == "?") == (is_secret and GAME.is_drafted(ply.action))
                assert (told["legal"] == "?") == is_secret
    assert leads_straight == (pace == "sand")
