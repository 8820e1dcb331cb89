"""The websocket protocol under a table's messages.

Everything people do goes through it, so it is economical: it keeps reading while a message is being
handled, compresses only what is worth compressing, and writes all pending messages at once. A small
packet can decompress to a lot of data, so it decompresses piece by piece, and stops when enough
messages are waiting.
"""

import logging
import zlib
from asyncio import AbstractEventLoop, Future
from collections import deque
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.http11 import Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from ludotheque.server import pulse
from ludotheque.server.answers import CODES, Problem
from ludotheque.server.text import PROBLEMS

log = logging.getLogger("ludotheque.server")

# bytes: shorter messages fit into one to three packets anyway, and compressing them would take a
# tenth of the time of a move
# docs/decisions.md: Short messages are sent uncompressed and at once
PACKED_FROM = 4096
AHEAD = 8  # messages that may wait in the queue before we stop reading
PIECE = 512  # bytes to decompress before checking the queue again
FRAGMENTS = 64  # that one message may consist of
TOO_BIG = 1009  # the close code for a message that is too large
DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=12, client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 1}
)  # zlib's usual level: twice the time, a seventh smaller
SEND_NOW = "ludotheque.send_now"  # in the state of a connection's scope: a function that sends without waiting
SWITCHING = 101
WHOLE_TEXT, PACKED = 0x81, 0x40  # of a frame's first byte
PING = b"\x89\x00"  # a whole frame
SHORT, LONG = 126, 1 << 16  # from these sizes on, a length takes two or eight bytes


Kind = TypeVar("Kind")
# the websockets of each event loop with something to send: one callback for all of them
UNSENT: "dict[AbstractEventLoop, list[Wire]]" = {}


def flush_all(loop: AbstractEventLoop) -> None:
    """Send what was written in this iteration of the event loop."""
    for wire in UNSENT.pop(loop):
        try:
            wire.flush()
        except Exception:  # of one websocket; the others still get theirs
            log.exception("sending failed")


class Inbox:
    """What the application has not read yet, for one reader.

    It stands in for asyncio's queue, which makes a system call (`getpid`) whenever the reader has
    to wait: once for every move.
    """

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.loop = loop
        self.events: deque[Any] = deque()
        self.waiting: Future[None] | None = None

    def qsize(self) -> int:
        return len(self.events)

    def empty(self) -> bool:
        return not self.events

    def put_nowait(self, event: Any) -> None:
        self.events.append(event)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def get(self) -> Any:
        while not self.events:
            self.waiting = self.loop.create_future()
            await self.waiting
        return self.events.popleft()


def left_as_it_is(kind: type[Kind]) -> type[Kind]:
    """Mark a class that mypyc leaves one of Python's own, as it does with all that are decorated.

    It would break weak references to objects whose base class is not compiled.
    """
    return kind


@left_as_it_is
class Handshaker(ServerProtocol):
    """The protocol of a websocket. It refuses a handshake as we refuse all requests."""

    def reject(self, status: Any, text: str) -> Response:  # noqa: ARG002 (websockets' own words)
        known = status if status in PROBLEMS else HTTPStatus.BAD_REQUEST
        problem = Problem(CODES.get(known, "server/error"), PROBLEMS[known])
        response = super().reject(known, msgspec.json.encode(problem).decode())
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = "application/json"
        return response


