"""Sarena in a record: the numbers and texts of its actions, the deals it accepts, and the sentences
it refuses with.
"""

from collections.abc import Callable
from typing import Any

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.record import Follower, Recorder, check
from ludotheque.games.sarena import naive
from tests.games.deals import Spoil, why_not_dealt
from tests.games.sarena.boards import GAME


def test_actions_are_numbered_from_a1_b1_to_f6_e6() -> None:
    texts = [GAME.actions.text(number) for number in range(GAME.actions.count)]
    assert texts[:5] == ["a1-b1", "a1-a2", "b1-a1", "b1-c1", "b1-b2"]
    assert texts[119] == "f6-e6"
    assert texts == naive.legal(naive.deal(["amber/teal"] * 36))


@pytest.mark.parametrize("deal", ["free", "fair"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_recorded_deal_is_the_very_state_that_was_dealt(seats: int, deal: str) -> None:
    recorder = Recorder(GAME, seats, {"deal": deal}, seed_key(seats))
    data = recorder.record()
    data["seed"] = recorder.key.hex()  # which a game still going on keeps to itself
    laid = Follower(data).dealt
    laid.cursor = recorder.dealt.cursor
    assert laid.tobytes() == recorder.dealt.tobytes()
    assert sorted(chip // 2 for chip in recorder.dealt.stack.tolist()) == list(range(1, 37))  # no chip lies there twice


def change_chips(place: int, chip: Any) -> Callable[[dict[str, Any]], None]:
    return lambda setup: setup["chips"].__setitem__(place, chip)


WRONG_DEALS: dict[str, tuple[Spoil, str]] = {
    "a key too many": (
        lambda setup: setup.update(first=0),
        "setup must have exactly the keys chips and secret, not chips, secret, first",
    ),
    "a key too few": (
        lambda setup: setup.pop("secret"),
        "setup must have exactly the keys chips and secret, not chips",
    ),
    "a chip too few": (lambda setup: setup["chips"].pop(), "setup.chips must be a list of 36 chips"),
    "no chip at all": (
        change_chips(7, "amber/amber"),
        "setup.chips: 'amber/amber' on b2 is not a chip; chips are written like amber/teal",
    ),
    "no text at all": (change_chips(0, ["amber", "teal"]), "setup cannot be read: "),
    "seven of a pair": (
        lambda setup: setup.update(chips=["teal/ivory"] * 36),
        "setup.chips: there are only 6 chips teal/ivory, but a2 has one more",
    ),
    "a pawn too many": (
        lambda setup: setup["secret"].append("?"),
        "setup.secret must be a list of 2 colours, one for each seat",
    ),
    "no colour": (
        lambda setup: setup.update(secret=["amber", "black"]),
        "setup.secret: 'black' is not a colour; the colours are amber, teal, crimson, ivory",
    ),
    "a colour twice": (
        lambda setup: setup.update(secret=["teal", "teal"]),
        "setup.secret: no two seats may have the same colour (R1.5)",
    ),
}


@pytest.mark.parametrize("what", WRONG_DEALS)
def test_a_deal_that_cannot_be_is_refused(what: str) -> None:
    spoil, reason = WRONG_DEALS[what]
    assert why_not_dealt(GAME, spoil).startswith(reason)


def test_a_seats_own_record_is_followed_though_it_hides_the_other_colours() -> None:
    recorder = Recorder(GAME, 3, {}, seed_key(1))
    recorder.act(0, GAME.legal(recorder.state, 0)[0])
    for seat in (-1, 0, 1, 2):
        data = recorder.record(seat=seat)
        assert data["setup"]["secret"].count("?") == (3 if seat == -1 else 2)
        assert check(data) == []


def test_nothing_is_left_to_chance_after_the_setup() -> None:
    recorder = Recorder(GAME, 2, {}, seed_key(1))
    recorder.act(0, 0)
    data = recorder.record()
    assert "chance" not in data["plies"][0]
    data["plies"][0]["chance"] = ["amber"]
    assert check(data) == ["ply 0: 'amber' is not a chance outcome in Sarena"]
