"""Action codes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.actions import Actions, Kind
from ludotheque.core.errors import LudothequeError

SIDES = ("NS", "EW", "NE")
ACTIONS = Actions(
    Kind("shift", slot=["1", "2", "3", "4"], open=SIDES), Kind("move", "to {cell}", cell=["a1", "b1"]), Kind("stay")
)


def test_numbers_run_kind_by_kind_the_last_argument_fastest() -> None:
    assert [ACTIONS.text(number) for number in range(ACTIONS.count)] == [
        f"shift {slot} {side}" for slot in "1234" for side in SIDES
    ] + ["to a1", "to b1", "stay"]
    assert ACTIONS.first == {"shift": 0, "move": 12, "stay": 14}


@given(st.integers(0, ACTIONS.count - 1))
def test_number_parts_and_text_round_trip(number: int) -> None:
    name, arguments = ACTIONS.parts(number)
    assert ACTIONS.number(name, *arguments) == number
    assert ACTIONS.find(ACTIONS.text(number)) == number


def test_what_is_no_action_is_refused() -> None:
    assert ACTIONS.find("shift 5 NS") is None
    for wrong in (-1, ACTIONS.count):
        with pytest.raises(LudothequeError, match="action numbers run from 0 to 14"):
            ACTIONS.text(wrong)
    with pytest.raises(LudothequeError, match="shift takes arguments from 0 to 3, not 4"):
        ACTIONS.number("shift", 4, 0)
    with pytest.raises(LudothequeError, match="two actions have the same text: 'x'"):
        Actions(Kind("x"), Kind("y", "x"))
