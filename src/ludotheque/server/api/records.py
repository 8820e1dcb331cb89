"""Finished and running games: records, pictures and step-by-step replays."""

import asyncio
import re

from litestar import Response, get
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from ludotheque.core import record
from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal, with_names
from ludotheque.server.api.asking import AnyRequest, full_url, hall_of, language_of, person_of, table_of
from ludotheque.server.api.reading import WHOLE_GAME, readers_of
from ludotheque.server.live.table import LiveTable
from ludotheque.server.replay import Replay, Tape
from ludotheque.table.events import OVER, WAITING

DAY_S = 24 * 3600
PNG_WIDTH = 1200
MOMENT = re.compile(r"(\d{1,5})\.(png|svg)", re.ASCII)  # the number of plies, and the kind of picture
PICTURES = {"png": "image/png", "svg": "image/svg+xml"}


class Shared(Struct):
    """The address of a replay, and the token that lets others watch it; it belongs after the #."""

    url: str
    token: str


class NewRating(Struct):
    """The rating of the player at one seat after a rated game."""

    seat: int
    points: int
    change: int


def check_begun(live: LiveTable) -> None:
    if live.table.status == WAITING:
        raise HttpRefusal(409, "table/waiting", N_("This game has not started yet."))


def check_shown(live: LiveTable) -> None:
    """Refuse to show early what everyone should see at the same moment.

    Before the game that is everything: who sits at which seat may still change.
    """
    check_begun(live)
    if live.table.is_held:
        raise HttpRefusal(
            409, "game/held", N_("The game continues when everyone is ready. There will be more to see then.")
        )


@get("/tables/{table:str}/record")
async def table_record(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Return the game so far as the visitor may see it, or all of it once it is over."""
    live = await table_of(request, table)
    async with readers_of(request).turn(request, WHOLE_GAME):  # finding out what is hidden takes a while
        check_shown(live)
        text = record.dumps(await asyncio.to_thread(live.record_for(person_of(request))))
    headers = {"content-disposition": f'attachment; filename="{live.row.game}-{table}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@get("/tables/{table:str}/picture", media_type="image/svg+xml")
async def picture(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Return a small picture of the table as the visitor sees it now.

    Lists request it with the number of the last event, so it can be cached until the next one.
    """
    live = await table_of(request, table)
    async with readers_of(request).turn(request):
        check_begun(live)
        drawn = await asyncio.to_thread(live.picture_for(person_of(request)))
    return Response(drawn, headers={"cache-control": f"private, max-age={DAY_S}", "vary": "cookie"})


@get("/tables/{table:str}/moment/{name:str}")
async def moment(
    request: AnyRequest, table: FromPath[str], name: FromPath[str], seat: FromQuery[int | None] = None
) -> Response[str | bytes]:
    """Return a picture of the position after some plies: `12.png` or `12.svg`."""
    live = await table_of(request, table)
    found = MOMENT.fullmatch(name)
    async with readers_of(request).turn(request, WHOLE_GAME):
        if found is None or int(found[1]) > len(live.table.plies):
            raise HttpRefusal(404, "page/unknown", N_("{path} does not exist."), path=request.url.path)
        eyes = eyes_for(request, live, seat)
        svg = await asyncio.to_thread(live.moment(int(found[1]), eyes, language_of(request)))
    kind = found[2]
    drawn = svg if kind == "svg" else await readers_of(request).png(request, svg, PNG_WIDTH)
    headers = {"content-disposition": f'inline; filename="{live.row.game}-{table}-{name}"', "vary": "cookie"}
    return Response(drawn, media_type=PICTURES[kind], headers=headers | {"cache-control": "private, no-cache"})


@get("/tables/{table:str}/share")
async def share(request: AnyRequest, table: FromPath[str]) -> Shared:
    """Return the address at which others may watch the replay of a game that is over."""
    live = await table_of(request, table)
    if live.table.status != OVER or live.is_sealed:
        raise HttpRefusal(409, "table/not_over", N_("This game is not over yet."))
    return Shared(full_url(request, f"/replay/{table}"), live.row.watch_token)


@get("/tables/{table:str}/ratings")
async def new_ratings(request: AnyRequest, table: FromPath[str]) -> list[NewRating]:
    """List the new ratings after a rated game; a private one is shown to its owner only."""
    live, person = await table_of(request, table), person_of(request)
    changes = await asyncio.to_thread(hall_of(request).store.ratings.changes_at, live.id)
    return [
        NewRating(change.seat, change.after.points, change.after.points - change.before.points)
        for change in changes
        if not change.is_private or change.player == person
    ]


def eyes_for(request: AnyRequest, live: LiveTable, seat: int | None) -> int:
    """Return the seat whose view is wanted, or refuse."""
    allowed = live.eyes_of(person_of(request))
    eyes = allowed[0] if seat is None else seat
    if eyes not in allowed:
        raise HttpRefusal(
            403, "seat/not_yours", N_("While the game is running, you can see it only from your own seat.")
        )
    check_shown(live)
    return eyes


@get("/tables/{table:str}/replay")
async def replay(request: AnyRequest, table: FromPath[str], seat: FromQuery[int | None] = None) -> Response[Replay]:
    """Return the game so far, step by step, as one seat saw it.

    It is the visitor's own seat while the game is running, and any seat once it is over.
    """
    live = await table_of(request, table)
    async with readers_of(request).turn(request, WHOLE_GAME):
        allowed, eyes = live.eyes_of(person_of(request)), eyes_for(request, live, seat)
        found = await asyncio.to_thread(Tape(live.table, eyes, allowed, language_of(request)).replay)
    return with_names(found, live.table.showing.names(language_of(request)))
