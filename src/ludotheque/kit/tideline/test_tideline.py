"""The sentences of rulebook.md, one test each."""

from typing import Any

import pytest

from ludotheque.core.chance import seed_key

from . import GAME
from .parts import LEFT, RIGHT, SHELLS
from .rules import Refusal


def dealt(row: list[int], seats: int = 2) -> Any:
    """Return a game with these shells in the row."""
    state = GAME.new(seats, {}, seed_key(1))
    GAME.notation.deal(state, {"row": row})
    return state


ROW = [4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3]


@pytest.mark.sentence("R1.1")
def test_r1_1_twelve_shells_of_the_bag_lie_in_a_row() -> None:
    state = GAME.new(2, {}, seed_key(7))
    assert len(state.row) == SHELLS
    assert sum(state.bag.tolist()) == 4


@pytest.mark.sentence("R2.1")
def test_r2_1_the_seats_take_turns() -> None:
    state = dealt(ROW, seats=3)
    for seat in (0, 1, 2, 0):
        assert GAME.movers(state) == [seat]
        assert GAME.refusal(state, (seat + 1) % 3, LEFT) == Refusal.NOT_YOUR_TURN
        GAME.apply(state, seat, LEFT)


@pytest.mark.sentence("R2.2")
def test_r2_2_a_shell_is_taken_from_either_end() -> None:
    state = dealt(ROW)
    assert GAME.legal(state, 0) == [LEFT, RIGHT]
    GAME.apply(state, 0, LEFT)
    GAME.apply(state, 1, RIGHT)
    assert GAME.scores(state, 2) == [4, 3]


@pytest.mark.sentence("R2.3")
def test_r2_3_the_last_shell_is_the_left_end() -> None:
    state = dealt(ROW)
    for turn in range(SHELLS - 1):
        GAME.apply(state, turn % 2, LEFT)
    assert GAME.legal(state, 1) == [LEFT]
    assert GAME.refusal(state, 1, RIGHT) == Refusal.ONE_LEFT


@pytest.mark.sentence("R3.1")
def test_r3_1_the_game_is_over_when_the_row_is_empty() -> None:
    state = dealt(ROW)
    for turn in range(SHELLS):
        GAME.apply(state, turn % 2, LEFT)
    assert GAME.movers(state) == []
    assert GAME.refusal(state, 0, LEFT) == Refusal.GAME_OVER
    assert GAME.scores(state, 2) == [18, 12]


@pytest.mark.sentence("R3.2")
def test_r3_2_the_highest_score_wins_and_equal_scores_share_the_place() -> None:
    state = dealt([1, 1, 2, 2, 3, 3, 4, 4, 1, 1, 2, 2])
    for turn in range(SHELLS):
        GAME.apply(state, turn % 2, LEFT)
    assert GAME.ranks(state, 2) == [1, 1]
