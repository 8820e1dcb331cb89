"""Requests and messages that nobody would send by hand, made from a seed.

The server answers each of them in one shape, stays on the line, and logs no error.

`tools/fuzz.py` does the same with other seeds, and for longer.
"""

import http.client
import json
import logging
import random
import re
import secrets
import socket as sockets
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from litestar import Litestar
from litestar.enums import RequestEncodingType
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from msgspec import inspect
from msgspec.inspect import Type
from websockets.frames import Frame, Opcode

from ludotheque.check.guests import PATIENCE_S, Guest, Line, Message, leaves, serving
from ludotheque.server import socket
from ludotheque.server.api.notices import KEY, SECRET
from ludotheque.server.app import EVERYTHING
from ludotheque.server.limits import MOST, Limits
from ludotheque.server.push import unpadded
from ludotheque.server.settings import Settings
from tests.server.test_accounts import PASSWORD, make_account
from tests.server.test_notices import post_office

SHAPE = {"code", "message", "rule"}
LOGGERS = ("ludotheque.server", "uvicorn.error", "asyncio")
# nothing is left out because there was too much of it
GENEROUS = Limits(
    posts_at_once=MOST,
    reads_at_once=MOST,
    logins_at_once=MOST,
    records_at_once=MOST,
    searches_at_once=MOST,
    messages_at_once=MOST,
    messages_per_second=MOST,
    chats_at_once=MOST,
    chats_per_second=MOST,
    tables_each=MOST,
    lobby_each=MOST,
    tournaments_each=MOST,
    invitations_at_once=MOST,
    reports_at_once=MOST,
)
TOGETHER = 20  # messages that are sent before the line is asked whether it is still there

STEWARDS = tuple(f"Steward {number}" for number in range(1000))  # each cast has one of its own
CAST = 50  # requests until other people go on: some requests end a session, a table or an account
ELSEWHERE = ("/{any}", "/ws/{any}", "/api/{any}", "/schema/openapi.json")  # no routes
PARAMETER = re.compile(r"\{(\w+)\}")
PIECES = (
    "x",
    "sarena",
    "%00",
    "a%00b",
    "%ff%fe",
    "%ED%A0%80",
    "%C3",
    "%",
    "%zz",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "x" * 300,
    "y" * 5000,
    "é%E2%80%AE",
    "-1",
    "1e400",
    "9" * 40,
    "en.json",
    ".po",
    "0-0-day.svg",
    "9" * 5000 + "-0-day.svg",
    "{",
    "a b",
    "~",
    "table.js/x",
    "con",
    "null",
    "%20",
    "%0d%0aset-cookie:a=b",
)
HOSTS = ("localhost", "[::1", "a" * 5000, "é", "", "a:99999999", "127.0.0.1:1", '"><script>', "a b", "\x01")
ORIGINS = ("http://[::1", "http://[", "null", "", "http://evil.example", "http://a:b:c", "\xff", "http://[::1]:x", "é")
LANGUAGES = ("", "fr", "*", "xx-YY-zz;q=nan", "de;q=inf", "a" * 300, ",,,;;;q=", "\xff\xfe", "en-" * 60, "_", "i-ÿ")
COOKIES = ("language=fr", "language=\xff", "ludotheque=", "ludotheque=.", "ludotheque=é.é", "=;;=", "a" * 3000)
WORDS = ("", "x", "\x00", "a\x00b", "\ud800", "é", "\u202e", "9" * 400, "x" * 2000, " ", "0", "you", "sarena", "{x}")
ADDRESSES = ("a@b.org", "/@[;}.#_&", "?#a\\@[.dd}", "(@}.#*).)(|", "a@[\u0001.bcd", "a\u0000@b.co", "@", "a@é.org")
ENDPOINTS = ("https://[::1", "https://a:99999/", "https://é\u2100/", "https://127.0.0.1/", "https://\u0000/")
DEEDS = ("settle", "close", "rename", "ban", "unban", "check")
NUMBERS = (0, 1, -1, 2, 63, 64, 2**31, -(2**31), 2**63 - 1, 2**63, 10**30, 0.5, 1e308)
FIELDS = {
    "name": None,
    "password": None,
    "new": None,
    "token": None,
    "pawn": None,
    "path": None,
    "way": "now",
    "opponents": 1,
    "level": "random",
    "game": "sarena",
    "seats": [{"kind": "you"}, {"kind": "bot", "level": "random"}],
    "options": {},
    "is_open": True,
    "clock": {"kind": "real", "base_s": 900},
    "after": {"table": "x", "ply": 0},
    "first": "seated",
}
MESSAGE = {
    "id": "x",
    "seen": 1,
    "seat": 0,
    "actions": [0],
    "steps": [["place", "x"]],
    "ply": 1,
    "asked": 1,
    "allows": True,
    "text": "x",
}
TYPES = sorted(map(str, socket.TYPES))
# What fits a path, a query or a body, by its name there
USUAL: dict[str, Sequence[Any]] = {
    "game": ["sarena"],
    "level": ["random"],
    "puzzle": ["next"],
    "language": ["fr"],
    "deed": DEEDS,
    "address": ADDRESSES,
    "endpoint": ENDPOINTS,
    "key": [unpadded(bytes([4]) * KEY)],
    "secret": [unpadded(bytes(SECRET))],
    "days": [1],
    "hours": [1],
    "seats": [2],
    "report": [1],
    "number": [1],
    "rounds": [3],
    "password": [PASSWORD],
}


