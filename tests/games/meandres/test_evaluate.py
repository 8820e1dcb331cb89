"""What bots of Méandres think of spawn that they need not place: a space of the influence track or
an isolated dream can be worth more.
"""

from typing import Any

import numpy as np
import pytest

from ludotheque.bots.history import UNKNOWN
from ludotheque.bots.levels import bot
from ludotheque.core.chance import seed_key
from ludotheque.games.meandres.evaluate import value
from tests.games.effort import size
from tests.games.meandres.boards import GAME, START, after, legal, state_of

INFERNAL = ("dance 34", "step -1,0", "step 0,0", "step 0,-1", "step 0,0")  # E?PG from -1,1 to the Celestial
GIVEN = {"fiends": ["-1,1", "0,1"], "row": [34, 2, 3, 4], "influence": ["happy", "epic"]}


def worth(state: Any, seat: int = 0) -> float:
    out = np.zeros(4)
    value(state, out)
    return float(out[seat])


def best(state: Any) -> str:
    return max(legal(state), key=lambda text: worth(after(state, text)))


def chosen(state: Any) -> str:
    """What a regular bot does; as plain Python it thinks less."""
    seat, regular = int(state.seat), bot("regular", size(100, python=10) / 100, is_hurried=False)
    return GAME.notation.text(state, seat, regular(GAME, GAME.view_of(state, seat), seat, UNKNOWN, seed_key(7)))


def bonus_asked(**given: Any) -> Any:
    return after(state_of(**(GIVEN | given)), *INFERNAL, "spawn none")


def test_the_bonus_is_declined_where_the_track_brings_more() -> None:
    """In the last turn: five points for the last space of the track, against three for a spawn on
    the Celestial.
    """
    asked = bonus_asked(
        track=[9, 9], spawn={"1,0": [0, 1], "0,1": [0, 1]}, piles={"epic": 0, "passionate": 0, "happy": 1}
    )
    assert best(asked) == "spawn none"
    assert chosen(asked) == "spawn none"


def test_the_bonus_is_taken_where_it_makes_three() -> None:
    asked = bonus_asked(spawn={"0,0": [2, 0]})  # there are spawn already, so no influence to lose
    assert best(asked) == "spawn 0,0"
    assert chosen(asked) == "spawn 0,0"


def test_spawn_that_would_spoil_an_isolated_dream_are_not_placed() -> None:
    """Near the end of the game two isolated dreams are worth more than two more levels beside
    them.
    """
    board = START | {"2,-1": ["epic-05"], "-2,1": ["epic-07"]}
    given = {
        "board": board,
        "spawn": {"2,-1": [1, 0], "-2,1": [1, 0]},
        "piles": {"epic": 0, "passionate": 0, "happy": 1},
        "track": [10, 0],
    }
    asked = after(state_of(**(GIVEN | given)), *INFERNAL)
    assert best(asked) == "spawn none"
    assert chosen(asked) == "spawn none"


def test_what_is_still_to_be_decided_counts_as_something() -> None:
    """A dance after which the seat is asked is not worth less than one that places the same by
    itself.
    """
    before = state_of(**GIVEN)
    asked = after(before, *INFERNAL)
    assert worth(asked) > worth(before)
    assert worth(asked) >= worth(after(asked, "spawn none")) - 1e-9


@pytest.mark.parametrize("legend", ["jack_o_lantern", "bathory"])
def test_bots_answer_about_a_leap(legend: str) -> None:
    spawn = {"-1,0": [2, 1] if legend == "bathory" else [0, 0]}
    state = state_of(fiends=["0,-1", "-1,0"], row=[12, 7, 33, 5], legend=[legend, None], spawn=spawn)
    asked = after(state, "despair", "step -1,0", "step 0,0")
    # Báthory's makes three of her own
    expected = {"jack_o_lantern": {"spawn -1,0", "spawn -1,0 -1,0"}, "bathory": {"spawn -1,0"}}[legend]
    assert chosen(asked) in expected
