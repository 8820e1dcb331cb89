"""What checks of fair play have found: how often people chose what a bot would have."""

from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from ludotheque.bots.rating import POINTS
from ludotheque.server.clock import now_s
from ludotheque.server.store.queries import Queries
from ludotheque.server.store.schema import metadata, ratings, results

NEAR = 100  # rating points: people of about the same rating

checks = sa.Table(
    "checks",
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),  # the person's strength at the time
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("choices", sa.Integer, nullable=False),  # that were compared with a bot's
    sa.Column("first", sa.Integer, nullable=False),  # of them the bot's best
    sa.Column("second", sa.Integer, nullable=False),  # of them the bot's second best
    sa.Column("at", sa.Integer, nullable=False),  # seconds since 1970
)
COUNTS = ("games", "choices", "first", "second")


class Tally(Struct):
    """Choices in rated games, compared with those of a bot."""

    games: int = 0
    choices: int = 0
    first: int = 0
    second: int = 0


class Fairness(Queries):
    def latest(self, person: str, count: int) -> list[dict[str, Any]]:
        """List a person's latest rated games: table, game and seat."""
        mine = sa.and_(results.c.player == person, results.c.is_rated)
        statement = sa.select(results.c.table_id, results.c.game, results.c.seat).where(mine)
        return self.rows(statement.order_by(results.c.number.desc()).limit(count))

    def note(self, person: str, found: dict[str, Tally]) -> None:
        """Store what a check has found in each game, instead of what an earlier one found."""
        own = sa.select(ratings.c.game, ratings.c.mu).where(ratings.c.player == person)
        mus = {row["game"]: row["mu"] for row in self.rows(own)}
        rows = [
            {"person": person, "game": game, "mu": mus[game], "at": now_s()}
            | {name: getattr(tally, name) for name in COUNTS}
            for game, tally in found.items()
            if game in mus
        ]
        gone = sa.delete(checks).where(checks.c.person == person)
        self.carry_out(gone, *(sa.insert(checks).values(row) for row in rows))

    def of(self, person: str) -> dict[str, Tally]:
        """Return what is stored about a person who has a rating, by game."""
        is_rated = sa.and_(ratings.c.player == checks.c.person, ratings.c.game == checks.c.game)
        statement = sa.select(checks).join(ratings, is_rated).where(checks.c.person == person)
        return {row["game"]: _tally(row) for row in self.rows(statement.order_by(checks.c.game))}

    def others(self, person: str, game: str, mu: float) -> tuple[int, Tally]:
        """Return how many others of about this strength were checked, and their choices."""
        near = checks.c.mu.between(mu - NEAR / POINTS, mu + NEAR / POINTS)
        sums = [sa.func.coalesce(sa.func.sum(checks.c[name]), 0).label(name) for name in COUNTS]
        statement = sa.select(sa.func.count().label("people"), *sums)
        (row,) = self.rows(statement.where(checks.c.game == game, checks.c.person != person, near))
        return row["people"], _tally(row)


def _tally(row: dict[str, Any]) -> Tally:
    return Tally(*(int(row[name]) for name in COUNTS))
