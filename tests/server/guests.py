"""People who visit the server in tests: a browser's cookie, requests, and a line to a table."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from ludotheque.server import run
from ludotheque.server.settings import Settings

PATIENCE_S = 240  # a server compiles a game for its first table, and the machine may be slow
MOMENT_S = 0.2
Message = dict[str, Any]


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """A server in a thread, until the block ends; its address."""
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
    """All actions that gestures lead to."""
    found = []
    for branches in trie.values():
        for branch in branches.values():
            found += [branch] if isinstance(branch, int) else leaves(branch)
    return found


class Line:
    """One connection to a table; it knows the last that it was shown."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []  # every message, as it came
        self.seq = -1
        self.table: Message = {}

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> Message:
        text = self.socket.recv(PATIENCE_S)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Message = json.loads(text)
        if message["type"] in ("table", "update"):
            assert message["type"] == "table" or message["from_seq"] == self.seq, "an update was lost"
            self.table |= {"draft": None} | message
            self.seq = message["seq"]
        return message

    def ask(self, **message: Any) -> Message:
        """Send a message and wait for its answer, whatever else comes in meanwhile. A quick machine plays faster than a server listens: whoever is told so waits a moment."""
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
        """Until this seat may act; False: the game is over."""
        while not self.table.get("gestures") or (self.table.get("draft") or {}).get("is_early"):
            if self.table.get("status") == "over":
                return False
            self.receive()
        return True

    def choose(self) -> Message:
        """An act that may be sent now: the first legal action."""
        action = leaves(self.table["gestures"])[0]
        return {"type": "act", "id": f"{self.table['seat']}-{self.seq}", "seen": self.seq, "seat": self.table["seat"], "actions": [action]}

    def act(self) -> Message:
        """Act and wait until it is shown. Where others act at the same time, what was chosen may be stale: then look again and choose anew, as a person would."""
        while (answer := self.ask(**self.choose())).get("code") == "action/stale":
            self.sync()
            if not self.wait_for_turn():
                return answer
        return self.settle(answer)

    def settle(self, answer: Message) -> Message:
        """Wait until what was done is shown."""
        assert answer["type"] == "done", answer
        while self.seq < answer["seq"]:
            self.receive()
        return answer


class Guest:
    """Somebody with a browser."""

    def __init__(self, address: str, name: str = "") -> None:
        self.address, self.stack = address, ExitStack()
        self.http = self.stack.enter_context(httpx.Client(base_url=address, timeout=PATIENCE_S, trust_env=False))
        self.http.get("/api/me")
        if name:
            self.post("/api/me", name=name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def move_to(self, address: str) -> None:
        """The server has another address now; the guest keeps the cookie."""
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
        return response.json()

    def open(self, *kinds: str, game: str = "sarena", **more: Any) -> Message:
        """Open a table: `you`, `person`, `screen`, or a bot's level."""
        seats = [{"kind": kind} if kind in ("you", "person", "screen") else {"kind": "bot", "level": kind} for kind in kinds]
        return self.post("/api/tables", game=game, seats=seats, **more)

    def follow(self, link: str) -> Message:
        """Open a link with a token, as the page does."""
        url = httpx.URL(link)
        return self.post(f"/api/tables/{url.path.rpartition('/')[2]}/join", token=url.fragment.removeprefix("token="))

    def connect(self, table: str, **options: Any) -> Line:
        headers = {"accept-language": self.http.headers.get("accept-language", "")} | ({"cookie": self.cookie} if self.cookie else {})
        socket = connect(f"{self.address.replace('http', 'ws')}/ws/{table}", additional_headers=headers, proxy=None, max_size=None, **options)
        return Line(self.stack.enter_context(socket))

    def look_at(self, table: str) -> Line:
        line = self.connect(table)
        line.sync()
        return line
