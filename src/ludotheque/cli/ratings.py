"""`ludotheque ratings`: the ratings of a server's players."""

from typing import Annotated

import typer

from ludotheque.cli.serve import HERE, Database
from ludotheque.cli.tables import opened
from ludotheque.cli.text import say_count
from ludotheque.core import registry
from ludotheque.core.words import NP_

SHOWN = 20  # players of each game

app = typer.Typer(help="The ratings of a server's players.")


@app.command(name="list")
def list_ratings(
    database: Database = HERE,
    game: Annotated[str | None, typer.Option(help="List only this game.")] = None,
) -> None:
    """List the strongest players of each game, bots included. Private profiles are left out.

    Example: ludotheque ratings list
    """
    with opened(database) as store:
        for name in registry.names() if game is None else [registry.load(game).id]:
            for rated in store.ratings.best(name, SHOWN):
                figures = f"{rated.strength.points:>5} ± {rated.strength.doubt:<4}"
                print(f"{name:<16}{figures}{say_count(GAMES, rated.games):<12}{rated.name or rated.player}")


GAMES = NP_("{number} game", "{number} games")


@app.command()
def rebuild(database: Database = HERE) -> None:
    """Compute all results and ratings again from the journals. The server may be running.

    Example: ludotheque ratings rebuild
    """
    from ludotheque.server.rebuilding import rebuild as rebuild_all

    with opened(database) as store:
        print(say_count(NP_("{number} game has been counted", "{number} games have been counted"), rebuild_all(store)))
