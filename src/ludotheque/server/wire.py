"""The websocket under a table's messages. All that people do goes through it, so it wastes little: it reads on while a message is heard, packs what is worth packing,
and writes what is ready at once in one go.
"""

import zlib
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.protocol import State

PACKED_FROM = 4096  # bytes: what is shorter travels in one to three parcels anyway, and packing it would take a tenth of the time that a move takes
AHEAD = 8  # messages that may wait to be heard, before we stop reading
DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=12, client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 1}
)  # zlib's usual level: twice the time, a seventh smaller
SEND_NOW = "ludotheque.send_now"  # in the state of a connection's scope: a way to send without waiting
SWITCHING = 101
WHOLE_TEXT, PACKED = 0x81, 0x40  # of a frame's first byte
SHORT, LONG = 126, 1 << 16  # from here on a length takes two bytes, eight bytes


class Wire(WebSocketsSansIOProtocol):
    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.conn.available_extensions = [DEFLATE]

    def send_receive_event_to_app(self) -> None:
        """A message has come in. To stop reading and to go on after every one would cost as much as to read it."""
        self.read_paused = self.queue.qsize() < AHEAD  # as if it were done already
        super().send_receive_event_to_app()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            self.scope["state"][SEND_NOW] = self.send_now

    async def send(self, message: Any) -> None:
        """A message goes out, as soon as there is room."""
        if message["type"] != "websocket.send":
            await super().send(message)
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.send_now(message["text"].encode())

    def send_now(self, data: bytes) -> bool:
        """A text goes out, together with all that is sent in the same turn of the event loop; unless there is no room for it now."""
        if not self.writable.is_set() or self.disconnected or self.conn.state is not State.OPEN:
            return False
        if not self.conn.writes:
            self.loop.call_soon(self.flush)
        self.conn.writes.append(self.frame(data))
        return True

    def flush(self) -> None:
        if not self.transport.is_closing() and (output := self.conn.data_to_send()):
            self.transport.write(b"".join(output))

    def frame(self, data: bytes) -> bytes:
        """A whole text message as it goes over the line."""
        first, packer = WHOLE_TEXT, getattr(self.conn.extensions[0], "encoder", None) if self.conn.extensions else None
        if packer is not None and len(data) >= PACKED_FROM:
            first, data = first | PACKED, (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
        size = len(data)
        if size < SHORT:
            return bytes((first, size)) + data
        return (bytes((first, 126)) + size.to_bytes(2, "big") if size < LONG else bytes((first, 127)) + size.to_bytes(8, "big")) + data
