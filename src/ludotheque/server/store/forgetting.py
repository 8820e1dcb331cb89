"""Forgetting a person: their moves stay, their name and words are removed."""

from collections.abc import Callable

import msgspec
import sqlalchemy as sa

from ludotheque.server.store.fairness import checks
from ludotheque.server.store.notices import OWN as NOTICES
from ludotheque.server.store.queries import Queries
from ludotheque.server.store.schema import (
    accounts,
    devices,
    entrants,
    invitations,
    journal,
    people,
    ratings,
    reports,
    results,
    seats,
    seeks,
    sessions,
    tables,
    watchers,
)
from ludotheque.server.store.solved import solved
from ludotheque.table.events import AnyEvent, Config, config_without, decode, encode, silenced, without

OWN = (
    (accounts, accounts.c.person),
    (devices, devices.c.person),
    (sessions, sessions.c.person),
    *((table, table.c.person) for table in NOTICES),
    (solved, solved.c.person),
    (checks, checks.c.person),
    (watchers, watchers.c.person),
    (seeks, seeks.c.person),
    (reports, reports.c.person),
    (reports, reports.c.reporter),
    (invitations, invitations.c.person),
    (invitations, invitations.c.by),
    (people, people.c.id),
)


class Forgetting(Queries):
    def mentions(self, person: str) -> list[str]:
        """List the tables that a person opened, has a seat at or has said something at."""
        holds = self.database.holds
        known = sa.select(tables.c.id).where(sa.or_(tables.c.host == person, holds(tables.c.config, person)))
        return self.values(known.union(sa.select(journal.c.table_id).where(holds(journal.c.event, person))))

    def forget_at(self, table: str, person: str, instead: str, host: str, token: str | None) -> None:
        """Replace a person at one table by `instead`, and its host by `host`.

        With a token, the seat is free again.
        """
        chair = sa.update(seats).where(seats.c.table_id == table, seats.c.person == person)
        with self.engine.begin() as connection:
            self._rewrite_config(connection, table, person, instead, host)
            self._rewrite_journal(connection, table, person, lambda event: without(event, person, instead))
            connection.execute(chair.values(person=None, token=token))

    def silence(self, table: str, person: str) -> None:
        """Remove what a person has said at one table."""
        with self.engine.begin() as connection:
            self._rewrite_journal(connection, table, person, lambda event: silenced(event, person))

    def _rewrite_config(self, connection: sa.Connection, table: str, person: str, instead: str, host: str) -> None:
        old = connection.execute(sa.select(tables.c.config).where(tables.c.id == table)).scalar_one()
        new = msgspec.json.encode(config_without(msgspec.json.decode(old, type=Config), person, instead))
        connection.execute(sa.update(tables).where(tables.c.id == table).values(config=new, host=host))

    def _rewrite_journal(
        self, connection: sa.Connection, table: str, person: str, change: Callable[[AnyEvent], AnyEvent]
    ) -> None:
        is_here, knows = journal.c.table_id == table, self.database.holds(journal.c.event, person)
        for seq, event in connection.execute(sa.select(journal.c.seq, journal.c.event).where(is_here, knows)).all():
            new = encode(change(decode(event)))
            connection.execute(sa.update(journal).where(is_here, journal.c.seq == seq).values(event=new))

    def forget(self, person: str, instead: str) -> None:
        """Delete everything else that is stored about a person.

        Their results stay under `instead`, since the ratings of others and the standings of
        tournaments depend on them.
        """
        self.carry_out(
            sa.update(entrants).where(entrants.c.player == person).values(player=instead, name="", is_out=True),
            *(sa.update(table).where(table.c.player == person).values(player=instead) for table in (results, ratings)),
            *(sa.delete(table).where(column == person) for table, column in OWN),
        )
