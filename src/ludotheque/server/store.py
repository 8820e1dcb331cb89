"""What is kept beside the journal: people, tables, who sits where, and who may come in. SQLAlchemy holds the shape, Alembic brings old files up to it."""

import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from msgspec import Struct

from ludotheque.core.errors import LudothequeError
from ludotheque.server.database import Database
from ludotheque.table.events import AnyEvent, config_without, decode, encode, without
from ludotheque.table.events import Config as Agreed

MIGRATIONS = Path(__file__).parent / "migrations"
SECRET_BYTES = 32
DAY_S = 24 * 3600
LOBBY_S = DAY_S  # how long a table waits in the lobby

metadata = sa.MetaData()

secrets_kept = sa.Table("secrets", metadata, sa.Column("name", sa.String, primary_key=True), sa.Column("value", sa.LargeBinary, nullable=False))

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("created", sa.Integer, nullable=False),  # seconds since 1970, here and below
)

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("name", sa.String, nullable=False),  # as it was typed
    sa.Column("folded", sa.String, nullable=False, unique=True),  # as it is compared
    sa.Column("password", sa.String, nullable=False),  # its argon2 hash
    sa.Column("created", sa.Integer, nullable=False),
)

devices = sa.Table(
    "devices",
    metadata,
    sa.Column("token", sa.String, primary_key=True),  # its SHA-256: whoever reads the file cannot use it
    sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
    sa.Column("until", sa.Integer, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("config", sa.LargeBinary, nullable=False),  # JSON, as the table layer writes it
    sa.Column("key", sa.LargeBinary, nullable=False),  # of the game's chance; told to nobody before the game ends
    sa.Column("host", sa.String, sa.ForeignKey("people.id"), nullable=False),
    sa.Column("is_open", sa.Boolean, nullable=False),  # anybody may watch, and take a free chair
    sa.Column("has_clock", sa.Boolean, nullable=False),
    sa.Column("watch_token", sa.String, nullable=False),
    sa.Column("rematch", sa.String, sa.ForeignKey("tables.id")),
    sa.Column("created", sa.Integer, nullable=False),
    # a note for lists, computed from the journal
    sa.Column("status", sa.String, nullable=False),
    sa.Column("to_act", sa.Integer, nullable=False),  # a bit for each seat
    sa.Column("touched", sa.Integer, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),  # person, bot, screen
    sa.Column("person", sa.String, sa.ForeignKey("people.id"), index=True),  # who may act for it; nobody: a bot's, or a free chair
    sa.Column("token", sa.String),  # of its invitation, until somebody takes the chair
)

watchers = sa.Table(
    "watchers",
    metadata,
    sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.String, primary_key=True),
)

journal = sa.Table(
    "journal",
    metadata,
    sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("event", sa.LargeBinary, nullable=False),  # JSON
    sqlite_with_rowid=False,
)


class Seat(Struct, frozen=True):
    """Who may act for a seat, and the invitation to it."""

    seat: int
    kind: str
    person: str | None = None
    token: str | None = None


class Account(Struct, frozen=True):
    """Somebody who can log in."""

    person: str
    name: str
    password: str  # its hash


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


