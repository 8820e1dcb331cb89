"""What bots go by: ways to the goal, counted again step by step; and patience, which comes to an end."""

from typing import Any

import numpy as np
import pytest

from ludotheque.bots.levels import bot
from ludotheque.bots.play import play_out
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.record import Recorder
from ludotheque.core.rule import JIT
from ludotheque.games.labyrinth.evaluate import PATIENCE, _hunting, habit, value, ways, ways_of
from ludotheque.games.labyrinth.rules import reachable
from ludotheque.games.labyrinth.state import Phase
from tests.games.effort import size
from tests.games.labyrinth.mazes import GAME


def wandered(seats: int, seed: int, plies: int) -> Any:
    """A position in which a seat shifts, after so much random play."""
    recorder = Recorder(GAME, seats, {}, seed_key(seed))
    draw = np.random.default_rng(seed)
    while len(recorder.plies) < plies or recorder.state.phase != Phase.SHIFT:
        (seat,) = GAME.movers(recorder.state)
        recorder.act(seat, int(draw.choice(GAME.legal(recorder.state, seat))))
    return recorder.state


def stuck(seats: int, plies: int) -> Any:
    """A position in which patience has come to an end, and the seat that shifts cannot take the goal."""
    state = next(found for seed in range(99) if not opened(found := wandered(seats, seed, plies), int(found.seat)))
    state.dry = PATIENCE
    return state


def opened(state: Any, seat: int) -> int:
    """Legal shifts after which a way leads the pawn of a seat to the goal."""
    found = 0
    for action in GAME.legal(state, int(state.seat)):
        world = copy(state)
        GAME.apply(world, int(state.seat), action)
        here, goal = 1 << int(world.pawn[seat]), 1 << int(world.goal_cell)
        found += here != goal and int(reachable(world, here)) & goal != 0
    return found


@pytest.mark.parametrize("seed", range(size(20, python=2)))
def test_ways_are_the_shifts_that_open_one(seed: int) -> None:
    state = wandered(2 + seed % 3, seed, 5 * seed)
    turns = len(GAME.legal(state, int(state.seat))) // (12 if state.forbidden == NONE else 11)
    counts = int(ways(state))
    assert [ways_of(counts, seat) * turns // 4 for seat in range(state.seats)] == [opened(state, seat) for seat in range(state.seats)]


def test_the_goal_belongs_to_whoever_can_take_it_next() -> None:
    state = wandered(3, 4, 0)
    seat = int(state.seat)
    assert opened(state, seat) > 0
    points = np.zeros(7)
    value(state, points)
    others = [points[other] for other in range(3) if other != seat]
    assert points[seat] > max(others)


def test_impatient_is_whoever_has_waited_for_long() -> None:
    state = stuck(4, 40)
    view, seat = GAME.view_of(state, int(state.seat)), int(state.seat)
    action = int(_hunting(GAME).hunt(view, seat))
    assert action in GAME.legal(state, seat)
    assert habit(GAME, view, seat) == action
    view.dry = PATIENCE - 1
    assert habit(GAME, view, seat) is None


def test_who_is_impatient_goes_where_most_shifts_lead_to_the_goal() -> None:
    state = stuck(2, 30)
    seat = int(state.seat)
    GAME.apply(state, seat, int(_hunting(GAME).hunt(state, seat)))
    assert state.phase == Phase.MOVE
    prospects = {}
    for action in GAME.legal(state, seat):
        world = copy(state)
        GAME.apply(world, seat, action)
        prospects[action] = ways_of(int(ways(world)), seat)
    assert max(prospects.values()) > 0
    assert prospects[int(_hunting(GAME).hunt(state, seat))] == max(prospects.values())


def test_whoever_can_take_the_goal_needs_no_patience() -> None:
    state = next(found for seed in range(99) if opened(found := wandered(2, seed, 20), int(found.seat)))
    state.dry = PATIENCE
    assert habit(GAME, state, int(state.seat)) is None
    assert int(_hunting(GAME).hunt(state, int(state.seat))) == NONE


def test_four_who_bar_each_others_way_do_not_do_so_for_ever() -> None:
    for seed in (3, 14) if JIT else ():  # without a habit both end in a drought
        state = play_out(GAME, 4, {}, seed_key(seed), [bot("novice", 0.3)] * 4).state
        assert state.goal_cell == NONE, state.dry
