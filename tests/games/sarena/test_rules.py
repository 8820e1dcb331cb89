"""The rules of Sarena, a test for each numbered sentence of rulebook.md, in its order.

A prohibition comes with its mirror: in the same position one step is legal and one is refused, with
the right code.
"""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.record import Recorder, check
from ludotheque.games.sarena.components import ARROWS, CIRCLE_NAMES, COLOR_NAMES, LINES
from ludotheque.games.sarena.rules import Refusal
from tests.games.effort import size
from tests.games.sarena.boards import GAME, after, chips_on, legal, mover, random_games, refusal, stacks_of, state_of

PAIRS = [(one, other) for place, one in enumerate(COLOR_NAMES) for other in COLOR_NAMES[place + 1 :]]
FULL = ["amber/teal", "teal/ivory", "crimson/amber", "ivory/teal"]


def deals(deal: str, count: int) -> list[list[str]]:
    """The chips of some deals, row by row."""
    return [GAME.notation.setup_of(GAME.new(4, {"deal": deal}, seed_key(seed)))["chips"] for seed in range(count)]


# R1 Setup


@pytest.mark.sentence("R1.1")
def test_sixty_lines_join_neighbours_and_the_kinds_of_circle_alternate() -> None:
    assert CIRCLE_NAMES[:7] == ("a1", "b1", "c1", "d1", "e1", "f1", "a2")
    assert CIRCLE_NAMES[-1] == "f6"
    assert len(LINES) == 2 * 60
    for origin, target in LINES:
        (row, column), (other_row, other_column) = divmod(origin, 6), divmod(target, 6)
        assert abs(row - other_row) + abs(column - other_column) == 1
        assert ARROWS[origin] != ARROWS[target]
        assert (target, origin) in LINES
    assert [name for name in ("a1", "b1", "a2", "b2") if ARROWS[CIRCLE_NAMES.index(name)]] == ["b1", "a2"]


@pytest.mark.sentence("R1.2")
@pytest.mark.parametrize("deal", ["free", "fair"])
def test_the_chips_are_shuffled_and_one_is_laid_on_each_circle(deal: str) -> None:
    for chips in deals(deal, 12):
        assert len(chips) == 36
        assert Counter(frozenset(chip.split("/")) for chip in chips) == {frozenset(pair): 6 for pair in PAIRS}
    state = GAME.new(2, {"deal": deal}, seed_key(1))
    assert state.height.tolist() == [1] * 36
    count = size(2000, python=40)
    on_a1 = Counter(frozenset(chips[0].split("/")) for chips in deals(deal, count))
    assert all(abs(on_a1[frozenset(pair)] - count / 6) < 5 * (count * 5 / 36) ** 0.5 for pair in PAIRS)


@pytest.mark.sentence("R1.3")
def test_in_a_free_deal_each_chip_is_turned_by_chance() -> None:
    count = size(2000, python=40)
    faces = np.array(
        [
            [COLOR_NAMES.index(chip.split("/")[0]) < COLOR_NAMES.index(chip.split("/")[1]) for chip in chips]
            for chips in deals("free", count)
        ]
    )
    assert np.all(abs(faces.mean(axis=0) - 0.5) < 5 * 0.5 / count**0.5)  # on every circle
    apart = np.corrcoef(faces[:, 0], faces[:, 1])[0, 1]
    assert abs(apart) < 5 / count**0.5  # one chip says nothing about the next
    ups = [faces[deal].sum() for deal in range(count)]
    assert len(set(ups)) > 1  # not always half of them, as in a fair deal


@pytest.mark.sentence("R1.4")
def test_in_a_fair_deal_half_of_each_pair_lies_either_way_up() -> None:
    ways = {f"{one}/{other}": 3 for one in COLOR_NAMES for other in COLOR_NAMES if one != other}
    laid = deals("fair", 12)
    for chips in laid:
        assert Counter(chips) == ways
        assert Counter(chip.split("/")[0] for chip in chips) == dict.fromkeys(COLOR_NAMES, 9)
    assert len({tuple(chips) for chips in laid}) == 12
    assert any(Counter(chips) != ways for chips in deals("free", 4))


