"""The course of a tournament: what comes next."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ludotheque.bots.rating import NEWCOMER
from ludotheque.core import registry
from ludotheque.server.tournament import pairing
from ludotheque.server.tournament.model import Board, Entrant, Plan
from ludotheque.server.tournament.pairing import Group, table_sizes
from ludotheque.server.tournament.standings import Line, standings
from ludotheque.table.result import BOT_PLAYER

MINUTE_MS = 60_000


class Tournament(Struct):
    """A tournament as it stands in the database."""

    id: str
    name: str
    host: str
    plan: Plan
    key: bytes
    status: str
    round: int
    started_ms: int
    entrants: list[Entrant]
    boards: list[Board]

    @property
    def present(self) -> list[Entrant]:
        return [entrant for entrant in self.entrants if not entrant.is_out]

    @property
    def standings(self) -> list[Line]:
        return standings(self.entrants, self.boards, self.plan.is_duplicate)

    @property
    def running(self) -> list[Board]:
        return [board for board in self.boards if not board.is_over]

    @property
    def last_round(self) -> int:
        """Return the number of rounds; for a round robin, as many as it takes to meet everybody."""
        if self.plan.kind != "round_robin":
            return self.plan.rounds
        count = len(self.entrants)
        return pairing.circle_rounds(count) if self.plan.seats == 2 else -(-(count - 1) // (self.plan.seats - 1))

    @property
    def can_start(self) -> bool:
        return bool(self.sizes(len(self.present))[0])

    def sizes(self, count: int) -> tuple[list[int], int]:
        """Return the sizes of tables for so many entrants, and how many have a bye."""
        plan = self.plan
        least = plan.seats if plan.is_duplicate else registry.load(plan.game).seats[0]
        return table_sizes(count, plan.seats, least, plan.is_duplicate)

    def is_late(self, now_ms: int) -> bool:
        """Return whether the time of an arena is up."""
        return self.plan.kind == "arena" and now_ms >= self.started_ms + self.plan.minutes * MINUTE_MS

    def is_over(self, now_ms: int) -> bool:
        """Return whether nothing more will be played."""
        if self.running:
            return False
        if self.plan.kind == "arena":
            return self.is_late(now_ms)
        return self.round >= self.last_round or not self.can_start

    def no_shows(self) -> list[int]:
        """Return the entrants who left their last game without having made a move."""
        present = {entrant.number for entrant in self.present if not entrant.player.startswith(BOT_PLAYER)}
        last = {number: board for board in self.boards if board.ranks for number in board.players}
        seats = {number: board.players.index(number) for number, board in last.items()}
        return [
            number
            for number, board in last.items()
            if number in present and board.left[seats[number]] and not board.moves[seats[number]]
        ]

    def next_groups(self, strengths: Mapping[str, float], now_ms: int) -> list[Group]:
        """Return who sits at the next tables, byes included; nothing if it is not time yet."""
        if self.plan.kind == "arena":
            return [] if self.is_late(now_ms) else self.arena_groups(strengths)
        if self.running or self.is_over(now_ms):
            return []
        if self.plan.kind == "round_robin" and self.plan.seats == 2:
            return self.circle_groups()
        points = {line.number: line.points * (self.plan.kind == "swiss") for line in self.standings}
        order = self.in_order(strengths)
        sizes, count = self.sizes(len(order))
        out = pairing.byes(order, self.boards, count)
        seated = [number for number in order if number not in out]
        return [*pairing.swiss(seated, self.boards, points, sizes), *((number,) for number in out)]

    def in_order(self, strengths: Mapping[str, float]) -> list[int]:
        """Return those who are present by their points, equals by their rating."""
        rating = {one.number: strengths.get(one.player, NEWCOMER.mu) for one in self.entrants}
        present = {entrant.number for entrant in self.present}
        lines = sorted(self.standings, key=lambda line: (-line.points, -rating[line.number], line.number))
        return [line.number for line in lines if line.number in present]

    def circle_groups(self) -> list[Group]:
        """Return the next round of a round robin; an opponent who has left is a bye."""
        present = {entrant.number for entrant in self.present}
        groups = pairing.circle([entrant.number for entrant in self.entrants], self.round + 1)
        kept = [tuple(number for number in group if number in present) for group in groups]
        return [group for group in kept if group]

    def arena_groups(self, strengths: Mapping[str, float]) -> list[Group]:
        """Seat people who are free, filled up with bots; bots alone do not play.

        Nobody meets their last opponents again if others are free.
        """
        busy = {number for board in self.running for number in board.players}
        free = [number for number in self.in_order(strengths) if number not in busy]
        bots = {one.number for one in self.entrants if one.player.startswith(BOT_PLAYER)}
        people = [number for number in free if number not in bots]
        spare = [number for number in free if number in bots][: -len(people) % self.plan.seats]
        full = (len(people) + len(spare)) // self.plan.seats  # tables; the others wait
        seated = [number for number in free if number in people or number in spare][: full * self.plan.seats]
        points = {line.number: line.points for line in self.standings}
        return pairing.swiss(seated, latest(self.boards, seated), points, [self.plan.seats] * full) if full else []


def latest(boards: Sequence[Board], numbers: Sequence[int]) -> list[Board]:
    """Return the last board of each of these entrants."""
    found = {number: (board.round, board.board) for board in boards for number in board.players if number in numbers}
    return [board for board in boards if (board.round, board.board) in found.values()]
