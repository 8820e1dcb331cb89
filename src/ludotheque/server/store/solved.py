"""The puzzles that people have solved."""

import sqlalchemy as sa

from ludotheque.server.clock import now_s
from ludotheque.server.store.queries import Queries
from ludotheque.server.store.schema import metadata

solved = sa.Table(
    "solved",
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("puzzle", sa.String, primary_key=True),
    sa.Column("is_own", sa.Boolean, nullable=False),  # the person found the answer without being shown it
    sa.Column("at", sa.Integer, nullable=False),  # seconds since 1970
)


class Solved(Queries):
    def note(self, person: str, game: str, puzzle: str, is_own: bool) -> None:
        """Note that a person knows an answer; only the first time counts."""
        row = self.insert(solved).values(person=person, game=game, puzzle=puzzle, is_own=is_own, at=now_s())
        self.carry_out(row.on_conflict_do_nothing())

    def of(self, person: str) -> dict[tuple[str, str], bool]:
        """Return the puzzles (game, id) whose answer a person knows, and whether they found it."""
        found = self.rows(sa.select(solved).where(solved.c.person == person))
        return {(row["game"], row["puzzle"]): row["is_own"] for row in found}

    def inherit(self, old: str, new: str) -> None:
        """Give what a guest has solved to the account that they log in to."""
        for (game, puzzle), is_own in self.of(old).items():
            self.note(new, game, puzzle, is_own)
        self.carry_out(sa.delete(solved).where(solved.c.person == old))
