"""Reports from tables, and the page of the stewards, who keep order."""

import asyncio

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct

from ludotheque.core import registry
from ludotheque.core.words import N_
from ludotheque.server import people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, address_of, hall_of, person_of, table_of, url_of, write_down
from ludotheque.server.bucket import Buckets
from ludotheque.server.logs import audit
from ludotheque.table.events import Said

REPORTS_PER_SECOND = 1 / 60  # of one person, after a burst
MOST_TABLES = 100  # on the page


class Reported(Struct):
    seq: int  # of the chat message's event


class Report(Struct):
    id: int
    url: str
    by: str
    person: str
    name: str
    text: str
    at: int


class HouseTable(Struct):
    table: str
    url: str
    game: str
    status: str
    host: str
    touched: int


class HousePerson(Struct):
    person: str
    name: str
    account: str | None
    is_banned: bool


class Desk(Struct):
    """What the stewards see."""

    reports: list[Report]
    tables: list[HouseTable]
    people: list[HousePerson]


class Deed(Struct):
    """What a steward does to a person, a table or a report."""

    person: str = ""
    table: str = ""
    report: int = 0
    name: str = ""


@post("/tables/{table:str}/report", status_code=204)
async def report(request: AnyRequest, table: FromPath[str], data: JSONBody[Reported]) -> None:
    """Report a line of the chat to the stewards of this server."""
    live, person = await table_of(request, table), person_of(request)
    said = next((entry for entry in live.table.log if isinstance(entry, Said) and entry.seq == data.seq), None)
    if said is None or said.person == person:
        raise HttpRefusal(404, "chat/unknown", N_("There is no such message by another person."))
    rates: Buckets = request.app.state.reports
    if not rates.take(person):
        raise HttpRefusal(429, "request/too_many", N_("Too many reports: wait a moment."))
    await asyncio.to_thread(write_down, request)
    store = hall_of(request).store.order
    await asyncio.to_thread(store.report, table, person, said.person, said.name, said.text)


async def steward_of(request: AnyRequest) -> str:
    """Return the account name of a steward, or refuse."""
    hall = hall_of(request)
    name = await asyncio.to_thread(hall.store.accounts.name_of, person_of(request))
    if name is None or people.folded(name) not in map(people.folded, hall.settings.stewards):
        message = N_("This page is for the stewards of this server. Its operator names them with --steward.")
        raise HttpRefusal(403, "house/not_steward", message)
    return name


@get("/house/desk")
async def desk(request: AnyRequest, name: FromQuery[str] = "") -> Desk:
    """Return the open reports, the latest tables, and the people whose name contains a text."""
    await steward_of(request)
    return await asyncio.to_thread(desk_of, request, name)


def desk_of(request: AnyRequest, name: str) -> Desk:
    store = hall_of(request).store
    reports = [
        Report(row["id"], url_of(row["table_id"]), row["by"] or "", row["person"], row["name"], row["text"], row["at"])
        for row in store.order.reports()
    ]
    tables = [
        HouseTable(
            row["table"], url_of(row["table"]), title_of(row["game"]), row["status"], row["host"], row["touched"]
        )
        for row in store.lists.all_tables()[:MOST_TABLES]
    ]
    found = store.order.found(people.checked_name(name)) if name.strip() else []
    known = [HousePerson(row["id"], row["name"], row["account"], row["banned"] is not None) for row in found]
    return Desk(reports, tables, known)


def title_of(game: str) -> str:
    """Return the title of a game; one that is no longer installed has only its name."""
    return registry.load(game).title if game in registry.names() else game


@post("/house/{deed:str}", status_code=204)
async def act(request: AnyRequest, deed: FromPath[str], data: JSONBody[Deed]) -> None:
    """Do something as a steward: settle a report, close a table, or rename, ban or unban a person.

    All of it is in the audit log.
    """
    hall, steward = hall_of(request), await steward_of(request)
    match deed:
        case "settle":
            await asyncio.to_thread(hall.store.order.settle, data.report)
            done = f"report {data.report} settled"
        case "close":
            await hall.closing.delete(data.table)
            done = f"table {data.table!r} closed"
        case "rename":
            person, name = await known(request, data.person), people.chosen_name(data.name)
            await hall.renaming.rename(person, name)
            done = f"person {person!r} renamed to {name!r}"
        case "ban":
            person = await known(request, data.person)
            known_as = await asyncio.to_thread(hall.store.people.name_of, person)
            await hall.order.ban(person, known_as or "")
            done = f"person {person!r} banned"
        case "unban":
            person = await known(request, data.person)
            await asyncio.to_thread(hall.store.order.unban, person)
            done = f"person {person!r} unbanned"
        case _:
            raise HttpRefusal(404, "house/unknown", N_("A steward can settle, close, rename, ban and unban."))
    audit(f"{done} by steward", steward, address_of(request))


async def known(request: AnyRequest, person: str) -> str:
    """Return the id of a person who exists and is not a steward, or refuse."""
    hall = hall_of(request)
    if await asyncio.to_thread(hall.store.people.name_of, person) is None or person == person_of(request):
        raise HttpRefusal(404, "person/unknown", N_("There is no such other person."))
    return person