@pytest.mark.sentence("R1.4")
def test_nine_tops_of_each_colour_laid_otherwise_are_no_fair_deal() -> None:
    recorder = Recorder(GAME, 2, {"deal": "fair"}, seed_key(3))
    data = recorder.record()
    chips = data["setup"]["chips"]
    for before, turned in (
        ("amber/teal", "teal/amber"),
        ("teal/crimson", "crimson/teal"),
        ("crimson/amber", "amber/crimson"),
    ):
        chips[chips.index(before)] = turned  # round the circle: every colour keeps its nine tops
    assert Counter(chip.split("/")[0] for chip in chips) == dict.fromkeys(COLOR_NAMES, 9)
    assert check(data) == [
        "setup.chips: in a fair deal, half of the chips of each pair lie one way up and half the other (R1.4)"
    ]
    assert check(data | {"options": {"deal": "free"}}) == []


@pytest.mark.sentence("R1.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_draws_a_secret_colour_of_its_own(seats: int) -> None:
    count = size(2000, python=40)
    hands = [tuple(GAME.new(seats, {}, seed_key(seed)).secret[:seats].tolist()) for seed in range(count)]
    assert all(set(hand) <= set(range(4)) and len(set(hand)) == seats for hand in hands)
    for seat in range(seats):
        drawn = Counter(hand[seat] for hand in hands)
        assert all(abs(drawn[color] - count / 4) < 5 * (count * 3 / 16) ** 0.5 for color in range(4))


@pytest.mark.sentence("R1.6")
def test_pawns_left_over_are_seen_by_nobody_and_nothing_else_depends_on_the_seats() -> None:
    two, three, four = (GAME.new(seats, {}, seed_key(5)) for seats in (2, 3, 4))
    assert two.secret[2:].tolist() == [NONE, NONE]
    assert three.secret[3:].tolist() == [NONE]
    assert stacks_of(two) == stacks_of(three) == stacks_of(four)
    assert legal(two) == legal(three) == legal(four)
    for secret in (["amber", "teal"], ["amber", "teal", "ivory"]):
        over = after(state_of({"a1": ["amber/teal"]}, secret), "a1-b1")
        assert GAME.view_of(over, NONE).secret[len(secret) :].tolist() == [NONE] * (4 - len(secret))


@pytest.mark.sentence("R1.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_is_seat_0(seats: int) -> None:
    assert {mover(GAME.new(seats, {}, seed_key(seed))) for seed in range(8)} == {0}


# R2 Turn


@pytest.mark.sentence("R2.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_turn_goes_round_clockwise(seats: int) -> None:
    state = GAME.new(seats, {}, seed_key(2))
    turns = []
    for text in ("a1-b1", "c1-d1", "e1-f1", "a3-a2", "c3-c2"):
        turns.append(mover(state))
        for other in set(range(seats)) - {mover(state)}:
            action = GAME.notation.parse(state, other, text).action
            assert GAME.refusal(state, other, action) == Refusal.NOT_YOUR_TURN
            assert GAME.legal(state, other) == []
        state = after(state, text)
    assert turns == [ply % seats for ply in range(5)]


@pytest.mark.sentence("R2.2")
def test_a_turn_is_exactly_one_move_and_nobody_may_pass() -> None:
    state = GAME.new(3, {}, seed_key(2))
    assert refusal(state, "a1-b1") == Refusal.LEGAL
    assert mover(after(state, "a1-b1")) == 1
    for text in ("pass", "", "-", "a1", "a1-b1 b1-c1", "a1-b1-c1"):
        assert refusal(state, text) == Refusal.UNREADABLE


@pytest.mark.sentence("R2.3")
def test_any_player_may_move_any_stack_whatever_its_colours() -> None:
    stacks = {"b2": ["amber/teal", "teal/ivory"], "c2": ["ivory/crimson"], "e5": ["crimson/amber"]}
    moves = {
        tuple(legal(state_of(stacks, secret)))
        for secret in (["amber", "teal"], ["ivory", "crimson"], ["teal", "ivory", "amber"])
    }
    assert len(moves) == 1
    recolored = {circle: ["ivory/crimson"] * len(chips) for circle, chips in stacks.items()}
    assert tuple(legal(state_of(recolored))) in moves
    state = state_of(stacks, ["amber", "teal", "crimson"])
    for seat in range(3):
        state.seat = seat
        assert tuple(legal(state)) in moves


# R3 The move


@pytest.mark.sentence("R3.1")
def test_all_that_lies_on_a_circle_moves_along_one_line() -> None:
    state = state_of({"b2": ["amber/teal", "teal/ivory"], "c2": ["ivory/crimson"]})
    assert stacks_of(after(state, "b2-c2")) == {"c2": ["ivory/crimson", "amber/teal", "teal/ivory"]}
    assert stacks_of(after(state, "b2-b1")) == {"b1": ["ivory/teal", "teal/amber"], "c2": ["ivory/crimson"]}
    assert refusal(state, "b2-c3") == Refusal.NO_LINE


@pytest.mark.sentence("R3.2")
@pytest.mark.parametrize("moved", [1, 2, 3, 4])
@pytest.mark.parametrize("there", [1, 2, 3, 4])
def test_an_occupied_circle_may_be_entered_up_to_four_chips_together(moved: int, there: int) -> None:
    for origin, target in (("b2", "c2"), ("c2", "b2")):
        state = state_of({origin: FULL[:moved], target: FULL[:there]})
        assert (f"{origin}-{target}" in legal(state)) == (moved + there <= 4)


@pytest.mark.sentence("R3.3")
def test_a_stack_lies_on_top_of_the_other_in_its_own_order_and_unturned() -> None:
    stacks = {"b2": ["amber/teal", "crimson/ivory"], "c2": ["teal/amber", "ivory/teal"]}
    # an arrow circle
    assert stacks_of(after(state_of(stacks), "b2-c2")) == {
        "c2": ["teal/amber", "ivory/teal", "amber/teal", "crimson/ivory"]
    }
    # a plain one
    assert stacks_of(after(state_of(stacks), "c2-b2")) == {
        "b2": ["amber/teal", "crimson/ivory", "teal/amber", "ivory/teal"]
    }


@pytest.mark.sentence("R3.4")
@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_a_stack_of_any_height_may_enter_an_empty_arrow_circle(height: int) -> None:
    assert legal(state_of({"c3": FULL[:height]})) == ["c3-c2", "c3-b3", "c3-d3", "c3-c4"]
    assert legal(state_of({"c2": FULL[:height]})) == []  # among plain ones


@pytest.mark.sentence("R3.5")
@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_there_it_is_turned_over_in_one_piece(height: int) -> None:
    turned = ["teal/amber", "ivory/teal", "amber/crimson", "teal/ivory"][:height][::-1]
    state = after(state_of({"c3": FULL[:height]}), "c3-c4")
    assert stacks_of(state) == {"c4": turned}
    assert turned[-1] == "teal/amber"  # the face that lay on the board


@pytest.mark.sentence("R3.6")
def test_arrows_have_no_other_effect() -> None:
    dealt = GAME.new(2, {}, seed_key(4))
    chips = GAME.notation.setup_of(dealt)["chips"]
    assert chips_on(dealt, "b1") == [chips[1]]
    leaving = after(dealt, "b1-a1")  # laid on arrows, leaves them, and comes back to lie there again
    assert chips_on(leaving, "a1") == [chips[0], chips[1]]
    staying = after(dealt, "a1-b1")
    assert chips_on(staying, "b1") == [chips[1], chips[0]]
    assert chips_on(after(staying, "c1-b1", "e1-d1"), "b1") == [chips[1], chips[0], chips[2]]
    around = {
        "b2": ["amber/teal"],
        "d2": ["amber/teal"],
        "c1": ["amber/teal"],
        "c3": ["amber/teal"],
        "c2": ["teal/ivory"],
    }
    moves = legal(state_of(around))
    # into it and out of it, from and to all sides
    assert {"b2-c2", "d2-c2", "c1-c2", "c3-c2", "c2-b2", "c2-d2", "c2-c1", "c2-c3"} <= set(moves)


# R4 What is not allowed


@pytest.mark.sentence("R4.1")
def test_an_empty_plain_circle_may_not_be_entered() -> None:
    stacks = {"b1": ["amber/teal"], "b2": ["teal/ivory"]}
    state = state_of(stacks)
    assert refusal(state, "b1-b2") == Refusal.LEGAL
    assert refusal(state, "b1-c1") == Refusal.EMPTY_PLAIN
    assert refusal(after(state, "b2-b1"), "b1-b2") == Refusal.GAME_OVER
    assert refusal(state_of({"b1": ["amber/teal"], "e5": ["teal/ivory"]}), "b1-b2") == Refusal.EMPTY_PLAIN


@pytest.mark.sentence("R4.1")
def test_a_plain_circle_once_emptied_stays_empty() -> None:
    for states in random_games(size(300, python=4)):
        heights = np.array([state.height for state in states])[:, ARROWS == 0]
        assert np.all((heights[1:] == 0) >= (heights[:-1] == 0))


@pytest.mark.sentence("R4.2")
def test_a_stack_moves_whole_or_not_at_all() -> None:
    state = state_of({"b2": FULL[:3], "c2": ["amber/teal", "teal/ivory"], "b3": ["ivory/crimson"]})
    assert refusal(state, "b2-c2") == Refusal.TOO_HIGH  # though one or two of its chips would fit
    assert refusal(state, "b2-b3") == Refusal.LEGAL
    assert stacks_of(after(state, "b2-b3")) == {"c2": ["amber/teal", "teal/ivory"], "b3": ["ivory/crimson", *FULL[:3]]}
    assert refusal(state, "1 b2-c2") == Refusal.UNREADABLE


@pytest.mark.sentence("R4.3")
def test_no_stack_may_have_more_than_four_chips() -> None:
    state = state_of({"b2": FULL[:3], "c2": FULL[:2], "b3": FULL[:1]})
    assert refusal(state, "b2-b3") == Refusal.LEGAL
    assert refusal(state, "b2-c2") == Refusal.TOO_HIGH
    assert refusal(state, "c2-b2") == Refusal.TOO_HIGH
    for states in random_games(size(300, python=4)):
        assert max(state.height.max() for state in states) <= 4


@pytest.mark.sentence("R4.4")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("c3-c4", Refusal.LEGAL),
        ("a1-b1", Refusal.EMPTY_ORIGIN),  # begins on an empty circle
        ("a1-a2", Refusal.EMPTY_ORIGIN),
        ("c3-d4", Refusal.NO_LINE),  # diagonally
        ("c3-c5", Refusal.NO_LINE),  # jumps
        ("c3-f3", Refusal.NO_LINE),
        ("c3-c3", Refusal.NO_LINE),  # stays where it is
        ("f3-a4", Refusal.NO_LINE),  # over the edge
        ("c3-c4-c5", Refusal.UNREADABLE),  # takes a second step
        ("c3-c7", Refusal.UNREADABLE),  # off the board
    ],
)
def test_a_move_is_one_step_from_an_occupied_circle(text: str, code: Refusal) -> None:
    state = state_of(
        {
            "c3": ["amber/teal"],
            "d4": ["teal/ivory"],
            "c5": ["ivory/amber"],
            "f3": ["teal/ivory"],
            "a4": ["crimson/teal"],
        }
    )
    assert refusal(state, text) == code


@pytest.mark.sentence("R4.5")
def test_positions_never_repeat() -> None:
    for states in random_games(size(300, python=4)):
        progress = [(np.count_nonzero(state.height), np.count_nonzero(state.height[ARROWS == 0])) for state in states]
        for before, later in pairwise(progress):
            assert later < before  # one stack less, or as many and one plain circle more is empty


# R5 End


@pytest.mark.sentence("R5.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_is_over_as_soon_as_nothing_can_move(seats: int) -> None:
    state = state_of({"a1": ["amber/teal"], "f6": ["teal/ivory"]}, COLOR_NAMES[:seats])
    first = after(state, "a1-a2")
    assert mover(first) == 1
    over = after(first, "f6-f5")
    assert GAME.movers(over) == []
    assert [GAME.legal(over, seat) for seat in range(seats)] == [[]] * seats
    assert refusal(over, "a2-a1") == Refusal.GAME_OVER
    # after one turn of one player
    assert GAME.is_over(after(state_of({"a1": ["amber/teal"]}, COLOR_NAMES[:seats]), "a1-b1"))


@pytest.mark.sentence("R5.2")
def test_nobody_ever_misses_a_turn() -> None:
    for states in random_games(size(300, python=4)):
        seats = int(states[0].seats)
        assert [mover(state) for state in states[:-1]] == [ply % seats for ply in range(len(states) - 1)]
        assert all(legal(state) for state in states[:-1])
        assert not legal(states[-1])


@pytest.mark.sentence("R5.3")
def test_the_game_ends_in_no_other_way() -> None:
    state = GAME.new(2, {}, seed_key(6))
    for text in ("resign", "end", "draw", "agree"):
        assert refusal(state, text) == Refusal.UNREADABLE
    assert GAME.actions.count == 120
    assert set(GAME.actions.kinds) == {"move"}
    data = Recorder(GAME, 2, {}, seed_key(6)).record()
    assert check(data) == []
    assert check(data | {"final": {"scores": [1, 0], "ranks": [1, 2], "breakdown": []}}) == [
        "final is present, but the game is not over"
    ]


@pytest.mark.sentence("R5.4")
def test_leaving_is_no_action_and_a_seat_left_out_is_like_a_colour_never_drawn() -> None:
    stacks = {
        "b1": ["teal/ivory", "amber/crimson"],
        "d1": ["ivory/crimson", "teal/amber", "crimson/teal"],
        "f1": ["teal/crimson"],
    }
    all_seats = state_of(stacks, ["amber", "crimson", "teal"])
    assert GAME.scores(all_seats, 3) == [2, 3, 1]  # `final` counts every seat
    assert GAME.ranks(all_seats, 3) == [2, 1, 3]
    without_crimson = copy(all_seats)
    without_crimson.secret[1] = NONE
    assert GAME.scores(without_crimson, 3) == [2, 0, 1]
    assert GAME.ranks(without_crimson, 3)[0] == 1
    assert GAME.scores(state_of(stacks, ["amber", "teal"]), 2) == [2, 1]
    assert refusal(GAME.new(3, {}, seed_key(6)), "leave") == Refusal.UNREADABLE


# R6 Scoring


def result(stacks: dict[str, list[str]], *secret: str) -> tuple[list[int], list[int]]:
    """Scores and ranks of a position in which nothing can move."""
    state = state_of(stacks, secret)
    assert legal(state) == []
    return GAME.scores(state, len(secret)), GAME.ranks(state, len(secret))


@pytest.mark.sentence("R6.1")
def test_all_players_show_their_colours_at_the_end() -> None:
    state = state_of({"a1": ["amber/teal"]}, ["ivory", "amber", "teal"])
    over = after(state, "a1-b1")
    for viewer in (NONE, 0, 1, 2):
        assert GAME.view_of(over, viewer).secret.tolist() == over.secret.tolist()
        assert GAME.view_of(state, viewer).secret.tolist() != state.secret.tolist()


@pytest.mark.sentence("R6.2")
def test_each_takes_the_stacks_topped_by_the_own_colour() -> None:
    stacks = {
        "b1": ["teal/ivory", "ivory/teal", "amber/crimson"],
        "d1": ["amber/teal", "teal/amber"],
        "f1": ["amber/ivory"],
    }
    assert result(stacks, "amber", "teal")[0] == [4, 2]


@pytest.mark.sentence("R6.3")
def test_the_score_is_the_number_of_chips_taken() -> None:
    stacks = {"b1": ["teal/ivory", "ivory/teal", "amber/crimson"], "d1": ["teal/crimson"], "f1": ["teal/crimson"]}
    assert result(stacks, "amber", "teal") == ([3, 2], [1, 2])  # though only one of the three bears amber
    assert GAME.breakdown(state_of(stacks), 2) == [{"collected": 3, "own_colour": 1}, {"collected": 2, "own_colour": 2}]


@pytest.mark.sentence("R6.4")
def test_stacks_of_a_colour_that_nobody_drew_count_for_nobody() -> None:
    stacks = {"b1": [*FULL[:3], "ivory/amber"], "d1": ["teal/crimson"]}
    assert result(stacks, "amber", "teal")[0] == [0, 1]
    assert result(stacks, "amber", "teal", "ivory")[0] == [0, 1, 4]


@pytest.mark.sentence("R6.5")
def test_the_highest_score_wins() -> None:
    stacks = {
        "b1": ["teal/ivory"],
        "d1": ["amber/teal", "amber/teal"],
        "f1": ["crimson/ivory", "teal/crimson", "crimson/teal"],
    }
    assert result(stacks, "teal", "amber", "crimson") == ([1, 2, 3], [3, 2, 1])
    assert result(stacks, "crimson", "teal", "amber") == ([3, 1, 2], [1, 3, 2])


@pytest.mark.sentence("R6.6")
def test_of_equal_scores_the_one_with_more_chips_of_the_own_colour_comes_first() -> None:
    stacks = {"b1": ["teal/ivory", "amber/crimson"], "d1": ["ivory/crimson", "teal/ivory"], "f1": ["crimson/amber"]}
    assert result(stacks, "amber", "teal") == ([2, 2], [1, 1])
    stacks["b1"] = ["teal/amber", "amber/crimson"]
    assert result(stacks, "amber", "teal") == ([2, 2], [1, 2])
    stacks["d1"] = ["teal/ivory", "crimson/ivory", "teal/ivory"]
    assert result(stacks, "amber", "teal") == ([2, 3], [2, 1])  # a higher score goes first all the same


@pytest.mark.sentence("R6.7")
def test_a_hidden_face_counts_once_and_chips_taken_by_others_do_not() -> None:
    stacks = {
        "b1": ["ivory/crimson", "amber/crimson"],
        "d1": ["ivory/teal", "teal/amber"],
        "f1": ["amber/teal", "crimson/amber", "ivory/amber"],
    }
    sheet = GAME.breakdown(state_of(stacks), 2)
    # amber on d1 and f1 helps nobody; teal looks down on d1
    assert sheet == [{"collected": 2, "own_colour": 1}, {"collected": 2, "own_colour": 2}]
    stacks["b1"] = ["crimson/amber", "amber/crimson"]
    assert GAME.breakdown(state_of(stacks), 2)[0] == {"collected": 2, "own_colour": 2}


@pytest.mark.sentence("R6.8")
def test_players_still_equal_share_the_place() -> None:
    stacks = {"b1": ["amber/crimson"], "d1": ["teal/ivory"]}
    assert result(stacks, "amber", "teal") == ([1, 1], [1, 1])
    assert result(stacks | {"f1": ["teal/ivory"]}, "amber", "teal") == ([1, 2], [2, 1])


@pytest.mark.sentence("R6.9")
def test_all_places_are_ordered_and_a_shared_one_leaves_the_next_out() -> None:
    one_each = {"b1": ["amber/crimson"], "d1": ["teal/ivory"], "f1": ["crimson/teal"]}
    assert result(one_each, "amber", "teal", "ivory", "crimson")[1] == [1, 1, 4, 1]
    second_by_tie_break = {
        "b1": ["amber/crimson"] * 3,
        "d1": ["crimson/teal", "teal/ivory"],
        "f1": ["ivory/crimson", "ivory/teal"],
    }
    assert result(second_by_tie_break, "teal", "ivory", "amber") == ([2, 2, 3], [2, 2, 1])
    second_by_tie_break["d1"] = ["crimson/ivory", "teal/ivory"]
    assert result(second_by_tie_break, "teal", "ivory", "amber") == ([2, 2, 3], [3, 2, 1])


@pytest.mark.sentence("R6.10")
def test_a_player_without_a_stack_scores_0_and_is_ranked() -> None:
    stacks = {"b1": ["teal/ivory", "amber/crimson"]}
    assert result(stacks, "ivory", "amber") == ([0, 2], [2, 1])
    assert result(stacks, "ivory", "amber", "teal") == ([0, 2, 0], [2, 1, 2])
    assert GAME.breakdown(state_of(stacks, ["ivory", "amber"]), 2)[0] == {"collected": 0, "own_colour": 0}


# R7 At the table


@pytest.mark.sentence("R7.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_secret_pawn_is_shown_to_nobody_else_before_the_end(seats: int) -> None:
    state = GAME.new(seats, {}, seed_key(9))
    for viewer in range(seats):
        assert GAME.view_of(state, viewer).secret.tolist() == [
            state.secret[seat] if seat == viewer else NONE for seat in range(4)
        ]
    assert GAME.view_of(state, NONE).secret.tolist() == [NONE] * 4
    shown = Recorder(GAME, seats, {}, seed_key(9)).record(seat=1)["setup"]["secret"]
    assert [seat for seat in range(seats) if shown[seat] != "?"] == [1]


@pytest.mark.sentence("R7.2")
def test_both_colours_of_every_chip_may_be_seen_by_everyone() -> None:
    state = after(GAME.new(2, {}, seed_key(9)), "a1-b1", "c1-b1", "b1-b2")
    for viewer in (NONE, 0, 1):
        assert stacks_of(GAME.view_of(state, viewer)) == stacks_of(state)
        assert GAME.view_of(state, viewer).open.tolist() == state.open.tolist()
