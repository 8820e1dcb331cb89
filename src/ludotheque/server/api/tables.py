"""Tables: opening, listing, joining and closing them.

What happens inside a game goes over the websocket instead.
"""

import asyncio
from collections import Counter
from typing import Any

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from ludotheque.core import registry
from ludotheque.core.game import Game
from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import (
    AnyRequest,
    address_of,
    any_table,
    game_of,
    hall_of,
    language_of,
    person_of,
    table_of,
    url_of,
    url_with_token,
    write_down,
)
from ludotheque.server.api.games import PawnInfo, pawns_of
from ludotheque.server.api.new_tables import Host, NewTable, make_row, row_of
from ludotheque.server.api.order import title_of
from ludotheque.server.api.people import me_of
from ludotheque.server.hosts import network_of
from ludotheque.server.live.hall import Hall
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.visits import free_seat
from ludotheque.server.loading import UNPLAYABLE
from ludotheque.server.people import free_name
from ludotheque.server.store import TableRow
from ludotheque.server.store.lists import Sitter
from ludotheque.table.events import BOT, OVER, PERSON, PLAYING, SCREEN, Chair, Config, Said
from ludotheque.table.names import own_name


class Token(Struct):
    token: str | None = None


class Join(Struct):
    token: str | None = None
    pawn: str = ""


class Line(Struct):
    seq: int  # of the chat message's event


class FreeChair(Struct):
    """A chair that the visitor may take, and the pawns to choose from, if any."""

    game: str
    title: str
    pawns: list[PawnInfo]
    is_seat: bool = False  # there is a chair to take; otherwise the visitor already has one, or watches
    name: str = ""  # the default name of a guest; empty if an account already has one


class Opened(Struct):
    table: str
    url: str
    invitations: dict[int, str] = {}
    spectate: str = ""
    goes_on: bool = False  # an unfinished lesson


class Joined(Struct):
    table: str
    url: str
    seat: int | None  # None for a spectator


class MyTable(Struct):
    table: str
    url: str
    game: str
    title: str
    status: str
    is_your_turn: bool
    is_host: bool
    others: list[str]  # the other players; bots of the same kind are counted
    waits_for: list[str]  # people who are to act
    free: int  # free seats
    moves: int  # so far
    seq: int  # of the last event; the picture changes with it
    touched: int  # when something last happened, in seconds since 1970
    is_lesson: bool


# Opening


@post("/tables")
async def open_table(request: AnyRequest, data: JSONBody[NewTable]) -> Opened:
    return await new_table(request, data)


async def new_table(request: AnyRequest, data: NewTable) -> Opened:
    hall = hall_of(request)
    source = await table_of(request, data.after.table) if data.after else None
    game = await asyncio.to_thread(game_to_play, data.game, source)
    visitor = await asyncio.to_thread(me_of, request)
    host = Host(person_of(request), visitor.name, language_of(request), not visitor.is_guest)
    row = make_row(hall, game, data, host, source)
    await asyncio.to_thread(hall.store.people.remember, host.person, host.name)
    await hall.tables.open(row, network_of(address_of(request)))
    return opened(request, row)


def game_to_play(name: str, source: LiveTable | None) -> Game:
    """Return a game with the box for new tables, or with that of the game to continue from."""
    game = game_of(name)
    is_going_on = source is not None and source.table.game.id == game.id
    return registry.load(source.row.full_name) if source and is_going_on else registry.current(name)


def opened(request: AnyRequest, row: TableRow) -> Opened:
    """Return the addresses of a table that its host may share."""
    invitations = {seat.seat: url_with_token(request, row.id, seat.token) for seat in row.seats if seat.token}
    return Opened(row.id, url_of(row.id), invitations, url_with_token(request, row.id, row.watch_token))


@post("/tables/{table:str}/rematch", status_code=200)
async def rematch(request: AnyRequest, table: FromPath[str]) -> Opened:
    """Open a rematch with the same people; the next seat begins.

    Later requests get the same table.
    """
    hall, person = hall_of(request), person_of(request)
    live = await table_of(request, table)
    if not live.seats_of(person):
        raise HttpRefusal(403, "seat/none", N_("Only players at this table can ask for a rematch."))
    if live.table.status != OVER:
        raise HttpRefusal(409, "table/not_over", N_("This game is not over yet."))
    chairs = await asyncio.to_thread(chairs_now, hall, live.table.chairs)
    row = row_of(hall, rematch_config(live.table.config, chairs), person, live.row.is_open)
    return opened(request, await hall.tables.open_rematch(row, live))


def chairs_now(hall: Hall, chairs: list[Chair]) -> list[Chair]:
    """Return the chairs with people's current names; this reads the database."""
    now: list[Chair] = []
    for chair in chairs:
        known = hall.store.people.name_of(chair.person) if chair.kind == PERSON else None
        name = free_name(known, (one.name for one in now)) if known else chair.name
        now.append(msgspec.structs.replace(chair, name=name))
    return now


def rematch_config(config: Config, chairs: list[Chair]) -> Config:
    """Return the same game with the next seat first, without a lesson."""
    afresh: dict[str, Any] = {"prepared": None, "is_lesson": False} if config.is_lesson else {}
    afresh |= {"tournament": "", "is_sealed": False}
    return msgspec.structs.replace(config, seats=[*chairs[1:], chairs[0]], by_lot=False, **afresh)


# Lists


