"""Order in the house: reports, and people who are banned."""

from typing import Any

import sqlalchemy as sa

from ludotheque.server.clock import now_s
from ludotheque.server.store.queries import Queries
from ludotheque.server.store.schema import accounts, bans, people, reports

LISTED = 100  # reports and people on the stewards' page


class Order(Queries):
    def report(self, table: str, reporter: str, person: str, name: str, text: str) -> None:
        """Store what somebody reports; the same thing is stored once."""
        known = sa.exists().where(reports.c.table_id == table, reports.c.reporter == reporter, reports.c.text == text)
        values = (table, reporter, person, name, text, now_s())
        names = ["table_id", "reporter", "person", "name", "text", "at"]
        row = sa.select(*map(sa.literal, values)).where(sa.not_(known))
        self.carry_out(sa.insert(reports).from_select(names, row))

    def reports(self) -> list[dict[str, Any]]:
        """List the open reports, the latest first, with the name of whoever made them."""
        statement = sa.select(reports, people.c.name.label("by")).outerjoin(people, people.c.id == reports.c.reporter)
        return self.rows(statement.order_by(reports.c.id.desc()).limit(LISTED))

    def settle(self, report: int) -> None:
        self.carry_out(sa.delete(reports).where(reports.c.id == report))

    def found(self, text: str) -> list[dict[str, Any]]:
        """List the people whose name contains a text, accounts first."""
        columns = (people.c.id, people.c.name, accounts.c.name.label("account"), bans.c.at.label("banned"))
        statement = (
            sa.select(*columns)
            .outerjoin(accounts, accounts.c.person == people.c.id)
            .outerjoin(bans, bans.c.person == people.c.id)
            .where(people.c.name.icontains(text, autoescape=True))
            .order_by(accounts.c.name.is_(None), people.c.name)
        )
        return self.rows(statement.limit(LISTED))

    def ban(self, person: str, name: str) -> None:
        row = self.insert(bans).values(person=person, name=name, at=now_s())
        self.carry_out(row.on_conflict_do_nothing())

    def unban(self, person: str) -> None:
        self.carry_out(sa.delete(bans).where(bans.c.person == person))

    def is_banned(self, person: str) -> bool:
        return self.value(sa.select(bans.c.at).where(bans.c.person == person)) is not None

    def guests_among(self, persons: set[str]) -> bool:
        """Return whether one of these has no account."""
        count = sa.select(sa.func.count()).where(accounts.c.person.in_(persons))
        return int(self.value(count)) < len(persons)
