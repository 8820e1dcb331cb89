"""The websocket of a table: JSON in both directions, as docs/protocol.md says. Every message is answered, whatever is wrong with it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from uvicorn.protocols.utils import ClientDisconnected

from ludotheque.server.bucket import Bucket
from ludotheque.server.gate import TABLES, person_in
from ludotheque.server.live import Line, Live, LiveTable
from ludotheque.server.text import language_in, refused
from ludotheque.server.wire import SEND_NOW
from ludotheque.table.protocol import Refused, Request, Say

SIZE_LIMIT = 16 << 10  # of a message, in bytes; what is larger is answered, not read
MESSAGES_PER_SECOND, MESSAGES_AT_ONCE = 50, 200
MANY = 8  # messages after which others come first
CHATS_PER_SECOND, CHATS_AT_ONCE = 0.5, 6

UNKNOWN_TABLE = 4404  # a code of our own, with which a line is closed

TYPES = {kind.__struct_config__.tag for kind in Request.__args__}
decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Request)


Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Sockets:
    """The websockets of all tables, an ASGI application of their own: a framework between a person and the table would only cost time."""

    def __init__(self, live: Live) -> None:
        self.live = live

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        with suppress(ClientDisconnected):  # whoever has hung up meanwhile needs no answer
            await self.serve(scope, person_in(scope), language_in(scope), receive, send)

    async def serve(self, scope: Any, person: str, language: str, receive: Receive, send: Send) -> None:
        live = self.live
        found = await live.find(scope["path"].removeprefix(TABLES))
        if found is None or not await found.may_watch(person):
            await send({"type": "websocket.send", "text": msgspec.json.encode(refused("table/unknown", language)).decode()})
            await send({"type": "websocket.close", "code": UNKNOWN_TABLE})
            return
        line = await live.enter(found, person, language, scope["state"][SEND_NOW])
        sender = asyncio.create_task(send_all(send, line))
        try:
            await hear_all(receive, live, found, line)
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)  # whatever could not be sent any more
            await live.leave(found, line)


async def send_all(send: Send, line: Line) -> None:
    """What could not be sent at once."""
    while (message := await line.outbox.get()) is not None:
        line.is_waiting = True
        await send({"type": "websocket.send", "text": message.decode()})
        line.is_waiting = False
    await send({"type": "websocket.close", "code": line.code})


async def hear_all(receive: Receive, live: Live, found: LiveTable, line: Line) -> None:
    """Until the other side hangs up."""
    hearing, heard = Hearing(line.viewer.language), 0
    while (event := await receive())["type"] == "websocket.receive":
        heard += 1
        if heard % MANY == 0:
            await asyncio.sleep(0)  # whoever asks a lot at once lets others in between
        request = hearing.read(event.get("text") or event.get("bytes") or b"")
        if isinstance(request, Refused):
            line.send(request)
        else:
            await live.hear(found, line, request)


class Hearing:
    """Reads what comes in on one line."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.messages = Bucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE)
        self.chats = Bucket(CHATS_PER_SECOND, CHATS_AT_ONCE)

    def read(self, text: str | bytes) -> Any:
        """A request, or why it is none."""
        data = text.encode() if isinstance(text, str) else text
        if len(data) > SIZE_LIMIT:
            return refused("message/too_large", self.language, most=SIZE_LIMIT)
        try:
            request = decoder.decode(data)
        except msgspec.ValidationError as error:
            return self.misfit(data, error)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return refused("message/malformed", self.language)
        if not self.messages.take():
            return refused("message/too_many", self.language, getattr(request, "id", None))
        if isinstance(request, Say) and not self.chats.take():
            return refused("chat/too_many", self.language)
        return request

    def misfit(self, data: bytes, error: msgspec.ValidationError) -> Refused:
        """Perhaps JSON, but no message of ours."""
        try:
            message = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return refused("message/malformed", self.language)
        fields = message if isinstance(message, dict) else {}
        request = fields.get("id") if isinstance(fields.get("id"), str) else None
        if fields.get("type") not in TYPES:
            return refused("message/unknown", self.language, request, types=", ".join(sorted(map(str, TYPES))))
        return Refused("message/invalid", f"{error}.", id=request)
