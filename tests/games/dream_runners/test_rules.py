"""The rules of Dream Runners, a test for each numbered sentence of rulebook.md, in its order.

A prohibition comes with its mirror: in the same position one step is legal and one is refused, with
the right code.
"""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.layout import copy
from ludotheque.core.record import final
from ludotheque.games.dream_runners.components import CHEST_NAMES, DREAM_NAMES, PRICE_STACK
from ludotheque.games.dream_runners.rules import Refusal
from ludotheque.games.dream_runners.rules.resolve import is_settled
from ludotheque.games.dream_runners.segments import OUTSIDE, SEGMENT_NAMES, SEGMENT_SYMBOLS
from ludotheque.games.dream_runners.state import Phase
from tests.games.dream_runners.boards import (
    GAME,
    SETS,
    act,
    at_round,
    chances,
    chest,
    events,
    facts,
    legal,
    names_of,
    play,
    random_games,
    refusal,
)
from tests.games.effort import size

QUIET: dict[str, Any] = {"coins": 0, "calm": 30}  # loses what it loses, and is not asked what it buys
GREEN = ["green-i1", "green-i2", "green-i3", "green-l3"]  # C, F., ..C, .FC
PURPLE = ["purple-i1", "purple-i2", "purple-i3", "purple-l3"]  # F, C., .FC, .C.
STRONG = [*GREEN, "i1-1", "i1-3", "i1-5"]  # with B, D and one more C


def compose(state: Any, laid: dict[int, list[str]], first: int = 0, more: list[str] | None = None) -> Any:
    """Everybody lays these segments and is done; `first` is drawn, and then `more`."""
    state = copy(state)
    while state.phase == Phase.COMPOSE:
        seat = int(state.seat)
        for words in laid.get(seat, []):
            act(state, seat, f"place {words}")
        is_last = (
            sum(1 << other for other in range(state.seats) if not state.woke[other]) == int(state.done) | 1 << seat
        )
        act(state, seat, "done", [f"first {first}", *(more or [])] if is_last else None)
        if is_last:
            break
    return state


def resolved(
    dream: str, *laid: str, own: dict[str, Any] | None = None, more: list[str] | None = None, number: int = 2
) -> Any:
    """A round in which seat 0 lays this and seat 1 nothing; nobody buys anything."""
    state = at_round(
        2, dream, number, {0: {**QUIET, "segments": STRONG, **(own or {})}, 1: {**QUIET, "segments": PURPLE[:1]}}
    )
    return saving(compose(state, {0: list(laid)}, 1, more))


def saving(state: Any) -> Any:
    """Nobody buys anything."""
    while state.phase in (Phase.BUY, Phase.CALM):
        act(state, int(state.seat), "pass" if state.phase == Phase.BUY else "calm 0")
    return state


def lost(dream: str, *laid: str, **own: Any) -> int:
    """The calm that seat 0 loses."""
    return 30 - int(resolved(dream, *laid, own=own).calm[0])


# R1 Setup


@pytest.mark.sentence("R1.1")
def test_two_to_four_seats_none_of_them_privileged() -> None:
    assert list(GAME.seats) == [2, 3, 4]
    openers = Counter(int(GAME.new(4, {}, seed_key(seed)).opener) for seed in range(40))
    assert set(openers) == {0, 1, 2, 3}


@pytest.mark.sentence("R1.2")
def test_the_deck_has_two_tiles_of_each_level() -> None:
    seen = set()
    for seed in range(size(200, python=20)):
        dreams = GAME.notation.setup_of(GAME.new(2, {}, seed_key(seed)))["dreams"]
        assert [name[:2] for name in dreams] == ["d1", "d1", "d2", "d2", "d3", "d3", "d4", "d4"]
        assert len(set(dreams)) == 8
        seen |= set(dreams)
    assert len(seen) == 24


@pytest.mark.sentence("R1.3")
def test_beginners_get_no_tile_with_a_star() -> None:
    easy = {
        name
        for seed in range(size(300, python=30))
        for name in GAME.notation.setup_of(GAME.new(2, {"dreams": "beginner"}, seed_key(seed)))["dreams"]
    }
    assert easy == {f"d{level}-{number}" for level in range(1, 5) for number in range(1, 5)}
    with_stars = GAME.new(2, {}, seed_key(1))
    with_stars.deck = 1
    setup = GAME.notation.setup_of(with_stars) | {
        "dreams": ["d1-5", "d1-1", "d2-1", "d2-2", "d3-1", "d3-2", "d4-1", "d4-2"]
    }
    with pytest.raises(Exception, match=r"d1-5 does not belong in round 1 \(R1.2, R1.3\)"):
        GAME.notation.deal(with_stars, setup)


@pytest.mark.sentence("R1.4")
def test_every_seat_gets_another_set_by_lot_or_the_colours_that_were_chosen() -> None:
    dealt: Counter[str] = Counter()
    for seed in range(size(400, python=40)):
        state = GAME.new(3, {}, seed_key(seed))
        colors = GAME.notation.setup_of(state)["colours"]
        assert len(set(colors)) == 3
        assert names_of(state.owned[0]) == [f"{colors[0]}-{shape}" for shape in ("i1", "i2", "i3", "l3")]
        (unused,) = set(SETS) - set(colors)
        assert names_of(state.gone) == [f"{unused}-{shape}" for shape in ("i1", "i2", "i3", "l3")]
        dealt[colors[0]] += 1
    assert set(dealt) == set(SETS)
    chosen = GAME.new(3, {}, seed_key(1))
    GAME.notation.deal(chosen, GAME.notation.setup_of(chosen) | {"colours": ["red", "green", "yellow"]})
    assert [names_of(chosen.owned[seat])[3] for seat in range(3)] == ["red-l3", "green-l3", "yellow-l3"]
    with pytest.raises(Exception, match=r"must name 3 different sets .* \(R1.4\)"):
        GAME.notation.deal(chosen, GAME.notation.setup_of(chosen) | {"colours": ["red", "green", "red"]})
    assert GAME.pawns is not None
    assert (GAME.pawns.key, list(GAME.pawns.values)) == ("colours", SETS)


@pytest.mark.sentence("R1.5")
def test_what_each_seat_begins_with() -> None:
    state = GAME.new(4, {}, seed_key(1))
    for seat in range(4):
        assert facts(state, seat) | {"segments": []} == {
            "calm": 20,
            "coins": 2,
            "keys": 0,
            "star": 0,
            "fragments": {},
            "segments": [],
            "asleep": True,
        }


@pytest.mark.sentence("R1.6")
def test_the_market_shows_the_top_segment_of_each_of_four_stacks() -> None:
    tops: Counter[str] = Counter()
    for seed in range(size(300, python=40)):
        state = GAME.new(2, {}, seed_key(seed))
        market = names_of(state.market)
        assert [name.partition("-")[0] for name in market] == ["i1", "i2", "i3", "l3"]
        assert len(names_of(state.stacks)) == 20
        assert not set(market) & set(names_of(state.stacks))
        tops[market[3]] += 1
    assert set(tops) == {f"l3-{number}" for number in range(1, 7)}


@pytest.mark.sentence("R1.7")
def test_three_stacks_of_six_chests_by_their_keys() -> None:
    state = GAME.new(2, {}, seed_key(1))
    assert int(state.chests) == (1 << 18) - 1
    for keys in (1, 2, 3):
        assert [name for number, name in enumerate(CHEST_NAMES) if int(PRICE_STACK[keys]) >> number & 1] == [
            f"c{keys}-{number}" for number in range(1, 7)
        ]
    drawn = {chest_drawn(seed) for seed in range(60)}
    assert drawn == {f"chest c1-{number}" for number in range(1, 7)}


def chest_drawn(seed: int) -> str:
    """Which chest comes up when seat 0 opens one for a key."""
    state = at_round(2, "d1-4", 2, {0: {**QUIET, "keys": 1}, 1: QUIET})
    state.key[:] = np.frombuffer(seed_key(seed), "<u4")
    act(state, 0, "place green-i1 1,2")
    act(state, 0, "done")
    return next(words for words in chances(act(state, 1, "done")) if words.startswith("chest"))


