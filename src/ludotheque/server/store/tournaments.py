"""Tournaments: their entrants, and the tables of each round."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from ludotheque.server.clock import now_ms, now_s
from ludotheque.server.store.queries import DAY_S, Queries
from ludotheque.server.store.ratings import Ratings
from ludotheque.server.store.schema import boards, entrants, people, tables, tournaments
from ludotheque.server.store.tables import TableRow, insert_table
from ludotheque.server.tournament.course import Tournament
from ludotheque.server.tournament.model import OPEN, OVER, PLAYING, Board, Entrant, Plan
from ludotheque.table.result import BOT_PLAYER

LISTED_S = 30 * DAY_S  # how long after it was opened a tournament is listed


class Tournaments(Queries):
    # Reading

    def find(self, tournament: str) -> Tournament | None:
        """Return a tournament with its entrants and boards; None if it does not exist."""
        found = self.rows(sa.select(tournaments).where(tournaments.c.id == tournament))
        if not found:
            return None
        row = found[0]
        return Tournament(
            row["id"],
            row["name"],
            row["host"],
            msgspec.json.decode(row["plan"], type=Plan),
            row["key"],
            row["status"],
            row["round"],
            row["started_ms"],
            self._entrants(tournament),
            self._boards(tournament),
        )

    def _entrants(self, tournament: str) -> list[Entrant]:
        name = sa.func.coalesce(people.c.name, entrants.c.name).label("name")
        statement = (
            sa.select(entrants.c.number, entrants.c.player, name, entrants.c.is_out)
            .outerjoin(people, people.c.id == entrants.c.player)
            .where(entrants.c.tournament == tournament)
            .order_by(entrants.c.number)
        )
        return [Entrant(**row) for row in self.rows(statement)]

    def _boards(self, tournament: str) -> list[Board]:
        """Return the boards; one whose table is lost, and has no result, is void."""
        statement = (
            sa.select(boards, tables.c.id.label("exists"))
            .outerjoin(tables, tables.c.id == boards.c.table_id)
            .where(boards.c.tournament == tournament)
            .order_by(boards.c.round, boards.c.board)
        )
        rows = self.rows(statement)
        places = Ratings(self.database, self.engine).places_at([row["table_id"] for row in rows if row["table_id"]])
        return [_board(row, places.get(row["table_id"], [])) for row in rows]

    def listed(self, limit: int = 100) -> list[dict[str, Any]]:
        """List the tournaments, the latest first, with the number of their entrants."""
        count = sa.select(sa.func.count()).where(entrants.c.tournament == tournaments.c.id).scalar_subquery()
        columns = (tournaments.c.id, tournaments.c.name, tournaments.c.plan, tournaments.c.status, tournaments.c.round)
        statement = sa.select(*columns, count.label("entrants")).where(tournaments.c.created > now_s() - LISTED_S)
        return self.rows(statement.order_by(tournaments.c.created.desc()).limit(limit))

    def playing(self) -> list[str]:
        return self.values(sa.select(tournaments.c.id).where(tournaments.c.status == PLAYING))

    def unfinished(self, host: str) -> int:
        """Count the tournaments of a host that are not over."""
        own = sa.and_(tournaments.c.host == host, tournaments.c.status != OVER)
        return int(self.value(sa.select(sa.func.count()).where(own)))

    # Before it begins

    def add(self, tournament: Tournament) -> None:
        self.carry_out(
            sa.insert(tournaments).values(
                id=tournament.id,
                name=tournament.name,
                host=tournament.host,
                plan=msgspec.json.encode(tournament.plan),
                key=tournament.key,
                status=OPEN,
                round=0,
                created=now_s(),
                started_ms=0,
            )
        )

    def enter(self, tournament: str, player: str, name: str, most: int) -> bool:
        """Add an entrant, or let one who has left come back; return False if it is full."""
        is_here = entrants.c.tournament == tournament
        with self.engine.begin() as connection:
            locked = sa.update(tournaments).where(tournaments.c.id == tournament).values(round=tournaments.c.round)
            connection.execute(locked)  # one after the other
            is_own = sa.and_(is_here, entrants.c.player == player)
            if not player.startswith(BOT_PLAYER):
                back = connection.execute(sa.update(entrants).where(is_own).values(is_out=False))
                if back.rowcount:
                    return True
            known = connection.execute(sa.select(sa.func.coalesce(sa.func.max(entrants.c.number), 0)).where(is_here))
            number = known.scalar_one() + 1
            if number > most:
                return False
            added = sa.insert(entrants).values(tournament=tournament, number=number, player=player)
            connection.execute(added.values(name=name, is_out=False))
        return True

    def leave(self, tournament: str, numbers: Sequence[int], is_gone: bool) -> None:
        """Let entrants leave: before the tournament for good, and later without further tables."""
        own = sa.and_(entrants.c.tournament == tournament, entrants.c.number.in_(numbers))
        self.carry_out(
            sa.delete(entrants).where(own) if is_gone else sa.update(entrants).where(own).values(is_out=True)
        )

    def start(self, tournament: str) -> None:
        is_open = sa.and_(tournaments.c.id == tournament, tournaments.c.status == OPEN)
        self.carry_out(sa.update(tournaments).where(is_open).values(status=PLAYING, started_ms=now_ms()))

    def delete(self, tournament: str) -> None:
        self.carry_out(sa.delete(tournaments).where(tournaments.c.id == tournament, tournaments.c.status == OPEN))

    # While it is played

    def begin_round(self, before: Tournament, groups: Sequence[tuple[int, ...]], rows: Sequence[TableRow]) -> bool:
        """Store the next round and its tables; return False if another process was faster.

        The rows are those of the groups of two or more, in the same order.
        """
        number, ids = before.round + 1, iter(rows)
        is_as_read = sa.and_(tournaments.c.id == before.id, tournaments.c.round == before.round)
        with self.engine.begin() as connection:
            if not connection.execute(sa.update(tournaments).where(is_as_read).values(round=number)).rowcount:
                return False
            for row in rows:
                insert_table(connection, row)
            for board, group in enumerate(groups, 1):
                table = next(ids).id if len(group) > 1 else None
                place = {"tournament": before.id, "round": number, "board": board, "table_id": table}
                connection.execute(sa.insert(boards).values(**place, players=msgspec.json.encode(group)))
        return True

    def end(self, tournament: str) -> None:
        self.carry_out(sa.update(tournaments).where(tournaments.c.id == tournament).values(status=OVER))

    def pass_on(self, host: str) -> None:
        """Give a host's tournaments to another person who takes part, or end them."""
        is_other = sa.and_(entrants.c.tournament == tournaments.c.id, entrants.c.player == people.c.id)
        heir = sa.select(sa.func.min(people.c.id)).where(is_other, people.c.id != host).scalar_subquery()
        own = tournaments.c.host == host
        self.carry_out(
            sa.update(tournaments).where(own, heir.is_(None)).values(status=OVER),
            sa.update(tournaments).where(own).values(host=sa.func.coalesce(heir, "")),
        )

    def inherit(self, old: str, new: str) -> None:
        """Give a guest's places in tournaments to an account."""
        self.carry_out(
            sa.update(entrants).where(entrants.c.player == old).values(player=new),
            sa.update(tournaments).where(tournaments.c.host == old).values(host=new),
        )


def _board(row: dict[str, Any], places: list[dict[str, Any]]) -> Board:
    players = tuple(msgspec.json.decode(row["players"]))
    if row["table_id"] is None:
        return Board(row["round"], row["board"], players)
    if not places:
        return Board(row["round"], row["board"], players, row["table_id"], is_void=row["exists"] is None)
    return Board(
        row["round"],
        row["board"],
        players,
        row["table_id"],
        tuple(place["rank"] for place in places),
        tuple(place["score"] for place in places),
        tuple(bool(place["has_left"]) for place in places),
        tuple(place["moves"] for place in places),
    )