class Route(NamedTuple):
    """One kind of request that the server knows."""

    method: str
    path: str  # with the names of its parts in braces
    queries: tuple[str, ...] = ()
    body: Type | None = None
    is_form: bool = False


def all_routes() -> list[Route]:
    """Return every route of the server, and addresses where there is none."""
    found = [
        route_of(method, route.path_format, handler)
        for route in Litestar(route_handlers=EVERYTHING, openapi_config=None, logging_config=None).routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods
        if method != "OPTIONS"
    ]
    elsewhere = [Route(method, path) for path in ELSEWHERE for method in ("GET", "POST")]
    return sorted(found + elsewhere, key=lambda route: (route.path, route.method))


def route_of(method: str, path: str, handler: HTTPRouteHandler) -> Route:
    fields = handler.parsed_fn_signature.parameters
    queries = tuple(name for name in fields if name not in ("request", "data") and f"{{{name}}}" not in path)
    if "data" not in fields:
        return Route(method, path, queries)
    given = fields["data"]
    is_form = getattr(given.kwarg_definition, "media_type", None) == RequestEncodingType.URL_ENCODED
    return Route(method, path, queries, inspect.type_info(given.annotation), is_form)


ROUTES = all_routes()


class Maker:
    """Makes things up; the same seed makes the same things."""

    def __init__(self, seed: int) -> None:
        self.chance, self.usual, self.record = random.Random(seed), USUAL, Message()

    def one(self, *choices: Any) -> Any:
        return self.chance.choice(choices)

    def is_so(self, share: float) -> bool:
        return self.chance.random() < share

    def value(self, depth: int = 0) -> Any:
        """Return anything that JSON can hold."""
        kind = self.chance.randrange(6)
        if kind == 0 and depth < 3:
            return [self.value(depth + 1) for _ in range(self.chance.randrange(4))]
        if kind == 1 and depth < 3:
            return {self.one(*WORDS, *FIELDS): self.value(depth + 1) for _ in range(self.chance.randrange(4))}
        return self.one(self.one(*WORDS), self.one(*NUMBERS), self.one(*TYPES), None, True)

    def like(self, kind: Type, name: str = "") -> Any:
        """Return a value of a type, as a route wants it; a few are odd."""
        if self.is_so(0.05):
            return self.value()
        if name in self.usual and not isinstance(kind, inspect.ListType) and self.is_so(0.6):
            return self.one(*self.usual[name])
        match kind:
            case inspect.StructType(fields=fields):
                return {one.name: self.like(one.type, one.name) for one in fields if one.required or self.is_so(0.6)}
            case inspect.ListType(item_type=item):
                return [self.like(item) for _ in range(self.chance.randrange(4))]
            case inspect.UnionType(types=types):
                return self.like(self.one(*types), name)
            case inspect.LiteralType(values=values):
                return self.one(*values)
            case inspect.StrType():
                return self.one(*WORDS)
            case inspect.IntType():
                return self.one(*NUMBERS)
            case inspect.BoolType():
                return self.is_so(0.5)
        return self.value()

    def fields(self, usual: dict[str, Any]) -> dict[str, Any]:
        """Return an object with some of the usual fields, a few of them odd."""
        chosen = [name for name in usual if self.is_so(0.6)]
        return {name: self.value() if usual[name] is None or self.is_so(0.2) else usual[name] for name in chosen}

    def data(self, whole: Any) -> bytes:
        """Return an object as it travels: mostly as JSON, sometimes damaged on the way."""
        data = json.dumps(whole, ensure_ascii=self.is_so(0.7)).encode("utf-8", "surrogatepass")
        match self.chance.randrange(12):
            case 0:
                return b"[" * 3000
            case 1:
                return b'{"a":' * 1500 + b"1" + b"}" * 1500
            case 2:
                return data[: self.chance.randrange(len(data))]
            case 3:
                at = self.chance.randrange(len(data))
                return data[:at] + bytes([self.chance.randrange(256)]) + data[at + 1 :]
            case 4:
                return self.chance.randbytes(self.chance.randrange(200))
            case 5:
                return data.replace(b":", b": NaN, :", 1)
        return data

    # Over HTTP

    def request(self, route: Route, cookie: str) -> bytes:
        """Return a whole request."""
        path = PARAMETER.sub(lambda found: self.part(found[1]), route.path)
        if asked := [name for name in route.queries if self.is_so(0.6)]:
            path += "?" + "&".join(f"{name}={self.part(name)}" for name in asked)
        usual = route.method
        method = usual if self.is_so(0.9) else self.one("GET", "POST", "DELETE", "HEAD", "PUT", "OPTIONS", "X")
        body = b"" if method in ("GET", "HEAD") else self.body(route)
        headers = self.headers(cookie, body, route.is_form)
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return "\r\n".join(lines).encode("utf-8" if self.is_so(0.5) else "latin-1", "replace") + b"\r\n\r\n" + body

    def part(self, name: str) -> str:
        """Return what stands in an address under a name."""
        fitting = self.usual.get(name, ())
        if fitting and self.is_so(0.5):
            return quote(str(self.one(*fitting)))
        return str(self.one(*NUMBERS) if self.is_so(0.3) else self.one(*PIECES))

    def body(self, route: Route) -> bytes:
        """Return a body: one that the route wants, or anything."""
        if self.is_so(0.1):
            return self.data(self.value())
        if route.path == "/api/records":
            return self.data({name: self.value() if self.is_so(0.1) else own for name, own in self.record.items()})
        if route.body is None or (route.path == "/api/tables" and self.is_so(0.5)):
            return self.data(self.fields(FIELDS))
        made = self.like(route.body)
        if route.is_form and isinstance(made, dict):
            return urlencode(made, errors="replace").encode()
        return self.data(made) if self.is_so(0.3) else json.dumps(made).encode()

    def headers(self, cookie: str, body: bytes, is_form: bool) -> dict[str, str]:
        kind = "application/x-www-form-urlencoded" if is_form else "application/json"
        found = {
            "host": "localhost" if self.is_so(0.9) else self.one(*HOSTS),
            "connection": "close",
            "content-length": str(len(body)),
            "content-type": kind if self.is_so(0.9) else self.one("", "text/plain", "a;b=c", "é"),
            "cookie": cookie if self.is_so(0.9) else self.one(*COOKIES),
            "sec-fetch-site": "same-origin" if is_form else "none",
        }
        odd = {
            "origin": ORIGINS,
            "accept-language": LANGUAGES,
            "if-none-match": ("*", '"x"', "W/,,"),
            "accept-encoding": ("br", "gzip;q=0", "é", "identity"),
            "x-forwarded-for": ("1.2.3.4", "é, ,", "a" * 300),
            "x-forwarded-proto": ("https", "\x7f", ""),
            "range": ("bytes=0-1", "bytes=-9"),
            "accept": ("application/json", "é/*"),
        }
        return found | {name: self.one(*values) for name, values in odd.items() if self.is_so(0.15)}

    # At a table

    def message(self, act: dict[str, Any]) -> Frame:
        """Return a message in one frame: one that is nearly right, or anything."""
        kind = self.one(*TYPES) if self.is_so(0.9) else self.value()
        nearly = MESSAGE | {"type": kind, "id": str(self.chance.random())} | (act if kind == "act" else {})
        whole = {name: self.value() if self.is_so(0.05) else value for name, value in nearly.items()}
        data = json.dumps(whole).encode() if self.is_so(0.6) else self.data(whole if self.is_so(0.8) else self.value())
        return Frame(Opcode.TEXT if self.is_so(0.8) else Opcode.BINARY, data)


