"""Requests and messages that nobody would send by hand, made from a seed.

The server answers each of them in one shape, stays on the line, and logs no error.

`tools/fuzz.py` does the same with other seeds, and for longer.
"""

import http.client
import json
import logging
import random
import socket as sockets
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from websockets.frames import Frame, Opcode

from ludotheque.check.guests import PATIENCE_S, Guest, Line, leaves
from ludotheque.server import socket
from ludotheque.server.limits import Limits

SHAPE = {"code", "message", "rule"}
LOGGERS = ("ludotheque.server", "uvicorn.error", "asyncio")
# nothing is left out because there was too much of it
GENEROUS = Limits(
    posts_at_once=10**9,
    logins_at_once=10**9,
    messages_at_once=10**9,
    messages_per_second=10**9,
    chats_at_once=10**9,
    chats_per_second=10**9,
)
TOGETHER = 20  # messages that are sent before the line is asked whether it is still there

GETS = (
    "/",
    "/new",
    "/t/{}",
    "/replay/{}",
    "/rules/{}",
    "/rules/sarena/{}",
    "/web/{}",
    "/web/words/{}",
    "/art/{}",
    "/art/cover/{}",
    "/health",
    "/metrics",
    "/schema/openapi.json",
    "/{}",
    "/ws/{}",
    "/api/{}",
    "/api/games",
    "/api/warmth",
    "/api/rules/{}",
    "/api/me",
    "/api/my",
    "/api/house",
    "/api/tables",
    "/api/tables/{}/record",
    "/api/tables/{}/replay?seat={}",
    "/api/tables/{}/picture",
    "/api/tables/{}/analysis",
    "/api/my?{}",
)
POSTS = (
    "/api/me",
    "/api/code",
    "/api/code",
    "/api/tables",
    "/api/tables",
    "/api/tables",
    "/api/tables/{}/chair",
    "/api/tables/{}/join",
    "/api/tables/{}/rematch",
    "/api/play/{}",
    "/api/learn/{}?again={}",
    "/api/device",
    "/api/device/claim",
    "/api/account",
    "/api/account/password",
    "/api/account/delete",
    "/api/login",
    "/api/logout",
    "/api/{}",
)
PATHS = [("GET", path) for path in GETS] + [("POST", path) for path in POSTS] + [("DELETE", "/api/tables/{}")]
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


class Maker:
    """Makes things up; the same seed makes the same things."""

    def __init__(self, seed: int, table: str = "x") -> None:
        self.chance, self.table = random.Random(seed), table

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

    def request(self, cookie: str) -> bytes:
        """Return a whole request."""
        usual, path = self.one(*PATHS)
        while "{}" in path:
            path = path.replace("{}", self.table if self.is_so(0.3) else self.one(*PIECES), 1)
        method = usual if self.is_so(0.9) else self.one("GET", "POST", "DELETE", "HEAD", "PUT", "OPTIONS", "X")
        body = b"" if method in ("GET", "HEAD") else self.data(self.fields(FIELDS) if self.is_so(0.9) else self.value())
        headers = self.headers(cookie, body)
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return "\r\n".join(lines).encode("utf-8" if self.is_so(0.5) else "latin-1", "replace") + b"\r\n\r\n" + body

    def headers(self, cookie: str, body: bytes) -> dict[str, str]:
        found = {
            "host": "localhost" if self.is_so(0.8) else self.one(*HOSTS),
            "connection": "close",
            "content-length": str(len(body)),
            "content-type": "application/json" if self.is_so(0.9) else self.one("", "text/plain", "a;b=c", "é"),
            "cookie": cookie if self.is_so(0.7) else self.one(*COOKIES),
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


def fuzz_requests(address: str, seed: int, count: int, report: Report) -> None:
    """Send requests, each on a line of its own."""
    with listening(report), Guest(address, "Fuzz") as guest:
        maker = Maker(seed, guest.open("you", "random", is_open=True)["table"])
        for _ in range(count):
            request = maker.request(guest.cookie)
            answer, fault = ask(address, request)
            report.count(answer, f"{fault} {request[:300]!r}" if fault else "")


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
                b'"say"' in frame.data or b'"hint"' in frame.data for frame in frames
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
