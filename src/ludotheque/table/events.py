"""The journal: a table's configuration, and every event that happens at it.

State is a cache that is rebuilt from these.

Every event has a time and a number `seq`: 1, 2, 3, … without gaps or repetitions. Chance outcomes
are stored with the action, so that a journal can be replayed without the random number generator.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct, structs

from ludotheque.core.boxes import full_name

# A table's configuration

PERSON, BOT, SCREEN, OPEN = "person", "bot", "screen", "open"
WAITING, PLAYING, OVER = "waiting", "playing", "over"  # how far a table is
BEFORE = "before"  # instead of PERSON or BOT, for plies played before the game continued here
NO_CLOCK, REAL_TIME, DAYS = "none", "real", "days"
DAY_MS = 86_400_000
SILENCE = "…"  # replaces the messages of a person who was forgotten or silenced


class Chair(Struct, frozen=True):
    """A chair, and who sits on it when the table is opened.

    A chair that is `open`, or a person's without an id, is still empty.
    """

    kind: str  # PERSON, BOT, SCREEN (shares somebody's screen), OPEN
    name: str = ""
    level: str = ""  # of a bot
    person: str = ""  # id
    pawn: str = ""  # the chosen pawn; empty: assigned at random


class Clock(Struct, frozen=True):
    """The thinking time. Increment and days are per turn, however many plies a turn has."""

    kind: str = NO_CLOCK  # NO_CLOCK, REAL_TIME, DAYS
    base_ms: int = 0
    increment_ms: int = 0
    days: int = 0

    @property
    def first_ms(self) -> int:
        return self.days * DAY_MS if self.kind == DAYS else self.base_ms


class Prepared(Struct, frozen=True):
    """A position of another game from which this one continues: its deal and its plies.

    Chance outcomes from here on come from a new key.
    """

    of: str  # the commitment of that game
    setup: dict[str, Any]
    plies: list[tuple[int, int, list[str]]]  # seat, action, chance outcomes


class Config(Struct, frozen=True):
    """Everything that is agreed before the game."""

    game: str
    seats: list[Chair]
    options: dict[str, Any] = {}
    clock: Clock = Clock()
    allow_undo: bool = True
    bot_takes_over: bool = False  # when a person stays away
    # the level of the bot that plays for a person who is away, has resigned or ran out of time
    stand_in: str = "random"
    prepared: Prepared | None = None
    is_lesson: bool = False  # a guided first game
    allow_hints: bool = False  # even when several people play; a single person may always ask
    rules_version: int = 1  # of the game's rules
    is_friendly: bool = False  # moves are taken back without asking, even when several people play
    puzzle: str = ""  # the id of one of the game's puzzles
    by_lot: bool = False  # the starting player is random: that chair becomes seat 0, the others follow clockwise
    box: str = ""  # which corrected components the game is played with; empty: the usual ones
    tournament: str = ""  # the id of the tournament that this table belongs to
    # other tables have the same deal: until all of them are over, the key and the other seats'
    # views stay hidden
    is_sealed: bool = False
    is_rated: bool = False  # the result counts for the players' ratings; nobody gets help until it is over

    @property
    def full_name(self) -> str:
        """The game with its box, as the registry knows it."""
        return full_name(self.game, self.box)


# Events


class Event(Struct, frozen=True, tag_field="event", kw_only=True):
    seq: int
    at_ms: int


class Sat(Event, frozen=True, kw_only=True, tag="sat"):
    """A person takes a chair."""

    seat: int
    person: str
    name: str
    pawn: str = ""


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """The game begins: every chair is taken.

    From now on the chairs are counted from the one that begins.
    """

    setup: dict[str, Any]  # the deal, in the notation of a record
    first: int = 0  # the chair that begins: it is seat 0 from now on


class Signalled(Event, frozen=True, kw_only=True, tag="signalled"):
    """A seat gives the game's signal, such as "I see a way".

    It is not an action and does not appear in records.
    """

    seat: int


class Ready(Event, frozen=True, kw_only=True, tag="ready"):
    """A person is ready for what comes next."""

    seat: int


class Acted(Event, frozen=True, kw_only=True, tag="acted"):
    """A seat carries out actions, all or none."""

    seat: int  # TABLE: the table itself
    actions: list[int]
    chance: list[list[str]]  # the chance outcomes of each action, in the notation of a record
    cursor: int  # of the random number generator, afterwards
    by: str  # PERSON, BOT
    id: str = ""  # of the request


class Drafted(Event, frozen=True, kw_only=True, tag="drafted"):
    """A seat lays out actions; its latest draft counts."""

    seat: int
    actions: list[int]


class UndoAsked(Event, frozen=True, kw_only=True, tag="undo_asked"):
    """A seat asks the others to let it take back what it did in event `to`."""

    seat: int
    to: int
    id: str = ""


class UndoAllowed(Event, frozen=True, kw_only=True, tag="undo_allowed"):
    """A person allows the request to take a move back."""

    seat: int


class UndoRefused(Event, frozen=True, kw_only=True, tag="undo_refused"):
    """A person refuses the request to take a move back."""

    seat: int


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """A seat takes back what it did in event `to`.

    All actions from that event on no longer count.
    """

    seat: int
    to: int
    id: str = ""


class TookOver(Event, frozen=True, kw_only=True, tag="took_over"):
    """A bot takes over a person's seat."""

    seat: int
    level: str


