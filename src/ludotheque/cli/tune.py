"""`ludotheque tune`: better numbers for a bot's search."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
from ludotheque.cli.text import figure, say
from ludotheque.core import registry
from ludotheque.core.files import write_file

if TYPE_CHECKING:
    from ludotheque.bots.rating import Interval
    from ludotheque.lab.tune import Try


def tune(
    game: str,
    bot: Annotated[str, typer.Option(help="The level to tune: novice, regular, expert or master.")] = "expert",
    vary: Annotated[
        list[str] | None,
        typer.Option(
            help="A number of the search and its range, such as EXPLORE=0.1:2; may be repeated. By default all that "
            "the game's search has."
        ),
    ] = None,
    tries: Annotated[int, typer.Option(min=1, help="How many sets of numbers to try, in all.")] = 30,
    games: Annotated[int, typer.Option(min=2, help="The most games of each try.")] = 100,
    held_out: Annotated[int, typer.Option(min=2, help="Games of the best try on deals that no try has seen.")] = 400,
    seats: Seats = None,
    option: GameOptions = None,
    seed: Seed = 1,
    scale: Annotated[float, typer.Option(min=0.0001, help="Multiply the level's iterations by this.")] = 1.0,
    threads: Threads = 1,
    ray: Ray = None,
    out: Annotated[
        Path | None, typer.Option(help="The folder of the tries; a tuning that was stopped goes on from there.")
    ] = None,
) -> None:
    """Look for better numbers for a bot's search, and find out whether they were only lucky.

    Every try plays the bot as it is, with the same deals from every seat. The folder gets the best
    evaluation, evaluate.py, which can play in leagues.

    Example: ludotheque tune sarena --bot novice --vary EXPLORE=0.2:1.5 --tries 2 --games 4
    --held-out 4 --scale 0.02
    """
    from ludotheque.lab.league import Plan
    from ludotheque.lab.spread import hired
    from ludotheque.lab.tune import tuning

    chosen = registry.load(game)
    seats, folder = chosen_seats(chosen, seats), out or Path("tuning") / chosen.id
    plan = Plan(chosen.id, seats, (), games, chosen_options(chosen, option), seed, scale)
    asked = tuning(chosen, bot, plan, vary or [], folder)
    with compiling(chosen), hired(ray, threads) as crew:
        with progress(say("Games"), tries * games, crew) as done:
            for one in asked.search(tries, crew, done):
                print(told(one), flush=True)
        best = asked.best()
        with progress(say("Games"), held_out, crew) as done:
            fresh = asked.judge(best, held_out, crew, done)
    path = folder / "evaluate.py"
    write_file(path, asked.file(best.parameters).read_bytes())
    print(verdict(best, fresh, seats))
    print(say("written to {file}", file=path))


def told(one: "Try") -> str:
    """Say how a try did."""
    return say(
        "try {number}: {parameters}: wins {wins} of {games} games",
        number=one.number + 1,
        parameters=numbers(one),
        wins=percent(one.wins),
        games=one.games,
    )


def numbers(one: "Try") -> str:
    return ", ".join(f"{name} {value:g}" for name, value in one.parameters.items())


def percent(share: "Interval") -> str:
    low, high = figure(share.low, ".1%"), figure(share.high, ".1%")
    return say("{wins} ({low} to {high})", wins=figure(share.value, ".1%"), low=low, high=high)


def verdict(best: "Try", fresh: "Interval", seats: int) -> str:
    """Say what the deals say that no try has seen."""
    equal = 1 / seats
    if fresh.low > equal:
        judged = say("It is better than the bot as it is.")
    elif fresh.high < equal:
        judged = say("It is worse than the bot as it is: the tries were lucky.")
    else:
        judged = say("It is not clearly better than the bot as it is: what the tries showed may have been luck.")
    return "\n".join(
        [
            say("best: {parameters}: won {wins} while tried", parameters=numbers(best), wins=percent(best.wins)),
            say(
                "on deals that no try has seen: {wins}, where {equal} is equal",
                wins=percent(fresh),
                equal=figure(equal, ".1%"),
            ),
            judged,
        ]
    )
