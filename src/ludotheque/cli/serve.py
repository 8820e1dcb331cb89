"""`ludotheque serve`, `backup` and `restore`: the tables in the browser, and the database that holds them."""

import sqlite3
import threading
import webbrowser
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.text import say
from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import reason

Database = Annotated[str, typer.Option(help="Where tables and people are kept.")]
HERE = "sqlite:///ludotheque.db"
NO_BOTS: list[str] = []


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets everybody in the house in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8080,
    database: Database = HERE,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser too.")] = False,
    redis: Annotated[str, typer.Option(metavar="URL", help="Several processes on one PostgreSQL database hear from each other here: redis://HOST.")] = "",
    public_url: Annotated[str, typer.Option(metavar="URL", help="How people reach this server from outside, behind a proxy.")] = "",
    bot_threads: Annotated[int, typer.Option(min=1, help="How many bots may think at once.")] = 2,
    bot: Annotated[list[str], typer.Option(metavar="NAME=COMMAND", help='A program of your own to play against: mine="python my_bot.py". Again for more.')] = NO_BOTS,
    waiting_days: Annotated[float, typer.Option(min=0, help="Delete tables that have waited so long for people; 0: never.")] = 7,
    playing_days: Annotated[float, typer.Option(min=0, help="Delete games that nobody has touched for so long; 0: never. Finished ones stay.")] = 90,
) -> None:
    """Let people play in the browser.

    Examples: ludotheque serve --open; ludotheque serve --host 0.0.0.0 --port 8000 --database sqlite:////var/lib/ludotheque/games.db
    """
    from ludotheque.server import run  # the web's packages are loaded for this command alone
    from ludotheque.server.programs import command_of
    from ludotheque.server.settings import Settings

    bots = tuple(command_of(text) for text in bot)
    settings = Settings(database, public_url, redis=redis, bot_threads=bot_threads, bots=bots, waiting_days=waiting_days, playing_days=playing_days, at_once=True)
    settings.check()
    try:
        listening = run.listen(host, port)
    except OSError as error:
        raise LudothequeError("cannot listen on {host}, port {port}: {error}", host=host, port=port, error=reason(error)) from error
    address, house = run.address(listening, host), run.house_address(listening, host)
    settings = replace(settings, house_url=house)
    print(say("Ludothèque is at {address} (Ctrl-C ends it)", address=public_url or address), flush=True)
    if house and not public_url:
        print(say("In the same house: {address}", address=house), flush=True)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    run.serve(settings, listening)


def backup(file: Path, database: Database = HERE) -> None:
    """Copy the database to a file, also while the server runs.

    Example: ludotheque backup tables-backup.db
    """
    copy_database(database_file(database), file)
    print(say("The copy is in {file}", file=file))


def restore(file: Path, database: Database = HERE) -> None:
    """Make a database from such a copy. One that is there already is never overwritten.

    Example: ludotheque restore tables-backup.db --database sqlite:///new.db
    """
    copy_database(file, database_file(database))
    print(say("The tables are in {file}", file=database_file(database)))


def database_file(database: str) -> Path:
    from ludotheque.server.database import Sqlite, database_of

    kept_in = database_of(database)
    if not isinstance(kept_in, Sqlite):
        raise LudothequeError("PostgreSQL copies itself: pg_dump and pg_restore do it, also while people play")
    return kept_in.file


def copy_database(source: Path, target: Path) -> None:
    """A whole copy or none, checked."""
    if not source.is_file():
        raise LudothequeError("{file}: there is no such file", file=source)
    if target.exists():
        raise LudothequeError("{file}: is there already; move it away first", file=target)
    part = target.with_name(f".{target.name}.part")
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            if new.execute("PRAGMA integrity_check").fetchone() != ("ok",) or not new.execute("SELECT 1 FROM sqlite_master WHERE name = 'journal'").fetchone():
                raise LudothequeError("{file}: is no database of tables, or is damaged", file=source)
        part.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise LudothequeError("{source}: cannot be copied to {target}: {error}", source=source, target=target, error=error) from error
    finally:
        part.unlink(missing_ok=True)
