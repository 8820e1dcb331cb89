"""The marks of a village, by which the champion judges it, and how their weights are learned."""

import hashlib
import os
import subprocess
import sys
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from ludotheque.bots.history import UNKNOWN
from ludotheque.bots.judgement import Judgement, new_scales
from ludotheque.bots.levels import CHAMPION, bot, champion_of
from ludotheque.bots.thinker import judging
from ludotheque.bots.tree import Result
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import TABLE
from ludotheque.core.layout import array_of
from ludotheque.core.rule import JIT
from ludotheque.games.viva_catrina.marks import (
    BALLOONS,
    CORNERS,
    EXITS,
    MARKS,
    MOST_PAVED,
    SHOPS_LINKED,
    SOON,
    SURE,
    WAITING,
)
from ludotheque.games.viva_catrina.state import STATE
from tests.games.viva_catrina.villages import GAME, linking, village
from tools.judgement import Games, fit, marks_of

PLAIN = """
import sys
import numpy as np
from ludotheque.games.viva_catrina.marks import MARKS, marks
from ludotheque.games.viva_catrina.state import STATE
states = np.frombuffer(sys.stdin.buffer.read(), STATE)
out = np.zeros((len(states), 6, MARKS))
for row in range(len(states)):
    marks(states[row], out[row])
sys.stdout.buffer.write(out.tobytes())
"""


def found(state: Any) -> Any:
    """Return the marks of seat 0."""
    return marks_of(GAME, array_of(state))[0, 0]


def faded(state: Any, seat: int = 0) -> tuple[float, float]:
    """Return how much of every hope is left, slowly and late, in a game of three: 18 tiles, and
    those that pairs of shops have earned.
    """
    left = 18 + int(state.earned[seat]).bit_count() + 1 - int(state.tiles[seat])
    return left / 18, left / (left + SOON)


def positions(seats: int, seed: int) -> list[Any]:
    """Return every position of a game in which much is linked."""
    state, rng = GAME.new(seats, {}, seed_key(seed)), Random(seed)
    states = [state.copy()]
    while movers := GAME.movers(state):
        GAME.apply(state, movers[0], linking(state, movers[0], GAME.legal(state, movers[0]), rng))
        states.append(state.copy())
    return states


def test_the_score_comes_first_and_at_the_end_nothing_else_is_left() -> None:
    for seats in (2, 4):
        states = positions(seats, seats)[:: 9 if JIT else 40]
        marks = marks_of(GAME, np.array(states, STATE))
        for state, counted in zip(states, marks, strict=True):
            assert counted[:seats, :SURE].sum(1).tolist() == GAME.scores(state, seats)
        last = positions(seats, seats)[-1]
        assert not marks_of(GAME, array_of(last))[0, :seats, SURE:].any()


def test_plain_python_counts_the_same() -> None:
    states = np.array(positions(3, 5)[::12], STATE)
    plain = subprocess.run(
        [sys.executable, "-c", PLAIN],
        input=states.tobytes(),
        env=os.environ | {"LUDOTHEQUE_JIT": "0"},
        capture_output=True,
        check=True,
    )
    assert np.array_equal(np.frombuffer(plain.stdout).reshape(len(states), TABLE, MARKS), marks_of(GAME, states))


def test_a_seat_changes_only_its_own_marks_unless_it_takes_a_balloon_tile() -> None:
    states = positions(3, 6)
    marks, compared = marks_of(GAME, np.array(states, STATE)), 0
    for before, after, was, is_now in zip(states, states[1:], marks, marks[1:], strict=False):
        if before.pile.tolist() == after.pile.tolist():
            others = [seat for seat in range(3) if seat != before.seat]
            assert np.array_equal(was[others], is_now[others])
            compared += 1
    assert compared > 20


