"""New tables: from a request to the row that is stored."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec import Struct, field

from ludotheque.bots.levels import LEVELS, bot, check_level
from ludotheque.core.chance import KEY_BYTES
from ludotheque.core.game import Game
from ludotheque.core.options import Value
from ludotheque.core.words import N_
from ludotheque.server import people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.live.hall import Hall
from ludotheque.server.live.table import LiveTable
from ludotheque.server.pairing import Seek
from ludotheque.server.rows import new_row, seat_of
from ludotheque.server.store import TableRow
from ludotheque.server.text import NOT_FOR_GUESTS, PLAYER, words_in
from ludotheque.table import events
from ludotheque.table.events import Chair, Clock, Config
from ludotheque.table.recording import prepared

STAND_IN = "greedy"  # the bot that plays on for people who have left
LONGEST_BASE_S, LONGEST_INCREMENT_S, MOST_DAYS = 24 * 3600, 3600, 60


class NewSeat(Struct):
    kind: Literal["you", "person", "bot", "screen"]
    level: str = "random"
    name: str = ""
    pawn: str = ""  # one of the game's; empty: assigned at random


class NewClock(Struct):
    kind: Literal["none", "real", "days"] = "none"
    base_s: int = 900
    increment_s: int = 10
    days: int = 3


class Position(Struct):
    """A position of a game that is over."""

    table: str
    ply: int  # how many plies led to it


class NewTable(Struct):
    game: str
    seats: list[NewSeat]
    options: dict[str, Value] = {}  # others have the value that the game proposes for this many people
    is_open: bool = False
    clock: NewClock = field(default_factory=NewClock)
    bot_takes_over: bool = False  # when a person stays away
    after: Position | None = None  # continue from there, with the options of that game
    allow_hints: bool = False  # even when several people play
    is_friendly: bool = False  # moves are taken back without asking, even when several people play
    first: Literal["lot", "seated"] = "lot"  # who begins: chosen at random, or the first of `seats`
    is_rated: bool = False  # for accounts and the bots of the house; with a clock, without help


@dataclass(frozen=True)
class Host:
    """The person who opens a table."""

    person: str
    name: str
    language: str
    has_account: bool = True


def make_row(hall: Hall, game: Game, wish: NewTable, host: Host, source: LiveTable | None = None) -> TableRow:
    """Return the requested table, or refuse; `source` is the game to continue from."""
    game.check_seats(len(wish.seats))
    kinds = [seat.kind for seat in wish.seats]
    options = proposed_options(game, kinds) | wish.options if source is None else source.table.options
    check_kinds(game, kinds, options)
    if wish.is_rated:
        check_rated(wish, host)
    config = Config(
        game.id,
        chairs_of(hall, game, wish, host, options),
        game.complete_options(options),
        clock_of(wish.clock),
        bot_takes_over=wish.bot_takes_over,
        stand_in=STAND_IN,
        prepared=position_of(wish, source),
        allow_hints=wish.allow_hints,
        is_friendly=wish.is_friendly,
        allow_undo=not wish.is_rated,
        is_rated=wish.is_rated,
        by_lot=wish.first == "lot" and source is None,
        box=game.components.box,
    )
    return row_of(hall, config, host.person, wish.is_open)


def proposed_options(game: Game, kinds: Sequence[str]) -> dict[str, Value]:
    """Return the options that the game proposes for these people.

    The hourglass is left out if some of them share a screen.
    """
    proposed = game.proposed_options(sum(kind != "bot" for kind in kinds))
    is_shared = "screen" in kinds and game.sand_ms(proposed) > 0
    return game.complete_options({}) if is_shared else proposed


def check_kinds(game: Game, kinds: Sequence[str], options: dict[str, Value]) -> None:
    """Refuse combinations of seats that are not possible."""
    if kinds.count("you") > 1 or ("screen" in kinds and "you" not in kinds):
        raise HttpRefusal(
            400,
            "table/seats",
            N_("You can take only one seat, and others can play on your screen only if you have one."),
        )
    if "screen" in kinds and game.sand_ms(game.complete_options(options)):
        raise HttpRefusal(400, "table/seats", N_("With the hourglass, every player needs their own screen."))


def check_rated(wish: NewTable, host: Host) -> None:
    """Refuse a rated game that would not be fair, or that somebody could leave without losing."""
    if not host.has_account:
        raise HttpRefusal(403, "table/rated_guest", NOT_FOR_GUESTS)
    is_helped = wish.allow_hints or wish.is_friendly or wish.after is not None
    is_house = all(seat.level in LEVELS for seat in wish.seats if seat.kind == "bot")
    if is_helped or not is_house or wish.clock.kind == "none" or any(seat.kind == "screen" for seat in wish.seats):
        message = N_(
            "A rated game starts from the beginning and has a clock, no hints and no friendly undo. Every person"
            " plays at their own screen, and the bots are those of the five levels."
        )
        raise HttpRefusal(400, "table/rated", message)


def chairs_of(hall: Hall, game: Game, wish: NewTable, host: Host, options: dict[str, Value]) -> list[Chair]:
    """Return the chairs; refuse a pawn that does not exist, or one that two people choose."""
    chairs = [chair_of(hall, game, number, seat, host) for number, seat in enumerate(wish.seats)]
    if any(chair.pawn for chair in chairs):
        game.new(len(chairs), options, bytes(KEY_BYTES), [chair.pawn or None for chair in chairs])
    return chairs


def chair_of(hall: Hall, game: Game, number: int, seat: NewSeat, host: Host) -> Chair:
    own_name = people.chosen_name(seat.name) if seat.name else ""
    match seat.kind:
        case "bot":
            if seat.level not in hall.programs.commands:
                bot(seat.level)  # raises if there is no such level
                check_level(game, seat.level)
            return Chair(events.BOT, own_name, level=seat.level, pawn=seat.pawn)
        case "screen":
            name = own_name or words_in(host.language)(PLAYER, number=number + 1)
            return Chair(events.SCREEN, name, person=host.person, pawn=seat.pawn)
        case "you":
            return Chair(events.PERSON, host.name, person=host.person, pawn=seat.pawn)
        case "person":
            return Chair(events.OPEN)


def clock_of(clock: NewClock) -> Clock:
    """Return the requested clock, or refuse it."""
    check_clock(clock)
    match clock.kind:
        case "real":
            return Clock(events.REAL_TIME, base_ms=1000 * clock.base_s, increment_ms=1000 * clock.increment_s)
        case "days":
            return Clock(events.DAYS, days=clock.days)
        case "none":
            return Clock()


def check_clock(clock: NewClock) -> None:
    is_base_fine, is_increment_fine = 0 < clock.base_s <= LONGEST_BASE_S, 0 <= clock.increment_s <= LONGEST_INCREMENT_S
    if not (is_base_fine and is_increment_fine and 0 < clock.days <= MOST_DAYS):
        message = N_("A clock allows at most {base} s plus {increment} s per turn, or {days} days per turn.")
        most = {"base": LONGEST_BASE_S, "increment": LONGEST_INCREMENT_S, "days": MOST_DAYS}
        raise HttpRefusal(400, "table/clock", message, **most)


def position_of(wish: NewTable, source: LiveTable | None) -> events.Prepared | None:
    """Return the position to continue from, if there is one.

    That game must be over: before that, its players would learn what is hidden from them.
    """
    if wish.after is None or source is None:
        return None
    table = source.table
    if not table.is_revealed:
        raise HttpRefusal(409, "table/not_over", N_("This game is not over yet."))
    if (table.game.id, table.seats) != (wish.game, len(wish.seats)) or not 0 <= wish.after.ply < len(table.plies):
        message = N_("This game can be continued with {seats} seats only, and from a position before its end.")
        raise HttpRefusal(400, "table/position", message, seats=table.seats)
    return prepared(table, wish.after.ply)


# The stored row


def row_of(hall: Hall, config: Config, host: str, is_open: bool, rules_version: int | None = None) -> TableRow:
    """Return the row of a new table, with a key of its own and invitations to its free seats."""
    return new_row(config, host, is_open, hall.settings.make_key(), rules_version)


def seated(row: TableRow, group: Sequence[Seek]) -> TableRow:
    """Return a table at which people who were paired sit, in an order of their own."""
    config = msgspec.json.decode(row.config, type=Config)
    chairs: list[Chair] = []
    for seek in random.sample(group, len(group)):
        name = people.free_name(seek.name, (chair.name for chair in chairs))
        chairs.append(Chair(events.PERSON, name, person=seek.person))
    config = msgspec.structs.replace(config, seats=chairs)
    seats = [seat_of(number, chair) for number, chair in enumerate(chairs)]
    return msgspec.structs.replace(row, config=msgspec.json.encode(config), seats=seats)
