"""The sessions of accounts: who is logged in, in which browsers."""

import sqlalchemy as sa

from ludotheque.server.clock import now_s
from ludotheque.server.store.queries import DAY_S, Queries
from ludotheque.server.store.schema import accounts, bans, devices, sessions

YEAR_S = 365 * DAY_S  # a session that has not been used for this long has expired


# docs/decisions.md: Sessions of accounts are listed, those of guests are not
class Sessions(Queries):
    def is_good(self, person: str, key: str, is_old: bool) -> bool:
        """Return whether a session of this person is valid.

        Sessions of accounts, and old cookies, must be listed. Other sessions of guests need not be.
        Nobody who is banned has one.
        """
        is_listed = sa.exists().where(
            sessions.c.key == key, sessions.c.person == person, sessions.c.seen > now_s() - YEAR_S
        )
        has_account = sa.exists().where(accounts.c.person == person)
        is_guest = sa.false() if is_old else sa.not_(has_account)
        is_banned = sa.exists().where(bans.c.person == person)
        return bool(self.value(sa.select(sa.and_(sa.or_(is_listed, is_guest), sa.not_(is_banned)))))

    def note(self, person: str, key: str, password: str | None = None) -> None:
        """Store a session of an account or note that it is still used, and delete expired ones.

        Nothing is stored for a guest, or if the password has changed since it was checked.
        """
        self.carry_out(
            sa.delete(sessions).where(sessions.c.seen <= now_s() - YEAR_S), self._listing(person, key, password)
        )

    def _listing(self, person: str, key: str, password: str | None = None) -> sa.Executable:
        account = sa.select(accounts.c.person, sa.literal(key), sa.literal(now_s())).where(accounts.c.person == person)
        if password is not None:
            account = account.where(accounts.c.password == password)
        listed = self.insert(sessions).from_select(["person", "key", "seen"], account.with_for_update(read=True))
        listing: sa.Executable = listed.on_conflict_do_update(index_elements=["key"], set_={"seen": now_s()})
        return listing

    def begin_by_link(self, token: str, key: str) -> str | None:
        """Use up a link for another device: return its person, and store a session there.

        Both happen in one transaction, so that no session can begin by a link while all sessions of
        the person are being ended.
        """
        is_good = sa.and_(devices.c.token == token, devices.c.until > now_s())
        with self.engine.begin() as connection:
            person: str | None = connection.execute(
                sa.delete(devices).where(is_good).returning(devices.c.person)
            ).scalar()
            if person is not None:
                connection.execute(self._listing(person, key))
        return person

    def end(self, key: str) -> None:
        self.carry_out(sa.delete(sessions).where(sessions.c.key == key))

    def end_all(self, person: str) -> None:
        """End all sessions of a person, and invalidate links for other devices."""
        # in this order: it waits for a link that is being used, and ends its session too
        self.carry_out(
            sa.delete(devices).where(devices.c.person == person), sa.delete(sessions).where(sessions.c.person == person)
        )
