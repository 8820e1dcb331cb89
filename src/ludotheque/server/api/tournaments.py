"""Tournaments: opening them, entering, and how they stand."""

import asyncio
from typing import Any, Literal

from litestar import delete, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from ludotheque.bots.levels import LEVELS
from ludotheque.core.options import Value
from ludotheque.core.words import N_
from ludotheque.server import people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, game_of, hall_of, person_of, write_down
from ludotheque.server.api.finding import PACES
from ludotheque.server.api.new_tables import clock_of
from ludotheque.server.api.people import me_of
from ludotheque.server.api.tournament_info import address, found_by
from ludotheque.server.text import NOT_FOR_GUESTS
from ludotheque.server.tournament.course import Tournament
from ludotheque.server.tournament.model import OPEN, PLAYING, Kind, Plan
from ludotheque.table.result import BOT_PLAYER

MOST_BOTS = 16  # added at once
MOST_ROUNDS, MOST_MINUTES = 30, 24 * 60


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
    most = hall.settings.limits.tournaments_each
    if await asyncio.to_thread(hall.store.tournaments.unfinished, person) >= most:
        message = N_("You have {most} tournaments that are not over. Finish or delete one of them first.")
        raise HttpRefusal(409, "tournament/too_many", message, most=most)
    await asyncio.to_thread(write_down, request)
    made = Tournament(people.new_table_id(), name, person, plan, hall.settings.make_key(), OPEN, 0, 0, [], [])
    await asyncio.to_thread(hall.store.tournaments.add, made)
    return Opened(made.id, address(made.id))


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
    most = hall_of(request).settings.limits.entrants
    if not await asyncio.to_thread(enter_it, tournament, player, name, most):
        raise HttpRefusal(409, "tournament/full", N_("A tournament has room for {most}."), most=most)


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


@delete("/tournaments/{tournament:str}", status_code=204)
async def delete_tournament(request: AnyRequest, tournament: FromPath[str]) -> None:
    """Delete a tournament that has not begun, as its host."""
    await own_tournament(request, tournament, OPEN)
    await asyncio.to_thread(hall_of(request).store.tournaments.delete, tournament)
