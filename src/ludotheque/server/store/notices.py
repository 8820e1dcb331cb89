"""How people want to be told that it is their turn: by e-mail, by push, and not on holiday."""

import secrets
from typing import Any, NamedTuple

import sqlalchemy as sa

from ludotheque.server.clock import now_s
from ludotheque.server.store.queries import Queries
from ludotheque.server.store.schema import metadata, seats, secrets_kept, tables

mails = sa.Table(
    "mails",
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("address", sa.String, nullable=False),
    sa.Column("token", sa.String, nullable=False, unique=True),  # confirms the address, and stops all mail to it
    sa.Column("is_confirmed", sa.Boolean, nullable=False),
    sa.Column("hours", sa.Integer, nullable=False),  # at least this long between two mails
    sa.Column("language", sa.String, nullable=False),
    sa.Column("sent", sa.Integer, nullable=False),  # when the last one was sent; seconds since 1970, here and below
)

pushes = sa.Table(
    "pushes",
    metadata,
    sa.Column("endpoint", sa.String, primary_key=True),
    sa.Column("person", sa.String, nullable=False, index=True),
    sa.Column("key", sa.String, nullable=False),  # the browser's public key and secret, in base64
    sa.Column("secret", sa.String, nullable=False),
    sa.Column("language", sa.String, nullable=False),
)

notified = sa.Table(
    "notified",
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("way", sa.String, primary_key=True),  # mail, push
    sa.Column("plies", sa.Integer, nullable=False),  # how far the game was
)

holidays = sa.Table(
    "holidays",
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("until", sa.Integer, nullable=False),
)

PUSH_SECRET = "push"
OWN = (mails, pushes, notified, holidays)


class Waiting(NamedTuple):
    """A table that waits for a person."""

    person: str
    table: str
    game: str
    config: bytes
    plies: int


class Notices(Queries):
    def secret(self) -> bytes:
        """Return the secret behind the key for push messages, created once."""
        new = self.insert(secrets_kept).values(name=PUSH_SECRET, value=secrets.token_bytes(32))
        self.carry_out(new.on_conflict_do_nothing())
        return bytes(self.value(sa.select(secrets_kept.c.value).where(secrets_kept.c.name == PUSH_SECRET)))

    # E-mail

    def mail_of(self, person: str) -> dict[str, Any] | None:
        return next(iter(self.rows(sa.select(mails).where(mails.c.person == person))), None)

    def ask(self, person: str, address: str, hours: int, language: str) -> str:
        """Store an address that is not confirmed yet, and return its token."""
        token = secrets.token_urlsafe(18)
        values = {"address": address, "token": token, "is_confirmed": False, "hours": hours, "language": language}
        row = self.insert(mails).values(person=person, sent=0, **values)
        self.carry_out(row.on_conflict_do_update(index_elements=["person"], set_=values))
        return token

    def set_hours(self, person: str, hours: int) -> None:
        self.carry_out(sa.update(mails).where(mails.c.person == person).values(hours=hours))

    def confirm(self, token: str) -> bool:
        """Confirm an address; return whether the token is known."""
        self.carry_out(sa.update(mails).where(mails.c.token == token).values(is_confirmed=True))
        return self.value(sa.select(mails.c.person).where(mails.c.token == token)) is not None

    def stop(self, token: str) -> None:
        """Forget an address."""
        self.carry_out(sa.delete(mails).where(mails.c.token == token))

    def stop_mail(self, person: str) -> None:
        self.carry_out(sa.delete(mails).where(mails.c.person == person))

    def due_mails(self) -> list[dict[str, Any]]:
        """List the confirmed addresses that may get a mail again."""
        is_due = mails.c.sent + mails.c.hours * 3600 <= now_s()
        return self.rows(sa.select(mails).where(mails.c.is_confirmed, is_due))

    def note_mail(self, person: str) -> None:
        self.carry_out(sa.update(mails).where(mails.c.person == person).values(sent=now_s()))

    # Push

    def subscribe(self, person: str, endpoint: str, key: str, secret: str, language: str) -> None:
        values = {"person": person, "key": key, "secret": secret, "language": language}
        row = self.insert(pushes).values(endpoint=endpoint, **values)
        self.carry_out(row.on_conflict_do_update(index_elements=["endpoint"], set_=values))

    def unsubscribe(self, endpoint: str) -> None:
        self.carry_out(sa.delete(pushes).where(pushes.c.endpoint == endpoint))

    def pushes(self) -> list[dict[str, Any]]:
        return self.rows(sa.select(pushes))

    def pushes_of(self, person: str) -> int:
        return int(self.value(sa.select(sa.func.count()).where(pushes.c.person == person)) or 0)

    # What is waiting

    def waiting(self, person: str, way: str) -> list[Waiting]:
        """List the tables with a clock that wait for a person who was not told so in this way."""
        told = sa.select(notified.c.plies).where(
            notified.c.person == person, notified.c.table_id == tables.c.id, notified.c.way == way
        )
        found = (
            sa.select(tables.c.id, tables.c.game, tables.c.config, tables.c.plies, tables.c.to_act, seats.c.seat)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.person == person, tables.c.status == "playing", tables.c.has_clock)
            .where(tables.c.plies != sa.func.coalesce(told.scalar_subquery(), -1))
        )
        return [
            Waiting(person, row["id"], row["game"], row["config"], row["plies"])
            for row in self.rows(found)
            if row["to_act"] >> row["seat"] & 1
        ]

    def note(self, found: list[Waiting], way: str) -> None:
        """Note what a person was told about."""
        for one in found:
            row = self.insert(notified).values(person=one.person, table_id=one.table, way=way, plies=one.plies)
            self.carry_out(
                row.on_conflict_do_update(index_elements=["person", "table_id", "way"], set_={"plies": one.plies})
            )

    # Holidays

    def go_on_holiday(self, person: str, until: int) -> None:
        row = self.insert(holidays).values(person=person, until=until)
        self.carry_out(row.on_conflict_do_update(index_elements=["person"], set_={"until": until}))

    def holidays(self) -> dict[str, int]:
        """Return who is on holiday, and until when."""
        found = self.rows(sa.select(holidays).where(holidays.c.until > now_s()))
        return {row["person"]: row["until"] for row in found}

    # One person

    def inherit(self, old: str, new: str) -> None:
        """Give a guest's browsers to the account that they log in to; the rest is set again."""
        self.carry_out(
            sa.update(pushes).where(pushes.c.person == old).values(person=new),
            *(sa.delete(table).where(table.c.person == old) for table in (mails, notified, holidays)),
        )

    def kept(self, person: str) -> dict[str, list[dict[str, Any]]]:
        """Return what is stored about a person."""
        columns = {
            "mail": (mails.c.address, mails.c.is_confirmed, mails.c.hours, mails.c.language, mails.c.sent),
            "push": (pushes.c.endpoint, pushes.c.language),
            "holiday": (holidays.c.until,),
            "notified": (notified.c.table_id, notified.c.way, notified.c.plies),
        }
        return {
            name: self.rows(sa.select(*own).where(own[0].table.c.person == person)) for name, own in columns.items()
        }
