"""Tournaments as visitors see them: the list, live standings, and results as a file."""

import asyncio
import csv
import io
import time
from functools import partial
from typing import Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct
from msgspec.structs import replace

from ludotheque.core.chance import commitment
from ludotheque.core.words import N_
from ludotheque.server import people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, hall_of, language_of, person_of, shared_of, url_of
from ludotheque.server.api.finding import PACES
from ludotheque.server.api.new_tables import clock_of
from ludotheque.server.api.order import title_of
from ludotheque.server.api.reading import readers_of
from ludotheque.server.profile import SOMEONE
from ludotheque.server.store import Store
from ludotheque.server.text import words_in
from ludotheque.server.tournament.course import MINUTE_MS, Tournament
from ludotheque.server.tournament.model import OPEN, PLAYING, Board, Plan, round_key
from ludotheque.server.tournament.standings import points_by_round
from ludotheque.table import text
from ludotheque.table.result import BOT_PLAYER


class Listed(Struct):
    id: str
    url: str
    name: str
    game: str
    title: str
    kind: str
    status: str
    round: int
    entrants: int
    is_rated: bool
    is_duplicate: bool


class EntrantInfo(Struct):
    number: int
    name: str
    is_bot: bool
    is_out: bool
    rank: int
    points: float
    opponents: float
    wins: int
    games: int
    byes: int


class BoardInfo(Struct):
    round: int
    board: int
    players: list[int]
    points: list[float]  # what it was worth, once it is over
    scores: list[int]
    url: str  # of the table; empty for a bye
    is_over: bool
    is_void: bool
    is_yours: bool = False


class Info(Struct):
    """A tournament as a visitor sees it."""

    id: str
    name: str
    game: str
    title: str
    kind: str
    status: str
    seats: int
    round: int
    rounds: int  # in all; 0 if that is not known yet, or in an arena
    pace: str
    is_rated: bool
    is_duplicate: bool
    ends_s: int | None  # of an arena: seconds until nobody is paired any more
    host: str
    commitments: list[str]  # of a duplicate tournament: one for each round, the same at all its tables
    entrants: list[EntrantInfo]  # the leader first
    boards: list[BoardInfo]  # the latest round first
    is_host: bool = False
    is_in: bool = False  # the visitor takes part
    can_start: bool = False
    your_table: str = ""  # the address of the table where the visitor is to play


def address(tournament: str) -> str:
    return f"/tournament/{tournament}"


async def found_by(request: AnyRequest, tournament: str) -> Tournament:
    """Return a tournament, or refuse."""
    return await asyncio.to_thread(find, hall_of(request).store, tournament)


def find(store: Store, tournament: str) -> Tournament:
    known = tournament.isascii() and tournament.isalnum()  # PostgreSQL does not accept every text
    found = store.tournaments.find(tournament) if known else None
    if found is None:
        raise HttpRefusal(404, "tournament/unknown", N_("This tournament does not exist."))
    return found


@get("/tournaments", sync_to_thread=True)
def tournaments(request: AnyRequest) -> list[Listed]:
    """List the tournaments of the last month."""
    return [listed(row) for row in hall_of(request).store.tournaments.listed()]


def listed(row: dict[str, Any]) -> Listed:
    plan = msgspec.json.decode(row["plan"], type=Plan)
    return Listed(
        row["id"],
        address(row["id"]),
        row["name"],
        plan.game,
        title_of(plan.game),
        plan.kind,
        row["status"],
        row["round"],
        row["entrants"],
        plan.is_rated,
        plan.is_duplicate,
    )


@get("/tournaments/{tournament:str}")
async def tournament_info(request: AnyRequest, tournament: FromPath[str]) -> Info:
    """Return everything about a tournament; ask again to follow it."""
    language = language_of(request)
    read = partial(read_info, hall_of(request).store, tournament, language)
    found, info = await shared_of(request).get(("tournament", tournament, language), read)
    return for_visitor(info, found, person_of(request))


