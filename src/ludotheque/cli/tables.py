"""`ludotheque tables`: for whoever looks after a server's tables."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from ludotheque.cli.screen import compiling, write_file
from ludotheque.cli.serve import HERE, Database
from ludotheque.cli.text import say
from ludotheque.core import record, registry
from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import N_

if TYPE_CHECKING:
    from ludotheque.server.store import Store


def tables(
    database: Database = HERE,
    delete: Annotated[str | None, typer.Option(metavar="TABLE", help="Delete this table for good.")] = None,
    export: Annotated[tuple[str, Path] | None, typer.Option(metavar="TABLE FILE", help="Write the record of this table to a file.")] = None,
) -> None:
    """List the tables of a server, delete one, or write its game to a file; also while the server runs.

    Examples: ludotheque tables; ludotheque tables --export k3v9mwq2hx7e game.json; ludotheque tables --delete k3v9mwq2hx7e
    """
    from ludotheque.server.database import database_of
    from ludotheque.server.store import Store

    kept_in = database_of(database)
    if not kept_in.is_there():
        raise LudothequeError("{file}: there is no such file", file=database)
    store = Store(kept_in)
    try:
        if export is not None:
            export_table(store, *export)
        if delete is not None:
            delete_table(store, delete)
        if export is None and delete is None:
            list_tables(store)
    finally:
        store.close()


STATUS = {"waiting": N_("waiting"), "playing": N_("playing"), "over": N_("over")}


def list_tables(store: "Store") -> None:
    for row in store.all_tables():
        print(f"{row['table']}  {row['game']:<16}{say(STATUS[row['status']]):<9}{datetime.fromtimestamp(row['touched']):%Y-%m-%d %H:%M}  {row['host']}")


def delete_table(store: "Store", table: str) -> None:
    if not store.delete(table):
        raise LudothequeError("there is no table {table}", table=repr(table))
    print(say("Table {table} is deleted", table=table))


def export_table(store: "Store", table: str, file: Path) -> None:
    """All of a game that is over; of one that is not, what a spectator may see."""
    from ludotheque.table.events import OVER, Config
    from ludotheque.table.table import Table

    row = store.table(table)
    if row is None:
        raise LudothequeError("there is no table {table}", table=repr(table))
    with compiling(registry.load(row.game)):
        found = Table.replay(msgspec.json.decode(row.config, type=Config), row.key, store.events(table))
        write_file(file, record.dumps(found.record(None if found.status == OVER else NONE)))
    print(say("The game is in {file}", file=file))
