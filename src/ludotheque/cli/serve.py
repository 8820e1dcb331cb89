"""`ludotheque serve`, `backup` and `restore`: the web server, and the database behind it."""

import os
import sqlite3
import threading
import webbrowser
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.text import say
from ludotheque.core.boxes import FOLDER
from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import reason

Database = Annotated[
    str, typer.Option(envvar="LUDOTHEQUE_DATABASE", help="The database that holds tables and accounts.")
]
HERE = "sqlite:///ludotheque.db"
NO_BOTS: list[str] = []


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets in everyone on the local network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 picks a free one.")] = 8080,
    database: Database = HERE,
    open_browser: Annotated[
        bool, typer.Option("--open", envvar="LUDOTHEQUE_OPEN", help="Open the page in a browser.")
    ] = False,
    redis: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="The Redis server that connects several processes on one PostgreSQL database: redis://HOST.",
        ),
    ] = "",
    public_url: Annotated[
        str, typer.Option(metavar="URL", help="The address under which people reach this server through a proxy.")
    ] = "",
    trusted_proxies: Annotated[
        str,
        typer.Option(
            metavar="ADDRESSES", help="Proxies trusted to name the client: addresses or networks, separated by commas."
        ),
    ] = "127.0.0.1,::1",
    bot_threads: Annotated[int, typer.Option(min=1, help="How many bots may think at the same time.")] = 2,
    bot: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=COMMAND",
            allow_from_autoenv=False,  # it would split a name at its blanks
            help='Your own program to play against: mine="python my_bot.py"; may be repeated.',
        ),
    ] = NO_BOTS,
    waiting_days: Annotated[
        float, typer.Option(min=0, help="Delete tables that have waited this many days for players; 0 = never.")
    ] = 7,
    playing_days: Annotated[
        float,
        typer.Option(min=0, help="Delete unfinished games after this many days without activity; 0 = never."),
    ] = 90,
    finished_days: Annotated[
        float, typer.Option(min=0, help="Delete games that ended this many days ago; 0 = never.")
    ] = 0,
    boxes: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep component files here that are corrected in the browser on this machine; new tables use them.",
        ),
    ] = None,
    steward: Annotated[
        list[str],
        typer.Option(
            metavar="NAME", allow_from_autoenv=False, help="An account that keeps order, at /house; may be repeated."
        ),
    ] = NO_BOTS,
    no_guest_chat: Annotated[
        bool, typer.Option("--no-guest-chat", help="No chat at tables where a guest sits.")
    ] = False,
    smtp: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Your mail server, to tell people that it is their turn: smtp://USER:PASSWORD@HOST.",
        ),
    ] = "",
    mail_from: Annotated[str, typer.Option(metavar="ADDRESS", help="The sender of these mails.")] = "",
    limits: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Limits of your own: a file with one `name = value` a line."),
    ] = None,
    log_format: Annotated[str, typer.Option(metavar="text|json", help="The format of the log.")] = "text",
) -> None:
    """Run the server, so that people can play in the browser.

    Examples: ludotheque serve --open; ludotheque serve --host 0.0.0.0 --port 8000 --database
    sqlite:////var/lib/ludotheque/games.db
    """
    from ludotheque.server import compiled, logs, run  # the web packages are loaded for this command only
    from ludotheque.server import limits as allowed
    from ludotheque.server.programs import command_of
    from ludotheque.server.settings import Settings

    bots = tuple(command_of(text) for text in bot or lines_of("LUDOTHEQUE_BOT"))
    settings = Settings(
        database,
        public_url,
        redis=redis,
        trusted_proxies=trusted_proxies,
        bot_threads=bot_threads,
        bots=bots,
        waiting_days=waiting_days,
        playing_days=playing_days,
        finished_days=finished_days,
        boxes=str(boxes or ""),
        stewards=tuple(steward or lines_of("LUDOTHEQUE_STEWARD")),
        no_guest_chat=no_guest_chat,
        smtp=smtp,
        mail_from=mail_from,
        limits=allowed.read(limits, os.environ),
        at_once=True,
    )
    settings.check()
    if boxes is not None:  # the process that compiles games needs it too
        os.environ[FOLDER] = str(boxes)
    if log_format not in logs.FORMATS:
        raise LudothequeError("the log format must be text or json, not {format!r}", format=log_format)
    try:
        listening = run.listen(host, port)
    except OSError as error:
        raise LudothequeError(
            "cannot listen on {host}, port {port}: {error}", host=host, port=port, error=reason(error)
        ) from error
    address, house = run.address(listening, host), run.house_address(listening, host)
    with listening:
        server = run.make_server(replace(settings, house_url=house))
        print(
            say("Ludothèque is running at {address} (press Ctrl-C to stop)", address=public_url or address), flush=True
        )
        if house and not public_url:
            print(say("On the local network: {address}", address=house), flush=True)
        if compiled.is_used():
            print(say("The busiest part of the server runs as machine code"), flush=True)
        if open_browser:
            threading.Timer(1.0, webbrowser.open, [address]).start()
        logs.set_up(log_format)
        run.serve(server, listening)


def lines_of(variable: str) -> list[str]:
    """Return the lines of an environment variable, one for each value of an option."""
    return [line.strip() for line in os.environ.get(variable, "").splitlines() if line.strip()]


def backup(file: Path, database: Database = HERE) -> None:
    """Copy the database to a file; the server may be running.

    Example: ludotheque backup tables-backup.db
    """
    copy_database(database_file(database), file)
    print(say("The copy is in {file}", file=file))


def restore(file: Path, database: Database = HERE) -> None:
    """Create a database from a backup. An existing one is never overwritten.

    Example: ludotheque restore tables-backup.db --database sqlite:///new.db
    """
    copy_database(file, database_file(database))
    print(say("The tables are in {file}", file=database_file(database)))


def database_file(database: str) -> Path:
    from ludotheque.server.database import Sqlite, database_of

    kept_in = database_of(database)
    if not isinstance(kept_in, Sqlite):
        raise LudothequeError("this is a PostgreSQL database: use pg_dump and pg_restore, which work while people play")
    return kept_in.file


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as a whole or not at all, and check the copy.

    What an earlier database of that name has left beside it would be played into the copy.
    """
    from ludotheque.server.database import COMPANIONS, Sqlite
    from ludotheque.server.trouble import DAMAGED, FOREIGN, FULL, Trouble

    if not source.is_file():
        raise LudothequeError("{file}: no such file", file=source)
    for ending in ("", *COMPANIONS):
        if (there := Path(f"{target}{ending}")).exists():
            raise LudothequeError("{file} already exists; move it away first", file=there)
    part = target.with_name(f".{target.name}.part")
    try:
        part.touch(mode=0o600)  # it contains secrets
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            if (damage := new.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
                raise Trouble(DAMAGED, str(source), damage)
            if not new.execute("SELECT 1 FROM sqlite_master WHERE name = 'journal'").fetchone():
                raise Trouble(FOREIGN, str(source), "")
        part.replace(target)
    except sqlite3.Error as error:
        kind = Sqlite(target).kind_of(error)
        raise Trouble(kind, str(target if kind == FULL else source), error) from error
    except OSError as error:
        raise LudothequeError(
            "cannot copy {source} to {target}: {error}", source=source, target=target, error=reason(error)
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
