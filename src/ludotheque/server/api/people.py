"""The visitor: their name, and the data stored about them."""

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.params import JSONBody
from msgspec import Struct

from ludotheque.core.words import N_
from ludotheque.server import people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, hall_of, name_of, network_in, person_of, session_of
from ludotheque.server.bucket import Buckets
from ludotheque.server.gate import become
from ludotheque.server.sessions import new_guest

SEARCHES_PER_SECOND = 1 / 60  # searches through everything that is stored, per network
RENAMES_PER_SECOND = 1 / 60  # of one person, after a burst


class Name(Struct):
    name: str


class Me(Struct):
    name: str
    is_guest: bool = True
    account: str | None = None  # the name to log in with


@get("/me", sync_to_thread=True)
def me(request: AnyRequest) -> Me:
    return me_of(request)


@post("/me", status_code=200)
async def rename(request: AnyRequest, data: JSONBody[Name]) -> Me:
    hall, person, name = hall_of(request), person_of(request), people.chosen_name(data.name)
    if name != await asyncio.to_thread(hall.store.people.name_of, person):
        count_rename(request)
        await hall.renaming.rename(person, name)
    return await asyncio.to_thread(me_of, request)


@get("/me/data")
async def own_data(request: AnyRequest) -> Response[dict[str, Any]]:
    """Return everything that is stored about the visitor, as a file."""
    count_search(request)
    kept = await asyncio.to_thread(hall_of(request).store.export.of, person_of(request))
    return Response(kept, headers={"content-disposition": 'attachment; filename="ludotheque.json"'})


@post("/me/delete", status_code=200)
async def delete_guest(request: AnyRequest) -> Me:
    """Forget a guest everywhere; this browser becomes a new guest."""
    person = person_of(request)
    if await asyncio.to_thread(hall_of(request).store.accounts.name_of, person):
        raise HttpRefusal(409, "account/have_one", N_("You have an account. Delete it with its password instead."))
    count_search(request)
    await hall_of(request).forgetting.forget(person)
    become(request.scope, new_guest(session_of(request)))
    return await asyncio.to_thread(me_of, request)


def count_search(request: AnyRequest) -> None:
    """Count a search through everything that is stored; refuse it if there were too many."""
    searches: Buckets = request.app.state.searches
    if not searches.take(network_in(request)):
        raise HttpRefusal(429, "request/too_many", N_("Too many requests: wait a moment."))


def count_rename(request: AnyRequest) -> None:
    """Count a new name, which is written at all tables of a person; refuse too many."""
    renames: Buckets = request.app.state.renames
    if not renames.take(person_of(request)):
        raise HttpRefusal(429, "request/too_many", N_("Too many requests: wait a moment."))


def me_of(request: AnyRequest) -> Me:
    """Return who is asking; this reads the database."""
    account = hall_of(request).store.accounts.name_of(person_of(request))
    return Me(name_of(request), account is None, account)
