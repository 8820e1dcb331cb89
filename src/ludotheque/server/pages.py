"""Pages, scripts, styles and art, served from files.

Each file has an ETag, so that a browser revalidates it and downloads it only once, and is sent in
the smallest encoding that the browser accepts.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import brotli
import msgspec
from babel.messages.pofile import read_po
from litestar import Request, Response, Router, get
from litestar.params import FromPath

from ludotheque.core import registry
from ludotheque.core.words import ENGLISH, LANGUAGES, N_, Words
from ludotheque.scene.svg import COVER, cover
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.bundle import bundle
from ludotheque.server.gate import answer_with_page
from ludotheque.server.shelf import boxes
from ludotheque.server.text import WEB, language_in

TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".po": "application/json",
}
PACKED = "packed"  # the option of a route whose responses are already compressed
FRESH = "no-cache"  # revalidate every time: the ETag makes that cheap, and upgrades show at once
OWN = f"private, {FRESH}"  # a page carries its reader's cookie, so no shared cache may store it

AnyRequest = Request[Any, Any, Any]


class File(NamedTuple):
    stamp: int
    tag: str
    bodies: dict[str, bytes]  # by encoding

    def packed(self, accepted: str) -> tuple[str, bytes]:
        """Return the best accepted encoding, and the file's content in it."""
        encoding = next((one for one in PACKERS if one in accepted), "identity")
        if encoding not in self.bodies:
            self.bodies[encoding] = PACKERS[encoding](self.bodies["identity"])
        return encoding, self.bodies[encoding]


def file_of(content: bytes, stamp: int) -> File:
    return File(stamp, f'"{hashlib.sha256(content).hexdigest()[:20]}"', {"identity": content})


class Files:
    """Files in memory, compressed once, and read again when they change."""

    def __init__(self) -> None:
        self.known: dict[tuple[Path, str], File] = {}

    def read(self, path: Path, form: str = "") -> File:
        """Return a file in its current version; `form` is a language, BUNDLES or COVER."""
        stamp = max(file.stat().st_mtime_ns for file in (path, *parts_of(path, form)))
        known = self.known.get((path, form))
        if known is None or known.stamp != stamp:
            known = self.known[path, form] = file_of(made(path, form), stamp)
        return known


FILES = Files()
# docs/decisions.md: A page may weigh 100 kB, compressed with brotli
PACKERS = {"br": brotli.compress, "gzip": gzip.compress}  # the better one first, both at their highest level
PARTS = WEB / "parts"  # fragments shared by many pages, included by a comment
PART = re.compile(r"<!-- part: (\w+) -->\n")
BOXES = "<!-- boxes -->\n"  # where the shelf's boxes are inserted

# The translatable texts of a page: elements marked with `data-t`, titles, and labels for assistive
# technology
TEXTS = re.compile(r'(<[^>]*\sdata-t(?=[\s>])[^>]*>|<title>|\s(?:aria-label|placeholder|title)=")([^<>"]+)')
# What is stripped from scripts and styles before they are sent
COMMENT = re.compile(r"[ \t]*/\*.*?\*/[ \t]*|(?:^|[ \t]+)// [^\n]*", re.DOTALL | re.MULTILINE)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
CHOICE = '<select id="language" aria-label="Language">'  # empty in the pages
HOUSE = re.compile(r"(?: · )?Ludothèque")  # the name is the same in all languages


# A page loads its script as one bundle; `/web/table.js` is the module alone, for reading
SCRIPT = re.compile(r'<script type="module" src="/web/(\w+\.js)"></script>\n')
BUNDLES = "bundles"


def texts_of(page: str) -> list[str]:
    """List the texts of a page that need translating."""
    return [text for _, found in TEXTS.findall(page) if (text := HOUSE.sub("", found))]


def made(path: Path, form: str) -> bytes:
    """Return the content to send for a file.

    That is the file itself, a stripped script or style, a bundle of a script and its imports, a
    page in the given language, a catalogue as JSON, or the cover of a game's art.
    """
    if form == COVER:
        return cover(path).encode()
    if form == BUNDLES:
        return bundle(WEB, path.stem, bare).encode()
    if path.suffix in (".js", ".css"):
        return bare(path.read_text(encoding="utf-8")).encode()
    if path.suffix == ".po":
        with path.open("rb") as file:
            said = {
                message.id if isinstance(message.id, str) else message.id[0]: message.string
                for message in read_po(file)
                if message.id
            }
        return msgspec.json.encode(said)
    return in_language(whole_page(path), form).encode() if form else path.read_bytes()


def parts_of(path: Path, form: str) -> Iterable[Path]:
    """List the other files that the content is made from."""
    if form == BUNDLES:
        return WEB.glob("*.js")
    return PARTS.iterdir() if path.suffix == ".html" else ()


# docs/decisions.md: The client has no build step
def bare(code: str) -> str:
    """Return code without comments and indentation; line numbers stay the same."""
    return INDENT.sub("", COMMENT.sub(lambda found: "\n" * found[0].count("\n"), code))


def whole_page(path: Path) -> str:
    return PART.sub(
        lambda found: (PARTS / f"{found[1]}.html").read_text(encoding="utf-8"), path.read_text(encoding="utf-8")
    )


def in_language(page: str, language: str) -> str:
    say = Words(language, WEB)
    page = page.replace(
        CHOICE,
        CHOICE
        + "".join(
            f"<option value={code}{' selected' * (code == language)} lang={code}>{name}</option>"
            for code, name in LANGUAGES.items()
        ),
    )
    said = translated(page, say)
    if BOXES in said:
        said = said.replace(BOXES, boxes(translated((PARTS / "box.html").read_text(encoding="utf-8"), say), language))
    return with_bundle(said, language).replace('<html lang="en">', f'<html lang="{language}">', 1)


