"""The rules of Méandres, a test for each numbered sentence of rulebook.md, in its order.

A prohibition comes with its mirror: in the same position one action is legal and one is refused,
with the right code. Larger positions stand in examples.json.
"""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.games.meandres.components import (
    DANCE_ROWS,
    DANCES,
    HUES,
    LAST_SPACE,
    LEGEND_NAMES,
    PILE_TILE,
    STEPS,
    TILE_KIND,
    TILE_NAMES,
)
from ludotheque.games.meandres.notation import cells_of
from ludotheque.games.meandres.rules.codes import Refusal
from ludotheque.games.meandres.state import Phase
from tests.games.effort import size
from tests.games.meandres.boards import (
    GAME,
    START,
    after,
    cell,
    discards_of,
    fiends_of,
    legal,
    legends_of,
    random_games,
    refusal,
    row_of,
    spawn_of,
    state_of,
    tiles_on,
)

LINE = START | {"2,0": ["passionate-05"], "3,0": ["happy-05"]}  # two dreams in a line to the east
HOLE = {text: tiles for text, tiles in START.items() if text != "0,1"} | {
    "-1,2": ["happy-05"],
    "0,2": ["epic-05"],
    "1,1": ["passionate-05"],
}  # 0,1 is empty, and all around it is not
NO_TILES = {"epic": 0, "passionate": 0, "happy": 0}


def breakdown(state: Any, seat: int = 0) -> dict[str, int]:
    return GAME.breakdown(state, int(state.seats))[seat]


def cards_of(state: Any) -> list[str]:
    """The dances that can be chosen."""
    return [text for text in legal(state) if text.startswith("dance")]


def kinds(state: Any) -> set[str]:
    return {text.split()[0] for text in legal(state)}


# R1 Dreams


@pytest.mark.sentence("R1.1")
def test_a_cell_has_six_neighbours_and_coordinates_never_change() -> None:
    assert sorted(STEPS) == sorted([(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)])
    state = state_of(fiends=["0,-1", "1,0"], row=[7, 2, 3, 4])
    # 1,0 and the others do not touch 0,-1
    assert legal(after(state, "despair")) == ["step 0,0", "step -1,0", "step 1,-1"]
    assert refusal(after(state, "despair"), "step 1,0") == Refusal.NOT_ADJACENT
    moved = after(state_of(fiends=["3,0", "-1,1"], legend=["krampus", None], board=LINE), "krampus 3,0 -2,0")
    assert fiends_of(moved) == ["-2,0", "-1,1"]
    assert set(START) <= {f"{q},{r}" for q, r in cells_of(moved)}


@pytest.mark.sentence("R1.2")
def test_only_the_top_tile_of_a_stack_counts_and_there_is_no_highest_level() -> None:
    high = START | {"-1,0": ["epic-02", "epic-05", "epic-07", "happy-05", "passionate-05", "passionate-06"]}
    state = state_of(board=high, fiends=["0,-1", "1,0"], row=[8, 7, 3, 4])
    assert legal(after(state, "dance 8")) == ["step -1,0"]  # passionate on top
    assert "dance 7" not in cards_of(state)  # E?: the epic tiles below are not seen
    assert tiles_on(state, "-1,0") == high["-1,0"]


@pytest.mark.sentence("R1.3")
def test_grey_side_up_a_dream_is_forgotten_and_has_no_colour() -> None:
    grey = START | {"-1,0": ["epic-02 grey"]}
    colored, forgotten = (state_of(board=board, fiends=["0,-1", "0,1"], row=[7, 16, 3, 4]) for board in (START, grey))
    assert legal(after(colored, "dance 7")) == ["step -1,0"]
    assert "dance 7" not in cards_of(forgotten)
    steps = legal(after(state_of(board=grey, fiends=["0,-1", "0,1"], row=[5, 6, 3, 4]), "dance 6"))  # GH
    assert set(steps) == {"step 0,0", "step -1,0"}


@pytest.mark.sentence("R1.4")
def test_the_celestial_is_forgotten_and_cannot_be_covered() -> None:
    state = state_of(fiends=["1,-1", "0,1"], row=[4, 2, 3, 1])
    assert legal(after(state, "dance 4")) == ["step 0,0"]
    laying = after(state, "dance 4", "step 0,0", "step 1,0")
    assert refusal(laying, "extend happy colour 0,0") == Refusal.NOT_HAZY
    assert refusal(laying, "extend happy colour 0,1") == Refusal.LEGAL


@pytest.mark.sentence("R1.5")
def test_only_a_hazy_tile_may_be_covered_on_either_side() -> None:
    board = START | {"-1,0": ["epic-02 grey"], "2,0": ["epic-09"]}
    laying = after(state_of(board=board, fiends=["1,-1", "0,1"], row=[1, 2, 3, 4]), "dance 4", "step 0,0", "step 1,0")
    assert refusal(laying, "extend happy colour -1,0") == Refusal.LEGAL  # hazy, grey side up
    for text in ("1,0", "2,0"):  # simple, sublime
        assert refusal(laying, f"extend happy colour {text}") == Refusal.NOT_HAZY
    assert Counter(TILE_KIND.tolist()) == {0: 12, 1: 12, 2: 6, 3: 1}


@pytest.mark.sentence("R1.6")
def test_a_dream_beside_a_hole_is_peripheral() -> None:
    state = state_of(seats=2)
    assert refusal(state, "enter 0,0") == Refusal.NOT_PERIPHERAL
    assert refusal(state_of(board=HOLE), "enter 0,0") == Refusal.LEGAL
    assert refusal(state, "enter 1,0") == Refusal.LEGAL


@pytest.mark.sentence("R1.7")
def test_a_dream_is_full_at_three_spawn_of_all_seats_or_four_for_bathory() -> None:
    plain = {
        "fiends": ["1,-1", "0,1"],
        "row": [16, 1, 3, 4],
        "influence": ["passionate", "epic"],
        "spawn": {"0,-1": [1, 2]},
    }
    danced = after(state_of(**plain), "dance 16", "step 1,0", "step 0,0")
    assert spawn_of(danced) == {"0,-1": [1, 2], "0,1": [1, 0]}
    danced = after(state_of(**plain, legend=["bathory", None]), "dance 16", "step 1,0", "step 0,0", "spawn 0,-1 0,1")
    assert spawn_of(danced) == {"0,-1": [2, 2], "0,1": [1, 0]}
    four = after(
        state_of(**(plain | {"spawn": {"0,-1": [2, 2]}}), legend=["bathory", None]), "dance 16", "step 1,0", "step 0,0"
    )
    assert (four.phase, spawn_of(four)) == (Phase.EXTEND, {"0,-1": [2, 2], "0,1": [1, 0]})


# R2 Setup


