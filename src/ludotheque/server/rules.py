"""The routes of each game's rules: a page to read, and the pictures on it."""

import re
from html import escape
from pathlib import Path

from litestar import Response, Router, get
from litestar.params import FromPath

from ludotheque.core import registry, rulebook
from ludotheque.core.game import Game
from ludotheque.core.words import N_
from ludotheque.scene import figures
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.pages import PACKED, PARTS, TYPES, AnyRequest, File, file_of, in_language, send, whole_page
from ludotheque.server.rulepage import article_of
from ludotheque.server.text import WEB, language_in, words_in

PAGE = WEB / "rules.html"
PICTURE = re.compile(r"(\d{1,4})-(\d{1,4})-(day|night)\.svg", re.ASCII)
TITLE = N_("Rules of {title}")

KNOWN: dict[tuple[str, str], File] = {}  # by game, and language or picture


@get("/rules/{game:str}", sync_to_thread=True)
def rules_page(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the rules of a game in the reader's language."""
    chosen, language = _game(game), language_in(request.scope)
    return send(request, _kept(chosen, language), TYPES[".html"], is_page=True)


@get("/rules/{game:str}/{name:str}", sync_to_thread=True)
def rules_picture(request: AnyRequest, game: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """Return a picture of the rules as SVG."""
    chosen = _game(game)
    if not _is_picture(chosen, name):
        raise HttpRefusal(404, "page/unknown", N_("{path} does not exist."), path=request.url.path)
    return send(request, _kept(chosen, name), TYPES[".svg"], is_page=False)


def _game(name: str) -> Game:
    if name not in registry.names():
        raise HttpRefusal(404, "game/unknown", N_("There is no game called {name}."), name=name)
    return registry.load(name)


def _kept(game: Game, what: str) -> File:
    """Return a page or a picture from the cache, rebuilt if one of its source files has changed."""
    stamp = max(file.stat().st_mtime_ns for file in _sources(game) if file.is_file())
    known = KNOWN.get((game.id, what))
    if known is None or known.stamp != stamp:
        made = _drawn(game, what) if what.endswith(".svg") else _page(game, what)
        known = KNOWN[game.id, what] = file_of(made.encode(), stamp)
    return known


def _sources(game: Game) -> list[Path]:
    return [
        PAGE,
        *PARTS.iterdir(),
        *game.folder.glob("rulebook*"),
        *game.folder.glob("summary*.md"),
        game.folder / "art.svg",
        game.folder / "tutorial/record.json",
    ]


def _page(game: Game, language: str) -> str:
    article = article_of(game, language)
    title = escape(words_in(language)(TITLE, title=game.title))
    page = in_language(whole_page(PAGE), language)
    return page.replace("<!-- title -->", title).replace("<!-- rules -->", article)


def _is_picture(game: Game, name: str) -> bool:
    found, pictures = PICTURE.fullmatch(name), rulebook.layout_of(game).pictures
    if not found or int(found[1]) >= len(pictures):
        return False
    picture = pictures[int(found[1])]
    return int(found[2]) in picture.plies and figures.can_draw(game, picture)


def _drawn(game: Game, name: str) -> str:
    index, ply, light = name.removesuffix(".svg").split("-")
    return figures.draw(game, rulebook.layout_of(game).pictures[int(index)], int(ply), is_dark=light == "night")


rules = Router("/", route_handlers=[rules_page, rules_picture], include_in_schema=False, opt={PACKED: True})
