"""The store: all queries, grouped by subject.

All of them block: call them in a worker thread.
"""

import secrets
from typing import Any

import sqlalchemy as sa

from ludotheque.server.clock import now_ms
from ludotheque.server.database import Database
from ludotheque.server.store.accounts import Accounts
from ludotheque.server.store.export import Export
from ludotheque.server.store.fairness import Fairness
from ludotheque.server.store.forgetting import Forgetting
from ludotheque.server.store.lists import Lists
from ludotheque.server.store.notices import Notices
from ludotheque.server.store.order import Order
from ludotheque.server.store.people import People
from ludotheque.server.store.ratings import Ratings
from ludotheque.server.store.schema import days, migrate, secrets_kept
from ludotheque.server.store.seeks import Seeks
from ludotheque.server.store.sessions import Sessions
from ludotheque.server.store.solved import Solved
from ludotheque.server.store.tables import Tables
from ludotheque.server.store.tournaments import Tournaments
from ludotheque.table.events import DAY_MS

SECRET_BYTES = 32
SECRET, SECRET_BEFORE = "cookies", "cookies before"


class Store:
    def __init__(self, database: Database) -> None:
        """Open a database and migrate it if necessary."""
        database.look()
        self.database, self.engine = database, database.engine()
        try:
            migrate(self.engine, database)
            self.secrets = self._secrets()
        except BaseException:
            self.engine.dispose()
            raise
        self.sessions = Sessions(database, self.engine)
        self.people = People(database, self.engine)
        self.accounts = Accounts(database, self.engine)
        self.tables = Tables(database, self.engine)
        self.lists = Lists(database, self.engine)
        self.notices = Notices(database, self.engine)
        self.solved = Solved(database, self.engine)
        self.forgetting = Forgetting(database, self.engine)
        self.fairness = Fairness(database, self.engine)
        self.export = Export(database, self.engine)
        self.ratings = Ratings(database, self.engine)
        self.order = Order(database, self.engine)
        self.seeks = Seeks(database, self.engine)
        self.tournaments = Tournaments(database, self.engine)

    def close(self) -> None:
        self.engine.dispose()

    def _secrets(self) -> list[bytes]:
        """Return the secret that signs cookies, created once, and the previous one, if any."""
        kept = sa.select(secrets_kept.c.value).where(secrets_kept.c.name.in_([SECRET, SECRET_BEFORE]))
        with self.engine.begin() as connection:
            connection.execute(self._new_secret().on_conflict_do_nothing())
            return [bytes(value) for value in connection.execute(kept.order_by(secrets_kept.c.name)).scalars()]

    def rotate_secret(self) -> None:
        """Create a new secret for signing from the next start on; the current one stays valid."""
        is_before = secrets_kept.c.name == SECRET_BEFORE
        with self.engine.begin() as connection:
            connection.execute(sa.delete(secrets_kept).where(is_before))
            connection.execute(sa.update(secrets_kept).values(name=SECRET_BEFORE).where(secrets_kept.c.name == SECRET))
            connection.execute(self._new_secret())

    def _new_secret(self) -> Any:
        return self.database.insert(secrets_kept).values(name=SECRET, value=secrets.token_bytes(SECRET_BYTES))

    def give_sign(self) -> None:
        """Note that a server runs today; this fails if the database is not writable."""
        self.database.check_room()
        seen_ms = now_ms()
        sign = self.database.insert(days).values(day=seen_ms // DAY_MS, seen_ms=seen_ms)
        with self.engine.begin() as connection:
            connection.execute(sign.on_conflict_do_update(index_elements=["day"], set_={"seen_ms": seen_ms}))
