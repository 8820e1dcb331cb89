"""`ludotheque check`: check that a game keeps the promises of its contract."""

import os
import subprocess
import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError

NEEDED = ("pytest", "hypothesis", "httpx")


def check(
    game: str,
    quick: Annotated[
        bool, typer.Option("--quick", help="Play only a few games, in plain Python: under a minute for a small game.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Print failures in full.")] = False,
) -> None:
    """Check that a game keeps every promise of its contract, one line per promise.

    Covers rules, views, notation, records, picture, colours, bots, server, GPU simulator and, if
    Chromium is installed, the browser. Needs the `check` extra: pip install 'ludotheque[check]'.

    Examples: ludotheque check sarena --quick; ludotheque check mygame
    """
    registry.load(game)
    if missing := [name for name in NEEDED if not find_spec(name)]:
        raise LudothequeError(
            "`ludotheque check` needs {packages}: pip install 'ludotheque[check]'", packages=", ".join(missing)
        )
    command = [sys.executable, "-m", "ludotheque.check.report", game]
    command += [option for option, is_on in {"--quick": quick, "--whole": verbose}.items() if is_on]
    environment = os.environ | ({"LUDOTHEQUE_JIT": "0", "LUDOTHEQUE_QUICK": "1"} if quick else {})
    raise typer.Exit(subprocess.run(command, env=environment, check=False).returncode)
