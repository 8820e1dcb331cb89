"""`ludotheque picture`: one position of a recorded game as a picture, or the whole game as an
animation.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli import text
from ludotheque.cli.screen import compiling, progress
from ludotheque.cli.text import say
from ludotheque.core import record
from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.words import LANGUAGES, Words
from ludotheque.scene import export
from ludotheque.scene.picture import scene_of
from ludotheque.scene.svg import compose

KINDS = (".svg", ".png", ".gif")
PNG_WIDTH, GIF_WIDTH = 1200, 480  # default widths, in pixels


def picture(
    file: Annotated[
        Path, typer.Argument(metavar="RECORD", help="A record, for example one written by `ludotheque record make`.")
    ],
    out: Annotated[Path, typer.Argument(help="The picture file: .svg or .png for one position, .gif for all of them.")],
    ply: Annotated[
        int | None,
        typer.Option(
            min=0, help="Draw the position after this many plies; by default the last one. A .gif ends there."
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Draw what this seat sees; by default what a spectator sees.")
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(min=16, max=8192, help="The width in pixels; by default 1200 for a .png and 480 for a .gif."),
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Use the dark colours.")] = False,
    language: Annotated[
        str | None,
        typer.Option(help="The language of the labels: en, fr, de or nl; by default your own."),
    ] = None,
) -> None:
    """Draw one position of a recorded game, or the whole game as an animation.

    Examples: ludotheque picture game.json --ply 12 --seat 0 table.png; ludotheque picture game.json
    game.gif --dark
    """
    if out.suffix not in KINDS:
        raise LudothequeError(
            "{file}: the name of a picture must end in {kinds}, not in {ending}",
            file=out,
            kinds=", ".join(KINDS),
            ending=repr(out.suffix or say("nothing")),
        )
    if language is not None and language not in LANGUAGES:
        raise LudothequeError(
            "unknown language {language}; expected one of {languages}",
            languages=", ".join(LANGUAGES),
            language=repr(language),
        )
    follower = record.Follower(record.load_file(file))
    if seat is not None and seat >= follower.seats:
        raise LudothequeError(
            "{file}: seats run from 0 to {last}, not {seat}", file=file, last=follower.seats - 1, seat=seat
        )
    with compiling(follower.game):
        states = positions(file, follower, ply)
        states = states if out.suffix == ".gif" else states[-1:]
        with progress(say("Drawing"), len(states)) as done:
            svgs = drawn(
                follower.game.words(language or text.language()),
                follower.game,
                states,
                NONE if seat is None else seat,
                dark,
                done,
            )
            write_file(out, painted(out.suffix, svgs, width))


def positions(file: Path, follower: record.Follower, ply: int | None) -> list[State]:
    """Return the dealt state and the state after each ply, up to the one asked for."""
    states, plies = [copy(follower.state)], follower.steps()
    while (ply is None or len(states) <= ply) and (step := next(plies, None)):
        states.append(copy(step.state))
    if ply is not None and len(states) <= ply:
        raise LudothequeError("{file} shows only {plies} plies, not {ply}", file=file, plies=len(states) - 1, ply=ply)
    return states


def drawn(
    words: Words, game: Game, states: list[State], seat: int, dark: bool, done: Callable[..., None]
) -> Iterator[str]:
    """Yield each position as SVG."""
    for number, state in enumerate(states):
        scene = scene_of(game, words, game.view_of(state, seat), seat)
        yield compose(scene, game.folder / "art.svg" if scene.ground else None, title=game.title, is_dark=dark)
        done(number + 1)


def painted(kind: str, svgs: Iterator[str], width: int | None) -> str | bytes:
    """Return the contents of a file of this kind."""
    if kind == ".gif":
        return export.gif(svgs, width or GIF_WIDTH)
    (svg,) = svgs
    return svg if kind == ".svg" else export.png(svg, width or PNG_WIDTH)
