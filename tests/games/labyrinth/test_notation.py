"""Master Labyrinth in a record: the numbers and texts of its actions, the deals it accepts, and the
sentences it refuses with.
"""

from collections.abc import Callable
from typing import Any

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.record import Follower, Recorder, check
from ludotheque.games.labyrinth.rules import Refusal
from tests.games.deals import Spoil, why_not_dealt
from tests.games.labyrinth.mazes import GAME, dealt, refusal


def test_actions_are_numbered_kind_by_kind() -> None:
    texts = [GAME.actions.text(number) for number in range(GAME.actions.count)]
    assert texts[:3] == ["shift 1 NS", "shift 1 EW", "shift 1 NE"]
    assert texts[119:121] == ["shift 12 NEW", "tip 1 NS"]
    assert texts[240:262] == [*(f"ask {value}" for value in (*range(1, 21), 25)), "ask wand"]
    assert texts[262:] == [
        *(f"move {column}{row}" for row in range(1, 8) for column in "abcdefg"),
        "stay",
        "decline",
        "wand",
        "end",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "shift 4",
        "shift 4 nes",
        "shift  4 NES",
        "shift four NES",
        "shift 4 SEN",
        "move",
        "move 4d",
        "ask",
        "ask wands",
        "stay ",
        "Wand",
        "move d4 e4",
    ],
)
def test_what_is_not_written_as_it_should_be_is_refused(text: str) -> None:
    assert refusal(dealt(), text) == Refusal.UNREADABLE


def test_a_number_that_no_action_has_is_refused() -> None:
    assert GAME.refusal(dealt(), 0, NONE) == GAME.refusal(dealt(), 0, GAME.actions.count) == Refusal.UNREADABLE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_recorded_deal_is_the_very_state_that_was_dealt(seats: int) -> None:
    recorder = Recorder(GAME, seats, {"advice": "on", "drought": 7}, seed_key(seats))
    data = recorder.record()
    data["seed"] = recorder.key.hex()  # which a game still going on keeps to itself
    laid = Follower(data).dealt
    laid.cursor = recorder.dealt.cursor
    assert laid.tobytes() == recorder.dealt.tobytes()
    numbers = [number for number in recorder.dealt.tile.tolist() if number != NONE]
    assert sorted([*numbers, int(recorder.dealt.spare_tile)]) == list(range(34))  # no tile lies there twice


def test_a_record_of_the_first_rules_is_refused() -> None:
    data = Recorder(GAME, 2, {}, seed_key(1)).record()
    assert (data["rules_version"], check(data)) == (2, [])
    data["rules_version"] = 1
    assert check(data) == ["the record was played with rules_version 1 of Master Labyrinth; this program supports 2"]


def test_how_the_spare_is_written_does_not_matter() -> None:
    data = Recorder(GAME, 2, {}, seed_key(1)).record()
    assert data["setup"]["spare"] in ("NES", "ESW", "NSW", "NEW")
    for look in ("NES", "ESW", "NSW", "NEW"):
        data["setup"]["spare"] = look
        follower = Follower(data)
        assert check(data) == []
        assert len(GAME.legal(follower.state, 0)) == 48


def change_tile(place: int, look: Any) -> Callable[[dict[str, Any]], None]:
    return lambda setup: setup["tiles"].__setitem__(place, look)


