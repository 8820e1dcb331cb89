"""The few kinds of query that every part of the store makes."""

from typing import Any

import sqlalchemy as sa

from ludotheque.server.database import Database

DAY_S = 24 * 3600


class Queries:
    """A part of the store."""

    def __init__(self, database: Database, engine: sa.Engine) -> None:
        self.database, self.engine, self.insert = database, engine, database.insert

    def value(self, statement: sa.Select[Any]) -> Any:
        """Return the first value of the first row, or None."""
        with self.engine.connect() as connection:
            return connection.execute(statement).scalar()

    def values(self, statement: sa.Select[Any] | sa.CompoundSelect[Any]) -> list[Any]:
        """Return the first value of every row."""
        with self.engine.connect() as connection:
            return list(connection.execute(statement).scalars())

    def rows(self, statement: sa.Select[Any]) -> list[dict[str, Any]]:
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(statement).mappings()]

    def carry_out(self, *statements: sa.Executable) -> None:
        """Execute statements in one transaction."""
        with self.engine.begin() as connection:
            for statement in statements:
                connection.execute(statement)
