"""The two kinds of database, and all in which they differ: SQLite, one file beside the server, and PostgreSQL, for several processes or machines."""

import sqlite3
from abc import ABC, abstractmethod
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite

from ludotheque.core.errors import LudothequeError

SQLITE = "sqlite:///"
POSTGRESQL = "postgresql://"
BUSY_S = 10.0  # how long to wait for another process that is writing
MIGRATING = 0x6C75646F  # the number of the lock under which PostgreSQL changes its shape: "ludo"


class Database(ABC):
    """One database. The journal talks to its driver directly, all else through SQLAlchemy."""

    insert: ClassVar[Any]  # SQLAlchemy's, which knows what to do where a row is there already
    begin: ClassVar[str]
    mark: ClassVar[str]  # stands for a value in a statement

    @abstractmethod
    def engine(self) -> sa.Engine: ...

    @abstractmethod
    def connect(self) -> Any:
        """A connection of the driver that survives a power cut: what it has committed is on disk. Transactions are begun by hand."""

    @property
    @abstractmethod
    def errors(self) -> tuple[type[Exception], type[Exception]]:
        """Whatever can go wrong, and what goes wrong if a row is there already."""

    @abstractmethod
    def holds(self, column: Any, text: str) -> Any:
        """Is the text somewhere in the bytes of a column?"""

    @abstractmethod
    def is_there(self) -> bool: ...

    @abstractmethod
    def lock_shape(self, connection: sa.Connection) -> None:
        """Begin to change the shape: of several processes that start at once, one does the work, and the others wait."""

    def sql(self, statement: str) -> str:
        """A statement, written with `?` for each value, as the driver wants it."""
        return statement.replace("?", self.mark)


class Sqlite(Database):
    insert = staticmethod(sqlite.insert)
    begin = "BEGIN IMMEDIATE"
    mark = "?"

    def __init__(self, file: Path) -> None:
        self.file = file

    def engine(self) -> sa.Engine:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(f"{SQLITE}{self.file}", connect_args={"timeout": BUSY_S})
        event.listen(engine, "connect", lambda connection, _: prepare(connection))
        return engine

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
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


class Postgresql(Database):
    insert = staticmethod(postgresql.insert)
    begin = "BEGIN"
    mark = "%s"

    def __init__(self, url: str) -> None:
        if find_spec("psycopg") is None:
            raise LudothequeError("PostgreSQL needs a driver: pip install 'ludotheque[hosting]'")
        self.url = url

    def engine(self) -> sa.Engine:
        return sa.create_engine(f"postgresql+psycopg://{self.url.removeprefix(POSTGRESQL)}", pool_pre_ping=True)

    def connect(self) -> Any:
        import psycopg  # for those who use it

        return psycopg.connect(self.url, autocommit=True, connect_timeout=int(BUSY_S))

    @property
    def errors(self) -> tuple[type[Exception], type[Exception]]:
        import psycopg

        return psycopg.Error, psycopg.IntegrityError

    def holds(self, column: Any, text: str) -> Any:
        return sa.func.position(sa.cast(text.encode(), sa.LargeBinary).op("IN")(column)) > 0

    def is_there(self) -> bool:
        return True  # whoever asks is told by the driver if it is not

    def lock_shape(self, connection: sa.Connection) -> None:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))


def database_of(url: str) -> Database:
    """Reads what stands behind `--database`."""
    if url.startswith(SQLITE) and url != SQLITE:
        return Sqlite(Path(url.removeprefix(SQLITE)))
    if url.startswith(POSTGRESQL) and url != POSTGRESQL:
        return Postgresql(url)
    raise LudothequeError("the database is written {sqlite}FILE or {postgresql}USER@HOST/NAME, not {url!r}", sqlite=SQLITE, postgresql=POSTGRESQL, url=url)
