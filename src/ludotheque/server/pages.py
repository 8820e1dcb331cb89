"""Pages, scripts, styles and art: files as they lie in the folders, with a tag, so that a browser asks again and downloads once, and as small as the browser can read."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any, NamedTuple

import brotli
from litestar import Request, Response, Router, get
from litestar.params import FromPath

from ludotheque.core import registry
from ludotheque.server.answers import Refusal

WEB = Path(__file__).parent.parent / "web"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/manifest+json"}
PACKED = "packed"  # the option of a route whose answers are compressed already
FRESH = "no-cache"  # ask every time; the tag makes that cheap, and an upgrade shows at once

AnyRequest = Request[Any, Any, Any]


class File(NamedTuple):
    stamp: int
    tag: str
    bodies: dict[str, bytes]  # by encoding


class Files:
    """Files in memory, packed once, and read again when they change."""

    def __init__(self) -> None:
        self.known: dict[Path, File] = {}

    def read(self, path: Path) -> File:
        stamp = path.stat().st_mtime_ns
        known = self.known.get(path)
        if known is None or known.stamp != stamp:
            content = path.read_bytes()
            known = self.known[path] = File(stamp, f'"{hashlib.sha256(content).hexdigest()[:20]}"', {"identity": content})
        return known

    def packed(self, path: Path, accepted: str) -> tuple[str, bytes]:
        """The smallest encoding that is accepted, and the file in it."""
        encoding = next((one for one in PACKERS if one in accepted), "identity")
        bodies = self.read(path).bodies
        if encoding not in bodies:
            bodies[encoding] = PACKERS[encoding](bodies["identity"])
        return encoding, bodies[encoding]


FILES = Files()
PACKERS = {"br": brotli.compress, "gzip": gzip.compress}  # the better one first; both as tight as they can


def send_file(request: AnyRequest, path: Path) -> Response[bytes]:
    """A file, or only the news that it has not changed."""
    if not path.is_file():
        raise Refusal(404, "page/unknown", f"There is no {request.url.path} here.")
    tag = FILES.read(path).tag
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"etag": tag, "cache-control": FRESH, "vary": "accept-encoding"}
    if tag in [given.strip().removeprefix("W/") for given in request.headers.get("if-none-match", "").split(",")]:
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    encoding, content = FILES.packed(path, request.headers.get("accept-encoding", ""))
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


@get("/web/{file:path}", sync_to_thread=False)
def web_file(request: AnyRequest, file: FromPath[Path]) -> Response[bytes]:
    path = (WEB / str(file).lstrip("/")).resolve()
    if not path.is_relative_to(WEB.resolve()):
        raise Refusal(404, "page/unknown", f"There is no {request.url.path} here.")
    return send_file(request, path)


@get("/art/{name:str}", sync_to_thread=False)
def art(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The sprites of a game."""
    game = name.removesuffix(".svg")
    if game not in registry.names() or not name.endswith(".svg"):
        raise Refusal(404, "page/unknown", f"There is no {request.url.path} here.")
    return send_file(request, registry.load(game).folder / "art.svg")


pages = Router("/", route_handlers=[home, plain_page, table_page, replay_page, rules_page, web_file, art], include_in_schema=False, opt={PACKED: True})
