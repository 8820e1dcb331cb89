"""Dream Runners in a record: the texts of its actions, the deals it accepts, what a seat's own
record hides.
"""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from ludotheque.bots.history import UNKNOWN
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.record import Follower, Recorder, check
from ludotheque.games.dream_runners import naive
from ludotheque.games.dream_runners.evaluate import POLICIES
from ludotheque.games.dream_runners.rules import Refusal
from tests.games.deals import Spoil, why_not_dealt
from tests.games.dream_runners.boards import GAME, SETS, at_round, legal, names_of, play, refusal


def test_actions_are_numbered_in_the_order_of_the_data() -> None:
    texts = [GAME.actions.text(number) for number in range(GAME.actions.count)]
    assert texts[0] == "place green-i1 0,0"
    assert texts[9:11] == ["place green-i1 outside", "place green-i2 -1,0 0,0"]
    assert texts[1702:1705] == ["done", "sand", "pick frag:blue"]
    assert texts[-1] == "calm 30"
    placed = {text for text in texts if text.startswith("place ")}
    assert placed == {text for ways in naive.PLACEMENTS.values() for text in ways} | {
        f"place {segment} outside" for segment in naive.SEGMENTS
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("place green-i1 0,0", Refusal.LEGAL),
        ("place green-i1 00,0", Refusal.UNREADABLE),
        ("place green-i1 -0,0", Refusal.UNREADABLE),
        ("place green-i1", Refusal.UNREADABLE),
        ("place green-i9 0,0", Refusal.UNREADABLE),
        ("place green-i1 0,0 0,1", Refusal.NO_SUCH_SHAPE),
        ("place green-i3 0,0 0,1 1,1", Refusal.NO_SUCH_SHAPE),
        ("place green-i1 7,7", Refusal.OUTSIDE),
        ("place green-i1 outside", Refusal.LEGAL),
        ("place green-i1 outside 0,0", Refusal.UNREADABLE),
        ("place green-i1 0,0 outside", Refusal.UNREADABLE),
        ("place outside", Refusal.UNREADABLE),
        ("place green-i9 outside", Refusal.UNREADABLE),
        ("Done", Refusal.UNREADABLE),
        ("calm 99", Refusal.UNREADABLE),
        ("colour red", Refusal.UNREADABLE),
    ],
)
def test_what_cannot_be_read_is_told_why(text: str, code: Refusal) -> None:
    assert refusal(at_round(), 0, text) == code


