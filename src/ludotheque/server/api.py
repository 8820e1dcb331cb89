"""The JSON interface: games, people, tables. Everything that happens inside a game goes over the websocket instead."""

import re
from hmac import compare_digest
from typing import Any, Literal

import msgspec
from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct, field

from ludotheque.bots.levels import LEVELS, bot
from ludotheque.core import record, registry, rulebook
from ludotheque.core.game import Game
from ludotheque.core.options import Option, Value
from ludotheque.core.words import N_, Words
from ludotheque.server import people
from ludotheque.server.answers import Refusal
from ludotheque.server.gate import person_in
from ludotheque.server.live import Live, LiveTable
from ludotheque.server.replay import Replay, replay_of
from ludotheque.server.store import Seat, TableRow
from ludotheque.server.text import PLAYER, language_in, words_in
from ludotheque.server.warm import Heating
from ludotheque.table import events
from ludotheque.table.events import OVER, Chair, Clock, Config
from ludotheque.table.guide import has_lesson
from ludotheque.table.plies import prepared

AnyRequest = Request[Any, Any, State]

CHAPTER = re.compile(r"^## (R\d+) (.+)$", re.MULTILINE)
STAND_IN = "greedy"  # the bot that plays on for somebody who has left
LOCAL = ("localhost", "127.0.0.1", "[::1]")
LONGEST_BASE_S, LONGEST_INCREMENT_S, MOST_DAYS = 24 * 3600, 3600, 60

# What is asked


class Name(Struct):
    name: str


class NewSeat(Struct):
    kind: Literal["you", "person", "bot", "screen"]
    level: str = "random"
    name: str = ""


class NewClock(Struct):
    kind: Literal["none", "real", "days"] = "none"
    base_s: int = 900
    increment_s: int = 10
    days: int = 3


class Position(Struct):
    """A position of a game that is over."""

    table: str
    ply: int  # how many of its plies have been played there


class NewTable(Struct):
    game: str
    seats: list[NewSeat]
    options: dict[str, Value] = {}
    is_open: bool = False
    clock: NewClock = field(default_factory=NewClock)
    bot_takes_over: bool = False  # for somebody who stays away
    after: Position | None = None  # go on from there; the options are those of that game
    allow_hints: bool = False  # also where several people play


class Join(Struct):
    token: str | None = None


# What is answered


class OptionInfo(Struct):
    name: str
    label: str  # what people call it
    values: list[str]
    labels: list[str]  # and its values
    default: Value
    minimum: int


class GameInfo(Struct):
    id: str
    title: str
    edition: str
    seats: list[int]
    options: list[OptionInfo]
    levels: list[str]
    hides: bool
    promise: str  # what one may expect, in a sentence
    has_art: bool
    sand: list[str] | None = None  # the option and its value with which an hourglass runs, nothing named: always; None: never
    has_lesson: bool = False  # a guided first game


class Me(Struct):
    name: str
    is_guest: bool = True
    account: str | None = None  # the name to log in with


class Opened(Struct):
    table: str
    url: str
    invitations: dict[int, str] = {}
    spectate: str = ""


class Joined(Struct):
    table: str
    url: str
    seat: int | None  # None: watching


class FreeTable(Struct):
    table: str
    url: str
    game: str
    title: str
    host: str
    free: int
    seats: int
    options: dict[str, Any]


class MyTable(Struct):
    table: str
    url: str
    game: str
    title: str
    status: str
    is_your_turn: bool
    is_host: bool


class RuleSentence(Struct):
    number: str
    text: str


class Chapter(Struct):
    number: str
    title: str
    sentences: list[RuleSentence]


class Rules(Struct):
    title: str
    chapters: list[Chapter]


# Who and where


def live_of(request: AnyRequest) -> Live:
    live: Live = request.app.state.live
    return live


def person_of(request: AnyRequest) -> str:
    return person_in(request.scope)


def language_of(request: AnyRequest) -> str:
    return language_in(request.scope)


def name_of(request: AnyRequest) -> str:
    person = person_of(request)
    return live_of(request).store.name_of(person) or people.guest_name(person, language_of(request))


def url_of(table: str) -> str:
    return f"/t/{table}"


