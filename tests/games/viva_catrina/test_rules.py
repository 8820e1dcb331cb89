"""The rules of Viva Catrina, a test for each numbered sentence of rulebook.md, in its order.

A prohibition comes with its mirror: in the same position one step is legal and one is refused, with
the right code.
"""

from collections import Counter

import numpy as np
import pytest

from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.games.viva_catrina import naive
from ludotheque.games.viva_catrina.components import (
    COLOR_NAMES,
    ELEMENT_NAMES,
    KIND_NAMES,
    LOOK,
    MAX_TILES,
    PATH_ROWS,
    RING,
    START_NAMES,
    STARTS,
    TILE_NAMES,
    TURNS,
    WIDTH,
)
from ludotheque.games.viva_catrina.rules import Event, Refusal
from ludotheque.games.viva_catrina.state import Phase
from ludotheque.games.viva_catrina.text import tile_rows
from tests.games.effort import size
from tests.games.viva_catrina.villages import (
    GAME,
    balloon_tile,
    chimeras,
    dealt,
    games,
    give,
    lay_lines,
    legal,
    linked,
    linking,
    mover,
    play,
    put,
    refusal,
    sheet,
    shops,
    take_turn,
    tiles_of,
    told,
    village,
)

# E3a
SMALL_BASE = (("S5-marigold", "1,0 1"), ("B10-green", "1,1 0"), ("S2-marigold", "2,0 0"), ("S1-marigold", "2,1 0"))
# E3b
LARGE_BASE = (
    ("N4", "1,0 1"),
    ("B1-red", "1,1 0"),
    ("B9-blue", "2,0 0"),
    ("A3-shop", "2,1 1"),
    ("B10-red", "3,0 0"),
    ("B12-yellow", "3,1 1"),
)
# X5: closed round 2,1, and not linked
LOOSE_BASE = (("S2-bread", "1,0 1"), ("S2-fruit", "1,1 0"), ("S2-skull", "2,0 0"), ("S2-candle", "2,1 1"))
seats_from_2_to_6 = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


def codes(rows: list[tuple[int, int, int, int, int]]) -> list[int]:
    return [row[0] for row in rows]


# R1 Setup


@pytest.mark.sentence("R1.1")
@seats_from_2_to_6
def test_two_to_six_seats_and_seat_0_has_the_first_turn(seats: int) -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    states = [dealt(seats, seed) for seed in range(5)]
    assert {mover(state) for state in states} == {0}
    assert {int(state.rounds_over) for state in states} == {0}


@pytest.mark.sentence("R1.2")
@seats_from_2_to_6
def test_the_side_of_the_board_gives_the_slots(seats: int) -> None:
    setup = GAME.notation.setup_of(dealt(seats))
    assert [len(setup["line1"]), len(setup["line2"])] == ([9, 9] if seats <= 3 else [8, 8])


@pytest.mark.sentence("R1.3")
def test_every_slot_gets_a_tile_of_the_114_at_random() -> None:
    assert sum(row["n"] for row in PATH_ROWS) == 114
    count = size(3000, 60)
    first: Counter[str] = Counter()
    for seed in range(count):
        state = dealt(2, seed)
        setup = GAME.notation.setup_of(state)
        drawn = Counter(setup["line1"] + setup["line2"])
        assert drawn <= naive.BOX
        assert {name: int(state.bag[kind]) for kind, name in enumerate(KIND_NAMES)} == {
            name: naive.BOX[name] - drawn[name] for name in KIND_NAMES
        }
        assert state.bag_size == 114 - 18
        first[setup["line1"][0]] += 1
    if count > 1000:
        expected = {name: count * naive.BOX[name] / 114 for name in KIND_NAMES}
        chi_square = sum((first[name] - expected[name]) ** 2 / expected[name] for name in KIND_NAMES)
        assert chi_square < 110 + 5 * 220**0.5


@pytest.mark.sentence("R1.4")
def test_fifteen_small_and_twelve_large_chimeras() -> None:
    assert dealt().chimeras_left.tolist() == [15, 12]


@pytest.mark.sentence("R1.5")
@pytest.mark.parametrize(
    ("seats", "fronts"), [(2, [5, 3]), (3, [5, 4, 3]), (4, [5, 4, 3, 2]), (5, [5, 4, 3, 2]), (6, [5, 4, 3, 2])]
)
def test_the_marks_choose_the_balloon_tiles_and_the_highest_lies_on_top(seats: int, fronts: list[int]) -> None:
    for color in COLOR_NAMES:
        state = village(seats=seats)
        values = []
        for _ in range(len(fronts) + 1):
            one = copy(state)  # the next player gets the tile that is on top now
            put(one, f"B2-{color}", "0,-1 1")
            put(one, f"B4-{color}", "0,1 0")
            values.append(balloon_tile(one, color))
            state.pile[:] = one.pile
        assert values == [*fronts, 0]


@pytest.mark.sentence("R1.6")
@seats_from_2_to_6
def test_each_seat_gets_a_start_tile_of_its_own_on_0_0_unturned(seats: int) -> None:
    drawn: Counter[str] = Counter()
    for seed in range(size(1200, 30)):
        state = dealt(seats, seed)
        villages = [tiles_of(state, seat) for seat in range(seats)]
        assert all(list(tiles) == [(0, 0)] and tiles[0, 0][1] == 0 for tiles in villages)
        names = [tiles[0, 0][0] for tiles in villages]
        assert len(set(names)) == seats
        assert {START_NAMES[start] for start in range(STARTS) if state.box[start]} == set(START_NAMES) - set(names)
        drawn[names[0]] += 1
    assert all(abs(drawn[name] - 200) < 5 * 1000**0.5 / 2 for name in START_NAMES) or size(1, 0) == 0


