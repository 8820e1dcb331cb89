"""`ludotheque compare` and `sweep`: what a change does to a game."""

import csv
import json
import shlex
import sys
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli import text
from ludotheque.cli.screen import (
    GameOptions,
    Ray,
    Seats,
    Seed,
    Threads,
    chosen_options,
    chosen_seats,
    columns,
    compiling,
    progress,
)
from ludotheque.cli.text import figure, say
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file

if TYPE_CHECKING:
    from ludotheque.lab.figures import Row
    from ludotheque.lab.report.sides import Comparison
    from ludotheque.lab.sweep import Sweep

Bots = Annotated[str, typer.Option(help="Who plays: one bot for all seats, or one for each seat, separated by commas.")]
Games = Annotated[int, typer.Option(min=2, help="The number of games of each variant; all play the same deals.")]
Scale = Annotated[float, typer.Option(min=0.0001, help="Multiply every level's iterations by this.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def everybody(bots: str, seats: int) -> tuple[str, ...]:
    """Return who sits where: one bot is meant for all seats."""
    names = tuple(name.strip() for name in bots.split(","))
    return names * seats if len(names) == 1 else names


def compare(
    game: str,
    variant: Annotated[
        list[str],
        typer.Option(
            help="A component file (mine.toml), options (drought=50,deal=fair), or usual; may be repeated. "
            "One alone is compared with the usual game, several with the first."
        ),
    ],
    games: Games = 1000,
    seats: Seats = None,
    option: GameOptions = None,
    bots: Bots = "random",
    seed: Seed = 1,
    scale: Scale = 1.0,
    threads: Threads = 1,
    ray: Ray = None,
    out: Annotated[Path | None, typer.Option(help="A page to write: one HTML file that needs nothing else.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compare variants of a game: the same deals for all, and the differences with intervals.

    Examples: ludotheque compare sarena --variant deal=fair --games 200; ludotheque compare sarena
    --variant usual --variant mine.toml --bots novice --scale 0.05 --out compare.html
    """
    from ludotheque.lab import variants
    from ludotheque.lab.gather import Setup
    from ludotheque.lab.report.sides import Comparison, comparison_page
    from ludotheque.lab.report.voice import Voice
    from ludotheque.lab.spread import hired, moved

    chosen = registry.load(game)
    seats = chosen_seats(chosen, seats)
    setup = Setup(chosen.id, seats, chosen_options(chosen, option), everybody(bots, seats), seed, scale)
    asked = [variants.read(one) for one in ([variants.USUAL] if len(variant) == 1 else []) + variant]
    if len({one.label for one in asked}) < len(asked):
        raise LudothequeError("variants need different names")
    found = {}
    with compiling(chosen), hired(ray, threads) as crew, progress(say("Games"), games * len(asked), crew) as done:
        for number, one in enumerate(asked):
            tell = moved(done, number * games)
            found[one.label] = variants.measure_variant(chosen, one, setup, games, crew, tell)
    comparison = Comparison(chosen, setup, games, found)
    print(json.dumps(compared(comparison)) if as_json else comparison_table(comparison))
    if out is not None:
        write_file(out, comparison_page(comparison, Voice(text.language()), command()))
        print(say("written to {file}", file=out))


def command() -> str:
    return shlex.join(["ludotheque", *sys.argv[1:]])


def compared(comparison: "Comparison") -> dict[str, object]:
    """Return all figures, ready for JSON."""
    return {
        "game": comparison.game.id,
        "seats": comparison.setup.seats,
        "games": comparison.games,
        "variants": {
            label: {
                row.name: {"mean": row.second, "difference": row.more, "is_clear": row.is_clear}
                for row in comparison.rows(label)
            }
            for label in comparison.labels
        },
    }


def comparison_table(comparison: "Comparison") -> str:
    """Return the variants side by side, and their differences from the first."""
    base, lines = comparison.labels[0], []
    for label in comparison.labels[1:]:
        rows = [[say("figure"), base, label, say("difference"), "95 %", ""]]
        rows += [told(row) for row in comparison.rows(label)]
        lines += [columns(rows, is_first_left=True), ""]
    said = say(
        "{game}, {seats} seats: {games} games of each, with the same deals. * The interval leaves out 0; of twenty "
        "figures one does so by chance.",
        game=comparison.game.title,
        seats=comparison.setup.seats,
        games=figure(comparison.games),
    )
    return "\n".join([*lines, said])


def told(row: "Row") -> list[str]:
    """Return a row of the table."""
    from ludotheque.lab.report.sides import form_of, title_of
    from ludotheque.lab.report.voice import Voice

    voice, form = Voice(text.language()), form_of(row.name)
    more = [voice.number(value, "+" + form) for value in row.more]
    between = say("{low} to {high}", low=more[1], high=more[2])
    means = [voice.number(one.value, form) for one in (row.first, row.second)]
    return [title_of(voice, row.name), *means, more[0], between, "*" if row.is_clear else ""]


def sweep(
    game: str,
    vary: Annotated[
        list[str],
        typer.Option(
            help="An axis of the grid: option.NAME, seats, scale, bots (novice+regular) or components (files), with "
            "its values: option.drought=50,100,200; may be repeated."
        ),
    ],
    games: Games = 1000,
    seats: Seats = None,
    option: GameOptions = None,
    bots: Bots = "random",
    seed: Seed = 1,
    scale: Scale = 1.0,
    threads: Threads = 1,
    ray: Ray = None,
    out: Annotated[
        Path | None,
        typer.Option(help="A folder for the cells, a table and a page; a sweep that was stopped goes on from there."),
    ] = None,
) -> None:
    """Measure a game over a grid of settings, with the same deals in every cell.

    Example: ludotheque sweep labyrinth --vary option.drought=50,100 --games 50 --out sweep
    """
    from ludotheque.lab import sweep as lab
    from ludotheque.lab.gather import Setup
    from ludotheque.lab.report.sides import Grid, grid_page
    from ludotheque.lab.report.voice import Voice
    from ludotheque.lab.spread import hired

    chosen = registry.load(game)
    seats = chosen_seats(chosen, seats)
    setup = Setup(chosen.id, seats, chosen_options(chosen, option), everybody(bots, seats), seed, scale)
    grid = lab.Sweep(chosen, setup, games, dict(map(lab.axis, vary)))
    grid.check()
    cells = out / "cells.jsonl" if out else None
    if cells:
        grid.resume(cells)
    total = games * len(grid.places())
    with compiling(chosen), hired(ray, threads) as crew, progress(say("Games"), total, crew) as done:
        for _ in grid.play(cells, crew, done):
            pass
    print(sweep_table(grid))
    if out is not None:
        write_file(out / "sweep.csv", sweep_csv(grid))
        page = Grid(chosen, setup, games, grid.axes, grid.measured())
        write_file(out / "sweep.html", grid_page(page, Voice(text.language()), command()))
        print(say("written to {file}", file=out / "sweep.html"))


def sweep_table(grid: "Sweep") -> str:
    """Return a row per figure and a column per cell."""
    from ludotheque.lab.report.sides import form_of, title_of
    from ludotheque.lab.report.voice import Voice

    voice, cells = Voice(text.language()), grid.measured()
    names = dict.fromkeys(name for cell in cells.values() for name in cell)
    rows = [[" × ".join(grid.axes), *(" ".join(place) for place in cells)]]
    for name in names:
        means = [voice.number(cell[name].value, form_of(name)) if name in cell else "" for cell in cells.values()]
        rows.append([title_of(voice, name), *means])
    return columns(rows, is_first_left=True)


def sweep_csv(grid: "Sweep") -> str:
    """Return one line per cell and figure, with its interval."""
    file = StringIO()
    table = csv.writer(file, lineterminator="\n")
    table.writerow([*grid.axes, "figure", "mean", "low", "high"])
    for place, cell in grid.measured().items():
        table.writerows([*place, name, *one] for name, one in cell.items())
    return file.getvalue()
