"""`ludotheque warm`: compile games ahead of time, so that nobody has to wait for them."""

import subprocess
import sys
from typing import Annotated

import typer

from ludotheque.cli.text import say
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.server.compiled import check_mypyc, compile_server


def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="The games to compile; by default all of them.")
    ] = None,
    server: Annotated[
        bool,
        typer.Option(
            "--server", help="Compile the busiest part of the server instead; this needs mypyc and a C compiler."
        ),
    ] = False,
) -> None:
    """Compile games ahead of time, so that the first table of each opens without delay.

    Games are compiled one after the other, each in its own process, which needs up to 400 MB of
    memory for half a minute.

    Examples: ludotheque warm sarena; ludotheque warm --server
    """
    if server:
        check_mypyc()
        print(say("Compiling the server. This takes a minute or two …"), flush=True)
        compile_server()
        print(say("The server is compiled: `ludotheque serve` uses it from its next start on"), flush=True)
        if not games:
            return
    from ludotheque.server.warm import ATTENDED  # with all of the table, for this command only

    for game in [registry.load(name) for name in games or registry.names()]:
        command = [sys.executable, "-m", "ludotheque.server.warm", game.id, ATTENDED]
        with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True) as child:
            child.wait()
        if child.returncode:
            raise LudothequeError("{game} could not be compiled", game=game.title)
        print(say("{game} is ready", game=game.title), flush=True)
