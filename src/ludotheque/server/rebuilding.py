"""Rebuilding results and ratings from the journals, game by game in the order of their ends."""

from contextlib import closing
from typing import Any

from ludotheque.server.loading import UNPLAYABLE, load
from ludotheque.server.results import Finished, finished, write
from ludotheque.server.store import Store
from ludotheque.table.events import Ended
from ludotheque.table.result import Place


def rebuild(store: Store) -> int:
    """Write all results and ratings anew, and return the number of games.

    A game whose journal is gone counts as it was written when it ended. Everything happens in one
    transaction, so the server may be running.
    """
    database, games = store.database, 0
    with closing(database.connect()) as connection:
        cursor = connection.cursor()
        cursor.execute(database.begin)
        if database.exclusive:
            cursor.execute(database.exclusive)
        found = [_game(store, table) for table in store.ratings.order()]
        for table in ("results", "ratings"):
            cursor.execute(f"DELETE FROM {table}")
        for game in filter(None, found):
            write(database, cursor, game)
            games += 1
        connection.commit()
    return games


def _game(store: Store, table: str) -> Finished | None:
    """Return a finished game by its journal, or else as it was written."""
    row = store.tables.row(table)
    try:
        standing = None if row is None else load(store, row)
    except UNPLAYABLE:
        standing = None
    if standing is None:
        return _written(table, store.ratings.places_at([table]).get(table, []))
    return finished(table, standing, [event for event in store.tables.events(table) if isinstance(event, Ended)])


def _written(table: str, rows: list[dict[str, Any]]) -> Finished | None:
    if not rows:
        return None
    places = [Place(**{name: row[name] for name in Place.__struct_fields__}) for row in rows]
    return Finished(table, rows[0]["game"], bool(rows[0]["is_rated"]), rows[0]["ended"], places)
