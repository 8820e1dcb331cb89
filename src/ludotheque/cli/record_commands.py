"""`ludotheque record …` and `ludotheque verify`: games as text."""

import itertools
import json
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.bots.levels import player
from ludotheque.cli.screen import (
    GameOptions,
    Ray,
    Seats,
    Seed,
    Threads,
    chosen_options,
    chosen_seats,
    compiling,
    progress,
)
from ludotheque.cli.show import playthrough
from ludotheque.cli.text import language, say, say_count
from ludotheque.core import record, registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.words import NP_, complaint
from ludotheque.lab import dataset
from ludotheque.lab.spread import hired

app = typer.Typer(help="Make, check and show records: games as text, for people and programs.", rich_markup_mode=None)


@app.command()
def make(
    game: str,
    seats: Seats = None,
    seed: Seed = 1,
    option: GameOptions = None,
    policy: Annotated[
        str, typer.Option(help="Who plays at every seat: random, greedy, a level, or one of the game's own policies.")
    ] = "random",
    bots: Annotated[
        str | None,
        typer.Option(
            help="Who plays, seat by seat, separated by commas: random, novice, regular, expert, master, champion."
        ),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="The number of games; each takes the next seed.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            help="The directory for the files, or a file such as games.jsonl, with one game per line, which is "
            "continued if it was stopped; without it, a single game is printed."
        ),
    ] = None,
    threads: Threads = 1,
    ray: Ray = None,
) -> None:
    """Let bots play games, and record them.

    Examples: ludotheque record make sarena --seats 4 --seed 7; ludotheque record make sarena
    --seats 3 --option deal=fair --policy greedy --count 50 --out records; ludotheque record make
    sarena --bots novice,regular --seed 7; ludotheque record make sarena --count 1000000 --out
    games.jsonl
    """
    chosen = registry.load(game)
    names = [name.strip() for name in (bots or policy).split(",")]
    for name in names:
        player(chosen, name)  # refuse an unknown one before anything is played
    seats, options = chosen_seats(chosen, seats if seats or not bots else len(names)), chosen_options(chosen, option)
    if bots and len(names) != seats:
        raise LudothequeError("{seats} seats need {seats} bots, not {bots}", seats=seats, bots=len(names))
    if count > 1 and out is None:
        raise LudothequeError("{count} games need a directory: --out DIR", count=count)
    everybody, seeds = (names * seats)[:seats], range(seed, seed + count)
    with compiling(chosen), hired(ray, threads) as crew, progress(say("Playing"), count, crew) as done:
        if out is not None and out.suffix == dataset.LINES:
            dataset.make(chosen, everybody, seats, options, seed, count, out, crew, done)
            return
        lines = itertools.chain.from_iterable(dataset.played(chosen, everybody, seats, options, seeds, crew))
        for number, line in enumerate(lines):
            text = record.dumps(json.loads(line))
            if out is None:
                print(text, end="")
            else:
                write_file(out / f"{chosen.id}-{seats}-{seed + number}.json", text)
            done(number + 1)


@app.command()
def check(files: list[Path]) -> None:
    """Check records against the rules, move by move; list any errors and exit with 1.

    Example: ludotheque record check records/*.json
    """
    wrong = 0
    with progress(say("Checking"), len(files)) as done:
        for number, file in enumerate(files):
            problems = _problems(file)
            wrong += bool(problems)
            for problem in problems:
                print(problem)
            done(number + 1)
    print(
        say_count(
            NP_("{right} of {number} record agrees with the rules", "{right} of {number} records agree with the rules"),
            len(files),
            right=len(files) - wrong,
        )
    )
    raise typer.Exit(1 if wrong else 0)


def _problems(file: Path) -> list[str]:
    if not file.exists():
        raise LudothequeError("{file}: no such file", file=file)
    try:
        return [
            say("{file}: {problem}", file=file, problem=problem)
            for problem in record.check(record.load_file(file), language())
        ]
    except LudothequeError as error:
        return [complaint(error, language())]


@app.command()
def pack(
    files: Annotated[list[Path], typer.Argument(help="Records, files of records (.jsonl), and folders of both.")],
    out: Annotated[Path, typer.Option(help="The folder of the dataset.")] = Path("dataset"),
    is_checked: Annotated[
        bool, typer.Option("--check/--no-check", help="Replay every record by the rules, and refuse a wrong one.")
    ] = True,
    threads: Threads = 1,
    ray: Ray = None,
) -> None:
    """Pack records into a dataset: compressed files, a table, and a datasheet.

    Example: ludotheque record pack games.jsonl --out my-games
    """
    with hired(ray, threads) as crew, progress(say("Packing"), len(files), crew) as done:
        games = dataset.pack(files, out, is_checked, crew, lambda number: done(number, None))
    print(say_count(NP_("{number} game packed in {folder}", "{number} games packed in {folder}"), games, folder=out))


@app.command()
def show(file: Path) -> None:
    """Print a record as a readable playthrough.

    Example: ludotheque record show game.json
    """
    print(playthrough(record.load_file(file)))


def verify(file: Path) -> None:
    """Replay the shuffle of a finished game from its published seed, and compare.

    Example: ludotheque verify game.json
    """
    problems = record.verify(record.load_file(file), language())
    for problem in problems:
        print(say("{file}: {problem}", file=file, problem=problem))
    if not problems:
        print(say("{file}: the seed matches its commitment and reproduces this game", file=file))
    raise typer.Exit(1 if problems else 0)
