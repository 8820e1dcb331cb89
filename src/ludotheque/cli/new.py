"""`ludotheque new`: a small complete game in its own package, as a starting point."""

import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.text import say
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError

KIT = Path(__file__).parents[1] / "kit"
MODEL, TITLE = "tideline", "Tideline"  # the game that is copied
PROJECT = ("pyproject.toml", "README.md")  # its files outside the package


def new(
    name: Annotated[str, typer.Argument(help="The name of the game: a word in lower case, such as mygame.")],
    folder: Annotated[Path, typer.Option(help="Where to create the new folder.")] = Path(),
) -> None:
    """Create a small complete game as a starting point for your own.

    It is a package with rules, a view, texts, a picture, tests and the entry point through which
    ludotheque finds the game. You can play it right away. docs/add-a-game.md explains every file.

    Example: ludotheque new mygame
    """
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise LudothequeError("{name!r} cannot be the name of a game: use lower-case letters, digits and _", name=name)
    if name in registry.names():
        raise LudothequeError("there is already a game called {name!r}", name=name)
    project = folder / name
    if project.exists():
        raise LudothequeError("{path} already exists", path=project)
    write(name, project)
    print(say("Your game is in {path}. Next:", path=project))
    print(f"  cd {project}\n  pip install -e '.[dev]'\n  pytest\n  ludotheque play {name}")


def write(name: str, project: Path) -> None:
    """Write a copy of the kit's game under another name."""
    title = name.replace("_", " ").capitalize()
    files = [(path, Path(path.name)) for path in map(KIT.joinpath, PROJECT)]
    files += [(path, Path(name, path.name.replace(MODEL, name))) for path in sorted((KIT / MODEL).iterdir())]
    for source, target in files:
        if source.is_file():
            (project / target).parent.mkdir(parents=True, exist_ok=True)
            (project / target).write_text(
                source.read_text(encoding="utf-8").replace(MODEL, name).replace(TITLE, title), encoding="utf-8"
            )