@pytest.mark.sentence("R2.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seat_0_begins(seats: int) -> None:
    assert {GAME.movers(GAME.new(seats, {}, seed_key(seed)))[0] for seed in range(6)} == {0}


@pytest.mark.sentence("R2.2")
def test_the_start_board_alternates_around_the_celestial() -> None:
    state = GAME.new(2, {}, seed_key(1))
    assert {f"{q},{r}": tiles_on(state, f"{q},{r}") for q, r in cells_of(state)} == START
    assert START["0,0"] == ["celestial"]
    around = [START[text][0] for text in ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")]
    assert all(
        tile[:4] == opposite[:4] and tile != opposite for tile, opposite in zip(around, around[3:], strict=False)
    )
    assert [int(TILE_KIND[TILE_NAMES.index(tile)]) for tile in around] == [0, 1, 0, 1, 0, 1]
    assert not state.grey


@pytest.mark.sentence("R2.3")
@pytest.mark.parametrize(("length", "count", "first"), [("short", 6, "epic-05"), ("long", 8, "epic-03")])
def test_a_pile_is_taken_from_its_front(length: str, count: int, first: str) -> None:
    state = GAME.new(2, {"length": length}, seed_key(1))
    assert state.left.tolist() == [count] * 3
    pile = [TILE_NAMES[tile] for tile in PILE_TILE[int(state.length), 0, :count][::-1]]
    assert pile[0] == first
    assert pile[-2:] == ["epic-09", "epic-10"]  # the sublime ones at the bottom
    state = state_of(fiends=["0,-1", "0,1"], row=[2, 1, 3, 33], options={"length": length})
    laid = after(state, "despair", "step 1,-1", "step 0,0", "extend epic colour 2,0")
    assert tiles_on(laid, "2,0") == [first]


@pytest.mark.sentence("R2.4")
def test_influence_cards_differ_for_two_or_three_seats_and_occur_at_most_twice_for_four() -> None:
    for seats in (2, 3, 4):
        hands = [
            GAME.new(seats, {}, seed_key(seed)).influence[:seats].tolist() for seed in range(size(1200, python=60))
        ]
        most = max(max(Counter(hand).values()) for hand in hands)
        assert most == (2 if seats == 4 else 1)
        for seat in range(seats):
            drawn = Counter(hand[seat] for hand in hands)
            assert all(abs(drawn[color] - len(hands) / 3) < 5 * (len(hands) * 2 / 9) ** 0.5 for color in range(3))


@pytest.mark.sentence("R2.5")
def test_one_spawn_is_the_marker_and_24_are_the_supply() -> None:
    state = GAME.new(3, {}, seed_key(1))
    assert state.supply.tolist() == [24, 24, 24, 0]
    assert state.marker.tolist() == [0] * 4
    assert GAME.breakdown(state, 3)[0]["influence"] == 0


@pytest.mark.sentence("R2.6")
def test_four_dances_lie_open_and_the_last_is_the_furthest_from_the_deck() -> None:
    rows = [row_of(GAME.new(2, {}, seed_key(seed))) for seed in range(size(2000, python=60))]
    assert all(len(set(row)) == 4 for row in rows)
    drawn = Counter(card for row in rows for card in row)
    assert len(rows) < 1000 or all(
        abs(drawn[card] - len(rows) * 4 / 42) < 5 * (len(rows) * 4 / 42) ** 0.5 for card in range(1, 43)
    )
    state = state_of(fiends=["0,-1", "0,1"], row=[12, 7, 33, 5])
    assert discards_of(after(state, "despair")) == [5]


@pytest.mark.sentence("R2.7")
def test_four_legends_lie_open_and_five_are_the_deck() -> None:
    seen = set()
    for seed in range(60):
        state = GAME.new(2, {}, seed_key(seed))
        shown = {legend for legend in range(9) if int(state.open) >> legend & 1}
        assert len(shown) == 4
        assert {legend for legend in range(9) if state.legend_deck[legend]} == set(range(9)) - shown
        seen |= shown
    assert seen == set(range(9))


@pytest.mark.sentence("R2.8")
def test_all_fiends_begin_beside_the_board_without_a_legend() -> None:
    state = GAME.new(4, {}, seed_key(1))
    assert state.fiend.tolist() == state.legend.tolist() == [NONE] * 4


# R3 The turn and the dance


@pytest.mark.sentence("R3.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_turns_go_round_clockwise(seats: int) -> None:
    state, turns = GAME.new(seats, {}, seed_key(2)), [0]
    while len(turns) < 2 * seats + 1:
        (seat,) = GAME.movers(state)
        for other in set(range(seats)) - {seat}:
            assert GAME.legal(state, other) == []
            assert GAME.refusal(state, other, GAME.legal(state, seat)[0]) == Refusal.NOT_YOUR_TURN
        GAME.apply(state, seat, GAME.legal(state, seat)[-1])
        if GAME.movers(state) != [turns[-1]]:
            turns += GAME.movers(state)
    assert turns == [turn % seats for turn in range(2 * seats + 1)]


@pytest.mark.sentence("R3.2")
def test_the_parts_of_a_turn_come_in_their_order() -> None:
    state = state_of(influence=["epic", "happy"], row=[16, 2, 3, 4])
    parts = [int(state.phase)]
    for text in ("enter 0,-1", "dance 16", "step -1,0", "step 0,0", "extend epic colour 2,0"):
        assert refusal(state, "stay") == Refusal.NOT_NOW
        state = after(state, text)
        parts.append(int(state.phase))
    assert parts == [Phase.ENTER, Phase.BEFORE, Phase.STEP, Phase.STEP, Phase.EXTEND, Phase.ENTER]
    assert spawn_of(state) == {"1,0": [1, 0], "-1,0": [1, 0]}


@pytest.mark.sentence("R3.3")
def test_a_fiend_enters_at_the_edge_on_a_dream_without_a_fiend() -> None:
    state = state_of(fiends=[None, "1,0"])
    assert set(legal(state)) == {f"enter {text}" for text in START} - {"enter 0,0", "enter 1,0"}
    assert refusal(state, "enter 1,0") == Refusal.FIEND_THERE
    assert refusal(state, "enter 2,0") == Refusal.NO_DREAM
    entered = after(state, "enter 1,-1")
    assert spawn_of(entered) == {}
    # the dance starts there, and may not end there
    assert "step 1,-1" not in legal(after(entered, "despair", "step 0,0"))


@pytest.mark.sentence("R3.4")
def test_one_power_may_be_used_before_the_dance_and_none_after() -> None:
    state = state_of(fiends=["0,-1", "1,0"], legend=["bogeyman", None])
    swapped = after(state, "swap 1")
    assert refusal(swapped, "swap 1") == Refusal.POWER_USED
    assert fiends_of(swapped) == ["1,0", "0,-1"]
    dancing = after(state, "despair")
    assert refusal(dancing, "swap 1") == Refusal.NOT_NOW
    entered = after(state_of(fiends=[None, "1,0"], legend=["bogeyman", None]), "enter 0,1")
    assert "swap 1" in legal(entered)


@pytest.mark.sentence("R3.5")
def test_the_symbols_of_a_card_are_danced_from_left_to_right() -> None:
    state = state_of(fiends=["0,-1", "0,1"], row=[16, 2, 3, 4])  # EG
    assert refusal(state, "dance 17") == Refusal.NOT_IN_ROW
    dancing = after(state, "dance 16")
    assert legal(dancing) == ["step -1,0"]
    assert legal(after(dancing, "step -1,0")) == ["step 0,0"]
    assert [len(row["steps"]) for row in DANCE_ROWS].count(4) == 9


@pytest.mark.sentence("R3.6")
def test_a_step_fits_its_symbol() -> None:
    state = state_of(fiends=["0,0", "1,0"], row=[19, 21, 23, 4])  # E?P P?E H?E GE
    for card, steps in ((19, {"1,0", "-1,0"}), (21, {"0,-1", "0,1"}), (23, {"1,-1", "-1,1"})):
        assert set(legal(after(state, f"dance {card}"))) == {f"step {text}" for text in steps}
    dancing = after(state, "dance 21")
    assert refusal(dancing, "step 1,-1") == Refusal.NOT_FITTING
    assert refusal(dancing, "step 0,0") == Refusal.NOT_ADJACENT  # to stand still is no step
    assert refusal(state, "dance 4") == Refusal.NO_PATH  # no forgotten dream beside the Celestial
    assert refusal(state_of(fiends=["0,-1", "1,0"], row=[19, 21, 23, 4]), "dance 4") == Refusal.LEGAL


@pytest.mark.sentence("R3.7")
def test_a_dance_ends_neither_at_its_start_nor_on_another_fiend() -> None:
    state = after(state_of(fiends=["0,-1", "1,-1"], row=[1, 2, 3, 33]), "despair", "step 0,0")
    assert refusal(state, "step 0,-1") == Refusal.ENDS_AT_START
    assert refusal(state, "step 1,-1") == Refusal.ENDS_ON_FIEND
    assert refusal(state, "step 1,0") == Refusal.LEGAL


@pytest.mark.sentence("R3.8")
def test_on_the_way_everything_may_be_crossed() -> None:
    state = state_of(fiends=["1,0", "0,0"], row=[40, 2, 3, 4])  # GE?E
    state = after(state, "dance 40", "step 0,0")  # another fiend
    assert "step 1,0" in legal(state)  # the start
    state = after(state_of(fiends=["0,1", "1,-1"], row=[34, 2, 3, 4]), "dance 34", "step 1,0", "step 0,0", "step 0,-1")
    assert legal(state) == ["step 0,0"]  # the same dream again


@pytest.mark.sentence("R3.9")
def test_a_card_with_a_path_may_be_chosen_even_if_it_brings_nothing() -> None:
    state = state_of(fiends=["0,-1", "0,1"], row=[16, 17, 18, 7], influence=["passionate", "epic"], supply=[0, 24])
    assert refusal(state, "dance 16") == Refusal.LEGAL
    assert refusal(state, "dance 17") == Refusal.NO_PATH  # PG: no passionate dream beside 0,-1
    assert spawn_of(after(state, "dance 16", "step -1,0", "step 0,0")) == {}


@pytest.mark.sentence("R3.10")
def test_a_step_after_which_the_dance_cannot_be_completed_is_refused() -> None:
    # ?P
    state = after(
        state_of(fiends=["0,0", "1,0"], board=LINE, row=[10, 2, 3, 4], piles={"happy": 5, "passionate": 5}), "dance 2"
    )
    assert "step 1,-1" in legal(state)
    line = after(state_of(fiends=["3,0", "0,0"], board=LINE, row=[1, 2, 3, 4]), "dance 1", "step 2,0")  # ?E
    assert legal(line) == ["step 1,0"]
    board = START | {"2,0": ["passionate-05"]}
    state = after(state_of(fiends=["1,0", "0,0"], board=board, row=[7, 3, 12, 18]), "dance 3")  # ?H
    assert refusal(state, "step 2,0") == Refusal.DEAD_END
    assert refusal(state, "step 0,0") == Refusal.LEGAL


@pytest.mark.sentence("R3.11")
def test_despair_is_two_free_steps_and_may_be_chosen_though_cards_can_be_danced() -> None:
    state = state_of(fiends=["0,-1", "0,1"], row=[12, 7, 33, 5])
    assert cards_of(state)
    state = after(state, "despair")
    assert row_of(state) == [12, 7, 33]
    assert set(legal(state)) == {"step -1,0", "step 0,0", "step 1,-1"}
    ended = after(state, "step 0,0", "step 1,0")
    assert ended.phase == Phase.EXTEND
    stuck = state_of(fiends=["3,0", "1,0"], board=LINE, row=[4, 5, 6, 16])
    assert refusal(stuck, "despair") == Refusal.NO_DESPAIR


@pytest.mark.sentence("R3.12")
def test_a_seat_rests_only_if_nothing_can_be_danced() -> None:
    stuck = {"fiends": ["3,0", "1,0"], "board": LINE, "row": [4, 5, 6, 16]}
    state = state_of(**stuck)
    assert legal(state) == ["rest"]
    rested = after(state, "rest")
    assert (rested.phase, discards_of(rested), rested.marker.tolist(), fiends_of(rested)) == (
        Phase.EXTEND,
        [16],
        [0] * 4,
        ["3,0", "1,0"],
    )
    assert refusal(state_of(fiends=["0,-1", "0,1"]), "rest") == Refusal.NO_REST
    assert set(legal(state_of(**stuck, legend=["bogeyman", None]))) == {"rest", "swap 1"}
    asked = after(state_of(**stuck, legend=["baba_yaga", None]), "rest")
    assert asked.phase == Phase.EXTEND  # no step aside


@pytest.mark.sentence("R3.13")
def test_no_two_fiends_share_a_dream_after_a_dance_and_none_leaves_the_board() -> None:
    for states in random_games(size(60, python=4)):
        for before, state in pairwise(states):
            there = [dream for dream in state.fiend[: state.seats].tolist() if dream != NONE]
            assert len(set(there)) == len(there) or state.phase == Phase.STEP
            assert all(
                new != NONE for old, new in zip(before.fiend.tolist(), state.fiend.tolist(), strict=True) if old != NONE
            )


# R4 Part B: the invocation


@pytest.mark.sentence("R4.1")
def test_leaps_come_before_the_invocation_and_that_before_the_bonus() -> None:
    given = {"fiends": ["0,-1", "1,-1"], "row": [3, 2, 1, 4], "influence": ["happy", "epic"]}
    dancing = after(state_of(**given), "dance 1", "step 1,-1")
    assert spawn_of(dancing) == {}
    ended = after(dancing, "step 1,0")
    assert spawn_of(ended) == {"1,-1": [2, 0]}  # leap, then invocation on the same dream
    full = after(state_of(**given, spawn={"1,-1": [0, 2]}), "dance 1", "step 1,-1", "step 1,0")
    assert spawn_of(full) == {"1,-1": [1, 2]}  # the leap made it full
    asked = after(
        state_of(
            fiends=["-1,1", "-1,0"], row=[34, 2, 3, 4], influence=["happy", "epic"], legend=["jack_o_lantern", None]
        ),
        *INFERNAL,
    )
    parts = [int(asked.phase)]
    for text in ("spawn -1,0", "spawn none", "spawn none"):
        asked = after(asked, text)
        parts.append(int(asked.phase))
    assert parts == [Phase.LEAP, Phase.SPAWN, Phase.BONUS, Phase.EXTEND]


@pytest.mark.sentence("R4.2")
def test_every_other_fiend_crossed_gives_a_leap_in_order() -> None:
    given = {
        "seats": 3,
        "fiends": ["-1,1", "-1,0", "0,-1"],
        "row": [34, 1, 33, 5],
        "influence": ["epic", "happy", "passionate"],
    }
    path = ("dance 34", "step -1,0", "step 0,0", "step 0,-1", "step 0,0")
    both = after(state_of(**given, supply=[2, 24, 24]), *path)
    assert spawn_of(both) == {"-1,0": [1, 0, 0], "0,-1": [1, 0, 0]}
    one = after(state_of(**given, supply=[1, 24, 24]), *path)
    assert spawn_of(one) == {"-1,0": [1, 0, 0]}  # the first that was crossed


@pytest.mark.sentence("R4.3")
def test_a_dream_crossed_twice_gives_one_leap() -> None:
    state = state_of(fiends=["0,-1", "0,0"], row=[40, 1, 33, 5], influence=["passionate", "happy"])  # GE?E
    ended = after(state, "dance 40", "step 0,0", "step 1,0", "step 0,0", "step -1,0")
    assert spawn_of(ended)["0,0"] == [1, 0]


@pytest.mark.sentence("R4.4")
def test_eligible_are_adjacent_dreams_of_the_own_colour_that_are_not_full() -> None:
    path = ("dance 16", "step -1,0", "step 0,0")
    given = {"fiends": ["0,-1", "1,-1"], "row": [16, 2, 3, 4]}
    # a fiend on it does not matter
    assert spawn_of(after(state_of(**given, influence=["happy", "epic"]), *path)) == {"-1,1": [1, 0], "1,-1": [1, 0]}
    assert spawn_of(after(state_of(**given, influence=["happy", "epic"], spawn={"-1,1": [0, 3]}), *path)) == {
        "-1,1": [0, 3],
        "1,-1": [1, 0],
    }
    own = after(
        state_of(fiends=["0,-1", "0,1"], row=[1, 2, 3, 4], influence=["epic", "happy"]),
        "dance 1",
        "step 0,0",
        "step 1,0",
    )
    assert spawn_of(own) == {}  # the fiend's own dream is not eligible
    choosing = state_of(
        fiends=["0,-1", "1,0"],
        row=[16, 2, 3, 4],
        influence=["happy", "epic"],
        board=START | {"0,1": ["passionate-02", "happy-05"]},
    )
    choosing = after(choosing, *path)
    assert refusal(choosing, "spawn -1,0 0,1") == Refusal.NOT_ELIGIBLE
    assert refusal(choosing, "spawn -1,1 0,1") == Refusal.LEGAL


@pytest.mark.sentence("R4.2")
def test_a_leap_cannot_be_declined() -> None:
    state = after(state_of(fiends=["0,-1", "-1,0"], row=[12, 7, 33, 5]), "despair", "step -1,0", "step 0,0")
    assert (state.phase, spawn_of(state)) == (Phase.EXTEND, {"-1,0": [1, 0]})  # nobody is asked
    jack = after(
        state_of(fiends=["0,-1", "-1,0"], row=[12, 7, 33, 5], legend=["jack_o_lantern", None]),
        "despair",
        "step -1,0",
        "step 0,0",
    )
    assert refusal(jack, "spawn none") == Refusal.LEAP_IS_DUE
    assert refusal(jack, "spawn 0,0") == Refusal.NOT_LEAP_DREAM
    assert refusal(jack, "spawn -1,0") == Refusal.LEGAL


@pytest.mark.sentence("R4.5")
def test_as_many_spawn_as_limit_dreams_and_supply_allow_and_no_fewer() -> None:
    board = START | {"0,1": ["passionate-02", "happy-05"]}
    path = ("step -1,0", "step 0,0")
    given = {"fiends": ["0,-1", "1,0"], "board": board, "influence": ["happy", "epic"], "row": [16, 2, 3, 4]}
    limit = after(state_of(**given), "dance 16", *path)
    assert refusal(limit, "spawn 0,1") == refusal(limit, "spawn none") == Refusal.TOO_FEW
    assert refusal(limit, "spawn -1,1 0,1 1,-1") == Refusal.TOO_MANY
    assert all(len(text.split()) == 3 for text in legal(limit))
    supply = after(state_of(**given, supply=[1, 24]), "dance 16", *path)
    assert all(len(text.split()) == 2 for text in legal(supply))


INFERNAL = ("dance 34", "step -1,0", "step 0,0", "step 0,-1", "step 0,0")  # E?PG from -1,1 to the Celestial
TO_THE_MIDDLE = {"fiends": ["-1,1", "0,1"], "row": [34, 2, 3, 4], "influence": ["happy", "epic"]}


@pytest.mark.sentence("R4.5")
def test_after_an_infernal_dance_any_number_of_spawn_up_to_the_limit() -> None:
    asked = after(state_of(**TO_THE_MIDDLE), *INFERNAL)
    assert legal(asked) == ["spawn none", "spawn -1,1", "spawn 1,-1", "spawn -1,1 1,-1"]
    assert spawn_of(after(asked, "spawn 1,-1")) == {"1,-1": [1, 0]}
    assert spawn_of(after(asked, "spawn none")) == {}
    board = {
        "0,0": ["celestial"],
        "1,0": ["happy-03"],
        "-1,0": ["epic-02"],
        "0,-1": ["passionate-01"],
        "0,1": ["happy-04"],
        "-1,1": ["happy-01"],
        "1,-1": ["happy-02"],
    }
    four = after(state_of(**TO_THE_MIDDLE, board=board), *INFERNAL)
    assert Counter(len(text.split()) - 1 - (text == "spawn none") for text in legal(four)) == {0: 1, 1: 4, 2: 6, 3: 4}
    assert refusal(four, "spawn -1,1 0,1 1,-1 1,0") == Refusal.TOO_MANY
    assert refusal(four, "spawn -1,0") == Refusal.NOT_ELIGIBLE


@pytest.mark.sentence("R4.6")
def test_the_seat_is_asked_only_if_there_is_a_choice() -> None:
    path = ("dance 16", "step -1,0", "step 0,0")
    given = {"fiends": ["0,-1", "1,0"], "influence": ["happy", "epic"], "row": [16, 2, 3, 4]}
    assert after(state_of(**given), *path).phase == Phase.EXTEND
    assert after(state_of(**given, supply=[0, 24]), *path).phase == Phase.EXTEND
    assert after(state_of(**given, board=START | {"0,1": ["passionate-02", "happy-05"]}), *path).phase == Phase.SPAWN
    assert after(state_of(**TO_THE_MIDDLE), *INFERNAL).phase == Phase.SPAWN  # k is 2, and so are the dreams
    none = state_of(**TO_THE_MIDDLE, spawn={"-1,1": [0, 3], "1,-1": [0, 3]})
    assert after(none, *INFERNAL).phase == Phase.BONUS  # k is 0
    assert after(state_of(**TO_THE_MIDDLE, supply=[0, 24]), *INFERNAL).phase == Phase.EXTEND


@pytest.mark.sentence("R4.7")
def test_the_infernal_bonus_may_be_placed_on_the_last_dream_or_declined() -> None:
    asked = after(state_of(**TO_THE_MIDDLE), *INFERNAL, "spawn -1,1 1,-1")
    assert legal(asked) == ["spawn none", "spawn 0,0"]
    assert refusal(asked, "spawn 0,1") == Refusal.NOT_BONUS_DREAM
    assert refusal(asked, "spawn 0,0 0,0") == Refusal.TOO_MANY
    placed, declined = after(asked, "spawn 0,0"), after(asked, "spawn none")
    assert (spawn_of(placed), placed.marker[0]) == ({"-1,1": [1, 0], "1,-1": [1, 0], "0,0": [1, 0]}, 0)
    assert (spawn_of(declined), declined.marker[0]) == ({"-1,1": [1, 0], "1,-1": [1, 0]}, 1)
    fewer = after(state_of(**TO_THE_MIDDLE), *INFERNAL, "spawn none", "spawn 0,0")
    assert spawn_of(fewer) == {"0,0": [1, 0]}


@pytest.mark.sentence("R4.7")
def test_the_bonus_is_not_asked_about_where_it_cannot_be_placed() -> None:
    full = after(state_of(**TO_THE_MIDDLE, spawn={"0,0": [0, 3]}), *INFERNAL, "spawn -1,1")
    assert (full.phase, spawn_of(full)["0,0"]) == (Phase.EXTEND, [0, 3])
    poor = after(state_of(**TO_THE_MIDDLE, supply=[2, 24]), *INFERNAL)
    assert after(poor, "spawn -1,1 1,-1").phase == Phase.EXTEND
    assert after(poor, "spawn -1,1").phase == Phase.BONUS  # what was not placed is still there


@pytest.mark.sentence("R4.8")
def test_no_dream_takes_more_than_three_spawn() -> None:
    leap = state_of(fiends=["0,-1", "1,-1"], row=[3, 2, 1, 4], influence=["passionate", "epic"], spawn={"1,-1": [1, 2]})
    assert spawn_of(after(leap, "dance 1", "step 1,-1", "step 1,0"))["1,-1"] == [1, 2]
    for states in random_games(size(60, python=4)):
        bathory = any(state.legend[seat] == LEGEND_NAMES.index("bathory") for state in states for seat in range(4))
        assert max(int(state.spawn.sum(axis=0).max()) for state in states) <= (4 if bathory else 3)


@pytest.mark.sentence("R4.9")
def test_what_the_supply_is_too_small_for_is_lost_and_what_is_declined_is_kept() -> None:
    given = {"fiends": ["0,-1", "1,-1"], "row": [3, 2, 1, 4], "influence": ["happy", "epic"]}
    path = ("dance 1", "step 1,-1", "step 1,0")
    assert spawn_of(after(state_of(**given, supply=[1, 24]), *path)) == {"1,-1": [1, 0]}
    # nothing is taken from the board
    assert spawn_of(after(state_of(**given, supply=[0, 24], spawn={"0,1": [3, 0]}), *path)) == {"0,1": [3, 0]}
    jack = {
        "seats": 3,
        "fiends": ["-1,1", "-1,0", "0,-1"],
        "row": [34, 1, 33, 5],
        "legend": ["jack_o_lantern", None, None],
        "supply": [2, 24, 24],
    }
    asked = after(state_of(**jack, influence=["epic", "happy", "passionate"]), *INFERNAL)
    assert spawn_of(after(asked, "spawn -1,0 -1,0")) == {"-1,0": [2, 0, 0]}  # Jack's second before the next dream
    assert spawn_of(after(asked, "spawn -1,0")) == {"-1,0": [1, 0, 0], "0,-1": [1, 0, 0]}
    assert after(state_of(**TO_THE_MIDDLE), *INFERNAL, "spawn none", "spawn none").supply[0] == 24


@pytest.mark.sentence("R4.10")
def test_despair_brings_leaps_only_and_rest_nothing() -> None:
    state = state_of(fiends=["0,-1", "-1,0"], row=[12, 7, 33, 34], influence=["epic", "happy"])
    assert spawn_of(after(state, "despair", "step -1,0", "step 0,0")) == {"-1,0": [1, 0]}
    stuck = state_of(fiends=["3,0", "1,0"], board=LINE, row=[4, 5, 6, 16], influence=["passionate", "epic"])
    assert spawn_of(after(stuck, "rest")) == {}


@pytest.mark.sentence("R4.11")
def test_spawn_stay_unless_okiku_or_krampus_moves_them() -> None:
    for states in random_games(size(60, python=4)):
        for before, state in pairwise(states):
            if before.phase == Phase.BEFORE and state.is_used and not before.is_used:
                continue
            assert (state.spawn >= before.spawn).all()
    moved = after(
        state_of(fiends=["0,1", "-1,1"], legend=["krampus", None], board=LINE, spawn={"3,0": [1, 2]}),
        "krampus 3,0 -2,0",
    )
    assert spawn_of(moved) == {"-2,0": [1, 2]}


# R5 Part C: influence

QUIET = {"fiends": ["0,-1", "0,1"], "row": [16, 2, 3, 4], "influence": ["happy", "epic"]}
TO_CELESTIAL = ("despair", "step -1,0", "step 0,0")


@pytest.mark.sentence("R5.1")
def test_the_marker_moves_on_if_no_spawn_lies_on_the_fiends_dream() -> None:
    assert after(state_of(**QUIET), "dance 16", "step -1,0", "step 0,0").marker[0] == 1
    assert after(state_of(**QUIET), *TO_CELESTIAL).marker[0] == 1  # after despair too
    for counts in ([1, 0], [0, 1]):
        assert after(state_of(**QUIET, spawn={"0,0": counts}), *TO_CELESTIAL).marker[0] == 0
    stuck = state_of(fiends=["3,0", "1,0"], board=LINE, row=[4, 5, 6, 16])
    assert after(stuck, "rest").marker[0] == 0


@pytest.mark.sentence("R5.2")
def test_on_the_last_space_the_marker_stays() -> None:
    assert after(state_of(**QUIET, track=[LAST_SPACE - 1, 0]), *TO_CELESTIAL).marker[0] == LAST_SPACE
    assert after(state_of(**QUIET, track=[LAST_SPACE, 0]), *TO_CELESTIAL).marker[0] == LAST_SPACE


@pytest.mark.sentence("R5.3")
def test_a_large_diamond_brings_a_legend_that_must_be_taken() -> None:
    shown = ["okiku", "krampus", "bathory", "baba_yaga"]
    state = after(state_of(**QUIET, track=[1, 0], legends=shown), *TO_CELESTIAL)
    assert set(legal(state)) == {"legend top", *(f"legend {name}" for name in shown)}
    assert refusal(state, "legend white_lady") == Refusal.NOT_OPEN
    taken = after(state, "legend krampus")
    assert (legends_of(taken)[0], int(taken.open).bit_count()) == ("krampus", 3)  # and not replaced
    drawn = after(state, "legend top", chance=("legend white_lady",))
    assert (legends_of(drawn)[0], int(drawn.open).bit_count(), int(drawn.legend_deck.sum())) == ("white_lady", 4, 4)
    last = state_of(**QUIET, track=[1, 0], legends=["okiku"], gone=[name for name in LEGEND_NAMES if name != "okiku"])
    assert refusal(after(last, *TO_CELESTIAL), "legend top") == Refusal.NO_LEGEND_DECK
    assert after(state_of(**QUIET, track=[2, 0]), *TO_CELESTIAL).phase == Phase.EXTEND  # space 3 is no large one


@pytest.mark.sentence("R5.4")
def test_the_legends_colour_becomes_the_seats_influence() -> None:
    state = after(state_of(**QUIET, track=[1, 0], legends=["okiku", "krampus", "bathory", "white_lady"]), *TO_CELESTIAL)
    for name, hue in (("okiku", "epic"), ("bathory", "passionate")):
        assert HUES[after(state, f"legend {name}").influence[0]] == hue


@pytest.mark.sentence("R5.5")
@pytest.mark.parametrize("hue", HUES)
def test_a_legend_that_lets_its_holder_choose_takes_any_colour_and_marks_it(hue: str) -> None:
    shown = ["baba_yaga", "killer_clown", "bloody_mary", "okiku"]
    state = after(state_of(**QUIET, track=[1, 0], legends=shown), *TO_CELESTIAL)
    chosen = after(state, "legend killer_clown", f"influence {hue}")
    assert (HUES[chosen.influence[0]], chosen.supply[0], chosen.mark[0]) == (hue, 23, 1)
    poor = after(
        state_of(**QUIET, track=[1, 0], legends=shown, supply=[0, 24]),
        *TO_CELESTIAL,
        "legend baba_yaga",
        f"influence {hue}",
    )
    assert (HUES[poor.influence[0]], poor.supply[0], poor.mark[0]) == (hue, 0, 0)


@pytest.mark.sentence("R5.6")
def test_an_old_legend_leaves_the_game_and_its_mark_returns() -> None:
    state = state_of(**QUIET, track=[4, 0], legend=["bloody_mary", None], legends=["krampus"])
    assert state.supply[0] == 23
    replaced = after(state, *TO_CELESTIAL, "legend krampus")
    assert (legends_of(replaced)[0], replaced.supply[0], replaced.mark[0]) == ("krampus", 24, 0)
    gone = LEGEND_NAMES.index("bloody_mary")
    assert int(replaced.gone) == 1 << gone
    assert not int(replaced.open) >> gone & 1
    assert replaced.legend_deck[gone] == 0


@pytest.mark.sentence("R5.7")
def test_if_no_legend_is_left_nothing_is_taken() -> None:
    state = state_of(
        **QUIET,
        track=[4, 0],
        legend=["okiku", None],
        legends=[],
        gone=[name for name in LEGEND_NAMES if name != "okiku"],
    )
    ended = after(state, *TO_CELESTIAL)
    assert (ended.marker[0], ended.phase, legends_of(ended)[0]) == (5, Phase.EXTEND, "okiku")


@pytest.mark.sentence("R5.8")
def test_a_legend_works_from_the_next_turn_on_and_may_be_left_unused() -> None:
    shown = ["jack_o_lantern", "krampus", "bathory", "okiku"]
    given = {
        "fiends": ["0,-1", "0,1"],
        "row": [16, 3, 2, 1],
        "influence": ["epic", "epic"],
        "track": [1, 0],
        "legends": shown,
    }
    state = after(
        state_of(**given), "despair", "step 0,0", "step -1,1", "legend jack_o_lantern", "extend epic colour 2,0"
    )
    crossed = after(state, "despair", "step -1,1", "step 0,0")
    assert spawn_of(crossed) == {}  # the shield works against the very next seat
    holder = state_of(fiends=["0,-1", "0,1"], legend=["okiku", None], spawn={"1,0": [1, 0]}, row=[16, 2, 3, 4])
    assert {"dance", "okiku", "despair"} == kinds(holder)  # one simply dances
    assert spawn_of(after(holder, "despair", "step 1,-1", "step 0,0")) == {"1,0": [1, 0]}
    leaping = {"fiends": ["0,-1", "-1,0"], "row": [16, 2, 3, 4], "influence": ["happy", "epic"]}
    for name, spawn, text in (("jack_o_lantern", [0, 0], "spawn -1,0"), ("bathory", [0, 3], "spawn none")):
        asked = after(
            state_of(**leaping, legend=[name, None], spawn={"-1,0": spawn}), "despair", "step -1,0", "step 0,0"
        )
        assert asked.phase == Phase.LEAP
        assert refusal(asked, text) == Refusal.LEGAL


# R6 Part D: the extension


@pytest.mark.sentence("R6.1")
def test_the_pile_of_the_colour_under_the_fiend_is_forbidden() -> None:
    laying = after(
        state_of(fiends=["1,-1", "0,1"], row=[1, 2, 3, 4], piles={"happy": 0}), "dance 4", "step 0,0", "step 1,0"
    )
    assert refusal(laying, "extend epic colour 2,0") == Refusal.FORBIDDEN_PILE
    assert refusal(laying, "extend happy colour 2,0") == Refusal.EMPTY_PILE
    assert refusal(laying, "extend passionate colour 2,0") == Refusal.LEGAL
    aside = after(
        state_of(fiends=["1,-1", "0,1"], row=[1, 2, 3, 4], legend=["baba_yaga", None]),
        "dance 4",
        "step 0,0",
        "step 1,0",
        "baba 1,-1",
    )
    assert refusal(aside, "extend epic colour 2,0") == Refusal.LEGAL
    assert refusal(aside, "extend happy colour 2,0") == Refusal.FORBIDDEN_PILE


@pytest.mark.sentence("R6.2")
def test_from_a_forgotten_dream_every_pile_but_the_colour_side_only() -> None:
    laying = after(state_of(**QUIET), *TO_CELESTIAL)
    assert {text.split()[1] for text in legal(laying)} == set(HUES)
    assert {text.split()[2] for text in legal(laying)} == {"colour"}
    assert refusal(laying, "extend epic grey 2,0") == Refusal.COLOR_SIDE_ONLY


@pytest.mark.sentence("R6.3")
def test_from_a_coloured_dream_either_side_may_be_laid() -> None:
    laying = after(state_of(fiends=["1,-1", "0,1"], row=[1, 2, 3, 4]), "dance 4", "step 0,0", "step 1,0")
    assert {text.split()[2] for text in legal(laying)} == {"colour", "grey"}
    assert tiles_on(after(laying, "extend happy grey 2,0"), "2,0") == ["happy-05 grey"]


@pytest.mark.sentence("R6.4")
def test_a_tile_goes_on_a_hazy_dream_or_beside_a_dream_even_into_a_hole() -> None:
    laying = after(state_of(fiends=["1,-1", "0,-1"], board=HOLE, row=[1, 2, 3, 4]), "dance 4", "step 0,0", "step 1,0")
    assert refusal(laying, "extend happy colour 0,1") == Refusal.LEGAL
    assert refusal(laying, "extend happy colour 2,0") == Refusal.LEGAL
    assert refusal(laying, "extend happy colour 4,0") == Refusal.NO_SHORE
    assert refusal(laying, "extend happy colour 1,0") == Refusal.NOT_HAZY
    assert tiles_on(after(laying, "extend happy colour -1,0"), "-1,0") == ["epic-02", "happy-05"]


@pytest.mark.sentence("R6.5")
def test_fiends_and_spawn_stand_on_the_tile_that_covers_their_dream() -> None:
    state = state_of(fiends=["0,-1", "0,1"], row=[1, 2, 3, 4], spawn={"1,-1": [2, 1], "0,1": [0, 3]})
    laying = after(state, "despair", "step 0,0", "step 1,-1")
    own = after(laying, "extend epic grey 1,-1")
    assert (fiends_of(own), spawn_of(own)["1,-1"], tiles_on(own, "1,-1")) == (
        ["1,-1", "0,1"],
        [2, 1],
        ["happy-02", "epic-05 grey"],
    )
    other = after(laying, "extend epic colour 0,1")
    assert (fiends_of(other), spawn_of(other)["0,1"]) == (["1,-1", "0,1"], [0, 3])


@pytest.mark.sentence("R6.6")
def test_the_next_tile_of_the_forbidden_pile_is_thrown_out_if_no_other_is_left() -> None:
    given = {"fiends": ["0,-1", "0,1"], "row": [12, 1, 33, 5], "piles": {"epic": 2, "passionate": 0, "happy": 0}}
    ended = after(state_of(**given), "dance 1", "step 0,0", "step 1,0")
    assert (ended.left.tolist(), int(ended.seat), int(ended.dreams)) == ([1, 0, 0], 1, 7)
    assert int(ended.thrown) == 1 << TILE_NAMES.index("epic-09")
    # from the Celestial it may be laid
    assert after(state_of(**given), "despair", "step -1,0", "step 0,0").phase == Phase.EXTEND


@pytest.mark.sentence("R6.7")
def test_with_empty_piles_nothing_is_laid() -> None:
    ended = after(state_of(**QUIET, piles=NO_TILES), *TO_CELESTIAL)
    assert (int(ended.seat), int(ended.dreams), int(ended.thrown)) == (1, 7, 0)


@pytest.mark.sentence("R6.8")
def test_every_turn_takes_one_tile_from_the_piles_until_they_are_empty() -> None:
    for states in random_games(size(60, python=4)):
        for before, state in pairwise(states):
            spent = int(before.left.sum()) - int(state.left.sum())
            is_turn_over = state.phase == Phase.OVER or state.seat != before.seat
            assert spent == int(is_turn_over and before.left.sum() > 0)


# R7 Part E: the row


@pytest.mark.sentence("R7.1")
def test_cards_danced_or_thrown_away_lie_on_the_discards() -> None:
    state = state_of(fiends=["0,-1", "-1,0"], legend=["white_lady", None], row=[16, 4, 19, 2])
    assert discards_of(after(state, "dance 16")) == [16]
    assert discards_of(after(state, "despair")) == [2]
    twice = after(state, "dance 16", "step -1,0", "step 0,0", "again 19")
    assert discards_of(twice) == [16, 19]
    assert row_of(twice) == [4, 2]


@pytest.mark.sentence("R7.2")
def test_the_row_slides_away_from_the_deck_and_is_filled_next_to_it() -> None:
    state = state_of(fiends=["0,-1", "0,1"], row=[12, 7, 33, 5], influence=["happy", "epic"])
    danced = after(state, "dance 7", "step -1,0", "step 0,0", "extend epic colour 2,0", chance=("dance 20",))
    assert row_of(danced) == [20, 12, 33, 5]
    despaired = after(state, "despair", "step -1,0", "step 0,0", "extend epic colour 2,0", chance=("dance 20",))
    assert row_of(despaired) == [20, 12, 7, 33]
    twice = state_of(
        fiends=["0,-1", "-1,0"], legend=["white_lady", None], row=[16, 7, 19, 5], influence=["passionate", "epic"]
    )
    twice = after(
        twice,
        "dance 16",
        "step -1,0",
        "step 0,0",
        "again 19",
        "step -1,0",
        "step 0,0",
        "step 0,-1",
        "extend happy colour 2,0",
        chance=("dance 20", "dance 31"),
    )
    assert row_of(twice) == [31, 20, 7, 5]  # the second card drawn pushes the first on


@pytest.mark.sentence("R7.3")
def test_an_empty_deck_is_made_of_the_discards() -> None:
    state = state_of(**QUIET, piles=NO_TILES)
    state.deck[:], state.discards = 0, (1 << 40) | (1 << 41)
    ended = after(state, *TO_CELESTIAL)
    assert row_of(ended)[0] in (4, 41, 42)  # card 4 was thrown away in this very turn
    assert row_of(ended)[1:] == [16, 2, 3]
    assert int(ended.deck.sum()) == 2
    assert discards_of(ended) == []
    for states in random_games(size(60, python=4)):
        shown = {card for state in states for card in row_of(state)}
        assert len(shown) <= 41


@pytest.mark.sentence("R7.4")
def test_the_row_is_filled_in_the_last_turn_too() -> None:
    for states in random_games(size(24, python=4)):
        assert len(row_of(states[-1])) == 4
        assert states[-1].deck.sum() < states[-2].deck.sum()


# R8 End


def turns_of(states: tuple[Any, ...]) -> list[tuple[int, int]]:
    """Of every turn: the seat, and how many tiles the piles held before it."""
    turns = []
    for before, state in pairwise(states):
        if state.phase == Phase.OVER or state.seat != before.seat:
            turns.append((int(before.seat), int(before.left.sum())))
    return turns


@pytest.mark.sentence("R8.1", "R8.4", "R8.5")
def test_the_number_of_turns_follows_from_seats_and_options() -> None:
    expected = {
        (2, 0, 0): 18,
        (2, 0, 1): 20,
        (2, 1, 0): 24,
        (2, 1, 1): 26,
        (3, 0, 0): 18,
        (3, 0, 1): 21,
        (3, 1, 0): 24,
        (3, 1, 1): 27,
        (4, 0, 0): 20,
        (4, 0, 1): 24,
        (4, 1, 0): 24,
        (4, 1, 1): 28,
    }
    met = set()
    for states in random_games(12):
        end, turns = states[-1], turns_of(states)
        options = (int(end.seats), int(end.length), int(end.ending))
        met.add(options)
        assert len(turns) == expected[options]
        # the piles are empty after the 18th or 24th turn
        assert [left for _, left in turns].index(1) == (17, 23)[int(end.length)]
        assert all(left == 0 for _, left in turns[(18, 24)[int(end.length)] :])  # no part D after that
    assert met == set(expected)


@pytest.mark.sentence("R8.2")
def test_with_finish_round_the_round_is_played_to_its_end() -> None:
    given = {
        "seats": 3,
        "fiends": ["0,-1", "0,1", "1,0"],
        "row": [16, 2, 3, 4],
        "piles": NO_TILES,
        "influence": ["happy", "epic", "passionate"],
    }
    second = after(state_of(**given, turn=1), "despair", "step -1,1", "step -1,0")
    assert second.seat == 2
    third = after(state_of(**given, turn=2), "despair", "step 1,-1", "step 0,0")
    assert GAME.is_over(third)
    assert GAME.legal(third, 0) == []
    assert GAME.refusal(third, 0, 0) == Refusal.GAME_OVER


@pytest.mark.sentence("R8.3")
def test_with_extra_round_one_more_round_follows() -> None:
    given = {
        "fiends": ["0,-1", "0,1"],
        "row": [16, 2, 3, 4],
        "piles": NO_TILES,
        "influence": ["happy", "epic"],
        "track": [2, 5],
        "options": {"ending": "extra_round"},
    }
    state = after(state_of(**given, turn=1), "despair", "step -1,1", "step -1,0")
    assert (int(state.seat), GAME.is_over(state)) == (0, False)
    state = after(state, "despair", "step 1,-1", "step 0,0")
    assert not GAME.is_over(state)
    assert GAME.is_over(after(state, "despair", "step -1,1", "step 0,1"))


# R9 Scoring


def scored(**given: Any) -> Any:
    return state_of(fiends=["1,0", "0,1"], **given)


@pytest.mark.sentence("R9.1")
@pytest.mark.parametrize("count", [1, 2])
def test_a_point_for_each_level_however_many_spawn(count: int) -> None:
    board = START | {"-1,0": ["epic-02", "epic-05", "passionate-05", "happy-06"]}
    assert breakdown(scored(board=board, spawn={"-1,0": [count, 0], "0,0": [0, 1]}))["levels"] == 4


@pytest.mark.sentence("R9.2")
def test_a_sublime_tile_doubles_the_levels_once() -> None:
    board = START | {"-1,0": ["epic-02", "epic-05", "epic-09"], "-2,0": ["epic-10"]}
    assert breakdown(scored(board=board, spawn={"-1,0": [1, 0]}))["levels"] == 6
    assert breakdown(scored(board=board, spawn={"-1,0": [1, 0], "-2,0": [1, 0]}))["levels"] == 8


@pytest.mark.sentence("R9.3")
def test_a_forgotten_dream_brings_two_more() -> None:
    board = START | {"-1,0": ["epic-02", "happy-05 grey"]}
    assert breakdown(scored(board=board, spawn={"-1,0": [1, 0], "0,0": [1, 0], "1,0": [1, 0]}))["forgotten"] == 4


@pytest.mark.sentence("R9.4")
@pytest.mark.parametrize(("count", "points"), [(2, 0), (3, 4), (4, 4)])
def test_three_own_spawn_bring_four_more(count: int, points: int) -> None:
    state = scored(spawn={"-1,0": [count, 0]})
    assert breakdown(state)["threes"] == points
    assert breakdown(scored(spawn={"-1,0": [2, 1]}))["threes"] == 0


@pytest.mark.sentence("R9.5")
def test_an_isolated_dream_brings_five_to_everybody_on_it() -> None:
    state = scored(spawn={"-1,0": [1, 1], "1,0": [0, 1]})
    assert [breakdown(state, seat)["isolated"] for seat in range(2)] == [5, 10]
    spoiled = scored(spawn={"-1,0": [1, 1], "0,0": [0, 1]})
    assert [breakdown(spoiled, seat)["isolated"] for seat in range(2)] == [0, 0]


@pytest.mark.sentence("R9.6")
def test_the_value_of_the_track_space_counts() -> None:
    assert [breakdown(scored(track=[space, 0]))["influence"] for space in range(LAST_SPACE + 1)] == [
        0,
        1,
        2,
        3,
        4,
        6,
        8,
        11,
        14,
        18,
        23,
    ]


@pytest.mark.sentence("R9.7")
def test_seats_score_a_dream_independently_and_nothing_off_the_board_counts() -> None:
    state = scored(spawn={"-1,0": [3, 1]}, legend=["bloody_mary", None])
    assert GAME.scores(state, 2) == [1 + 4 + 5, 1 + 5]
    assert GAME.scores(scored(legend=["okiku", "bathory"]), 2) == [0, 0]
    assert GAME.breakdown(scored(), 2) == [dict.fromkeys(GAME.columns, 0)] * 2


@pytest.mark.sentence("R9.8")
def test_ties_are_broken_by_spawn_then_influence_then_shared() -> None:
    more_spawn = scored(spawn={"-1,0": [1, 2]})
    assert (GAME.scores(more_spawn, 2), GAME.ranks(more_spawn, 2)) == ([6, 6], [2, 1])
    equal = scored(spawn={"-1,0": [1, 1]})
    assert GAME.ranks(equal, 2) == [1, 1]
    # the same score and spawn, but one more point of influence against one more level
    tied = scored(
        board=START | {"-1,0": ["epic-02", "happy-05"]},
        track=[0, 1],
        spawn={"-1,0": [1, 0], "0,0": [0, 0], "-1,1": [0, 1]},
    )
    assert (GAME.scores(tied, 2), GAME.ranks(tied, 2)) == ([2, 2], [2, 1])
    marked = scored(spawn={"-1,0": [1, 1]}, legend=["bloody_mary", None])
    assert GAME.ranks(marked, 2) == [1, 1]  # the mark on a card does not count


# R10 Legends

BEFORE_POWERS = {"killer_clown": "clown", "okiku": "okiku", "krampus": "krampus", "bogeyman": "swap"}


@pytest.mark.sentence("R10.1")
def test_only_the_own_legend_gives_a_power() -> None:
    given = {"fiends": ["2,0", "-1,1"], "board": LINE, "spawn": {"1,0": [1, 0]}, "row": [2, 3, 10, 12]}
    for name, power in BEFORE_POWERS.items():
        assert power in kinds(state_of(**given, legend=[name, None]))
        other = state_of(**given, legend=[None, name])
        assert power not in kinds(other)
    nobody = state_of(**given)
    for text in ("clown happy", "okiku 1,0 2,0", "krampus 3,0 -2,0", "swap 1"):
        assert refusal(nobody, text) == Refusal.NO_POWER


@pytest.mark.sentence("R10.2")
def test_baba_yaga_may_step_aside_before_influence() -> None:
    given = {
        "fiends": ["-1,1", "0,1"],
        "row": [34, 2, 3, 4],
        "influence": ["happy", "epic"],
        "legend": ["baba_yaga", None],
    }
    asked = after(state_of(**given), *INFERNAL, "spawn -1,1 1,-1", "spawn 0,0")
    assert refusal(asked, "baba 0,1") == Refusal.BABA_FIEND
    assert refusal(asked, "baba 2,0") == Refusal.NO_DREAM
    assert refusal(asked, "baba 0,0") == Refusal.NOT_ADJACENT
    assert after(asked, "stay").marker[0] == 0
    moved = after(asked, "baba 1,0")
    assert (moved.marker[0], fiends_of(moved)[0], spawn_of(moved)) == (1, "1,0", spawn_of(asked))
    assert after(asked, "baba -1,1").phase == Phase.EXTEND  # the start of the dance
    top = after(state_of(**given, track=[LAST_SPACE, 0]), *INFERNAL, "spawn none", "spawn none")
    assert top.phase == Phase.BABA
    alone = state_of(seats=2, fiends=["3,0", "1,0"], board=LINE, row=[4, 5, 6, 16], legend=["baba_yaga", None])
    assert after(alone, "rest").phase == Phase.EXTEND


@pytest.mark.sentence("R10.3")
def test_the_killer_clown_changes_to_another_colour() -> None:
    state = state_of(**QUIET, legend=["killer_clown", None])
    assert refusal(state, "clown happy") == Refusal.SAME_COLOR
    changed = after(state, "clown epic")
    assert (changed.influence[0], changed.phase, changed.supply[0]) == (0, Phase.BEFORE, 23)
    assert refusal(changed, "clown passionate") == Refusal.POWER_USED
    taken = after(state_of(**QUIET, track=[1, 0], legends=["killer_clown"]), *TO_CELESTIAL, "legend killer_clown")
    assert taken.phase == Phase.COLOR


@pytest.mark.sentence("R10.4")
def test_bloody_mary_dances_from_right_to_left() -> None:
    given = {"fiends": ["-1,1", "1,-1"], "row": [34, 31, 5, 4], "influence": ["happy", "epic"]}
    state = state_of(**given, legend=["bloody_mary", None])
    assert refusal(state, "dance 31 reversed") == Refusal.SAME_REVERSED
    assert refusal(state_of(**given), "dance 34 reversed") == Refusal.CANNOT_REVERSE
    assert "despair reversed" not in legal(state)
    assert refusal(state, "despair reversed") == Refusal.UNREADABLE
    asked = after(state, "dance 34 reversed", "step 0,0", "step 0,1", "step 0,0", "step 1,0", "spawn none")
    assert legal(asked) == ["spawn none", "spawn 0,0"]  # the bonus, on the dream of the first step
    assert refusal(asked, "spawn 1,0") == Refusal.NOT_BONUS_DREAM
    assert after(asked, "spawn 0,0").marker[0] == after(asked, "spawn none").marker[0] == 1
    printed = after(state_of(**TO_THE_MIDDLE, legend=["bloody_mary", None]), *INFERNAL, "spawn none")
    assert legal(printed) == ["spawn none", "spawn 0,0"]  # danced as printed, on the last one
    ends = after(state, "dance 34 reversed", "step 0,0", "step 0,1", "step -1,1")  # the start may be crossed
    assert legal(ends) == ["step -1,0"]


LEAPING = {"fiends": ["0,-1", "1,-1"], "row": [3, 2, 1, 4], "influence": ["passionate", "epic"]}
OVER_A_RIVAL = ("dance 1", "step 1,-1", "step 1,0")


@pytest.mark.sentence("R10.5")
def test_jack_may_place_a_second_spawn_at_each_leap() -> None:
    asked = after(state_of(**LEAPING, legend=["jack_o_lantern", None]), *OVER_A_RIVAL)
    assert legal(asked) == ["spawn 1,-1", "spawn 1,-1 1,-1"]
    assert spawn_of(after(asked, "spawn 1,-1"))["1,-1"] == [1, 0]
    assert spawn_of(after(asked, "spawn 1,-1 1,-1"))["1,-1"] == [2, 0]
    assert refusal(asked, "spawn 1,-1 1,-1 1,-1") == Refusal.UNREADABLE
    assert refusal(asked, "spawn none") == Refusal.LEAP_IS_DUE
    tight = after(state_of(**LEAPING, legend=["jack_o_lantern", None], spawn={"1,-1": [0, 2]}), *OVER_A_RIVAL)
    assert (tight.phase, spawn_of(tight)["1,-1"]) == (Phase.EXTEND, [1, 2])  # only one fits: no question
    poor = after(state_of(**LEAPING, legend=["jack_o_lantern", None], supply=[1, 24]), *OVER_A_RIVAL)
    assert (poor.phase, spawn_of(poor)) == (Phase.EXTEND, {"1,-1": [1, 0]})
    assert after(state_of(**LEAPING), *OVER_A_RIVAL).phase == Phase.EXTEND  # nobody else is asked


@pytest.mark.sentence("R10.5")
def test_jack_decides_leap_by_leap() -> None:
    given = {
        "seats": 3,
        "fiends": ["-1,1", "-1,0", "0,-1"],
        "row": [34, 1, 33, 5],
        "influence": ["epic", "happy", "passionate"],
        "legend": ["jack_o_lantern", None, None],
    }
    first = after(state_of(**given), *INFERNAL)
    second = after(first, "spawn -1,0")
    assert (legal(second), spawn_of(second)) == (["spawn 0,-1", "spawn 0,-1 0,-1"], {"-1,0": [1, 0, 0]})
    assert spawn_of(after(second, "spawn 0,-1 0,-1")) == {"-1,0": [1, 0, 0], "0,-1": [2, 0, 0]}


@pytest.mark.sentence("R10.5")
def test_jack_shields_his_holder_on_happy_dreams() -> None:
    given, path = LEAPING, OVER_A_RIVAL
    assert "1,-1" not in spawn_of(after(state_of(**given, legend=[None, "jack_o_lantern"]), *path))
    for tiles in (["happy-02", "happy-05 grey"], ["happy-02", "epic-05"]):
        assert "1,-1" in spawn_of(
            after(state_of(**given, legend=[None, "jack_o_lantern"], board=START | {"1,-1": tiles}), *path)
        )


@pytest.mark.sentence("R10.6")
def test_okiku_moves_one_own_spawn_to_an_adjacent_dream_with_room() -> None:
    state = state_of(fiends=["0,1", "-1,1"], legend=["okiku", None], spawn={"1,0": [1, 1], "0,0": [0, 3]})
    assert refusal(state, "okiku 1,0 0,0") == Refusal.FULL
    assert refusal(state, "okiku 0,0 1,0") == Refusal.NO_OWN_SPAWN
    assert refusal(state, "okiku 1,0 -1,0") == Refusal.NOT_ADJACENT
    moved = after(state, "okiku 1,0 0,1")
    assert (spawn_of(moved), moved.phase) == ({"1,0": [0, 1], "0,1": [1, 0], "0,0": [0, 3]}, Phase.BEFORE)


@pytest.mark.sentence("R10.7")
def test_bathory_may_do_without_a_leap_on_a_dream_with_three() -> None:
    asked = after(state_of(**LEAPING, legend=["bathory", None], spawn={"1,-1": [1, 2]}), *OVER_A_RIVAL)
    assert legal(asked) == ["spawn none", "spawn 1,-1"]
    assert refusal(asked, "spawn 1,-1 1,-1") == Refusal.ONE_LEAP_SPAWN
    assert refusal(asked, "spawn 0,0") == Refusal.NOT_LEAP_DREAM
    assert spawn_of(after(asked, "spawn none"))["1,-1"] == [1, 2]
    assert spawn_of(after(asked, "spawn 1,-1"))["1,-1"] == [2, 2]
    for counts, leapt in (([0, 2], [1, 2]), ([1, 3], [1, 3])):  # with two it is commanded, with four it is full
        ended = after(state_of(**LEAPING, legend=["bathory", None], spawn={"1,-1": counts}), *OVER_A_RIVAL)
        assert (ended.phase, spawn_of(ended)["1,-1"]) == (Phase.EXTEND, leapt)
    poor = after(state_of(**LEAPING, legend=["bathory", None], spawn={"1,-1": [1, 2]}, supply=[0, 24]), *OVER_A_RIVAL)
    assert poor.phase == Phase.EXTEND


@pytest.mark.sentence("R10.7")
def test_bathory_may_leave_out_dreams_with_three_and_no_others() -> None:
    given = {
        "fiends": ["1,-1", "-1,1"],
        "row": [16, 1, 3, 4],
        "influence": ["passionate", "epic"],
        "legend": ["bathory", None],
    }
    path = ("dance 16", "step 1,0", "step 0,0")
    one = after(state_of(**given, spawn={"0,-1": [2, 1]}), *path)
    assert legal(one) == ["spawn 0,1", "spawn 0,-1 0,1"]
    assert refusal(one, "spawn none") == refusal(one, "spawn 0,-1") == Refusal.TOO_FEW
    board = START | {"-1,0": ["epic-02", "passionate-05"]}
    two = after(state_of(**given, board=board, spawn={"0,-1": [2, 1]}), *path)
    # two low dreams: both, or one with the high one
    assert set(legal(two)) == {"spawn 0,-1 0,1", "spawn -1,0 0,-1", "spawn -1,0 0,1"}
    assert refusal(two, "spawn 0,1") == Refusal.TOO_FEW
    both = after(state_of(**given, spawn={"0,-1": [2, 1], "0,1": [0, 3]}), *path)
    assert set(legal(both)) == {"spawn none", "spawn 0,-1", "spawn 0,1", "spawn 0,-1 0,1"}
    assert after(state_of(**given, spawn={"0,-1": [1, 1]}), *path).phase == Phase.EXTEND  # nothing to leave out


@pytest.mark.sentence("R10.7")
def test_bathory_is_free_in_an_infernal_dance_and_may_place_the_bonus_as_a_fourth() -> None:
    given = TO_THE_MIDDLE | {"legend": ["bathory", None], "spawn": {"0,0": [0, 3], "-1,1": [0, 3]}}
    asked = after(state_of(**given), *INFERNAL)
    assert legal(asked) == ["spawn none", "spawn -1,1", "spawn 1,-1", "spawn -1,1 1,-1"]
    assert spawn_of(after(asked, "spawn -1,1", "spawn 0,0")) == {"0,0": [1, 3], "-1,1": [1, 3]}
    assert after(state_of(**(given | {"legend": [None, None]})), *INFERNAL, "spawn none").phase == Phase.EXTEND


@pytest.mark.sentence("R10.7")
def test_bathory_places_a_fourth_and_leaves_it_when_she_goes() -> None:
    given = {
        "fiends": ["1,-1", "0,1"],
        "row": [16, 1, 3, 4],
        "influence": ["passionate", "epic"],
        "spawn": {"0,-1": [2, 1]},
        "track": [4, 0],
    }
    path = ("dance 16", "step 1,0", "step 0,0")
    ended = after(
        state_of(**given, legend=["bathory", None], legends=["krampus"]), *path, "spawn 0,-1 0,1", "legend krampus"
    )
    assert spawn_of(ended)["0,-1"] == [3, 1]
    assert spawn_of(after(state_of(**given), *path))["0,-1"] == [2, 1]
    four = state_of(**(given | {"spawn": {"0,-1": [3, 1]}}), legend=["bathory", None])
    assert spawn_of(after(four, *path))["0,-1"] == [3, 1]


@pytest.mark.sentence("R10.8")
def test_krampus_moves_a_link_only_where_it_links_again() -> None:
    board = START | {"2,0": ["passionate-05"], "2,1": ["happy-05"]}
    state = state_of(fiends=["-1,1", "2,0"], legend=["krampus", None], board=board)
    assert [text for text in legal(state) if text.startswith("krampus 2,0")] == ["krampus 2,0 1,1"]
    for target in ("2,-1", "-2,0", "0,2"):  # beside one part only
        assert refusal(state, f"krampus 2,0 {target}") == Refusal.LINK
    assert refusal(state, "krampus 2,0 3,0") == Refusal.LINK  # beside the other part only
    moved = after(state, "krampus 2,0 1,1")
    assert (tiles_on(moved, "1,1"), tiles_on(moved, "2,0"), fiends_of(moved)) == (
        ["passionate-05"],
        [],
        ["-1,1", "1,1"],
    )
    # 3,0 hangs on 2,0, and no other cell touches both sides
    line = state_of(fiends=["0,0", "1,0"], legend=["krampus", None], board=LINE)
    assert {text.split()[1] for text in legal(line) if text.startswith("krampus")} == {"3,0"}
    bent = START | {"2,0": ["passionate-05"], "3,-1": ["happy-05"]}
    around = state_of(fiends=["0,0", "1,0"], legend=["krampus", None], board=bent)
    assert {text for text in legal(around) if text.startswith("krampus 2,0")} == {"krampus 2,0 2,-1"}


@pytest.mark.sentence("R10.8")
def test_krampus_moves_a_dream_with_one_or_two_neighbours() -> None:
    board = START | {"2,0": ["passionate-05", "happy-05 grey"], "2,1": ["happy-06"]}
    state = state_of(fiends=["2,1", "-1,1"], legend=["krampus", None], board=board, spawn={"2,1": [1, 1]})
    assert refusal(state, "krampus 2,0 -2,0") == Refusal.LINK
    assert refusal(state, "krampus -1,0 -2,1") == Refusal.NOT_AT_EDGE
    assert refusal(state, "krampus 2,1 2,1") == Refusal.SAME_PLACE
    assert refusal(state, "krampus 2,1 3,1") == Refusal.TOUCHES_NOTHING
    assert refusal(state, "krampus 2,1 2,0") == Refusal.TOUCHES_NOTHING  # not empty
    moved = after(state, "krampus 2,1 -2,0")
    assert (tiles_on(moved, "-2,0"), tiles_on(moved, "2,1"), spawn_of(moved), fiends_of(moved)) == (
        ["happy-06"],
        [],
        {"-2,0": [1, 1]},
        ["-2,0", "-1,1"],
    )
    ring = after(
        state_of(
            fiends=["0,-1", "1,0"], legend=["krampus", None], board=START | {"2,0": ["passionate-05", "happy-05 grey"]}
        ),
        "krampus 2,0 0,2",
    )
    assert tiles_on(ring, "0,2") == ["passionate-05", "happy-05 grey"]
    two = HOLE | {"0,3": ["happy-06"]}
    celestial = {"0,0": ["celestial"], "1,0": ["epic-01"], "2,0": ["epic-02"]}
    assert (
        refusal(state_of(fiends=["2,0", "1,0"], legend=["krampus", None], board=celestial), "krampus 0,0 3,0")
        == Refusal.LEGAL
    )
    assert (
        refusal(state_of(fiends=["0,0", "1,0"], legend=["krampus", None], board=two), "krampus 0,2 0,1")
        == Refusal.NOT_AT_EDGE
    )


@pytest.mark.sentence("R10.9")
def test_the_bogeyman_swaps_without_a_leap() -> None:
    state = state_of(seats=3, fiends=["0,-1", "1,0", None], legend=["bogeyman", None, None])
    assert {text for text in legal(state) if text.startswith("swap")} == {"swap 1"}
    assert refusal(state, "swap 0") == refusal(state, "swap 2") == Refusal.NO_OTHER_FIEND
    swapped = after(state, "swap 1")
    assert (fiends_of(swapped), spawn_of(swapped)) == (["1,0", "0,-1", None], {})
    assert "step 1,0" not in legal(after(swapped, "despair", "step 0,0"))  # the dance starts at the new place


@pytest.mark.sentence("R10.10")
def test_the_white_lady_dances_a_second_card_from_a_dream_without_spawn() -> None:
    given = {
        "fiends": ["0,-1", "-1,0"],
        "legend": ["white_lady", None],
        "row": [16, 4, 19, 2],
        "influence": ["passionate", "epic"],
    }
    path = ("dance 16", "step -1,0", "step 0,0")
    asked = after(state_of(**given), *path)
    assert set(legal(asked)) == {"again 19", "again 2", "invoke"}
    assert refusal(asked, "again 16") == Refusal.NOT_IN_ROW
    assert refusal(asked, "again 4") == Refusal.NO_PATH
    assert spawn_of(asked) == {}
    once = after(asked, "invoke")
    assert spawn_of(once) == {"-1,0": [1, 0], "0,-1": [1, 0], "0,1": [1, 0]}
    second = after(asked, "again 19", "step -1,0", "step 0,0", "step 0,-1")  # ends where the turn began
    assert (second.phase, spawn_of(second)) == (Phase.EXTEND, {"-1,0": [2, 0]})  # two leaps, and never a third card
    assert after(state_of(**given, spawn={"0,0": [0, 1]}), *path).phase == Phase.EXTEND
    assert after(state_of(**given), "despair", "step -1,0", "step 0,0").phase == Phase.EXTEND
    assert after(state_of(**(given | {"legend": [None, None]})), *path).phase == Phase.EXTEND


def test_cells_are_read_and_dances_numbered_as_on_the_cards() -> None:
    assert cell("-1,2") == (-1, 2)
    assert [row["id"] for row in DANCE_ROWS] == list(range(1, DANCES + 1))
    assert copy(state_of()).tobytes() == state_of().tobytes()
