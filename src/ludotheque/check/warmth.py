"""Compiles games before a test opens a table, since on a slow machine that would take too long."""

import os
import subprocess
import sys
from functools import cache


@cache
def warm(game: str, games: str | None = None) -> None:
    """Compile `game` once per session; from the cache it takes only a moment.

    `games` is the value of LUDOTHEQUE_GAMES through which it is found, if that is not set already.
    """
    environment = os.environ | ({"LUDOTHEQUE_GAMES": games} if games else {})
    subprocess.run([sys.executable, "-m", "ludotheque.server.warm", game], check=True, env=environment)
