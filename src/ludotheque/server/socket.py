"""The websocket of a table: JSON in both directions, as docs/protocol.md says. Every message is answered, whatever is wrong with it."""

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketException
from litestar.params import FromPath

from ludotheque.server.bucket import Bucket
from ludotheque.server.gate import person_in
from ludotheque.server.live import Line, Live, LiveTable
from ludotheque.table.protocol import Refused, Request, Say

SIZE_LIMIT = 16 << 10  # of a message, in bytes; what is larger is answered, not read
MESSAGES_PER_SECOND, MESSAGES_AT_ONCE = 20, 60
CHATS_PER_SECOND, CHATS_AT_ONCE = 0.5, 6

UNKNOWN_TABLE = 4404  # a code of our own, with which a line is closed

TYPES = {kind.__struct_config__.tag for kind in Request.__args__}
decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Request)

NOT_JSON = Refused("message/malformed", "This is not JSON.")

AnySocket = WebSocket[Any, Any, Any]


@websocket("/ws/{table:str}")
async def table_socket(socket: AnySocket, table: FromPath[str]) -> None:
    live: Live = socket.app.state.live
    person = person_in(socket.scope)
    await socket.accept()
    found = await live.find(table)
    if found is None or not await found.may_watch(person):
        await socket.send_text(msgspec.json.encode(Refused("table/unknown", "There is no such table, or it is not open to you.")).decode())
        await socket.close(UNKNOWN_TABLE)
        return
    line = await live.enter(found, person)
    sender = asyncio.create_task(send_all(socket, line))
    try:
        await hear_all(socket, live, found, line)
    finally:
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)  # whatever could not be sent any more
        await live.leave(found, line)


async def send_all(socket: AnySocket, line: Line) -> None:
    while (message := await line.outbox.get()) is not None:
        await socket.send_text(message.decode())
    await socket.close(line.code)


async def hear_all(socket: AnySocket, live: Live, found: LiveTable, line: Line) -> None:
    """Until the other side hangs up."""
    hearing = Hearing()
    while True:
        try:
            event: Any = await socket.receive()
        except WebSocketException:
            return
        if event["type"] != "websocket.receive":
            return
        request = hearing.read(event.get("text") or event.get("bytes") or b"")
        if isinstance(request, Refused):
            line.send(request)
        else:
            await live.hear(found, line, request)


class Hearing:
    """Reads what comes in on one line."""

    def __init__(self) -> None:
        self.messages = Bucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE)
        self.chats = Bucket(CHATS_PER_SECOND, CHATS_AT_ONCE)

    def read(self, text: str | bytes) -> Any:
        """A request, or why it is none."""
        data = text.encode() if isinstance(text, str) else text
        if len(data) > SIZE_LIMIT:
            return Refused("message/too_large", f"A message has at most {SIZE_LIMIT} bytes.")
        try:
            request = decoder.decode(data)
        except msgspec.ValidationError as error:
            return _misfit(data, error)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return NOT_JSON
        if not self.messages.take():
            return Refused("message/too_many", "Too many messages: wait a moment.", id=getattr(request, "id", None))
        if isinstance(request, Say) and not self.chats.take():
            return Refused("chat/too_many", "Too many messages: wait a moment.")
        return request


def _misfit(data: bytes, error: msgspec.ValidationError) -> Refused:
    """Perhaps JSON, but no message of ours."""
    try:
        message = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return NOT_JSON
    fields = message if isinstance(message, dict) else {}
    request = fields.get("id") if isinstance(fields.get("id"), str) else None
    if fields.get("type") not in TYPES:
        return Refused("message/unknown", f"There are messages of the types {', '.join(sorted(map(str, TYPES)))}.", id=request)
    return Refused("message/invalid", f"{error}.", id=request)
