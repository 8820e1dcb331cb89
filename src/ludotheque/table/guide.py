"""A guided first game. A lesson is a record with notes: `tutorial/record.json` and `tutorial/notes.toml` in a game's folder.

Whoever learns plays one seat of it and is told before each ply what to do and why, and after it what came of it. The other seats' plies, and all that chance decides, come from the
record. Where the lesson stands is the number of plies that follow it: there is nothing else to remember, and after its last ply the game simply goes on.
"""

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING

from ludotheque.core.chance import commitment
from ludotheque.core.constants import TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.record import Data, Follower, load_file
from ludotheque.scene.model import Gesture
from ludotheque.scene.picture import painter
from ludotheque.scene.wording import lit_by
from ludotheque.table.events import PLAYING, Prepared
from ludotheque.table.protocol import Guide

if TYPE_CHECKING:
    from ludotheque.table.table import Table


@dataclass(frozen=True)
class Note:
    """What is said about one ply."""

    ply: int
    action: str  # as the record writes it, so that both files can be read side by side
    say: str = ""  # before it: what to do, and why
    after: str = ""  # once it is done: what came of it
    rule: str = ""  # the number of the sentence to open
    light: tuple[str, ...] = ()  # ids of what is lit up; if it names nothing, what the ply's gesture picks
    any: bool = False  # of the last ply: whatever is legal will do


@dataclass(frozen=True)
class Taught:
    """One ply of a lesson."""

    seat: int
    action: int
    script: list[int]  # what chance decides in it


@dataclass(frozen=True)
class Lesson:
    seat: int  # the one that is played by whoever learns
    seats: int
    options: Data
    setup: Prepared
    plies: list[Taught]
    notes: dict[int, Note]
    end: str  # what is said when it is over

    @property
    def steps(self) -> list[int]:
        """The plies before which something is said."""
        return [ply for ply, note in sorted(self.notes.items()) if note.say]


def has_lesson(game: Game) -> bool:
    return (game.folder / "tutorial/notes.toml").is_file()


@cache
def lesson(game: Game) -> Lesson | None:
    """The guided first game of a game, if its folder has one."""
    if not has_lesson(game):
        return None
    folder = game.folder / "tutorial"
    data, written = load_file(folder / "record.json"), tomllib.loads((folder / "notes.toml").read_text())
    follower = Follower(data)
    plies = [Taught(step.seat, step.action, _script(game, data["plies"][step.number])) for step in follower.steps()]
    notes = {note["ply"]: Note(**note | {"light": tuple(note.get("light", ()))}) for note in written["notes"]}
    for ply, note in notes.items():
        if not 0 <= ply < len(plies) or data["plies"][ply]["action"] != note.action:
            raise LudothequeError("the lesson of {title} has a note for ply {ply}, {action!r}, which its record does not have", title=game.title, ply=ply, action=note.action)
        if note.any and ply != len(plies) - 1:
            raise LudothequeError("the lesson of {title} leaves ply {ply} open, but only the last one can be", title=game.title, ply=ply)
    setup = Prepared(data.get("commitment", commitment(b"")), data["setup"], [])
    return Lesson(int(written.get("seat", 0)), follower.seats, follower.options, setup, plies, notes, str(written["end"]))


def _script(game: Game, ply: Data) -> list[int]:
    """What chance decided, as numbers."""
    parsed = [game.notation.parse_chance(text) for text in ply.get("chance", [])]
    return [found[1] for found in parsed if found is not None]


