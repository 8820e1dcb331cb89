"""Single tables: their configuration, their events, and who may watch."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from ludotheque.core.boxes import full_name
from ludotheque.server.clock import now_s
from ludotheque.server.store.queries import Queries
from ludotheque.server.store.schema import journal, results, seats, tables, watchers
from ludotheque.table.events import NO_CLOCK, OVER, PLAYING, WAITING, AnyEvent, Ended, Event, Started, decode, mark


class Seat(Struct, frozen=True):
    """Who may act for a seat, and the invitation to it."""

    seat: int
    kind: str
    person: str | None = None
    token: str | None = None


class Boxed(Struct):
    """The part of a configuration that says with which components a game is played."""

    box: str = ""


class TableRow(Struct, frozen=True):
    """A table as it was set up."""

    id: str
    game: str
    config: bytes
    key: bytes
    host: str
    is_open: bool
    has_clock: bool
    watch_token: str
    rematch: str | None
    seats: list[Seat]
    status: str = "waiting"
    to_act: int = 0
    plies: int = 0
    noted: int = 0
    pace: str = NO_CLOCK
    is_rated: bool = False
    tournament: str = ""

    @property
    def full_name(self) -> str:
        """The game with its box, as the registry knows it."""
        try:
            return full_name(self.game, msgspec.json.decode(self.config, type=Boxed).box)
        except (msgspec.DecodeError, UnicodeDecodeError):  # a damaged table can still be deleted
            return self.game


class Tables(Queries):
    def add(self, row: TableRow, rematch_of: str | None = None) -> str:
        """Store a new table and return its id.

        If it is the rematch of a table that already has one, store nothing and return the id of the
        existing rematch.
        """
        with self.engine.begin() as connection:
            if rematch_of is not None and (known := self._rematch(connection, rematch_of)) is not None:
                return known
            insert_table(connection, row)
            if rematch_of is not None:
                connection.execute(sa.update(tables).where(tables.c.id == rematch_of).values(rematch=row.id))
        return row.id

    def _rematch(self, connection: sa.Connection, table: str) -> str | None:
        statement = sa.select(tables.c.rematch).where(tables.c.id == table).with_for_update()
        return connection.execute(statement).scalar()

    def row(self, table: str) -> TableRow | None:
        """Return a table as it was set up; None if it does not exist."""
        if not (table.isascii() and table.isalnum()):
            return None  # PostgreSQL does not accept every text
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().one_or_none()
            if row is None:
                return None
            names = [name for name in TableRow.__struct_fields__ if name != "seats"]
            return TableRow(**{name: row[name] for name in names}, seats=self._seats(connection, table))

    def _seats(self, connection: sa.Connection, table: str) -> list[Seat]:
        columns = (seats.c.seat, seats.c.kind, seats.c.person, seats.c.token)
        found = connection.execute(sa.select(*columns).where(seats.c.table_id == table).order_by(seats.c.seat))
        return [Seat(*row) for row in found]

    def events(self, table: str, after: int = 0) -> list[AnyEvent]:
        """Return a table's events in order, after the event of that number.

        Only the journal's writer adds events.
        """
        statement = sa.select(journal.c.event).where(journal.c.table_id == table, journal.c.seq > after)
        return [decode(event) for event in self.values(statement.order_by(journal.c.seq))]

    def latest(self, some: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of each of these tables that still exists."""
        last = sa.select(sa.func.coalesce(sa.func.max(journal.c.seq), 0)).where(journal.c.table_id == tables.c.id)
        statement = sa.select(tables.c.id, last.scalar_subquery().label("seq")).where(tables.c.id.in_(some))
        return {row["id"]: row["seq"] for row in self.rows(statement)}

    def note(self, row: TableRow, status: str, to_act: int, plies: int, noted: int) -> None:
        """Update what lists show of a table, unless somebody else did since `row` was read."""
        is_as_read = sa.and_(tables.c.id == row.id, tables.c.status == row.status, tables.c.noted == row.noted)
        values = {"status": status, "to_act": to_act, "plies": plies, "noted": noted}
        self.carry_out(sa.update(tables).where(is_as_read).values(values))

    def heal_status(self, table: str) -> bool:
        """Set a table's status to what its journal says; return whether it was different.

        This uses only the database, since the table may be one that cannot be loaded.
        """

        def has(kind: type[Event]) -> sa.ColumnElement[bool]:
            return sa.exists().where(journal.c.table_id == table, self.database.holds(journal.c.event, mark(kind)))

        status = sa.case((has(Ended), OVER), (has(Started), PLAYING), else_=WAITING)
        statement = sa.update(tables).where(tables.c.id == table, tables.c.status != status).values(status=status)
        with self.engine.begin() as connection:
            return connection.execute(statement).rowcount == 1

    def delete(self, table: str) -> bool:
        """Delete a table and everything that belongs to it; return False if there is none."""
        with self.engine.begin() as connection:
            connection.execute(sa.update(tables).where(tables.c.rematch == table).values(rematch=None))
            return connection.execute(sa.delete(tables).where(tables.c.id == table)).rowcount == 1

    def watch(self, table: str, person: str) -> None:
        """Allow a person to watch a table."""
        self.carry_out(self.insert(watchers).values(table_id=table, person=person).on_conflict_do_nothing())

    def is_watcher(self, table: str, person: str) -> bool:
        statement = sa.select(watchers.c.person).where(watchers.c.table_id == table, watchers.c.person == person)
        return self.value(statement) is not None

    def inherit(self, old: str, new: str) -> None:
        """Give one person's opened and watched tables, and their results, to another.

        Seats are not moved here: they are in the journal.
        """
        watched = sa.select(watchers.c.table_id, sa.literal(new)).where(watchers.c.person == old)
        self.carry_out(
            sa.update(tables).where(tables.c.host == old).values(host=new),
            sa.update(results).where(results.c.player == old).values(player=new),
            self.insert(watchers).from_select(["table_id", "person"], watched).on_conflict_do_nothing(),
            sa.delete(watchers).where(watchers.c.person == old),
        )


def insert_table(connection: sa.Connection, row: TableRow) -> None:
    connection.execute(sa.insert(tables).values(**_columns(row), created=now_s(), touched=now_s()))
    connection.execute(sa.insert(seats), [{"table_id": row.id, **msgspec.structs.asdict(seat)} for seat in row.seats])


def _columns(row: TableRow) -> dict[str, Any]:
    """Return the columns of a new table's row; its seats are stored separately."""
    return {name: value for name, value in msgspec.structs.asdict(row).items() if name not in ("seats", "rematch")}
