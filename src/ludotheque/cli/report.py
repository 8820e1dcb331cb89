"""`ludotheque report`: what a game is like, on one page."""

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli import text
from ludotheque.cli.screen import (
    GameOptions,
    Ray,
    Seats,
    Seed,
    Tables,
    chosen_options,
    chosen_seats,
    compiling,
    progress,
)
from ludotheque.cli.text import say
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.words import LANGUAGES

if TYPE_CHECKING:
    from ludotheque.lab.report.plan import Plan


def report(
    game: str,
    out: Annotated[Path, typer.Option(help="The page to write: one HTML file that needs nothing else.")] = Path(
        "report.html"
    ),
    seats: Seats = None,
    option: GameOptions = None,
    bots: Annotated[
        str, typer.Option(help="The bots, separated by commas, from the weakest to the strongest.")
    ] = "novice,regular",
    games: Annotated[int, typer.Option(min=1, help="How many games the bots play in all.")] = 2000,
    seed: Seed = 1,
    scale: Annotated[
        float,
        typer.Option(
            min=0.0, help="Multiply the bots' iterations by this; by default less in games with many decisions."
        ),
    ] = 0.0,
    threads: Annotated[int, typer.Option(min=1, help="CPU threads; the result does not depend on their number.")] = (
        os.cpu_count() or 1
    ),
    ray: Ray = None,
    table: Tables = None,
    language: Annotated[
        str | None, typer.Option(help="The language of the page: en, fr, de or nl; by default your own.")
    ] = None,
) -> None:
    """Measure a game and show it on one page: length, fairness, tension, skill and luck, choices
    and hidden information, every plot with its numbers.

    The page is written as soon as something is known, and again after every part.

    Example: ludotheque report sarena --games 200 --out report.html
    """
    from ludotheque.lab.report.page import page
    from ludotheque.lab.report.plan import Plan, Study
    from ludotheque.lab.report.voice import Voice
    from ludotheque.lab.spread import hired
    from ludotheque.lab.tables import Table, rows_of

    for path in table or ():
        rows_of(path)  # refuse a wrong name before anything is played
    if language is not None and language not in LANGUAGES:
        raise LudothequeError(
            "unknown language {language}; expected one of {languages}",
            languages=", ".join(LANGUAGES),
            language=repr(language),
        )
    chosen = registry.load(game)
    names = tuple(name.strip() for name in bots.split(","))
    plan = Plan(chosen, chosen_seats(chosen, seats), chosen_options(chosen, option), names, games, seed, scale)
    voice = Voice(language or text.language())
    study = Study(plan)
    with compiling(chosen), hired(ray, threads) as crew, progress(say("Games"), plan.units, crew) as done:
        for _ in study.play(threads, done, crew):
            write_file(out, page(study, voice, command(plan, out)))
    for path in table or ():
        with Table(path, {"game": chosen.id, "seed": seed}) as file:
            for found in [*study.even.values(), *study.uneven.values()]:
                file.add(found, lineup=" ".join(found.setup.bots))
    print(say("written to {file}", file=out))


def command(plan: "Plan", out: Path) -> str:
    """Return the command that makes the same page again."""
    words = ["ludotheque", "report", plan.game.id, "--seats", str(plan.seats)]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={value}"]
    words += ["--bots", ",".join(plan.bots), "--games", str(plan.games), "--seed", str(plan.seed)]
    return shlex.join([*words, "--scale", f"{plan.thinking:g}", "--out", out.name])