class Guiding:
    """A lesson at a table; it has nothing to say where there is none."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.lesson = lesson(table.game) if table.config.is_lesson else None

    @property
    def followed(self) -> int:
        """How many plies of the game are those of the lesson. One that was left open is the player's own."""
        done = 0
        for ply, taught in zip(self.table.plies, self.lesson.plies if self.lesson else [], strict=False):
            if self._is_open(done) or (ply.seat, ply.action) != (taught.seat, taught.action):
                break
            done += 1
        return done

    def _is_open(self, ply: int) -> bool:
        return self.lesson is not None and ply in self.lesson.notes and self.lesson.notes[ply].any

    @property
    def ahead(self) -> list[Taught]:
        """The plies that are still to come, without the one that is left open; none once the game has gone other ways."""
        if self.lesson is None or (done := self.followed) != len(self.table.plies):
            return []
        return [taught for ply, taught in enumerate(self.lesson.plies[done:], done) if not self._is_open(ply)]

    def run(self, seat: int) -> list[Taught]:
        """What this seat is to do next, before any other seat acts."""
        return list(takewhile(lambda taught: taught.seat == seat, self.ahead))

    # What may be done

    @property
    def is_on(self) -> bool:
        """Does the lesson say what happens next?"""
        return bool(self.ahead)

    def action_of(self, seat: int) -> int | None:
        """What a seat that nobody plays does next; None where the lesson does not say."""
        return self.ahead[0].action if self.is_on and self.ahead[0].seat == seat else None

    def script(self, place: int, seat: int, action: int) -> list[int]:
        """What chance decides in the action that comes `place` plies from now."""
        ahead = self.ahead
        is_taught = place < len(ahead) and (ahead[place].seat, ahead[place].action) == (seat, action)
        return ahead[place].script if is_taught else []

    def offered(self, view: State, seat: int, legal: Sequence[int]) -> list[int]:
        """Of the legal actions the one that the lesson asks for now, also while it is only laid out; and with it the other ways in which its piece can be turned."""
        if not self.is_on:
            return list(legal)
        wished = self._wished(view, seat)
        return [action for action in legal if self._grasp(view, seat, action) in wished]

    def _wished(self, view: State, seat: int) -> list[Gesture]:
        """What the hand of a seat is to do next, if it is that seat's turn to do something."""
        return [self._grasp(view, seat, taught.action) for taught in self.run(seat)[self._laid(seat) :][:1]]

    def _grasp(self, view: State, seat: int, action: int) -> Gesture:
        """What the hand does, however it turns what it holds."""
        gesture = painter(self.table.game).gesture(self.table.game.words("en"), view, seat, action)
        return tuple(step for step in gesture if step[0] != "turn")

    def refusal(self, seat: int, actions: list[int]) -> str:
        """The code for actions that the lesson does not ask for: perhaps a piece is only turned the wrong way."""
        view = self.table.showing.position(seat, "en")
        wished = self._wished(view, seat)
        return "lesson/turn" if any(self._grasp(view, seat, action) in wished for action in actions) else "lesson/other"

    def _laid(self, seat: int) -> int:
        """How many of the plies that a seat is to do next lie in its draft."""
        laid = Counter(self.table.drafts.get(seat, []))
        actions = [taught.action for taught in self.run(seat)]
        return sum(1 for _ in takewhile(lambda place: laid[actions[place]] >= actions[: place + 1].count(actions[place]), range(len(actions))))

    def in_order(self, seat: int, actions: list[int]) -> list[int] | None:
        """Actions as the lesson has them, whatever order they were laid out in; None: it asks for others."""
        if not self.is_on:
            return actions
        wished = [taught.action for taught in self.run(seat)][: len(actions)]
        return wished if sorted(wished) == sorted(actions) else None

    def may_draft(self, seat: int, actions: list[int]) -> bool:
        return not self.is_on or not Counter(actions) - Counter(taught.action for taught in self.run(seat))

    # What is said

    def guide(self, language: str) -> Guide | None:
        """What whoever learns is told now; nothing, once they have gone on after the lesson."""
        if self.lesson is None or self.table.status != PLAYING:
            return None
        words, lesson, steps = self.table.game.words(language), self.lesson, len(self.lesson.steps)
        if len(self.table.plies) >= len(lesson.plies) == self.followed + self._is_open(self.followed):
            is_left = any(ply.seat == lesson.seat for ply in self.table.plies[len(lesson.plies) :])
            return None if is_left else Guide(steps, steps, self._said(len(lesson.plies), language), words(lesson.end))
        if self.followed != len(self.table.plies):
            return None
        now = self.followed + self._laid(lesson.seat)
        said, note, step = self._said(now, language), self._note(now), sum(ply <= now for ply in lesson.steps)
        if note is None or lesson.plies[now].seat != lesson.seat:
            return Guide(step, steps, said, "")
        return Guide(step, steps, said, words(note.say), note.rule, self._lit(now, note, language))

    def _said(self, now: int, language: str) -> list[str]:
        """What came of the learner's last ply, and of all since."""
        words = self.table.game.words(language)
        return [words(note.after) for note in self._since(now) if note.after]

    def _lit(self, ply: int, note: Note, language: str) -> list[str]:
        """What a note wants to be lit, or else all that the ply picks; nothing where any will do."""
        if note.light or note.any or self.lesson is None:
            return list(note.light)
        table, seat = self.table, self.lesson.seat
        return lit_by(painter(table.game).gesture(table.game.words(language), table.showing.position(seat, language), seat, self.lesson.plies[ply].action))

    def _since(self, done: int) -> list[Note]:
        """The notes of the learner's last ply, and of all that came after it."""
        assert self.lesson is not None
        own = [ply for ply in range(done) if self.lesson.plies[ply].seat == self.lesson.seat]
        return [self.lesson.notes[ply] for ply in range(own[-1] if own else 0, done) if ply in self.lesson.notes]

    def _note(self, done: int) -> Note | None:
        """The note of this ply, or of an earlier one of the same seat in a row."""
        assert self.lesson is not None
        for ply in range(done, -1, -1):
            if self.lesson.plies[ply].seat not in (self.lesson.seat, TABLE):
                return None
            if ply in self.lesson.notes and self.lesson.notes[ply].say:
                return self.lesson.notes[ply]
        return None