def test_the_fountain_has_two_exits_of_either_kind() -> None:
    state = village()
    time, soon = faded(state)
    exits = found(state)[EXITS : EXITS + MOST_PAVED + 6]
    assert exits[2] == exits[MOST_PAVED + 1 + 2] == pytest.approx(soon)
    assert np.count_nonzero(exits) == 2
    assert found(state)[SHOPS_LINKED] == pytest.approx(time)  # no kind of shop
    assert found(state)[BALLOONS] == pytest.approx(4 * 5 * time)  # no balloon of four colours, whose piles show 5


def test_a_third_part_of_a_base_is_counted_once() -> None:
    state = village(("S1-bread", "1,0 1"), ("S1-fruit", "2,0 0"), ("S1-skull", "2,-1 1"))
    time, soon = faded(state)
    # two loose parts, one touching the fountain, where no base can be, and the three of this corner
    assert found(state)[CORNERS : CORNERS + 6] == pytest.approx([2 * time, 2 * soon, 0, 0, time, soon])


def test_what_is_not_linked_waits() -> None:
    state = village(("S1-bread", "1,0 1"))  # its paved path meets the fountain's trail
    time, soon = faded(state)
    assert found(state)[WAITING : WAITING + 4] == pytest.approx([2.5 * time, 2.5 * soon, time, soon])
    assert not found(state)[WAITING + 4 : WAITING + 8].any()


def test_one_tile_can_link_what_waits_beside_an_exit() -> None:
    state = village(("S1-bread", "1,0 1"), ("S3-fruit", "0,-1 1"))  # a paved path leads to 1,-1 …
    near = village(("S1-bread", "1,0 0"), ("S3-fruit", "0,-1 1"))  # … and so does the bread's, turned
    assert not found(state)[WAITING + 4]
    assert found(near)[WAITING + 4] == pytest.approx(2.5 * faded(near)[0])
    assert not found(near)[WAITING]


def test_an_action_is_judged_as_if_everything_were_counted_again() -> None:
    guide = champion_of(GAME)
    assert isinstance(guide, Judgement)
    judged, states = judging(GAME, Judgement), positions(2, 8)
    some = np.zeros(TABLE + 1)
    for before, after in list(pairwise(states))[10:40:6]:
        one, other = (
            Result(some.copy(), np.zeros(TABLE + 1, np.int32), some.copy(), some.copy(), new_scales(guide))
            for _ in range(2)
        )
        judged.look_round(before, 2, one)
        judged.compare(after, int(before.seat), 2, one)
        judged.glance(after, 2, other)
        if before.pile.tolist() == after.pile.tolist():
            assert one.reward == pytest.approx(other.reward)
            assert one.score == pytest.approx(other.score)


def test_the_champion_follows_its_judgement() -> None:
    """It does not always agree with a master of the same budget."""
    state, differ = GAME.new(2, {}, seed_key(4)), 0
    for ply in range(8):
        seat, seed = int(state.seat), hashlib.sha256(b"%d" % ply).digest()
        master, champion = (
            bot(level, 0.0002 if JIT else 0.00001, False)(GAME, state, seat, UNKNOWN, seed)
            for level in ("master", CHAMPION)
        )
        differ += master != champion
        GAME.apply(state, seat, master)
    assert differ


@pytest.mark.parametrize("trace", [1.0, 0.9, 0.0])
def test_weights_are_found_where_points_follow_from_marks(trace: float) -> None:
    """Three marks: points that are sure, and two that become two and five points each."""
    rng, plies, deals = np.random.default_rng(1), 12, 40
    states = np.zeros(plies * deals, STATE)
    states["seats"] = 2
    marks, final = np.zeros((plies * deals, TABLE, 3)), np.zeros((plies * deals, TABLE))
    for deal in range(deals):
        for seat in range(2):
            open_marks = rng.integers(1, 9, 2)
            for ply in range(plies):
                row, sure = deal * plies + ply, np.minimum(open_marks, ply)
                marks[row, seat] = [2 * sure[0] + 5 * sure[1], *(open_marks - sure)]
                final[row, seat] = open_marks @ [2, 5]
    games = Games(states, np.repeat(np.arange(deals), plies), final)
    assert fit(games, marks, trace, sure=1) == pytest.approx([1, 2, 5], abs=0.05)
