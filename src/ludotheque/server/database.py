"""The two kinds of database, and all their differences.

SQLite is one file beside the server; PostgreSQL can serve several processes or machines.
"""

import logging
import os
import shutil
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import closing, suppress
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite

from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import N_, reason
from ludotheque.server.masking import MALFORMED, masked
from ludotheque.server.trouble import AWAY, CLOSED, DAMAGED, FOREIGN, FULL, LOCKED, READ_ONLY, UNUSABLE, Outage, Trouble

log = logging.getLogger("ludotheque.server")

SQLITE = "sqlite:///"
POSTGRESQL, POSTGRES = "postgresql://", "postgres://"  # the driver takes either
BUSY_S = 10.0  # how long to wait for another process that is writing
RETRY_S = 0.02
STATEMENT_S = 30.0  # how long PostgreSQL may take for one statement
LEAST_ROOM = 1 << 20  # with fewer free bytes than this, a disk counts as full
OWN = 0o600  # the mode of a file that holds secrets
COMPANIONS = ("-wal", "-shm", "-journal")  # the endings of the files that SQLite keeps beside its own
OWN_TABLES = {"alembic_version", "journal"}  # no database of ours is without them
MIGRATING = 0x6C75646F  # the number of the lock for migrations in PostgreSQL: "ludo"
EXCLUSIVE = MIGRATING + 1  # … and of the lock for ratings and pairings; in SQLite whoever writes is alone


INSERT = "INSERT INTO journal (table_id, seq, event) "

# Errors that are our fault and not the database's: invalid statements, or rows that already exist
OURS = (sa.exc.IntegrityError, sa.exc.ProgrammingError, sa.exc.NotSupportedError)
UNFIT = N_("a number is out of range, or a text contains a character that is not allowed")

SQLITE_KINDS = {
    sqlite3.SQLITE_PERM: CLOSED,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CANTOPEN: CLOSED,
}
POSTGRESQL_KINDS = (  # by the beginning of its error code
    ("25006", READ_ONLY),
    ("28", CLOSED),
    ("3D", CLOSED),
    ("3F", CLOSED),
    ("42501", CLOSED),
    ("53100", FULL),
    ("55", LOCKED),
    ("XX", DAMAGED),
)


class Database(ABC):
    """One database. The journal uses its driver directly, everything else uses SQLAlchemy."""

    insert: ClassVar[Any]  # SQLAlchemy's, with support for ON CONFLICT
    begin: ClassVar[str]
    mark: ClassVar[str]  # the placeholder for a value in a statement
    is_shared: ClassVar[bool]  # whether other programs may keep tables beside ours
    unnamed: ClassVar[str]  # the kind of a problem whose code says nothing
    exclusive: ClassVar[str] = ""  # the statement after which a transaction is the only one to rate or pair people

    def __init__(self, where: str) -> None:
        self.where = where  # for people to read, without a password
        self.outage = Outage(f"the database {where}")
        self.is_damage_told = False  # damage does not go away, and intact data can still be read

    @abstractmethod
    def engine(self) -> sa.Engine:
        """Return an engine. Its errors hide the values of a statement, such as what people said."""

    @abstractmethod
    def connect(self) -> Any:
        """Return a connection of the driver; what it has committed survives a power failure.

        Transactions are begun explicitly.
        """

    @property
    @abstractmethod
    def errors(self) -> tuple[type[Exception], type[Exception]]:
        """Return the driver's exceptions: for any error, and for a row that already exists."""

    @abstractmethod
    def kind_of(self, error: BaseException) -> str:
        """Return the kind of problem, one of those in `trouble`."""

    def trouble(self, error: BaseException) -> Trouble:
        """Return a driver's error as Trouble, and log it when an outage begins."""
        found = Trouble(self.kind_of(error), self.where, error)
        if found.kind != DAMAGED:
            self.outage.begin(found)
        elif self.outage.is_told and not self.is_damage_told:  # commands report it themselves
            self.is_damage_told = True
            log.error("%s", found)
        return found

    def watched(self, engine: sa.Engine) -> sa.Engine:
        """Make an engine raise Trouble for the database's problems, but not for our mistakes.

        Values that it cannot hold, such as NUL in a text or a number beyond its range, come from
        outside: they are refused.
        """
        event.listen(engine, "handle_error", self._handle_error, retval=True)
        return engine

    def _handle_error(self, context: sa.engine.ExceptionContext) -> BaseException | None:
        error = context.original_exception
        if isinstance(error, OverflowError) or isinstance(context.sqlalchemy_exception, sa.exc.DataError):
            return LudothequeError(UNFIT)
        if not isinstance(error, self.errors[0]) or context.is_pre_ping:
            return None
        is_ours = isinstance(context.sqlalchemy_exception, OURS) and self.kind_of(error) == self.unnamed
        return None if is_ours else self.trouble(error)

    @abstractmethod
    def insert_events(self, cursor: Any, rows: Sequence[tuple[str, int, bytes]]) -> None:
        """Insert rows into the journal.

        It is one statement: between two, other threads would take the interpreter lock.
        """

    def look(self) -> None:  # noqa: B027 (PostgreSQL changes nothing by being opened)
        """Refuse what is certainly not our database, before anything of it is changed."""

    def check_room(self) -> None:  # noqa: B027 (PostgreSQL finds out by itself)
        """Raise Trouble if the disk is full."""

    @abstractmethod
    def holds(self, column: Any, text: str) -> Any:
        """Return the condition that the bytes of a column contain a text."""

    @abstractmethod
    def is_there(self) -> bool: ...

    @abstractmethod
    def lock_shape(self, connection: sa.Connection) -> None:
        """Take the lock for migrations.

        Of several processes that start at once, one migrates and the others wait.
        """

    def sql(self, statement: str) -> str:
        """Return a statement, written with `?` for each value, in the driver's notation."""
        return statement.replace("?", self.mark)