def whole(request: AnyRequest, path: str) -> str:
    """An address that can be sent to somebody: whoever sits at the server's own machine may still invite others in the house."""
    settings, host = live_of(request).settings, request.headers.get("host", "")
    own = settings.house_url if host.rpartition(":")[0] in LOCAL else ""
    base = settings.public_url or own or f"{request.url.scheme}://{host}"
    return f"{base.rstrip('/')}{path}"


def link(request: AnyRequest, table: str, token: str) -> str:
    """A whole address with a token: it opens one seat, once, or lets people watch. What stands behind a # is not sent by browsers, and in no log on the way."""
    return whole(request, f"{url_of(table)}#token={token}")


def game_of(name: str) -> Game:
    if name not in registry.names():
        raise Refusal(404, "game/unknown", N_("There is no game called {name}."), name=name)
    return registry.load(name)


async def table_of(request: AnyRequest, table: str) -> LiveTable:
    """A table that the visitor may see."""
    found = await live_of(request).find(table)
    if found is None or not await found.may_watch(person_of(request)):
        raise Refusal(404, "table/unknown", N_("There is no such table, or it is not open to you."))
    return found


# Games


@get("/games", sync_to_thread=True)
def games(request: AnyRequest) -> list[GameInfo]:
    levels = [*LEVELS, *live_of(request).programs.commands]
    return [_info(registry.load(name), levels, language_of(request)) for name in registry.names()]


@get("/warmth", sync_to_thread=True)
def warmth(request: AnyRequest) -> list[Heating]:
    """What is being compiled now."""
    return live_of(request).warmth.progress()


def _info(game: Game, levels: list[str], language: str) -> GameInfo:
    options = [_option(game, option, game.words(language)) for option in game.options]
    has_art = (game.folder / "art.svg").is_file()
    return GameInfo(game.id, game.title, game.components.edition, list(game.seats), options, levels, game.hides, _promise(game, language), has_art, _sand(game), has_lesson(game))


def _option(game: Game, option: Option, words: Words) -> OptionInfo:
    labels = [game.label(words, f"{option.name}={value}") for value in option.values]
    return OptionInfo(option.name, game.label(words, option.name), list(option.values), labels, option.default, option.minimum)


def _sand(game: Game) -> list[str] | None:
    return list(game.sand_if or ()) if game.sand_s else None


def _promise(game: Game, language: str) -> str:
    """The first sentence of the rules, below their title."""
    return rulebook.joined(rulebook.path(game, language).read_text().split("\n\n")[1]).partition(". ")[0] + "."


@get("/rules/{game:str}", sync_to_thread=True)
def rules(request: AnyRequest, game: FromPath[str]) -> Rules:
    chosen = game_of(game)
    text = rulebook.path(chosen, language_of(request)).read_text()
    sentences = rulebook.sentences_of(text)
    chapters = [Chapter(number, title, [RuleSentence(key, words) for key, words in sentences.items() if key.startswith(f"{number}.")]) for number, title in CHAPTER.findall(text)]
    return Rules(chosen.title, chapters)


# People


@get("/me", sync_to_thread=True)
def me(request: AnyRequest) -> Me:
    return me_of(request, name_of(request))


@post("/me", status_code=200, sync_to_thread=True)
def rename(request: AnyRequest, data: JSONBody[Name]) -> Me:
    name = people.checked_name(data.name)
    live_of(request).store.remember(person_of(request), name)
    return me_of(request, name)


def me_of(request: AnyRequest, name: str) -> Me:
    account = live_of(request).store.account_of(person_of(request))
    return Me(name, account is None, account)


# Tables


@post("/tables")
async def open_table(request: AnyRequest, data: JSONBody[NewTable]) -> Opened:
    live, person = live_of(request), person_of(request)
    name = await live.in_thread(name_of, request)
    game = await live.in_thread(game_of, data.game)  # the first time it is read from disk
    source = await table_of(request, data.after.table) if data.after else None
    row = make_row(live, game, data, person, name, language_of(request), source)
    await live.in_thread(live.store.remember, person, name)
    await live.open(row)
    return opened(request, row)