@pytest.mark.sentence("R1.7")
def test_everything_is_open_but_what_will_be_drawn() -> None:
    for states in games(size(5, 1), linking):
        for state in states:
            view = GAME.view_of(state, NONE)
            assert [name for name in GAME.state.names or () if view[name].tobytes() != state[name].tobytes()] == [
                "key",
                "cursor",
            ]
    state = dealt()
    refills = {
        tuple(
            told(at_the_last_placement(GAME.imagine(GAME.view_of(state, 1), 1, bytes([key] * 32))), "place 0,-1 0")[1]
        )
        for key in range(4)
    }
    assert len(refills) == 4


def at_the_last_placement(state: object) -> object:
    """Both lines are empty, and seat 0 still has to place the last tile of the round."""
    lay_lines(state, [], [])
    return give(state, "S3-bread")


# R2 Tiles and villages


@pytest.mark.sentence("R2.1")
def test_a_village_grows_without_limit_in_every_direction() -> None:
    for step in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        state = village()
        for far in range(1, 25):  # as many tiles as a seat can ever place
            kind = next(kind for kind, left in enumerate(state.bag.tolist()) if left)
            put(state, KIND_NAMES[kind], f"{step[0] * far},{step[1] * far} 0")
        assert set(tiles_of(state, 0)) == {(step[0] * far, step[1] * far) for far in range(25)}
        assert state.fringe_size[0] == 52  # nothing has met itself round the ring
    assert legal(give(village(), "S3-bread"))[::4] == ["place 0,-1 0", "place -1,0 0", "place 1,0 0", "place 0,1 0"]


@pytest.mark.sentence("R2.1")
def test_no_two_cells_that_a_village_can_touch_share_a_number_in_the_ring() -> None:
    steps = [
        abs(x) + abs(y)
        for x in range(-60, 61)
        for y in range(-60, 61)
        if (x, y) != (0, 0) and (x + WIDTH * y) % RING == 0
    ]
    assert min(steps) == WIDTH >= MAX_TILES + 2


@pytest.mark.sentence("R2.2")
def test_edges_run_from_north_and_corners_from_north_west() -> None:
    placed = 4 * TILE_NAMES.index("S4-bread")  # P-B-, 0011
    assert LOOK[placed] == 1 | 3 << 4 | 1 << 10 | 1 << 11
    assert tile_rows(placed, True, True) == (".P.", ".P.", "###")
    assert tile_rows(4 * TILE_NAMES.index("B10-red"), True, False) == (".P#", "f*P", "#f.")


@pytest.mark.sentence("R2.3")
def test_a_quarter_turn_moves_edges_and_corners_one_place_clockwise() -> None:
    assert tile_rows(4 * TILE_NAMES.index("S4-bread") + 1, True, True) == ("#..", "#PP", "#..")
    for row in PATH_ROWS:
        for turn in range(4):
            look = int(LOOK[4 * TILE_NAMES.index(row["id"]) + turn])
            assert [look >> 2 * ((side + turn) % 4) & 3 for side in range(4)] == [
                "-PFB".index(letter) for letter in row["edges"]
            ]
            assert [look >> 8 + (corner + turn) % 4 & 1 for corner in range(4)] == [
                int(digit) for digit in row["corners"]
            ]


@pytest.mark.sentence("R2.4")
def test_all_exits_of_a_kind_are_one_path_and_the_two_kinds_never_join() -> None:
    state = village(("B4-red", "0,-1 0"), ("S1-bread", "1,-1 1"), ("S1-fruit", "0,-2 0"))  # round the four exits of B4
    assert (linked(state, "shop:bread"), linked(state, "shop:fruit")) == (1, 1)
    state = village(("N2", "0,1 0"), ("B8-red", "1,1 3"))  # N2 crosses: its paved path is linked, its trail is not
    assert (linked(state, "visitor"), linked(state, "butterfly"), linked(state, "balloon:red")) == (1, 0, 0)


@pytest.mark.sentence("R2.5")
def test_every_element_lies_on_one_of_the_two_paths() -> None:
    for row in PATH_ROWS:
        assert set(row["paved"] + row["trail"]) <= set(ELEMENT_NAMES)
        assert "P" in row["edges"] or not row["paved"]
        assert "F" in row["edges"] or not row["trail"]
    # P-PF: linked by its paved path, by its trail
    paved, trail = village(("B13-red", "0,1 0")), village(("B13-red", "-1,0 2"))
    assert [linked(paved, name) for name in ("balloon:red", "balloon:blue", "butterfly")] == [1, 1, 0]
    assert [linked(trail, name) for name in ("balloon:red", "balloon:blue", "butterfly")] == [0, 0, 1]


@pytest.mark.sentence("R2.6")
def test_a_side_part_fills_both_of_its_corners() -> None:
    for row in PATH_ROWS:
        for side, letter in enumerate(row["edges"]):
            if letter == "B":
                assert row["corners"][side] == row["corners"][(side + 1) % 4] == "1"
    assert sum(row["n"] for row in PATH_ROWS if "B" in row["edges"]) == 38


