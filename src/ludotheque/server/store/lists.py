"""Lists of tables: the lobby, a person's own, and those that need attention."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from ludotheque.bots.rating import NEWCOMER
from ludotheque.server.clock import now_s
from ludotheque.server.store.queries import DAY_S, Queries
from ludotheque.server.store.schema import accounts, days, journal, people, ratings, seats, tables

LOBBY_S = DAY_S  # how long a table is listed in the lobby
WATCH_S = 600  # how long after its last move a game is offered to people who want to watch


class Sitter(NamedTuple):
    """A chair that is meant for a person."""

    seat: int
    person: str  # empty: nobody yet
    name: str


class Filter(NamedTuple):
    """The tables that somebody is looking for; None stands for any."""

    game: str | None = None
    seats: int | None = None
    pace: str | None = None
    is_rated: bool | None = None


ANY = Filter()


class Lists(Queries):
    def lobby(self, wanted: Filter = ANY, limit: int = 100) -> list[dict[str, Any]]:
        """List the open tables of the last day with a free seat, latest first.

        If there are too many, each host's latest table comes before any host's second.
        """
        own_seats = sa.select(sa.func.count()).where(seats.c.table_id == tables.c.id)
        free = own_seats.where(seats.c.kind == "person", seats.c.person.is_(None)).scalar_subquery()
        count = own_seats.scalar_subquery()
        conditions = {
            tables.c.game: wanted.game,
            count: wanted.seats,
            tables.c.pace: wanted.pace,
            tables.c.is_rated: wanted.is_rated,
        }
        fits = [what == value for what, value in conditions.items() if value is not None]
        rank = sa.func.row_number().over(partition_by=tables.c.host, order_by=tables.c.created.desc())
        statement = (
            sa.select(
                tables.c.id.label("table"),
                tables.c.game,
                tables.c.config,
                people.c.name.label("host"),
                free.label("free"),
                count.label("seats"),
                tables.c.created,
                tables.c.pace,
                tables.c.is_rated,
                ratings.c.mu,
            )
            .join(people, people.c.id == tables.c.host)
            .outerjoin(ratings, self._is_shown(tables.c.host))
            .where(*fits)
            .where(self._waits(), free > 0)
            .order_by(rank, tables.c.created.desc())
        )
        return sorted(self.rows(statement.limit(limit)), key=lambda row: -row["created"])

    def in_lobby(self) -> set[str]:
        """Return the ids of all tables in the lobby."""
        return set(self.values(sa.select(tables.c.id).where(self._waits())))

    def _waits(self) -> sa.ColumnElement[bool]:
        """Return the condition that a table is in the lobby, as long as it has a free seat."""
        return sa.and_(tables.c.is_open, tables.c.status == "waiting", tables.c.touched > now_s() - LOBBY_S)

    def unfinished(self, host: str) -> tuple[int, int]:
        """Count a person's unfinished tables, and how many of them are in the lobby."""
        counted = sa.select(sa.func.count(), sa.func.count(sa.case((self._waits(), 1))))
        with self.engine.connect() as connection:
            own = sa.and_(tables.c.host == host, tables.c.tournament == "", tables.c.status != "over")
            row = connection.execute(counted.where(own)).one()
            return int(row[0]), int(row[1])

    def tables_of(self, person: str, limit: int = 200) -> list[dict[str, Any]]:
        """List the tables where a person has a seat or that they opened, latest first.

        Each comes with their seat there, or None.
        """
        own = sa.func.aggregate_strings(sa.case((seats.c.person == person, sa.cast(seats.c.seat, sa.String))), ",")
        last = sa.select(sa.func.coalesce(sa.func.max(journal.c.seq), 0)).where(journal.c.table_id == tables.c.id)
        sits_there = tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.person == person))
        statement = (
            sa.select(
                tables.c.id.label("table"),
                tables.c.game,
                tables.c.status,
                tables.c.to_act,
                tables.c.host,
                tables.c.config,
                tables.c.touched,
                tables.c.plies,
                last.scalar_subquery().label("seq"),
                own.label("seats"),
            )
            .join(seats, seats.c.table_id == tables.c.id)
            .where(sa.or_(sa.and_(tables.c.host == person, tables.c.tournament == ""), sits_there))
            .group_by(tables.c.id)
            .order_by(tables.c.touched.desc())
        )
        return self.rows(statement.limit(limit))

    def sitters(self, found: Sequence[str]) -> dict[str, list[Sitter]]:
        """Return the chairs for people at each of these tables, with their persons."""
        columns = (
            seats.c.table_id,
            seats.c.seat,
            sa.func.coalesce(seats.c.person, ""),
            sa.func.coalesce(people.c.name, ""),
        )
        statement = (
            sa.select(*columns)
            .outerjoin(people, people.c.id == seats.c.person)
            .where(seats.c.table_id.in_(found), seats.c.kind == "person")
            .order_by(seats.c.seat)
        )
        there: dict[str, list[Sitter]] = {table: [] for table in found}
        with self.engine.connect() as connection:
            for table, *sitter in connection.execute(statement):
                there[table].append(Sitter(*sitter))
        return there

    def watchable(self, limit: int = 200) -> list[dict[str, Any]]:
        """List the open tables where a game is going on, those with the strongest people first."""
        strength = sa.func.avg(sa.func.coalesce(ratings.c.mu, NEWCOMER.mu))
        statement = (
            sa.select(
                tables.c.id.label("table"), tables.c.game, tables.c.plies, strength.label("mu"), tables.c.is_rated
            )
            .join(seats, sa.and_(seats.c.table_id == tables.c.id, seats.c.person.is_not(None)))
            .outerjoin(ratings, self._is_shown(seats.c.person))
            .where(tables.c.is_open, tables.c.status == "playing", tables.c.touched > now_s() - WATCH_S)
            .group_by(tables.c.id)
            .order_by(strength.desc(), tables.c.is_rated.desc(), tables.c.id)
        )
        return self.rows(statement.limit(limit))

    def _is_shown(self, person: sa.Column[str]) -> sa.ColumnElement[bool]:
        """Return the condition that a rating is this person's in this game, and not private."""
        is_private = sa.exists().where(accounts.c.person == person, accounts.c.is_private)
        return sa.and_(ratings.c.player == person, ratings.c.game == tables.c.game, sa.not_(is_private))

    def existing(self, found: Sequence[str], is_open: bool) -> set[str]:
        """Return which of these tables still exist, or of them those that anyone may watch."""
        statement = sa.select(tables.c.id).where(tables.c.id.in_(found))
        return set(self.values(statement.where(tables.c.is_open) if is_open else statement))

    def seated(self, person: str) -> list[str]:
        """List the ids of all tables where a person has a seat."""
        return self.values(sa.select(seats.c.table_id).where(seats.c.person == person).distinct())

    def known_by(self, person: str) -> list[str]:
        """List the tables where a person's name is visible: running games and recent ones."""
        is_lately = sa.or_(tables.c.status != "over", tables.c.touched > now_s() - DAY_S)
        statement = sa.select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
        return self.values(statement.where(seats.c.person == person, is_lately).distinct())

    def all_tables(self) -> list[dict[str, Any]]:
        """List every table, latest first, for the host."""
        columns = (tables.c.id.label("table"), tables.c.game, tables.c.status, tables.c.touched)
        statement = sa.select(*columns, people.c.name.label("host")).join(people, people.c.id == tables.c.host)
        return self.rows(statement.order_by(tables.c.touched.desc(), tables.c.id))

    def abandoned(self, limits: dict[str, float]) -> list[str]:
        """List the tables where nothing has happened for `limits[status]` days; 0 means never.

        Only days on which a server ran count: if the clock jumps a hundred days ahead, nobody has
        had the chance to come back.
        """
        run = sa.select(sa.func.count()).where(days.c.day > tables.c.touched / DAY_S).scalar_subquery()
        late = [
            sa.and_(tables.c.status == status, tables.c.touched <= now_s() - count * DAY_S, run > count)
            for status, count in limits.items()
            if count > 0
        ]
        return self.values(sa.select(tables.c.id).where(sa.or_(sa.false(), *late)))

    def outdated(self) -> list[str]:
        """List the tables whose journal has gone on since lists were told about them."""
        last = sa.select(sa.func.max(journal.c.seq)).where(journal.c.table_id == tables.c.id)
        return self.values(sa.select(tables.c.id).where(tables.c.noted < last.scalar_subquery()))

    def running_clocks(self) -> list[str]:
        """List the tables whose clocks run even if nobody is connected."""
        return self.values(sa.select(tables.c.id).where(tables.c.has_clock, tables.c.status == "playing"))

    def counts(self) -> dict[str, int]:
        """Count the tables, by status."""
        statement = sa.select(tables.c.status, sa.func.count().label("count")).group_by(tables.c.status)
        return {row["status"]: row["count"] for row in self.rows(statement)}