def change(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda setup: setup.__setitem__(key, value)


DREAMS = ["d1-1", "d1-2", "d2-1", "d2-2", "d3-1", "d3-2", "d4-1", "d4-2"]
WRONG_DEALS: dict[str, tuple[Spoil, str]] = {
    "a key too many": (
        change("chests", []),
        "setup must have exactly the keys dreams, opener, colours and market, not ",
    ),
    "a dream too few": (change("dreams", DREAMS[:7]), "setup.dreams must be a list of 8 tiles"),
    "no dream": (
        change("dreams", [*DREAMS[:7], "d4-9"]),
        "setup.dreams: 'd4-9' is not a tile; tiles are written like d1-1",
    ),
    "the first one hidden": (
        change("dreams", ["?", *DREAMS[1:]]),
        "setup.dreams: '?' is not a tile; tiles are written like d1-1",
    ),
    "another level": (
        change("dreams", [*DREAMS[:7], "d3-3"]),
        "setup.dreams: d3-3 does not belong in round 8 (R1.2, R1.3)",
    ),
    "a dream twice": (change("dreams", ["d1-1", *DREAMS[:1], *DREAMS[2:]]), "setup.dreams: there is only one d1-1"),
    "no such opener": (change("opener", 2), "setup.opener must be a seat, not 2"),
    "an opener that is true": (change("opener", True), "setup.opener must be a seat, not True"),
    "a set twice": (
        change("colours", ["green", "green"]),
        "setup.colours must name 2 different sets from green, purple, yellow, red, not ['green', 'green'] (R1.4)",
    ),
    "a set too few": (change("colours", ["green"]), "setup.colours must name 2 different sets from "),
    "a set too many": (change("colours", ["green", "red", "yellow"]), "setup.colours must name 2 different sets from "),
    "a colour that no set has": (
        change("colours", ["green", "blue"]),
        "setup.colours must name 2 different sets from ",
    ),
    "a colour that is a number": (change("colours", ["green", 1]), "setup.colours must name 2 different sets from "),
    "colours in one word": (change("colours", "green"), "setup.colours must name 2 different sets from "),
    "a market of one shape": (
        change("market", ["i1-1", "i1-2", "i1-3", "i1-4"]),
        "setup.market must name a neutral segment of each shape, i1, i2, i3, l3, not ",
    ),
    "a starting segment for sale": (
        change("market", ["i1-1", "i2-1", "i3-1", "green-l3"]),
        "setup.market must name a neutral segment of each shape",
    ),
}


@pytest.mark.parametrize("what", WRONG_DEALS)
def test_a_deal_that_cannot_be_is_refused(what: str) -> None:
    spoil, reason = WRONG_DEALS[what]
    assert why_not_dealt(GAME, spoil).startswith(reason)


@pytest.mark.parametrize("pace", ["calm", "sand"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_recorded_deal_is_the_very_state_that_was_dealt(seats: int, pace: str) -> None:
    recorder = Recorder(GAME, seats, {"pace": pace}, seed_key(seats))
    data = recorder.record()
    data["seed"] = recorder.key.hex()
    laid = Follower(data).dealt
    laid.cursor = recorder.dealt.cursor
    assert laid.tobytes() == recorder.dealt.tobytes()


@pytest.mark.parametrize("colours", [list(found) for found in permutations(SETS, 3)])
def test_people_may_have_any_different_colours(colours: list[str]) -> None:
    state = GAME.new(3, {}, seed_key(1))
    GAME.notation.deal(state, GAME.notation.setup_of(state) | {"colours": colours})
    assert GAME.notation.setup_of(state)["colours"] == colours
    assert [names_of(state.owned[seat])[0] for seat in range(3)] == [f"{color}-i1" for color in colours]
    (unused,) = set(SETS) - set(colours)
    assert names_of(state.gone) == [f"{unused}-{shape}" for shape in ("i1", "i2", "i3", "l3")]


def test_a_record_of_the_first_version_is_refused() -> None:
    old = Recorder(GAME, 2, {}, seed_key(1)).record() | {"rules_version": 1}
    (wrong,) = check(old)
    assert "rules_version" in wrong


# A seat's own record


def composing(pace: str) -> Recorder:
    """Two seats: the opener has laid two segments, one of them outside, and is done."""
    recorder = Recorder(GAME, 2, {"pace": pace}, seed_key(3))
    opener = int(recorder.state.opener)
    for _ in range(2):
        # the single one has nine cells to choose from: this is outside; then a straight of two
        recorder.act(opener, GAME.legal(recorder.state, opener)[9])
    recorder.act(opener, GAME.actions.number("done"))
    return recorder


@pytest.mark.parametrize("pace", ["calm", "sand"])
def test_a_composition_is_hidden_until_all_are_done(pace: str) -> None:
    recorder = composing(pace)
    opener = int(recorder.dealt.opener)
    hidden = {"seat": opener, "action": "?", "legal": "?"}
    for viewer in (1 - opener, NONE):
        own = recorder.record(viewer)
        assert own["plies"][:2] == [hidden, hidden]
        assert own["plies"][2] == {"seat": opener, "action": "done", "legal": "?"}
        assert own["setup"]["dreams"][1:] == ["?"] * 7
        assert check(own) == []
    assert [ply["action"] != "?" and ply["legal"] != "?" for ply in recorder.record(opener)["plies"]] == [True] * 3
    recorder.act(1 - opener, GAME.actions.number("done"))
    for viewer in (0, 1, NONE):
        assert recorder.record(viewer)["plies"] == recorder.record()["plies"]


def test_when_the_sand_has_run_out_everything_is_shown() -> None:
    recorder = composing("sand")
    viewer = 1 - int(recorder.dealt.opener)
    recorder.act(viewer, GAME.legal(recorder.state, viewer)[0])
    assert [ply["action"] for ply in recorder.record(viewer)["plies"]][:2] == ["?", "?"]
    recorder.act(TABLE, GAME.actions.number("sand"))
    for eyes in (0, 1, NONE):
        assert recorder.record(eyes)["plies"] == recorder.record()["plies"]
    own = recorder.record(viewer)
    assert own["setup"]["dreams"][int(recorder.state.round_now) :] == ["?"] * (8 - int(recorder.state.round_now))
    assert check(own) == []


def test_a_record_that_hides_later_dreams_is_followed_through_them() -> None:
    recorder = Recorder(GAME, 2, {"pace": "sand"}, seed_key(5))
    while recorder.state.round_now < 3:
        seat = GAME.movers(recorder.state)[0]
        recorder.act(seat, POLICIES["composer"](GAME, recorder.state, seat, UNKNOWN, bytes(32)))
    own, dealt = recorder.record(0), GAME.notation.setup_of(recorder.dealt)["dreams"]
    assert own["setup"]["dreams"] == [*dealt[:3], *["?"] * 5]  # every tile that has been turned up
    assert own["plies"] == recorder.record()["plies"]  # what was laid in the rounds before has been shown
    assert check(own) == []
    assert sum("dream" in " ".join(ply.get("chance", [])) for ply in own["plies"]) == 2


def test_equal_looking_placements_are_one_action() -> None:
    state = at_round(before={0: {"segments": ["i2-5", "i2-1"]}})
    texts = legal(state, 0)
    assert "place i2-5 0,0 0,1" in texts
    assert "place i2-5 0,1 0,0" not in texts
    assert {"place i2-1 0,0 0,1", "place i2-1 0,1 0,0"} <= set(texts)
    assert len(legal(play(state, (0, "place i2-5 0,0 0,1")), 0)) == 1 + len(
        [text for text in texts if text.startswith("place i2-1") and " 0,0" not in text and " 0,1" not in text]
    )