class Sqlite(Database):
    insert = staticmethod(sqlite.insert)
    begin = "BEGIN IMMEDIATE"
    mark = "?"
    is_shared = False
    unnamed = UNUSABLE

    def __init__(self, file: Path) -> None:
        super().__init__(str(file))
        self.file = file

    def engine(self) -> sa.Engine:
        self._make_file()
        url = sa.URL.create("sqlite", database=str(self.file))
        engine = sa.create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY_S})
        event.listen(engine, "connect", lambda connection, _: prepare(connection))
        return self.watched(engine)

    def look(self) -> None:
        files = [Path(f"{self.file}{ending}") for ending in COMPANIONS]
        try:
            if not self.file.stat().st_size:
                return
            # nobody writes to a file without companions; read by itself, it gets none
            how = "mode=ro" if any(file.exists() for file in files) else "immutable=1"
            with closing(sqlite3.connect(f"{self.file.absolute().as_uri()}?{how}", uri=True)) as connection:
                found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        except OSError:  # there is none yet, or opening it says why not
            return
        except sqlite3.Error as error:
            if self.kind_of(error) == DAMAGED:
                raise self.trouble(error) from error
            return
        if found and not found >= OWN_TABLES:
            raise Trouble(FOREIGN, self.where, "")

    def _make_file(self) -> None:
        """Create the file readable by its owner only, and remove others' access to an existing one.

        SQLite gives its companion files the same mode.
        """
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.file, os.O_CREAT, OWN))
        except OSError as error:
            raise Trouble(CLOSED, self.where, reason(error)) from error
        for ending in ("", *COMPANIONS):
            file = self.file.with_name(f"{self.file.name}{ending}")
            with suppress(OSError):  # it belongs to another user, who is responsible for it
                file.chmod(file.stat().st_mode & OWN)

    def kind_of(self, error: BaseException) -> str:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_IOERR and self._is_full():  # there was no room for its companion files
            return FULL
        return SQLITE_KINDS.get(code, self.unnamed)

    def _is_full(self) -> bool:
        """Return whether the disk is full; False if its folder is gone."""
        try:
            return shutil.disk_usage(self.file.parent).free < LEAST_ROOM
        except OSError:
            return False

    def insert_events(self, cursor: Any, rows: Sequence[tuple[str, int, bytes]]) -> None:
        cursor.execute(INSERT + "VALUES " + ", ".join(["(?, ?, ?)"] * len(rows)), [*chain.from_iterable(rows)])

    def check_room(self) -> None:
        if self._is_full():
            error = sqlite3.OperationalError("No space left on device")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise self.trouble(error)

    def connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
        prepare(connection)
        return connection

    @property
    def errors(self) -> tuple[type[Exception], type[Exception]]:
        return sqlite3.Error, sqlite3.IntegrityError

    def holds(self, column: Any, text: str) -> Any:
        return sa.func.instr(column, text.encode()) > 0

    def is_there(self) -> bool:
        return self.file.is_file()

    def lock_shape(self, connection: sa.Connection) -> None:
        connection.exec_driver_sql(self.begin)