@pytest.mark.sentence("R2.7")
def test_start_tiles_bear_nothing_and_close_no_base() -> None:
    for start in START_NAMES:
        assert naive.STARTS[start].corners == "0000"
        assert sorted(naive.STARTS[start].edges) == ["F", "F", "P", "P"]
    # three parts round the fourth corner of the start tile
    state = village(("S2-bread", "1,0 0"), ("S2-fruit", "0,1 0"), ("S1-skull", "1,1 0"), base_link="none")
    assert chimeras(state) == {}


# R3 The turn


@pytest.mark.sentence("R3.1")
def test_a_tile_is_taken_then_placed_and_neither_may_be_left_out() -> None:
    state = dealt()
    assert refusal(state, "place 0,-1 0") == Refusal.TAKE_FIRST
    play(state, "take 1 left")
    assert mover(state) == 0
    assert refusal(state, "take 1 left") == Refusal.PLACE_FIRST
    assert refusal(state, "place 0,-1 0") == Refusal.LEGAL
    for text in (
        "pass",
        "",
        "take",
        "take 3 left",
        "take 1 middle",
        "place 0,-1",
        "place 0,-1 4",
        "place 0, -1 0",
        "place +1,0 0",
        "place 01,0 0",
        "place -0,1 0",
        "take  1 left",
    ):
        assert refusal(state, text) == Refusal.UNREADABLE
    play(state, "place 0,-1 0")
    assert mover(state) == 1


@pytest.mark.sentence("R3.2")
def test_only_the_ends_of_a_line_are_taken_and_each_choice_is_offered_once() -> None:
    state = lay_lines(dealt(), ["S1-bread", "B4-red", "N2"], ["N5"])
    assert legal(state) == ["take 1 left", "take 1 right", "take 2 left"]
    assert refusal(state, "take 2 right") == Refusal.SAME_END
    for take, name in (("take 1 left", "S1-bread"), ("take 1 right", "N2"), ("take 2 left", "N5")):
        after = copy(state)
        play(after, take)
        assert TILE_NAMES[after.hand] == name
    state = lay_lines(dealt(), [], ["N1", "N1"])
    assert legal(state) == ["take 2 left"]
    assert refusal(state, "take 1 left") == refusal(state, "take 1 right") == Refusal.EMPTY_LINE
    assert legal(lay_lines(dealt(), ["N1", "S1-bread", "N1"], ["N7"])) == ["take 1 left", "take 1 right", "take 2 left"]


@pytest.mark.sentence("R3.3")
def test_the_other_tiles_keep_their_line_and_order_and_no_slot_is_filled() -> None:
    state = dealt(2)
    setup = GAME.notation.setup_of(state)
    expected = [list(setup["line1"]), list(setup["line2"])]
    for turn in range(17):
        take = legal(state)[turn % len(legal(state))]
        taken = expected[int(take[5]) - 1].pop(0 if take.endswith("left") else -1)
        seat = mover(state)
        play(state, take)
        assert TILE_NAMES[state.hand] == taken
        play(state, legal(state)[0])
        assert (mover(state), state.phase) == (1 - seat, Phase.TAKE)
        assert [[TILE_NAMES[tile] for tile in line if tile] for line in state.line.tolist()] == expected
    assert sum(map(len, expected)) == 1


@pytest.mark.sentence("R3.4")
def test_there_are_four_choices_then_three_then_two_then_one() -> None:
    state = lay_lines(dealt(), ["S1-bread", "B4-red"], ["N2", "N5"])
    counts = []
    for _ in range(4):
        counts.append(len(legal(state)))
        take_turn(state)
    assert counts == [4, 3, 2, 1]


@pytest.mark.sentence("R3.5")
def test_a_tile_shares_a_whole_edge_with_the_own_village() -> None:
    state = give(village(("S3-bread", "1,0 0")), "S3-fruit")
    assert {text.rsplit(" ", 1)[0] for text in legal(state)} == {
        f"place {cell}" for cell in ("0,-1", "1,-1", "-1,0", "2,0", "0,1", "1,1")
    }
    for cell in ("-1,-1", "2,1", "5,5", "99,0", "-1000,1"):  # corners only, and far away
        assert refusal(state, f"place {cell} 0") == Refusal.NOT_BESIDE
    state.seat = 1  # whose village is the start tile alone
    assert refusal(state, "place 2,0 0") == Refusal.NOT_BESIDE
    assert refusal(state, "place 1,0 0") == Refusal.LEGAL


@pytest.mark.sentence("R3.6")
def test_rotations_that_look_the_same_are_one_choice() -> None:
    for name, turns in (("S1-bread", 2), ("S2-bread", 4), ("B4-red", 2), ("B11-blue", 2), ("N2", 2), ("S3-bread", 4)):
        state = give(village(), name)
        assert [text for text in legal(state) if text.startswith("place 0,-1")] == [
            f"place 0,-1 {turn}" for turn in range(turns)
        ]
        assert refusal(state, "place 0,-1 3") == (Refusal.LEGAL if turns == 4 else Refusal.SAME_TURN)
    two = {name.split("-")[0] for name in KIND_NAMES if TURNS[TILE_NAMES.index(name)] == 2}
    assert two == {"S1", "S5", "A1", "B1", "B4", "B7", "B11", "N2"}
    assert set(TURNS[1:].tolist()) == {2, 4}


@pytest.mark.sentence("R3.7")
def test_nothing_has_to_fit() -> None:
    # against a paved exit and against a trail
    for where in ("0,-1 0", "0,-1 1", "0,-1 2", "0,-1 3", "1,0 0", "1,0 1", "1,0 2", "1,0 3"):
        state = village(("S4-bread", where))
        assert linked(state, "shop:bread") == (1 if where == "0,-1 2" else 0)


