"""The sessions of accounts: who is logged in, in which browsers."""

import sqlalchemy as sa

from ludotheque.server.clock import now_s, settled_s
from ludotheque.server.store.queries import DAY_S, Queries
from ludotheque.server.store.schema import accounts, bans, days, devices, sessions

YEAR_S = 365 * DAY_S  # a session that has not been used for this long has expired

OWN = sa.bindparam("own", type_=sa.String)
IS_LISTED = sa.exists().where(
    sessions.c.key == sa.bindparam("own_key"), sessions.c.person == OWN, sessions.c.seen > sa.bindparam("after")
)
HAS_ACCOUNT = sa.exists().where(accounts.c.person == OWN)
IS_GUEST = sa.and_(sa.not_(sa.bindparam("is_old", type_=sa.Boolean)), sa.not_(HAS_ACCOUNT))
IS_BANNED = sa.exists().where(bans.c.person == OWN)
# built once: every request of the API asks this first
IS_GOOD = sa.select(sa.and_(sa.or_(IS_LISTED, IS_GUEST), sa.not_(IS_BANNED)))


# docs/decisions.md: Sessions of accounts are listed, those of guests are not
class Sessions(Queries):
    def is_good(self, person: str, key: str, is_old: bool) -> bool:
        """Return whether a session of this person is valid.

        Sessions of accounts, and old cookies, must be listed. Other sessions of guests need not be.
        Nobody who is banned has one.
        """
        values = {"own": person, "own_key": key, "after": settled_s() - YEAR_S, "is_old": is_old}
        with self.engine.connect() as connection:
            return bool(connection.execute(IS_GOOD, values).scalar())

    def note(self, person: str, key: str, password: str | None = None) -> None:
        """Store a session of an account.

        Nothing is stored for a guest, or if the password has changed since it was checked.
        """
        self.carry_out(self._listing(person, key, password))

    def renew(self, person: str, key: str, new_key: str, is_old: bool) -> bool:
        """Note that a session is still used, under a new key if its cookie is old.

        Return False if it has ended: it must not begin again, however late this is.
        """
        used = sa.update(sessions).where(sessions.c.key == key, sessions.c.person == person).values(seen=settled_s())
        with self.engine.begin() as connection:
            has_account = bool(connection.execute(_hold(person)).rowcount)
            is_listed = bool(connection.execute(used).rowcount)
            if is_listed and new_key != key:
                connection.execute(self._listing(person, new_key))
        return is_listed or not (has_account or is_old)

    def delete_expired(self) -> None:
        """Delete the sessions that have not been used for a year of days on which a server ran.

        So a clock that is wrong deletes none, just as `Lists.abandoned` then lists no tables.
        """
        run = sa.select(sa.func.count()).where(days.c.day > sessions.c.seen / DAY_S).scalar_subquery()
        is_late = sa.and_(sessions.c.seen <= settled_s() - YEAR_S, run > YEAR_S // DAY_S)
        self.carry_out(sa.delete(sessions).where(is_late))

    def _listing(self, person: str, key: str, password: str | None = None) -> sa.Executable:
        now = settled_s()
        account = sa.select(accounts.c.person, sa.literal(key), sa.literal(now)).where(accounts.c.person == person)
        if password is not None:
            account = account.where(accounts.c.password == password)
        listed = self.insert(sessions).from_select(["person", "key", "seen"], account.with_for_update(read=True))
        listing: sa.Executable = listed.on_conflict_do_update(index_elements=["key"], set_={"seen": now})
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
        # in this order: it waits for a link or an old cookie in use, and ends that session too
        self.carry_out(
            sa.delete(devices).where(devices.c.person == person),
            _hold(person),
            sa.delete(sessions).where(sessions.c.person == person),
        )


def _hold(person: str) -> sa.Executable:
    """Wait until nobody else changes which sessions an account has, and make others wait."""
    return sa.update(accounts).where(accounts.c.person == person).values(person=accounts.c.person)
