"""Ratings and results: what profiles, lists and the choice of opponents read."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from msgspec import Struct

from ludotheque.bots.rating import Strength
from ludotheque.server.results import start_of
from ludotheque.server.store.queries import Queries
from ludotheque.server.store.schema import accounts, people, ratings, results, tables
from ludotheque.table.events import OVER
from ludotheque.table.result import BOT_PLAYER

LATEST = 1000  # games of a person that a profile is made from


class Rated(Struct, frozen=True):
    """Somebody's rating in one game."""

    player: str
    strength: Strength
    games: int
    name: str = ""  # of the account, unless its profile is private


class Change(NamedTuple):
    """What a rated game changed for the player at one seat."""

    seat: int
    player: str
    before: Strength
    after: Strength
    is_private: bool  # nobody else may see this rating


class Ratings(Queries):
    def strengths(self, game: str, players: Iterable[str]) -> dict[str, Strength]:
        """Return how strong these players are in a game; those without a rating are newcomers."""
        wanted = list(players)
        known = sa.select(ratings.c.player, ratings.c.mu, ratings.c.sigma)
        with self.engine.connect() as connection:
            rows = connection.execute(known.where(ratings.c.game == game, ratings.c.player.in_(wanted))).all()
        found = {player: Strength(mu, sigma) for player, mu, sigma in rows}
        return {player: found.get(player) or start_of(player) for player in wanted}

    def of(self, player: str) -> dict[str, Rated]:
        """Return a player's ratings by game."""
        statement = sa.select(ratings).where(ratings.c.player == player)
        return {row["game"]: _rated(row) for row in self.rows(statement)}

    def best(self, game: str, limit: int) -> list[Rated]:
        """List the strongest players of a game: bots, and accounts with a public profile."""
        is_seen = sa.or_(ratings.c.player.startswith(BOT_PLAYER), sa.not_(accounts.c.is_private))
        statement = (
            sa.select(ratings, accounts.c.name)
            .outerjoin(accounts, accounts.c.person == ratings.c.player)
            .where(ratings.c.game == game, is_seen)
            .order_by(ratings.c.mu.desc())
        )
        return [_rated(row) for row in self.rows(statement.limit(limit))]

    def games_of(self, player: str) -> list[dict[str, Any]]:
        """List a player's results, the latest first."""
        statement = sa.select(results).where(results.c.player == player).order_by(results.c.number.desc())
        return self.rows(statement.limit(LATEST))

    def opponents_at(self, found: Sequence[str], player: str) -> list[dict[str, Any]]:
        """List the results of everybody else in these games, with their names.

        `account` is the name of a profile that anyone may see.
        """
        account = sa.case((sa.not_(accounts.c.is_private), accounts.c.name))
        statement = (
            sa.select(
                results.c.table_id,
                results.c.player,
                results.c.rank,
                results.c.mu,
                people.c.name.label("name"),
                account.label("account"),
            )
            .outerjoin(people, people.c.id == results.c.player)
            .outerjoin(accounts, accounts.c.person == results.c.player)
            .where(results.c.table_id.in_(found), results.c.player != player)
        )
        return self.rows(statement)

    def places_at(self, found: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
        """Return the results of these tables, by table, in the order of the seats."""
        statement = sa.select(results).where(results.c.table_id.in_(found)).order_by(results.c.seat)
        there: dict[str, list[dict[str, Any]]] = {}
        for row in self.rows(statement):
            there.setdefault(row["table_id"], []).append(row)
        return there

    def changes_at(self, table: str) -> list[Change]:
        """Return what the game at a table changed, by seat; nothing if it was not rated."""
        past = results.alias()
        is_before = sa.and_(
            past.c.player == results.c.player,
            past.c.game == results.c.game,
            past.c.number < results.c.number,
            past.c.mu.is_not(None),
        )
        before = sa.select(past.c.mu).where(is_before).order_by(past.c.number.desc()).limit(1).scalar_subquery()
        is_private = sa.exists().where(accounts.c.person == results.c.player, accounts.c.is_private)
        statement = (
            sa.select(results.c.seat, results.c.player, results.c.mu, before.label("before"))
            .add_columns(is_private.label("is_private"))
            .where(results.c.table_id == table, results.c.mu.is_not(None))
            .order_by(results.c.seat)
        )
        return [
            Change(
                row["seat"],
                row["player"],
                start_of(row["player"]) if row["before"] is None else Strength(row["before"]),
                Strength(row["mu"]),
                bool(row["is_private"]),
            )
            for row in self.rows(statement)
        ]

    def order(self) -> list[str]:
        """List the tables of finished games, in the order in which their results were written.

        Tables without a result come last, in the order in which they were opened.
        """
        number = sa.func.min(results.c.number)
        known = self.values(sa.select(results.c.table_id).group_by(results.c.table_id).order_by(number))
        over = sa.select(tables.c.id).where(tables.c.status == OVER).order_by(tables.c.created, tables.c.id)
        return list(dict.fromkeys([*known, *self.values(over)]))


def _rated(row: dict[str, Any]) -> Rated:
    return Rated(row["player"], Strength(row["mu"], row["sigma"]), row["games"], row.get("name") or "")
