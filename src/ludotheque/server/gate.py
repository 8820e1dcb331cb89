"""The gate that every request passes through.

It determines who is asking, whether their session is still valid, whether the request comes from
our own pages and whether it exceeds a rate limit; and it adds the security headers to every
response.

A page of another site can make a browser send requests here, cookie included. It cannot change
`Origin` and `Sec-Fetch-Site`, and it cannot send JSON without a preflight request. It can submit a
form, so forms are accepted only if the browser says that the page is ours. It can also point its
own host name at our address (DNS rebinding); so we answer only to the host of the public URL, to
this machine's names and to addresses.
"""

import asyncio
import re
from collections import Counter
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ludotheque.core.words import LANGUAGES, N_, best_language
from ludotheque.server.answers import CODES, Problem
from ludotheque.server.bucket import Buckets
from ludotheque.server.hosts import HERE, is_address, name_of, network_of, own_names
from ludotheque.server.live.logins import Logins
from ludotheque.server.sessions import Seal, Session, new_guest, renewed
from ludotheque.server.settings import Settings
from ludotheque.server.shared import SAFE
from ludotheque.server.text import LANGUAGE, PROBLEMS, language_in, words_in
from ludotheque.server.trouble import Trouble

SESSION = "ludotheque.session"  # in the scope: the client's session
IS_NEW = "ludotheque.is_new"  # … and whether it begins with this request
IS_PAGE = "ludotheque.is_page"  # … and whether the response is a page
IS_ANSWERED = "ludotheque.is_answered"  # … and whether it has begun
CHOSEN = "language"  # the cookie that a page sets when a visitor chooses another language; not a secret
LONGEST = 200  # characters of Accept-Language that are read, and of a host
LONGEST_PATH = 1000  # characters; file systems do not accept much longer ones
LONGEST_PART = 200  # … of one part of a path
LAST_PORT = 65_535
HOST = re.compile(r"(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?", re.ASCII)
TABLES = "/ws/"  # the websocket of a table: its id follows
API = "/api/"
COSTS = {"/api/my": 5, API: 1, "/schema": 10}  # what a request counts as: lists are long, the schema is longer
TOO_MANY = N_("Too many requests: wait a moment.")
CHECK_S = 5.0  # how long the database may take to check a session
STOP = "/api/stop/"  # mail programs end mails with one click: a form without an origin, whose token says who
SCHEMES = {"ws": "http", "wss": "https"}  # as browsers write the origin of a websocket
# docs/decisions.md: One gate before the application
JSON, FORM = "application/json", "application/x-www-form-urlencoded"

POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
NOT_FRAMED, FRAMED_BY_US = b"frame-ancestors 'none'", b"frame-ancestors 'self'"
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")

Scope = Any


def session_in(scope: Scope) -> Session:
    """Return the client's session, as the gate determined it."""
    session: Session = scope[SESSION]
    return session


def person_in(scope: Scope) -> str:
    return session_in(scope).person


def become(scope: Scope, session: Session) -> None:
    """Give this browser another session; the response carries the cookie."""
    scope[SESSION] = session


def answer_with_page(scope: Scope) -> None:
    """Note that the response is a page.

    It then carries the cookie, even if the browser already has the page itself.
    """
    scope[IS_PAGE] = True


