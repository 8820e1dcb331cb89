"""What the owner of a copy may do: correct a game's component file with one of their own,
`<game>.toml` in a folder that LUDOTHEQUE_COMPONENTS names.
"""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game


def write(path: Path, *changes: tuple[str, str]) -> None:
    """The owner's file: the shipped one with these changes."""
    text = (registry.load(path.stem).folder / "components.toml").read_text()
    for before, after in changes:
        assert text.count(before) == 1, f"{before!r} must stand once in components.toml"
        text = text.replace(before, after)
    path.write_text(text)


BOX = ("components", "segments", "bounds")  # the modules of a game that read its file; most have the first alone


def read(game: Game) -> dict[str, Any]:
    """Read the box once more, beside the game that is loaded."""
    package = sys.modules[game.rules.__name__.rpartition(".")[0]]
    parts = [f"{package.__name__}.{part}" for part in BOX if (game.folder / f"{part}.py").is_file()]
    loaded = {part: sys.modules.pop(part) for part in parts}
    try:
        return {name: value for part in parts for name, value in vars(importlib.import_module(part)).items()}
    finally:
        sys.modules.update(loaded)
        for part, module in loaded.items():
            setattr(package, part.rpartition(".")[2], module)


def why_refused(path: Path, *changes: tuple[str, str]) -> str:
    """What is said about a wrong file, after its name."""
    write(path, *changes)
    with pytest.raises(LudothequeError) as refused:
        read(registry.load(path.stem))
    name, _, reason = str(refused.value).partition(": ")
    assert name == str(path)
    return reason


def answer(game: Game, folder: Path, question: str) -> str:
    """What a fresh program prints, with the owner's files in `folder`: a game is loaded once."""
    code = f"from ludotheque.core import registry, chance, errors\nGAME = registry.load({game.id!r})\n{question}"
    environment = os.environ | {"LUDOTHEQUE_COMPONENTS": str(folder), "LUDOTHEQUE_JIT": "0"}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout.strip()