@pytest.mark.sentence("R1.8")
def test_the_opener_of_round_1_is_drawn_by_lot() -> None:
    count = size(900, python=60)
    openers = Counter(int(GAME.new(3, {}, seed_key(seed)).opener) for seed in range(count))
    assert all(abs(openers[seat] - count / 3) < 5 * (count * 2 / 9) ** 0.5 for seat in range(3))
    state = GAME.new(3, {}, seed_key(1))
    assert GAME.movers(state) == [state.opener]


@pytest.mark.sentence("R1.9")
def test_coins_keys_and_fragments_never_run_out() -> None:
    state = at_round(
        2,
        "d1-1",
        2,
        {0: {**QUIET, "coins": 60, "keys": 20, "star": 10, "fragments": {"blue": 16}, "segments": STRONG}, 1: QUIET},
    )
    state = compose(state, {0: ["i1-3 0,1", "green-i1 0,0", "i1-5 1,1"]}, 1)
    assert (facts(state, 0)["coins"], facts(state, 0)["keys"], facts(state, 0)["fragments"]) == (62, 21, {"blue": 18})


# R2 Rounds, calm, waking


@pytest.mark.sentence("R2.1")
def test_a_round_has_four_phases() -> None:
    state = at_round(2, "d2-1", 3, {0: {"coins": 7, "calm": 20}, 1: {"coins": 0, "calm": 30}}, following="d2-2")
    assert refusal(state, 0, "pass") == Refusal.NOT_NOW
    assert refusal(state, 0, "colour blue") == Refusal.NOT_NOW
    state = compose(state, {}, 1)
    assert state.phase == Phase.BUY
    assert refusal(state, 0, "done") == Refusal.NOT_NOW
    assert refusal(state, 0, "calm 0") == Refusal.NOT_NOW
    act(state, 0, "buy i1-1")
    assert state.phase == Phase.CALM
    assert chances(act(state, 0, "calm 1")) == ["dream d2-2"]
    assert (state.phase, state.round_now) == (Phase.COMPOSE, 4)


@pytest.mark.sentence("R2.2")
def test_calm_stays_between_0_and_30() -> None:
    # every cell covered, both nightmares fought
    fits = ["i1-6 2,2", "green-i2 1,0 0,0", "green-i1 1,2", "green-l3 1,1 0,1 0,2", "i2-5 2,0 2,1"]
    own = {"keys": 1, "segments": ["i1-6", "green-i2", "green-i1", "green-l3", "i2-5"]}
    assert resolved("d1-4", *fits, own=own | {"calm": 27}, more=["chest c1-5"]).calm[0] == 29
    # two steps, one of them lost
    assert resolved("d1-4", *fits, own=own | {"calm": 29}, more=["chest c1-5"]).calm[0] == 30
    # it loses far more than 1
    assert compose(at_round(3, "d1-1", 1, {0: QUIET, 1: {"calm": 1}, 2: QUIET}), {}, 0).calm[1] == 0


def loss_told(state: Any, laid: list[str]) -> int:
    """What the log says that seat 0 loses, won calm left aside."""
    state = copy(state)
    for words in laid:
        act(state, 0, f"place {words}")
    act(state, 0, "done")
    return sum(
        lost for name, seat, _, lost, _ in events(act(state, 1, "done", ["first 1"])) if name == "SETTLED" and seat == 0
    )


@pytest.mark.sentence("R2.3")
def test_calm_changes_when_it_is_settled_and_when_it_is_bought_only() -> None:
    before = {0: {**QUIET, "calm": 20, "segments": ["green-i1", "i1-5"]}, 1: {**QUIET, "coins": 3, "segments": PURPLE}}
    state = compose(at_round(2, "d3-5", 5, before), {0: ["green-i1 1,1", "i1-5 1,0"], 1: ["purple-i2 1,1 2,1"]}, 1)
    while state.phase != Phase.COMPOSE:
        seat = int(state.seat)
        seen = state.calm.tolist()
        story = act(state, seat, next(text for text in legal(state, seat) if text != "pass"))
        told = {row[1] for row in events(story) if row[0] in ("SETTLED", "CALMED")}
        assert all(seen[other] == state.calm[other] for other in range(2) if other not in told)
    assert state.calm.tolist()[:2] != [20, 30]


@pytest.mark.sentence("R2.3")
def test_a_seat_that_reaches_0_wakes_up_and_has_lost() -> None:
    state = at_round(3, "d1-1", 1, {0: {"calm": 12}, 1: {"calm": 13}, 2: QUIET})
    state = compose(state, {}, 1)
    assert [facts(state, seat)["asleep"] for seat in range(3)] == [False, True, True]
    assert state.woke.tolist()[:3] == [1, 0, 0]
    assert refusal(state, 0, "done") == Refusal.AWAKE


@pytest.mark.sentence("R2.4")
def test_woken_seats_are_skipped_and_their_things_are_gone() -> None:
    before = {0: QUIET, 1: {**QUIET, "calm": 2, "segments": [*PURPLE, "i2-5"]}, 2: QUIET}
    state = compose(at_round(3, "d1-1", 1, before, opener=0), {1: ["purple-i1 0,0"]}, 0)
    assert state.owned[1] == 0
    assert set(names_of(state.gone)) >= {*PURPLE, "i2-5"}
    assert not {"i2-5"} & set(names_of(int(state.stacks) | int(state.market)))
    assert (state.round_now, GAME.movers(state)) == (2, [0])
    assert GAME.movers(play(state, (0, "done"))) == [2]
    assert legal(state, 1) == []


# R3 Create a dream


@pytest.mark.sentence("R3.1", "R3.2")
def test_the_canvas_matches_the_tile_cell_for_cell() -> None:
    cells = ["key", "frag:blue", "nightmare:2", "frag:white", "coin:2", "calm:1", "nightmare:1", "coin:1", "frag:green"]
    assert GAME.components["dreams.tiles"][0]["cells"] == cells
    for number, cell in enumerate(cells):
        state = resolved("d1-1", f"green-i1 {number // 3},{number % 3}")
        found = facts(state, 0)
        assert found["keys"] == (cell == "key")
        assert found["coins"] == {"coin:2": 2, "coin:1": 1}.get(cell, 0)
        assert found["fragments"] == ({cell.partition(":")[2]: 1} if cell.startswith("frag") else {})
    assert refusal(at_round(), 0, "place green-i3 0,0 0,-1 0,-2") == Refusal.LEGAL
    assert refusal(at_round(), 0, "place green-i3 2,2 3,2 4,2") == Refusal.LEGAL


@pytest.mark.sentence("R3.3")
def test_every_phase_begins_with_empty_canvases() -> None:
    state = resolved("d1-1", "green-i1 0,0", "green-i3 1,0 1,1 1,2")
    assert state.round_now == 3
    assert state.canvas.tolist() == [0] * 4
    assert state.laid.tolist() == [0] * 4
    assert set(state.lies.tolist()) == {NONE}
    assert state.beyond.tolist() == state.symbols.tolist() == [0] * 4
    assert len(legal(play(state, (1, "done")), 0)) == 182 + 3 * 10  # i1-1, i1-3 and i1-5 are at hand again, too


@pytest.mark.sentence("R3.4")
def test_a_seat_lays_as_many_segments_as_it_likes() -> None:
    state = at_round()
    assert refusal(state, 0, "done") == Refusal.LEGAL
    for words in ("green-i1 0,0", "green-i2 0,1 0,2", "green-i3 1,0 1,1 1,2", "green-l3 3,0 2,0 2,1"):
        assert "done" in legal(state, 0)
        act(state, 0, f"place {words}")
    assert legal(state, 0) == ["done"]


@pytest.mark.sentence("R3.5")
def test_only_an_own_segment_that_is_not_laid_yet() -> None:
    state = at_round()
    assert refusal(state, 0, "place green-i1 0,0") == Refusal.LEGAL
    assert refusal(state, 0, "place purple-i1 0,0") == Refusal.NOT_YOURS
    assert refusal(state, 0, "place i1-1 0,0") == Refusal.NOT_YOURS  # it lies in the market
    assert refusal(play(state, (0, "place green-i1 0,0")), 0, "place green-i1 1,1") == Refusal.LAID_ALREADY
    assert refusal(state, 0, "place green-i1 outside") == Refusal.LEGAL
    assert refusal(state, 0, "place purple-i1 outside") == Refusal.NOT_YOURS
    assert refusal(play(state, (0, "place green-i1 0,0")), 0, "place green-i1 outside") == Refusal.LAID_ALREADY
    assert refusal(play(state, (0, "place green-i1 outside")), 0, "place green-i1 0,0") == Refusal.LAID_ALREADY
    assert refusal(play(state, (0, "place green-i1 outside")), 0, "place green-i1 outside") == Refusal.LAID_ALREADY


