"""A guided first game.

A lesson is a record with notes: `tutorial/record.json` and `tutorial/notes.toml` in a game's
folder.
"""

import tomllib
from dataclasses import dataclass
from functools import cache

from ludotheque.core.chance import commitment
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.record import Data, Follower, load_file
from ludotheque.table.events import Prepared


@dataclass(frozen=True)
class Note:
    """The explanation of one ply."""

    ply: int
    action: str  # as written in the record, so that the two files can be read side by side
    say: str = ""  # before it: what to do, and why
    after: str = ""  # after it: its consequences
    rule: str = ""  # the number of the sentence to open
    light: tuple[str, ...] = ()  # ids of what to highlight besides the ply's gesture
    any: bool = False  # on the last ply: any legal action will do


@dataclass(frozen=True)
class Taught:
    """One ply of a lesson."""

    seat: int
    action: int
    script: list[int]  # its chance outcomes


@dataclass(frozen=True)
class Lesson:
    seat: int  # the one that the learner plays
    seats: int
    options: Data
    setup: Prepared
    plies: list[Taught]
    notes: dict[int, Note]
    end: str  # the closing words

    @property
    def steps(self) -> list[int]:
        """The plies that are explained beforehand."""
        return [ply for ply, note in sorted(self.notes.items()) if note.say]


def has_lesson(game: Game) -> bool:
    return (game.folder / "tutorial/notes.toml").is_file()


@cache
def lesson(game: Game) -> Lesson | None:
    """Return the guided first game of a game, if its folder has one."""
    if not has_lesson(game):
        return None
    folder = game.folder / "tutorial"
    data, written = (
        load_file(folder / "record.json"),
        tomllib.loads((folder / "notes.toml").read_text(encoding="utf-8")),
    )
    follower = Follower(data)
    plies = [Taught(step.seat, step.action, _script(game, data["plies"][step.number])) for step in follower.steps()]
    notes = {note["ply"]: Note(**note | {"light": tuple(note.get("light", ()))}) for note in written["notes"]}
    for ply, note in notes.items():
        if not 0 <= ply < len(plies) or data["plies"][ply]["action"] != note.action:
            raise LudothequeError(
                "the lesson for {title} has a note on ply {ply}, {action!r}, which is not in its record",
                title=game.title,
                ply=ply,
                action=note.action,
            )
        if note.any and ply != len(plies) - 1:
            raise LudothequeError(
                "the lesson for {title} leaves ply {ply} open, but only the last ply may be open",
                title=game.title,
                ply=ply,
            )
    setup = Prepared(data.get("commitment", commitment(b"")), data["setup"], [])
    return Lesson(
        int(written.get("seat", 0)), follower.seats, follower.options, setup, plies, notes, str(written["end"])
    )


def _script(game: Game, ply: Data) -> list[int]:
    """Return a ply's chance outcomes as numbers."""
    parsed = [game.notation.parse_chance(text) for text in ply.get("chance", [])]
    return [found[1] for found in parsed if found is not None]
