"""What bots go by: ways to the goal, counted again step by step; what they answer who is asked for
advice; and patience, which comes to an end.
"""

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from ludotheque.bots.history import UNKNOWN
from ludotheque.bots.levels import bot
from ludotheque.bots.play import play_out
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.record import Recorder
from ludotheque.core.rule import JIT
from ludotheque.games.labyrinth.components import CELL_NAMES, VALUES
from ludotheque.games.labyrinth.evaluate import PATIENCE, _hunting, habit, value, ways, ways_of
from ludotheque.games.labyrinth.rules import reachable
from ludotheque.games.labyrinth.state import Phase
from tests.games.effort import size
from tests.games.labyrinth.mazes import GAME, after, legal, mover, position


def wandered(seats: int, seed: int, plies: int) -> Any:
    """A position in which a seat shifts, after so much random play."""
    recorder = Recorder(GAME, seats, {}, seed_key(seed))
    draw = np.random.default_rng(seed)
    while len(recorder.plies) < plies or recorder.state.phase != Phase.SHIFT:
        (seat,) = GAME.movers(recorder.state)
        recorder.act(seat, int(draw.choice(GAME.legal(recorder.state, seat))))
    return recorder.state


def stuck(seats: int, plies: int) -> Any:
    """A position in which patience has come to an end, and the seat that shifts cannot take the
    goal.
    """
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
    assert [ways_of(counts, seat) * turns // 4 for seat in range(state.seats)] == [
        opened(state, seat) for seat in range(state.seats)
    ]


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


# Advice


def question(price: str, goal: int, held: list[list[int]], **changes: Any) -> Any:
    """Seat 0 offers a price for the way to the last token on the board, which seat 1 could take
    next; seat 1 has the formula 25, 16, 2 and answers.
    """
    return after(position(2, advice="on", tokens={"e6": goal}, held=held, **changes), f"ask {price}")


def answered(state: Any) -> str:
    """What the bot says that is asked, from what it may see."""
    seat = mover(state)
    action = habit(GAME, GAME.view_of(state, seat), seat)
    assert action in GAME.legal(state, seat)
    return GAME.notation.text(state, seat, action)


DEALS = [
    ("20", 4, [[20], []], "tip"),  # 20 points change hands for the way to 4
    ("1", 20, [[1], []], "decline"),
    ("wand", 1, [[], []], "tip"),  # 3 points change hands for 1
    ("wand", 20, [[], []], "decline"),
    ("2", 9, [[2], []], "tip"),  # it is on the card of the one who answers: 22 points
    ("3", 9, [[3], []], "decline"),  # it is not
]


@pytest.mark.parametrize(("price", "goal", "held", "answer"), DEALS)
def test_a_way_is_shown_when_the_price_is_worth_more_than_the_help(
    price: str, goal: int, held: list[list[int]], answer: str
) -> None:
    assert answered(question(price, goal, held)).split()[0] == answer


def test_a_tip_leads_to_the_goal() -> None:
    state = question("20", 4, [[20], []])
    tip = answered(state)
    followed = after(state, tip, tip.replace("tip", "shift"))
    assert f"move {CELL_NAMES[followed.goal_cell]}" in legal(followed)
    assert followed.held.tolist()[:2] == [0, 1 << VALUES.index(20)]


def test_where_no_way_leads_to_the_goal_none_is_shown() -> None:
    stuck_here = next(found for seed in range(99) if not opened(found := wandered(2, seed, 30), int(found.seat)))
    stuck_here.advice, stuck_here.held[:2] = 1, [1 << VALUES.index(20), 1 << VALUES.index(20)]
    assert answered(after(stuck_here, "ask 20")) == "decline"


def test_nobody_who_sees_every_shift_asks() -> None:
    games = [
        play_out(
            GAME, seats, {"advice": "on", "drought": size(40, python=2)}, seed_key(seats), [bot("novice", 0.2)] * seats
        )
        for seats in (2, 3)
    ]
    kinds = {ply["action"].split()[0] for game in games for ply in game.record()["plies"]}
    assert "shift" in kinds
    assert not {"ask", "tip", "decline"} & kinds


@pytest.mark.parametrize("starts", list(permutations(["c3", "e3", "e5", "c5"], 2))[:: size(1, python=5)])
def test_bots_play_from_any_start(starts: tuple[str, str]) -> None:
    state = GAME.new(2, {}, seed_key(3))
    GAME.notation.deal(state, GAME.notation.setup_of(state) | {"starts": list(starts)})
    for _ in range(size(12, python=2)):
        seat = mover(state)
        action = bot("novice", 0.1)(GAME, GAME.view_of(state, seat), seat, UNKNOWN, seed_key(1))
        assert action in GAME.legal(state, seat)
        GAME.apply(state, seat, action)
