"""The log of a table: what has happened and what people have said, as one viewer may read it."""

from msgspec import structs

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.naming import begins_with, without_slots
from ludotheque.core.words import Words
from ludotheque.scene.touched import touched
from ludotheque.table import events as ev
from ludotheque.table import text
from ludotheque.table.events import PERSON, AnyEvent, Chair
from ludotheque.table.names import SeatNames
from ludotheque.table.plies import Ply
from ludotheque.table.protocol import LogLine, Snapshot
from ludotheque.table.recording import transcript_of
from ludotheque.table.scenes import Scenes
from ludotheque.table.standing import Standing
from ludotheque.table.text import words_in
from ludotheque.table.viewer import Viewer

NOTHING: list[str] = []  # shared by all lines that have none of something; nobody may change it
CHAT_SHOWN = 100  # chat lines that a newly connected viewer is shown


def without_old_chat(shown: Snapshot) -> Snapshot:
    """Return the snapshot with only the latest chat lines."""
    chat = [line.seq for line in shown.log if line.kind == "chat"]
    if len(chat) <= CHAT_SHOWN:
        return shown
    lines = [line for line in shown.log if line.kind != "chat" or line.seq >= chat[-CHAT_SHOWN]]
    return structs.replace(shown, log=lines)


def told(game: Game, words: Words, view: State, seat: int, rows: list[tuple[int, int, int, int, int]]) -> list[str]:
    """Return what happened and its consequences, a sentence each, from a view of what followed."""
    return game.text.describe(words, view, seat, NONE, rows).split("\n")


def eyes_of_log(viewer: Viewer) -> int:
    """Return the seat whose log a viewer reads.

    A shared screen shows a spectator's log, since lines stay visible when a curtain falls.
    """
    return viewer.seats[0] if len(viewer.seats) == 1 else NONE


class Log:
    """The log lines for each seat's view and language.

    A line is made once and stays as it is until someone is renamed.
    """

    def __init__(self, standing: Standing, names: SeatNames, scenes: Scenes) -> None:
        self.standing, self.names, self.scenes = standing, names, scenes
        self._chairs: list[Chair] = []  # whose names are in the lines
        self._lines: dict[tuple[int, str], list[LogLine]] = {}

    def lines(self, viewer: Viewer, read: int = 0) -> list[LogLine]:
        """Return the lines that this viewer may read, without the first `read` of them."""
        eyes, language = eyes_of_log(viewer), viewer.language
        if self._chairs is not self.standing.chairs:
            self._chairs = self.standing.chairs
            self._lines = {key: self._renamed(lines, key[1]) for key, lines in self._lines.items()}
        lines = self._lines.setdefault((eyes, language), [])
        for number in range(len(lines), len(self.standing.log)):
            lines.append(self._line(number, eyes, language))
        return lines[read:]  # a new list, since this one grows

    def _renamed(self, lines: list[LogLine], language: str) -> list[LogLine]:
        """Return the lines with current names; lines about actions have slots for names."""
        return [
            line if isinstance(entry, Ply) else self._event_line(entry, language)
            for line, entry in zip(lines, self.standing.log, strict=False)
        ]

    def _line(self, number: int, eyes: int, language: str) -> LogLine:
        entry = self.standing.log[number]
        if isinstance(entry, Ply):
            return self._ply_line(entry, number, eyes, language)
        return self._event_line(entry, language)

    def _ply_line(self, ply: Ply, number: int, eyes: int, language: str) -> LogLine:
        """Describe an action from its story.

        The action's number is not passed on, since it may be secret.
        """
        standing, view = self.standing, self.standing.sight_after(ply, eyes)
        said, *more = told(standing.game, standing.words(language), view, ply.seat, ply.rows)
        places, pictures = self._touched(ply, number, view, eyes, language)
        return LogLine(
            ply.seq,
            None if ply.seat == TABLE else ply.seat,
            said,
            self._chance(ply, eyes),
            is_named=begins_with(said, ply.seat),
            more=more or NOTHING,
            places=places,
            pictures=pictures,
        )

    def _touched(self, ply: Ply, number: int, view: State, eyes: int, language: str) -> tuple[list[str], list[str]]:
        """Return the places and pictures of what a ply touched, as this seat saw it.

        They are the same in every language, so those of an existing line will do.
        """
        for (others, _), lines in self._lines.items():
            if others == eyes and number < len(lines):
                return lines[number].places, lines[number].pictures
        found = touched(self.scenes.step(ply.before, ply.after, eyes, language, view).pieces)
        return found.places or NOTHING, found.pictures or NOTHING

    def _chance(self, ply: Ply, eyes: int) -> list[str]:
        """Return the chance outcomes of a ply that this seat has seen."""
        return transcript_of(self.standing).told_chance(ply, eyes) if ply.chance else NOTHING

    def _event_line(self, event: AnyEvent, language: str) -> LogLine:
        words = words_in(language)
        if isinstance(event, ev.Said):
            typed = without_slots(event.text)
            by = "" if event.seat is not None else self._now_called(event.person, event.name)
            return LogLine(event.seq, event.seat, typed, kind="chat", by=by)
        name = self._who(event, language)  # part of the sentence; the line itself belongs to no seat
        if isinstance(event, ev.Signalled):
            signal = self.standing.said_signal(language)
            return LogLine(event.seq, None, words(text.SAYS, name=name, text=signal), kind="event")
        kind = str(event.__struct_config__.tag)
        was = event.was if isinstance(event, ev.Renamed) else ""
        return LogLine(event.seq, None, words(text.LINES[kind], name=name, was=was), kind="event")

    def _who(self, event: AnyEvent, language: str) -> str:
        """Return the name of the person an event is about, if any."""
        if isinstance(event, ev.Sat) and event.name:
            return self._now_called(event.person, event.name)
        if isinstance(event, ev.Renamed) and event.name:
            return event.name
        return self.names(language).names[event.seat] if isinstance(event, ev.ABOUT_A_SEAT) else ""

    def _now_called(self, person: str, name: str) -> str:
        """Return a person's current name; people who no longer have a seat keep the old one."""
        own = (chair.name for chair in self._chairs if chair.person == person and chair.kind == PERSON)
        return next(own, name)