@dataclass
class Report:
    """What came of it."""

    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    asked: set[tuple[str, str]] = field(default_factory=set)  # the routes, by method and path

    def count(self, answer: str, fault: str = "") -> None:
        self.answers[answer] += 1
        if fault:
            self.faults.append(f"{answer}: {fault}")


class Errors(logging.Handler):
    """Keeps what the server logs as an error."""

    def __init__(self, report: Report) -> None:
        super().__init__(logging.ERROR)
        self.report = report

    def emit(self, record: logging.LogRecord) -> None:
        said = logging.Formatter().format(record).splitlines()
        self.report.count("log", " | ".join([said[0], *said[-3:]]))


@contextmanager
def listening(report: Report) -> Iterator[None]:
    handler = Errors(report)
    for name in LOGGERS:
        logging.getLogger(name).addHandler(handler)
    try:
        yield
    finally:
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(handler)


@contextmanager
def fuzzed(database: str) -> Iterator[str]:
    """Serve with everything that a host can switch on: stewards, mail and push messages."""
    with post_office() as (smtp, _):
        settings = Settings(
            database=database,
            public_url="http://localhost",
            smtp=smtp,
            mail_from="games@example.org",
            stewards=STEWARDS,
            bot_pause_s=0,
            limits=GENEROUS,
        )
        with serving(settings) as address:
            yield address


