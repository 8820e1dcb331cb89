"""Viva Catrina in a record: the numbers and texts of its actions, the deals it accepts, what chance
says, and the sentences it refuses with.
"""

from collections.abc import Callable
from typing import Any

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.record import Follower, Recorder
from ludotheque.core.words import ENGLISH
from ludotheque.games.viva_catrina.components import KIND_NAMES
from tests.games.deals import Spoil, why_not_dealt
from tests.games.effort import size
from tests.games.viva_catrina.villages import GAME, dealt, games, give, legal, linking, village


def test_actions_are_numbered_as_the_page_orders_them() -> None:
    assert [GAME.actions.text(number) for number in range(4)] == [
        "take 1 left",
        "take 1 right",
        "take 2 left",
        "take 2 right",
    ]
    assert (GAME.actions.count, GAME.max_legal, GAME.max_plies) == (204, 200, 210)
    state = give(village(("S3-bread", "1,0 0")), "S1-bread")
    cells = ["0,-1", "1,-1", "-1,0", "2,0", "0,1", "1,1"]  # in reading order
    assert legal(state) == [f"place {cell} {turn}" for cell in cells for turn in (0, 1)]
    assert GAME.legal(state, 0) == [4 + 4 * place + turn for place in range(6) for turn in (0, 1)]


def test_free_cells_stay_in_reading_order() -> None:
    for states in games(size(10, 1), linking):
        for state in states:
            for seat in range(state.seats):
                fringe = state.fringe[seat].tolist()
                count = int(state.fringe_size[seat])
                assert fringe == sorted(fringe[:count]) + [0] * (len(fringe) - count)
                assert min(fringe[:count]) > 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_recorded_deal_is_the_very_state_that_was_dealt(seats: int) -> None:
    for seed in range(size(20, 2)):
        recorder = Recorder(GAME, seats, {}, seed_key(seed))
        data = recorder.record()
        data["seed"] = recorder.key.hex()  # which a game still going on keeps to itself
        laid = Follower(data).dealt
        laid.cursor = recorder.dealt.cursor
        assert laid.tobytes() == recorder.dealt.tobytes()


def change(key: str, place: int, tile: Any) -> Callable[[dict[str, Any]], None]:
    return lambda setup: setup[key].__setitem__(place, tile)


WRONG_DEALS: dict[str, tuple[Spoil, str]] = {
    "a key too many": (
        lambda setup: setup.update(bag=[]),
        "setup must have exactly the keys starts, line1 and line2, not starts, line1, line2, bag",
    ),
    "a key too few": (
        lambda setup: setup.pop("line2"),
        "setup must have exactly the keys starts, line1 and line2, not starts, line1",
    ),
    "a tile too few": (lambda setup: setup["line1"].pop(), "setup.line1 must be a list of 9 tiles, not ["),
    "no tile at all": (
        change("line2", 3, "S7-bread"),
        "setup.line2: there is no tile 'S7-bread'; they run from S1-bread to N7",
    ),
    "no text at all": (
        change("line2", 3, ["N1"]),
        "setup.line2: there is no tile ['N1']; they run from S1-bread to N7",
    ),
    "a start tile in a line": (
        change("line1", 0, "ST1"),
        "setup.line1: there is no tile 'ST1'; they run from S1-bread to N7",
    ),
    "a tile too many": (
        lambda setup: setup.update(line1=["N2"] * 9),
        "setup.line1: there are only 1 copies of tile N2",
    ),
    "a start tile twice": (
        lambda setup: setup.update(starts=["ST1", "ST1"]),
        "setup.starts: no two seats may have the same start tile (R1.6)",
    ),
    "no list": (lambda setup: setup.update(starts="ST1"), "setup.starts must be a list of 2 tiles, not 'ST1'"),
}


@pytest.mark.parametrize("what", WRONG_DEALS)
def test_a_deal_that_cannot_be_is_refused(what: str) -> None:
    spoil, reason = WRONG_DEALS[what]
    assert why_not_dealt(GAME, spoil).startswith(reason)


def test_chance_says_what_is_drawn_and_where_it_goes() -> None:
    assert GAME.notation.parse_chance("draw N1") == (3, KIND_NAMES.index("N1"))
    assert GAME.notation.chance_text(1, 0) == "line1 S1-bread"
    for text in ("draw", "draw ST1", "line3 N1", "line1  N1", "N1", "draw n1", "start N1"):
        assert GAME.notation.parse_chance(text) is None


def test_a_seats_own_record_is_the_same_as_the_full_one() -> None:
    recorder = Recorder(GAME, 3, {}, seed_key(1))
    for _ in range(4):
        seat = GAME.movers(recorder.state)[0]
        recorder.act(seat, GAME.legal(recorder.state, seat)[-1])
    assert recorder.record(seat=2) == recorder.record(seat=-1) == recorder.record()
    assert "?" not in str(recorder.record(seat=0)["setup"])


# What people read


def test_the_text_board_shows_lines_supplies_and_villages() -> None:
    state = give(village(("S1-bread", "0,-1 0"), ("B14-red", "1,0 1")), "N2")
    board = GAME.text.board(ENGLISH, GAME.view_of(state, 0), 0).splitlines()
    assert board[:5] == [
        "Round 1 of 3, seat 0 has the Catrina; 110 tiles in the bag",
        "Line 1: –",
        "Line 2: N1",
        "In the hand of seat 0: N2 (paved: visitor; trail: butterfly)",
        "Balloon tiles on top: red 5, blue 5, yellow 5, green 5; chimeras left: 15 small, 12 large",
    ]
    assert board[6:16] == [
        "Seat 0: 1 point (visitors 1)",
        "Linked: bread shop, visitor",
        "      0  1",
        "     #P.",
        "  -1 .P.",
        "     .P#",
        "     .P.#..",
        "   0 F*F#*f",
        "     .P.#p.",
        "0,0 ST1 0; 0,-1 S1-bread 0; 1,0 B14-red 1",
    ]
    spectator = GAME.text.board(ENGLISH, GAME.view_of(state, -1), -1).splitlines()
    assert spectator == board


def test_every_event_is_told_in_words() -> None:
    state = give(village(("S3-fruit", "0,-1 0"), ("B2-red", "0,-2 1")), "S1-fruit")
    seat, action = 0, GAME.notation.parse(state, 0, "place 0,1 0").action
    rows = [
        (code, 0, what, 8256, 1)
        for code, what in ((0, 1), (1, 1), (2, 0), (3, 1), (4, 1), (5, 2), (6, 3), (7, -1), (8, -1), (9, -1))
    ]
    said = GAME.text.describe(ENGLISH, state, seat, action, rows)
    assert said.splitlines() == [
        "takes a tile with a bread shop and a visitor.",
        "Places it below the fruit shop.",
        "Enough red balloons for a balloon tile: 1 point.",
        "Even more blue balloons: the balloon tile turns golden, 1 point.",
        "A large chimera settles: 1 point.",
        "Second sugar skull shop: an extra tile.",
        "Draws a tile with a bread shop.",
        "The bag is empty: no extra tile.",
        "Round 1 begins; seat 0 has the Catrina.",
        "All rounds are played: the game is over.",
    ]


def test_the_prompt_says_what_comes_next() -> None:
    state = dealt()
    assert GAME.text.prompt(ENGLISH, state, 0) == "Take a tile from an end of a line."
    assert (
        GAME.text.prompt(ENGLISH, give(village(), "S1-bread"), 0)
        == "Turn the tile as you like, and place it next to your village."
    )