def make_row(live: Live, game: Game, data: NewTable, person: str, name: str, language: str, source: LiveTable | None = None) -> TableRow:
    game.check_seats(len(data.seats))
    options = data.options if source is None else source.table.options
    kinds = [seat.kind for seat in data.seats]
    if kinds.count("you") > 1 or ("screen" in kinds and "you" not in kinds):
        raise Refusal(400, "table/seats", N_("You can sit on one seat; others at your screen need you there."))
    if "screen" in kinds and game.sand_ms(game.complete_options(options)):
        raise Refusal(400, "table/seats", N_("Against the hourglass everybody needs a screen of their own."))
    chairs = [_chair(live, number, seat, person, name, language) for number, seat in enumerate(data.seats)]
    config = Config(
        game.id,
        chairs,
        game.complete_options(options),
        _clock(data.clock),
        bot_takes_over=data.bot_takes_over,
        stand_in=STAND_IN,
        prepared=_prepared(data, source),
        allow_hints=data.allow_hints,
    )
    return row_of(live, config, person, data.is_open)


def _prepared(data: NewTable, source: LiveTable | None) -> events.Prepared | None:
    """Only a game that is over may be gone on from: before, its players would learn what is hidden from them."""
    if data.after is None or source is None:
        return None
    table = source.table
    if table.status != OVER:
        raise Refusal(409, "table/not_over", N_("This game is not over yet."))
    if (table.game.id, table.seats) != (data.game, len(data.seats)) or not 0 <= data.after.ply < len(table.plies):
        raise Refusal(400, "table/position", N_("The game goes on with {seats} seats, from a position before its end."), seats=table.seats)
    return prepared(table, data.after.ply)


def row_of(live: Live, config: Config, host: str, is_open: bool) -> TableRow:
    seats = [
        Seat(number, events.PERSON if chair.kind == events.OPEN else chair.kind, chair.person or None, None if _is_taken(chair) else people.new_token())
        for number, chair in enumerate(config.seats)
    ]
    return TableRow(
        id=people.new_table_id(),
        game=config.game,
        config=msgspec.json.encode(config),
        key=live.settings.make_key(),
        host=host,
        is_open=is_open,
        has_clock=config.clock.kind != events.NO_CLOCK or registry.load(config.game).sand_ms(config.options) > 0,
        watch_token=people.new_token(),
        rematch=None,
        seats=seats,
    )


def _is_taken(chair: Chair) -> bool:
    return chair.kind == events.BOT or bool(chair.person)


def _chair(live: Live, number: int, seat: NewSeat, person: str, name: str, language: str) -> Chair:
    own_name = people.checked_name(seat.name) if seat.name else ""
    if seat.kind == "bot":
        if seat.level not in live.programs.commands:
            bot(seat.level)  # refuses a level that there is not
        return Chair(events.BOT, own_name, level=seat.level)
    if seat.kind == "screen":
        return Chair(events.SCREEN, own_name or words_in(language)(PLAYER, number=number + 1), person=person)
    if seat.kind == "you":
        return Chair(events.PERSON, name, person=person)
    return Chair(events.OPEN)


def _clock(clock: NewClock) -> Clock:
    if not (0 < clock.base_s <= LONGEST_BASE_S and 0 <= clock.increment_s <= LONGEST_INCREMENT_S and 0 < clock.days <= MOST_DAYS):
        message = N_("A clock has up to {base} s, {increment} s for each turn, or {days} days for each turn.")
        raise Refusal(400, "table/clock", message, base=LONGEST_BASE_S, increment=LONGEST_INCREMENT_S, days=MOST_DAYS)
    if clock.kind == "real":
        return Clock(events.REAL_TIME, base_ms=1000 * clock.base_s, increment_ms=1000 * clock.increment_s)
    return Clock(events.DAYS, days=clock.days) if clock.kind == "days" else Clock()


def opened(request: AnyRequest, row: TableRow) -> Opened:
    invitations = {seat.seat: link(request, row.id, seat.token) for seat in row.seats if seat.token}
    return Opened(row.id, url_of(row.id), invitations, link(request, row.id, row.watch_token))


@get("/tables", sync_to_thread=True)
def free_tables(request: AnyRequest) -> list[FreeTable]:
    """Open tables with a free chair."""
    rows = live_of(request).store.free_chairs()
    return [
        FreeTable(
            row["table"],
            url_of(row["table"]),
            row["game"],
            game_of(row["game"]).title,
            row["host"],
            row["free"],
            row["seats"],
            msgspec.json.decode(row["config"], type=Config).options,
        )
        for row in rows
    ]


