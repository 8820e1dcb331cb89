"""Pages, scripts, styles and art: files as they lie in the folders, with a tag, so that a browser asks again and downloads once, and as small as the browser can read."""

import gzip
import hashlib
import mimetypes
import re
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import brotli
import msgspec
from babel.messages.pofile import read_po
from litestar import Request, Response, Router, get
from litestar.params import FromPath

from ludotheque.core import registry
from ludotheque.core.words import LANGUAGES, N_, Words
from ludotheque.server.answers import Refusal
from ludotheque.server.gate import answer_with_page
from ludotheque.server.text import WEB, language_in

TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".po": "application/json",
}
PACKED = "packed"  # the option of a route whose answers are compressed already
FRESH = "no-cache"  # ask every time; the tag makes that cheap, and an upgrade shows at once
OWN = f"private, {FRESH}"  # a page brings its reader's cookie along: it is kept for nobody else

AnyRequest = Request[Any, Any, Any]


class File(NamedTuple):
    stamp: int
    tag: str
    bodies: dict[str, bytes]  # by encoding


class Files:
    """Files in memory, packed once, and read again when they change."""

    def __init__(self) -> None:
        self.known: dict[tuple[Path, str], File] = {}

    def read(self, path: Path, language: str = "") -> File:
        """A file as it is; a page in that language."""
        stamp = max(file.stat().st_mtime_ns for file in (path, *(PARTS.iterdir() if language else ())))
        known = self.known.get((path, language))
        if known is None or known.stamp != stamp:
            content = made(path, language)
            known = self.known[path, language] = File(stamp, f'"{hashlib.sha256(content).hexdigest()[:20]}"', {"identity": content})
        return known

    def packed(self, path: Path, language: str, accepted: str) -> tuple[str, bytes]:
        """The smallest encoding that is accepted, and the file in it."""
        encoding = next((one for one in PACKERS if one in accepted), "identity")
        bodies = self.read(path, language).bodies
        if encoding not in bodies:
            bodies[encoding] = PACKERS[encoding](bodies["identity"])
        return encoding, bodies[encoding]


FILES = Files()
PACKERS = {"br": brotli.compress, "gzip": gzip.compress}  # the better one first; both as tight as they can
PARTS = WEB / "parts"  # what many pages have: they name it in a comment
PART = re.compile(r"<!-- part: (\w+) -->\n")

# Texts that stand in a page itself: marked by `data-t`, titles, and what is said to those who do not see it
TEXTS = re.compile(r'(<[^>]*\sdata-t(?=[\s>])[^>]*>|<title>|\s(?:aria-label|placeholder|title)=")([^<>"]+)')
CHOICE = '<select id="language" aria-label="Language">'  # stands empty in the pages
HOUSE = re.compile(r"(?: · )?Ludothèque")  # the name of the house is the same in all languages


def texts_of(page: str) -> list[str]:
    """What there is to translate in a page."""
    return [text for _, found in TEXTS.findall(page) if (text := HOUSE.sub("", found))]


def made(path: Path, language: str) -> bytes:
    """What is sent for a file: itself, a page in that language, or what a catalogue says."""
    if path.suffix == ".po":
        with path.open("rb") as file:
            said = {message.id if isinstance(message.id, str) else message.id[0]: message.string for message in read_po(file) if message.id}
        return msgspec.json.encode(said)
    return in_language(whole_page(path), language).encode() if language else path.read_bytes()


def whole_page(path: Path) -> str:
    return PART.sub(lambda found: (PARTS / f"{found[1]}.html").read_text(), path.read_text())


def in_language(page: str, language: str) -> str:
    say = Words(language, WEB)
    page = page.replace(CHOICE, CHOICE + "".join(f"<option value={code}{' selected' * (code == language)} lang={code}>{name}</option>" for code, name in LANGUAGES.items()))
    said = TEXTS.sub(lambda found: found[1] + found[2].replace(text := HOUSE.sub("", found[2]), escape(say(text)) if text else ""), page)
    return said.replace('<html lang="en">', f'<html lang="{language}">', 1)


def send_file(request: AnyRequest, path: Path) -> Response[bytes]:
    """A file, or only the news that it has not changed."""
    if not path.is_file():
        raise Refusal(404, "page/unknown", N_("There is no {path} here."), path=request.url.path)
    language = language_in(request.scope) if path.suffix == ".html" else ""
    tag = FILES.read(path, language).tag
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"etag": tag, "cache-control": FRESH, "vary": "accept-encoding"}
    if language:
        headers |= {"cache-control": OWN, "vary": "accept-encoding, accept-language, cookie"}
        answer_with_page(request.scope)
    if tag in [given.strip().removeprefix("W/") for given in request.headers.get("if-none-match", "").split(",")]:
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    encoding, content = FILES.packed(path, language, request.headers.get("accept-encoding", ""))
    return Response(content, headers=headers | {"content-encoding": encoding} if encoding != "identity" else headers, media_type=kind)


@get("/", sync_to_thread=False)
def home(request: AnyRequest) -> Response[bytes]:
    return send_file(request, WEB / "home.html")


@get(["/new", "/lobby", "/about", "/account", "/device"], sync_to_thread=False)
def plain_page(request: AnyRequest) -> Response[bytes]:
    return send_file(request, WEB / f"{request.url.path.strip('/')}.html")


@get("/t/{table:str}", sync_to_thread=False)
def table_page(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    return send_file(request, WEB / "table.html")


@get("/replay/{table:str}", sync_to_thread=False)
def replay_page(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    return send_file(request, WEB / "replay.html")


@get("/rules/{game:str}", sync_to_thread=False)
def rules_page(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    return send_file(request, WEB / "rules.html")


@get("/web/words/{name:str}", sync_to_thread=False)
def words(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """What the client says in a language, as JSON: the English message, and the other one, or its forms where it depends on a number."""
    language = name.removesuffix(".json")
    return send_file(request, WEB / "locale" / f"{language if language in LANGUAGES else ''}.po")


@get("/web/{file:path}", sync_to_thread=False)
def web_file(request: AnyRequest, file: FromPath[Path]) -> Response[bytes]:
    path = (WEB / str(file).lstrip("/")).resolve()
    if not path.is_relative_to(WEB.resolve()):
        raise Refusal(404, "page/unknown", N_("There is no {path} here."), path=request.url.path)
    return send_file(request, path)


@get("/art/{name:str}", sync_to_thread=False)
def art(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The sprites of a game."""
    game = name.removesuffix(".svg")
    if game not in registry.names() or not name.endswith(".svg"):
        raise Refusal(404, "page/unknown", N_("There is no {path} here."), path=request.url.path)
    return send_file(request, registry.load(game).folder / "art.svg")


pages = Router("/", route_handlers=[home, plain_page, table_page, replay_page, rules_page, words, web_file, art], include_in_schema=False, opt={PACKED: True})
