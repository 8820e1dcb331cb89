"""`ludotheque serve`: the tables in the browser."""

import threading
import webbrowser
from typing import Annotated

import typer

from ludotheque.core.errors import LudothequeError


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets everybody in the house in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8080,
    database: Annotated[str, typer.Option(help="Where tables and people are kept.")] = "sqlite:///ludotheque.db",
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser too.")] = False,
    public_url: Annotated[str, typer.Option(metavar="URL", help="How people reach this server from outside, behind a proxy.")] = "",
    bot_threads: Annotated[int, typer.Option(min=1, help="How many bots may think at once.")] = 2,
) -> None:
    """Let people play in the browser.

    Examples: ludotheque serve --open; ludotheque serve --host 0.0.0.0 --port 8000 --database sqlite:////var/lib/ludotheque/games.db
    """
    from ludotheque.server import run  # the web's packages are loaded for this command alone
    from ludotheque.server.settings import Settings

    settings = Settings(database=database, public_url=public_url, bot_threads=bot_threads)
    try:
        listening = run.listen(host, port)
    except OSError as error:
        raise LudothequeError(f"cannot listen on {host}, port {port}: {error.strerror}") from error
    address = run.address(listening, host)
    print(f"Ludothèque is at {public_url or address} (Ctrl-C ends it)", flush=True)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    run.serve(settings, listening)