KEYS = "tiles, spare, tokens, formulas, starts"
WRONG_DEALS: dict[str, tuple[Spoil, str]] = {
    "a key too many": (
        lambda setup: setup.update(first=0),
        f"setup must have exactly the keys {KEYS}, not {KEYS}, first",
    ),
    "a key too few": (
        lambda setup: setup.pop("spare"),
        f"setup must have exactly the keys {KEYS}, not tiles, tokens, formulas, starts",
    ),
    "a tile too few": (lambda setup: setup["tiles"].pop(), "setup.tiles must be a list of 49 tiles"),
    "no tile at all": (change_tile(1, "SN"), "setup.tiles: 'SN' on b1 is not a tile; tiles are written like NS"),
    "no text at all": (change_tile(1, 7), "setup.tiles: 7 on b1 is not a tile; tiles are written like NS"),
    "a missing corner": (change_tile(0, "SW"), "setup.tiles: 'SW' on a1 should be ES, which is glued there (R1.1)"),
    "too many tees": (lambda setup: setup["tiles"].__setitem__(slice(7, 14), ["NES"] * 7), "setup.tiles: 'NES' on "),
    "no spare": (
        lambda setup: setup.update(spare="NESW"),
        "setup.spare: 'NESW' is not a tile; tiles are written like NS",
    ),
    "another spare": (
        lambda setup: setup.update(spare="NS"),
        "setup.spare: 'NS' is one too many: there are 13 loose tiles of the shape straight",
    ),
    "a token on a start": (
        lambda setup: setup["tokens"].update(c3=setup["tokens"].pop("b2")),
        "setup.tokens must name exactly the 21 cells that receive a token, from b2 to f6",
    ),
    "a token twice": (
        lambda setup: setup["tokens"].update(b2=setup["tokens"]["c2"]),
        "setup.tokens must have each value once: 1 to 20, and 25",
    ),
    "a token of 21": (
        lambda setup: setup["tokens"].update(b2=21),
        "setup.tokens must have each value once: 1 to 20, and 25",
    ),
    "a token that is no number": (
        lambda setup: setup["tokens"].update(b2="3"),
        "setup.tokens must have each value once: 1 to 20, and 25",
    ),
    "no card": (
        lambda setup: setup.update(formulas=[[1, 2, 3], [1, 10, 13]]),
        "setup.formulas: [1, 2, 3] is not a formula card; cards are written like [1, 10, 13]",
    ),
    "a card in another order": (
        lambda setup: setup.update(formulas=[[10, 1, 13], [2, 8, 17]]),
        "setup.formulas: [10, 1, 13] is not a formula card; cards are written like [1, 10, 13]",
    ),
    "a card twice": (
        lambda setup: setup.update(formulas=[[2, 8, 17], [2, 8, 17]]),
        "setup.formulas: no two seats may have the same card (R1.5)",
    ),
    "a card too many": (
        lambda setup: setup["formulas"].append("?"),
        "setup.formulas must be a list of 2 cards, one for each seat",
    ),
    "no start": (
        lambda setup: setup.update(starts=["c3", "d4"]),
        "setup.starts: 'd4' is not a start cell; the start cells are c3, e3, e5, c5",
    ),
    "a start twice": (
        lambda setup: setup.update(starts=["c3", "c3"]),
        "setup.starts: no two pawns may start on the same cell (R1.3)",
    ),
    "three starts for two": (
        lambda setup: setup["starts"].append("c5"),
        "setup.starts must be a list of 2 cells, one for each seat",
    ),
    "a start that is no text": (
        lambda setup: setup.update(starts=["c3", 3]),
        "setup.starts: 3 is not a start cell; the start cells are c3, e3, e5, c5",
    ),
    "a colour for a start": (
        lambda setup: setup.update(starts=["c3", "blue"]),
        "setup.starts: 'blue' is not a start cell; the start cells are c3, e3, e5, c5",
    ),
    "a start too few": (
        lambda setup: setup["starts"].pop(),
        "setup.starts must be a list of 2 cells, one for each seat",
    ),
}


@pytest.mark.parametrize("what", WRONG_DEALS)
def test_a_deal_that_cannot_be_is_refused(what: str) -> None:
    spoil, reason = WRONG_DEALS[what]
    assert why_not_dealt(GAME, spoil).startswith(reason)


def test_a_seats_own_record_is_followed_though_it_hides_the_other_cards() -> None:
    recorder = Recorder(GAME, 3, {}, seed_key(1))
    recorder.act(0, GAME.legal(recorder.state, 0)[0])
    for seat in (-1, 0, 1, 2):
        data = recorder.record(seat=seat)
        assert data["setup"]["formulas"].count("?") == (3 if seat == -1 else 2)
        assert check(data) == []


def test_nothing_is_left_to_chance_after_the_setup() -> None:
    recorder = Recorder(GAME, 2, {}, seed_key(1))
    recorder.act(0, GAME.legal(recorder.state, 0)[0])
    data = recorder.record()
    assert "chance" not in data["plies"][0]
    data["plies"][0]["chance"] = ["NS"]
    assert check(data) == ["ply 0: 'NS' is not a chance outcome in Master Labyrinth"]
