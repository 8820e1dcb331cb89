"""What the commands share: error lines, progress on standard error, common options."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli.text import say, say_count
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.options import Value
from ludotheque.core.rule import JIT
from ludotheque.core.words import NP_

if TYPE_CHECKING:
    from ludotheque.lab.spread import Crew

# Arguments that several commands take
Seats = Annotated[int | None, typer.Option(help="The number of seats; by default the fewest that the game allows.")]
Seed = Annotated[int, typer.Option(help="The random seed: the same number gives the same games.")]
GameOptions = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
]

Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Spread the work over a Ray cluster, HOST:PORT, or auto to start one here (extra cluster).",
    ),
]
Threads = Annotated[int, typer.Option(min=1, help="CPU threads; the result does not depend on their number.")]
Tables = Annotated[
    list[Path] | None,
    typer.Option(
        "--table",
        metavar="FILE",
        help="Write a row per game to a file named like games.csv, or per ply to one like plies.csv; may be repeated. "
        "Also .parquet (extra tables).",
    ),
]

WORKING = NP_("{title}, {workers} worker on {machines}", "{title}, {workers} workers on {machines}")
MACHINES = NP_("{number} machine", "{number} machines")


def error_line(sentence: str) -> int:
    print(
        "ludotheque:", re.sub(r"[ \t\r\n]+", " ", sentence), file=sys.stderr
    )  # on one line, but keep French narrow spaces
    return 2


@contextmanager
def compiling(game: Game) -> Iterator[None]:
    """Announce, once, that rules have to be compiled, if they do.

    Compiling takes a few seconds, and the result is cached.
    """
    if not JIT:
        yield
        return
    from numba.core import event

    class Announcer(event.Listener):  # type: ignore[misc]
        is_said = False

        def on_start(self, _: object) -> None:
            if not self.is_said:
                print(
                    say(
                        "Compiling the rules of {title}. This takes a few seconds and happens only once …",
                        title=game.title,
                    ),
                    file=sys.stderr,
                    flush=True,
                )
                self.is_said = True

        def on_end(self, _: object) -> None:
            pass

    with event.install_listener("numba:compile", Announcer()):
        yield


@contextmanager
def progress(title: str, total: int, crew: "Crew | None" = None) -> Iterator[Callable[..., None]]:
    """Show a progress bar on standard error, and yield the function that moves it.

    The function takes how much is done and, if it was not known before, the total. If a crew works
    on several machines, the bar says how many there are now.
    """
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(titled(title, crew), total=total)
        yield lambda done, total=None: bar.update(task, completed=done, total=total, description=titled(title, crew))


def titled(title: str, crew: "Crew | None") -> str:
    """Return the title of a progress bar, with the workers of a cluster."""
    if crew is None or crew.is_here:
        return title
    workers, machines = crew.workers, say_count(MACHINES, crew.machines)
    return say_count(WORKING, workers, title=title, workers=workers, machines=machines)


def chosen_seats(game: Game, seats: int | None) -> int:
    """Return the number of seats asked for, or else the fewest."""
    game.check_seats(game.seats[0] if seats is None else seats)
    return game.seats[0] if seats is None else seats


def chosen_options(game: Game, texts: list[str] | None) -> dict[str, Value]:
    """Return every option with its value; `texts` are those given, such as `deal=fair`."""
    options = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise LudothequeError("an option must be written name=value, not {text}", text=repr(text))
        options[name] = value
    return game.complete_options(options)


def columns(rows: list[list[str]], is_first_left: bool = False) -> str:
    """Lay rows of words out as a table, every column as wide as its widest word.

    Words are set to the right, except in the first column if that is asked for.
    """
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if is_first_left and not place else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