class HandedBack(Event, frozen=True, kw_only=True, tag="handed_back"):
    """The person takes their seat back from the bot."""

    seat: int


class Said(Event, frozen=True, kw_only=True, tag="said"):
    """Chat."""

    seat: int | None
    person: str
    name: str
    text: str


class Renamed(Event, frozen=True, kw_only=True, tag="renamed"):
    """A person changes their name."""

    seat: int
    person: str
    name: str
    was: str


class Resigned(Event, frozen=True, kw_only=True, tag="resigned"):
    """A person resigns, and the seat finishes last.

    The game is over if only one other seat is left; otherwise a bot plays on.
    """

    seat: int
    id: str = ""


class Flagged(Event, frozen=True, kw_only=True, tag="flagged"):
    """A seat runs out of time, and a bot plays on."""

    seat: int


class Rested(Event, frozen=True, kw_only=True, tag="rested"):
    """A person is on holiday: the seat gets this much more time for its turn."""

    seat: int
    ms: int


class Heartbeat(Event, frozen=True, kw_only=True, tag="beat"):
    """The server is up, and clocks have run until this moment."""


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The server was down: the time since the previous event is not charged to anyone."""


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    """The game is over, and its key is revealed, unless the table is sealed."""

    ranks: list[int] = []  # by seat; journals from before there were ratings have none
    scores: list[int] = []


class Revealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """All tables with the same deal are over: the key of this one is revealed."""


class Rematched(Event, frozen=True, kw_only=True, tag="rematched"):
    """The same people play again, at another table."""

    table: str


AnyEvent = (
    Sat
    | Started
    | Signalled
    | Rested
    | Ready
    | Acted
    | Drafted
    | UndoAsked
    | UndoAllowed
    | UndoRefused
    | Undone
    | TookOver
    | HandedBack
    | Said
    | Renamed
    | Resigned
    | Flagged
    | Heartbeat
    | Resumed
    | Ended
    | Revealed
    | Rematched
)


ABOUT_A_SEAT = (
    Sat
    | Signalled
    | Ready
    | Acted
    | Drafted
    | UndoAsked
    | UndoAllowed
    | UndoRefused
    | Undone
    | TookOver
    | HandedBack
    | Renamed
    | Resigned
    | Flagged
)


def without(event: AnyEvent, person: str, instead: str) -> AnyEvent:
    """Return the event without a person who wants to be forgotten.

    What they did stays; their name and their messages are removed.
    """
    match event:
        case Sat(person=known) if known == person:
            return structs.replace(event, person=instead, name="")
        case Said(person=known) if known == person:
            return structs.replace(event, person=instead, name="", text=SILENCE)
        case Renamed(person=known) if known == person:
            return structs.replace(event, person=instead, name="", was="")
    return event


def silenced(event: AnyEvent, person: str) -> AnyEvent:
    """Return the event, with text and name removed if it is a chat message of that person."""
    if isinstance(event, Said) and event.person == person:
        return structs.replace(event, name="", text=SILENCE)
    return event


def is_silenced(event: object, person: str) -> bool:
    return isinstance(event, Said) and event.person == person and (event.name, event.text) == ("", SILENCE)


def config_without(config: Config, person: str, instead: str) -> Config:
    seats = [
        structs.replace(chair, person=instead, name="") if chair.person == person else chair for chair in config.seats
    ]
    return structs.replace(config, seats=seats)


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


STATUS = {Started: PLAYING, Ended: OVER}  # a table's status after these events


def status_after(events: Iterable[AnyEvent], before: str) -> str:
    """Return a table's status after these events."""
    for event in events:
        before = STATUS.get(type(event), before)
    return before


def mark(kind: type[Event]) -> str:
    """Return the text with which every journal line of this kind of event begins."""
    return f'{{"event":"{kind.__struct_config__.tag}"'


# the last answer, since an event is measured before it is written; replaced as a whole, because
# threads encode as well
_last: tuple[AnyEvent | None, bytes] = None, b""


def encode(event: AnyEvent) -> bytes:
    """Return an event as a line of the journal."""
    global _last
    known, line = _last
    if known is not event:
        line = _encoder.encode(event)
        _last = event, line
    return line


def decode(line: bytes | str) -> AnyEvent:
    return _decoder.decode(line)