def framed(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return headers that let our own pages show each other in a frame."""
    return [(name, value.replace(NOT_FRAMED, FRAMED_BY_US)) for name, value in headers]


class Gate:
    """An ASGI application around two others: one for HTTP requests, one for tables' websockets."""

    def __init__(
        self, app: Any, sockets: Any, settings: Settings, logins: Logins, seal: Seal, statuses: Counter[int]
    ) -> None:
        self.app, self.sockets, self.settings, self.logins, self.seal = app, sockets, settings, logins, seal
        self.statuses = statuses  # of all responses so far
        self.posts = Buckets(settings.limits.posts_per_second, settings.limits.posts_at_once)
        self.gets = Buckets(settings.limits.gets_per_second, settings.limits.gets_at_once)
        self.origin = settings.public_origin
        self.public_name = name_of(urlsplit(self.origin or "").netloc)
        self.names = own_names() | {self.public_name}
        self.headers = [*HEADERS, HTTPS_ONLY] if settings.is_secure else HEADERS

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        cookies = cookies_of(headers)
        said = self.seal.read_any(cookies)
        scope[LANGUAGE] = language_of(cookies.get(CHOSEN), headers.get("accept-language", ""))
        scope[SESSION], scope[IS_NEW] = said or new_guest(), said is None
        if scope["type"] == "websocket":
            await self.websocket(scope, receive, send, headers)
        else:
            await self.http(scope, receive, self.with_headers(scope, send, said), headers)

    async def websocket(self, scope: Scope, receive: Any, send: Any, headers: dict[str, str]) -> None:
        refused = self.why_not_this_host(scope, headers) or self.why_not_this_page(scope, headers)
        if refused is None and not scope["path"].startswith(TABLES):
            refused = 404, problem(scope, CODES[404], PROBLEMS[404])
        if refused is None and not await self.check_session(scope):
            refused = 503, problem(scope, "server/database", PROBLEMS[503])
        if refused is None:
            await self.sockets(scope, receive, send)
        else:
            await refuse(send, "websocket.http.response", *refused)

    async def http(self, scope: Scope, receive: Any, send: Any, headers: dict[str, str]) -> None:
        refused = self.why_not_read(scope, headers) or self.why_not_let_in(scope, headers)
        if refused is None and scope["path"].startswith(API) and not await self.check_session(scope):
            refused = 503, problem(scope, "server/database", PROBLEMS[503])
        if refused is None:
            try:
                await self.app(scope, receive, send)
            except asyncio.CancelledError:  # the server stops, and has waited for a while
                if IS_ANSWERED in scope:
                    raise
                refused = 503, problem(scope, "server/stopping", N_("This server is stopping. Try again in a moment."))
        if refused is not None:
            await refuse(send, "http.response", *refused)

    def why_not_read(self, scope: Scope, headers: dict[str, str]) -> tuple[int, Problem] | None:
        """Return why a request is refused unread: its host or path cannot be valid."""
        if not is_host(headers.get("host", "")):
            return 400, Problem(CODES[400], words_in(language_in(scope))(PROBLEMS[400]))
        path = scope["path"]
        is_long = len(path) > LONGEST_PATH or any(len(part) > LONGEST_PART for part in path.split("/"))
        if is_long or not path.isprintable():
            return 404, Problem(CODES[404], words_in(language_in(scope))(PROBLEMS[404]))
        return None

    def why_not_let_in(self, scope: Scope, headers: dict[str, str]) -> tuple[int, Problem] | None:
        """Return why a request is refused: a status and a problem."""
        if refused := self.why_not_this_host(scope, headers):
            return refused
        return self.why_not_get(scope) if scope["method"] in SAFE else self.why_not_change(scope, headers)

    def why_not_get(self, scope: Scope) -> tuple[int, Problem] | None:
        """Return why a request that changes nothing is refused; pages and files never are."""
        cost = next((cost for path, cost in COSTS.items() if scope["path"].startswith(path)), 0)
        network = network_of((scope.get("client") or ("",))[0])
        if not cost or network in HERE or self.gets.take(network, cost):
            return None
        return 429, problem(scope, "request/too_many", TOO_MANY)

    def why_not_this_host(self, scope: Scope, headers: dict[str, str]) -> tuple[int, Problem] | None:
        """Return why a request that names another host is refused."""
        message = N_("This server is not known by that name. Its operator can add the name with --public-url.")
        return (403, problem(scope, "request/host", message)) if self.is_unknown_host(headers) else None

    def why_not_this_page(self, scope: Scope, headers: dict[str, str]) -> tuple[int, Problem] | None:
        """Return why a request from a foreign page is refused."""
        message = N_("This request comes from a page that does not belong to this server.")
        return (403, problem(scope, "request/foreign", message)) if self.is_foreign(scope, headers) else None

    def why_not_change(self, scope: Scope, headers: dict[str, str]) -> tuple[int, Problem] | None:
        """Return why a request that changes something is refused."""
        if refused := self.why_not_this_page(scope, headers):
            return refused
        kind = headers.get("content-type", "").partition(";")[0].strip()
        if kind != JSON and not (kind == FORM and (is_said_to_be_ours(headers) or scope["path"].startswith(STOP))):
            return 415, problem(scope, "request/not_json", N_("This server accepts application/json only."))
        if not self.posts.take(network_of((scope.get("client") or ("",))[0])):
            return 429, problem(scope, "request/too_many", TOO_MANY)
        return None

    def is_unknown_host(self, headers: dict[str, str]) -> bool:
        """Return whether a request names a host that is not ours.

        Addresses are always accepted, since no other site can use one as its name.
        """
        name = name_of(headers.get("host", ""))
        return bool(name) and name not in self.names and not is_address(name)

    def is_foreign(self, scope: Scope, headers: dict[str, str]) -> bool:
        """Return whether a page of another site sent this request.

        Programs other than browsers send neither these headers nor anyone's cookie. By its public
        name the server has one origin only, whatever its proxy says about the scheme.
        """
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return True
        origin, host = headers.get("origin"), headers.get("host", "")
        if origin in (None, self.origin):
            return False
        scheme = SCHEMES.get(scope["scheme"], scope["scheme"])
        return name_of(host) == self.public_name or origin != f"{scheme}://{host}"

    async def check_session(self, scope: Scope) -> bool:
        """Make a browser whose session has ended a new guest; return False if that is unknown.

        A page renews the cookie, so that it does not expire while it is in use.
        """
        session = session_in(scope)
        if scope[IS_NEW]:
            return True
        try:
            async with asyncio.timeout(CHECK_S):
                if not await self.logins.is_good(session):
                    scope[SESSION] = new_guest(session)
                elif IS_PAGE in scope and session.is_due:
                    fresh = renewed(session)
                    scope[SESSION] = fresh if await self.logins.renew(session, fresh) else new_guest(session)
        except (Trouble, TimeoutError):
            return False
        return True

    def with_headers(self, scope: Scope, send: Any, said: Session | None) -> Any:
        """Return a `send` that adds our headers, and the cookie if it is needed."""
        is_private = scope["path"].startswith(API)

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                scope[IS_ANSWERED] = True
                self.statuses[message["status"]] += 1
                added = [*self.headers]
                if is_private and b"cache-control" not in dict(message.get("headers", [])):
                    added.append((b"cache-control", b"no-store"))
                if IS_PAGE in scope:
                    await self.check_session(scope)
                if IS_PAGE in scope or (is_private and is_told(scope, said)):
                    added.append((b"set-cookie", self.seal.cookie(session_in(scope)).to_header(header="").encode()))
                message = {**message, "headers": [*message.get("headers", []), *added]}
            await send(message)

        return send_with_headers


def is_host(name: str) -> bool:
    """Return whether a Host header is well-formed; a program may leave it out."""
    found = HOST.fullmatch(name)
    return not name or bool(found and len(name) <= LONGEST and int(found[1] or 0) <= LAST_PORT)


def is_told(scope: Scope, said: Session | None) -> bool:
    """Return whether a response that is not a page carries a cookie, since it has changed.

    If a session has ended in the meantime, only a page or a change says so: a response that was on
    its way while someone logged in must not log them out.
    """
    return session_in(scope) != said and (said is None or scope["method"] not in SAFE)


def problem(scope: Scope, code: str, message: str) -> Problem:
    return Problem(code, words_in(language_in(scope))(message))


async def refuse(send: Any, kind: str, status: int, said: Problem) -> None:
    """Refuse a request or a websocket's handshake; the types of both messages begin with `kind`."""
    headers = [(b"content-type", b"application/json")]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": msgspec.json.encode(said)})


def is_said_to_be_ours(headers: dict[str, str]) -> bool:
    """Return whether the browser named the sending site; foreign sites are refused before."""
    return "origin" in headers or headers.get("sec-fetch-site") == "same-origin"


@lru_cache(1024)
def language_of(chosen: str | None, accepted: str) -> str:
    """Return the language chosen on a page, or else the browser's preferred one."""
    return chosen if chosen in LANGUAGES else best_language(accepted[:LONGEST])


def cookies_of(headers: dict[str, str]) -> dict[str, str]:
    """Return the cookies of a request by name; if a name is repeated, the first one counts."""
    pairs = [part.strip().partition("=")[::2] for part in headers.get("cookie", "").split(";")]
    return {name: value.strip('"') for name, value in reversed(pairs)}
