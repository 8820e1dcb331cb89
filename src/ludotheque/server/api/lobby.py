"""The lobby: open tables, games to watch, and the visitor's invitations.

Hundreds of people look at it, so what they all see is read once for everybody.
"""

import asyncio
from functools import partial
from typing import Any

from litestar import get
from litestar.params import FromQuery
from msgspec import Struct

from ludotheque.bots.rating import Strength
from ludotheque.server.api.asking import AnyRequest, hall_of, person_of, shared_of, url_of, url_with_token
from ludotheque.server.api.order import title_of
from ludotheque.server.api.tables import config_in
from ludotheque.server.store import Store
from ludotheque.server.store.lists import ANY, Filter, Lists

SHOWN = 3  # games to watch


class FreeTable(Struct):
    table: str
    url: str
    game: str
    title: str
    host: str
    free: int
    seats: int
    options: dict[str, Any]
    pace: str  # the kind of its clock
    is_rated: bool
    rating: int | None = None  # of its host, if it is rated


class Invitation(Struct):
    table: str
    url: str
    game: str
    title: str
    by: str
    pace: str
    is_rated: bool


class Show(Struct):
    """A game that anyone may watch."""

    url: str
    table: str
    game: str
    title: str
    names: list[str]
    points: int  # the mean rating of its people
    is_rated: bool
    moves: int


class Lobby(Struct):
    tables: list[FreeTable]
    shows: list[Show]
    invitations: list[Invitation]


class Seen(Struct):
    """What everybody sees in the lobby, and who has something of their own to see."""

    tables: list[FreeTable]
    shows: list[Show]
    invited: set[str]


@get("/lobby")
async def lobby(
    request: AnyRequest,
    game: FromQuery[str | None] = None,
    seats: FromQuery[int | None] = None,
    pace: FromQuery[str | None] = None,
    rated: FromQuery[bool | None] = None,
) -> Lobby:
    """List the open tables that fit the filters, games to watch, and the visitor's invitations."""
    seen = await seen_in(request, Filter(game or None, seats, pace or None, rated))
    is_invited = person_of(request) in seen.invited
    return Lobby(seen.tables, seen.shows, await asyncio.to_thread(invitations_of, request) if is_invited else [])


@get("/tables")
async def free_tables(
    request: AnyRequest,
    game: FromQuery[str | None] = None,
    seats: FromQuery[int | None] = None,
    pace: FromQuery[str | None] = None,
    rated: FromQuery[bool | None] = None,
) -> list[FreeTable]:
    """List the open tables with a free seat that fit the filters."""
    return (await seen_in(request, Filter(game or None, seats, pace or None, rated))).tables


@get("/watch")
async def games_to_watch(request: AnyRequest) -> list[Show]:
    """List the best games that are being played, by the ratings of their people."""
    return (await seen_in(request, ANY)).shows


@get("/invitations", sync_to_thread=True)
def invitations(request: AnyRequest) -> list[Invitation]:
    """List the invitations that the visitor can still accept."""
    return invitations_of(request)


async def seen_in(request: AnyRequest, wanted: Filter) -> Seen:
    """Return what everybody sees who looks for these tables."""
    return await shared_of(request).get(("lobby", wanted), partial(read_lobby, hall_of(request).store, wanted))


def read_lobby(store: Store, wanted: Filter) -> Seen:
    tables = [free_table(row) for row in store.lists.lobby(wanted)]
    return Seen(tables, shows_in(store.lists), store.seeks.invited())


def free_table(row: dict[str, Any]) -> FreeTable:
    return FreeTable(
        row["table"],
        url_of(row["table"]),
        row["game"],
        title_of(row["game"]),
        row["host"],
        row["free"],
        row["seats"],
        config_in(row["game"], row["config"]).options,
        row["pace"],
        row["is_rated"],
        None if row["mu"] is None else Strength(row["mu"]).points,
    )


def shows_in(lists: Lists) -> list[Show]:
    rows = lists.watchable(SHOWN)
    sitters = lists.sitters([row["table"] for row in rows])
    return [
        Show(
            url_of(row["table"]),
            row["table"],
            row["game"],
            title_of(row["game"]),
            [sitter.name for sitter in sitters[row["table"]]],
            Strength(row["mu"]).points,
            row["is_rated"],
            row["plies"],
        )
        for row in rows
    ]


def invitations_of(request: AnyRequest) -> list[Invitation]:
    return [
        Invitation(
            row["table"],
            url_with_token(request, row["table"], row["token"]),
            row["game"],
            title_of(row["game"]),
            row["by"],
            row["pace"],
            row["is_rated"],
        )
        for row in hall_of(request).store.seeks.invitations_of(person_of(request))
    ]
