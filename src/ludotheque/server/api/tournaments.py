"""Tournaments: opening them, entering, and how they stand."""

import asyncio
import csv
import io
import time
from typing import Any, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from ludotheque.bots.levels import LEVELS
from ludotheque.core.chance import commitment
from ludotheque.core.options import Value
from ludotheque.core.words import N_
from ludotheque.server import people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, game_of, hall_of, language_of, person_of, url_of, write_down
from ludotheque.server.api.finding import PACES
from ludotheque.server.api.new_tables import clock_of
from ludotheque.server.api.people import me_of
from ludotheque.server.api.reading import readers_of
from ludotheque.server.profile import SOMEONE
from ludotheque.server.text import NOT_FOR_GUESTS, words_in
from ludotheque.server.tournament.course import MINUTE_MS, Tournament
from ludotheque.server.tournament.model import OPEN, PLAYING, Board, Kind, Plan, round_key
from ludotheque.server.tournament.standings import points_by_round
from ludotheque.table import text
from ludotheque.table.result import BOT_PLAYER

TOURNAMENTS_EACH = 5  # unfinished ones of one host
MOST_ENTRANTS = 256
MOST_BOTS = 16  # added at once
MOST_ROUNDS, MOST_MINUTES = 30, 24 * 60
FRESH_S = 1.0  # how long a page is kept for others who ask


class NewTournament(Struct):
    name: str
    game: str
    kind: Kind = "swiss"
    seats: int = 2
    rounds: int = 5
    minutes: int = 60
    pace: Literal["quick", "slow", "days"] = "quick"
    options: dict[str, Value] = {}
    is_rated: bool = False
    is_duplicate: bool = False


class Bots(Struct):
    level: str = "novice"
    count: int = 1


class Number(Struct):
    number: int


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


class Opened(Struct):
    id: str
    url: str


# Opening


@post("/tournaments")
async def open_tournament(request: AnyRequest, data: JSONBody[NewTournament]) -> Opened:
    """Open a tournament that others can enter."""
    hall, person = hall_of(request), person_of(request)
    if (await asyncio.to_thread(me_of, request)).is_guest:
        message = N_("Tournaments are opened by people with an account. Making one takes a name and a password.")
        raise HttpRefusal(403, "tournament/guest", message)
    plan, name = await asyncio.to_thread(plan_of, data), people.checked_name(data.name)
    if await asyncio.to_thread(hall.store.tournaments.unfinished, person) >= TOURNAMENTS_EACH:
        message = N_("You have {most} tournaments that are not over. Finish or delete one of them first.")
        raise HttpRefusal(409, "tournament/too_many", message, most=TOURNAMENTS_EACH)
    await asyncio.to_thread(write_down, request)
    made = Tournament(people.new_table_id(), name, person, plan, hall.settings.make_key(), OPEN, 0, 0, [], [])
    await asyncio.to_thread(hall.store.tournaments.add, made)
    return Opened(made.id, address(made.id))


def address(tournament: str) -> str:
    return f"/tournament/{tournament}"


def plan_of(wish: NewTournament) -> Plan:
    """Return the plan of a tournament, or refuse it."""
    game = game_of(wish.game)
    game.check_seats(wish.seats)
    is_long = not (1 <= wish.rounds <= MOST_ROUNDS and 1 <= wish.minutes <= MOST_MINUTES)
    if is_long or (wish.kind == "arena" and (wish.is_duplicate or wish.pace == "days")):
        message = N_(
            "A tournament has at most {rounds} rounds or {minutes} minutes; an arena has a clock of minutes and its"
            " own deal at each table."
        )
        raise HttpRefusal(400, "tournament/plan", message, rounds=MOST_ROUNDS, minutes=MOST_MINUTES)
    rounds = wish.rounds if wish.kind == "swiss" else 0
    minutes = wish.minutes if wish.kind == "arena" else 0
    options = game.complete_options(wish.options)
    clock = clock_of(PACES[wish.pace])
    return Plan(game.id, wish.kind, wish.seats, rounds, minutes, clock, options, wish.is_rated, wish.is_duplicate)


