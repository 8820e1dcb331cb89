"""Clients of the server for tests: a browser's cookie, requests, and connections to a table."""

import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from ludotheque.core.naming import OPEN
from ludotheque.server import run
from ludotheque.server.settings import Settings

PATIENCE_S = 240  # the server compiles a game for its first table, and the machine may be slow
TLS = ssl.create_default_context()  # made once, since it reads all certificates
MOMENT_S = 0.2
Message = dict[str, Any]


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """Run a server in a thread until the block ends, and yield its address."""
    with serving_on("127.0.0.1", settings) as address:
        yield address


@contextmanager
def serving_on(host: str, settings: Settings) -> Iterator[str]:
    listening = run.listen(host, 0)
    address = run.address(listening, host)
    server = run.make_server(settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield address
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)


def leaves(trie: Message) -> list[int]:
    """Return all actions that the gestures lead to."""
    found = []
    for branches in trie.values():
        for branch in branches.values():
            found += [branch] if isinstance(branch, int) else leaves(branch)
    return found


class Line:
    """One connection to a table, with the latest state it received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []  # every message, as received
        self.seq = -1
        self.table: Message = {}

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> Message:
        text = self.socket.recv(PATIENCE_S)
        assert isinstance(text, str)
        assert OPEN not in text, "a name is missing"
        self.heard.append(text)
        message: Message = json.loads(text)
        if message["type"] in ("table", "update"):
            assert message["type"] == "table" or message["from_seq"] == self.seq, "an update was lost"
            self.table = (
                message
                if message["type"] == "table"
                else self.table
                | message["set"]
                | {"seq": message["seq"], "log": self.table["log"] + message.get("log", [])}
            )
            self.seq = message["seq"]
        return message

    def ask(self, **message: Any) -> Message:
        """Send a message and wait for its answer, ignoring whatever else arrives in between.

        A fast machine can send more than the server accepts; when told so, wait a moment and
        resend.
        """
        self.send(**message)
        while (answer := self.answer()).get("code") == "message/too_many":
            time.sleep(MOMENT_S)
            self.send(**message)
        return answer

    def answer(self) -> Message:
        while (message := self.receive())["type"] == "update":
            pass
        return message

    def sync(self) -> Message:
        return self.ask(type="sync")

    def wait_for_turn(self) -> bool:
        """Wait until this seat may act; return False if the game is over.

        If players wait for each other, this one says that it is ready.
        """
        asked = -1
        while not self.table.get("gestures") or (self.table.get("draft") or {}).get("is_early"):
            if self.table.get("status") == "over":
                return False
            if self.table.get("can_ready") and asked != self.seq:
                asked = self.seq
                self.send(type="ready", seat=self.table["viewer_seats"][0])
            self.receive()
        return True

    def choose(self) -> Message:
        """Return an `act` message that may be sent now: the first legal action."""
        action = leaves(self.table["gestures"])[0]
        return {
            "type": "act",
            "id": f"{self.table['seat']}-{self.seq}",
            "seen": self.seq,
            "seat": self.table["seat"],
            "actions": [action],
        }

    def act(self) -> Message:
        """Act and wait until the result is shown.

        If others act at the same time, the choice may be stale: then look and choose again, as a
        person would.
        """
        while (answer := self.ask(**self.choose())).get("code") == "action/stale":
            self.sync()
            if not self.wait_for_turn():
                return answer
        return self.settle(answer)

    def settle(self, answer: Message) -> Message:
        """Wait until the action is shown."""
        assert answer["type"] == "done", answer
        while self.seq < answer["seq"]:
            self.receive()
        return answer


class Guest:
    """A person with a browser."""

    def __init__(self, address: str, name: str = "") -> None:
        self.address = address
        with ExitStack() as stack:  # closed at once if the server refuses
            self.http = stack.enter_context(
                httpx.Client(base_url=address, timeout=PATIENCE_S, trust_env=False, verify=TLS)
            )
            self.http.get("/api/me")
            if name:
                self.post("/api/me", name=name)
            self.stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def move_to(self, address: str) -> None:
        """Switch to the server's new address; the guest keeps the cookie."""
        self.address, self.http.base_url = address, httpx.URL(address)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    def post(self, path: str, **body: Any) -> Message:
        response = self.http.post(path, json=body)
        assert response.is_success, response.text
        answer: Message = response.json()
        return answer

    def get(self, path: str) -> Any:
        response = self.http.get(path)
        assert response.is_success, response.text
        assert OPEN not in response.text, "a name is missing"
        return response.json()

    def open(self, *kinds: str, game: str = "sarena", first: str = "seated", **more: Any) -> Message:
        """Open a table with these seats: `you`, `person`, `screen`, or a bot's level.

        The first of them begins, unless the order is drawn at random.
        """
        seats = [
            {"kind": kind} if kind in ("you", "person", "screen") else {"kind": "bot", "level": kind} for kind in kinds
        ]
        return self.post("/api/tables", game=game, seats=seats, first=first, **more)

    def follow(self, link: str) -> Message:
        """Open a link with a token, as the page does."""
        url = httpx.URL(link)
        return self.post(f"/api/tables/{url.path.rpartition('/')[2]}/join", token=url.fragment.removeprefix("token="))

    def connect(self, table: str, forwarded: str = "", **options: Any) -> Line:
        """Connect to a table; with `forwarded`, through a proxy that names this client address."""
        headers = {"accept-language": self.http.headers.get("accept-language", "")} | (
            {"cookie": self.cookie} if self.cookie else {}
        )
        headers |= {"x-forwarded-for": forwarded} if forwarded else {}
        socket = connect(
            f"{self.address.replace('http', 'ws')}/ws/{table}",
            additional_headers=headers,
            proxy=None,
            max_size=None,
            **options,
        )
        return Line(self.stack.enter_context(socket))

    def look_at(self, table: str) -> Line:
        line = self.connect(table)
        line.sync()
        return line
