"""The `ludotheque` command."""

import sys
from typing import Annotated, Any

import typer

from ludotheque.cli import lab_commands, league, picture, play, record_commands, serve, tables
from ludotheque.cli.frame import in_words
from ludotheque.cli.helps import helps_of, translate
from ludotheque.cli.screen import error_line
from ludotheque.cli.text import language, say
from ludotheque.core import registry, rulebook
from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import complaint

__all__ = ["app", "main"]

BadUsage: Any = typer.BadParameter.__mro__[1]  # the base of all that Typer refuses, which it does not export

app = typer.Typer(
    help="Modern board games to play, to study and to train on.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.command()
def games() -> None:
    """The games that are installed.

    Example: ludotheque games
    """
    for name in registry.names():
        game = registry.load(name)
        options = say("; ").join(f"{option.name}={'|'.join(option.values) or say('number')}" for option in game.options)
        seats = say("{least}–{most} seats", least=game.seats[0], most=game.seats[-1])
        print(f"{name:<16}{game.title}, {seats}, {game.components.edition}{f' ({options})' if options else ''}")


@app.command()
def rules(game: str, number: Annotated[str | None, typer.Argument(metavar="[R2.3]", help="One sentence, or a chapter such as R2.")] = None) -> None:
    """The rules of a game in words: all of them, a chapter, or one sentence.

    Example: ludotheque rules sarena R3.5
    """
    chosen = registry.load(game)
    print(rulebook.path(chosen, language()).read_text().rstrip() if number is None else rulebook.sentence(chosen, number, language()))


app.command()(play.play)
app.command()(serve.serve)
app.command()(serve.backup)
app.command()(serve.restore)
app.command()(tables.tables)
app.command()(lab_commands.simulate)
app.command()(lab_commands.perft)
app.command()(lab_commands.bench)
app.command()(league.league)
app.add_typer(record_commands.app, name="record")
app.command()(record_commands.verify)
app.command()(picture.picture)

HELPS = list(helps_of(app))


def main(arguments: list[str] | None = None) -> None:
    """Run the command; what a person did wrong is one line on standard error and exit code 2, never a traceback."""
    arguments = sys.argv[1:] if arguments is None else arguments
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
    sys.exit(code or 0)
