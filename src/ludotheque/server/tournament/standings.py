"""Standings: points and tie-breaks."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from ludotheque.server.tournament.model import Board, Entrant

HALF = 0.5


class Line(Struct, frozen=True):
    """How one entrant stands."""

    rank: int
    number: int
    points: float
    opponents: float  # tie-break 1: the points of everybody that they met, added up
    wins: int  # tie-break 2: tables won
    games: int
    byes: int

    @property
    def key(self) -> tuple[float, float, int]:
        return -self.points, -self.opponents, -self.wins


def share(own: tuple[float, ...], others: Sequence[tuple[float, ...]]) -> float:
    """Return the share of others who did worse; those who did as well count half."""
    worse, same = sum(other < own for other in others), sum(other == own for other in others)
    return (worse + HALF * same) / len(others) if others else HALF


def board_points(board: Board) -> dict[int, float]:
    """Return what a board is worth for each entrant: the share of the opponents there beaten."""
    if board.is_bye:
        return {board.players[0]: 1.0}
    if board.is_void:
        return dict.fromkeys(board.players, HALF)
    results = [(-float(rank),) for rank in board.ranks]
    return {
        number: share(results[seat], results[:seat] + results[seat + 1 :]) for seat, number in enumerate(board.players)
    }


# docs/decisions.md: Duplicate rounds compare the same seat at other tables
def duplicate_points(boards: Sequence[Board]) -> dict[int, float]:
    """Return what the boards of one duplicate round are worth for each entrant.

    Everybody is compared with those who had the same seat, and so the same deal, at other tables:
    the share of them who scored less. Whoever left the game scored least.
    """
    points: dict[int, float] = {}
    compared: dict[int, list[tuple[int, tuple[float, ...]]]] = defaultdict(list)
    for board in boards:
        if board.is_bye or board.is_void:
            points |= board_points(board)
            continue
        for seat, number in enumerate(board.players):
            compared[seat].append((number, (float(not board.left[seat]), float(board.scores[seat]))))
    for line in compared.values():
        for place, (number, result) in enumerate(line):
            points[number] = share(result, [other for _, other in line[:place] + line[place + 1 :]])
    return points


def points_by_round(boards: Iterable[Board], is_duplicate: bool) -> dict[int, dict[int, float]]:
    """Return what each round has been worth so far for each entrant."""
    rounds: dict[int, list[Board]] = defaultdict(list)
    for board in boards:
        if board.is_over:
            rounds[board.round].append(board)
    if is_duplicate:
        return {number: duplicate_points(found) for number, found in rounds.items()}
    return {
        number: {entrant: won for board in found for entrant, won in board_points(board).items()}
        for number, found in rounds.items()
    }


def standings(entrants: Sequence[Entrant], boards: Sequence[Board], is_duplicate: bool = False) -> list[Line]:
    """Return the standings, the leader first.

    Equal points are decided by the points of the opponents met, then by tables won. Whoever is
    still equal shares a rank.
    """
    over = [board for board in boards if board.is_over]
    points: dict[int, float] = defaultdict(float)
    for won in points_by_round(over, is_duplicate).values():
        for number, more in won.items():
            points[number] += more
    lines = sorted((line_of(entrant.number, over, points) for entrant in entrants), key=lambda line: line.key)
    return [structs.replace(line, rank=1 + sum(other.key < line.key for other in lines)) for line in lines]


def line_of(number: int, over: Sequence[Board], points: dict[int, float]) -> Line:
    own = [board for board in over if number in board.players]
    played = [board for board in own if not board.is_bye]
    met = [other for board in played for other in board.players if other != number]
    wins = sum(board.ranks[board.players.index(number)] == 1 for board in played if board.ranks)
    opponents = round(sum(points[other] for other in met), 6)
    return Line(0, number, round(points[number], 6), opponents, wins, len(played), len(own) - len(played))
