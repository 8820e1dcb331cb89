"""Loading tables from their journals, or saying why one cannot be shown."""

import logging

import msgspec

from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import N_
from ludotheque.server.store import Store, TableRow
from ludotheque.server.trouble import DAMAGED, Trouble
from ludotheque.table.events import Config
from ludotheque.table.standing import OtherRulesError
from ludotheque.table.table import Table

log = logging.getLogger("ludotheque.server")

DAMAGED_TABLE = N_("table {table} is damaged and cannot be shown; its host can delete it")
SAID: set[str] = set()  # damaged tables that have been logged


class DamagedTableError(LudothequeError):
    """A table whose journal or configuration cannot be read."""

    def __init__(self, table: str) -> None:
        super().__init__(DAMAGED_TABLE, table=table)


UNPLAYABLE = (DamagedTableError, OtherRulesError)  # errors of one table, which do not affect others


def load(store: Store, row: TableRow) -> Table:
    """Return a table, rebuilt from its journal."""
    try:
        return Table.replay(msgspec.json.decode(row.config, type=Config), row.key, store.tables.events(row.id))
    except OtherRulesError:
        raise
    except Exception as error:  # a corrupted journal can make the rules raise anything
        if isinstance(error, Trouble) and error.kind != DAMAGED:
            raise
        if row.id not in SAID:
            SAID.add(row.id)
            log.error("table %s is damaged (%s: %s); its host can delete it", row.id, type(error).__name__, error)
        raise DamagedTableError(row.id) from error
