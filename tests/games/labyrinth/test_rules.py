"""The rules of Master Labyrinth, a test for each numbered sentence of rulebook.md, in its order.

A prohibition comes with its mirror: in the same position one step is legal and one is refused, with
the right code. Most positions are the deal of example E11 with something changed.
"""

from collections import Counter
from functools import cache
from itertools import pairwise, permutations
from typing import Any

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.record import Follower, Recorder, check, final
from ludotheque.core.story import chance_of, new_story
from ludotheque.games.labyrinth.components import CELL_NAMES, LOOK_NAMES, PAWN_NAMES
from ludotheque.games.labyrinth.rules import Refusal
from ludotheque.games.labyrinth.state import Phase
from tests.games.effort import size
from tests.games.labyrinth.mazes import (
    GAME,
    RECORD,
    after,
    dealt,
    facts,
    held,
    legal,
    mover,
    pawns,
    position,
    random_games,
    refusal,
    spare_shape,
    tile,
    tokens,
)

GLUED = [column + row for row in "1357" for column in "aceg"]
SHAPES = {
    "NS": "straight",
    "EW": "straight",
    "NE": "corner",
    "ES": "corner",
    "SW": "corner",
    "NW": "corner",
    "NES": "tee",
    "ESW": "tee",
    "NSW": "tee",
    "NEW": "tee",
}
LINES = {1: "b", 2: "d", 3: "f", 4: "2", 5: "4", 6: "6", 7: "f", 8: "d", 9: "b", 10: "6", 11: "4", 12: "2"}
OPPOSITE = {1: 9, 2: 8, 3: 7, 4: 12, 5: 11, 6: 10}
OPPOSITE |= {other: slot for slot, other in OPPOSITE.items()}


@cache
def deals() -> list[Any]:
    """Some deals of all seat counts."""
    return [GAME.new(2 + seed % 3, {}, seed_key(seed)) for seed in range(12)]


def shift(state: object, slot: int) -> str:
    """A shift at a slot, the spare lying as it may."""
    return f"shift {slot} {legal(state)[0].split()[2]}"


def is_even(counts: list[int], draws: int) -> bool:
    """Are equally likely outcomes met equally often, within five standard deviations?"""
    expected = draws / len(counts)
    return all(abs(count - expected) < 5 * expected**0.5 for count in counts)


# R1 Setup


@pytest.mark.sentence("R1.1")
def test_sixteen_tiles_are_glued_to_the_board_and_never_move() -> None:
    assert len(CELL_NAMES) == 49
    assert CELL_NAMES[:8] == ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2")
    printed = {cell: tile(deals()[0], cell) for cell in GLUED}
    assert Counter(SHAPES[look] for look in printed.values()) == {"corner": 4, "tee": 12}
    assert [printed[cell] for cell in ("a1", "c3", "e3", "e5", "c5", "g7")] == ["ES", "NES", "ESW", "NSW", "NEW", "NW"]
    for states in random_games(size(40, python=2)):
        assert all({cell: tile(state, cell) for cell in GLUED} == printed for state in (states[0], states[-1]))


@pytest.mark.sentence("R1.2")
def test_the_loose_tiles_are_shuffled_and_turned_at_random() -> None:
    count = size(3000, python=60)
    on_b1, of_spare = Counter[str](), Counter[str]()
    for seed in range(count):
        state = GAME.new(2, {}, seed_key(seed))
        on_b1[tile(state, "b1")] += 1
        of_spare[spare_shape(state)] += 1
        if seed < 12:
            loose = [tile(state, cell) for cell in CELL_NAMES if cell not in GLUED] + [LOOK_NAMES[state.spare]]
            assert Counter(SHAPES[look] for look in loose) == {"straight": 13, "corner": 15, "tee": 6}
    for shape, share in (("straight", 13), ("corner", 15), ("tee", 6)):
        looks = [on_b1[look] for look in SHAPES if SHAPES[look] == shape]
        assert is_even(looks, sum(looks))
        assert all(
            abs(found - count * share / 34) < 5 * (count * share / 34) ** 0.5 for found in (sum(looks), of_spare[shape])
        )


@pytest.mark.sentence("R1.3")
def test_pawns_start_on_different_start_cells() -> None:
    assert [pawns(GAME.new(seats, {}, seed_key(1))) for seats in (2, 3, 4)] == [
        ["c3", "e5"],
        ["c3", "e3", "e5"],
        ["c3", "e3", "e5", "c5"],
    ]
    data = Recorder(GAME, 2, {}, seed_key(1)).record()
    data["setup"]["starts"] = ["c5", "c5"]
    assert check(data) == ["setup.starts: no two pawns may start on the same cell (R1.3)"]
    data["setup"]["starts"] = ["c5", "c4"]
    assert check(data) == ["setup.starts: 'c4' is not a start cell; the start cells are c3, e3, e5, c5"]