@pytest.mark.sentence("R3.6")
def test_wholly_outside_a_segment_is_in_nobodys_way_and_gives_nothing() -> None:
    state = at_round(before={0: {"segments": STRONG}})
    whole = {text for text in legal(state, 0) if "i1-1" not in text}
    after = play(state, (0, "place i1-1 outside"))
    assert (set(legal(after, 0)), int(after.canvas[0])) == (whole, 0)
    for segment in [name for name in STRONG if name != "i1-1"]:
        assert f"place {segment} outside" in legal(after, 0)
        after = play(after, (0, f"place {segment} outside"))
    assert (after.laid_count[0], legal(after, 0)) == (len(STRONG), ["done"])
    found = facts(resolved("d1-1", *(f"{segment} outside" for segment in STRONG)), 0)
    assert (found["keys"], found["coins"], found["fragments"], found["segments"]) == (0, 0, {}, STRONG)


@pytest.mark.sentence("R3.6")
def test_on_the_canvas_at_least_one_cell_lies_inside_the_frame() -> None:
    state = at_round()
    for words, code in (
        ("green-i1 -1,0", Refusal.OUTSIDE),
        ("green-i3 0,3 0,4 0,5", Refusal.OUTSIDE),
        ("green-i3 0,2 0,3 0,4", Refusal.LEGAL),
        ("green-i3 0,0 -1,0 -2,0", Refusal.LEGAL),
        ("green-l3 -1,2 -1,3 0,3", Refusal.OUTSIDE),
    ):
        assert refusal(state, 0, f"place {words}") == code, words
    assert all(
        "5" not in words and "-3" not in words
        for words in (text.partition(" ")[2].partition(" ")[2] for text in legal(state, 0))
    )


@pytest.mark.sentence("R3.7")
def test_segments_never_overlap() -> None:
    state = play(at_round(), (0, "place green-i3 0,1 0,2 0,3"))
    assert refusal(state, 0, "place green-i2 0,1 0,0") == Refusal.OVERLAPS
    assert refusal(state, 0, "place green-i2 1,2 1,3") == Refusal.LEGAL
    assert refusal(state, 0, "place green-l3 0,3 1,3 1,2") == Refusal.OVERLAPS  # outside the frame neither
    for states in random_games(size(60, python=2)):
        for position in states:
            assert all(
                int(position.canvas[seat]).bit_count() == cells_on_canvas(position, seat)
                for seat in range(position.seats)
            )


def cells_on_canvas(state: Any, seat: int) -> int:
    laid = [SEGMENT_NAMES.index(name) for name in names_of(state.laid[seat])]
    return sum(len(SEGMENT_SYMBOLS[segment]) for segment in laid if state.lies[segment] != OUTSIDE)


@pytest.mark.sentence("R3.8")
def test_quarter_turns_but_no_flipping() -> None:
    state = at_round()
    # the arm, the corner, the arm that lies a quarter turn back
    for words in ("1,0 0,0 0,1", "0,0 0,1 1,1", "0,1 1,1 1,0", "1,1 1,0 0,0"):
        assert refusal(state, 0, f"place green-l3 {words}") == Refusal.LEGAL
        flipped = " ".join(reversed(words.split()))
        assert refusal(state, 0, f"place green-l3 {flipped}") == Refusal.NO_SUCH_SHAPE
    for words in ("0,0 0,1", "0,1 0,0", "0,0 1,0", "1,0 0,0"):
        assert refusal(state, 0, f"place green-i2 {words}") == Refusal.LEGAL
    assert refusal(state, 0, "place green-i2 0,0 1,1") == Refusal.NO_SUCH_SHAPE
    assert refusal(state, 0, "place green-i3 0,0 0,1") == Refusal.NO_SUCH_SHAPE
    state = at_round(before={0: {"segments": ["i3-1", "i2-5"]}})
    assert refusal(state, 0, "place i3-1 0,1 1,1 2,1") == Refusal.LEGAL
    assert refusal(state, 0, "place i3-1 2,1 1,1 0,1") == Refusal.SAME_TURNED
    assert len(legal(state, 0)) == 31 + 25 + 1


@pytest.mark.sentence("R3.9")
def test_holes_and_loose_segments_are_allowed() -> None:
    state = play(at_round(), (0, "place green-i1 0,0"), (0, "place green-i2 2,2 2,3"))
    assert refusal(state, 0, "place green-i3 0,2 -1,2 -2,2") == Refusal.LEGAL


@pytest.mark.sentence("R3.10")
def test_calm_one_after_the_other_in_secret_and_the_first_dreamer_by_lot() -> None:
    state = at_round(3, opener=1, before=dict.fromkeys(range(3), QUIET))
    assert GAME.movers(state) == [1]
    assert refusal(state, 0, "done") == Refusal.NOT_YOUR_TURN
    act(state, 1, "place purple-i1 0,0")
    assert GAME.movers(state) == [1]
    for viewer in (0, 2, NONE):
        seen = GAME.view_of(state, viewer)
        assert (seen.laid_count[1], seen.laid[1], seen.canvas[1]) == (1, 0, 0)
        assert set(seen.lies.tolist()) == {NONE}
    assert GAME.view_of(state, 1).canvas[1] == state.canvas[1] != 0
    story = act(state, 1, "done")
    assert all(NONE in row[2:4] for row in events(story))
    assert GAME.movers(state) == [2]
    act(state, 2, "done")
    drawn: Counter[str] = Counter()
    for seed in range(30):
        last = copy(state)
        last.key[:] = np.frombuffer(seed_key(seed), "<u4")
        drawn[chances(act(last, 0, "done"))[0]] += 1
        assert last.coins.sum() - state.coins.sum() == 1
    assert set(drawn) == {"first 0", "first 1", "first 2"}


@pytest.mark.sentence("R3.11")
def test_sand_at_any_time_in_secret_and_the_first_done_is_first() -> None:
    state = at_round(3, pace="sand", opener=1)
    assert GAME.movers(state) == [0, 1, 2]
    state = play(state, (2, "place yellow-i1 0,0"), (0, "place green-i1 0,0"))
    assert all(row[2:4] == (NONE, NONE) for row in events(act(state, 2, "place yellow-i2 1,0 1,1")))
    for viewer in (0, 1, NONE):
        seen = GAME.view_of(state, viewer)
        assert (seen.laid_count[2], seen.laid[2], seen.canvas[2]) == (2, 0, 0)
    assert GAME.view_of(state, 2).canvas[2] == state.canvas[2] != 0
    coins = state.coins.tolist()
    state = play(state, (2, "done"))
    assert (state.first, state.coins.tolist()) == (2, [coins[0], coins[1], coins[2] + 1, 0])
    assert GAME.movers(state) == [0, 1, TABLE]


@pytest.mark.sentence("R3.11")
def test_the_order_of_done_decides_only_who_is_first() -> None:
    state = play(at_round(3, pace="sand"), (0, "place green-i1 0,0"))
    one, other = play(state, (0, "done"), (2, "done")), play(state, (2, "done"), (0, "done"))
    assert (one.first, other.first) == (0, 2)
    for game in (one, other):
        game.coins[game.first] -= 1
        game.first = NONE
    assert one.tobytes() == other.tobytes()
    later = play(state, (1, "done"))
    assert play(later, (0, "done")).tobytes() != later.tobytes()
    assert (
        play(later, (0, "place green-i2 1,1 1,2"), (2, "done")).tobytes()
        == play(later, (2, "done"), (0, "place green-i2 1,1 1,2")).tobytes()
    )


