"""`ludotheque dev`: the web table of a game for its author, reloaded while the game is edited."""

import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludotheque.cli.screen import GameOptions, Seats, Seed, chosen_options, chosen_seats
from ludotheque.cli.text import say
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import reason

if TYPE_CHECKING:
    from ludotheque.server.dev.keeping import Kept
    from ludotheque.server.dev.worker import Wish

HOST = "127.0.0.1"  # the page shows hidden information, so only this machine may connect
LOOK_S = 0.3  # how often the files are checked
WORKER = "ludotheque.server.dev.worker"
PLAIN = {"LUDOTHEQUE_JIT": "0", "PYTHONDONTWRITEBYTECODE": "1"}  # timestamps in .pyc files are too coarse


def dev(
    game: Annotated[str, typer.Argument(help="An installed game, or the folder of a game.")],
    seats: Seats = None,
    option: GameOptions = None,
    seed: Seed = 0,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 picks a free one.")] = 8090,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Play a game in the browser while you are writing it.

    The page shows the full state next to what each seat sees of it, the legal actions and gestures,
    and every earlier position. When a file of the game changes, the game is reloaded and its plies
    are replayed. Rules run as plain Python.

    Examples: ludotheque dev mygame --open; ludotheque dev sarena --seats 3 --option deal=fair
    """
    from ludotheque.server import run  # the web packages are loaded for this command only
    from ludotheque.server.dev.keeping import Kept
    from ludotheque.server.dev.worker import Wish

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # clean up on SIGTERM as on Ctrl-C
    os.environ.update(PLAIN)
    sys.dont_write_bytecode = True
    chosen = registry.load(found(game))
    kept = Kept(chosen_seats(chosen, seats), chosen_options(chosen, option), seed_key(seed))
    try:
        listening = run.listen(HOST, port)
    except OSError as error:
        raise LudothequeError(
            "cannot listen on {host}, port {port}: {error}", host=HOST, port=port, error=reason(error)
        ) from error
    with listening, TemporaryDirectory(prefix="ludotheque-") as folder:
        address = f"{run.address(listening, HOST)}/dev"
        print(
            say("{title} is running at {address} (press Ctrl-C to stop)", title=chosen.title, address=address),
            flush=True,
        )
        if open_browser:
            threading.Timer(1.0, webbrowser.open, [address]).start()
        Watch(listening, Wish(chosen.id, chosen.folder, f"sqlite:///{folder}/dev.db", sys.path), kept).run()


def found(game: str) -> str:
    """Return the name of a game; register it first if it lies in a folder."""
    folder = Path(game).resolve()
    for package in (folder / folder.name, folder):  # as `ludotheque new` writes it, or the package itself
        if game not in registry.sources() and (package / "__init__.py").is_file():
            sys.path.insert(0, str(package.parent))
            named = os.environ.get("LUDOTHEQUE_GAMES", "")
            os.environ["LUDOTHEQUE_GAMES"] = ",".join(filter(None, [named, package.name]))
            return package.name
    return game


class Watch:
    """Watches the files of a game and replaces the worker that serves it when they change.

    The listening socket stays open, so a browser just waits during the change.
    """

    def __init__(self, listening: socket, wish: "Wish", kept: "Kept") -> None:
        self.listening, self.wish, self.kept = listening, wish, kept
        # docs/decisions.md: An edited game is loaded by a new process
        if sys.platform == "win32":
            self.context = get_context("spawn")
        else:
            self.context = get_context("forkserver")  # everything except the game is imported once
            self.context.set_forkserver_preload([WORKER])
        self.serving: Worker | None = None
        self.coming: Worker | None = None

    def run(self) -> None:
        seen: dict[Path, int] = {}
        try:
            while True:
                if (now := dict(stamps(self.wish.folder))) != seen:
                    seen = now
                    self.begin()
                for pipe in wait([worker.pipe for worker in (self.serving, self.coming) if worker], LOOK_S):
                    self.hear(pipe)
        finally:
            for worker in (self.serving, self.coming):
                if worker:
                    worker.end()

    def begin(self) -> None:
        """Start a new worker on the files as they are now."""
        from ludotheque.server.dev.worker import work

        if self.coming:
            self.coming.end()
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=work, args=(self.listening, theirs, self.wish, self.kept), daemon=True)
        process.start()
        theirs.close()
        self.coming = Worker(process, ours)

    def hear(self, pipe: object) -> None:
        from ludotheque.server.dev.worker import Broken, Ready

        is_new = self.coming is not None and pipe is self.coming.pipe
        worker = self.coming if is_new else self.serving
        if worker is None or pipe is not worker.pipe:
            return  # it has since been replaced
        match worker.message():
            case Ready():
                self.take_over()
            case Broken() as broken:
                print(broken.trouble, file=sys.stderr, flush=True)
                self.coming = None
                if self.serving:
                    self.serving.tell(broken)
            case None if is_new:
                self.coming = None
            case None:
                print(say("The table has stopped. It restarts when a file changes."), file=sys.stderr, flush=True)
                self.serving = None
            case kept:
                self.kept = kept

    def take_over(self) -> None:
        """Let the new worker serve the game from where the old one stopped."""
        if self.serving:
            while self.serving.pipe.poll() and (kept := self.serving.message()) is not None:
                self.kept = kept
            self.serving.end()
        self.serving, self.coming = self.coming, None
        if self.serving:
            self.serving.tell(self.kept)


class Worker:
    """A process that serves the game or is getting ready to."""

    def __init__(self, process: BaseProcess, pipe: Connection) -> None:
        self.process, self.pipe = process, pipe

    def message(self) -> Any:
        """Return the worker's next message; None if the worker has ended."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            self.end()
            return None

    def tell(self, message: object) -> None:
        with suppress(OSError):  # it has ended; the next message says so
            self.pipe.send(message)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def stamps(folder: Path) -> Iterator[tuple[Path, int]]:
    """Yield each file of a game with its modification time; skip what editors and Python leave
    behind.
    """
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        if not any(part.startswith((".", "__pycache__")) or part.endswith("~") for part in parts):
            with suppress(OSError):  # it has just been deleted
                if path.is_file():
                    yield path, path.stat().st_mtime_ns
