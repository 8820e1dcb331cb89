"""One connection: its viewer, and the messages on their way to it."""

import asyncio
from collections.abc import Callable

import msgspec

from ludotheque.server.sessions import Session
from ludotheque.server.text import refused
from ludotheque.table.protocol import Refused, Reply
from ludotheque.table.viewer import Viewer

# messages, and bytes, that may wait for a slow client before it is disconnected; it reconnects and
# asks for the whole table
BACKLOG, BACKLOG_BYTES = 200, 2 << 20
COME_BACK, GONE = 1013, 4410  # close codes: reconnect; or do not, since the table is closed
# refusals that are worded for each viewer in their language
FOR_ALL = ("table/closed", "server/busy", "server/database", "server/error")

encode = msgspec.json.Encoder().encode


class Connection:
    def __init__(self, viewer: Viewer, send_now: Callable[[bytes], bool] = lambda _: False, network: str = "") -> None:
        self.viewer, self.network = viewer, network
        self.session: Session | None = None
        self.send_now = send_now
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.waiting_bytes = 0  # in the outbox
        self.is_waiting = False  # a message has left the queue but could not be sent yet
        self.close_code = COME_BACK
        self.is_cut = False

    def send(self, message: Reply) -> None:
        """Send a message now, or as soon as there is room for it."""
        if isinstance(message, Refused) and message.code in FOR_ALL:
            message = refused(message.code, self.viewer.language, message.id)
        waiting = self.outbox.qsize()
        if waiting >= BACKLOG or self.waiting_bytes > BACKLOG_BYTES:
            self.forget_the_rest()
        elif not self.is_cut:
            data = self.viewer.names.fill_json(encode(message))
            if waiting or self.is_waiting or not self.send_now(data):
                self.outbox.put_nowait(data)
                self.waiting_bytes += len(data)

    async def next(self) -> bytes | None:
        """Wait for the next message to send; None: the connection is to be closed."""
        message = await self.outbox.get()
        self.waiting_bytes -= len(message or b"")
        return message

    def forget_the_rest(self) -> None:
        """Disconnect a client that is too slow; it will reconnect and get the whole table."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.waiting_bytes = 0
        self.is_cut = False
        self.cut()

    def cut(self, code: int = COME_BACK) -> None:
        """Drop what is waiting, and close the connection."""
        if not self.is_cut:
            self.is_cut, self.close_code = True, code
            self.outbox.put_nowait(None)