@pytest.mark.sentence("R3.8")
def test_a_placed_tile_stays_as_it_is() -> None:
    state = give(village(("S3-bread", "1,0 0")), "S3-fruit")
    assert refusal(state, "place 1,0 2") == refusal(state, "place 0,0 0") == Refusal.OCCUPIED
    for states in games(size(5, 1), linking):
        before: list[dict[tuple[int, int], tuple[str, int]]] = []
        for state in states:
            after = [tiles_of(state, seat) for seat in range(state.seats)]
            assert all(was.items() <= now.items() for was, now in zip(before, after, strict=False))
            assert state.phase != Phase.PLACE or legal(state)
            before = after


@pytest.mark.sentence("R3.9")
def test_balloons_chimeras_and_shops_are_resolved_in_this_order() -> None:
    state = village(*LOOSE_BASE, ("S3-skull", "0,-1 0"), ("B4-red", "1,-1 0"), ("B2-yellow", "0,1 0"))
    assert (shops(state), linked(state, "balloon:yellow"), chimeras(state)) == ([0, 0, 1, 0, 0, 0], 2, {})
    rows = put(state, "B4-yellow", "2,-1 0")  # a third balloon, and the link of a second shop and of the base
    assert codes(rows)[:4] == [Event.PLACED, Event.BALLOON_TILE, Event.CHIMERA, Event.PAIR]


@pytest.mark.sentence("R3.10")
def test_the_turn_goes_to_the_next_seat_when_no_extra_tile_is_owed() -> None:
    state = lay_lines(dealt(4), ["S1-bread", "S2-bread", "S3-bread"], ["N2", "N5"])
    turns = []
    for _ in range(5):
        turns.append(mover(state))
        for other in set(range(4)) - {mover(state)}:
            assert refusal(state, "take 1 left", other) == Refusal.NOT_YOUR_TURN
            assert GAME.legal(state, other) == []
        take_turn(state)
    assert turns == [0, 1, 2, 3, 0]
    assert state.rounds_over == 1  # both lines are empty now


# R4 Links


@pytest.mark.sentence("R4.1")
def test_tiles_are_joined_by_paths_of_the_same_kind_on_both_sides() -> None:
    assert linked(village(("S1-bread", "0,-1 0")), "visitor") == 1  # paved against paved
    assert linked(village(("S5-bread", "1,0 1")), "butterfly") == 1  # trail against trail
    assert linked(village(("S5-bread", "0,-1 0")), "butterfly") == 0  # trail against paved
    assert linked(village(("S1-bread", "1,0 1")), "visitor") == 0  # paved against trail
    assert linked(village(("S1-bread", "0,-1 1")), "visitor") == 0  # nothing against paved
    assert linked(village(("S4-bread", "0,-1 0")), "visitor") == 0  # a base against paved


@pytest.mark.sentence("R4.2")
def test_what_is_joined_to_a_linked_path_is_linked_as_far_as_it_goes() -> None:
    state = village(
        *((f"S1-{kind}", f"0,{-far} 0") for far, kind in enumerate(("bread", "fruit", "skull", "candle"), 1))
    )
    assert linked(state, "visitor") == 4
    # X4b: the trail leads to the start tile, the paved path does not
    state = village(("B10-red", "1,0 0"), ("S2-bread", "2,0 2"))
    assert (linked(state, "butterfly"), linked(state, "balloon:red"), linked(state, "visitor")) == (1, 0, 0)


@pytest.mark.sentence("R4.3")
def test_an_element_is_linked_when_its_path_is() -> None:
    state = village(("N4", "0,-1 2"))  # FFPP after two turns: the paved path looks south, the trail north
    assert (linked(state, "visitor"), linked(state, "butterfly")) == (2, 0)
    put(state, "S5-bread", "1,0 1")
    assert (linked(state, "shop:bread"), linked(state, "butterfly")) == (1, 1)


@pytest.mark.sentence("R4.4")
def test_links_are_never_lost_and_older_tiles_count_once_they_are_linked() -> None:
    state = village(("B1-red", "1,0 0"), ("B2-red", "1,1 3"), ("B6-red", "1,-1 0"))  # X1
    assert (linked(state, "balloon:red"), linked(state, "visitor")) == (0, 0)
    put(state, "B4-red", "0,1 0")
    assert (linked(state, "balloon:red"), balloon_tile(state, "red")) == (6, 8)
    for states in games(size(6, 1), linking):
        before = np.zeros((6, 2), np.int64)
        for later in states:
            assert np.all(later.reached & before == before)
            before = later.reached.copy()


@pytest.mark.sentence("R4.5")
def test_what_is_not_linked_counts_for_nothing() -> None:
    state = village(
        ("B1-red", "1,0 0"),
        ("B2-red", "1,1 3"),
        ("B6-red", "1,-1 0"),
        ("S1-bread", "2,0 0"),
        ("S2-bread", "2,-1 1"),
        ("A1-red", "2,1 0"),
    )
    assert sum(sheet(state).values()) == 0
    assert balloon_tile(state, "red") == 0
    assert state.earned[0] == 0


# R5 Balloons