@get("/my", sync_to_thread=True)
def my_tables(request: AnyRequest) -> list[MyTable]:
    """The tables the visitor sits at or has opened, latest first."""
    live, person = live_of(request), person_of(request)
    found = []
    for row in live.store.tables_of(person):
        known = live.tables.get(row["table"])  # knows it sooner than the note on disk
        status, to_act = (known.table.status, known.to_act) if known else (row["status"], row["to_act"])
        is_turn = any(to_act >> int(seat) & 1 for seat in (row["seats"] or "").split(",") if seat)
        found.append(MyTable(row["table"], url_of(row["table"]), row["game"], game_of(row["game"]).title, status, is_turn, row["host"] == person))
    return found


@post("/tables/{table:str}/join", status_code=200)
async def join(request: AnyRequest, table: FromPath[str], data: JSONBody[Join]) -> Joined:
    """Take the chair that a token opens, or the first free one of an open table; or be let in to watch."""
    live, person = live_of(request), person_of(request)
    found = await live.find(table)
    if found is None:
        raise Refusal(404, "table/unknown", N_("There is no such table."))
    if seats := found.seats_of(person):
        return Joined(table, url_of(table), seats[0])
    name = await live.in_thread(name_of, request)
    await live.in_thread(live.store.remember, person, name)
    if data.token is not None and compare_digest(data.token.encode(), found.row.watch_token.encode()):
        await live.in_thread(live.store.watch, table, person)
        return Joined(table, url_of(table), None)
    return Joined(table, url_of(table), await live.sit(found, data.token, person, name))


@post("/tables/{table:str}/rematch", status_code=200)
async def rematch(request: AnyRequest, table: FromPath[str]) -> Opened:
    """The same people again, the next seat begins. Whoever asks later is sent to the same table."""
    live, person = live_of(request), person_of(request)
    found = await table_of(request, table)
    if not found.seats_of(person):
        raise Refusal(403, "seat/none", N_("Only who sits at this table can ask for a rematch."))
    if found.table.status != OVER:
        raise Refusal(409, "table/not_over", N_("This game is not over yet."))
    chairs = found.table.chairs
    afresh = {"prepared": None, "is_lesson": False} if found.table.config.is_lesson else {}
    config = msgspec.structs.replace(found.table.config, seats=[*chairs[1:], chairs[0]], **afresh)
    row = await live.open(row_of(live, config, person, found.row.is_open), rematch_of=found)
    return opened(request, row)


@delete("/tables/{table:str}", status_code=204)
async def close_table(request: AnyRequest, table: FromPath[str]) -> None:
    """The host closes a table for good: whoever is there is told, and nothing of it is kept."""
    found = await table_of(request, table)
    if found.row.host != person_of(request):
        raise Refusal(403, "table/not_host", N_("Only who opened this table can close it."))
    await live_of(request).delete(table)


@get("/tables/{table:str}/record")
async def table_record(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The game so far, as the visitor may see it; all of it once it is over."""
    found = await table_of(request, table)
    async with found.lock:  # what others may not know yet is found out by trying, which takes a while
        text = record.dumps(await live_of(request).in_thread(found.record, person_of(request)))
    headers = {"content-disposition": f'attachment; filename="{found.row.game}-{table}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@get("/tables/{table:str}/replay")
async def replay(request: AnyRequest, table: FromPath[str], seat: FromQuery[int | None] = None) -> Replay:
    """The game so far, step by step, through the eyes of one seat: the visitor's own while the game runs, any once it is over."""
    found = await table_of(request, table)
    allowed = found.eyes_of(person_of(request))
    eyes = allowed[0] if seat is None else seat
    if eyes not in allowed:
        raise Refusal(403, "seat/not_yours", N_("While the game runs you see it through your own eyes only."))
    async with found.lock:
        return await live_of(request).in_thread(replay_of, found.table, eyes, allowed, language_of(request))


api = Router("/api", route_handlers=[games, warmth, rules, me, rename, open_table, free_tables, my_tables, join, rematch, close_table, table_record, replay])
