"""Accounts: the names and passwords with which people log in."""

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from ludotheque.server.clock import now_s
from ludotheque.server.store.queries import Queries
from ludotheque.server.store.schema import accounts, people


class Account(Struct, frozen=True):
    """A person who can log in."""

    person: str
    name: str
    password: str  # its hash


class Accounts(Queries):
    def name_of(self, person: str) -> str | None:
        """Return the name that a person logs in with; None for a guest."""
        name: str | None = self.value(sa.select(accounts.c.name).where(accounts.c.person == person))
        return name

    def named(self, folded: str) -> Account | None:
        """Return the account of that name."""
        statement = sa.select(accounts.c.person, accounts.c.name, accounts.c.password)
        with self.engine.connect() as connection:
            row = connection.execute(statement.where(accounts.c.folded == folded)).one_or_none()
            return None if row is None else Account(*row)

    def has_alike(self, folded: str, skeleton: str) -> bool:
        """Return whether another account has a name that looks like this one."""
        is_alike = sa.and_(accounts.c.skeleton == skeleton, accounts.c.folded != folded)
        return bool(self.value(sa.select(sa.exists().where(is_alike))))

    def add(self, account: Account, folded: str, skeleton: str) -> bool:
        """Give a person an account under the same id; return False if the name is taken."""
        person = self.insert(people).values(id=account.person, name=account.name, created=now_s())
        own = msgspec.structs.asdict(account) | {"folded": folded, "skeleton": skeleton}
        try:
            self.carry_out(
                person.on_conflict_do_update(index_elements=["id"], set_={"name": account.name}),
                sa.insert(accounts).values(**own, created=now_s()),
            )
        except sa.exc.IntegrityError:
            return False
        return True

    def is_private(self, person: str) -> bool:
        """Return whether nobody else may see a person's profile."""
        return bool(self.value(sa.select(accounts.c.is_private).where(accounts.c.person == person)))

    def set_private(self, person: str, is_private: bool) -> None:
        self.carry_out(sa.update(accounts).where(accounts.c.person == person).values(is_private=is_private))

    def change_password(self, person: str, password: str) -> None:
        """Store the hash of a new password."""
        self.carry_out(sa.update(accounts).where(accounts.c.person == person).values(password=password))