class Store:
    """Every query. All of them block: call them in a worker thread."""

    def __init__(self, database: Database) -> None:
        self.database, self.insert = database, database.insert
        self.engine = database.engine()
        try:
            migrate(self.engine, database)
        except sa.exc.OperationalError as error:
            raise LudothequeError("the database does not answer: {error}", error=" ".join(str(error.orig).split())) from error
        self.secret = self._secret()

    def close(self) -> None:
        self.engine.dispose()

    def _secret(self) -> bytes:
        """The server's own secret, made once."""
        with self.engine.begin() as connection:
            connection.execute(self.insert(secrets_kept).values(name="cookies", value=secrets.token_bytes(SECRET_BYTES)).on_conflict_do_nothing())
            return bytes(connection.execute(sa.select(secrets_kept.c.value).where(secrets_kept.c.name == "cookies")).scalar_one())

    def is_well(self) -> bool:
        with self.engine.connect() as connection:
            return connection.execute(sa.select(sa.literal(1))).scalar_one() == 1

    # People

    def name_of(self, person: str) -> str | None:
        with self.engine.connect() as connection:
            return connection.execute(sa.select(people.c.name).where(people.c.id == person)).scalar()

    def remember(self, person: str, name: str) -> None:
        """Write a person down, or change their name."""
        statement = self.insert(people).values(id=person, name=name, created=_now())
        with self.engine.begin() as connection:
            connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_={"name": name}))

    # Accounts, and links to another device

    def account_of(self, person: str) -> str | None:
        """The name somebody logs in with; None: a guest."""
        with self.engine.connect() as connection:
            return connection.execute(sa.select(accounts.c.name).where(accounts.c.person == person)).scalar()

    def account_named(self, folded: str) -> Account | None:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(accounts.c.person, accounts.c.name, accounts.c.password).where(accounts.c.folded == folded)).one_or_none()
            return None if row is None else Account(*row)

    def add_account(self, account: Account, folded: str) -> bool:
        """A person becomes an account, under the same id. False: the name is taken."""
        person = self.insert(people).values(id=account.person, name=account.name, created=_now())
        try:
            with self.engine.begin() as connection:
                connection.execute(person.on_conflict_do_update(index_elements=["id"], set_={"name": account.name}))
                connection.execute(sa.insert(accounts).values(person=account.person, name=account.name, folded=folded, password=account.password, created=_now()))
        except sa.exc.IntegrityError:
            return False
        return True

    def add_device(self, token: str, person: str, lasts_s: int) -> None:
        """Keep a link to another device; those whose time is over go."""
        with self.engine.begin() as connection:
            connection.execute(sa.delete(devices).where(devices.c.until <= _now()))
            connection.execute(sa.insert(devices).values(token=token, person=person, until=_now() + lasts_s))

    def spend_device(self, token: str) -> str | None:
        """Whose link this is. It is spent now, whoever else comes with it."""
        statement = sa.delete(devices).where(devices.c.token == token, devices.c.until > _now()).returning(devices.c.person)
        with self.engine.begin() as connection:
            return connection.execute(statement).scalar()

    def inherit(self, old: str, new: str) -> None:
        """What one person has opened and may watch belongs to another now. Seats are not moved here: they are in the journal."""
        watched = sa.select(watchers.c.table_id, sa.literal(new)).where(watchers.c.person == old)
        with self.engine.begin() as connection:
            connection.execute(sa.update(tables).where(tables.c.host == old).values(host=new))
            connection.execute(self.insert(watchers).from_select(["table_id", "person"], watched).on_conflict_do_nothing())
            connection.execute(sa.delete(watchers).where(watchers.c.person == old))

    def change_password(self, person: str, password: str) -> None:
        """Its hash."""
        with self.engine.begin() as connection:
            connection.execute(sa.update(accounts).where(accounts.c.person == person).values(password=password))

    # Somebody wants to be forgotten

    def mentions(self, person: str) -> list[str]:
        """All tables that know somebody, who sits there, has opened it, or has said something."""
        holds = self.database.holds
        known = sa.select(tables.c.id).where(sa.or_(tables.c.host == person, holds(tables.c.config, person)))
        met = sa.select(journal.c.table_id).where(holds(journal.c.event, person))
        with self.engine.connect() as connection:
            return list(connection.execute(known.union(met)).scalars())

    def forget_at(self, table: str, person: str, instead: str, host: str, token: str | None) -> None:
        """At one table: who did what stays, and who that was goes. With a token, the chair is free again."""
        is_here = journal.c.table_id == table
        with self.engine.begin() as connection:
            config = msgspec.json.decode(connection.execute(sa.select(tables.c.config).where(tables.c.id == table)).scalar_one(), type=Agreed)
            connection.execute(sa.update(tables).where(tables.c.id == table).values(config=msgspec.json.encode(config_without(config, person, instead)), host=host))
            for seq, event in connection.execute(sa.select(journal.c.seq, journal.c.event).where(is_here, self.database.holds(journal.c.event, person))).all():
                connection.execute(sa.update(journal).where(is_here, journal.c.seq == seq).values(event=encode(without(decode(event), person, instead))))
            connection.execute(sa.update(seats).where(seats.c.table_id == table, seats.c.person == person).values(person=None, token=token))

    def forget(self, person: str) -> None:
        """All but what is at tables."""
        with self.engine.begin() as connection:
            for table, column in ((accounts, accounts.c.person), (devices, devices.c.person), (watchers, watchers.c.person), (people, people.c.id)):
                connection.execute(sa.delete(table).where(column == person))

    # Tables

    def add(self, row: TableRow, rematch_of: str | None = None) -> str:
        """Keep a new table. If it is the rematch of one that has a rematch already, that one's id is the answer, and nothing is kept."""
        values = {name: getattr(row, name) for name in ("id", "game", "config", "key", "host", "is_open", "has_clock", "watch_token", "status", "to_act")}
        with self.engine.begin() as connection:
            if rematch_of is not None:
                known = connection.execute(sa.select(tables.c.rematch).where(tables.c.id == rematch_of).with_for_update()).scalar()
                if known is not None:
                    return str(known)
            connection.execute(sa.insert(tables).values(**values, created=_now(), touched=_now()))
            connection.execute(sa.insert(seats), [{"table_id": row.id, "seat": seat.seat, "kind": seat.kind, "person": seat.person, "token": seat.token} for seat in row.seats])
            if rematch_of is not None:
                connection.execute(sa.update(tables).where(tables.c.id == rematch_of).values(rematch=row.id))
        return row.id

    def table(self, table: str) -> TableRow | None:
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().one_or_none()
            return None if row is None else _row(row, self._seats(connection, table))

    def _seats(self, connection: sa.Connection, table: str) -> list[Seat]:
        columns = (seats.c.seat, seats.c.kind, seats.c.person, seats.c.token)
        return [Seat(*row) for row in connection.execute(sa.select(*columns).where(seats.c.table_id == table).order_by(seats.c.seat))]

    def free_chairs(self, limit: int = 100) -> list[dict[str, Any]]:
        """Open tables of the last day where somebody is missing, latest first."""
        free = sa.select(sa.func.count()).where(seats.c.table_id == tables.c.id, seats.c.kind == "person", seats.c.person.is_(None)).scalar_subquery()
        total = sa.select(sa.func.count()).where(seats.c.table_id == tables.c.id).scalar_subquery()
        statement = (
            sa.select(tables.c.id.label("table"), tables.c.game, tables.c.config, people.c.name.label("host"), tables.c.created, free.label("free"), total.label("seats"))
            .join(people, people.c.id == tables.c.host)
            .where(tables.c.is_open, tables.c.status == "waiting", tables.c.touched > _now() - LOBBY_S, free > 0)
            .order_by(tables.c.created.desc())
            .limit(limit)
        )
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(statement).mappings()]

    def tables_of(self, person: str, limit: int = 200) -> list[dict[str, Any]]:
        """The tables somebody sits at or has opened, latest first; with their seats there, None if they have none."""
        own = sa.func.aggregate_strings(sa.case((seats.c.person == person, sa.cast(seats.c.seat, sa.String))), ",")
        statement = (
            sa.select(tables.c.id.label("table"), tables.c.game, tables.c.status, tables.c.to_act, tables.c.touched, tables.c.host, own.label("seats"))
            .join(seats, seats.c.table_id == tables.c.id)
            .where(sa.or_(tables.c.host == person, tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.person == person))))
            .group_by(tables.c.id)
            .order_by(tables.c.touched.desc())
            .limit(limit)
        )
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(statement).mappings()]

    def seated(self, person: str) -> list[str]:
        """All tables somebody sits at."""
        with self.engine.connect() as connection:
            return list(connection.execute(sa.select(seats.c.table_id).where(seats.c.person == person).distinct()).scalars())

    def all_tables(self) -> list[dict[str, Any]]:
        """For whoever looks after the file, latest first."""
        statement = (
            sa.select(tables.c.id.label("table"), tables.c.game, tables.c.status, tables.c.touched, people.c.name.label("host"))
            .join(people, people.c.id == tables.c.host)
            .order_by(tables.c.touched.desc(), tables.c.id)
        )
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(statement).mappings()]

    def delete(self, table: str) -> bool:
        """A table and all that belongs to it; False: there is none."""
        with self.engine.begin() as connection:
            connection.execute(sa.update(tables).where(tables.c.rematch == table).values(rematch=None))
            return connection.execute(sa.delete(tables).where(tables.c.id == table)).rowcount == 1

    def abandoned(self, days: dict[str, float]) -> list[str]:
        """Tables where nothing has happened for too long: so many days by status, 0 for ever."""
        late = [sa.and_(tables.c.status == status, tables.c.touched <= _now() - count * DAY_S) for status, count in days.items() if count > 0]
        with self.engine.connect() as connection:
            return list(connection.execute(sa.select(tables.c.id).where(sa.or_(sa.false(), *late))).scalars())

    def running_clocks(self) -> list[str]:
        """Tables whose time runs though nobody looks."""
        with self.engine.connect() as connection:
            return list(connection.execute(sa.select(tables.c.id).where(tables.c.has_clock, tables.c.status == "playing")).scalars())

    def counts(self) -> dict[str, int]:
        """Tables by status."""
        with self.engine.connect() as connection:
            return {str(status): int(count) for status, count in connection.execute(sa.select(tables.c.status, sa.func.count()).group_by(tables.c.status))}

    # The journal, which has a writer of its own

    def events(self, table: str, after: int = 0) -> list[AnyEvent]:
        """What has happened at a table, in order, after the event of that number."""
        statement = sa.select(journal.c.event).where(journal.c.table_id == table, journal.c.seq > after).order_by(journal.c.seq)
        with self.engine.connect() as connection:
            return [decode(event) for event in connection.execute(statement).scalars()]

    # Watching

    def watch(self, table: str, person: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(self.insert(watchers).values(table_id=table, person=person).on_conflict_do_nothing())

    def is_watcher(self, table: str, person: str) -> bool:
        with self.engine.connect() as connection:
            return connection.execute(sa.select(watchers).where(watchers.c.table_id == table, watchers.c.person == person)).first() is not None


def _row(row: sa.RowMapping, chairs: Sequence[Seat]) -> TableRow:
    names = [name for name in TableRow.__struct_fields__ if name != "seats"]
    return TableRow(**{name: row[name] for name in names}, seats=list(chairs))


def _now() -> int:
    return int(time.time())


def migrate(engine: sa.Engine, database: Database, shape: str = "head") -> None:
    """Bring a database to the shape that this program knows; a new file gets all of it."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        database.lock_shape(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, shape)