def config_in(game: str, config: bytes) -> Config:
    """Return a table's configuration; a damaged one has no chairs, and can only be deleted."""
    try:
        return msgspec.json.decode(config, type=Config)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Config(game, [])


@get("/my", sync_to_thread=True)
def my_tables(request: AnyRequest) -> list[MyTable]:
    """List the tables where the visitor has a seat or that they opened, latest first."""
    hall, person, language = hall_of(request), person_of(request), language_of(request)
    rows = [row for row in hall.store.lists.tables_of(person) if not config_in(row["game"], row["config"]).puzzle]
    sitters = hall.store.lists.sitters([row["table"] for row in rows])
    return [my_table(row, hall.memory.get(row["table"]), person, sitters[row["table"]], language) for row in rows]


def my_table(row: dict[str, Any], live: LiveTable | None, person: str, sitters: list[Sitter], language: str) -> MyTable:
    """Return a table's entry in a list, from memory if it is there: the disk may lag behind."""
    status, to_act = (live.table.status, live.to_act) if live else (row["status"], row["to_act"])
    to_act = to_act if status == PLAYING else 0
    config = config_in(row["game"], row["config"])
    others = [sitter for sitter in sitters if sitter.person not in ("", person)]
    return MyTable(
        row["table"],
        url_of(row["table"]),
        row["game"],
        title_of(row["game"]),
        status,
        is_your_turn=any(to_act >> int(seat) & 1 for seat in (row["seats"] or "").split(",") if seat),
        is_host=row["host"] == person,
        others=[*(sitter.name for sitter in others), *unseated(config, language)],
        waits_for=[sitter.name for sitter in others if to_act >> sitter.seat & 1],
        free=sum(not sitter.person for sitter in sitters),
        moves=len(live.table.plies) if live else row["plies"],
        seq=live.table.seq if live else row["seq"],
        touched=row["touched"],
        is_lesson=config.is_lesson,
    )


def unseated(config: Config, language: str) -> list[str]:
    """Return the names of players without their own cookie: bots, and others at one screen."""
    names = Counter(
        own_name(chair, seat, language) for seat, chair in enumerate(config.seats) if chair.kind in (BOT, SCREEN)
    )
    return [f"{count} × {name}" if count > 1 else name for name, count in names.items()]


# Joining and closing


@post("/tables/{table:str}/chair", status_code=200)
async def free_chair(request: AnyRequest, table: FromPath[str], data: JSONBody[Token]) -> FreeChair:
    """Return the choices to make before taking a chair.

    It is the chair that the token opens, or the first free one of an open table.
    """
    live = await any_table(request, table)
    game, words = live.table.game, live.table.game.words(language_of(request))
    if live.seats_of(person_of(request)) or live.is_watch_token(data.token):
        return FreeChair(game.id, game.title, [])
    free_seat(live, data.token)
    visitor = await asyncio.to_thread(me_of, request)
    pawns = pawns_of(game, words, live.table.seating.pawns_taken)
    return FreeChair(game.id, game.title, pawns, True, visitor.name if visitor.is_guest else "")


@post("/tables/{table:str}/join", status_code=200)
async def join(request: AnyRequest, table: FromPath[str], data: JSONBody[Join]) -> Joined:
    """Take a chair, or start watching.

    The chair is the one that the token opens, or the first free one of an open table.
    """
    hall, person = hall_of(request), person_of(request)
    live = await any_table(request, table)
    if seats := live.seats_of(person):
        return Joined(table, url_of(table), seats[0])
    name = await asyncio.to_thread(write_down, request)
    if live.is_watch_token(data.token) and not live.is_sealed:
        await asyncio.to_thread(hall.store.tables.watch, table, person)
        return Joined(table, url_of(table), None)
    return Joined(table, url_of(table), await hall.visits.sit(live, data.token, person, name, data.pawn))


@post("/tables/{table:str}/silence", status_code=204)
async def silence(request: AnyRequest, table: FromPath[str], data: JSONBody[Line]) -> None:
    """Remove all messages of a line's author at this table, if the host asks."""
    live, person = await table_of(request, table), person_of(request)
    if live.row.host != person:
        raise HttpRefusal(403, "table/not_host", N_("Only the host can remove messages at this table."))
    said = next((entry for entry in live.table.log if isinstance(entry, Said) and entry.seq == data.seq), None)
    if said is None or said.person == person:
        raise HttpRefusal(404, "chat/unknown", N_("There is no such message by another person."))
    await hall_of(request).forgetting.silence(live, said.person)


@delete("/tables/{table:str}", status_code=204)
async def close_table(request: AnyRequest, table: FromPath[str]) -> None:
    """Close a table for good, as its host; everyone there is told, and all its data is deleted."""
    row = await asyncio.to_thread(hall_of(request).store.tables.row, table)
    if row is None or row.host != person_of(request):
        await table_of(request, table)  # refuses visitors who may not even see it
        raise HttpRefusal(403, "table/not_host", N_("Only the host can close this table."))
    if (row.is_rated or row.tournament) and await is_played(hall_of(request), table):
        raise HttpRefusal(
            409, "table/rated", N_("A game that counts cannot be deleted while it is played: resign instead.")
        )
    await hall_of(request).closing.delete(table)


async def is_played(hall: Hall, table: str) -> bool:
    """Return whether a game is going on at a table; a damaged one cannot go on."""
    try:
        live = await hall.tables.find(table)
    except UNPLAYABLE:
        return False
    return live is not None and live.table.status == PLAYING
