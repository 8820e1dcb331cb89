"""What every route needs to know about its request: who is asking, and about which table."""

from typing import Any

from litestar import Request
from litestar.datastructures import State

from ludotheque.core import registry
from ludotheque.core.game import Game
from ludotheque.core.words import N_
from ludotheque.server import people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.gate import person_in, session_in
from ludotheque.server.hosts import network_of
from ludotheque.server.live.hall import Hall
from ludotheque.server.live.table import LiveTable
from ludotheque.server.sessions import Session
from ludotheque.server.shared import Shared
from ludotheque.server.text import language_in

AnyRequest = Request[Any, Any, State]

LOCAL = ("localhost", "127.0.0.1", "[::1]")


def hall_of(request: AnyRequest) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def shared_of(request: AnyRequest) -> Shared:
    shared: Shared = request.app.state.shared
    return shared


def person_of(request: AnyRequest) -> str:
    return person_in(request.scope)


def session_of(request: AnyRequest) -> Session:
    return session_in(request.scope)


def address_of(request: AnyRequest) -> str:
    return request.client.host if request.client else ""


def network_in(request: AnyRequest) -> str:
    """Return the client's network, which limits by address count."""
    return network_of(address_of(request))


def language_of(request: AnyRequest) -> str:
    return language_in(request.scope)


def name_of(request: AnyRequest) -> str:
    """Return the client's name; this reads the database."""
    person = person_of(request)
    return hall_of(request).store.people.name_of(person) or people.guest_name(person, language_of(request))


def write_down(request: AnyRequest) -> str:
    """Store the client as a person, now that they have done something, and return their name."""
    name = name_of(request)
    hall_of(request).store.people.remember(person_of(request), name)
    return name


def game_of(name: str) -> Game:
    """Return a game, or refuse; the first call reads it from disk."""
    if name not in registry.names():
        raise HttpRefusal(404, "game/unknown", N_("There is no game called {name}."), name=name)
    return registry.load(name)


async def any_table(request: AnyRequest, table: str) -> LiveTable:
    """Return a table, or refuse."""
    live = await hall_of(request).tables.find(table)
    if live is None:
        raise HttpRefusal(404, "table/unknown", N_("This table does not exist."))
    return live


async def table_of(request: AnyRequest, table: str) -> LiveTable:
    """Return a table that the visitor may see, or refuse."""
    hall = hall_of(request)
    live = await hall.tables.find(table)
    if live is None or not await hall.visits.may_watch(live, person_of(request)):
        raise HttpRefusal(404, "table/unknown", N_("This table does not exist, or you do not have access to it."))
    return live


# Addresses


def url_of(table: str) -> str:
    return f"/t/{table}"


def full_url(request: AnyRequest, path: str) -> str:
    """Return an address that can be sent to others.

    On the server's own machine it is the address that works for others in the house, if any.
    """
    settings, host = hall_of(request).settings, request.headers.get("host", "")
    own = settings.house_url if host.rpartition(":")[0] in LOCAL else ""
    base = settings.public_url or own or f"{request.url.scheme}://{host}"
    return f"{base.rstrip('/')}{path}"


def url_with_token(request: AnyRequest, table: str, token: str) -> str:
    """Return a full address with a token, which opens one seat once or lets people watch.

    The token comes after a #, which browsers do not send, so it appears in no log on the way.
    """
    return full_url(request, f"{url_of(table)}#token={token}")
