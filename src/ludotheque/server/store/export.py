"""Everything that is stored about one person, for that person to read."""

from typing import Any

import msgspec
import sqlalchemy as sa

from ludotheque.server.store.fairness import checks
from ludotheque.server.store.notices import Notices
from ludotheque.server.store.schema import (
    accounts,
    bans,
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
    tournaments,
    watchers,
)
from ludotheque.server.store.solved import solved
from ludotheque.table.events import Renamed, Said, Sat, decode

OWN_WORDS = Sat | Said | Renamed  # the events that contain a person's name or words


class Export(Notices):
    def of(self, person: str) -> dict[str, Any]:
        """Return what is stored about a person; times are in seconds since 1970.

        A person's moves are in the record of each game, which they can download at its table. Who
        reported something, and who was invited, is about others.
        """
        about = (reports.c.table_id, reports.c.name, reports.c.text, reports.c.at)
        named = sa.select(people.c.name, people.c.created).where(people.c.id == person)
        account = sa.select(accounts.c.name, accounts.c.created).where(accounts.c.person == person)
        return {
            "id": person,
            "person": self.rows(named),
            "account": self.rows(account),
            "sessions": self.values(sa.select(sessions.c.seen).where(sessions.c.person == person)),
            "device_links": self.values(sa.select(devices.c.until).where(devices.c.person == person)),
            "tables": self.rows(self._tables(person)),
            "puzzles": self.rows(sa.select(*others_of(solved)).where(solved.c.person == person)),
            **self.kept(person),
            "words": self._words(person),
            "tournaments": self._tournaments(person),
            "reports": self.rows(sa.select(reports.c.table_id, reports.c.text).where(reports.c.reporter == person)),
            "reported": self.rows(sa.select(*about).where(reports.c.person == person)),
            "ban": self.rows(sa.select(bans.c.name, bans.c.at).where(bans.c.person == person)),
            "invitations": self.values(sa.select(invitations.c.table_id).where(invitations.c.person == person)),
            "invited": self.values(sa.select(invitations.c.table_id).where(invitations.c.by == person)),
            "seek": self.rows(sa.select(*others_of(seeks)).where(seeks.c.person == person)),
            "ratings": self.rows(sa.select(ratings).where(ratings.c.player == person)),
            "checks": self.rows(sa.select(checks).where(checks.c.person == person)),
            "results": self.rows(sa.select(results).where(results.c.player == person).order_by(results.c.number)),
        }

    def _tournaments(self, person: str) -> list[dict[str, Any]]:
        """Return the tournaments that a person opened or entered."""
        enters = tournaments.c.id.in_(sa.select(entrants.c.tournament).where(entrants.c.player == person))
        own = (tournaments.c.host == person).label("opened"), enters.label("entered")
        columns = (tournaments.c.id, tournaments.c.name, tournaments.c.status, tournaments.c.created)
        return self.rows(sa.select(*columns, *own).where(sa.or_(tournaments.c.host == person, enters)))

    def _tables(self, person: str) -> sa.Select[Any]:
        """Select the tables that a person opened, has a seat at or may watch."""
        sits = tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.person == person))
        watches = tables.c.id.in_(sa.select(watchers.c.table_id).where(watchers.c.person == person))
        own = (tables.c.host == person).label("opened"), sits.label("sits"), watches.label("watches")
        columns = (tables.c.id.label("table"), tables.c.game, tables.c.status, tables.c.created, tables.c.touched)
        return sa.select(*columns, *own).where(sa.or_(tables.c.host == person, sits, watches)).order_by(tables.c.id)

    def _words(self, person: str) -> list[dict[str, Any]]:
        """Return the events with this person's name or words."""
        found = sa.select(journal.c.table_id, journal.c.event).where(self.database.holds(journal.c.event, person))
        with self.engine.connect() as connection:
            events = [(table, decode(event)) for table, event in connection.execute(found)]
        return [
            {"table": table, **msgspec.to_builtins(event)}
            for table, event in events
            if isinstance(event, OWN_WORDS) and event.person == person
        ]


def others_of(table: sa.Table) -> list[sa.Column[Any]]:
    """Return all columns of a table but the person's id."""
    return [column for column in table.c if column.name != "person"]
