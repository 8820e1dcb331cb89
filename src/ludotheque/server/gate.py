"""The gate that every request passes: who is it, does it come from our own pages, is it too fast; and what browsers must know about every answer.

A page elsewhere can make a browser send requests here, cookie and all. It cannot change `Origin` and `Sec-Fetch-Site`, and it cannot send JSON without asking first.
"""

from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ludotheque.core.words import LANGUAGES, N_, best_language
from ludotheque.server import people
from ludotheque.server.answers import Problem
from ludotheque.server.bucket import Buckets
from ludotheque.server.settings import Settings
from ludotheque.server.text import LANGUAGE, language_in, words_in

PERSON = "ludotheque.person"  # in the scope: the id of whoever asks
IS_PAGE = "ludotheque.is_page"  # … and whether the answer is a page
CHOSEN = "language"  # the cookie that a page sets when somebody chooses another language; it is no secret
LONGEST = 200  # characters of a wish for languages that are read
SAFE = ("GET", "HEAD", "OPTIONS")
TABLES = "/ws/"  # the websocket of a table: its id follows
POSTS_PER_SECOND = 5

POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

Scope = Any


def person_in(scope: Scope) -> str:
    """Whoever asks, as the gate found out."""
    return str(scope[PERSON])


def become(scope: Scope, person: str) -> None:
    """Whoever asks is this person from now on: the answer takes the cookie along."""
    scope[PERSON] = person


def answer_with_page(scope: Scope) -> None:
    """The answer is a page: it takes the cookie along, even where the browser has the page itself already."""
    scope[IS_PAGE] = True


class Gate:
    """An ASGI application around two others: what answers requests, and the websockets of tables."""

    def __init__(self, app: Any, sockets: Any, settings: Settings, secret: bytes) -> None:
        self.app, self.sockets, self.settings, self.secret = app, sockets, settings, secret
        self.posts = Buckets(POSTS_PER_SECOND, settings.posts_at_once)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        known = people.read(self.secret, cookie_of(headers, people.COOKIE))
        scope[PERSON] = known or people.new_id()
        scope[LANGUAGE] = language_of(cookie_of(headers, CHOSEN), headers.get("accept-language", ""))
        if scope["type"] == "websocket":
            await self.websocket(scope, receive, send, headers)
        else:
            await self.http(scope, receive, self.dressed(scope, send, known), headers)

    async def websocket(self, scope: Scope, receive: Any, send: Any, headers: dict[str, str]) -> None:
        if self.is_foreign(headers):
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "this page does not belong to this server"})
        elif scope["path"].startswith(TABLES):
            await self.sockets(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def http(self, scope: Scope, receive: Any, send: Any, headers: dict[str, str]) -> None:
        refused = None if scope["method"] in SAFE else self.refusal(scope, headers)
        if refused is None:
            await self.app(scope, receive, send)
        else:
            status, problem = refused
            await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"application/json")]})
            await send({"type": "http.response.body", "body": msgspec.json.encode(problem)})

    def refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, Problem] | None:
        """Why a request that changes something is not let in."""

        def problem(code: str, message: str) -> Problem:
            return Problem(code, words_in(language_in(scope))(message))

        if self.is_foreign(headers):
            return 403, problem("request/foreign", N_("This request comes from a page that does not belong to this server."))
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return 415, problem("request/not_json", N_("This server reads application/json only."))
        if not self.posts.take((scope.get("client") or ("",))[0]):
            return 429, problem("request/too_many", N_("Too many requests: wait a moment."))
        return None

    def is_foreign(self, headers: dict[str, str]) -> bool:
        """Was this sent by a page of somebody else? Programs that are no browsers say nothing about it, and carry nobody's cookie."""
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return True
        origin = headers.get("origin")
        return origin is not None and urlsplit(origin).netloc != headers.get("host") and origin != self.settings.public_origin

    def dressed(self, scope: Scope, send: Any, known: str | None) -> Any:
        """Adds the headers of every answer, and the cookie: to every page, so that all it asks for is asked by one and the same person, and so that the cookie does not run out;
        and to whoever asks without one, or has become somebody else."""
        is_private = scope["path"].startswith("/api/")

        async def dressed_send(message: Any) -> None:
            if message["type"] == "http.response.start":
                added = [*HEADERS]
                if is_private:
                    added.append((b"cache-control", b"no-store"))
                if IS_PAGE in scope or (is_private and scope[PERSON] != known):
                    value = people.cookie(self.secret, scope[PERSON], self.settings.is_secure).to_header(header="")
                    added.append((b"set-cookie", value.encode()))
                message = {**message, "headers": [*message.get("headers", []), *added]}
            await send(message)

        return dressed_send


@lru_cache(1024)
def language_of(chosen: str | None, accepted: str) -> str:
    """What somebody has chosen on a page, else what suits their browser best."""
    return chosen if chosen in LANGUAGES else best_language(accepted[:LONGEST])


def cookie_of(headers: dict[str, str], wanted: str) -> str | None:
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value.strip('"')
    return None