@pytest.mark.sentence("R5.1")
def test_each_colour_has_its_own_pile_and_its_own_count() -> None:
    assert COLOR_NAMES == ("red", "blue", "yellow", "green")
    state = village(("B12-red", "0,-1 2"))
    rows = put(state, "B4-red", "0,1 0") + put(state, "B2-blue", "0,2 0") + put(state, "B2-red", "-1,1 1")
    earned = [(row[0], COLOR_NAMES[row[2]]) for row in rows if row[0] == Event.BALLOON_TILE]
    assert earned == [(Event.BALLOON_TILE, "blue"), (Event.BALLOON_TILE, "red")]
    assert state.pile.tolist() == [1, 1, 0, 0]


@pytest.mark.sentence("R5.2")
def test_the_third_balloon_of_a_colour_takes_the_top_tile() -> None:
    state = village(("B2-red", "0,-1 1"))
    assert (linked(state, "balloon:red"), balloon_tile(state, "red"), state.pile.tolist()) == (2, 0, [0, 0, 0, 0])
    put(state, "B4-red", "0,1 0")
    assert (linked(state, "balloon:red"), balloon_tile(state, "red"), state.pile.tolist()) == (3, 5, [1, 0, 0, 0])
    assert legal(state) == ["take 2 left"]  # there was nothing to refuse


@pytest.mark.sentence("R5.3")
def test_the_sixth_balloon_turns_the_tile_golden() -> None:
    state = village(("B4-red", "0,1 0"), ("B1-red", "0,2 0"), ("B2-red", "0,3 0"))
    assert (linked(state, "balloon:red"), balloon_tile(state, "red")) == (5, 5)
    rows = put(state, "B6-red", "0,-1 0")
    assert (linked(state, "balloon:red"), balloon_tile(state, "red")) == (6, 8)
    assert Event.GOLDEN in codes(rows)
    assert Event.BALLOON_TILE not in codes(rows)


@pytest.mark.sentence("R5.4")
def test_nobody_has_two_tiles_of_a_colour_and_none_is_given_back() -> None:
    state = village(
        ("B4-red", "0,1 0"),
        ("B1-red", "0,2 0"),
        ("B12-green", "0,3 0"),
        ("B6-red", "0,-1 0"),
        ("B3-red", "0,-2 0"),
        ("B13-red", "0,-3 0"),
        ("B2-red", "0,-4 1"),
    )
    assert linked(state, "balloon:red") == 9
    assert (balloon_tile(state, "red"), state.pile.tolist()[0]) == (8, 1)


@pytest.mark.sentence("R5.5")
def test_from_an_empty_pile_nothing_is_taken() -> None:
    state = village(("A1-red", "0,1 0"), seats=6)
    state.pile[0] = 4
    put(state, "B2-red", "0,-1 1")
    put(state, "B1-red", "0,2 0")
    assert (
        linked(state, "balloon:red"),
        balloon_tile(state, "red"),
        sheet(state)["balloons"],
        sheet(state)["altars"],
    ) == (4, 0, 0, 4)
    put(state, "B6-red", "0,3 0")
    put(state, "B3-red", "0,4 0")
    assert (linked(state, "balloon:red"), balloon_tile(state, "red")) == (6, 0)


# R6 Chimeras


@pytest.mark.sentence("R6.1")
def test_a_grid_corner_is_the_north_west_corner_of_its_cell() -> None:
    assert chimeras(village(*SMALL_BASE)) == {(2, 1): "small"}  # the tiles on 1,0 2,0 1,1 2,1 meet there
    assert chimeras(village(*LARGE_BASE)) == {(2, 1): "large"}  # and at 3,1


@pytest.mark.sentence("R6.2")
def test_parts_are_joined_along_a_side_part_and_across_edges() -> None:
    tiles = {
        cell: naive.TILES[name].turned(turn)
        for cell, (name, turn) in tiles_of(village(*LARGE_BASE), 0).items()
        if cell != (0, 0)
    }
    closed = [base for base in naive.bases(tiles | {(0, 0): naive.STARTS["ST1"]}) if base.is_closed]
    assert [sorted(base.corners) for base in closed] == [[(2, 1), (3, 1)]]
    assert len(closed[0].tiles) == 6


@pytest.mark.sentence("R6.3")
def test_a_side_part_against_a_loose_corner_part_closes_nothing() -> None:
    assert chimeras(village(*LARGE_BASE)) == {(2, 1): "large"}
    open_base = (*LARGE_BASE[:3], ("S1-marigold", "2,1 0"), *LARGE_BASE[4:])  # X7
    assert chimeras(village(*open_base)) == {}
    for missing in range(6):  # every tile of it is needed
        tiles = [tile for number, tile in enumerate(LARGE_BASE) if number != missing]
        state = village(
            ("B4-red", "0,1 0"),
            ("B4-blue", "0,-1 0"),
            ("B4-yellow", "1,-1 0"),
            ("B4-green", "2,-1 0"),
            ("S3-bread", "3,-1 0"),
            *sorted(tiles, key=order),
        )
        assert chimeras(state) == {}


def order(tile: tuple[str, str]) -> tuple[int, int]:
    """So that every tile has a neighbour: the upper row first, which lies beside the row above
    it.
    """
    x, y = tile[1].split()[0].split(",")
    return int(y), int(x)


@pytest.mark.sentence("R6.4")
def test_one_grid_corner_is_small_two_are_large_and_three_fit_nothing() -> None:
    assert list(chimeras(village(*SMALL_BASE)).values()) == ["small"]
    assert list(chimeras(village(*LARGE_BASE)).values()) == ["large"]
    eight = (
        ("N4", "1,0 1"),
        ("S2-fruit", "1,1 0"),
        ("B5-red", "2,0 0"),
        ("B5-blue", "2,1 2"),
        ("B6-red", "3,0 3"),
        ("B6-blue", "3,1 1"),
        ("S2-skull", "4,0 0"),
        ("S2-candle", "4,1 1"),
    )
    assert chimeras(village(*eight)) == {}  # E3c


