"""Plans of one and two actions against those that are found step by step."""

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.errors import LudothequeError
from ludotheque.core.record import Recorder
from ludotheque.games.labyrinth.reach import reach, walk_between
from tests.games.effort import size
from tests.games.labyrinth import naive
from tests.games.labyrinth.mazes import GAME, after, dealt, pawns


def stand_on(state: object, cell: str) -> tuple[str, ...]:
    """The action that leads the pawn to a cell after the shift: to stay, if it stands there already."""
    return ("stay",) if pawns(state)[0] == cell else (f"move {cell}",)


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("seed", range(size(12, python=1)))
def test_the_same_cells_are_found_naively(seed: int, depth: int) -> None:
    recorder = Recorder(GAME, 2 + seed % 3, {}, seed_key(seed))
    for _ in range(5 * seed):
        (seat,) = GAME.movers(recorder.state)
        actions = GAME.legal(recorder.state, seat)
        recorder.act(seat, actions[7919 * seed % len(actions)])
    while recorder.state.phase != 0:
        (seat,) = GAME.movers(recorder.state)
        recorder.act(seat, GAME.legal(recorder.state, seat)[0])
    table = naive.deal(recorder.record())
    for ply in recorder.plies:
        table = naive.act(table, ply["action"])
    assert set(reach(recorder.state, depth)) == naive.plans(table, depth)


def test_every_plan_of_one_action_can_be_carried_out() -> None:
    state = dealt()
    plans = reach(state, 1)
    assert len(plans) > 17
    for cell, (shift,) in plans.items():
        shifted = after(state, shift)
        assert pawns(after(shifted, *stand_on(shifted, cell)))[0] == cell


def test_every_plan_of_two_actions_can_be_carried_out_with_a_wand() -> None:
    state = dealt()
    plans = reach(state, 2)
    assert len(plans) > len(reach(state, 1))
    for cell, (first, second) in list(plans.items())[:: size(1, python=7)]:
        between = after(state, first)
        between = after(between, *stand_on(between, walk_between(state, (first, second), cell)), "wand", second)
        assert pawns(after(between, *stand_on(between, cell)))[0] == cell


@pytest.mark.parametrize("depth", [0, 3])
def test_other_depths_are_refused(depth: int) -> None:
    with pytest.raises(LudothequeError, match=f"reach looks 1 or 2 actions ahead, not {depth}"):
        reach(dealt(), depth)