@pytest.mark.sentence("R3.12")
def test_sand_ends_the_phase_for_all_and_so_does_the_last_done() -> None:
    state = at_round(3, "d1-1", 1, dict.fromkeys(range(3), QUIET), pace="sand", following="d1-2")
    started = play(state, (1, "place purple-i2 0,0 1,0"), (0, "done"))
    ended = play(started, (TABLE, "sand"))
    assert (ended.round_now, ended.keys[1]) == (2, 1)  # what lay there counts
    shown = [row[1:3] for row in events(act(copy(started), TABLE, "sand")) if row[0] == "SHOWN"]
    assert shown == [(1, SEGMENT_NAMES.index("purple-i2"))]  # and is shown now
    assert refusal(ended, TABLE, "sand") == Refusal.NOT_YOUR_TURN
    all_done = play(started, (2, "done"), (1, "done"))
    assert all_done.round_now == 2
    assert without_cursor(all_done) == without_cursor(ended)


def without_cursor(state: Any) -> bytes:
    clean = copy(state)
    clean.cursor = 0
    return bytes(clean.tobytes())


@pytest.mark.sentence("R3.13")
def test_a_seat_that_is_done_changes_nothing_more() -> None:
    state = play(at_round(3, pace="sand"), (1, "place purple-i1 0,0"), (1, "done"))
    assert refusal(state, 1, "place purple-i2 1,1 1,2") == Refusal.IS_DONE
    assert refusal(state, 1, "done") == Refusal.IS_DONE
    assert refusal(state, 0, "place green-i2 1,1 1,2") == Refusal.LEGAL
    assert refusal(play(state, (0, "place green-i1 0,0")), 0, "place green-i1 0,1") == Refusal.LAID_ALREADY  # not moved
    assert GAME.drafts == ("place",)


@pytest.mark.sentence("R3.14")
def test_the_hourglass_never_runs_before_a_first_done() -> None:
    state = at_round(2, pace="sand")
    for words in ("green-i1 0,0", "green-i2 1,0 1,1"):
        assert TABLE not in GAME.movers(state)
        assert refusal(state, TABLE, "sand") == Refusal.NOT_YOUR_TURN
        act(state, 0, f"place {words}")
    assert state.phase == Phase.COMPOSE
    state = play(state, (0, "done"))
    assert legal(state, TABLE) == ["sand"]
    assert refusal(state, 1, "sand") == Refusal.NOT_NOW  # the hourglass belongs to the table
    assert refusal(state, TABLE, "done") == Refusal.NOT_NOW
    assert GAME.ordered == ("done",)  # of two at the same moment the table has to send one first


# R4 The basic effects


@pytest.mark.sentence("R4.1")
def test_bare_cells_and_cells_outside_cost_1_calm_each() -> None:
    assert lost("d1-1") == 9 + 3
    assert lost("d1-1", "green-i3 1,0 1,1 1,2") == 6 + 3 - 1  # calm:1 under its C
    assert lost("d1-1", "green-i3 1,1 1,0 1,-1") == 7 + 1 + 3
    assert lost("d1-1", "green-i3 1,0 1,-1 1,-2") == 8 + 2 + 3
    # only the nightmares
    assert lost("d1-1", "green-i1 1,2", "green-i2 0,0 1,0", "green-i3 2,0 2,1 2,2", "green-l3 1,1 0,1 0,2") == 3 - 1
    assert lost("d1-1", "green-i1 outside") == 9 + 1 + 3
    assert lost("d1-1", "green-i2 outside", "green-l3 outside", "green-i1 1,1") == 8 + 2 + 3 + 3


@pytest.mark.sentence("R4.2")
def test_nightmares_that_are_not_fought_cost_their_number() -> None:
    assert lost("d1-1", "green-i2 0,2 0,1") == 7 + 1  # the 2 is fought
    assert lost("d1-1", "green-i2 0,1 0,2") == 7 + 3  # a blank lies on it
    assert lost("d1-1", "green-i2 2,0 2,1") == 7 + 2
    assert lost("d3-1", "green-i1 0,0") == 8 + 2 + 3 + 1 + 2


@pytest.mark.sentence("R4.3")
def test_which_symbol_fights_and_which_collects() -> None:
    fights = {name: 8 + 3 - lost("d1-1", f"{name} 0,2") == 2 for name in ("green-i1", "i1-1", "i1-3")}
    assert fights == {"green-i1": False, "i1-1": True, "i1-3": False}  # C, B, D
    keys = {name: int(resolved("d1-1", f"{name} 0,0").keys[0]) for name in ("green-i1", "i1-1", "i1-3")}
    assert keys == {"green-i1": 1, "i1-1": 1, "i1-3": 2}
    assert resolved("d1-1", "green-i3 0,0 0,-1 0,-2").keys[0] == 0  # its C lies outside, a blank on the key
    assert resolved("d1-1", "green-i2 0,0 -1,0").keys[0] == 0  # F
    assert lost("d1-1", "green-i3 0,2 0,3 0,4") == 8 + 2 + 3
    assert lost("d1-1", "i1-1 outside") == 9 + 1 + 3  # its F fights nothing there


@pytest.mark.sentence("R4.4")
def test_everything_printed_on_a_collected_cell() -> None:
    state = resolved("d1-6", "green-i1 0,1", number=1)  # key+coin:1
    assert (state.keys[0], state.coins[0]) == (1, 1)
    state = resolved("d1-6", "green-i2 0,1 1,1", number=1)  # F on it
    assert (state.keys[0], state.coins[0]) == (0, 0)


@pytest.mark.sentence("R4.5")
def test_d_gives_everything_twice() -> None:
    state = resolved("d1-6", "i1-3 0,1", number=1)
    assert (state.keys[0], state.coins[0]) == (2, 2)
    assert facts(resolved("d3-1", "i1-3 0,1", number=5), 0)["fragments"] == {"blue": 2, "orange": 2}


@pytest.mark.sentence("R4.6")
def test_a_fragment_in_its_colour_and_a_joker_in_the_colour_named() -> None:
    assert facts(resolved("d1-1", "green-i1 0,1"), 0)["fragments"] == {"blue": 1}
    asked = resolved("d3-2", "green-i1 1,1", own={"segments": GREEN[:1]}, number=5)
    assert legal(asked, 0) == [f"colour {color}" for color in ("blue", "white", "orange", "green")]
    for color in ("blue", "white", "orange", "green"):
        assert facts(play(asked, (0, f"colour {color}")), 0)["fragments"] == {color: 1}


@pytest.mark.sentence("R4.7")
def test_a_set_is_traded_at_once_also_in_the_middle_of_resolving() -> None:
    three = {"white": 1, "orange": 1, "green": 1}
    state = resolved("d1-1", "i1-3 0,1", own={"fragments": three})  # two blue: one makes the set, one is left
    assert facts(state, 0)["fragments"] == {"blue": 1}
    assert state.star[0] == 1
    told = at_round(2, "d1-1", 2, {0: {**QUIET, "segments": STRONG, "fragments": three}, 1: QUIET})
    told = play(told, (0, "place i1-3 0,1"), (0, "place green-i1 1,0"), (0, "done"))
    names = [name for name, seat, *_ in events(act(told, 1, "done", ["first 0"])) if seat == 0]
    assert names.index("STAR") < len(names) - 1 - names[::-1].index("GAINED")


@pytest.mark.sentence("R4.8")
def test_at_the_top_of_the_star_track_the_fragments_stay() -> None:
    own = {"star": 10, "fragments": {"white": 1, "orange": 1, "green": 1}}
    state = resolved("d1-1", "green-i1 0,1", own=own)
    assert (state.star[0], facts(state, 0)["fragments"]) == (10, {"blue": 1, "white": 1, "orange": 1, "green": 1})
    state = resolved("d1-1", "green-i1 0,1", own=own | {"star": 9})
    assert (state.star[0], facts(state, 0)["fragments"]) == (10, {})


@pytest.mark.sentence("R4.9", "R4.10")
def test_calm_keys_and_coins() -> None:
    assert resolved("d4-2", "green-i1 2,2", number=7).calm[0] == 30 - lost_on("d4-2", "green-i1 2,2") + 2
    assert resolved("d1-1", "green-i1 0,0").keys[0] == 1
    assert resolved("d1-1", "green-i1 1,1").coins[0] == 2
    assert resolved("d3-1", "green-i1 2,1", number=5).coins[0] == 3


