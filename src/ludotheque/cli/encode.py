"""`ludotheque encode`: the layout of a game's observations."""

import json
from typing import Annotated

import typer

from ludotheque.cli.screen import columns
from ludotheque.cli.text import say
from ludotheque.core import registry


def encode(
    game: str,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Print what a seat sees as numbers: the layout of a game's observations.

    Example: ludotheque encode sarena
    """
    from ludotheque.envs.batch import encoding_of

    chosen = registry.load(game)
    encoding = encoding_of(chosen)
    rows = [
        {
            "name": feature.name,
            "first": first,
            "shape": list(feature.shape),
            "low": feature.low,
            "high": feature.high,
            "by_seat": feature.by_seat,
            "meaning": feature.meaning,
        }
        for first, feature in zip(encoding.starts, encoding.features, strict=True)
    ]
    if as_json:
        print(json.dumps({"game": chosen.id, "size": encoding.size, "actions": chosen.actions.count, "features": rows}))
        return
    print(
        say(
            "{title}: {size} numbers, {actions} actions",
            title=chosen.title,
            size=encoding.size,
            actions=chosen.actions.count,
        )
    )
    table = [
        [
            str(row["first"]),
            str(row["name"]),
            "×".join(map(str, feature.shape)) or "1",
            f"{feature.low}…{feature.high}",
        ]
        for row, feature in zip(rows, encoding.features, strict=True)
    ]
    meanings = [feature.meaning for feature in encoding.features]
    for line, meaning in zip(columns(table).splitlines(), meanings, strict=True):
        print(f"{line}  {meaning}")
