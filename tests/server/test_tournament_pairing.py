"""Pairings and standings, compared with a second implementation that tries everything."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from ludotheque.server.tournament.model import Board, Entrant
from ludotheque.server.tournament.pairing import (
    byes,
    circle,
    circle_rounds,
    cost,
    meetings,
    seating,
    swiss,
    table_sizes,
    total,
)
from ludotheque.server.tournament.standings import board_points, duplicate_points, standings


def board(number: int, players: list[int], ranks: list[int], scores: list[int] | None = None) -> Board:
    nobody = tuple(False for _ in players)
    return Board(number, 0, tuple(players), "t", tuple(ranks), tuple(scores or ranks), nobody, (1,) * len(players))


# Naive: every way to seat people


def partitions(line: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to fill tables of these sizes."""
    if not sizes:
        yield []
        return
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for group in combinations(line[1:], size - 1):
            chosen = (line[0], *group)
            for others in partitions([one for one in line if one not in chosen], rest):
                yield [chosen, *others]


@pytest.mark.parametrize(("count", "most", "least"), [(6, 2, 2), (8, 2, 2), (7, 3, 2), (8, 4, 2), (9, 3, 2)])
def test_pairings_are_as_good_as_the_best_of_all(count: int, most: int, least: int) -> None:
    rng = random.Random(count * most)
    line = list(range(1, count + 1))
    sizes, _ = table_sizes(count, most, least)
    boards: list[Board] = []
    for number in range(1, 5):
        points = dict.fromkeys(line, 0.0) | {row.number: row.points for row in standings(entrants(count), boards)}
        order = sorted(line, key=lambda one: -points[one])
        groups = swiss(order, boards, points, sizes)
        assert sorted(one for group in groups for one in group) == line
        met = meetings(boards)
        best = min(total(other, met, points) for other in partitions(line, sizes))
        assert total(groups, met, points) == pytest.approx(best)
        ranks = [rng.sample(range(1, len(group) + 1), len(group)) for group in groups]
        boards += [board(number, list(group), ranked) for group, ranked in zip(groups, ranks, strict=True)]


def entrants(count: int) -> list[Entrant]:
    return [Entrant(number, f"p{number}", f"P{number}") for number in range(1, count + 1)]


def test_thirty_two_meet_nobody_twice_in_five_rounds() -> None:
    rng, boards, line = random.Random(1), list[Board](), list(range(1, 33))
    for number in range(1, 6):
        rows = standings(entrants(32), boards)
        points = {row.number: row.points for row in rows}
        for group in swiss([row.number for row in rows], boards, points, [2] * 16):
            boards.append(board(number, list(group), rng.choice([[1, 2], [2, 1], [1, 1]])))
    assert set(meetings(boards).values()) == {1}
    begins = Counter(one.players[0] for one in boards)
    assert all(1 <= begins[one] <= 4 for one in line)


@pytest.mark.parametrize("count", range(2, 9))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    line = list(range(1, count + 1))
    boards = [
        Board(number, 0, group) for number in range(1, circle_rounds(count) + 1) for group in circle(line, number)
    ]
    met = meetings(boards)
    assert dict(met) == {frozenset(pair): 1 for pair in combinations(line, 2)}
    assert set(Counter(one.players[0] for one in boards if one.is_bye).values()) == ({1} if count % 2 else set())
    begins = Counter(one.players[0] for one in boards if not one.is_bye)
    assert max(begins.values()) - min(begins[one] for one in line) <= count // 2 + 1


@pytest.mark.parametrize(
    ("count", "most", "least", "is_even", "sizes", "out"),
    [
        (8, 2, 2, False, [2, 2, 2, 2], 0),
        (7, 2, 2, False, [2, 2, 2], 1),
        (10, 4, 2, False, [4, 3, 3], 0),
        (5, 4, 2, False, [3, 2], 0),
        (7, 3, 3, False, [3, 3], 1),
        (10, 4, 2, True, [4, 4], 2),
        (1, 2, 2, False, [], 1),
        (0, 2, 2, False, [], 0),
    ],
)
def test_as_few_as_possible_sit_out(
    count: int, most: int, least: int, is_even: bool, sizes: list[int], out: int
) -> None:
    assert table_sizes(count, most, least, is_even) == (sizes, out)


def test_nobody_sits_out_twice_before_everybody_has() -> None:
    order, boards = [1, 2, 3, 4, 5], list[Board]()
    for number in range(1, 6):
        (out,) = byes(order, boards, 1)
        boards.append(Board(number, 0, (out,)))
    assert sorted(one.players[0] for one in boards) == order
    assert boards[0].players == (5,)  # the last in the standings first


def test_seats_are_shared_out() -> None:
    boards = [board(1, [1, 2, 3], [1, 2, 3]), board(2, [1, 2, 3], [1, 2, 3])]
    turned = seating([1, 2, 3], boards)
    assert all(turned[seat] != boards[0].players[seat] for seat in range(3))


def test_points_are_the_share_of_opponents_beaten() -> None:
    assert board_points(board(1, [4, 5], [1, 2])) == {4: 1.0, 5: 0.0}
    assert board_points(board(1, [4, 5], [1, 1])) == {4: 0.5, 5: 0.5}
    assert board_points(board(1, [1, 2, 3, 4], [2, 1, 2, 4])) == {1: 0.5, 2: 1.0, 3: 0.5, 4: 0.0}
    assert board_points(Board(1, 0, (9,))) == {9: 1.0}
    assert board_points(Board(1, 0, (1, 2), "lost", is_void=True)) == {1: 0.5, 2: 0.5}


def test_a_duplicate_round_compares_the_same_seat_at_other_tables() -> None:
    """1 beats 2 with a strong deal, but 3 and 5 made more of it; 6 made most of the weak one."""
    boards = [
        board(1, [1, 2], [1, 2], [20, 10]),
        board(1, [3, 4], [1, 2], [30, 11]),
        board(1, [5, 6], [1, 2], [25, 15]),
    ]
    assert duplicate_points(boards) == {1: 0.0, 2: 0.0, 3: 1.0, 4: 0.5, 5: 0.5, 6: 1.0}
    alone = duplicate_points(boards[:1])
    assert alone == {1: 0.5, 2: 0.5}


def test_ties_are_broken_by_opponents_then_by_wins() -> None:
    boards = [
        board(1, [1, 2], [1, 2]),
        board(1, [3, 4], [1, 2]),
        board(2, [1, 4], [2, 1]),
        board(2, [3, 2], [2, 1]),
    ]
    rows = standings(entrants(4), boards)
    assert [row.points for row in rows] == [1.0] * 4
    assert [row.rank for row in rows] == [1] * 4  # everything is equal
    rows = standings(entrants(4), [*boards, board(3, [1, 2], [1, 2])])
    assert (rows[0].number, rows[0].points) == (1, 2.0)
    naive = sum({1: 2.0, 2: 1.0, 3: 1.0, 4: 1.0}[other] for other in (2, 4, 2))
    assert rows[0].opponents == naive
    assert cost([1, 2], {frozenset((1, 2)): 1}, {1: 0.0, 2: 1.0}) == 101.0
