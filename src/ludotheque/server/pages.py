"""Pages, scripts, styles and art: files as they lie in the folders, with a tag, so that a browser asks again and downloads once."""

import hashlib
import mimetypes
from pathlib import Path
from typing import Any

from litestar import Request, Response, Router, get
from litestar.params import FromPath

from ludotheque.core import registry
from ludotheque.server.answers import Refusal

WEB = Path(__file__).parent.parent / "web"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/manifest+json"}
FRESH = "no-cache"  # ask every time; the tag makes that cheap, and an upgrade shows at once

AnyRequest = Request[Any, Any, Any]


class Files:
    """Files in memory, read again when they change."""

    def __init__(self) -> None:
        self.known: dict[Path, tuple[int, bytes, str]] = {}

    def read(self, path: Path) -> tuple[bytes, str]:
        """Content and tag."""
        stamp = path.stat().st_mtime_ns
        known = self.known.get(path)
        if known is None or known[0] != stamp:
            content = path.read_bytes()
            known = self.known[path] = (stamp, content, f'"{hashlib.sha256(content).hexdigest()[:20]}"')
        return known[1], known[2]


FILES = Files()


def send_file(request: AnyRequest, path: Path) -> Response[bytes]:
    """A file, or only the news that it has not changed."""
    if not path.is_file():
        raise Refusal(404, "page/unknown", f"There is no {request.url.path} here.")
    content, tag = FILES.read(path)
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"etag": tag, "cache-control": FRESH}
    if tag in [given.strip().removeprefix("W/") for given in request.headers.get("if-none-match", "").split(",")]:
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    return Response(content, headers=headers, media_type=kind)


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


pages = Router("/", route_handlers=[home, plain_page, table_page, replay_page, rules_page, web_file, art], include_in_schema=False)
