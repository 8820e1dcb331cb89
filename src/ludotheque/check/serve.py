"""A server for tests: `python -m ludotheque.check.serve DATABASE PORT`.

Bots do not pause, unless BOT_PAUSE_S says so, and the first line printed is the address. The first
seat always begins, so that tests know who does; with LOTS=fair it is drawn at random.
"""

import os
import sys

from ludotheque.core.chance import lot, secret_key
from ludotheque.server import run
from ludotheque.server.limits import Limits
from ludotheque.server.settings import Settings


def lucky_key() -> bytes:
    """Return a key that lets the first of 2, 3, 4, 5 or 6 seats begin: one key in sixty."""
    key = secret_key()
    while any(lot(key, "first", count) for count in range(2, 7)):
        key = secret_key()
    return key


if __name__ == "__main__":
    database, port = sys.argv[1:]
    listening = run.listen("127.0.0.1", int(port))
    print(run.address(listening, "127.0.0.1"), flush=True)
    make_key = secret_key if os.environ.get("LOTS") == "fair" else lucky_key
    settings = Settings(
        database=f"sqlite:///{database}",
        bot_pause_s=float(os.environ.get("BOT_PAUSE_S", "0")),
        limits=Limits(reads_at_once=10_000, questions_at_once=10_000),
        make_key=make_key,
        stewards=("Keeper",),
        boxes=os.environ.get("LUDOTHEQUE_BOXES", ""),
    )
    run.serve(run.make_server(settings), listening)