class Cast(NamedTuple):
    """Who sends requests: a guest, the host of a table and of a tournament, and a steward."""

    guest: Guest
    host: Guest
    steward: Guest
    usual: dict[str, Sequence[Any]]  # what fits, by name
    record: Message  # of the host's table


@contextmanager
def cast(address: str, number: int) -> Iterator[Cast]:
    with Guest(address, "Fuzz") as guest, Guest(address, "Host") as host, Guest(address, "Keeper") as steward:
        name = f"Host {secrets.token_hex(4)}"
        make_account(host, name)
        make_account(steward, STEWARDS[number])
        made, played = host.open("you", "person", is_open=True), host.open("you", "random")["table"]
        tournament = host.post("/api/tournaments", name="Fuzz", game="sarena")["id"]
        own = {
            "table": [made["table"], played],
            "tournament": [tournament],
            "person": [one.get("/api/me/data")["id"] for one in (guest, host)],
            "name": [name, "en.json", "1.svg"],
            "token": [made["spectate"].partition("=")[2]],
        }
        yield Cast(guest, host, steward, USUAL | own, host.get(f"/api/tables/{played}/record"))


def fuzz_requests(address: str, seed: int, count: int, report: Report) -> None:
    """Send requests, each on a line of its own; every route has its turn."""
    maker = Maker(seed)
    for begin in range(0, count, CAST):
        with cast(address, begin // CAST) as people, listening(report):
            maker.usual, maker.record = people.usual, people.record
            for number in range(begin, min(begin + CAST, count)):
                route, who = ROUTES[number % len(ROUTES)], maker.one(people.guest, people.host, people.steward)
                request = maker.request(route, who.cookie)
                answer, fault = ask(address, request)
                report.count(answer, f"{fault} {request[:300]!r}" if fault else "")
                report.asked.add((route.method, route.path))


def ask(address: str, request: bytes) -> tuple[str, str]:
    """Return the status of an answer, and what is wrong with it."""
    parts = urlsplit(address)
    with sockets.create_connection((parts.hostname, parts.port), PATIENCE_S) as line:
        line.sendall(request)
        response = http.client.HTTPResponse(line, method=request.partition(b" ")[0].decode("latin-1"))
        try:
            response.begin()
            body = response.read()
        except (http.client.HTTPException, OSError) as error:
            return "cut", repr(error)
    return str(response.status), "" if is_fine(response, body, request) else body[:200].decode("latin-1")


def is_fine(response: http.client.HTTPResponse, body: bytes, request: bytes) -> bool:
    if response.status < 400 or request.startswith(b"HEAD "):
        return response.status < 500
    try:
        said = json.loads(body)
    except ValueError:
        return False
    return response.status < 500 and isinstance(said, dict) and set(said) == SHAPE


def fuzz_messages(address: str, seed: int, count: int, report: Report, game: str = "sarena") -> None:
    """Send messages to a table on one line, which must never be cut; each of them is answered."""
    with ExitStack() as stack:
        stack.enter_context(listening(report))
        guest = stack.enter_context(Guest(address, "Fuzz"))
        line, maker = new_table(guest, game), Maker(seed)
        for sent in range(0, count, TOGETHER):
            if line.table["status"] == "over":
                line.socket.close()  # a person may have only so many
                line = new_table(guest, game)
            act = line.choose() if leaves(line.table.get("gestures") or {}) else {}
            frames = [maker.message(act) for _ in range(min(TOGETHER, count - sent))]
            try:
                answers = ask_line(line, frames, f"end {sent}")
            except Exception as error:
                report.count("cut", f"{error!r} {[frame.data[:200] for frame in frames]}")
                line = new_table(guest, game)
                continue
            report.answers.update(answers)
            elsewhere = sum(
                any(kind in frame.data for kind in (b'"say"', b'"ready"', b'"hint"')) for frame in frames
            )  # in updates, or late
            if len(answers) + elsewhere < len(frames) or "server/error" in answers:
                report.count("silence", f"{answers} {[frame.data[:200] for frame in frames]}")


def new_table(guest: Guest, game: str) -> Line:
    return guest.look_at(guest.open("you", "random", game=game, is_open=True, allow_hints=True)["table"])


def ask_line(line: Line, frames: list[Frame], end: str) -> list[str]:
    """Send frames as they are, also such as no client would send; return what is answered.

    The last message is one that is refused with its id.
    """
    for frame in [*frames, Frame(Opcode.TEXT, json.dumps({"type": "end", "id": end}).encode())]:
        line.socket.socket.sendall(frame.serialize(mask=True, extensions=[]))
    found: list[str] = []
    while (message := line.receive()).get("id") != end:
        found += [str(message.get("code", message["type"]))] if message["type"] not in ("update", "advice") else []
    return found
