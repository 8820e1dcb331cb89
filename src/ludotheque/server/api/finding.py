"""Finding a game: quick pairing, and invitations to names."""

import asyncio
from collections.abc import Sequence
from typing import Literal

from litestar import delete, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from ludotheque.core.words import N_
from ludotheque.server import people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import (
    AnyRequest,
    game_of,
    hall_of,
    language_of,
    name_of,
    person_of,
    table_of,
    url_of,
)
from ludotheque.server.api.new_tables import Host, NewClock, NewSeat, NewTable, make_row, seated
from ludotheque.server.api.people import me_of
from ludotheque.server.bucket import Buckets
from ludotheque.server.clock import now_ms
from ludotheque.server.pairing import BOT_AFTER_S, Seek
from ludotheque.server.store import TableRow
from ludotheque.server.strength import even_level, strength_of
from ludotheque.server.text import NOT_FOR_GUESTS
from ludotheque.table.events import WAITING

INVITATIONS_PER_SECOND = 1 / 60  # of one person, after a burst

# the clocks that people choose from
PACES = {
    "none": NewClock("none"),
    "quick": NewClock("real", 300, 5),
    "slow": NewClock("real", 900, 10),
    "days": NewClock("days", days=3),
}


class Wish(Struct):
    """What somebody wants to play."""

    game: str
    seats: int = 2
    pace: Literal["none", "quick", "slow", "days"] = "quick"
    is_rated: bool = False
    is_near: bool = True  # only with people of about the same strength


class Found(Struct):
    """A table, once there is one; until then, how it looks."""

    url: str = ""
    table: str = ""
    waited_s: int = 0
    bot: str = ""  # the level of a bot that is offered instead
    clock: NewClock | None = None  # … and its clock
    waiting: int = 0  # people who are waiting, for whatever game


class Name(Struct):
    name: str


@post("/seek", status_code=200)
async def seek(request: AnyRequest, data: JSONBody[Wish]) -> Found:
    """Ask to be paired. Ask again every few seconds: whoever stops asking is no longer waiting."""
    hall, person = hall_of(request), person_of(request)
    game = await asyncio.to_thread(game_of, data.game)
    game.check_seats(data.seats)
    await asyncio.to_thread(check_seeker, request, data)
    strength = await asyncio.to_thread(strength_of, hall.store, person, game.id)
    name, now = await asyncio.to_thread(name_of, request), now_ms()
    await asyncio.to_thread(hall.store.people.remember, person, name)
    own = Seek(person, name, game.id, data.seats, data.pace, data.is_rated, data.is_near, strength.mu, now, now)

    def make(group: Sequence[Seek]) -> TableRow:
        seats = [NewSeat("you"), *[NewSeat("person")] * (data.seats - 1)]
        wish = NewTable(game.id, seats, is_open=True, clock=PACES[data.pace], is_rated=data.is_rated)
        return seated(make_row(hall, game, wish, Host(person, name, language_of(request))), group)

    table, asked = await asyncio.to_thread(hall.store.seeks.ask, own, make)
    if table is not None:
        await hall.tables.find(table)  # the game begins
        return Found(url_of(table), table)
    waited_s = (now_ms() - asked.since_ms) // 1000
    bot = await asyncio.to_thread(even_level, hall.store, person, game.id) if waited_s >= BOT_AFTER_S else ""
    waiting = await asyncio.to_thread(hall.store.seeks.waiting)
    return Found(waited_s=waited_s, bot=bot, clock=PACES[data.pace], waiting=waiting)


def check_seeker(request: AnyRequest, wish: Wish) -> None:
    """Refuse a rated game to a guest, and any to somebody with too many tables."""
    hall = hall_of(request)
    if wish.is_rated and me_of(request).is_guest:
        raise HttpRefusal(403, "table/rated_guest", NOT_FOR_GUESTS)
    if hall.store.lists.unfinished(person_of(request))[0] >= hall.settings.limits.tables_each:
        message = N_("You have {most} unfinished tables. Finish or delete one of them first.")
        raise HttpRefusal(409, "table/too_many", message, most=hall.settings.limits.tables_each)


@delete("/seek", status_code=204)
async def stop_seeking(request: AnyRequest) -> None:
    await asyncio.to_thread(hall_of(request).store.seeks.stop, person_of(request))


@post("/tables/{table:str}/invite", status_code=204)
async def invite(request: AnyRequest, table: FromPath[str], data: JSONBody[Name]) -> None:
    """Invite an account to a free seat; they see it on their home page."""
    hall, live = hall_of(request), await table_of(request, table)
    if not (live.row.host == person_of(request) or live.seats_of(person_of(request))):
        raise HttpRefusal(403, "table/not_host", N_("Only people at this table can invite others."))
    if live.table.status != WAITING:
        raise HttpRefusal(409, "seat/taken", N_("This table has no free seat."))
    rates: Buckets = request.app.state.invitations
    if not rates.take(person_of(request)):
        raise HttpRefusal(429, "request/too_many", N_("Too many invitations: wait a moment."))
    account = await asyncio.to_thread(hall.store.accounts.named, people.folded(data.name))
    if account is None:
        raise HttpRefusal(404, "account/unknown", N_("There is no account called {name}."), name=data.name)
    await asyncio.to_thread(hall.store.seeks.invite, table, account.person, person_of(request))


@delete("/invitations/{table:str}", status_code=204)
async def decline(request: AnyRequest, table: FromPath[str]) -> None:
    await asyncio.to_thread(hall_of(request).store.seeks.decline, table, person_of(request))