def lost_on(dream: str, words: str) -> int:
    return loss_told(at_round(2, dream, 7, {0: {**QUIET, "segments": STRONG}, 1: QUIET}), [words])


# R5 Special effects and special cells


@pytest.mark.sentence("R5.1")
def test_d_does_not_fight_and_changes_no_nightmare() -> None:
    assert lost("d1-1", "i1-3 0,2") == 8 + 3 == lost("d1-1", "green-i1 0,2")


@pytest.mark.sentence("R5.2")
def test_d_on_a_joker_gives_two_of_the_same_colour() -> None:
    state = play(resolved("d3-2", "i1-3 1,1", own={"segments": ["i1-3"]}, number=5), (0, "colour white"))
    assert facts(state, 0)["fragments"] == {"white": 2}
    assert state.phase == Phase.COMPOSE


@pytest.mark.sentence("R5.3")
def test_b_collects_and_fights() -> None:
    assert facts(resolved("d3-1", "i1-1 2,0", number=5), 0)["fragments"] == {"white": 1}
    assert lost("d3-1", "i1-1 2,0") == lost("d3-1", "green-i1 2,0") - 1


@pytest.mark.sentence("R5.4")
def test_collecting_a_nightmare_a_bat_or_an_octopus_gives_nothing() -> None:
    nothing = {"coins": 0, "keys": 0, "star": 0, "fragments": {}}
    for words in ("green-i1 0,0", "green-i1 1,1", "green-i1 2,1"):
        state = at_round(2, "d3-6", 6, {0: {**QUIET, "segments": GREEN[:1]}, 1: {**QUIET, "segments": PURPLE[:1]}})
        found = facts(compose(state, {0: [words]}, 1), 0)
        assert {key: found[key] for key in nothing} == nothing


@pytest.mark.sentence("R5.5")
def test_an_octopus_costs_a_calm_for_each_collect_symbol() -> None:
    rest = 8 + 3 + 1  # d3-6: bare cells, nightmare, spider; with one i1 laid
    base = {"segments": ["green-i1"]}
    assert lost("d3-6", "green-i1 0,0", **base) == rest + 1
    assert lost("d3-6", "purple-i1 0,0", segments=["purple-i1"]) == rest - 3
    for extra, count in (("i1-1", 2), ("i1-3", 2), ("i1-6", 1)):  # B and D count one each, F none
        assert lost("d3-6", "green-i1 0,0", f"{extra} 1,0", segments=["green-i1", extra]) == 7 + 3 + 1 + count
    outside = lost("d3-6", "green-i3 1,0 1,-1 1,-2", segments=["green-i3"])
    assert outside == 8 + 2 + 3 + 1 + 1  # its C lies outside the frame and counts
    assert lost("d3-6", "i1-1 2,1", segments=["i1-1"]) == rest  # B fights it
    for extra, symbols in (("i1-1", 1), ("i1-3", 1), ("i1-6", 0)):  # wholly outside it counts too
        assert lost("d3-6", "green-i1 0,0", f"{extra} outside", segments=["green-i1", extra]) == rest + 1 + 1 + symbols


@pytest.mark.sentence("R5.6")
def test_a_bat_takes_a_segment_that_was_not_laid() -> None:
    before = {0: {**QUIET, "segments": ["green-i1", "green-i2", "i3-1"]}, 1: {**QUIET, "segments": ["purple-i1"]}}
    state = compose(at_round(2, "d3-2", 5, before), {0: ["green-i1 0,0"]}, 0)
    assert legal(state, 0) == ["lose green-i2", "lose i3-1"]
    assert refusal(state, 0, "lose green-i1") == Refusal.NOT_LEFT_OVER
    assert refusal(state, 0, "lose i3-2") == Refusal.NOT_LEFT_OVER
    calm, points = int(state.calm[0]), GAME.breakdown(state, 2)[0]["segments"]
    state = play(state, (0, "lose i3-1"))
    assert names_of(state.owned[0]) == ["green-i1", "green-i2"]
    assert "i3-1" in names_of(state.gone)
    assert (points, GAME.breakdown(state, 2)[0]["segments"], int(state.calm[0])) == (1, 0, calm)
    all_laid = compose(at_round(2, "d3-2", 5, before), {0: ["green-i1 0,0", "green-i2 1,0 1,1", "i3-1 2,0 2,1 2,2"]}, 0)
    assert len(names_of(all_laid.owned[0])) == 3
    outside = compose(at_round(2, "d3-2", 5, before), {0: ["green-i1 0,0", "green-i2 outside", "i3-1 outside"]}, 0)
    assert len(names_of(outside.owned[0])) == 3  # laid outside is laid
    fought = compose(at_round(2, "d3-2", 5, before), {0: ["green-i2 2,1 2,2"]}, 0)
    assert len(names_of(fought.owned[0])) == 3


@pytest.mark.sentence("R5.7")
def test_the_spider_in_all_its_ways() -> None:
    bare = 8 + 7  # d3-1 with one cell covered: nightmares 2, 3 and 2
    found = {}
    for symbol, name in {"F": "i1-6", "C": "green-i1", "B": "i1-1", "D": "i1-3"}.items():
        state = resolved("d3-1", f"{name} 2,0", own={"segments": [name]}, number=5)
        found[symbol] = (facts(state, 0)["fragments"].get("white", 0), 30 - int(state.calm[0]) - bare)
    assert found == {"F": (0, 0), "C": (1, 1), "B": (1, 0), "D": (2, 1)}
    blank = resolved("d3-1", "green-i2 1,0 2,0", own={"segments": ["green-i2"]}, number=5)
    assert (facts(blank, 0)["fragments"], 30 - int(blank.calm[0])) == ({}, 7 + 7 + 1)


@pytest.mark.sentence("R5.8")
def test_a_chest_is_opened_for_its_keys() -> None:
    opened = resolved("d1-4", "green-i1 1,2", own={"keys": 1}, more=["chest c1-3"])
    assert (opened.keys[0], opened.coins[0], opened.round_now) == (0, 4, 3)  # it must: nothing was asked
    asked = resolved("d1-4", "green-i1 1,2", "i1-5 1,1")  # the key is won in this round
    assert legal(asked, 0) == ["open", "keep"]
    assert refusal(asked, 0, "pass") == Refusal.NOT_NOW
    kept = play(asked, (0, "keep"))
    assert (kept.keys[0], kept.coins[0]) == (1, 0)
    taken = saving(play(asked, (0, "open", ["chest c1-3"])))
    assert (taken.keys[0], taken.coins[0]) == (0, 4)


@pytest.mark.sentence("R5.9")
def test_all_who_open_get_the_same_contents() -> None:
    before = {0: {**QUIET, "keys": 1}, 1: {**QUIET, "keys": 1, "segments": ["i1-5"]}, 2: QUIET}
    state = at_round(3, "d1-4", 2, before, following="d2-1")
    state = play(state, (0, "place green-i1 1,2"), (0, "done"), (1, "place i1-5 1,2"), (1, "done"))
    story = act(state, 2, "done", ["first 0", "chest c1-3"])
    assert chances(story) == ["first 0", "chest c1-3"]
    assert (state.coins.tolist()[:3], chest(state)) == ([4 + 1, 4, 0], "c1-3")
    saving(state)
    assert chest(state) is None
    assert not int(state.chests) >> CHEST_NAMES.index("c1-3") & 1  # out of the game
    nobody = compose(at_round(3, "d1-4", 2, dict.fromkeys(range(3), QUIET)), {}, 0)
    assert int(nobody.chests) == (1 << 18) - 1


@pytest.mark.sentence("R5.10")
def test_d_opens_once_more_with_new_colours() -> None:
    own = {"keys": 2}
    state = resolved("d1-4", "i1-3 1,2", own=own, more=["chest c1-2"])
    state = play(state, (0, "colour blue"), (0, "colour white"))
    assert (facts(state, 0)["fragments"], state.coins[0], state.keys[0]) == ({"blue": 1, "white": 1}, 4, 0)
    once = play(resolved("d1-4", "i1-3 1,2", own={"keys": 1}, more=["chest c1-2"]), (0, "colour blue"))
    assert (facts(once, 0)["fragments"], once.coins[0], once.phase) == ({"blue": 1}, 2, Phase.COMPOSE)


