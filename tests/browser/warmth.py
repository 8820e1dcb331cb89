"""Games are compiled before somebody waits for them at a table: on a slow machine that takes longer than anybody's patience."""

import os
import subprocess
import sys
from functools import cache


@cache
def warm(game: str, games: str = "") -> None:
    """Once in a session; from the cache it takes a moment. `games` are packages to look for it in, as in LUDOTHEQUE_GAMES."""
    environment = os.environ | ({"LUDOTHEQUE_GAMES": games} if games else {})
    subprocess.run([sys.executable, "-m", "ludotheque.server.warm", game], env=environment, check=True)