@left_as_it_is
class Wire(WebSocketsSansIOProtocol):
    """One websocket."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.queue: Any = Inbox(self.loop)
        self.conn = Handshaker(extensions=[DEFLATE], max_size=self.config.ws_max_size, logger=self.logger)
        self.unread = b""  # received, but not decompressed yet
        self.has_spoken = self.is_pinged = False  # since it was last looked at; and it has not spoken since

    def data_received(self, data: bytes) -> None:
        self.has_spoken = True
        self.unread += data
        self.read_on()
        if not self.handshake_initiated:  # the door passes on a whole head, so more data would not help
            self.refuse()

    def refuse(self) -> None:
        """Answer a head that is no handshake, and disconnect."""
        refusal = b"".join(self.conn.data_to_send()) or self.conn.reject(HTTPStatus.BAD_REQUEST, "").serialize()
        self.transport.write(refusal)
        self.transport.close()

    def read_on(self) -> None:
        """Decompress received bytes while few messages wait; read more once all are done."""
        while self.unread and self.queue.qsize() < AHEAD and not self.transport.is_closing():
            piece, self.unread = self.unread[:PIECE], self.unread[PIECE:]
            super().data_received(piece)
        if self.read_paused != bool(self.unread):
            self.read_paused = bool(self.unread)
            (self.transport.pause_reading if self.unread else self.transport.resume_reading)()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.queue.empty():
            self.read_on()
        return message

    def send_receive_event_to_app(self) -> None:
        """Pass on a received message.

        Pausing and resuming after every message would cost as much as reading it. The application
        checks whether the bytes are valid text, and answers.
        """
        self.curr_msg_data_type = "bytes"
        paused, self.read_paused = self.read_paused, True  # so that the base class does not pause
        super().send_receive_event_to_app()
        self.read_paused = paused

    def handle_cont(self, event: Any) -> None:
        """Take one more fragment of a message; empty ones count too."""
        if len(self.frames) < FRAGMENTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self.conn.fail(TOO_BIG, "too many fragments")
            self.handle_parser_exception()

    def handle_ping(self) -> None:
        """Answer a ping, unless the other side is not reading our answers."""
        if self.writable.is_set():
            super().handle_ping()
        elif self.conn.writes:
            self.conn.writes.pop()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            self.scope["state"][SEND_NOW] = self.send_now

    async def send(self, message: Any) -> None:
        """Send a message as soon as the write buffer has room."""
        if message["type"] != "websocket.send":
            await super().send(message)
            if message["type"] == "websocket.http.response.body":
                self.handshake_complete = True  # uvicorn would complain that there was none
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.send_now(message["text"].encode())

    def send_now(self, data: bytes) -> bool:
        """Send a text together with everything sent in the same iteration of the event loop.

        Return False if the write buffer has no room now.
        """
        if not self.writable.is_set() or self.disconnected or self.conn.state is not State.OPEN:
            return False
        if not self.conn.writes:
            if (unsent := UNSENT.get(self.loop)) is None:
                unsent = UNSENT[self.loop] = []
                self.loop.call_soon(flush_all, self.loop)
            unsent.append(self)
        self.conn.writes.append(self.frame(data))
        return True

    def flush(self) -> None:
        if not self.transport.is_closing() and (output := self.conn.data_to_send()):
            self.transport.write(b"".join(output))

    def frame(self, data: bytes) -> bytes:
        """Return a text message as one websocket frame."""
        first = WHOLE_TEXT
        if len(data) >= PACKED_FROM and (packer := self.packer()) is not None:
            first, data = first | PACKED, (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
        size = len(data)
        if size < SHORT:
            return bytes((first, size)) + data
        return (
            bytes((first, 126)) + size.to_bytes(2, "big")
            if size < LONG
            else bytes((first, 127)) + size.to_bytes(8, "big")
        ) + data

    def packer(self) -> Any:
        """Return the compressor for this connection.

        It is None if the client does not support compression, or has asked for no context takeover.
        """
        for extension in self.conn.extensions:
            if isinstance(extension, PerMessageDeflate) and not extension.local_no_context_takeover:
                return extension.encoder
        return None

    # docs/decisions.md: A closed connection is freed at once
    def connection_lost(self, exc: Exception | None) -> None:
        """Break the circles in which a closed connection holds itself, and drop its compressors."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.extensions = []

    def on_task_complete(self, task: Any) -> None:
        super().on_task_complete(task)
        self.scope["state"].pop(SEND_NOW, None)

    # docs/decisions.md: Only those who are silent are pinged
    def start_keepalive(self) -> None:
        if self.ping_interval:
            pulse.start(self.loop, self.ping_interval, self)

    def stop_keepalive(self) -> None:
        pulse.stop(self.loop, self)

    # docs/decisions.md: A client that we are not reading is not dead
    def feel(self) -> None:
        """Ping a client that has been silent; disconnect one that has not answered a ping.

        While reading is paused, the answer may be waiting behind unread messages, for instance
        while a table is being loaded, so ping again.
        """
        if self.has_spoken:
            self.has_spoken = self.is_pinged = False
        elif self.is_pinged and self.transport.is_reading():
            self.keepalive_timeout()
        elif not self.close_sent and not self.transport.is_closing():
            self.is_pinged = True
            self.transport.write(PING)