def prepare(connection: sqlite3.Connection) -> None:
    switch_to_wal(connection)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def switch_to_wal(connection: sqlite3.Connection) -> None:
    """Let a database be read while it is written.

    SQLite does not wait if another program is just doing the same to a new file, so try again.
    """
    ends = time.monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > ends:
                raise
            time.sleep(RETRY_S)
        else:
            return


class Postgresql(Database):
    insert = staticmethod(postgresql.insert)
    begin = "BEGIN"
    mark = "%s"
    is_shared = True
    unnamed = AWAY
    exclusive = f"SELECT pg_advisory_xact_lock({EXCLUSIVE})"

    def __init__(self, url: str) -> None:
        if find_spec("psycopg") is None:
            raise LudothequeError("PostgreSQL needs a driver: pip install 'ludotheque[hosting]'")
        check_address(url)
        super().__init__(masked(url))
        self.url = url

    def engine(self) -> sa.Engine:
        url = f"postgresql+psycopg://{self.url.removeprefix(POSTGRESQL)}"
        return self.watched(sa.create_engine(url, hide_parameters=True, pool_pre_ping=True, connect_args=self._limits))

    def connect(self) -> Any:
        import psycopg  # an optional dependency

        return psycopg.connect(self.url, autocommit=True, **self._limits)

    @property
    def _limits(self) -> dict[str, Any]:
        """Return the encoding and the timeouts that the address does not set itself."""
        limits = {
            "client_encoding": "utf8",  # also for a database that has no encoding of its own (SQL_ASCII)
            "connect_timeout": int(BUSY_S),
            "tcp_user_timeout": int(1000 * BUSY_S),
            "options": f"-c statement_timeout={int(1000 * STATEMENT_S)}",
        }
        return {name: value for name, value in limits.items() if f"{name}=" not in self.url}

    def insert_events(self, cursor: Any, rows: Sequence[tuple[str, int, bytes]]) -> None:
        # columns, so that the statement is the same for any number of rows and is prepared once
        columns = [list(column) for column in zip(*rows, strict=True)]
        cursor.execute(INSERT + "SELECT * FROM unnest(%b::varchar[], %b::int[], %b::bytea[])", columns)

    def kind_of(self, error: BaseException) -> str:
        state = getattr(error, "sqlstate", None) or ""
        return next((kind for begins, kind in POSTGRESQL_KINDS if state.startswith(begins)), self.unnamed)

    @property
    def errors(self) -> tuple[type[Exception], type[Exception]]:
        import psycopg

        return psycopg.Error, psycopg.IntegrityError

    def holds(self, column: Any, text: str) -> Any:
        return sa.func.position(sa.cast(text.encode(), sa.LargeBinary).op("IN")(column)) > 0

    def is_there(self) -> bool:
        return True  # otherwise the driver reports it

    def lock_shape(self, connection: sa.Connection) -> None:
        connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))


def check_address(url: str) -> None:
    """Refuse an address that cannot be read. The driver's own words may quote its password."""
    from psycopg import Error, conninfo

    try:
        sa.make_url(url)
        parts = conninfo.conninfo_to_dict(url)
        for number in f"{parts.get('port', '')},{parts.get('connect_timeout', '')}".split(","):
            int(number or 0)
    except (Error, sa.exc.ArgumentError, ValueError) as error:
        raise LudothequeError(MALFORMED, url=masked(url)) from error


def database_of(url: str) -> Database:
    """Return the database that `--database` names."""
    if url.startswith(POSTGRES):
        url = POSTGRESQL + url.removeprefix(POSTGRES)
    if url.startswith(SQLITE) and url != SQLITE:
        return Sqlite(Path(url.removeprefix(SQLITE)))
    if url.startswith(POSTGRESQL) and url != POSTGRESQL:
        return Postgresql(url)
    raise LudothequeError(
        "the database URL must be {sqlite}FILE or {postgresql}USER@HOST/NAME, not {url!r}",
        sqlite=SQLITE,
        postgresql=POSTGRESQL,
        url=masked(url),
    )
