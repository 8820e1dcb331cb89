"""The routes of the workbench's page. A server that people play on has none of them."""

import asyncio
from typing import Any

from litestar import Response, Router, get, post
from litestar.params import FromQuery
from msgspec import Struct

from ludotheque.core.constants import NONE
from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, language_of, person_of, write_down
from ludotheque.server.dev.desk import Desk
from ludotheque.server.dev.keeping import Played
from ludotheque.server.dev.panel import Panel, panel_of
from ludotheque.server.pages import PACKED, send_file
from ludotheque.server.text import WEB, words_in
from ludotheque.table.table import Table

STAYS = N_("The edited game cannot be loaded, so the old one keeps running.")


class Beat(Struct):
    """Which worker answers, and a number that increases when there is something new to show."""

    worker: int
    beat: int


class Shown(Struct):
    """One position of the table, with everything visible."""

    title: str
    table: str
    seats: int
    ply: int  # how many plies led to it
    plies: list[Played]
    notes: list[str]
    troubles: list[str]  # tracebacks
    panel: Panel


class Act(Struct):
    ply: int
    seat: int
    action: int


class Ply(Struct):
    ply: int


class Deal(Struct):
    seed: int


def desk_of(request: AnyRequest) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def beat_of(request: AnyRequest) -> Beat:
    return Beat(request.app.state.worker, desk_of(request).beat)


async def table_of(request: AnyRequest) -> Table:
    table = await desk_of(request).table()
    if table is None:
        raise HttpRefusal(409, "dev/nobody", N_("Open the page first."))
    return table


@get("/dev", sync_to_thread=False, opt={PACKED: True})
def page(request: AnyRequest) -> Response[bytes]:
    return send_file(request, WEB / "dev.html")


@get("/api/dev/beat", sync_to_thread=False)
def beat(request: AnyRequest) -> Beat:
    return beat_of(request)


@post("/api/dev/sit", status_code=200)
async def sit(request: AnyRequest) -> Beat:
    await asyncio.to_thread(write_down, request)
    await desk_of(request).sit(person_of(request), language_of(request))
    return beat_of(request)


@get("/api/dev/position")
async def position(request: AnyRequest, ply: FromQuery[int | None] = None, seat: FromQuery[int] = NONE) -> Shown:
    """Return a position, by default the last one."""
    table, desk, language = await table_of(request), desk_of(request), language_of(request)
    plies, eyes = list(desk.kept.plies), min(max(seat, NONE), table.seats - 1)
    at = len(plies) if ply is None else min(max(ply, 0), len(plies))
    panel = await asyncio.to_thread(panel_of, desk.game, table.seats, *desk.position(table, at), eyes, language)
    assert desk.live is not None
    return Shown(
        desk.game.title,
        desk.live.id,
        table.seats,
        at,
        plies,
        [*([words_in(language)(STAYS)] if desk.broken else []), *(note(language) for note in desk.notes)],
        list(filter(None, dict.fromkeys([desk.broken, desk.trouble, *panel.troubles]))),
        panel,
    )


@get("/api/dev/picture", media_type="image/svg+xml")
async def picture(request: AnyRequest, ply: FromQuery[int], seat: FromQuery[int] = NONE) -> str:
    table, desk = await table_of(request), desk_of(request)
    return await asyncio.to_thread(desk.picture, table, ply, seat, language_of(request))


@post("/api/dev/act", status_code=200)
async def act(request: AnyRequest, data: Act) -> Beat:
    await table_of(request)
    await desk_of(request).act(data.ply, data.seat, data.action)
    return beat_of(request)


@post("/api/dev/back", status_code=200)
async def back(request: AnyRequest, data: Ply) -> Beat:
    await table_of(request)
    await desk_of(request).go_back(data.ply)
    return beat_of(request)


@post("/api/dev/deal", status_code=200)
async def deal(request: AnyRequest, data: Deal) -> Beat:
    await table_of(request)
    await desk_of(request).deal(data.seed)
    return beat_of(request)


routes: Any = Router("/", route_handlers=[page, beat, sit, position, picture, act, back, deal], include_in_schema=False)
