"""What an expert sees beyond the next cell: sets that come together, a composition that is gone on
with, and the clock.
"""

from itertools import islice
from time import thread_time
from typing import Any

import numpy as np
import pytest

from ludotheque.core.layout import copy
from ludotheque.core.rule import JIT
from ludotheque.games.dream_runners.actions import DONE, place_action
from ludotheque.games.dream_runners.compose import compose
from ludotheque.games.dream_runners.evaluate import TASTE_ITERATIONS, _standing, favorite, foresee, tastes, valuation
from ludotheque.games.dream_runners.segments import FRAME_MASK, OUTSIDE, SEGMENT_NAMES
from ludotheque.games.dream_runners.state import Phase
from ludotheque.games.dream_runners.worth import WOKEN, value
from tests.games.dream_runners.boards import GAME, at_round, facts, play

HAND = ["green-i1", "green-i2", "green-i3", "green-l3", "i1-3", "i2-3"] if JIT else ["green-i1", "i1-3"]
HELD = {"fragments": {"blue": 2, "green": 1, "orange": 1}}


def standing(state: Any, actions: list[int]) -> float:
    world = copy(state)
    for action in actions:
        GAME.apply(world, 0, action)
    return float(_standing().standing(world, 0))


def next_action(state: Any, count: int, seconds: float = 60.0) -> int:
    found = foresee(GAME, GAME.view_of(state, 0), 0, bytes(32), count * TASTE_ITERATIONS, seconds)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("held", "more", "expected"),
    [
        ([0, 0, 0, 0], 4, 1),
        ([0, 1, 1, 1], 1, 1),
        ([0, 0, 3, 3], 2, 1),
        ([0, 1, 1, 2], 4, 2),
        ([1, 2, 5, 5], 0, 1),
        ([0, 0, 0, 9], 2, 2 / 3),
    ],
)
def test_fragments_to_come_go_where_they_are_needed(held: list[int], more: float, expected: float) -> None:
    assert _standing().sets(np.array(held, np.float64), float(more)) == pytest.approx(expected)


def test_part_of_the_way_to_a_star_is_worth_part_of_it() -> None:
    assert [_standing().star_points(star) for star in (0.0, 0.5, 2.0, 9.5, 10.0, 11.0)] == [
        0.0,
        2.0,
        8.0,
        56.0,
        60.0,
        60.0,
    ]


def test_in_the_last_round_it_is_the_score_to_be() -> None:
    """With an eye on what the seat will have: the coins that are left are worth the calm they buy,
    and keys and single fragments nothing.
    """
    state = at_round(
        2, "d1-1", 8, {0: {"segments": HAND, "calm": 20, "coins": 0, "keys": 0, **HELD}, 1: {"segments": []}}
    )
    found = compose(state, 0).actions
    expected = standing(state, found)
    for action in [*found, DONE]:
        state = play(state, (0, GAME.notation.text(state, 0, action)))
    state = play(state, (1, "done"))
    after = facts(state, 0)
    assert expected == pytest.approx(
        [0, 4, 8][after["star"]] + after["calm"] + 0.34 * (after["coins"] - (state.first == 0))
    )


def test_a_seat_that_will_wake_stands_badly() -> None:
    state = at_round(2, "d1-1", 3, {0: {"calm": 2}})
    assert standing(state, []) == WOKEN


def values(state: Any) -> list[float]:
    """What the search thinks of a position, seat by seat."""
    out = np.zeros(6)
    value(state, out)
    return [round(float(worth), 6) for worth in out[: state.seats]]


def test_calm_is_foreseen_in_one_sum() -> None:
    """A gain at the top of the track is not lost where there are losses, and keeps a seat asleep
    that would wake without it.
    """
    laid = [
        play(at_round(2, "d4-2", 8, {0: {"segments": ["i1-3"], "calm": calm, "coins": 0}}), (0, "place i1-3 2,2"))
        for calm in (30, 29)
    ]
    assert values(laid[0])[0] - values(laid[1])[0] == pytest.approx(1)
    dozing = [
        play(
            at_round(2, "d1-1", 2, {0: {"segments": ["green-i1"], "calm": 11, "coins": 0}}),
            (0, f"place green-i1 {cell}"),
        )
        for cell in ("1,2", "1,0")
    ]
    assert values(dozing[0])[0] > values(dozing[1])[0] + 20  # calm:1, or a fragment and awake


def test_a_question_changes_nothing_that_is_foreseen() -> None:
    """While a seat names a colour its losses still wait: they are seen all the same, and those of
    the others too.
    """
    quiet = {"coins": 0, "calm": 25}
    state = at_round(2, "d3-2", 5, {0: {**quiet, "segments": ["green-i1"]}, 1: {**quiet, "segments": ["i1-6"]}})
    composed = play(state, (0, "place green-i1 1,1"), (0, "done"), (1, "place i1-6 2,1"))
    asked = play(composed, (1, "done", ["first 0"]))
    settled = play(asked, (0, "colour blue"))
    assert (asked.phase, settled.phase) == (Phase.COLOR, Phase.COMPOSE)
    assert asked.calm.tolist()[:2] == [25, 25]
    for seat in (0, 1):
        assert abs(values(asked)[seat] - values(composed)[seat]) < 2  # the coin of the first dreamer, and the joker
        assert values(asked)[seat] < 25 - 10


def test_what_a_bat_may_take_is_laid_outside_while_it_is_worth_it() -> None:
    """Early in the game a single cell is laid outside; in the last round nothing is lost with a
    segment.
    """
    hand = ["green-i1", "green-i2", "i1-4"]
    for number, is_laid in ((5, True), (8, False)):
        state = at_round(2, "d3-2", number, {0: {"segments": hand, "calm": 25}})
        state = play(state, (0, "place green-i2 2,1 2,2"))
        state.fights[0] = 0  # as if a blank lay on the bat
        state.canvas[0] = FRAME_MASK
        state = play(state, (0, "place green-i1 outside"))
        texts = [GAME.actions.text(action) for action in compose(state, 0, valuation(state, 0)).actions]
        assert texts == (["place i1-4 outside"] if is_laid else [])
        assert (standing(state, [place_action(SEGMENT_NAMES.index("i1-4"), OUTSIDE)]) > standing(state, [])) == is_laid


def test_with_one_taste_it_composes_as_usual() -> None:
    state = at_round(2, "d2-1", 4, {0: {"segments": HAND, **HELD}})
    assert next_action(state, 1) == favorite(state, 0)
    assert len(set(tastes(state, 0))) > 90


@pytest.mark.parametrize("dream", ["d1-2", "d2-6", "d3-3", "d4-6"] if JIT else ["d1-2"])
def test_with_more_it_stands_better_and_what_it_begins_it_goes_on_with(dream: str) -> None:
    count = 20 if JIT else 2
    state = at_round(2, dream, 6, {0: {"segments": HAND, **HELD}})
    usual, *others = (standing(state, compose(state, 0, taste).actions) for taste in islice(tastes(state, 0), count))
    while (action := next_action(state, count)) != DONE:
        state = play(state, (0, GAME.notation.text(state, 0, action)))
    assert standing(state, []) >= max(usual, *others) - 1e-9
    assert not JIT or standing(state, []) > usual


def test_it_stops_when_the_time_is_over() -> None:
    state = at_round(2, "d4-1", 6, {0: {"segments": HAND, **HELD}})
    next_action(state, 1)
    began = thread_time()
    next_action(state, 1 << 40, seconds=0.0)
    assert thread_time() - began < (0.1 if JIT else 60)