@pytest.mark.sentence("R5.11")
def test_with_too_few_keys_nothing_happens() -> None:
    state = resolved("d2-1", "green-i1 1,1", own={"keys": 1}, number=3)
    assert (state.keys[0], int(state.chests), state.phase) == (1, (1 << 18) - 1, Phase.COMPOSE)
    told = at_round(2, "d2-1", 3, {0: {**QUIET, "keys": 1}, 1: QUIET})
    told = play(told, (0, "place green-i1 1,1"), (0, "done"))
    assert ("KEPT", 0, NONE, 4, 1) in events(act(told, 1, "done"))


@pytest.mark.sentence("R5.12")
def test_a_confluence_is_shared_in_turn_order() -> None:
    before = {0: QUIET, 1: {**QUIET, "segments": PURPLE}, 2: {**QUIET, "segments": ["yellow-i1"]}}
    state = at_round(3, "d3-3", 5, before)
    laid = {0: ["green-i1 1,2"], 1: ["purple-i2 1,2 1,1"], 2: ["yellow-i1 1,2"]}
    state = compose(state, laid, 2)
    for seat, color in ((2, "white"), (0, "blue"), (1, "green")):
        assert GAME.movers(state) == [seat]
        assert refusal(state, seat, "pick frag:any blue") == Refusal.NOT_THERE
        act(state, seat, f"pick frag:{color}")
        if seat != 1:
            assert refusal(state, int(state.seat), f"pick frag:{color}") == Refusal.NOT_THERE
    assert facts(state, 2)["fragments"] == {"white": 1, "orange": 1}  # the last one fell to it, over and over
    alone = compose(at_round(3, "d3-3", 5, before), {0: ["green-i1 1,2"]}, 2)
    assert alone.star[0] == 1  # everything, without asking


@pytest.mark.sentence("R5.12")
def test_a_joker_is_picked_with_its_colour() -> None:
    before = {0: QUIET, 1: {**QUIET, "segments": PURPLE}}
    state = compose(at_round(2, "d3-5", 5, before), {0: ["green-i1 1,1"], 1: ["purple-i2 1,1 1,0"]}, 0)
    assert legal(state, 0) == [
        *(f"pick frag:any {color}" for color in ("blue", "white", "orange", "green")),
        "pick key",
        "pick coin:1",
        "pick calm:1",
    ]
    state = play(state, (0, "pick frag:any white"), (1, "pick key"), (0, "pick calm:1"))
    assert facts(state, 0)["fragments"] == {"white": 1}
    assert state.keys[1] == 1
    # two coins left, all the same: dealt out without asking; seat 0 is also first dreamer
    assert state.coins.tolist()[:2] == [2, 1]


@pytest.mark.sentence("R5.13")
def test_d_gets_its_part_of_a_confluence_once_more() -> None:
    before = {0: {**QUIET, "segments": ["i1-3"]}, 1: {**QUIET, "segments": PURPLE}}
    state = compose(at_round(2, "d3-5", 5, before), {0: ["i1-3 1,1"], 1: ["purple-i2 1,1 1,0"]}, 0)
    state = play(state, (0, "pick frag:any white"), (1, "pick calm:1"), (0, "pick key"))
    assert facts(state, 0)["fragments"] == {"white": 2}
    assert (state.keys[0], state.coins.tolist()[:2]) == (2, [1 + 2, 1])


# R6 The order of resolving


@pytest.mark.sentence("R6.1", "R6.3")
def test_each_seat_resolves_completely_in_turn_order() -> None:
    state = at_round(
        4,
        "d3-2",
        5,
        {seat: {**QUIET, "segments": [f"{SETS[seat]}-{shape}" for shape in ("i1", "i2")]} for seat in range(4)},
        opener=3,
    )
    state.woke[2], state.owned[2] = 1, 0
    state = compose(state, {0: [], 1: [], 3: []}, 1)
    order = []
    while state.phase == Phase.LOSE:
        order.append(int(state.seat))
        assert all(state.calm[seat] == 30 for seat in (1, 3, 0)[len(order) :])  # the next seat has not begun
        assert [is_settled(state, seat) for seat in (1, 3, 0)] == [place < len(order) for place in range(3)]
        act(state, order[-1], f"lose {SETS[order[-1]]}-i1")
    assert order == [1, 3, 0]


@pytest.mark.sentence("R6.2")
def test_confluences_come_first() -> None:
    before = {0: {**QUIET, "calm": 16, "segments": ["green-i1", "i1-5"]}, 1: {**QUIET, "segments": PURPLE}}
    state = compose(at_round(2, "d3-5", 5, before), {0: ["green-i1 1,1", "i1-5 1,0"], 1: ["purple-i2 1,1 2,1"]}, 1)
    assert state.phase == Phase.PICK
    assert state.calm.tolist()[:2] == [16, 30]
    assert state.coins.tolist()[:2] == [0, 1]
    taken = play(state, (1, "pick calm:1"))
    assert (taken.calm[1], taken.gained[1]) == (30, 1)  # it waits
    doomed = at_round(3, "d3-5", 5, {0: {**QUIET, "calm": 1}, 1: {**QUIET, "segments": PURPLE}, 2: QUIET})
    doomed = compose(doomed, {0: ["green-i1 1,1"], 1: ["purple-i2 1,1 2,1"]}, 0)
    assert (doomed.phase, GAME.movers(doomed)) == (Phase.PICK, [0])  # it will wake, and takes part


@pytest.mark.sentence("R6.4")
def test_no_effect_moves_the_marker_by_itself() -> None:
    told = calm_rows(12)
    assert [name for name, *_ in told] == ["GAINED", "MISSING", "SCARED", "SCARED", "SETTLED"]
    assert sum(row[4] for row in told if row[0] in ("MISSING", "BEYOND", "SCARED")) == 11
    assert told[-1] == ("SETTLED", 0, 1, 11, 2)  # won, lost, and where the marker is then
    asked = resolved(
        "d1-4", "i1-3 1,2", "green-i1 1,1", own={"segments": ["green-i1", "i1-3"], "keys": 1}, more=["chest c1-1"]
    )
    assert (asked.phase, asked.calm[0]) == (Phase.COLOR, 30)  # nothing is lost before the chest is empty


@pytest.mark.sentence("R6.4")
def test_what_comes_twice_counts_twice() -> None:
    for name, won in (("i1-5", 2), ("i1-3", 4)):  # C and D on calm:2
        state = at_round(2, "d4-2", 7, {0: {**QUIET, "segments": [name]}, 1: QUIET})
        state = play(state, (0, f"place {name} 2,2"), (0, "done"))
        (settled,) = [row for row in events(act(state, 1, "done", ["first 1"])) if row[0] == "SETTLED" and row[1] == 0]
        assert settled[2] == won
    own = {"keys": 2, "calm": 20, "segments": ["i1-3"]}
    twice = resolved("d1-4", "i1-3 1,2", own=own, more=["chest c1-5"])  # calm:2 in the chest, opened twice
    assert twice.calm[0] == 20 + 4 - lost("d1-4", "i1-3 1,2", segments=["i1-3"])


def calm_rows(calm: int) -> list[tuple[str, int, int, int, int]]:
    """What seat 0 is told when it collects one calm and fights nothing."""
    state = at_round(2, "d1-1", 2, {0: {**QUIET, "calm": calm}, 1: QUIET})
    state = play(state, (0, "place green-i1 1,2"), (0, "done"))
    return [
        row
        for row in events(act(state, 1, "done", ["first 1"]))
        if row[1] == 0 and row[0] not in ("DONE", "FIRST", "SHOWN")
    ]


@pytest.mark.sentence("R6.5")
def test_cells_are_collected_in_reading_order() -> None:
    state = at_round(2, "d3-2", 5, {0: {**QUIET, "segments": ["green-i1", "i1-5", "i1-3"]}, 1: QUIET})
    state = play(state, (0, "place i1-3 2,2"), (0, "place i1-5 2,0"), (0, "place green-i1 0,0"), (0, "done"))
    gains = [
        (what, where, amount)
        for name, seat, what, where, amount in events(act(state, 1, "done", ["first 0"]))
        if name == "GAINED" and seat == 0
    ]
    assert [where for _, where, _ in gains] == [0, 0, 6, 8, 8]
    assert [amount for *_, amount in gains] == [1, 1, 1, 2, 2]