def with_bundle(page: str, language: str) -> str:
    """Make a page load its script as one bundle, and preload the messages of the language."""
    words = f'<link rel="preload" href="/web/words/{language}.json" as="fetch" crossorigin>\n'
    script = rf'<script type="module" src="/web/{BUNDLES}/\1"></script>\n'
    return SCRIPT.sub(script + (words if language != ENGLISH.language else ""), page)


def translated(page: str, say: Words) -> str:
    return TEXTS.sub(
        lambda found: found[1] + found[2].replace(text := HOUSE.sub("", found[2]), escape(say(text)) if text else ""),
        page,
    )


def send_file(request: AnyRequest, path: Path, form: str = "") -> Response[bytes]:
    """Respond with a file, or with 304 if the browser already has it."""
    if not path.is_file():
        raise HttpRefusal(404, "page/unknown", N_("{path} does not exist."), path=request.url.path)
    language = language_in(request.scope) if path.suffix == ".html" else ""
    form = form or language
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return send(request, FILES.read(path, form), kind, is_page=bool(language))


def send(request: AnyRequest, file: File, kind: str, *, is_page: bool) -> Response[bytes]:
    headers = {"etag": file.tag, "cache-control": FRESH, "vary": "accept-encoding"}
    if is_page:
        vary, language = "accept-encoding, accept-language, cookie", language_in(request.scope)
        headers |= {"cache-control": OWN, "vary": vary, "content-language": language}
        answer_with_page(request.scope)
    if file.tag in [given.strip().removeprefix("W/") for given in request.headers.get("if-none-match", "").split(",")]:
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    encoding, content = file.packed(request.headers.get("accept-encoding", ""))
    return Response(
        content,
        headers=headers | {"content-encoding": encoding} if encoding != "identity" else headers,
        media_type=kind,
    )


@get("/", sync_to_thread=False)
def home(request: AnyRequest) -> Response[bytes]:
    return send_file(request, WEB / "home.html")


@get(["/new", "/lobby", "/tournaments", "/house", "/about", "/account", "/device"], sync_to_thread=False)
def plain_page(request: AnyRequest) -> Response[bytes]:
    return send_file(request, WEB / f"{request.url.path.strip('/')}.html")


@get(["/profile", "/profile/{name:str}"], sync_to_thread=False)
def profile_page(request: AnyRequest) -> Response[bytes]:
    return send_file(request, WEB / "profile.html")


@get("/tournament/{tournament:str}", sync_to_thread=False)
def tournament_page(request: AnyRequest, tournament: FromPath[str]) -> Response[bytes]:
    return send_file(request, WEB / "tournament.html")


@get(["/puzzles", "/puzzles/{game:str}/{puzzle:str}"], sync_to_thread=False)
def puzzles_page(request: AnyRequest) -> Response[bytes]:
    """Return the list of puzzles, or the page that opens one of them."""
    return send_file(request, WEB / ("puzzles.html" if request.url.path.strip("/") == "puzzles" else "puzzle.html"))


@get(["/confirm/{token:str}", "/stop/{token:str}"], sync_to_thread=False)
def mail_page(request: AnyRequest, token: FromPath[str]) -> Response[bytes]:
    """Return the page behind a link in a mail."""
    return send_file(request, WEB / "mail.html")


@get("/push.js", sync_to_thread=False)
def push_worker(request: AnyRequest) -> Response[bytes]:
    """Return the worker that receives push messages; it may act for the whole site from here."""
    return send_file(request, WEB / "push_worker.js")


@get("/t/{table:str}", sync_to_thread=False)
def table_page(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    return send_file(request, WEB / "table.html")


@get("/replay/{table:str}", sync_to_thread=False)
def replay_page(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    return send_file(request, WEB / "replay.html")


@get("/web/words/{name:str}", sync_to_thread=False)
def words(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Return the client's messages in a language, as JSON.

    Each English message maps to its translation, or to its plural forms.
    """
    language = name.removesuffix(".json")
    return send_file(request, WEB / "locale" / f"{language if language in LANGUAGES else ''}.po")


@get(f"/web/{BUNDLES}/{{name:str}}", sync_to_thread=False)
def whole_script(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Return a page's script bundled with everything it imports."""
    path = WEB / name
    return send_file(request, path if path in WEB.glob("*.js") else WEB / "nothing", BUNDLES)


@get("/web/{file:path}", sync_to_thread=False)
def web_file(request: AnyRequest, file: FromPath[Path]) -> Response[bytes]:
    path = (WEB / str(file).lstrip("/")).resolve()
    if not path.is_relative_to(WEB.resolve()):
        raise HttpRefusal(404, "page/unknown", N_("{path} does not exist."), path=request.url.path)
    return send_file(request, path)


@get("/art/{name:str}", sync_to_thread=False)
def art(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Return the sprites of a game."""
    return send_file(request, art_of(request, name))


@get("/art/cover/{name:str}", sync_to_thread=False)
def art_cover(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Return the picture on the box of a game."""
    return send_file(request, art_of(request, name), COVER)


def art_of(request: AnyRequest, name: str) -> Path:
    """Return the file of a game's art, or refuse."""
    game = name.removesuffix(".svg")
    if game not in registry.names() or not name.endswith(".svg"):
        raise HttpRefusal(404, "page/unknown", N_("{path} does not exist."), path=request.url.path)
    return registry.load(game).folder / "art.svg"


pages = Router(
    "/",
    route_handlers=[
        home,
        plain_page,
        profile_page,
        tournament_page,
        puzzles_page,
        mail_page,
        push_worker,
        table_page,
        replay_page,
        words,
        whole_script,
        web_file,
        art,
        art_cover,
    ],
    include_in_schema=False,
    opt={PACKED: True},
)
