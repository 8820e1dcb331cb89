"""Sweeps: a game measured over a grid of settings, the same deals in every cell.

A sweep's file has one JSON object per line: a heading that says what is played, then one line per
cell. A sweep that was stopped goes on where its file ends, and more values can be added later.
"""

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ludotheque.bots.rating import Interval
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.words import reason
from ludotheque.lab.figures import averages
from ludotheque.lab.gather import Setup
from ludotheque.lab.spread import Crew, Progress, moved
from ludotheque.lab.variants import Variant, measure_variant

OPTION = "option."
AXES = ("seats", "scale", "bots", "components")  # besides the options of the game

Place = tuple[str, ...]  # a value of each axis
Cell = dict[str, Interval]  # the mean of each figure


def axis(text: str) -> tuple[str, tuple[str, ...]]:
    """Read an axis such as `option.drought=50,100,200`; bots of a table have + between them."""
    name, equals, values = text.partition("=")
    if not equals or not (name in AXES or name.startswith(OPTION)) or not all(values.split(",")):
        raise LudothequeError(
            "--vary must be option.NAME, {axes}, with values: option.drought=50,100; not {text}",
            axes=", ".join(AXES),
            text=repr(text),
        )
    return name, tuple(dict.fromkeys(values.split(",")))


@dataclass
class Sweep:
    """A grid, and the cells of it that have been measured."""

    game: Game
    setup: Setup
    games: int
    axes: Mapping[str, Sequence[str]]
    cells: dict[Place, Cell] = field(default_factory=dict)

    def places(self) -> list[Place]:
        return list(itertools.product(*self.axes.values()))

    def at(self, place: Place) -> tuple[Variant, Setup]:
        """Return what is played in a cell."""
        chosen = dict(zip(self.axes, place, strict=True))
        options = {name.removeprefix(OPTION): value for name, value in chosen.items() if name.startswith(OPTION)}
        setup = self.setup
        try:
            seats = int(chosen.get("seats", setup.seats))
            scale = float(chosen.get("scale", setup.scale))
        except ValueError as error:
            raise LudothequeError("seats and scale must be numbers: {error}", error=error) from error
        bots = tuple(chosen["bots"].split("+")) if "bots" in chosen else setup.bots
        bots = bots * seats if len(set(bots)) == 1 else bots
        setup = replace(setup, seats=seats, scale=scale, bots=bots[:seats] if len(set(bots)) == 1 else bots)
        self.game.check_seats(seats)
        return Variant(" ".join(place), options, chosen.get("components")), setup

    def check(self) -> None:
        """Refuse a cell that cannot be played before any is."""
        for place in self.places():
            variant, setup = self.at(place)
            setup.check(self.game)
            self.game.complete_options({**setup.options, **variant.options})
            if variant.components and not Path(variant.components).is_file():
                raise LudothequeError("{file}: no such file", file=variant.components)

    def play(self, out: Path | None, crew: Crew, progress: Progress = lambda _: None) -> Iterator[Place]:
        """Measure the cells that are missing; write each as it comes, and yield its place."""
        done = self.games * sum(place in self.cells for place in self.places())
        for place in self.places():
            if place in self.cells:
                continue
            variant, setup = self.at(place)
            found = measure_variant(self.game, variant, setup, self.games, crew, moved(progress, done))
            self.cells[place] = averages(found)
            done += self.games
            if out:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"cell": self.key(place), "figures": self.cells[place]}) + "\n")
            yield place

    def key(self, place: Place) -> dict[str, str]:
        return dict(zip(self.axes, place, strict=True))

    def heading(self) -> dict[str, Any]:
        """Return what a file must be about, so that more cells can be added to it."""
        about = asdict(self.setup) | {"options": dict(self.setup.options)}
        box = self.game.components.digest
        found: dict[str, Any] = json.loads(json.dumps({"sweep": about | {"games": self.games, "components": box}}))
        return found

    def resume(self, out: Path) -> None:
        """Read the cells of a file; drop an incomplete last line."""
        try:
            lines = out.read_text(encoding="utf-8").splitlines(keepends=True) if out.exists() else []
            whole = [line for line in lines if line.endswith("\n")]
            if not whole:
                out.parent.mkdir(parents=True, exist_ok=True)
                out.write_text(json.dumps(self.heading()) + "\n", encoding="utf-8")
                return
            if json.loads(whole[0]) != self.heading():
                raise LudothequeError(
                    "{path} belongs to another sweep; use another file, or the same game, bots, games and seed",
                    path=out,
                )
            if len(whole) < len(lines):
                out.write_text("".join(whole), encoding="utf-8")
            for line in whole[1:]:
                found = json.loads(line)
                if set(found["cell"]) == set(self.axes):
                    place = tuple(found["cell"][name] for name in self.axes)
                    self.cells[place] = {name: Interval(*one) for name, one in found["figures"].items()}
        except OSError as error:
            raise LudothequeError("{path}: cannot be used: {error}", path=out, error=reason(error)) from error
        except (ValueError, TypeError, KeyError) as error:
            raise LudothequeError("{path} is not a sweep: {error}", path=out, error=error) from error

    def measured(self) -> dict[Place, Cell]:
        """Return the cells of this grid, in its order."""
        return {place: self.cells[place] for place in self.places() if place in self.cells}
