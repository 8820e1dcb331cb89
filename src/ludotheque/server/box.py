"""The routes of a game's box: the page, the corrected file, and using it for new tables."""

import asyncio
from html import escape
from ipaddress import ip_address
from urllib.parse import parse_qs

from litestar import MediaType, Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from ludotheque.core import boxes, registry
from ludotheque.core.components import tag_of
from ludotheque.core.corrections import correct, layout_of
from ludotheque.core.files import write_file
from ludotheque.core.game import Game
from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, address_of, game_of, hall_of, language_of
from ludotheque.server.api.reading import WHOLE_GAME, readers_of
from ludotheque.server.boxpage import TITLE, Printer, Wish, tried
from ludotheque.server.gate import answer_with_page
from ludotheque.server.pages import OWN, TYPES, in_language, whole_page
from ludotheque.server.text import WEB, words_in

PAGE = WEB / "box.html"
OPEN = "open"  # the field that says which component is being corrected
SAVED = "saved"


@get("/games/{game:str}/box")
async def box_page(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """Return the page of a box as it is now."""
    return await show(request, game, Wish(), is_saved=SAVED in request.query_params)


@post("/games/{game:str}/box", status_code=200)
async def corrected_page(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """Return the page with a visitor's corrections; nothing is stored."""
    return await show(request, game, await wish_of(request))


@get("/games/{game:str}/box/file")
async def file(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    return await download(request, game, Wish())


@post("/games/{game:str}/box/file", status_code=200)
async def corrected_file(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    return await download(request, game, await wish_of(request))


@post("/games/{game:str}/box/use", status_code=303)
async def use(request: AnyRequest, game: FromPath[str]) -> Redirect:
    """Let new tables use the corrected box, if this is the owner's own server."""
    if not may_use(request):
        raise HttpRefusal(
            403,
            "box/not_yours",
            N_("Only the machine that the server runs on may change its boxes, and only with serve --boxes."),
        )
    chosen, wish = await box_of(game), await wish_of(request)
    async with readers_of(request).turn(request, WHOLE_GAME):
        await asyncio.to_thread(keep, chosen, wish)
    return Redirect(f"/games/{chosen.id}/box?{SAVED}", status_code=303)


def keep(game: Game, wish: Wish) -> None:
    """Write a sound box into the folder of boxes, under its own name and as the current one."""
    corrected, folder = correct(game, wish.given), boxes.folder()
    problem = tried(game, corrected).problem
    if problem is not None:
        raise problem
    assert folder is not None
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / f"{boxes.full_name(game.id, tag_of(corrected.data))}.toml", corrected.text)
    write_file(folder / f"{game.id}.toml", corrected.text)


def may_use(request: AnyRequest) -> bool:
    """Say whether this visitor may change the server's boxes: it is the server's own machine."""
    if not hall_of(request).settings.boxes:
        return False
    try:
        return ip_address(address_of(request)).is_loopback
    except ValueError:
        return False


async def box_of(name: str) -> Game:
    """Return a game with the box that new tables use, or refuse."""
    game = await asyncio.to_thread(game_of, name)
    if not layout_of(game).parts:
        raise HttpRefusal(404, "page/unknown", N_("{path} does not exist."), path=f"/games/{name}/box")
    return await asyncio.to_thread(registry.current, name)


async def wish_of(request: AnyRequest) -> Wish:
    fields = parse_qs((await request.body()).decode(), keep_blank_values=True)
    opened = fields.pop(OPEN, [""])[-1]
    return Wish(fields, opened)


async def show(request: AnyRequest, name: str, wish: Wish, *, is_saved: bool = False) -> Response[str]:
    game, language = await box_of(name), language_of(request)
    async with readers_of(request).turn(request):
        page = await asyncio.to_thread(written, game, language, wish, can_use=may_use(request), is_saved=is_saved)
    answer_with_page(request.scope)
    return Response(page, media_type=TYPES[".html"], headers={"cache-control": OWN, "vary": "accept-language, cookie"})


def written(game: Game, language: str, wish: Wish, *, can_use: bool, is_saved: bool) -> str:
    printer = Printer(game, language, wish, can_use=can_use, is_saved=is_saved)
    title = escape(words_in(language)(TITLE, title=game.title))
    page = in_language(whole_page(PAGE), language).replace("<!-- title -->", title)
    return page.replace("<!-- box -->", "\n".join(printer.main()))


async def download(request: AnyRequest, name: str, wish: Wish) -> Response[str]:
    game = await box_of(name)
    async with readers_of(request).turn(request):
        corrected = await asyncio.to_thread(correct, game, wish.given)
    headers = {"content-disposition": f'attachment; filename="{game.id}.toml"', "cache-control": "no-store"}
    return Response(corrected.text, media_type=f"{MediaType.TEXT.value}; charset=utf-8", headers=headers)


box = Router(
    "/",
    route_handlers=[box_page, corrected_page, file, corrected_file, use],
    include_in_schema=False,
)
