"""`ludotheque train`: a network teaches itself a game."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.bots.rating import Interval
from ludotheque.cli.screen import GameOptions, Ray, Seed, chosen_options, compiling, progress
from ludotheque.cli.text import figure, say
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.game import Game
from ludotheque.lab.curve import curve
from ludotheque.lab.spread import hired
from ludotheque.lab.train import HEAT, Mark, Plan, Training, begin, keep


def train(
    game: str,
    minutes: Annotated[float, typer.Option(min=0.01, help="How long to train, in all.")] = 30.0,
    seats: Annotated[
        str | None, typer.Option(help="Numbers of seats to train with, in turn; the default is all, the fewest most.")
    ] = None,
    option: GameOptions = None,
    seed: Seed = 1,
    hidden: Annotated[int, typer.Option(min=8, max=256, help="The size of the network's first layer.")] = 64,
    heat: Annotated[
        float, typer.Option(min=0.0, help="How often worse actions are tried at first; less where they change little.")
    ] = HEAT,
    threads: Annotated[int, typer.Option(min=1, help="Threads that play.")] = 2,
    ray: Ray = None,
    device: Annotated[str, typer.Option(help="cpu, or cuda: play and learn on a GPU (extra learn).")] = "cpu",
    out: Annotated[
        Path | None, typer.Option(help="The folder of the training; one that was stopped goes on from there.")
    ] = None,
) -> None:
    """Let a network learn a game by playing itself, from nothing.

    The folder gets the network (network.npz), a learning curve (curve.svg), and everything that is
    needed to go on (training.npz).

    Examples: ludotheque train sarena --minutes 5; ludotheque train meandres --minutes 10 --device
    cuda --out meandres
    """
    chosen = registry.load(game)
    if device not in ("cpu", "cuda"):
        raise LudothequeError("device must be cpu or cuda, not {device}", device=repr(device))
    plan = Plan(chosen.id, seats_of(chosen, seats), chosen_options(chosen, option), seed, hidden, heat=heat)
    folder = out or Path("training") / chosen.id
    command = shlex.join(["ludotheque", *sys.argv[1:]])
    is_stopped = False
    with hired(ray, threads) as crew:
        with compiling(chosen):
            training = begin(plan, chosen, folder, device, crew)
        try:
            with progress(say("Seconds"), round(60 * minutes), crew) as done:
                for mark in training.go_on(60 * minutes):
                    done(round(mark.seconds), round(60 * minutes))
                    print(told(mark), flush=True)
                    keep(training, folder, command)
        except KeyboardInterrupt:
            is_stopped = True
            keep(training, folder, command)
    draw(training, folder)
    print(say("The network is in {path}.", path=folder / "network.npz"))
    if is_stopped:
        raise typer.Exit(130)


def seats_of(game: Game, text: str | None) -> tuple[int, ...]:
    """Read a list of seats; without one, every second round has the fewest seats."""
    fewest, most = game.seats[0], game.seats[-1]
    if text is None:
        return tuple(seats for more in range(fewest + 1, most + 1) for seats in (fewest, more)) or (fewest,)
    try:
        found = tuple(int(word) for word in text.split(","))
    except ValueError:
        raise LudothequeError("seats must be numbers with commas between them, not {text}", text=repr(text)) from None
    for seats in found:
        game.check_seats(seats)
    return found


def told(mark: Mark) -> str:
    """Say what was measured."""
    return say(
        "{minutes} min, {decisions} decisions: wins {random} against random, {greedy} against greedy players",
        minutes=figure(mark.seconds / 60, ".1f"),
        decisions=figure(mark.decisions),
        random=percent(mark.random),
        greedy=percent(mark.greedy),
    )


def percent(share: Interval) -> str:
    return f"{share.value:.0%} ({share.low:.0%}–{share.high:.0%})"


def draw(training: Training, folder: Path) -> None:
    """Draw the learning curve."""
    if training.marks:
        title = say("{title}: games won without a search", title=training.game.title)
        names = [say("against random players"), say("against greedy players")]
        write_file(folder / "curve.svg", curve(title, training.marks, names))
