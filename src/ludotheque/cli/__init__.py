"""The `ludotheque` command."""

import sys
from typing import Annotated, Any

import typer

from ludotheque.cli import (
    check,
    dev,
    encode,
    lab_commands,
    league,
    mcp,
    new,
    people,
    picture,
    play,
    puzzles,
    ratings,
    record_commands,
    report,
    serve,
    study,
    tables,
    train,
    tune,
    warm,
)
from ludotheque.cli.frame import in_words
from ludotheque.cli.helps import helps_of, translate
from ludotheque.cli.hiding import hidden_fields
from ludotheque.cli.screen import error_line
from ludotheque.cli.text import language, say
from ludotheque.core import registry, rulebook
from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import complaint, reason

__all__ = ["app", "main"]

BadUsage: Any = typer.BadParameter.__mro__[1]  # the base of all usage errors, which Typer does not export

app = typer.Typer(
    help="Play, study and train on modern board games.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.command()
def games() -> None:
    """List the installed games.

    Example: ludotheque games
    """
    for name in registry.names():
        game = registry.load(name)
        options = say("; ").join(f"{option.name}={'|'.join(option.values) or say('number')}" for option in game.options)
        seats = say("{least}–{most} seats", least=game.seats[0], most=game.seats[-1])
        print(f"{name:<16}{game.title}, {seats}, {game.components.edition}{f' ({options})' if options else ''}")


@app.command()
def rules(
    game: str,
    number: Annotated[
        str | None, typer.Argument(metavar="[R2.3]", help="A sentence such as R2.3, or a chapter such as R2.")
    ] = None,
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Show what is hidden from each seat, phase by phase.")
    ] = False,
) -> None:
    """Print the rules of a game: all of them, one chapter, or one sentence.

    Examples: ludotheque rules sarena R3.5; ludotheque rules sarena --hidden
    """
    chosen = registry.load(game)
    if hidden:
        print(hidden_fields(chosen))
        return
    print(
        rulebook.path(chosen, language()).read_text(encoding="utf-8").rstrip()
        if number is None
        else rulebook.sentence(chosen, number, language())
    )


app.command()(play.play)
app.command(context_settings={"auto_envvar_prefix": "LUDOTHEQUE"})(serve.serve)  # LUDOTHEQUE_PORT is --port
app.command()(serve.backup)
app.command()(serve.restore)
app.command()(tables.tables)
app.command()(people.secret)
app.add_typer(ratings.app, name="ratings")
app.command()(warm.warm)
app.command()(new.new)
app.command()(check.check)
app.command()(dev.dev)
app.command()(encode.encode)
app.command()(mcp.mcp)
app.command()(lab_commands.simulate)
app.command()(study.compare)
app.command()(study.sweep)
app.command()(lab_commands.perft)
app.command()(lab_commands.bench)
app.command()(league.league)
app.command()(report.report)
app.command()(train.train)
app.command()(tune.tune)
app.add_typer(record_commands.app, name="record")
app.add_typer(puzzles.app, name="puzzles")
app.command()(record_commands.verify)
app.command()(picture.picture)

HELPS = list(helps_of(app))


def speak_utf8() -> None:
    """Print UTF-8 on Windows too, whose pipes and files otherwise lack most of our signs."""
    if sys.platform == "win32":
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(encoding="utf-8")


def main(arguments: list[str] | None = None) -> None:
    """Run a command. A user error is one line on standard error and exit code 2, no traceback."""
    arguments = sys.argv[1:] if arguments is None else arguments
    speak_utf8()
    translate(HELPS)
    try:
        code = app(arguments or ["--help"], standalone_mode=False)
    except LudothequeError as error:
        code = error_line(complaint(error, language()))
    except BadUsage as error:
        code = error_line(say("{error} (try --help)", error=in_words(error.format_message())))
    except (KeyboardInterrupt, typer.Abort):
        print("\n" + say("stopped"), file=sys.stderr)
        code = 130
    except BrokenPipeError:  # `ludotheque … | head`
        sys.stderr.close()
        code = 0
    except OSError as error:
        said = complaint(reason(error), language())
        code = error_line(say("{file}: {error}", file=error.filename, error=said) if error.filename else said)
    sys.exit(code or 0)