@pytest.mark.sentence("R6.5")
def test_a_base_is_linked_by_a_path_of_either_kind_on_one_of_its_tiles() -> None:
    by_trail = village(("S5-bread", "1,0 1"), *LOOSE_BASE[1:])  # the trail of the tile on 1,0 leads to the start tile
    assert chimeras(by_trail) == {(2, 1): "small"}
    assert chimeras(village(*LOOSE_BASE)) == {}
    by_paved = village(*LOOSE_BASE, ("B4-red", "0,-1 0"), ("B4-blue", "1,-1 0"), ("B4-yellow", "2,-1 0"))  # X5
    assert chimeras(by_paved) == {(2, 1): "small"}


@pytest.mark.sentence("R6.6")
def test_a_closed_base_waits_for_its_link_unless_the_option_says_none() -> None:
    state = village(*LOOSE_BASE, ("B4-red", "0,-1 0"), ("B4-blue", "1,-1 0"))
    assert (chimeras(state), state.chimeras_left.tolist()) == ({}, [15, 12])
    rows = put(state, "B4-yellow", "2,-1 0")
    assert (chimeras(state), state.chimeras_left.tolist()) == ({(2, 1): "small"}, [14, 12])
    assert codes(rows).count(Event.CHIMERA) == 1
    assert chimeras(village(*LOOSE_BASE, base_link="none")) == {(2, 1): "small"}


X9 = (
    ("B13-red", "1,0 0"),
    ("S1-bread", "1,-1 0"),
    ("B2-red", "2,-1 0"),
    ("N2", "1,1 0"),
    ("B2-yellow", "2,1 0"),
    ("A1-red", "3,1 0"),
    ("B2-blue", "3,0 0"),
)


@pytest.mark.sentence("R6.7")
@pytest.mark.parametrize("left", [1, 2])
def test_several_bases_are_served_in_reading_order(left: int) -> None:
    state = village(*X9, base_link="none")
    state.chimeras_left[0] = left
    put(state, "S1-candle", "2,0 0")
    assert chimeras(state) == dict([((2, 0), "small"), ((3, 1), "small")][:left])
    assert state.chimeras_left[0] == 0


@pytest.mark.sentence("R6.8")
def test_from_an_empty_pile_a_base_receives_nothing_then_or_later() -> None:
    state = village(*SMALL_BASE[:-1])
    state.chimeras_left[0] = 0
    put(state, *SMALL_BASE[-1])
    put(state, "B4-red", "0,-1 0")
    assert (chimeras(state), state.chimeras_left.tolist()) == ({}, [0, 12])
    state = village(*LARGE_BASE[:-1])
    state.chimeras_left[:] = [0, 1]
    put(state, *LARGE_BASE[-1])
    assert (chimeras(state), state.chimeras_left.tolist()) == ({(2, 1): "large"}, [0, 0])


@pytest.mark.sentence("R6.9")
def test_a_closed_base_never_changes_and_the_short_test_says_the_same() -> None:
    """The rules look at grid corners; the naive ones gather masses of parts after R6.2 and R6.3."""
    seen = 0
    for states in games(size(40, 1), linking, base_link="none"):
        before: list[dict[tuple[int, int], str]] = []
        for state in states:
            after = [chimeras(state, seat) for seat in range(state.seats)]
            assert all(was.items() <= now.items() for was, now in zip(before, after, strict=False))
            before = after
        for seat, found in enumerate(before):
            tiles = {
                cell: (naive.TILES | naive.STARTS)[name].turned(turn)
                for cell, (name, turn) in tiles_of(state, seat).items()
            }
            assert found == {base.first: base.size for base in naive.bases(tiles) if base.is_closed and base.size}
            seen += len(found)
    assert seen > 0 or size(1, 0) == 0


@pytest.mark.sentence("R6.10")
def test_a_base_that_cannot_be_closed_forbids_nothing() -> None:
    # X7: a side part over a loose one
    state = village(("N4", "1,0 1"), ("B1-red", "1,1 0"), ("B9-blue", "2,0 0"), ("S1-marigold", "2,1 0"))
    score = sum(sheet(state).values())
    give(state, "B10-red")
    assert {"place 3,0 0", "place 3,1 0", "place 2,2 0"} <= set(legal(state))
    play(state, "place 3,0 0")
    assert sum(sheet(state).values()) == score


# R7 Shops


@pytest.mark.sentence("R7.1")
def test_the_second_linked_shop_of_a_kind_earns_an_extra_tile() -> None:
    state = village(("S3-fruit", "0,-1 0"), ("S3-candle", "0,-2 0"))
    assert state.earned[0] == 0
    rows = put(state, "S1-fruit", "0,1 0")
    assert [(row[0], row[2]) for row in rows if row[0] == Event.PAIR] == [(Event.PAIR, 1)]


@pytest.mark.sentence("R7.2")
def test_each_kind_earns_a_seat_one_extra_tile() -> None:
    state = village(("S3-fruit", "0,-1 0"), ("S1-fruit", "0,1 0"))
    for name, where in (("S6-fruit", "0,2 0"), ("S2-fruit", "0,-2 1")):
        assert Event.PAIR not in codes(put(state, name, where))
    assert shops(state)[1] == 4
    state.linked[1, ELEMENT_NAMES.index("shop:fruit")] = 1
    give(state, "S4-fruit", 1)
    assert any(Event.PAIR in codes(play(copy(state), text)) for text in legal(state))  # and another seat for itself


