"""Finished and running games: records, pictures and step-by-step replays."""

import asyncio

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from ludotheque.core import record
from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal, with_names
from ludotheque.server.api.asking import AnyRequest, language_of, person_of, table_of
from ludotheque.server.api.reading import WHOLE_GAME, readers_of
from ludotheque.server.live.table import LiveTable
from ludotheque.server.replay import Replay, replay_of
from ludotheque.table.events import WAITING

DAY_S = 24 * 3600


def check_shown(live: LiveTable) -> None:
    """Refuse to show early what everyone should see at the same moment."""
    if live.table.is_held:
        raise HttpRefusal(
            409, "game/held", N_("The game continues when everyone is ready. There will be more to see then.")
        )


@get("/tables/{table:str}/record")
async def table_record(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Return the game so far as the visitor may see it, or all of it once it is over."""
    live = await table_of(request, table)
    check_shown(live)
    async with readers_of(request).at(request, live, WHOLE_GAME):  # finding out what is hidden takes a while
        text = record.dumps(await asyncio.to_thread(live.record_for, person_of(request)))
    headers = {"content-disposition": f'attachment; filename="{live.row.game}-{table}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@get("/tables/{table:str}/picture", media_type="image/svg+xml")
async def picture(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Return a small picture of the table as the visitor sees it now.

    Lists request it with the number of the last event, so it can be cached until the next one.
    """
    live = await table_of(request, table)
    if live.table.status == WAITING:
        raise HttpRefusal(409, "table/waiting", N_("This game has not started yet."))
    async with readers_of(request).at(request, live):
        drawn = await asyncio.to_thread(live.picture_for, person_of(request))
    return Response(drawn, headers={"cache-control": f"private, max-age={DAY_S}", "vary": "cookie"})


@get("/tables/{table:str}/replay")
async def replay(request: AnyRequest, table: FromPath[str], seat: FromQuery[int | None] = None) -> Response[Replay]:
    """Return the game so far, step by step, as one seat saw it.

    It is the visitor's own seat while the game is running, and any seat once it is over.
    """
    live = await table_of(request, table)
    allowed = live.eyes_of(person_of(request))
    eyes = allowed[0] if seat is None else seat
    if eyes not in allowed:
        raise HttpRefusal(
            403, "seat/not_yours", N_("While the game is running, you can see it only from your own seat.")
        )
    check_shown(live)
    async with readers_of(request).at(request, live, WHOLE_GAME):
        found = await asyncio.to_thread(replay_of, live.table, eyes, allowed, language_of(request))
    return with_names(found, live.table.showing.names(language_of(request)))
