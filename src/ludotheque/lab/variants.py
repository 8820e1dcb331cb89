"""Variants of a game, each measured in a process that has its components.

Components are read once per process and compiled into the rules, so a variant with a component file
of its own is measured by another process.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.lab.figures import measure
from ludotheque.lab.gather import Columns, Setup
from ludotheque.lab.spread import Crew, Progress, hired

USUAL = "usual"  # the game as it is


@dataclass(frozen=True)
class Variant:
    """A game with some options, or with other components."""

    label: str
    options: Mapping[str, str] = field(default_factory=dict)
    components: str | None = None  # a file


def read(text: str) -> Variant:
    """Read a variant: a component file, options such as `drought=50,deal=fair`, or `usual`."""
    if text == USUAL:
        return Variant(USUAL)
    if text.endswith(".toml"):
        if not Path(text).is_file():
            raise LudothequeError("{file}: no such file", file=text)
        return Variant(Path(text).stem, components=text)
    options = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals:
            raise LudothequeError(
                "a variant is a file such as mine.toml, options such as name=value, or {usual}, not {text}",
                usual=USUAL,
                text=repr(text),
            )
        options[name.strip()] = value.strip()
    return Variant(text, options)


def measure_variant(
    game: Game, variant: Variant, setup: Setup, games: int, crew: Crew, progress: Progress = lambda _: None
) -> Columns:
    """Play the games of a set-up with a variant, and return the figures of each."""
    options = game.complete_options({**setup.options, **variant.options})
    own = Setup(setup.game, setup.seats, options, setup.bots, setup.seed, setup.scale)
    if variant.components is None:
        return measure(game, own, games, crew, progress)
    return _measured_apart(variant.components, own, games, crew, progress)


def _measured_apart(file: str, setup: Setup, games: int, crew: Crew, progress: Progress) -> Columns:
    """Let another process measure a game with a component file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        boxes, figures = Path(folder) / "boxes", Path(folder) / "figures.npz"
        boxes.mkdir()
        shutil.copyfile(file, boxes / f"{setup.game}.toml")
        order = {
            "setup": asdict(setup) | {"options": dict(setup.options)},
            "games": games,
            "threads": crew.workers,
            "ray": crew.address,
            "out": str(figures),
        }
        command = [sys.executable, "-m", "ludotheque.lab.variants"]
        environment = os.environ | {"LUDOTHEQUE_COMPONENTS": str(boxes), "PYTHONPATH": os.pathsep.join(sys.path)}
        with subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        ) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(json.dumps(order))
            child.stdin.close()
            for line in child.stdout:
                said = json.loads(line)
                if "error" in said:
                    why = said["error"].replace(f"{boxes / setup.game}.toml: ", "")
                    raise LudothequeError("{path}: cannot be used: {error}", path=file, error=why)
                progress(said["done"])
        if not figures.exists():
            raise LudothequeError("{file}: the process that measured it has died", file=file)
        with np.load(figures) as found:
            return {name: found[name] for name in found.files}


def _obey(order: dict[str, Any]) -> None:
    """Measure what was ordered, in a process that has its own components."""
    setup = Setup(**order["setup"] | {"bots": tuple(order["setup"]["bots"])})
    with hired(order["ray"], 1 if order["ray"] else order["threads"]) as crew:
        found = measure(registry.load(setup.game), setup, order["games"], crew, lambda done: _tell(done=done))
    np.savez(order["out"], **found)


def _tell(**words: object) -> None:
    print(json.dumps(words), flush=True)


if __name__ == "__main__":
    try:
        _obey(json.load(sys.stdin))
    except LudothequeError as error:
        _tell(error=str(error))
    except KeyboardInterrupt:  # whoever asked was told too
        sys.exit(130)