@pytest.mark.sentence("R7.3")
def test_a_shop_earns_when_it_is_linked_by_whatever_tile() -> None:
    state = village(("S3-fruit", "0,-1 0"), ("S1-fruit", "1,0 0"))
    assert (shops(state)[1], state.earned[0]) == (1, 0)
    assert Event.PAIR in codes(put(state, "B2-red", "1,-1 2"))
    assert shops(state)[1] == 2


@pytest.mark.sentence("R7.4")
def test_a_tile_may_complete_several_pairs_at_once() -> None:
    state = village(("S3-fruit", "0,-1 0"), ("S3-candle", "0,-2 0"), ("S1-fruit", "1,0 0"), ("S1-candle", "1,1 0"))
    give(state, "B2-red")
    rows, chance = told(state, "place 1,-1 2", "B4-red")
    assert codes(rows).count(Event.PAIR) == 2
    assert (chance, state.owed, state.phase, mover(state)) == (["draw B4-red"], 1, Phase.PLACE, 0)


@pytest.mark.sentence("R7.5")
def test_extra_tiles_are_drawn_and_placed_one_by_one_and_may_chain() -> None:
    state = village(("S3-fruit", "0,-1 0"), ("S3-candle", "0,-2 0"), ("B2-blue", "0,-3 1"))  # E4
    give(state, "S1-fruit")
    assert told(state, "place 0,1 0", "S1-candle")[1] == ["draw S1-candle"]
    assert (TILE_NAMES[state.hand], mover(state)) == ("S1-candle", 0)
    assert refusal(state, "take 2 left") == Refusal.PLACE_FIRST  # it cannot be left out
    assert told(state, "place 0,2 0", "B6-blue")[1] == ["draw B6-blue"]
    assert told(state, "place 0,3 0")[1] == []
    assert (mover(state), state.phase, balloon_tile(state, "blue")) == (1, Phase.TAKE, 5)


@pytest.mark.sentence("R7.6")
def test_with_an_empty_bag_extra_tiles_lapse() -> None:
    state = give(village(("S3-fruit", "0,-1 0")), "S1-fruit")
    state.bag[:], state.bag_size = 0, 0
    rows, chance = told(state, "place 0,1 0")
    assert (codes(rows)[1:], chance) == ([Event.PAIR, Event.LAPSED], [])
    assert (state.owed, mover(state), state.phase) == (0, 1, Phase.TAKE)


@pytest.mark.sentence("R7.7")
def test_an_extra_tile_of_the_last_turn_is_played_before_the_end() -> None:
    for rounds_over in (0, 2):
        state = give(lay_lines(village(("S3-fruit", "0,-1 0")), [], []), "S1-fruit")
        state.rounds_over = rounds_over
        assert told(state, "place 0,1 0", "N2")[1] == ["draw N2"]
        assert (mover(state), state.phase) == (0, Phase.PLACE)
        rows = play(state, "place 0,2 0")
        assert codes(rows)[-1] == (Event.ENDED if rounds_over else Event.ROUND)


# R8 Visitors and butterflies


@pytest.mark.sentence("R8.1")
def test_a_visitor_is_worth_1_and_a_butterfly_2() -> None:
    state = village(("N6", "0,-1 0"), ("N7", "1,0 1"))
    assert (linked(state, "visitor"), linked(state, "butterfly")) == (2, 2)
    assert sheet(state) == {"balloons": 0, "altars": 0, "shops": 0, "chimeras": 0, "visitors": 2, "butterflies": 4}


# R9 Altars


@pytest.mark.sentence("R9.1")
def test_a_linked_altar_counts_linked_things_in_its_village() -> None:
    state = village(("B2-red", "0,-1 1"), ("B1-red", "1,0 0"))  # two linked, two not
    put(state, "A1-red", "-1,0 0")
    assert sheet(state)["altars"] == 0
    other = copy(state)
    put(other, "A2-red", "0,1 0")  # trails: not linked either
    assert sheet(other)["altars"] == 0
    put(state, "B6-blue", "0,1 0")
    put(state, "A2-red", "1,1 0")
    assert sheet(state)["altars"] == 0
    linked_altar = village(("B2-red", "0,-1 1"), ("B1-red", "1,0 0"), ("A1-red", "0,1 0"))
    assert sheet(linked_altar)["altars"] == 2


@pytest.mark.sentence("R9.2")
@pytest.mark.parametrize(
    ("altar", "tiles", "points"),
    [
        ("A1-yellow", [("B1-yellow", "0,2 0"), ("B2-yellow", "0,3 0")], 4),  # balloons, though they have a tile too
        ("A3-shop", [("S1-bread", "0,2 0"), ("S1-fruit", "0,3 0"), ("S2-bread", "0,4 0")], 3),
        ("A3-visitor", [("S1-bread", "0,2 0"), ("B1-red", "0,3 0")], 2),
        ("A3-butterfly", [("S5-bread", "1,0 1"), ("S5-fruit", "-1,0 1")], 2),
    ],
)
def test_what_an_altar_counts(altar: str, tiles: list[tuple[str, str]], points: int) -> None:
    assert sheet(village((altar, "0,1 0"), *tiles))["altars"] == points