async def found_by(request: AnyRequest, tournament: str) -> Tournament:
    """Return a tournament, or refuse."""
    known = tournament.isascii() and tournament.isalnum()  # PostgreSQL does not accept every text
    found = await asyncio.to_thread(hall_of(request).store.tournaments.find, tournament) if known else None
    if found is None:
        raise HttpRefusal(404, "tournament/unknown", N_("This tournament does not exist."))
    return found


async def own_tournament(request: AnyRequest, tournament: str, *statuses: str) -> Tournament:
    """Return a tournament that the visitor has opened, or refuse."""
    found = await found_by(request, tournament)
    if found.host != person_of(request):
        raise HttpRefusal(403, "tournament/not_host", N_("Only the host of the tournament can do that."))
    check_status(found, *statuses)
    return found


def check_status(found: Tournament, *statuses: str) -> None:
    if found.status not in statuses:
        raise HttpRefusal(409, "tournament/status", N_("The tournament has begun or is over: that is too late now."))


# Entering and leaving


@post("/tournaments/{tournament:str}/enter", status_code=204)
async def enter(request: AnyRequest, tournament: FromPath[str]) -> None:
    """Take part; whoever has left comes back. A round robin cannot be entered once it has begun."""
    found, hall = await found_by(request, tournament), hall_of(request)
    is_known = any(entrant.player == person_of(request) for entrant in found.entrants)
    check_status(found, OPEN, *([PLAYING] if found.plan.kind != "round_robin" or is_known else []))
    if found.plan.is_rated and (await asyncio.to_thread(me_of, request)).is_guest:
        raise HttpRefusal(403, "table/rated_guest", NOT_FOR_GUESTS)
    name = await asyncio.to_thread(write_down, request)
    await add(request, hall.store.tournaments.enter, tournament, person_of(request), name)


async def add(request: AnyRequest, enter_it: Any, tournament: str, player: str, name: str) -> None:
    if not await asyncio.to_thread(enter_it, tournament, player, name, MOST_ENTRANTS):
        raise HttpRefusal(409, "tournament/full", N_("A tournament has room for {most}."), most=MOST_ENTRANTS)
    seen_of(request).pop(tournament, None)


@post("/tournaments/{tournament:str}/leave", status_code=204)
async def leave(request: AnyRequest, tournament: FromPath[str]) -> None:
    """Leave: before the tournament for good, later from the next round on."""
    found = await found_by(request, tournament)
    check_status(found, OPEN, PLAYING)
    own = [entrant.number for entrant in found.entrants if entrant.player == person_of(request)]
    await take_out(request, found, own)


@post("/tournaments/{tournament:str}/remove", status_code=204)
async def remove(request: AnyRequest, tournament: FromPath[str], data: JSONBody[Number]) -> None:
    """Take somebody out of the tournament, as its host."""
    found = await own_tournament(request, tournament, OPEN, PLAYING)
    await take_out(request, found, [data.number])


async def take_out(request: AnyRequest, found: Tournament, numbers: list[int]) -> None:
    await asyncio.to_thread(hall_of(request).store.tournaments.leave, found.id, numbers, found.status == OPEN)
    seen_of(request).pop(found.id, None)


@post("/tournaments/{tournament:str}/bots", status_code=204)
async def add_bots(request: AnyRequest, tournament: FromPath[str], data: JSONBody[Bots]) -> None:
    """Let bots take part, as the host."""
    await own_tournament(request, tournament, OPEN)
    if data.level not in LEVELS or not 1 <= data.count <= MOST_BOTS:
        message = N_("Choose 1 to {most} bots of one of the five levels.")
        raise HttpRefusal(400, "tournament/bots", message, most=MOST_BOTS)
    for _ in range(data.count):
        await add(request, hall_of(request).store.tournaments.enter, tournament, BOT_PLAYER + data.level, "")


