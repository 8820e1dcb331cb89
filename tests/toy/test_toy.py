"""The rules of Flotsam, one test for each numbered sentence of rulebook.md, in its order."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from ludotheque.core import record
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.layout import copy
from ludotheque.core.rule import JIT
from ludotheque.core.story import new_story, rows_of
from ludotheque.core.words import ENGLISH
from tests.toy import GAME
from tests.toy.components import KIND_COUNT, KIND_NAMES, PIECES
from tests.toy.notation import chance_text, deal, parse, parse_chance, setup_of, spot, text
from tests.toy.rules import Refusal
from tests.toy.state import Phase

SETUP = {"cards": ["plank", "rope", "crate"], "lost": [], "drawn": ["plank", "plank"]}
DEALS = 2000 if JIT else 100


def dealt(seats: int = 3, options: dict[str, Any] | None = None, **setup: list[str]) -> Any:
    """A game in a mild storm with plenty of breath, unless said otherwise: a plank is the raft,
    another drifts by.
    """
    state = GAME.new(seats, {"storm": "mild", "breath": 99} | (options or {}), seed_key(1))
    deal(state, {**SETUP, "cards": SETUP["cards"][:seats], **setup})
    return state


def play(state: Any, *plies: tuple[int, str], catch: str = "rope") -> list[tuple[int, int, int, int, int]]:
    """Carry actions out, given as (seat, text); whatever is drawn meanwhile is a `catch`.

    Says what happened in the last one.
    """
    rows = []
    for seat, words in plies:
        assert refusal(state, seat, words) == Refusal.LEGAL, GAME.reason(refusal(state, seat, words))
        story = new_story([KIND_NAMES.index(catch)])
        GAME.apply(state, seat, parse(state, seat, words).action, story)
        assert not story.fault
        rows = rows_of(story)
    return rows


def refusal(state: Any, seat: int, words: str) -> int:
    parsed = parse(state, seat, words)
    return parsed.refusal or GAME.refusal(state, seat, parsed.action)


def legal(state: Any, seat: int) -> list[str]:
    return [text(state, seat, action) for action in GAME.legal(state, seat)]


def lay_all(state: Any, *pieces: tuple[str, str]) -> None:
    """Seat 0 catches and lays one piece after another: (kind, place); the first kind must be the
    one that drifts by already.
    """
    for number, (_, place) in enumerate(pieces):
        following = pieces[number + 1][0] if number + 1 < len(pieces) else "barrel"
        play(state, (0, "reach 1"), (TABLE, "wave"), (0, f"lay {place}"), catch=following)


def raft(state: Any) -> dict[tuple[int, int], str]:
    return {spot(state, cell): KIND_NAMES[kind] for cell, kind in enumerate(state.raft.tolist()) if kind != NONE}


def random_game(seats: int, options: dict[str, Any], seed: int) -> Iterator[Any]:
    """Every state of a random game."""
    state, rng = GAME.new(seats, options, seed_key(seed)), random.Random(seed)
    while movers := GAME.movers(state):
        yield state
        seat = rng.choice(movers)
        GAME.apply(state, seat, rng.choice(GAME.legal(state, seat)))
    yield state


# R1 Setup


@pytest.mark.sentence("R1.1")
def test_the_bag_holds_twelve_pieces_three_of_each_kind() -> None:
    assert KIND_COUNT.tolist() == [3, 3, 3, 3]
    drawn = Counter(KIND_NAMES[GAME.new(2, {}, seed_key(seed)).raft[0]] for seed in range(DEALS))
    assert all(abs(drawn[kind] - DEALS / 4) < 5 * (DEALS * 3 / 16) ** 0.5 for kind in KIND_NAMES)


@pytest.mark.sentence("R1.2")
def test_in_a_rough_storm_two_pieces_are_lost() -> None:
    for storm, lost in (("rough", 2), ("mild", 0)):
        state = GAME.new(3, {"storm": storm}, seed_key(1))
        assert state.lost.sum() == lost
        assert state.bag.sum() == state.left == PIECES - 2 - lost
    assert GAME.complete_options({})["storm"] == "rough"


@pytest.mark.sentence("R1.3")
def test_each_seat_is_dealt_a_card_and_no_two_have_the_same() -> None:
    hands = [GAME.new(3, {}, seed_key(seed)) for seed in range(DEALS)]
    for state in hands[:100]:
        assert sorted([*state.card.tolist(), *state.box.nonzero()[0].tolist()]) == [0, 1, 2, 3]
    counts = Counter(tuple(state.card.tolist()) for state in hands)
    assert len(counts) == 24
    if JIT:
        assert all(abs(count - DEALS / 24) < 5 * (DEALS / 24) ** 0.5 for count in counts.values())
    with pytest.raises(LudothequeError, match=r"R1\.3"):
        dealt(cards=["rope", "rope", "crate"])


@pytest.mark.sentence("R1.4")
def test_each_seat_begins_with_the_breath_that_was_agreed() -> None:
    assert GAME.new(2, {}, seed_key(1)).breath.tolist() == [8, 8, 0]
    assert GAME.new(3, {"breath": 32_767}, seed_key(1)).breath.tolist() == [32_767] * 3
    with pytest.raises(LudothequeError, match="from 1"):
        GAME.new(2, {"breath": 0}, seed_key(1))


@pytest.mark.sentence("R1.5")
def test_one_piece_is_the_raft_and_the_next_the_catch() -> None:
    state = dealt(drawn=["barrel", "crate"])
    assert raft(state) == {(0, 0): "barrel"}
    assert KIND_NAMES[state.catch] == "crate"
    assert state.bag.tolist() == [2, 2, 3, 3]
    with pytest.raises(LudothequeError, match=r"R1\.5"):
        dealt(options={"storm": "rough"}, lost=["rope", "rope"], drawn=["rope", "rope"])


# R2 Reaching


@pytest.mark.sentence("R2.1")
def test_all_choose_at_once_and_the_order_changes_nothing() -> None:
    choices = [(0, "reach 2"), (1, "reach 3"), (2, "reach 0")]
    assert GAME.movers(dealt()) == [0, 1, 2]
    ends = set()
    for order in permutations(choices):
        state = dealt()
        play(state, *order)
        ends.add(state.tobytes())
    assert len(ends) == 1


@pytest.mark.sentence("R2.2")
def test_nobody_reaches_farther_than_three_or_than_the_breath_lasts() -> None:
    state = dealt(options={"breath": 4})
    assert legal(state, 0) == ["reach 0", "reach 1", "reach 2", "reach 3"]
    assert refusal(state, 0, "reach 4") == Refusal.UNREADABLE
    play(state, (0, "reach 2"), (TABLE, "wave"), (0, "lay 1,0"))
    assert legal(state, 0) == ["reach 0", "reach 1", "reach 2"]
    assert refusal(state, 0, "reach 3") == Refusal.NO_BREATH
    assert refusal(state, 1, "reach 3") == Refusal.LEGAL


@pytest.mark.sentence("R2.3")
def test_a_choice_once_made_stands() -> None:
    state = dealt()
    play(state, (1, "reach 2"))
    assert legal(state, 1) == []
    assert refusal(state, 1, "reach 3") == Refusal.NOT_YOUR_TURN
    assert refusal(state, 0, "reach 3") == Refusal.LEGAL


@pytest.mark.sentence("R2.4")
def test_after_the_first_choice_a_wave_may_come_and_the_others_reach_0() -> None:
    state = dealt()
    assert refusal(state, TABLE, "wave") == Refusal.NOT_YOUR_TURN
    play(state, (2, "reach 1"))
    assert GAME.movers(state) == [0, 1, TABLE]
    assert legal(state, TABLE) == ["wave"]
    assert refusal(state, 0, "wave") == refusal(state, TABLE, "reach 1") == Refusal.NOT_NOW
    chosen = copy(state)
    play(state, (TABLE, "wave"))
    play(chosen, (0, "reach 0"), (1, "reach 0"))
    assert state.tobytes() == chosen.tobytes()
    assert GAME.movers(state) == [2]


@pytest.mark.sentence("R2.5")
def test_when_all_have_chosen_each_pays_its_reach_in_breath() -> None:
    state = dealt(options={"breath": 5})
    play(state, (0, "reach 3"), (1, "reach 1"))
    assert state.breath.tolist() == [5, 5, 5]
    rows = play(state, (2, "reach 3"))
    assert state.breath.tolist() == [2, 4, 2]
    assert "Seat 0 reaches 3. Seat 1 reaches 1. Seat 2 reaches 3." in GAME.text.describe(ENGLISH, state, 2, 0, rows)


@pytest.mark.sentence("R2.6")
@pytest.mark.parametrize(
    ("reaches", "winner"),
    [
        ((2, 1, 0), 0),
        ((1, 3, 2), 1),
        ((0, 0, 1), 2),
        ((2, 2, 3), 2),
        ((3, 2, 2), 0),
        ((2, 2, 1), NONE),
        ((1, 3, 3), NONE),
        ((1, 1, 1), NONE),
        ((0, 0, 0), NONE),
    ],
)
def test_the_farthest_reach_gets_the_catch_unless_it_is_shared(reaches: tuple[int, ...], winner: int) -> None:
    state = dealt()
    play(state, *[(seat, f"reach {reach}") for seat, reach in enumerate(reaches)])
    assert state.seat == winner
    assert state.phase == (Phase.REACH if winner == NONE else Phase.LAY)


@pytest.mark.sentence("R2.7")
def test_a_catch_that_nobody_gets_sinks() -> None:
    state = dealt(2)
    play(state, (0, "reach 2"), (1, "reach 2"))
    assert state.sunk.tolist() == [0, 0, 1, 0]
    assert raft(state) == {(0, 0): "plank"}
    assert KIND_NAMES[state.catch] == "rope"


# R3 Laying


@pytest.mark.sentence("R3.1")
def test_the_catch_is_laid_on_a_free_place_that_shares_a_side_with_the_raft() -> None:
    state = dealt()
    play(state, (1, "reach 1"), (TABLE, "wave"))
    assert sorted(legal(state, 1)) == ["lay -1,0", "lay 0,-1", "lay 0,1", "lay 1,0"]
    assert (
        refusal(state, 1, "lay 1,1")
        == refusal(state, 1, "lay 14,0")
        == refusal(state, 1, "lay 15,0")
        == refusal(state, 1, "lay 1,14")
        == Refusal.NOT_BESIDE
    )
    assert refusal(state, 1, "lay 0,0") == Refusal.TAKEN
    assert refusal(state, 0, "lay 1,0") == Refusal.NOT_YOUR_TURN
    assert refusal(state, 1, "reach 1") == Refusal.NOT_NOW
    play(state, (1, "lay 1,0"))
    assert raft(state) == {(0, 0): "plank", (1, 0): "plank"}
    assert refusal(state, 1, "lay 2,0") == Refusal.NOT_NOW


@pytest.mark.sentence("R3.2")
@pytest.mark.parametrize(
    "way",
    [
        [(1, 0)],
        [(-1, 0)],
        [(0, 1)],
        [(0, -1)],
        [(-1, 0), (0, -1)],
        [(1, 0), (0, 1)],
        [(-1, 0), (0, 1)],
        [(1, 0), (0, -1)],
    ],
)
def test_the_raft_may_grow_in_every_direction(way: list[tuple[int, int]]) -> None:
    state = GAME.new(2, {"storm": "mild", "breath": 99}, seed_key(1))
    x, y, lain = 0, 0, {(0, 0)}
    for number in range(PIECES - 1):
        GAME.apply(state, 0, 1)
        GAME.apply(state, TABLE, GAME.legal(state, TABLE)[0])
        beside = {
            (column + right, row + down) for column, row in lain for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))
        } - lain
        assert {words.removeprefix("lay ") for words in legal(state, 0)} == {
            f"{column},{row}" for column, row in beside
        }
        x, y = x + way[number % len(way)][0], y + way[number % len(way)][1]
        GAME.apply(state, 0, parse(state, 0, f"lay {x},{y}").action)
        lain.add((x, y))
        assert set(raft(state)) == lain
    assert GAME.is_over(state)


@pytest.mark.sentence("R3.3")
def test_places_are_counted_from_the_first_piece_to_the_east_and_to_the_south() -> None:
    state = dealt()
    lay_all(state, ("plank", "-1,0"), ("crate", "-1,-1"), ("barrel", "0,1"))
    assert raft(state) == {(0, 0): "plank", (-1, 0): "plank", (-1, -1): "crate", (0, 1): "barrel"}
    assert GAME.text.board(ENGLISH, state, 0).splitlines()[:4] == [
        "      -1   0",
        "  -1  cr   .",
        "   0  pl  pl",
        "   1   .  ba",
    ]
    for words in ("lay 01,0", "lay -0,1", "lay 1, 0", "lay 1", "lay #3", "lay", "wade"):
        assert refusal(state, 0, words) == Refusal.UNREADABLE


@pytest.mark.sentence("R3.4")
def test_then_the_next_piece_is_drawn_and_all_reach_again() -> None:
    state = dealt()
    play(state, (0, "reach 1"), (TABLE, "wave"), (0, "lay 0,1"), catch="barrel")
    assert (KIND_NAMES[state.catch], state.left, state.bag.tolist()) == ("barrel", PIECES - 3, [2, 3, 1, 3])
    assert GAME.movers(state) == [0, 1, 2]
    assert [parse_chance(chance_text(1, kind)) for kind in range(4)] == [(1, 0), (1, 1), (1, 2), (1, 3)]


# R4 End


@pytest.mark.sentence("R4.1")
def test_the_game_is_over_when_a_catch_is_due_and_the_bag_is_empty() -> None:
    for options in ({"storm": "mild"}, {"storm": "rough", "breath": 1}):
        for seed in range(4):
            *states, last = (copy(state) for state in random_game(3, options, seed))
            # a catch is played for, even the last one
            assert all(state.catch != NONE and state.left == state.bag.sum() for state in states)
            assert (last.left, last.bag.sum(), last.catch) == (0, 0, NONE)
            assert len(raft(last)) + last.sunk.sum() + last.lost.sum() == PIECES
            assert GAME.movers(last) == []
            assert GAME.refusal(last, 0, 0) == Refusal.GAME_OVER


@pytest.mark.sentence("R4.2")
def test_a_point_for_each_piece_on_the_raft_of_the_own_kind() -> None:
    state = dealt()
    lay_all(state, ("plank", "0,1"), ("rope", "1,0"), ("rope", "0,2"))
    assert [row["pieces"] for row in GAME.breakdown(state, 3)] == [2, 2, 0]
    play(state, (0, "reach 0"), (TABLE, "wave"), catch="rope")
    play(state, (0, "reach 0"), (TABLE, "wave"), catch="crate")
    assert state.sunk.tolist() == [1, 0, 0, 1]  # what sinks is not on the raft
    assert [row["pieces"] for row in GAME.breakdown(state, 3)] == [2, 2, 0]


@pytest.mark.sentence("R4.3")
def test_a_point_more_for_each_side_that_two_such_pieces_share() -> None:
    state = dealt()
    lay_all(state, ("plank", "1,0"), ("rope", "2,0"), ("plank", "1,1"), ("rope", "0,1"), ("rope", "3,0"))
    assert GAME.breakdown(state, 3) == [{"pieces": 3, "sides": 2}, {"pieces": 3, "sides": 1}, {"pieces": 0, "sides": 0}]
    assert GAME.scores(state, 3) == [5, 4, 0]


@pytest.mark.sentence("R4.4")
def test_the_highest_score_comes_first_and_then_more_breath() -> None:
    state = dealt()
    state.breath[:] = [0, 7, 9]
    assert (GAME.scores(state, 3), GAME.ranks(state, 3)) == ([1, 0, 0], [1, 3, 2])
    state.breath[:] = [0, 32_767, 0]
    assert GAME.ranks(state, 3) == [1, 2, 3]


@pytest.mark.sentence("R4.5")
def test_seats_that_are_still_equal_share_the_place() -> None:
    state = dealt(cards=["rope", "crate", "barrel"])
    assert GAME.ranks(state, 3) == [1, 1, 1]
    state.breath[1] = 0
    assert GAME.ranks(state, 3) == [1, 3, 1]


# R5 What is hidden


@pytest.mark.sentence("R5.1")
def test_a_card_is_seen_by_its_own_seat_alone_until_the_end() -> None:
    state = dealt()
    assert GAME.view_of(state, 0).card.tolist() == [KIND_NAMES.index("plank"), NONE, NONE]
    assert setup_of(GAME.view_of(state, 1))["cards"] == ["?", "rope", "?"]
    assert set(GAME.view_of(state, NONE).card.tolist()) == set(GAME.view_of(state, 0).box.tolist()) == {NONE}
    worlds = {tuple(GAME.imagine(GAME.view_of(state, 1), 1, seed_key(seed)).card.tolist()) for seed in range(100)}
    assert worlds == {(one, 3, other) for one, other in permutations(range(3), 2)}
    *_, last = random_game(3, {}, 5)
    for seat in (0, 1, 2, NONE):
        assert GAME.view_of(last, seat).card.tolist() == last.card.tolist()
        assert GAME.view_of(last, seat).box.tolist() == last.box.tolist()


@pytest.mark.sentence("R5.2")
def test_nobody_sees_what_is_lost_or_in_the_bag_but_how_many() -> None:
    state = GAME.new(3, {}, seed_key(3))
    view = GAME.view_of(state, 0)
    assert set(view.bag.tolist()) == set(view.lost.tolist()) == {NONE}
    assert view.left == state.bag.sum() == 8
    worlds = [GAME.imagine(view, 0, seed_key(seed)) for seed in range(50)]
    assert len({world.lost.tobytes() for world in worlds}) > 3
    assert all((world.bag + world.lost).tolist() == (state.bag + state.lost).tolist() for world in worlds)
    *_, last = random_game(3, {}, 5)
    assert GAME.view_of(last, NONE).lost.tolist() == last.lost.tolist()


@pytest.mark.sentence("R5.3")
def test_a_reach_is_seen_by_its_own_seat_alone_until_all_have_chosen() -> None:
    state, other = dealt(), dealt()
    rows, other_rows = play(state, (0, "reach 3")), play(other, (0, "reach 1"))
    assert rows == other_rows
    assert GAME.view_of(state, 1).tobytes() == GAME.view_of(other, 1).tobytes() != GAME.view_of(dealt(), 1).tobytes()
    assert GAME.view_of(state, 0).reach.tolist() == [3, NONE, NONE]
    assert GAME.movers(GAME.view_of(state, 1)) == [1, 2, TABLE]
    imagined = {int(GAME.imagine(GAME.view_of(state, 1), 1, seed_key(seed)).reach[0]) for seed in range(50)}
    assert imagined == {0, 1, 2, 3}


@pytest.mark.sentence("R5.4")
def test_everything_else_lies_open() -> None:
    hidden = {"key", "cursor", "bag", "lost", "box", "card", "reach"}
    for state in random_game(3, {}, 2):
        view = GAME.view_of(state, NONE)
        for field in set(GAME.state.names or ()) - hidden:
            assert view[field].tolist() == state[field].tolist()


# The record


def test_a_seat_s_own_record_is_followed_as_far_as_it_shows() -> None:
    recorder = record.Recorder(GAME, 2, {}, seed_key(4))
    for seat, words in ((0, "reach 2"), (1, "reach 1"), (0, "lay -1,0")):
        recorder.act(seat, parse(recorder.state, seat, words).action)
    data = recorder.record(seat=0)
    assert data["setup"]["cards"][1] == "?"
    assert data["setup"]["lost"] == ["?", "?"]
    assert record.check(data) == []
    assert setup_of(record.Follower(data).dealt) == data["setup"]
    assert record.check({**data, "setup": {**data["setup"], "lost": ["rope"]}}) != []