@pytest.mark.sentence("R9.2")
def test_the_altar_of_chimeras_gives_2_for_each() -> None:
    state = village(("A3-chimera", "0,1 0"), *SMALL_BASE)
    assert (chimeras(state), sheet(state)["altars"]) == ({(2, 1): "small"}, 2)
    assert sheet(village(("A3-chimera", "0,-1 0"), *LARGE_BASE))["altars"] == 2


@pytest.mark.sentence("R9.3")
def test_two_altars_alike_both_score() -> None:
    state = village(("A1-red", "0,1 0"), ("B1-red", "0,2 0"), ("B6-red", "0,-1 0"), ("A2-red", "1,0 3"))
    assert (linked(state, "altar:red"), linked(state, "balloon:red"), sheet(state)["altars"]) == (2, 3, 6)


# R10 End of a round


@pytest.mark.sentence("R10.1")
def test_a_round_is_over_when_both_lines_are_empty_and_the_turn_is_resolved() -> None:
    state = lay_lines(dealt(), [], ["N5"])
    play(state, "take 2 left")
    assert state.rounds_over == 0
    play(state, "place 0,-1 0")
    assert state.rounds_over == 1


@pytest.mark.sentence("R10.2")
@seats_from_2_to_6
def test_all_slots_are_filled_line_1_first_from_left_to_right(seats: int) -> None:
    state = give(lay_lines(dealt(seats), [], []), "N5")
    left = int(state.bag_size)
    chance = told(state, "place 0,-1 0")[1]
    slots = 9 if seats <= 3 else 8
    assert [entry.split()[0] for entry in chance] == ["line1"] * slots + ["line2"] * slots
    assert [[TILE_NAMES[tile] for tile in line if tile] for line in state.line.tolist()] == [
        [entry.split()[1] for entry in chance[first : first + slots]] for first in (0, slots)
    ]
    assert state.bag_size == left - 2 * slots


@pytest.mark.sentence("R10.3")
@seats_from_2_to_6
def test_the_catrina_passes_on_and_its_holder_begins_whoever_has_just_played(seats: int) -> None:
    state = dealt(seats)
    starters, lasts = [mover(state)], []
    while GAME.movers(state):
        seat, before = mover(state), int(state.rounds_over)
        take_turn(state)
        if state.rounds_over > before:
            starters.append(mover(state))
            lasts.append(seat)
    assert starters == list(range(seats))
    slots = 18 if seats <= 3 else 16
    assert lasts == [(start + slots - 1) % seats for start in range(seats - 1)]


@pytest.mark.sentence("R10.4")
def test_the_bag_fills_as_many_slots_as_it_can_and_an_empty_one_ends_the_game() -> None:
    for left in (0, 3, 11):
        state = give(lay_lines(dealt(), [], []), "N5")
        state.bag[:] = 0
        state.bag[:left], state.bag_size = 1, left
        rows, chance = told(state, "place 0,-1 0")
        assert [entry.split()[0] for entry in chance] == (["line1"] * 9 + ["line2"] * 9)[:left]
        assert codes(rows)[-1] == (Event.ROUND if left else Event.ENDED)
        assert bool(GAME.movers(state)) == bool(left)
        if left:
            assert legal(state) == [
                f"take {line} {end}" for line in ((1, 2) if left > 9 else (1,)) for end in ("left", "right")
            ]


# R11 End of the game and scoring


@pytest.mark.sentence("R11.1")
@seats_from_2_to_6
def test_there_are_as_many_rounds_as_seats_and_every_seat_has_as_many_turns_as_there_are_slots(seats: int) -> None:
    state = dealt(seats, 3)
    turns: Counter[int] = Counter()
    while GAME.movers(state):
        turns[mover(state)] += 1
        take_turn(state, "take 2 right")
    assert turns == dict.fromkeys(range(seats), 18 if seats <= 3 else 16)
    assert (state.rounds_over, state.phase) == (seats - 1, Phase.OVER)
    assert legal(state) == []
    assert GAME.refusal(state, int(state.seat), 0) == Refusal.GAME_OVER


@pytest.mark.sentence("R11.2")
def test_the_score_is_the_sum_of_the_sheet() -> None:
    for kinds, points in enumerate((0, 0, 1, 4, 9, 16, 25)):
        tiles = [
            (f"S1-{kind}", f"0,{-far} 0")
            for far, kind in enumerate(("bread", "fruit", "skull", "marigold", "banner", "candle")[:kinds], 1)
        ]
        state = village(*tiles)
        assert (sheet(state)["shops"], sheet(state)["visitors"]) == (points, kinds)
        assert GAME.scores(state, 3)[0] == points + kinds
    both = village(*LARGE_BASE)
    assert sheet(both)["chimeras"] == 5
    assert sheet(village(*SMALL_BASE))["chimeras"] == 3
    for states in games(size(6, 1), linking):
        for state in states:
            seats = int(state.seats)
            assert GAME.scores(state, seats) == [sum(row.values()) for row in GAME.breakdown(state, seats)]


@pytest.mark.sentence("R11.3")
def test_the_highest_score_wins_and_equal_scores_share_the_place() -> None:
    state = village(("N6", "0,-1 0"), seats=4)
    for seat, visitors in enumerate((2, 5, 2, 0)):
        state.linked[seat, ELEMENT_NAMES.index("visitor")] = visitors
    assert (GAME.scores(state, 4), GAME.ranks(state, 4)) == ([2, 5, 2, 0], [2, 1, 2, 4])