def read_info(store: Store, tournament: str, language: str) -> tuple[Tournament, Info]:
    """Return a tournament, and what everybody sees of it; this reads the database."""
    found = find(store, tournament)
    plan = found.plan
    rounds = found.last_round if found.status != OPEN or plan.kind == "swiss" else 0
    ends_ms = found.started_ms + plan.minutes * MINUTE_MS - int(1000 * time.time())
    keys = [round_key(found.key, number + 1) for number in range(rounds if plan.is_duplicate else 0)]
    return found, Info(
        found.id,
        found.name,
        plan.game,
        title_of(plan.game),
        plan.kind,
        found.status,
        plan.seats,
        found.round,
        rounds,
        next(name for name, clock in PACES.items() if clock_of(clock) == plan.clock),
        plan.is_rated,
        plan.is_duplicate,
        max(0, ends_ms // 1000) if plan.kind == "arena" and found.status == PLAYING else None,
        store.people.name_of(found.host) or words_in(language)(SOMEONE),
        [commitment(key) for key in keys],
        entrants_of(found, language),
        boards_of(found),
    )


def for_visitor(info: Info, found: Tournament, person: str) -> Info:
    """Return a tournament with what concerns this visitor."""
    own = {one.number for one in found.entrants if one.player == person}
    boards = (
        [replace(board, is_yours=not own.isdisjoint(board.players)) for board in info.boards] if own else info.boards
    )
    return replace(
        info,
        boards=boards,
        is_host=found.host == person,
        is_in=any(one.number in own for one in found.present),
        can_start=found.host == person and found.status == OPEN and found.can_start,
        your_table=next((board.url for board in boards if board.is_yours and not board.is_over), ""),
    )


def entrants_of(found: Tournament, language: str) -> list[EntrantInfo]:
    """Return the entrants in order of the standings."""
    entrants = {entrant.number: entrant for entrant in found.entrants}
    names = names_of(found, language)
    return [
        EntrantInfo(
            line.number,
            names[line.number],
            entrants[line.number].player.startswith(BOT_PLAYER),
            entrants[line.number].is_out,
            line.rank,
            line.points,
            line.opponents,
            line.wins,
            line.games,
            line.byes,
        )
        for line in found.standings
    ]


def names_of(found: Tournament, language: str) -> dict[int, str]:
    """Return the entrants' names; equal ones are numbered."""
    names: dict[int, str] = {}
    for entrant in found.entrants:
        level = entrant.player.removeprefix(BOT_PLAYER) if entrant.player.startswith(BOT_PLAYER) else ""
        bot = text.words_in(language)(text.BOTS.get(level, text.BOT), level=level) if level else ""
        name = entrant.name or bot or words_in(language)(SOMEONE)
        names[entrant.number] = people.free_name(name, names.values())
    return names


def boards_of(found: Tournament) -> list[BoardInfo]:
    won = points_by_round(found.boards, found.plan.is_duplicate)
    return [board_info(board, won.get(board.round, {})) for board in reversed(found.boards)]


def board_info(board: Board, won: dict[int, float]) -> BoardInfo:
    return BoardInfo(
        board.round,
        board.board,
        list(board.players),
        [won[number] for number in board.players] if board.is_over else [],
        list(board.scores),
        url_of(board.table) if board.table else "",
        board.is_over,
        board.is_void,
    )


@get("/tournaments/{tournament:str}/results")
async def results(request: AnyRequest, tournament: FromPath[str]) -> Response[str]:
    """Return the standings and all boards as a CSV file."""
    readers_of(request).count(request)
    found = await found_by(request, tournament)
    content = await asyncio.to_thread(as_csv, found, language_of(request))
    headers = {"content-disposition": f'attachment; filename="{found.id}.csv"'}
    return Response(content, media_type="text/csv", headers=headers)


def as_csv(found: Tournament, language: str) -> str:
    names, out = names_of(found, language), io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["rank", "number", "name", "points", "opponents", "wins", "games", "byes"])
    for line in found.standings:
        row = [line.rank, line.number, safe(names[line.number]), line.points, line.opponents, line.wins]
        writer.writerow([*row, line.games, line.byes])
    writer.writerow([])
    writer.writerow(["round", "board", "table", "seat", "number", "name", "rank", "score", "points"])
    won = points_by_round(found.boards, found.plan.is_duplicate)
    for board in found.boards:
        for seat, number in enumerate(board.players):
            ranks, scores = board.ranks or ("",) * (seat + 1), board.scores or ("",) * (seat + 1)
            points = won[board.round][number] if board.is_over else ""
            row = [board.round, board.board, board.table, seat + 1, number, safe(names[number])]
            writer.writerow([*row, ranks[seat], scores[seat], points])
    return out.getvalue()


def safe(name: str) -> str:
    """Return a name that a spreadsheet does not take for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name