@pytest.mark.sentence("R6.6")
def test_old_keys_open_by_themselves_and_new_ones_ask() -> None:
    own = {"keys": 1, "segments": ["green-i1", "i1-3"]}
    state = resolved("d1-4", "i1-3 1,2", "green-i1 1,1", own=own, more=["chest c1-1"])
    assert state.phase == Phase.COLOR  # the first opening was automatic; its joker comes first
    state = play(state, (0, "colour blue"))
    assert legal(state, 0) == ["open", "keep"]  # the second needs the new key
    assert play(state, (0, "keep")).phase == Phase.COMPOSE
    assert play(state, (0, "open")).phase == Phase.COLOR
    both = resolved("d1-4", "i1-3 1,2", "green-i1 1,1", own=own | {"keys": 0})
    assert play(both, (0, "keep")).phase == Phase.COMPOSE  # after keep nothing more is asked


@pytest.mark.sentence("R6.7")
def test_calm_is_settled_in_one_sum() -> None:
    assert resolved("d1-1", "green-i1 1,2", own={"calm": 30}).calm[0] == 30 + 1 - 11  # nothing is lost at the top
    stays = resolved("d1-1", "green-i1 1,2", own={"calm": 11})
    assert (stays.calm[0], stays.woke[0]) == (1, 0)
    equal = resolved("d1-1", "green-i1 1,2", own={"calm": 10})
    assert (equal.calm[0], equal.woke[0]) == (0, 2)
    wakes = resolved("d1-1", "green-i1 0,0", own={"calm": 11})
    assert (wakes.calm[0], wakes.woke[0]) == (0, 2)
    no_bat = at_round(
        3,
        "d3-2",
        5,
        {0: {**QUIET, "calm": 3}, 1: {**QUIET, "segments": ["purple-i1"]}, 2: {**QUIET, "segments": ["yellow-i1"]}},
    )
    no_bat = compose(no_bat, {}, 0)
    assert (no_bat.woke[0], no_bat.phase) == (5, Phase.COMPOSE)  # four segments left over, and it was not asked


@pytest.mark.sentence("R6.7")
@pytest.mark.parametrize("seed", range(40))
def test_no_order_of_gains_and_losses_does_better_than_the_sum(seed: int) -> None:
    rng = Random(seed)
    effects = [rng.randint(1, 10) for _ in range(rng.randint(0, 3))] + [
        -rng.randint(1, 17) for _ in range(rng.randint(0, 4))
    ]
    calm = rng.randint(1, 30)
    best = max(in_this_order(calm, list(order)) for order in permutations(effects))
    assert best == max(0, min(30, calm + sum(effects)))


def in_this_order(calm: int, effects: list[int]) -> int:
    """The calm after these effects one by one: never above 30, and 0 is the end."""
    for effect in effects:
        calm = min(30, calm + effect)
        if calm <= 0:
            return 0
    return calm


@pytest.mark.sentence("R6.8")
def test_a_bat_takes_the_only_segment_left_over_without_asking() -> None:
    before = {0: {**QUIET, "segments": ["green-i1", "green-i2"]}, 1: {**QUIET, "segments": ["purple-i1"]}}
    state = compose(at_round(2, "d3-2", 5, before), {0: ["green-i1 0,0"], 1: ["purple-i1 0,0"]}, 0)
    assert (names_of(state.owned[0]), names_of(state.owned[1])) == (["green-i1"], ["purple-i1"])


@pytest.mark.sentence("R6.9")
def test_the_game_ends_after_resolving_if_at_most_one_is_asleep() -> None:
    state = compose(at_round(3, "d1-1", 1, {0: {"calm": 12, "coins": 9}, 1: {"calm": 12}, 2: {"calm": 12}}), {}, 1)
    assert GAME.is_over(state)
    assert state.woke.tolist()[:3] == [1, 1, 1]  # all in the same round
    one_left = compose(at_round(3, "d1-1", 1, {0: {"calm": 20, "coins": 9}, 1: {"calm": 12}, 2: {"calm": 12}}), {}, 1)
    assert GAME.is_over(one_left)  # without phase III, though seat 0 could buy
    assert final(GAME, one_left, 3)["scores"] == [8, 0, 0]
    assert refusal(one_left, 0, "pass") == Refusal.GAME_OVER


@pytest.mark.sentence("R6.10")
def test_the_title_passes_to_the_next_sleeping_seat() -> None:
    state = compose(at_round(4, "d1-1", 1, {0: QUIET, 1: {"calm": 1}, 2: {"calm": 1}, 3: QUIET}), {}, 1)
    assert (state.opener, state.coins[3], state.round_now) == (3, 0, 2)
    kept = compose(at_round(3, "d1-1", 1, {0: QUIET, 1: QUIET, 2: {"calm": 1}}), {}, 1)
    assert (kept.opener, kept.coins[1]) == (1, 1)


@pytest.mark.sentence("R6.11")
def test_nobody_is_asked_where_there_is_only_one_answer() -> None:
    for states in random_games(size(60, python=2)):
        for state in states:
            if state.phase not in (Phase.COMPOSE, Phase.OVER):
                (seat,) = GAME.movers(state)
                assert len(GAME.legal(state, seat)) > 1
    laid = play(
        at_round(),
        *(
            (0, f"place {words}")
            for words in ("green-i1 1,2", "green-i2 0,0 1,0", "green-i3 2,0 2,1 2,2", "green-l3 1,1 0,1 0,2")
        ),
    )
    assert legal(laid, 0) == ["done"]  # composing is phase I: there `done` alone is asked, too


# R7 Improve


@pytest.mark.sentence("R7.1")
def test_each_sleeping_seat_may_buy_one_segment_for_4_coins() -> None:
    before = {0: {"coins": 4, "calm": 30}, 1: {"coins": 2, "calm": 30}, 2: {"coins": 8, "calm": 30}}
    state = compose(at_round(3, "d1-1", 2, before), {}, 1)
    assert GAME.movers(state) == [2]  # seat 1 has 3 coins and is not asked
    assert legal(state, 2) == ["buy i1-1", "buy i2-1", "buy i3-1", "buy l3-1", "pass"]
    assert refusal(state, 2, "buy i1-2") == Refusal.NOT_FOR_SALE
    state = play(state, (2, "buy i1-1"))
    assert (state.coins[2], GAME.movers(state)) == (4, [0])  # one a round, though it could pay another
    state = play(state, (0, "pass"))
    assert (state.coins[0], state.phase) == (4, Phase.CALM)
    empty = compose(at_round(3, "d1-1", 2, before, market=[]), {}, 1)
    assert empty.phase == Phase.CALM


@pytest.mark.sentence("R7.2")
def test_the_next_segment_is_turned_up_at_once() -> None:
    before = {0: {"coins": 4, "calm": 30}, 1: {"coins": 4, "calm": 30}}
    state = compose(at_round(2, "d1-1", 2, before), {}, 0)
    state = play(state, (0, "buy i1-1", ["segment i1-5"]))
    assert "buy i1-5" in legal(state, 1)
    rest = [f"i1-{number}" for number in range(2, 7)]
    last = compose(at_round(2, "d1-1", 2, {0: {**before[0], "segments": [*GREEN, *rest]}, 1: before[1]}), {}, 0)
    assert chances(act(last, 0, "buy i1-1")) == []
    assert legal(last, 1) == ["buy i2-1", "buy i3-1", "buy l3-1", "pass"]


@pytest.mark.sentence("R7.3")
def test_coins_on_a_segment_come_at_once_and_points_count_at_the_end() -> None:
    state = compose(at_round(2, "d1-1", 2, {0: {"coins": 4, "calm": 30}, 1: QUIET}, market=["i1-5", "l3-3"]), {}, 1)
    assert play(state, (0, "buy i1-5")).coins[0] == 1
    assert GAME.breakdown(play(state, (0, "buy l3-3")), 2)[0]["segments"] == 2
    assert GAME.breakdown(state, 2)[0]["segments"] == 0


