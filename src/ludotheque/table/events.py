"""The journal: what a table is opened with, and everything that ever happens at it. State is a cache that is rebuilt from these.

Every event has its number `seq`, 1, 2, 3, … without a gap and never used twice, and the time it happened at. What chance decided is written down with the action, so that a
journal can be replayed without the generator.
"""

from typing import Any

import msgspec
from msgspec import Struct, structs

# What a table is opened with

PERSON, BOT, SCREEN, OPEN = "person", "bot", "screen", "open"
WAITING, PLAYING, OVER = "waiting", "playing", "over"  # how far a table is
BEFORE = "before"  # who played what was played before the game went on here
NO_CLOCK, REAL_TIME, DAYS = "none", "real", "days"
DAY_MS = 86_400_000
SILENCE = "…"  # instead of what somebody said who has left


class Chair(Struct, frozen=True):
    """A chair and who sits on it when the table is opened. A person without an id, or `open`, is still to come."""

    kind: str  # PERSON, BOT, SCREEN (shares somebody's screen), OPEN
    name: str = ""
    level: str = ""  # of a bot
    person: str = ""  # id


class Clock(Struct, frozen=True):
    """How long one may think. Increment and days count per turn, however many plies it has."""

    kind: str = NO_CLOCK  # NO_CLOCK, REAL_TIME, DAYS
    base_ms: int = 0
    increment_ms: int = 0
    days: int = 0

    @property
    def first_ms(self) -> int:
        return self.days * DAY_MS if self.kind == DAYS else self.base_ms


class Prepared(Struct, frozen=True):
    """A position of another game, from which this one goes on: how it was dealt and played until there. What chance decides from here on comes from a new key."""

    of: str  # the commitment of that game
    setup: dict[str, Any]
    plies: list[tuple[int, int, list[str]]]  # seat, action, what chance decided


class Config(Struct, frozen=True):
    """All that is agreed before the game."""

    game: str
    seats: list[Chair]
    options: dict[str, Any] = {}
    clock: Clock = Clock()
    allow_undo: bool = True
    bot_takes_over: bool = False  # for a person who stays away
    stand_in: str = "random"  # the level of the bot that plays on for somebody who is away, has resigned, or has no time left
    prepared: Prepared | None = None
    is_lesson: bool = False  # a guided first game
    allow_hints: bool = False  # also where several people play; whoever plays alone may always ask


# What happens


class Event(Struct, frozen=True, tag_field="event", kw_only=True):
    seq: int
    at_ms: int


class Sat(Event, frozen=True, kw_only=True, tag="sat"):
    """A person takes a chair."""

    seat: int
    person: str
    name: str


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """The game begins: everybody is there."""

    setup: dict[str, Any]  # the deal, in the words of a record


class Acted(Event, frozen=True, kw_only=True, tag="acted"):
    """One seat carries actions out, all of them or none."""

    seat: int  # TABLE: the table itself
    actions: list[int]
    chance: list[list[str]]  # what chance decided in each, in the words of a record
    cursor: int  # of the generator, afterwards
    by: str  # PERSON, BOT
    id: str = ""  # of the request


class Drafted(Event, frozen=True, kw_only=True, tag="drafted"):
    """Actions that a seat tries out; the latest counts."""

    seat: int
    actions: list[int]


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """A seat takes back what it did in event `to`: everything acted from there on does not count any more."""

    seat: int
    to: int
    id: str = ""


class TookOver(Event, frozen=True, kw_only=True, tag="took_over"):
    """A bot plays for a person."""

    seat: int
    level: str


class HandedBack(Event, frozen=True, kw_only=True, tag="handed_back"):
    """The person plays again."""

    seat: int


class Said(Event, frozen=True, kw_only=True, tag="said"):
    """Chat."""

    seat: int | None
    person: str
    name: str
    text: str


class Resigned(Event, frozen=True, kw_only=True, tag="resigned"):
    """A person gives up: a bot plays on, and the seat comes last."""

    seat: int
    id: str = ""


class Flagged(Event, frozen=True, kw_only=True, tag="flagged"):
    """A seat has no time left: a bot plays on."""

    seat: int


class Beat(Event, frozen=True, kw_only=True, tag="beat"):
    """The server is up, and clocks have run until now."""


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The server was down: the time since the event before counts for nobody."""


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    """The game is over: its key is shown."""


class Rematched(Event, frozen=True, kw_only=True, tag="rematched"):
    """The same people play again, at another table."""

    table: str


AnyEvent = Sat | Started | Acted | Drafted | Undone | TookOver | HandedBack | Said | Resigned | Flagged | Beat | Resumed | Ended | Rematched


def without(event: AnyEvent, person: str, instead: str) -> AnyEvent:
    """The same event after somebody wanted to be forgotten: what was done stays, who it was and what they said goes."""
    if not isinstance(event, Sat | Said) or event.person != person:
        return event
    nameless = structs.replace(event, person=instead, name="")
    return structs.replace(nameless, text=SILENCE) if isinstance(nameless, Said) else nameless


def config_without(config: Config, person: str, instead: str) -> Config:
    seats = [structs.replace(chair, person=instead, name="") if chair.person == person else chair for chair in config.seats]
    return structs.replace(config, seats=seats)


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """An event as a line of the journal."""
    return _encoder.encode(event)


def decode(line: bytes | str) -> AnyEvent:
    return _decoder.decode(line)
