"""The process that serves the workbench until the game's files change and another takes over.

Only a fresh process loads edited code without leftovers of the old; and a rule stuck in an endless
loop does not keep the next version from being tried.
"""

import logging
import os
import signal
import sys
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from socket import socket

import numpy as np

from ludotheque.core import registry
from ludotheque.core.game import Game
from ludotheque.server import logs, run
from ludotheque.server.app import make_app
from ludotheque.server.dev.desk import Desk, Listener
from ludotheque.server.dev.keeping import Kept, readable
from ludotheque.server.dev.routes import routes
from ludotheque.server.gate import Gate, framed
from ludotheque.server.settings import Settings


@dataclass(frozen=True)
class Wish:
    """The game that an author wants to work on."""

    game: str
    folder: Path  # of the game's package
    database: str
    paths: list[str]  # where Python looks for packages


@dataclass(frozen=True)
class Ready:
    """A message: the edited game can be dealt, and this worker can take over."""


@dataclass(frozen=True)
class Broken:
    """A message: the edited game cannot be played, and the previous worker continues."""

    trouble: str


def work(listening: socket, pipe: Connection, wish: Wish, kept: Kept) -> None:
    """Load the game, take over with the then current game when told to, and serve it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    np.seterr(over="raise")  # compiled code would overflow silently
    sys.path[:] = wish.paths
    try:
        game = playable(wish.game, kept)
    except Exception as error:  # an author's code may raise anything
        pipe.send(Broken(readable(error, wish.folder)))
        return
    pipe.send(Ready())
    desk = Desk(game, pipe.recv(), pipe.send)
    threading.Thread(target=hear, args=(pipe, desk), daemon=True).start()
    serve(desk, listening, Settings(wish.database))


def playable(name: str, kept: Kept) -> Game:
    """Return the game if it can be loaded and dealt."""
    game = registry.load(name)
    game.run_plainly()
    game.movers(game.new(kept.seats, kept.options, kept.key))
    return game


def hear(pipe: Connection, desk: Desk) -> None:
    """Receive the reasons why edits cannot be played; exit when the parent process does."""
    try:
        while True:
            desk.stay(pipe.recv().trouble)
    except (EOFError, OSError):
        os._exit(0)


def serve(desk: Desk, listening: socket, settings: Settings) -> None:
    gate = app_of(desk, settings)
    logs.set_up("text")
    logging.getLogger().addHandler(Listener(desk))
    run.make_server(settings, gate).run(sockets=[listening])


def app_of(desk: Desk, settings: Settings) -> Gate:
    """Return the whole application, with the workbench."""
    gate = make_app(settings, [routes])
    gate.headers = framed(gate.headers)  # the page shows the table in a frame
    gate.app.state.update({"desk": desk, "worker": os.getpid()})
    desk.open(gate.app.state.hall)
    return gate
