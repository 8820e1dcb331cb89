"""`ludotheque tables`: list, export and delete the tables of a server."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli.screen import compiling
from ludotheque.cli.serve import HERE, Database
from ludotheque.cli.text import say
from ludotheque.core import record, registry
from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.words import N_

if TYPE_CHECKING:
    from ludotheque.server.store import Store


def tables(
    database: Database = HERE,
    delete: Annotated[str | None, typer.Option(metavar="TABLE", help="Delete this table permanently.")] = None,
    export: Annotated[
        tuple[str, Path] | None, typer.Option(metavar="TABLE FILE", help="Write the record of this table to a file.")
    ] = None,
) -> None:
    """List the tables of a server, delete one, or write its game to a file. The server may be
    running.

    Examples: ludotheque tables; ludotheque tables --export k3v9mwq2hx7e game.json; ludotheque
    tables --delete k3v9mwq2hx7e
    """
    with opened(database) as store:
        if export is not None:
            export_table(store, *export)
        if delete is not None:
            delete_table(store, delete)
        if export is None and delete is None:
            list_tables(store)


@contextmanager
def opened(database: str) -> "Iterator[Store]":
    """Open the database of a server; raise an error if there is none."""
    from ludotheque.server.database import database_of
    from ludotheque.server.store import Store

    kept_in = database_of(database)
    if not kept_in.is_there():
        raise LudothequeError("{file}: no such file", file=database)
    with closing(Store(kept_in)) as store:
        yield store


STATUS = {"waiting": N_("waiting"), "playing": N_("playing"), "over": N_("over")}


def list_tables(store: "Store") -> None:
    for row in store.lists.all_tables():
        status = say(STATUS.get(row["status"], row["status"]))
        touched = datetime.fromtimestamp(row["touched"])
        print(f"{row['table']}  {row['game']:<16}{status:<9}{touched:%Y-%m-%d %H:%M}  {row['host']}")


def delete_table(store: "Store", table: str) -> None:
    if not store.tables.delete(table):
        raise LudothequeError("there is no table {table}", table=repr(table))
    print(say("Table {table} has been deleted", table=table))


def export_table(store: "Store", table: str, file: Path) -> None:
    """Write a game to a file: all of it if it is over, else only what a spectator may see."""
    from ludotheque.server.loading import load

    row = store.tables.row(table)
    if row is None:
        raise LudothequeError("there is no table {table}", table=repr(table))
    with compiling(registry.load(row.full_name)):
        found = load(store, row)
        write_file(file, record.dumps(found.record(None if found.is_revealed else NONE)))
    print(say("The game is in {file}", file=file))