@pytest.mark.sentence("R7.4")
def test_calm_costs_3_coins_a_step() -> None:
    before = {0: {"coins": 10, "calm": 30}, 1: {"coins": 10, "calm": 30}, 2: {"coins": 7, "calm": 30}}
    state = compose(at_round(3, "d1-1", 2, before), {}, 2)
    state = play(state, (2, "pass"), (0, "pass"), (1, "pass"))
    assert legal(state, 2) == ["calm 0", "calm 1", "calm 2"]
    assert refusal(state, 2, "calm 3") == Refusal.TOO_MUCH_CALM
    calm = int(state.calm[2])
    state = play(state, (2, "calm 2"))
    assert (state.calm[2], state.coins[2], GAME.movers(state)) == (calm + 2, 2, [0])  # once, then the next
    top = at_round(2, "d1-1", 2, {0: {"coins": 3, "calm": 30, "segments": STRONG}, 1: QUIET})
    top.market = 0
    fits = {0: ["green-i2 0,2 0,1", "green-i3 1,0 1,1 1,2", "i1-1 2,0", "i1-5 2,1", "i1-3 2,2", "green-i1 0,0"]}
    assert compose(top, fits, 1).phase == Phase.COMPOSE  # nothing is lost, so the track allows no step


@pytest.mark.sentence("R7.5")
def test_coins_are_spent_in_this_phase_only_and_also_in_round_8() -> None:
    state = at_round(
        2, "d4-1", 8, {0: {"coins": 7, "calm": 30, "segments": ["green-i1"]}, 1: {**QUIET, "segments": ["purple-i1"]}}
    )
    assert refusal(state, 0, "buy i1-1") == Refusal.NOT_NOW
    state = compose(state, {0: ["green-i1 0,0"], 1: ["purple-i1 0,0"]}, 1)
    assert state.phase == Phase.BUY
    state = play(state, (0, "buy i1-1"), (0, "calm 1"))
    assert GAME.is_over(state)


# R8 Prepare the next round


@pytest.mark.sentence("R8.1")
def test_laid_segments_return_and_the_chest_goes() -> None:
    state = resolved("d1-4", "green-i1 1,2", own={"keys": 1}, more=["chest c1-3"])
    assert (chest(state), state.round_now) == (None, 3)
    assert "green-i1" in names_of(state.owned[0])
    assert refusal(play(state, (1, "done")), 0, "place green-i1 1,2") == Refusal.LEGAL


@pytest.mark.sentence("R8.2")
def test_the_first_dreamer_opens_the_next_round() -> None:
    state = at_round(3, "d1-1", 2, dict.fromkeys(range(3), QUIET), following="d2-3")
    play(state, (0, "done"), (1, "done"))
    last = play(state, (0, "done"), (1, "done"))
    assert chances(act(last, 2, "done", ["first 2", "dream d2-3"])) == ["first 2", "dream d2-3"]
    assert (last.opener, GAME.movers(last), DREAM_NAMES[last.dreams[2]]) == (2, [2], "d2-3")
    assert GAME.waits is not None
    assert not GAME.waits(last)  # nobody hurries: it is shown at once
    sand = at_round(2, "d1-1", 2, dict.fromkeys(range(2), QUIET), pace="sand", following="d2-3")
    assert GAME.waits(sand)
    assert GAME.waits(play(sand, (0, "done"), (1, "done")))  # the next tile, when all are ready
    assert not GAME.waits(play(sand, (0, "done")))


@pytest.mark.sentence("R8.3", "R9.1")
def test_after_round_8_the_game_is_over() -> None:
    segments = {0: {**QUIET, "segments": ["green-i1"]}, 1: {**QUIET, "segments": ["purple-i1"]}}
    state = play(at_round(2, "d4-2", 8, segments), (0, "place green-i1 0,1"), (0, "done"), (1, "place purple-i1 0,1"))
    story = act(state, 1, "done", ["first 1"])
    assert chances(story) == ["first 1"]  # no dream after it
    assert GAME.is_over(state)
    assert events(story)[-1][0] == "ENDED"


# R9 End and score


def at_the_end(**seats: dict[str, Any]) -> Any:
    """A finished game: each seat by its letter."""
    state = at_round(len(seats), "d4-1", 8, dict(enumerate(seats.values())))
    state.phase, state.seat = Phase.OVER, NONE
    return state


@pytest.mark.sentence("R9.2")
def test_stars_calm_and_points_make_the_score() -> None:
    state = at_the_end(a={"star": 5, "calm": 13, "segments": ["l3-3", "i1-5", "green-i1"]}, b={"star": 10, "calm": 30})
    assert GAME.breakdown(state, 2) == [
        {"stars": 24, "calm": 13, "segments": 3},
        {"stars": 60, "calm": 30, "segments": 0},
    ]
    assert GAME.scores(state, 2) == [40, 90]


@pytest.mark.sentence("R9.3")
def test_leftovers_are_worth_nothing() -> None:
    state = at_the_end(a={"coins": 50, "keys": 9, "fragments": {"blue": 9}}, b={"coins": 0})
    assert GAME.scores(state, 2) == [20, 20]


@pytest.mark.sentence("R9.4")
def test_sleeping_seats_by_score_then_coins_then_shared() -> None:
    state = at_the_end(
        a={"calm": 10, "coins": 1}, b={"calm": 11, "coins": 0}, c={"calm": 10, "coins": 2}, d={"calm": 10, "coins": 1}
    )
    assert GAME.ranks(state, 4) == [3, 1, 2, 3]


@pytest.mark.sentence("R9.5")
def test_woken_seats_score_0_and_share_the_last_place() -> None:
    woken = {"asleep": False, "calm": 0}
    state = at_the_end(a={**woken, "woke": 3, "star": 9, "coins": 9}, b={"calm": 1, "coins": 0}, c={**woken, "woke": 8})
    assert final(GAME, state, 3) == {
        "scores": [0, 1, 0],
        "ranks": [2, 1, 2],
        "breakdown": [
            dict.fromkeys(GAME.columns, 0),
            {"stars": 0, "calm": 1, "segments": 0},
            dict.fromkeys(GAME.columns, 0),
        ],
    }


@pytest.mark.sentence("R9.6")
def test_if_nobody_is_asleep_stars_then_coins_of_the_last_to_wake() -> None:
    woken = {"asleep": False, "calm": 0, "woke": 8}
    state = at_the_end(
        a={**woken, "star": 2, "coins": 1},
        b={**woken, "star": 3, "coins": 0},
        c={**woken, "star": 2, "coins": 2},
        d={**woken, "woke": 7, "star": 9},
    )
    assert GAME.ranks(state, 4) == [3, 1, 2, 4]
    assert GAME.scores(state, 4) == [0] * 4
    shared = at_the_end(
        a={**woken, "star": 2, "coins": 1},
        b={**woken, "star": 2, "coins": 1},
        c={**woken, "woke": 1},
        d={**woken, "woke": 2, "star": 1},
    )
    assert GAME.ranks(shared, 4) == [1, 1, 3, 3]


@pytest.mark.sentence("R9.7")
def test_the_last_sleeper_wins_with_the_score_it_has() -> None:
    state = compose(at_round(2, "d1-1", 1, {0: {"calm": 20, "star": 1}, 1: {"calm": 3}}), {}, 0)
    assert GAME.is_over(state)
    assert final(GAME, state, 2)["scores"] == [4 + 8, 0]
    assert final(GAME, state, 2)["ranks"] == [1, 2]


def test_every_way_to_fill_the_frame_with_four_shapes_costs_nothing_but_nightmares() -> None:
    ways = sum(1 for _ in fillings(at_round(), 0))
    assert ways == 192


def fillings(state: Any, filled: int) -> Any:
    """All compositions of the starting set that cover the frame exactly: the shapes in their order,
    so that each is met once.
    """
    if filled == 4:
        yield state
        return
    shape = f"green-{('i1', 'i2', 'i3', 'l3')[filled]}"
    for text in legal(state, 0):
        if (
            text.startswith(f"place {shape} ")
            and "outside" not in text
            and all(0 <= int(number) <= 2 for cell in text.split()[2:] for number in cell.split(","))
        ):
            yield from fillings(play(state, (0, text)), filled + 1)
