"""Results of finished games, and the ratings that follow from them.

They are written by the driver, in the transaction that ends the game: if the journal says that a
game is over, its result counts, whatever happens to the server.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from ludotheque.bots.rating import BOTS, NEWCOMER, Strength, rate
from ludotheque.server.database import Database
from ludotheque.table.events import SCREEN, AnyEvent, Config
from ludotheque.table.result import BOT_PLAYER, Place, places_of
from ludotheque.table.standing import Standing

NEXT = "SELECT COALESCE(MAX(number), 0) + 1 FROM results"
KNOWN = "SELECT mu, sigma, games FROM ratings WHERE game = ? AND player = ?"
FORGET = "DELETE FROM ratings WHERE game = ? AND player = ?"
RATE = "INSERT INTO ratings (game, player, mu, sigma, games) VALUES (?, ?, ?, ?, ?)"
COLUMNS = "number, table_id, game, is_rated, ended, seat, player, rank, score, has_left, moves, opening, mu, sigma"
ADD = f"INSERT INTO results ({COLUMNS}) VALUES ({', '.join('?' * len(COLUMNS.split()))})"


class Finished(Struct, frozen=True):
    """A game that is over."""

    table: str
    game: str
    is_rated: bool
    ended: int  # seconds since 1970
    places: list[Place]


# docs/decisions.md: Results are written with the event that ends a game
def finished(table: str, standing: Standing, events: Sequence[AnyEvent]) -> Finished | None:
    """Return the game that these events end, if its result means anything.

    Lessons, continued games and several players at one screen do not count.
    """
    config, places = standing.config, places_of(standing, events)
    is_empty = all(place.player.startswith(BOT_PLAYER) for place in places) and not config.tournament
    if not places or is_empty or not does_count(config):
        return None
    return Finished(table, config.game, config.is_rated, events[-1].at_ms // 1000, places)


def does_count(config: Config) -> bool:
    is_shared = any(chair.kind == SCREEN for chair in config.seats)
    return not config.is_lesson and config.prepared is None and not is_shared


def start_of(player: str) -> Strength:
    """Return the strength of somebody who has not played a rated game yet."""
    return BOTS.get(player.removeprefix(BOT_PLAYER), NEWCOMER) if player.startswith(BOT_PLAYER) else NEWCOMER


def write(database: Database, cursor: Any, game: Finished) -> None:
    """Write a result, and change the players' ratings if it counts for them.

    The caller commits. Only one transaction at a time can do this.
    """
    if database.exclusive:
        cursor.execute(database.exclusive)
    number = cursor.execute(database.sql(NEXT)).fetchone()[0]
    after = new_ratings(database, cursor, game) if game.is_rated else {}
    for place in game.places:
        own = after.get(place.player, (None, None))
        values = (number, game.table, game.game, game.is_rated, game.ended, *msgspec.structs.astuple(place), *own)
        cursor.execute(database.sql(ADD), values)


def new_ratings(database: Database, cursor: Any, game: Finished) -> dict[str, Strength]:
    """Change the ratings of everybody in a game, and return them."""
    known, games = {}, {}
    for player in {place.player for place in game.places}:
        row = cursor.execute(database.sql(KNOWN), (game.game, player)).fetchone()
        known[player], games[player] = (Strength(*row[:2]), row[2]) if row else (start_of(player), 0)
    after = rate(known, [place.player for place in game.places], [place.rank for place in game.places])
    for player, strength in after.items():
        cursor.execute(database.sql(FORGET), (game.game, player))
        cursor.execute(database.sql(RATE), (game.game, player, *strength, games[player] + 1))
    return after
