"""People who want to be paired, and invitations."""

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import structs

from ludotheque.server.clock import now_ms
from ludotheque.server.pairing import Seek, partners
from ludotheque.server.store.queries import Queries
from ludotheque.server.store.schema import invitations, people, seats, seeks, tables
from ludotheque.server.store.tables import TableRow, insert_table
from ludotheque.table.events import WAITING

SEEK_S = 8  # somebody who has not asked again for this long is no longer waiting

MakeTable = Callable[[Sequence[Seek]], TableRow]


class Seeks(Queries):
    def ask(self, seek: Seek, make: MakeTable) -> tuple[str | None, Seek]:
        """Ask to be paired, again and again; return the table, once there is one, and the seek.

        Only one process at a time does this, so nobody sits down at two tables.
        """
        with self.engine.begin() as connection:
            connection.execute(sa.delete(seeks).where(seeks.c.seen_ms < now_ms() - 1000 * SEEK_S))
            if self.database.exclusive:
                connection.exec_driver_sql(self.database.exclusive)
            own = connection.execute(sa.select(seeks).where(seeks.c.person == seek.person)).mappings().one_or_none()
            connection.execute(sa.delete(seeks).where(seeks.c.person == seek.person))
            if own is not None and own["table_id"]:
                return own["table_id"], seek
            if own is not None and seek_in(own).wish == seek.wish:
                seek = structs.replace(seek, since_ms=own["since_ms"])
            rows = connection.execute(sa.select(seeks).where(seeks.c.table_id.is_(None))).mappings()
            found = partners(seek, [seek_in(row) for row in rows], now_ms())
            if found is None:
                connection.execute(sa.insert(seeks).values(**structs.asdict(seek)))
                return None, seek
            row = make([*found, seek])
            insert_table(connection, row)
            others = [other.person for other in found]
            connection.execute(sa.update(seeks).where(seeks.c.person.in_(others)).values(table_id=row.id))
            return row.id, seek

    def stop(self, person: str) -> None:
        self.carry_out(sa.delete(seeks).where(seeks.c.person == person, seeks.c.table_id.is_(None)))

    def waiting(self) -> int:
        """Return how many people are waiting."""
        is_here = sa.and_(seeks.c.table_id.is_(None), seeks.c.seen_ms >= now_ms() - 1000 * SEEK_S)
        return int(self.value(sa.select(sa.func.count()).where(is_here)))

    # Invitations to accounts

    def invite(self, table: str, person: str, by: str) -> None:
        self.carry_out(self.insert(invitations).values(table_id=table, person=person, by=by).on_conflict_do_nothing())

    def decline(self, table: str, person: str) -> None:
        self.carry_out(sa.delete(invitations).where(invitations.c.table_id == table, invitations.c.person == person))

    def invited(self) -> set[str]:
        """Return everybody who has an invitation to a table that has not begun."""
        statement = sa.select(invitations.c.person).join(tables, tables.c.id == invitations.c.table_id)
        return set(self.values(statement.where(tables.c.status == WAITING).distinct()))

    def invitations_of(self, person: str) -> list[dict[str, Any]]:
        """List the tables with a free seat to which somebody has invited this person."""
        is_free = sa.and_(seats.c.table_id == tables.c.id, seats.c.kind == "person", seats.c.person.is_(None))
        token = sa.select(sa.func.min(seats.c.token)).where(is_free).scalar_subquery()
        sits = sa.exists().where(seats.c.table_id == tables.c.id, seats.c.person == person)
        statement = (
            sa.select(tables.c.id.label("table"), tables.c.game, tables.c.pace, tables.c.is_rated)
            .add_columns(people.c.name.label("by"), token.label("token"))
            .join(invitations, invitations.c.table_id == tables.c.id)
            .join(people, people.c.id == invitations.c.by)
            .where(invitations.c.person == person, tables.c.status == WAITING, sa.not_(sits), token.is_not(None))
            .order_by(tables.c.created.desc())
        )
        return self.rows(statement.limit(100))


def seek_in(row: Any) -> Seek:
    return Seek(**{name: row[name] for name in Seek.__struct_fields__})