@post("/tournaments/{tournament:str}/start", status_code=204)
async def start(request: AnyRequest, tournament: FromPath[str]) -> None:
    """Begin, as the host; the first round follows within a second."""
    found = await own_tournament(request, tournament, OPEN)
    if not found.can_start:
        raise HttpRefusal(409, "tournament/few", N_("There are too few entrants for a table."))
    await asyncio.to_thread(hall_of(request).store.tournaments.start, tournament)
    seen_of(request).pop(tournament, None)


@delete("/tournaments/{tournament:str}", status_code=204)
async def delete_tournament(request: AnyRequest, tournament: FromPath[str]) -> None:
    """Delete a tournament that has not begun, as its host."""
    await own_tournament(request, tournament, OPEN)
    await asyncio.to_thread(hall_of(request).store.tournaments.delete, tournament)
    seen_of(request).pop(tournament, None)


# Looking


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
        game_of(plan.game).title,
        plan.kind,
        row["status"],
        row["round"],
        row["entrants"],
        plan.is_rated,
        plan.is_duplicate,
    )


def seen_of(request: AnyRequest) -> dict[str, tuple[float, Tournament]]:
    """Return the tournaments that were read a moment ago: many people look at the same one."""
    seen: dict[str, tuple[float, Tournament]] = request.app.state.tournaments
    return seen


@get("/tournaments/{tournament:str}")
async def tournament_info(request: AnyRequest, tournament: FromPath[str]) -> Info:
    """Return everything about a tournament; ask again to follow it."""
    found = await fresh(request, tournament)
    return await asyncio.to_thread(info_of, request, found)


async def fresh(request: AnyRequest, tournament: str) -> Tournament:
    """Return a tournament as it was a second ago at most."""
    seen, now = seen_of(request), time.monotonic()
    read_at, found = seen.get(tournament, (0.0, None))
    if found is None or now - read_at > FRESH_S:
        found = await found_by(request, tournament)
        for old in [name for name, (at, _) in seen.items() if now - at > FRESH_S]:
            seen.pop(old, None)
        seen[tournament] = now, found
    return found


def info_of(request: AnyRequest, found: Tournament) -> Info:
    plan, person, language = found.plan, person_of(request), language_of(request)
    entrants = entrants_of(found, language)
    own = {one.number for one in found.entrants if one.player == person}
    is_in = any(one.number in own for one in found.present)
    boards = boards_of(found, own)
    rounds = found.last_round if found.status != OPEN or plan.kind == "swiss" else 0
    ends_ms = found.started_ms + plan.minutes * MINUTE_MS - int(1000 * time.time())
    keys = [round_key(found.key, number + 1) for number in range(rounds if plan.is_duplicate else 0)]
    return Info(
        found.id,
        found.name,
        plan.game,
        game_of(plan.game).title,
        plan.kind,
        found.status,
        plan.seats,
        found.round,
        rounds,
        next(name for name, clock in PACES.items() if clock_of(clock) == plan.clock),
        plan.is_rated,
        plan.is_duplicate,
        max(0, ends_ms // 1000) if plan.kind == "arena" and found.status == PLAYING else None,
        hall_of(request).store.people.name_of(found.host) or words_in(language)(SOMEONE),
        [commitment(key) for key in keys],
        entrants,
        boards,
        found.host == person,
        is_in,
        found.host == person and found.status == OPEN and found.can_start,
        next((board.url for board in boards if board.is_yours and not board.is_over), ""),
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


def boards_of(found: Tournament, own: set[int]) -> list[BoardInfo]:
    won = points_by_round(found.boards, found.plan.is_duplicate)
    return [board_info(board, won.get(board.round, {}), own) for board in reversed(found.boards)]


def board_info(board: Board, won: dict[int, float], own: set[int]) -> BoardInfo:
    return BoardInfo(
        board.round,
        board.board,
        list(board.players),
        [won[number] for number in board.players] if board.is_over else [],
        list(board.scores),
        url_of(board.table) if board.table else "",
        board.is_over,
        board.is_void,
        bool(own.intersection(board.players)),
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
