"""People's names, and links that make another device the same person."""

import sqlalchemy as sa

from ludotheque.server.clock import now_s
from ludotheque.server.store.queries import Queries
from ludotheque.server.store.schema import devices, people


class People(Queries):
    def name_of(self, person: str) -> str | None:
        name: str | None = self.value(sa.select(people.c.name).where(people.c.id == person))
        return name

    def remember(self, person: str, name: str) -> None:
        """Store a person, or change their name."""
        statement = self.insert(people).values(id=person, name=name, created=now_s())
        self.carry_out(statement.on_conflict_do_update(index_elements=["id"], set_={"name": name}))

    def add_device(self, token: str, person: str, lasts_s: int) -> None:
        """Store a link for another device, and delete expired ones."""
        self.carry_out(
            sa.delete(devices).where(devices.c.until <= now_s()),
            sa.insert(devices).values(token=token, person=person, until=now_s() + lasts_s),
        )

    def drop_device(self, token: str) -> None:
        self.carry_out(sa.delete(devices).where(devices.c.token == token))
