"""`ludotheque puzzles …`: positions with one best action, mined and proved."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.screen import Seed, compiling, progress
from ludotheque.cli.text import language, say, say_count
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.puzzle import Puzzle, dumps, puzzles_of, read
from ludotheque.core.words import NP_, complaint

app = typer.Typer(help="Find, prove and list puzzles: positions with one best action.", rich_markup_mode=None)

FOUND = NP_("{number} puzzle, written to {file}", "{number} puzzles, written to {file}")
WRONG = NP_("{number} puzzle is wrong", "{number} puzzles are wrong")
RIGHT = NP_("{number} puzzle checked", "{number} puzzles checked")


@app.command()
def mine(
    game: str,
    count: Annotated[int, typer.Option(min=1, help="Stop after this many puzzles.")] = 10,
    seed: Seed = 1,
    minutes: Annotated[float, typer.Option(min=0.01, help="Stop after this time.")] = 60.0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; the result does not depend on their number.")] = 1,
    out: Annotated[Path, typer.Option(help="The directory of the file, to which every puzzle is added.")] = Path(
        "puzzles"
    ),
) -> None:
    """Find puzzles in games between bots, and prove them.

    Examples: ludotheque puzzles mine sarena --count 5 --minutes 2; ludotheque puzzles mine meandres
    --count 60 --seed 2 --jobs 16 --out mined
    """
    from ludotheque.lab.mining import mine as find

    chosen, file, found = registry.load(game), out / f"{game}.jsonl", 0
    out.mkdir(parents=True, exist_ok=True)
    with compiling(chosen), progress(say("Puzzles"), count) as done:
        for data in find(chosen.id, count, seed, minutes, jobs):
            with file.open("a", encoding="utf-8") as lines:
                lines.write(dumps(data))
            found += 1
            done(found)
    print(say_count(FOUND, found, file=file))


@app.command()
def check(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME|FILE]…", help="Games or files; by default every game.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Check records, answers and exact solutions, without a search.")
    ] = False,
    seed: Seed = 1,
) -> None:
    """Prove puzzles again, with other luck. The exit code is 1 if one of them is wrong.

    Examples: ludotheque puzzles check sarena; ludotheque puzzles check --quick
    """
    from ludotheque.lab import mining

    wrong, puzzles = 0, [puzzle for name in names or registry.names() for puzzle in puzzles_in(name)]
    with progress(say("Puzzles"), len(puzzles)) as done:
        for number, puzzle in enumerate(puzzles, 1):
            try:
                with compiling(puzzle.game):
                    mining.structure(puzzle) if quick else mining.check(puzzle, seed)
            except LudothequeError as error:
                wrong += 1
                print(f"{puzzle.game.id}: {complaint(error, language())}", flush=True)
            done(number)
    print(say_count(WRONG, wrong) if wrong else say_count(RIGHT, len(puzzles)))
    if wrong:
        raise typer.Exit(1)


def puzzles_in(name: str) -> Sequence[Puzzle]:
    """Return the puzzles of a game, or those in a file."""
    return read(Path(name)) if Path(name).is_file() else puzzles_of(registry.load(name))
