"""What makes the house an app on a home screen: manifest, icons, service worker, offline page."""

import hashlib
from functools import lru_cache
from pathlib import Path

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath

from ludotheque.core.words import LANGUAGES, N_
from ludotheque.scene import export
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.pages import (
    FILES,
    PACKED,
    TYPES,
    AnyRequest,
    File,
    bare,
    file_of,
    in_language,
    send,
    whole_page,
)
from ludotheque.server.text import WEB, language_in, words_in

OFFLINE, WORKER, ICON = WEB / "offline.html", WEB / "sw.js", WEB / "icon-full.svg"
KEPT = (WEB / "base.css", WEB / "icon.svg")  # what the offline page needs
SIZES = (180, 192, 512)  # of the icon, in pixels; 180: Apple's
MANIFEST = "application/manifest+json"
ABOUT = N_("Board games to play against bots, or with friends, here or far away.")


@get("/manifest.webmanifest", sync_to_thread=False)
def manifest(request: AnyRequest) -> Response[bytes]:
    """Return what a browser needs to put the house on a home screen."""
    language = language_in(request.scope)
    told = {
        "id": "/",
        "name": "Ludothèque",
        "short_name": "Ludothèque",
        "description": words_in(language)(ABOUT),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#3b2618",
        "theme_color": "#3b2618",
        "icons": [
            {"src": "/web/icon.svg", "type": TYPES[".svg"], "sizes": "any", "purpose": "any"},
            *(
                {"src": f"/icon/{size}.png", "type": "image/png", "sizes": f"{size}x{size}", "purpose": purpose}
                for size in SIZES
                for purpose in ("any", "maskable")
            ),
        ],
    }
    file = file_of(msgspec.json.encode(told), 0)
    answer = send(request, file, MANIFEST, is_page=False)
    answer.headers["vary"] = "accept-encoding, accept-language, cookie"
    return answer


@get("/icon/{name:str}", sync_to_thread=True)
def icon(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Return the icon as a PNG of one of the sizes."""
    size = next((size for size in SIZES if name == f"{size}.png"), None)
    if size is None:
        raise HttpRefusal(404, "page/unknown", N_("{path} does not exist."), path=request.url.path)
    return send(request, drawn(ICON, size), "image/png", is_page=False)


@lru_cache
def drawn(path: Path, size: int) -> File:
    return file_of(export.png(path.read_text(encoding="utf-8"), size), 0)


@get("/offline/{language:str}", sync_to_thread=False)
def offline(request: AnyRequest, language: FromPath[str]) -> Response[bytes]:
    """Return the page for when the server cannot be reached; it is the same for everyone."""
    if language not in LANGUAGES:
        raise HttpRefusal(404, "page/unknown", N_("{path} does not exist."), path=request.url.path)
    return send(request, FILES.read(OFFLINE, language), TYPES[".html"], is_page=False)


@get("/sw.js", sync_to_thread=False)
def worker(request: AnyRequest) -> Response[bytes]:
    """Return the service worker, which changes when the files that it keeps do."""
    code = bare(WORKER.read_text(encoding="utf-8"))
    code = code.replace("{version}", version()).replace("{languages}", '", "'.join(LANGUAGES))
    return send(request, file_of(code.encode(), 0), TYPES[".js"], is_page=False)


def version() -> str:
    """Return a digest of everything that the service worker keeps."""
    pages = [in_language(whole_page(OFFLINE), language).encode() for language in LANGUAGES]
    total = hashlib.sha256(b"".join([*pages, *(path.read_bytes() for path in KEPT)]))
    return total.hexdigest()[:16]


install = Router("/", route_handlers=[manifest, icon, offline, worker], include_in_schema=False, opt={PACKED: True})
