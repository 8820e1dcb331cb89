"""Pairings: who meets whom in the next round, for tables of two to six.

No library pairs tables of more than two, so this is our own: tables are filled in order of the
standings and then improved by exchanging players, until no exchange helps. Tests compare it with
trying everything.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

from ludotheque.server.tournament.model import Board

Group = tuple[int, ...]  # the numbers of the entrants at one table

REPEAT = 100.0  # what it costs to meet the same opponent again, compared with a difference of points
TRIES = 12  # beginnings from which tables are improved


def table_sizes(count: int, most: int, least: int, is_even: bool = False) -> tuple[list[int], int]:
    """Return how many sit at each table, and how many have a bye.

    Tables differ by one at most, and not at all if `is_even`. As few as possible have a bye.
    """
    for byes in range(count + 1):
        seated = count - byes
        tables = -(-seated // most)
        if is_even and seated % most:
            continue
        if tables == 0 or seated // tables >= least:
            extra = seated % tables if tables else 0
            return [seated // tables + (number < extra) for number in range(tables)], byes
    return [], count


def meetings(boards: Sequence[Board]) -> Counter[frozenset[int]]:
    """Return how often each two entrants have met."""
    met: Counter[frozenset[int]] = Counter()
    for board in boards:
        met.update(map(frozenset, combinations(board.players, 2)))
    return met


def cost(group: Sequence[int], met: Mapping[frozenset[int], int], points: Mapping[int, float]) -> float:
    """Return how bad it is to seat these together: they have met, or stand far apart."""
    return sum(
        REPEAT * met.get(frozenset(pair), 0) ** 2 + (points[pair[0]] - points[pair[1]]) ** 2
        for pair in combinations(group, 2)
    )


def swiss(
    order: Sequence[int],
    boards: Sequence[Board],
    points: Mapping[int, float],
    sizes: Sequence[int],
) -> list[Group]:
    """Seat entrants, given in order of the standings, with others of about as many points.

    Nobody meets the same opponent again if that can be avoided. The same tournament always gets the
    same pairings.
    """
    met, rng = meetings(boards), random.Random(len(boards))
    found: list[list[int]] = []
    for attempt in range(TRIES):
        line = rng.sample(list(order), len(order)) if attempt else list(order)
        groups = improved(cut(line, sizes), met, points)
        if not found or total(groups, met, points) < total(found, met, points) - 1e-9:
            found = groups
    place = {number: index for index, number in enumerate(order)}
    ranked = sorted(found, key=lambda group: min(place[number] for number in group))
    return [seating(sorted(group, key=place.__getitem__), boards) for group in ranked]


def cut(line: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    return [list(line[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def total(groups: Sequence[Sequence[int]], met: Mapping[frozenset[int], int], points: Mapping[int, float]) -> float:
    return sum(cost(group, met, points) for group in groups)


def improved(
    groups: list[list[int]], met: Mapping[frozenset[int], int], points: Mapping[int, float]
) -> list[list[int]]:
    """Exchange players of two tables as long as that makes the pairings better."""
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(range(len(groups)), 2):
            while exchange(groups, one, other, met, points):
                is_better = True
    return groups


def exchange(
    groups: list[list[int]], one: int, other: int, met: Mapping[frozenset[int], int], points: Mapping[int, float]
) -> bool:
    """Exchange one player of each of two tables, if that is better."""
    before = cost(groups[one], met, points) + cost(groups[other], met, points)
    if before == 0:
        return False
    for mine in range(len(groups[one])):
        for theirs in range(len(groups[other])):
            first, second = list(groups[one]), list(groups[other])
            first[mine], second[theirs] = second[theirs], first[mine]
            if cost(first, met, points) + cost(second, met, points) < before - 1e-9:
                groups[one], groups[other] = first, second
                return True
    return False


def seating(group: Sequence[int], boards: Sequence[Board]) -> Group:
    """Return who takes which seat, so that everybody has each seat about equally often."""
    sat = Counter((number, seat) for board in boards for seat, number in enumerate(board.players) if not board.is_bye)
    return min(permutations(group), key=lambda line: sum(sat[number, seat] ** 2 for seat, number in enumerate(line)))


def byes(order: Sequence[int], boards: Sequence[Board], count: int) -> list[int]:
    """Return who sits out: those with the fewest byes so far, the last in the standings first."""
    had = Counter(board.players[0] for board in boards if board.is_bye)
    return sorted(order, key=lambda number: (had[number], -order.index(number)))[:count]


def circle(entrants: Sequence[int], number: int) -> list[Group]:
    """Return round `number` (from 1) of a round robin at tables of two, by the circle method.

    With an odd number of entrants, one of them has a bye in each round.
    """
    line: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    rest, turn = line[1:], (number - 1) % (len(line) - 1)
    ring = [line[0], *rest[turn:], *rest[:turn]]
    pairs = [(ring[index], ring[-1 - index]) for index in range(len(ring) // 2)]
    if number % 2 == 0:  # the first of the circle would always begin
        pairs[0] = pairs[0][::-1]
    return [tuple(one for one in pair if one is not None) for pair in pairs]


def circle_rounds(count: int) -> int:
    return count - 1 + count % 2