@pytest.mark.sentence("R1.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_colour_and_start_cell_go_together_whoever_has_them(seats: int) -> None:
    colors = {"c3": "brown", "e3": "blue", "e5": "white", "c5": "red"}
    data = Recorder(GAME, seats, {}, seed_key(seats)).record()
    for starts in permutations(colors, seats):
        data["setup"]["starts"] = list(starts)
        state = Follower(data).dealt
        assert check(data) == []
        assert pawns(state) == list(starts)
        assert [PAWN_NAMES[color] for color in state.color[:seats].tolist()] == [colors[start] for start in starts]
        assert GAME.notation.setup_of(state)["starts"] == list(starts)
        assert mover(state) == 0  # R1.7 seat 0 begins, whichever pawn it has


@pytest.mark.sentence("R1.4")
def test_the_tokens_lie_on_the_inner_cells_that_are_no_starts() -> None:
    inner = {column + row for column in "bcdef" for row in "23456"} - {"c3", "e3", "e5", "c5"}
    for state in deals():
        assert set(tokens(state)) == inner
        assert sorted(tokens(state).values()) == [*range(1, 21), 25]
    draws = size(4200, python=210)
    seen = Counter(tokens(GAME.new(2, {}, seed_key(seed)))["b2"] for seed in range(draws))
    assert is_even([seen[value] for value in (*range(1, 21), 25)], draws)


@pytest.mark.sentence("R1.5")
def test_each_player_gets_a_secret_formula_card() -> None:
    draws = size(4200, python=210)
    cards = [GAME.new(4, {}, seed_key(seed)).card.tolist() for seed in range(draws)]
    assert all(len(set(hand)) == 4 and min(hand) >= 0 and max(hand) < 21 for hand in cards)
    for seat in range(4):
        dealt_out = Counter(hand[seat] for hand in cards)
        assert is_even([dealt_out[card] for card in range(21)], draws)
    assert GAME.new(2, {}, seed_key(1)).card[2:].tolist() == [NONE, NONE]
    assert GAME.view_of(GAME.new(2, {}, seed_key(1)), 0).card[1] == NONE


@pytest.mark.sentence("R1.6")
def test_each_player_gets_three_wands() -> None:
    assert all(state.wands.tolist() == [3] * state.seats + [0] * (4 - state.seats) for state in deals())


@pytest.mark.sentence("R1.7")
def test_the_first_player_is_seat_0() -> None:
    assert {mover(state) for state in deals()} == {0}


# R2 The turn


@pytest.mark.sentence("R2.1")
def test_a_turn_is_one_action_and_one_more_for_a_wand() -> None:
    state = after(dealt(), "shift 1 NE", "stay")
    assert facts(state)["phase"] == "wand"
    assert mover(after(state, "end")) == 1
    more = after(state, "wand", "shift 2 NS", "stay")
    assert (mover(more), facts(more)["phase"]) == (1, "shift")


@pytest.mark.sentence("R2.2")
def test_an_action_is_a_shift_then_a_move_then_taking() -> None:
    state = dealt()
    assert refusal(state, "shift 1 NE") == Refusal.LEGAL
    shifted = after(state, "shift 1 NE")
    assert refusal(shifted, "shift 2 NS") == Refusal.MUST_MOVE
    assert refusal(shifted, "end") == refusal(shifted, "wand") == Refusal.MUST_MOVE
    assert refusal(shifted, "move e6") == Refusal.LEGAL
    taken = after(shifted, "move e6")
    assert held(taken) == [[1], []]
    assert refusal(taken, "move e5") == Refusal.MUST_END


@pytest.mark.sentence("R2.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_clockwise(seats: int) -> None:
    state, turns = dealt(seats), []
    for slot in (1, 2, 3, 4, 5, 6):
        turns.append(mover(state))
        action = GAME.legal(state, mover(state))[0]
        assert all(
            GAME.refusal(state, other, action) == Refusal.NOT_YOUR_TURN and GAME.legal(state, other) == []
            for other in range(7)
            if other != mover(state)
        )
        state = after(state, shift(state, slot), "stay", "end")
    assert turns == [ply % seats for ply in range(6)]


@pytest.mark.sentence("R2.4")
def test_nobody_may_pass() -> None:
    state = dealt()
    assert refusal(state, "end") == Refusal.NO_PASSING
    assert refusal(state, "pass") == refusal(state, "resign") == Refusal.UNREADABLE
    assert all(text.startswith("shift") for text in legal(state))


@pytest.mark.sentence("R2.5")
def test_nothing_is_left_to_chance_after_the_setup() -> None:
    for states in random_games(size(8, python=2)):
        for before, later in pairwise(states):
            assert (later.cursor, later.key.tobytes()) == (before.cursor, before.key.tobytes())
    story = new_story()
    GAME.apply(dealt(), 0, GAME.actions.number("shift", 0, 2), story)
    assert chance_of(story) == []


# R3 Shift


@pytest.mark.sentence("R3.1")
def test_every_action_begins_with_a_shift() -> None:
    state = position(pawns=["e5"])  # the goal on e6 could be reached at once
    assert refusal(state, "move e6") == refusal(state, "stay") == Refusal.MUST_SHIFT
    assert refusal(after(state, "shift 1 NE"), "move e6") == Refusal.LEGAL
    again = after(state, "shift 1 NE", "stay", "wand")
    assert refusal(again, "move e6") == Refusal.MUST_SHIFT


@pytest.mark.sentence("R3.2")
def test_the_spare_goes_into_any_slot_in_any_of_its_looks() -> None:
    for spare, looks in (("EW", ["NS", "EW"]), ("SW", ["NE", "ES", "SW", "NW"]), ("NES", ["NES", "ESW", "NSW", "NEW"])):
        state = position(spare=spare)
        assert legal(state) == [f"shift {slot} {look}" for slot in range(1, 13) for look in looks]
        other = next(look for look in SHAPES if look not in looks)
        assert refusal(state, f"shift 4 {other}") == Refusal.OTHER_SHAPE
    for text in ("shift 0 NS", "shift 13 NS", "shift 013 NES"):
        assert refusal(dealt(), text) == Refusal.NO_SLOT
    assert refusal(dealt(), "shift 4 NESW") == refusal(dealt(), "shift 4 N") == Refusal.OTHER_SHAPE


@pytest.mark.sentence("R3.3")
@pytest.mark.parametrize("slot", range(1, 13))
def test_the_line_moves_by_one_and_its_last_tile_comes_out(slot: int) -> None:
    state = dealt()
    line = [cell for cell in CELL_NAMES if LINES[slot] in cell]
    if slot in (4, 5, 6, 7, 8, 9):
        line.reverse()
    before = {cell: tile(state, cell) for cell in CELL_NAMES}
    later = after(state, f"shift {slot} SW")
    assert [tile(later, cell) for cell in line] == ["SW", *(before[cell] for cell in line[:-1])]
    assert {cell: tile(later, cell) for cell in CELL_NAMES if cell not in line} == {
        cell: look for cell, look in before.items() if cell not in line
    }
    assert LOOK_NAMES[later.spare] == before[line[-1]]


@pytest.mark.sentence("R3.3")
def test_tiles_keep_their_numbers_on_their_way() -> None:
    state = dealt()
    numbers = {cell: int(state.tile[CELL_NAMES.index(cell)]) for cell in CELL_NAMES}
    later = after(state, "shift 1 NE")
    assert [int(later.tile[CELL_NAMES.index(f"b{row}")]) for row in range(1, 8)] == [
        int(state.spare_tile),
        *(numbers[f"b{row}"] for row in range(1, 7)),
    ]
    assert later.spare_tile == numbers["b7"]
    assert later.tile[CELL_NAMES.index("c1")] == NONE


@pytest.mark.sentence("R3.4")
@pytest.mark.parametrize("slot", range(1, 13))
def test_the_tile_may_not_go_back_in_where_it_came_out(slot: int) -> None:
    state = after(dealt(), f"shift {slot} NE", "stay", "end")
    assert refusal(state, shift(state, OPPOSITE[slot])) == Refusal.FORBIDDEN_SLOT
    assert all(
        refusal(state, shift(state, other)) == Refusal.LEGAL for other in range(1, 13) if other != OPPOSITE[slot]
    )
    assert GAME.reason(Refusal.FORBIDDEN_SLOT) == "The tile cannot go straight back in where it came out. (R3.4)"


@pytest.mark.sentence("R3.5")
def test_for_the_first_shift_all_slots_are_open() -> None:
    assert {text.split()[1] for text in legal(dealt())} == {str(slot) for slot in range(1, 13)}


@pytest.mark.sentence("R3.6")
def test_the_extra_action_may_not_push_the_tile_back_either() -> None:
    state = after(dealt(), "shift 5 NE", "stay", "wand")
    assert refusal(state, shift(state, 11)) == Refusal.FORBIDDEN_SLOT
    assert refusal(state, shift(state, 5)) == Refusal.LEGAL


@pytest.mark.sentence("R3.7")
def test_tokens_and_pawns_travel_with_their_tile() -> None:
    state = position(pawns=["b3", "b6"], tokens={"b2": 3, "b6": 2, "c6": 1})
    later = after(state, "shift 1 NE")
    assert tokens(later) == {"b3": 3, "b7": 2, "c6": 1}
    assert pawns(later) == ["b4", "b7"]
    assert tile(later, "b4") == tile(state, "b3")
    aside = after(state, "shift 2 NE")
    assert (tokens(aside), pawns(aside)) == (tokens(state), pawns(state))


@pytest.mark.sentence("R3.8")
def test_what_comes_out_is_set_on_the_tile_that_went_in() -> None:
    state = position(
        4,
        tiles={"a4": "EW"},
        spare="EW",
        pawns=["g4", "g4", "a4", "c4"],
        tokens={"g4": 5, "a4": 6},
        goal=4,
        goal_cell=CELL_NAMES.index("g4"),
    )
    later = after(state, "shift 11 EW")
    assert pawns(later) == ["a4", "a4", "b4", "d4"]
    assert tokens(later) == {"a4": 5, "b4": 6}
    assert held(later) == [[], [], [], []]
    assert "move b4" in legal(later)  # from the entry cell
    assert refusal(later, "move a4") == Refusal.SAME_CELL


@pytest.mark.sentence("R3.9")
def test_a_shift_neither_joins_nor_separates_pawns_and_tokens() -> None:
    for states in random_games(size(60, python=3)):
        for before, later in pairwise(states):
            if before.phase == Phase.SHIFT and later.phase == Phase.MOVE:
                assert [before.token[cell] for cell in before.pawn[: before.seats]] == [
                    later.token[cell] for cell in later.pawn[: later.seats]
                ]
                assert sorted(tokens(before).values()) == sorted(tokens(later).values())


@pytest.mark.sentence("R3.10")
def test_eleven_slots_are_always_open() -> None:
    for states in random_games(size(40, python=2)):
        for state in states:
            if state.phase == Phase.SHIFT:
                slots = {text.split()[1] for text in legal(state, "shift")}
                assert len(slots) == (12 if state.forbidden == NONE else 11)


# R4 Move


@pytest.mark.sentence("R4.1")
def test_cells_are_joined_where_both_tiles_are_open() -> None:
    joined = after(position(tiles={"d3": "EW"}, pawns=["c3"]), "shift 4 NE")
    assert "move d3" in legal(joined)
    closed = after(position(tiles={"d3": "NS"}, pawns=["c3"]), "shift 4 NE")
    assert refusal(closed, "move d3") == Refusal.OUT_OF_REACH
    edge = position(tiles={"g2": "EW", "a3": "NES", "f2": "NS", "a2": "EW", "b2": "NS"}, pawns=["g2"], phase=Phase.MOVE)
    assert legal(edge) == ["stay"]  # the open side at g2 does not lead round to a3


@pytest.mark.sentence("R4.2")
def test_the_pawn_may_go_wherever_a_chain_of_joined_cells_leads() -> None:
    state = after(dealt(), "shift 1 NE")
    reached = {text.split()[1] for text in legal(state, "move")}
    assert reached == {"c2", "d3", "e3", "f3", "e4", "f4", "e5", "g5", "e6", "g6", "b7", "c7", "d7", "e7", "f7", "g7"}
    assert refusal(state, "move g7") == Refusal.LEGAL
    assert refusal(state, "move a1") == Refusal.OUT_OF_REACH
    assert refusal(state, "move h1") == refusal(state, "move a8") == Refusal.NO_CELL


@pytest.mark.sentence("R4.3")
def test_neither_distance_nor_tokens_nor_pawns_stop_anybody() -> None:
    free = legal(after(dealt(), "shift 1 NE"))
    state = position(3, pawns=["c3", "d3", "e7"])
    state = after(state, "shift 1 NE")
    assert legal(state) == free  # past the pawn on d3 and the tokens under way
    shared = after(state, "move e7")
    assert pawns(shared) == ["e7", "d3", "e7"]
    lit = position(4, pawns=["d3"] * 4, phase=Phase.MOVE)
    assert pawns(after(lit, "stay")) == ["d3"] * 4


@pytest.mark.sentence("R4.4")
def test_nobody_has_to_move() -> None:
    state = after(dealt(), "shift 1 NE")
    assert refusal(state, "stay") == Refusal.LEGAL
    assert pawns(after(state, "stay")) == pawns(state)
    walled = position(tiles={"b2": "NS", "b1": "EW", "b3": "EW"}, pawns=["b2"], phase=Phase.MOVE)
    assert legal(walled) == ["stay"]


@pytest.mark.sentence("R4.5")
def test_a_move_ends_on_another_cell() -> None:
    loop = position(
        tiles={"d3": "EW", "d4": "ESW", "c4": "NE", "e4": "NSW", "d5": "NS"}, pawns=["d3"], phase=Phase.MOVE
    )
    assert {"move c3", "move e3", "move c4", "move d4", "move e4"} <= set(legal(loop))
    assert refusal(loop, "move d3") == Refusal.SAME_CELL
    assert refusal(loop, "stay") == Refusal.LEGAL


# R5 Taking a token


@pytest.mark.sentence("R5.1")
def test_the_goal_is_the_lowest_token_and_25_comes_last() -> None:
    for states in random_games(size(24, python=2)):
        taken = [later.goal - before.goal for before, later in pairwise(states)]
        assert set(taken) <= {0, 1}
        for state in states:
            if tokens(state):
                assert facts(state)["goal"] == min(tokens(state).values())
                assert tokens(state)[facts(state)["goal_cell"]] == facts(state)["goal"]
    last = position(tokens={"e6": 25, "c2": 20}, pawns=["e5"], phase=Phase.MOVE)
    assert facts(last)["goal"] == 20
    assert held(after(last, "move e6")) == [[], []]


@pytest.mark.sentence("R5.2")
def test_a_move_onto_the_goal_takes_it_and_cannot_decline_it() -> None:
    state = after(dealt(), "shift 1 NE")
    taken = after(state, "move e6")
    assert held(taken) == [[1], []]
    assert 1 not in tokens(taken).values()
    assert legal(taken) == ["wand", "end"]  # no choice about it
    assert [text for text in legal(state) if "e6" in text] == ["move e6"]


@pytest.mark.sentence("R5.3")
def test_staying_on_the_goal_takes_nothing() -> None:
    state = position(pawns=["e6"], phase=Phase.MOVE)
    assert held(after(state, "stay")) == [[], []]
    assert refusal(state, "move e6") == Refusal.SAME_CELL
    beside = position(pawns=["e5"], phase=Phase.MOVE)
    assert held(after(beside, "move e6")) == [[1], []]


@pytest.mark.sentence("R5.4")
def test_being_shifted_with_the_goal_is_not_coming_from_another_cell() -> None:
    along = after(position(pawns=["b6"], tokens={"b6": 1, "c6": 2}), "shift 1 NE")
    out = after(position(pawns=["b7"], tokens={"b7": 1, "c6": 2}), "shift 1 NE")
    for state, cell in ((along, "b7"), (out, "b1")):
        assert pawns(state)[0] == facts(state)["goal_cell"] == cell
        assert refusal(state, f"move {cell}") == Refusal.SAME_CELL
        assert held(after(state, "stay")) == [[], []]
    towards = after(position(pawns=["b7"], tokens={"c1": 1, "c6": 2}), "shift 1 NE")  # pushed out, it walks from b1
    assert held(after(towards, "move c1")) == [[1], []]


@pytest.mark.sentence("R5.5")
def test_leave_and_come_back_with_a_wand() -> None:
    state = position(pawns=["e6"], phase=Phase.MOVE)
    later = after(state, "move e5", "wand", "shift 1 NE", "move e6")
    assert held(later) == [[1], []]
    assert mover(later) == 1


@pytest.mark.sentence("R5.6")
def test_passing_over_a_token_takes_nothing_and_a_turn_takes_two_at_most() -> None:
    state = position(tokens={"e6": 1, "e7": 2, "f7": 3}, pawns=["e5"], phase=Phase.MOVE)
    assert held(after(state, "move f7")) == [[], []]  # over 1 and 2
    twice = after(state, "move e6", "wand", "shift 1 NE", "move e7")
    assert held(twice) == [[1, 2], []]
    assert mover(twice) == 1


@pytest.mark.sentence("R5.7")
def test_a_pawn_may_end_on_a_token_that_is_not_the_goal() -> None:
    state = after(dealt(), "shift 1 NE", "move b7")
    assert tokens(state)["b7"] == 2
    assert held(state) == [[], []]


@pytest.mark.sentence("R5.8")
def test_a_pawn_does_not_guard_the_token_under_it() -> None:
    state = position(pawns=["e5", "e6"], phase=Phase.MOVE)
    taken = after(state, "move e6")
    assert held(taken) == [[1], []]
    assert pawns(taken) == ["e6", "e6"]


@pytest.mark.sentence("R5.9")
def test_the_next_value_is_the_goal_at_once() -> None:
    state = position(tokens={"e6": 1, "e7": 4}, pawns=["e5"], phase=Phase.MOVE)
    assert facts(after(state, "move e7"))["goal"] == 1
    for states in random_games(size(12, python=1)):
        for before, later in pairwise(states):
            assert set(tokens(later).values()) <= set(tokens(before).values())
            assert later.goal >= before.goal
    full = after(dealt(), "shift 1 NE", "move e6")
    assert (facts(full)["goal"], facts(full)["goal_cell"], facts(full)["phase"]) == (2, "b7", "wand")


# R6 Secret formulas


@pytest.mark.sentence("R6.1")
def test_only_the_own_card_is_seen_before_the_end() -> None:
    state = dealt(4)
    assert GAME.view_of(state, 2).card.tolist() == [NONE, NONE, int(state.card[2]), NONE]
    assert GAME.view_of(state, NONE).card.tolist() == [NONE] * 4
    assert not [text for text in legal(state) if not text.startswith("shift")]  # there is no way to show it


# R7 Wands


@pytest.mark.sentence("R7.1")
def test_after_an_action_a_wand_buys_another_one() -> None:
    state = after(dealt(), "shift 1 NE", "move e6")
    assert legal(state) == ["wand", "end"]
    more = after(state, "wand")
    assert (mover(more), facts(more)["phase"], facts(more)["wands"]) == (0, "shift", [2, 3])
    assert refusal(state, "shift 2 NS") == Refusal.MUST_END
    assert after(more, "shift 1 NS").phase == Phase.MOVE


@pytest.mark.sentence("R7.2")
def test_one_wand_a_turn() -> None:
    state = after(dealt(), "shift 1 NE", "stay", "wand", "shift 2 NS", "stay")
    assert (mover(state), facts(state)["phase"], facts(state)["wands"]) == (1, "shift", [2, 3])
    back = after(state, shift(state, 3), "stay", "end")
    assert mover(back) == 0
    assert facts(after(back, shift(back, 1), "stay"))["phase"] == "wand"  # the next turn allows it again


@pytest.mark.sentence("R7.3")
def test_no_wand_before_the_own_action_or_in_the_turn_of_another() -> None:
    state = dealt()
    assert refusal(state, "wand") == Refusal.TOO_EARLY
    wand = after(state, "shift 1 NE", "stay")
    assert refusal(wand, "wand") == Refusal.LEGAL
    assert refusal(wand, "wand", seat=1) == Refusal.NOT_YOUR_TURN


@pytest.mark.sentence("R7.4")
def test_a_wand_may_be_spent_with_or_without_a_token_but_not_after_the_end() -> None:
    for move in ("move e6", "stay"):
        assert refusal(after(dealt(), "shift 1 NE", move), "wand") == Refusal.LEGAL
    over = after(position(tokens={"e6": 25}, pawns=["e5"], phase=Phase.MOVE), "move e6")
    assert refusal(over, "wand", seat=0) == Refusal.GAME_OVER
    dry = after(position(drought=1), "shift 1 NE", "stay")
    assert refusal(dry, "wand", seat=0) == Refusal.GAME_OVER


@pytest.mark.sentence("R7.5")
def test_a_spent_wand_leaves_the_game() -> None:
    state = position(wands=[1, 2], phase=Phase.WAND)
    later = after(state, "wand")
    assert facts(later)["wands"] == [0, 2]
    assert final(GAME, later, 2)["breakdown"][0]["wands"] == 0
    done = after(later, "shift 1 NE", "stay")
    assert mover(done) == 1  # none is left, and there is no choice
    for states in random_games(size(30, python=2)):
        left = [sum(state.wands.tolist()) for state in states]
        assert all(now in (before, before - 1) for before, now in pairwise(left))


# R8 Advice


def asking(seats: int = 3, **changes: Any) -> Any:
    """Seat 0 has tokens 1 and 3 and may ask."""
    return position(seats, advice="on", tokens={"c6": 4, "d6": 5, "e6": 25}, held=[[1, 3], [2]], **changes)


@pytest.mark.sentence("R8.1")
def test_there_are_deals_only_with_the_option() -> None:
    off = position(held=[[1, 3]])
    assert refusal(off, "ask 1") == refusal(off, "ask wand") == Refusal.NO_ADVICE
    assert legal(off, "ask") == []
    assert legal(asking(), "ask") == ["ask 1", "ask 3", "ask wand"]


@pytest.mark.sentence("R8.2")
def test_advice_is_asked_for_once_in_each_action_before_its_shift() -> None:
    state = after(asking(), "ask 1", "decline", "decline")
    assert refusal(state, "ask 3") == Refusal.ASKED
    assert legal(state, "ask") == []
    shifted = after(state, "shift 1 NE")
    assert refusal(shifted, "ask 3") == Refusal.MUST_MOVE
    again = after(shifted, "stay", "wand")
    assert refusal(again, "ask 3") == Refusal.LEGAL


@pytest.mark.sentence("R8.3")
def test_the_price_is_a_token_in_front_of_the_player_or_a_wand() -> None:
    state = asking()
    assert refusal(state, "ask 3") == refusal(state, "ask wand") == Refusal.LEGAL
    assert refusal(state, "ask 2") == Refusal.NOT_HELD  # another's
    assert refusal(state, "ask 4") == Refusal.NOT_HELD  # the goal, yet to be won
    assert refusal(state, "ask 21") == refusal(state, "ask 0") == Refusal.NOT_HELD  # no token at all
    assert refusal(asking(wands=[0, 3, 3]), "ask wand") == Refusal.NOT_HELD
    assert legal(after(state, "ask 3"), "ask") == []  # the others do not bargain


@pytest.mark.sentence("R8.4")
def test_the_others_answer_clockwise_with_a_legal_shift_or_decline() -> None:
    state = after(position(4, advice="on", held=[[], [], [1]], seat=2, forbidden=2), "ask 1")
    assert mover(state) == 3
    assert refusal(state, "shift 1 NE", seat=2) == Refusal.NOT_YOUR_TURN
    assert refusal(state, "shift 1 NE") == refusal(state, "stay") == refusal(state, "ask 1") == Refusal.MUST_ANSWER
    assert refusal(state, "tip 3 NE") == Refusal.FORBIDDEN_SLOT
    assert refusal(state, "tip 1 NS") == Refusal.OTHER_SHAPE
    assert legal(state) == [
        f"tip {slot} {look}" for slot in range(1, 13) if slot != 3 for look in ("NE", "ES", "SW", "NW")
    ] + ["decline"]
    assert [mover(after(state, *["decline"] * times)) for times in range(4)] == [3, 0, 1, 2]
    assert refusal(dealt(advice="on"), "tip 1 NE") == refusal(dealt(advice="on"), "decline") == Refusal.NOT_ASKED


@pytest.mark.sentence("R8.5")
def test_the_first_tip_ends_the_asking_and_all_see_it() -> None:
    state = after(asking(), "ask 1", "tip 2 NE")
    assert (mover(state), facts(state)["phase"]) == (0, "shift")
    for viewer in (0, 1, 2, NONE):
        view = GAME.view_of(state, viewer)
        assert (int(view.tip), int(view.adviser), int(view.price)) == (GAME.actions.number("shift", 1, 2), 1, 0)
    assert legal(state, "shift") == legal(asking(), "shift")  # a tip binds nobody


@pytest.mark.sentence("R8.6")
def test_if_all_decline_the_question_is_over() -> None:
    state = after(asking(), "ask wand", "decline", "decline")
    assert (mover(state), facts(state)["phase"]) == (0, "shift")
    later = after(state, "shift 1 NE")
    assert (held(later), facts(later)["wands"]) == (held(asking()), [3, 3, 3])
    assert refusal(state, "ask 1") == Refusal.ASKED


@pytest.mark.sentence("R8.7")
def test_a_shift_at_the_slot_shown_is_paid_for_before_the_move_however_the_spare_lies() -> None:
    state = after(asking(), "ask 3", "decline", "tip 2 NE")
    for followed in ("shift 2 NE", "shift 2 ES", "shift 2 SW", "shift 2 NW"):
        paid = after(state, followed)
        assert (held(paid), facts(paid)["phase"]) == ([[1], [2], [3]], "move")
    wand = after(asking(), "ask wand", "tip 1 NW", "shift 1 NW")
    assert facts(wand)["wands"] == [2, 4, 3]
    turned = after(asking(), "ask wand", "tip 1 NW", "shift 1 SW")
    assert facts(turned)["wands"] == [2, 4, 3]


@pytest.mark.sentence("R8.7")
def test_a_shift_at_any_other_slot_owes_nothing() -> None:
    state = after(asking(), "ask 3", "decline", "tip 2 NE")
    for slot in (1, 3, 4, 8, 12):  # 8 pushes the same column from its other end
        for look in ("NE", "ES"):
            kept = after(state, f"shift {slot} {look}")
            assert (held(kept), facts(kept)["wands"]) == ([[1, 3], [2], []], [3, 3, 3])
    declined = after(asking(), "ask 3", "decline", "decline", "shift 2 NE")
    unasked = after(asking(), "shift 2 NE")
    assert held(declined) == held(unasked) == held(asking())


@pytest.mark.sentence("R8.7")
def test_a_tip_is_forgotten_after_the_shift() -> None:
    state = after(asking(), "ask 3", "tip 2 NE", "shift 4 ES", "stay", "wand")
    assert (state.tip, state.price, state.adviser) == (NONE, NONE, NONE)
    assert held(after(state, shift(state, 2))) == [[1, 3], [2], []]


@pytest.mark.sentence("R8.8")
def test_a_token_counts_for_its_new_holder_and_may_be_offered_again() -> None:
    state = position(2, advice="on", held=[[], [1]], formulas=[[1, 10, 13], [25, 16, 2]], seat=1)
    followed = after(state, "ask 1", "tip 1 NE", "shift 1 NE")
    assert final(GAME, followed, 2)["breakdown"][0] == {"tokens": 1, "formula": 20, "wands": 9}
    assert final(GAME, state, 2)["breakdown"][1] == {"tokens": 1, "formula": 0, "wands": 9}
    own_turn = after(followed, "stay", "end")
    assert legal(own_turn, "ask") == ["ask 1", "ask wand"]


@pytest.mark.sentence("R8.9")
def test_a_wand_that_changed_hands_is_its_new_holders() -> None:
    state = after(position(2, advice="on"), "ask wand", "tip 1 NE", "shift 1 NE", "stay", "end")
    assert facts(state)["wands"] == [2, 4]
    assert final(GAME, state, 2)["breakdown"][1]["wands"] == 12
    spent = after(state, shift(state, 2), "stay", "wand")
    assert facts(spent)["wands"] == [2, 3]
    assert mover(after(spent, shift(spent, 3), "stay")) == 0  # still one a turn


@pytest.mark.sentence("R8.10")
def test_whoever_paid_with_the_last_wand_has_none_to_spend() -> None:
    state = position(2, advice="on", wands=[1, 3])
    paid = after(state, "ask wand", "tip 1 NE", "shift 1 NE", "stay")
    assert (mover(paid), facts(paid)["phase"]) == (1, "shift")
    kept = after(state, "ask wand", "tip 1 NE", "shift 2 NE", "stay")
    assert (mover(kept), facts(kept)["phase"]) == (0, "wand")


@pytest.mark.sentence("R8.11")
def test_asking_tipping_and_paying_are_no_actions() -> None:
    state = position(2, advice="on", drought=2, dry=1)
    tipped = after(state, "ask wand", "tip 1 NE", "shift 1 NE")
    assert (int(tipped.dry), tokens(tipped).keys() - {"b7"}) == (1, tokens(after(state, "shift 1 NE")).keys() - {"b7"})
    assert sorted(tokens(tipped).values()) == sorted(tokens(state).values())
    assert GAME.is_over(after(tipped, "stay"))


@pytest.mark.sentence("R8.12")
def test_the_others_may_signal_before_the_shift_as_long_as_a_question_is_allowed() -> None:
    def signals(state: Any) -> list[int]:
        assert GAME.may_signal is not None
        return [seat for seat in range(NONE, 6) if GAME.may_signal(state, seat)]

    state = asking()
    assert signals(state) == [1, 2]
    assert signals(position(4, advice="on", seat=2)) == [0, 1, 3]
    assert signals(position(3, advice="off")) == []  # R8.1
    asked = after(state, "ask 1")
    # R8.2
    assert signals(asked) == signals(after(asked, "tip 2 NE")) == signals(after(asked, "decline", "decline")) == []
    shifted = after(state, "shift 1 NE")
    assert signals(shifted) == signals(after(shifted, "stay")) == []
    assert signals(after(shifted, "stay", "wand")) == [1, 2]  # the extra action allows a question again
    assert signals(after(shifted, "stay", "end")) == [0, 2]


@pytest.mark.sentence("R8.12")
def test_a_signal_changes_nothing() -> None:
    state = asking()
    assert GAME.may_signal is not None
    assert GAME.may_signal(state, 1)
    assert state.tobytes() == asking().tobytes()
    assert refusal(state, "signal", seat=0) == Refusal.UNREADABLE  # it is no action


# R9 End


@pytest.mark.sentence("R9.1")
def test_the_game_is_over_the_moment_25_is_taken() -> None:
    state = position(3, tokens={"e6": 25}, pawns=["e5"], phase=Phase.MOVE)
    over = after(state, "move e6")
    assert GAME.is_over(over)
    assert GAME.movers(over) == []
    assert refusal(over, "shift 1 NE", seat=1) == Refusal.GAME_OVER
    assert not GAME.is_over(after(state, "move e7"))


@pytest.mark.sentence("R9.2")
def test_so_many_actions_without_a_token_end_the_game() -> None:
    state = position(drought=3)
    dry = after(state, "shift 1 NE", "stay", "wand", "shift 1 NS", "stay")  # extra actions count
    assert (int(dry.dry), GAME.is_over(dry)) == (2, False)
    over = after(dry, shift(dry, 2), "stay")
    assert GAME.is_over(over)  # before the choice of a wand
    assert final(GAME, over, 2)["scores"] == [6, 9]
    assert int(after(state, "shift 1 NE", "move e6").dry) == 0


@pytest.mark.sentence("R9.2")
def test_without_a_drought_the_game_goes_on() -> None:
    state = position(drought=0, dry=32_767)
    state = after(state, "shift 1 NE", "stay")
    assert (int(state.dry), GAME.is_over(state)) == (32_768, False)
    taken = after(position(drought=0, dry=5), "shift 1 NE", "move e6")
    assert (int(taken.dry), GAME.is_over(taken)) == (0, False)
    assert check(RECORD) == []  # drought 2 ends after two


# R10 Scoring


@pytest.mark.sentence("R10.1")
def test_all_cards_are_shown_at_the_end() -> None:
    state = position(3, tokens={"e6": 25}, pawns=["e5"], phase=Phase.MOVE)
    over = after(state, "move e6")
    assert GAME.view_of(over, NONE).card.tolist() == over.card.tolist()
    assert GAME.view_of(after(state, "stay"), NONE).card.tolist() == [NONE] * 4


@pytest.mark.sentence("R10.2")
def test_every_token_counts_its_value() -> None:
    state = position(held=[[1, 2, 20, 25], [3]], formulas=[[4, 13, 20], [1, 10, 13]], wands=[0, 0])
    assert [row["tokens"] for row in final(GAME, state, 2)["breakdown"]] == [48, 3]
    everything = position(held=[[*range(1, 21), 25], []], wands=[0, 0])
    assert final(GAME, everything, 2)["breakdown"][0]["tokens"] == 235


@pytest.mark.sentence("R10.3")
def test_every_token_on_the_own_card_counts_20_more() -> None:
    held_tokens = [[1, 10, 13, 20], [4]]
    for formula, bonus in (([1, 10, 13], 60), ([4, 13, 20], 40), ([20, 17, 3], 20), ([7, 6, 25], 0)):
        state = position(held=held_tokens, formulas=[formula], wands=[0, 0])
        assert final(GAME, state, 2)["breakdown"][0] == {"tokens": 44, "formula": bonus, "wands": 0}


@pytest.mark.sentence("R10.4")
def test_every_wand_left_counts_3() -> None:
    assert final(GAME, position(wands=[3, 0]), 2)["scores"] == [9, 0]
    assert final(GAME, position(wands=[1, 2]), 2)["scores"] == [3, 6]


@pytest.mark.sentence("R10.5")
def test_places_go_by_the_total_and_equal_totals_share_one() -> None:
    cards = [[1, 10, 13], [14, 4, 10], [20, 17, 3], [9, 20, 11]]

    def ranks(held_tokens: list[list[int]], wands: list[int]) -> list[int]:
        state = position(len(held_tokens), held=held_tokens, formulas=cards[: len(held_tokens)], wands=wands)
        return list(final(GAME, state, len(held_tokens))["ranks"])

    assert ranks([[2], [3]], [3, 3]) == [2, 1]
    assert ranks([[1, 10], [3, 4, 18], [5, 6, 20], []], [0, 2, 0, 3]) == [1, 1, 1, 4]  # 51 each, in three ways
    assert ranks([[1], [2, 19]], [0, 0]) == [1, 1]  # 21 each, one of them with a token of its formula
    assert ranks([[2, 7], [3, 6]], [0, 0]) == [1, 1]  # 9 each, of different tokens
    assert ranks([[], [], [6]], [3, 3, 1]) == [1, 1, 1]  # 9 each, two of them without any token
    assert ranks([[], [], [2]], [3, 3, 0]) == [1, 1, 3]
    assert ranks([[8], [], [2, 6], [25]], [0, 0, 0, 0]) == [2, 4, 2, 1]  # places in the middle are shared too
