"""What the commands share: error lines, progress on standard error, options as they are typed."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.text import say
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.options import Value
from ludotheque.core.rule import JIT
from ludotheque.core.words import reason

# Arguments that several commands take
Seats = Annotated[int | None, typer.Option(help="How many play; the fewest the game allows if not given.")]
Seed = Annotated[int, typer.Option(help="A number that stands for a full key.")]
GameOptions = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; as often as wanted.")]


def error_line(sentence: str) -> int:
    print("ludotheque:", re.sub(r"[ \t\r\n]+", " ", sentence), file=sys.stderr)  # on one line; narrow spaces stay
    return 2


@contextmanager
def compiling(game: Game) -> Iterator[None]:
    """Say so, once, if rules have to be compiled on the way: it takes some seconds, and the result is kept."""
    if not JIT:
        yield
        return
    from numba.core import event

    class Announcer(event.Listener):  # type: ignore[misc]
        is_said = False

        def on_start(self, _: object) -> None:
            if not self.is_said:
                print(say("Compiling the rules of {title}, once: this takes some seconds …", title=game.title), file=sys.stderr, flush=True)
                self.is_said = True

        def on_end(self, _: object) -> None:
            pass

    with event.install_listener("numba:compile", Announcer()):
        yield


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[..., None]]:
    """A bar on standard error; it is told how much is done, and of how much if that was not known before."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done, total=None: bar.update(task, completed=done, total=total)


def chosen_seats(game: Game, seats: int | None) -> int:
    """The number of seats asked for, or the fewest."""
    game.check_seats(game.seats[0] if seats is None else seats)
    return game.seats[0] if seats is None else seats


def chosen_options(game: Game, texts: list[str] | None) -> dict[str, Value]:
    """`--option deal=fair`, as often as wanted: every option with its value."""
    options = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise LudothequeError("an option is written name=value, not {text}", text=repr(text))
        options[name] = value
    return game.complete_options(options)


def columns(rows: list[list[str]]) -> str:
    """Rows of words as a table, every column as wide as its widest word."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)


def write_file(path: Path, content: str | bytes) -> None:
    """Write a whole file or none: an interruption leaves no half of one."""
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content.encode() if isinstance(content, str) else content)
        part.replace(path)
    except OSError as error:
        raise LudothequeError("{path}: cannot be written: {error}", path=path, error=reason(error)) from error
    finally:
        part.unlink(missing_ok=True) if part.parent.is_dir() else None
