"""Puzzles: positions in which one plan is clearly best.

A puzzle is a record that stops where the question is asked, with one more key, `puzzle`, that holds
the answer and its proof. A game's own puzzles are in `puzzles.jsonl` in its folder, one per line.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec
from msgspec import Struct

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.plugin import completed
from ludotheque.core.ply import Ply
from ludotheque.core.record import Data, Follower, Transcript
from ludotheque.core.registry import load
from ludotheque.core.story import chance_of, rows_of
from ludotheque.core.words import reason

KEY = "puzzle"
DIGITS = 8  # of a puzzle's id


class Proof(Struct, frozen=True):
    """What two searches found, the second with ten times the iterations of the first."""

    worlds: int  # imagined worlds in which every action was tried
    iterations: tuple[int, int]  # for each action in each world
    agree: tuple[int, int]  # the number of worlds in which the answer was best
    margin: tuple[float, float]  # expected reward ahead of the next best action, on average
    error: tuple[float, float]  # the standard error of this average
    second: str  # the next best action


class Notes(Struct, frozen=True, omit_defaults=True):
    """The answer of a puzzle, and how it was found."""

    id: str
    seat: int
    best: list[str]  # as a record writes them; if there are several, their order does not matter
    rating: int  # how hard it is
    found: dict[str, tuple[int, int]]  # by level: how many of how many bots chose it
    theme: str = ""  # a key of THEMES in the game's text.py
    points: float | None = None  # what the exact solution is ahead of any other, where there is one
    proof: Proof | None = None  # by search


@dataclass(frozen=True)
class Solution:
    """The only best plan in a position, computed exactly."""

    actions: tuple[int, ...]
    points: float  # by which it is ahead of every other plan


class Themes(Protocol):
    """What a game's `puzzles.py` may offer."""

    def theme(self, game: Game, before: State, after: State, seat: int, action: int) -> str:
        """Return what makes an action good, as a key of THEMES in text.py.

        It is empty if the action makes no good puzzle, since everyone sees it.
        """
        ...

    def solve(self, game: Game, view: State, seat: int) -> Solution | None:
        """Return the only best plan in a position that the game can solve exactly, or None."""
        ...


def no_theme(game: Game, before: State, after: State, seat: int, action: int) -> str:
    return ""


def no_solution(game: Game, view: State, seat: int) -> Solution | None:
    return None


NOTHING: Mapping[str, Any] = {"theme": no_theme, "solve": no_solution}


@cache
def themes_of(game: Game) -> Themes:
    """Return what a game's `puzzles` module offers, with defaults for the rest."""
    return cast(Themes, completed(game.puzzles, (), NOTHING))


@dataclass(frozen=True, eq=False)
class Puzzle:
    data: Data
    notes: Notes

    @property
    def game(self) -> Game:
        """The game, with the rules that the puzzle was played with."""
        return load(str(self.data["game"])).versions[self.data["rules_version"]]

    def follow(self) -> Transcript:
        """Return the game up to the question; it is not kept, since it can be long."""
        return transcript_of_record(self.data)

    @cached_property
    def view(self) -> State:
        """What the seat sees when the question is asked."""
        return self.game.view_of(self.follow().state, self.notes.seat)

    @cached_property
    def best(self) -> list[int]:
        """The answer as numbers."""
        game, seat = self.game, self.notes.seat
        parsed = [game.notation.parse(self.view, seat, text) for text in self.notes.best]
        if not parsed or any(one.refusal or game.refusal(self.view, seat, one.action) for one in parsed):
            raise LudothequeError(
                "puzzle {id}: {best} is not legal here", id=self.notes.id, best=", ".join(self.notes.best)
            )
        return [one.action for one in parsed]


def transcript_of_record(data: Data) -> Transcript:
    """Replay a record whole."""
    follower, plies = Follower(data), []
    for step in follower.steps():
        drawn = chance_of(step.story)
        plies.append(
            Ply(
                seat=step.seat,
                action=step.action,
                before=step.before,
                after=copy(step.state),
                chance=list(data["plies"][step.number].get("chance", [])),
                script=[outcome for _, outcome in drawn],
                rows=rows_of(step.story),
            )
        )
    return Transcript(follower.game, follower.seats, follower.options, b"", follower.chosen, follower.dealt, plies)


def id_of(data: Data, seat: int) -> str:
    """Return the name of a puzzle, which follows from its position."""
    plies = [(ply["seat"], ply["action"], ply.get("chance", [])) for ply in data["plies"]]
    position = json.dumps([data["game"], data["options"], data["setup"], plies, seat], sort_keys=True)
    return hashlib.sha256(position.encode()).hexdigest()[:DIGITS]


def dumps(data: Data) -> str:
    """Return a puzzle as one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(path: Path) -> list[Puzzle]:
    """Read the puzzles in a file."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise LudothequeError("{path}: cannot be read: {error}", path=path, error=reason(error)) from error
    return [_puzzle(path, number, line) for number, line in enumerate(lines, 1) if line]


def _puzzle(path: Path, number: int, line: str) -> Puzzle:
    try:
        data = json.loads(line)
        return Puzzle(data, msgspec.convert(data[KEY], Notes))
    except (ValueError, TypeError, KeyError) as error:  # msgspec's errors are ValueErrors
        raise LudothequeError(
            "{path}, line {line}: not a puzzle: {error}", path=path, line=number, error=error
        ) from error


@cache
def puzzles_of(game: Game) -> Sequence[Puzzle]:
    """Return the puzzles that come with a game, the easiest first."""
    path = game.folder / "puzzles.jsonl"
    return sorted(read(path), key=lambda puzzle: puzzle.notes.rating) if path.is_file() else []
