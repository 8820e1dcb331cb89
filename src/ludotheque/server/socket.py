"""The websocket of a table: JSON in both directions, as described in docs/protocol.md.

Every message is answered, even if it is malformed.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from uvicorn.protocols.utils import ClientDisconnected

from ludotheque.core.words import complaint
from ludotheque.server.bucket import Bucket, Buckets
from ludotheque.server.gate import TABLES, person_in, session_in
from ludotheque.server.hosts import HERE, network_of
from ludotheque.server.limits import Limits
from ludotheque.server.live.connection import COME_BACK, Connection
from ludotheque.server.live.hall import Hall
from ludotheque.server.live.table import LiveTable
from ludotheque.server.loading import DamagedTableError
from ludotheque.server.text import id_of, language_in, refused
from ludotheque.server.trouble import Trouble
from ludotheque.server.wire import SEND_NOW
from ludotheque.table.protocol import ID_LENGTH, Hint, Look, LookBack, Refused, Request, Say, Sync, Why
from ludotheque.table.standing import OtherRulesError
from ludotheque.table.viewer import Viewer

log = logging.getLogger("ludotheque.server")

SIZE_LIMIT = 16 << 10  # of a message, in bytes; larger ones are refused unread
MANY = 8  # messages of one connection before others get a turn

UNKNOWN_TABLE = 4404  # our own close code: there is no such table
FAILED = 1011  # the standard close code for a server error; the client may reconnect

TYPES = {kind.__struct_config__.tag for kind in Request.__args__}
decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Request)


Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Sockets:
    """The websockets of all tables, as an ASGI application.

    A framework between a person and the table would only cost time.
    """

    def __init__(self, hall: Hall) -> None:
        self.hall, self.rates = hall, Rates(hall.settings.limits)
        self.lines: Counter[str] = Counter()  # open now, by person and by network

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        with suppress(ClientDisconnected):  # a client that has hung up needs no answer
            try:
                await self.serve_or_not(scope, receive, send)
            except ClientDisconnected:
                raise
            except Trouble:
                await turn_away(send, refused("server/database", language_in(scope)), COME_BACK)
            except Exception:
                log.exception("a connection to %s failed", scope["path"])
                await turn_away(send, refused("server/error", language_in(scope)), FAILED)

    async def serve_or_not(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve a connection, unless its person or network already has too many."""
        person, network = person_in(scope), network_in(scope)
        most_there = self.hall.settings.limits.connections_each
        is_crowd = network not in HERE and self.lines[network] >= most_there
        if is_crowd or self.lines[person] >= self.hall.settings.limits.lines_each:
            return await turn_away(send, refused("connection/too_many", language_in(scope)), COME_BACK)
        self.lines.update((person, network))
        try:
            await self.serve(scope, receive, send)
        finally:
            for key in (person, network):
                self.lines[key] -= 1
                if not self.lines[key]:
                    del self.lines[key]

    async def serve(self, scope: Any, receive: Receive, send: Send) -> None:
        """Find the table and serve it until either side disconnects."""
        person, language = person_in(scope), language_in(scope)
        try:
            live = await self.hall.tables.find(scope["path"].removeprefix(TABLES))
        except (OtherRulesError, DamagedTableError) as error:
            code = "table/other_rules" if isinstance(error, OtherRulesError) else "table/damaged"
            return await turn_away(send, Refused(code, f"{complaint(error, language)}."))
        if live is None or not await self.hall.visits.may_watch(live, person):
            return await turn_away(send, refused("table/unknown", language))
        viewer = Viewer(person=person, language=language)
        connection = Connection(viewer, scope["state"][SEND_NOW], network_in(scope))
        connection.session = session_in(scope)
        await self.hall.visits.enter(live, connection)
        if not await self.hall.logins.is_good(connection.session):  # it ended in the meantime
            connection.cut()
        sender = asyncio.create_task(send_all(send, connection))
        try:
            # in a task of its own: otherwise every move goes through all the calls that led here
            await asyncio.create_task(self.hear_all(receive, live, connection))
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)  # ignore what could not be sent
            self.hall.visits.leave(live, connection)

    async def hear_all(self, receive: Receive, live: LiveTable, connection: Connection) -> None:
        """Answer every message until the other side disconnects."""
        hearing, heard = Hearing(live.id, connection, self.rates), 0
        while (event := await receive())["type"] == "websocket.receive":
            heard += 1
            if heard % MANY == 0:
                await asyncio.sleep(0)  # let other connections have a turn
            request = hearing.read(event.get("text") or event.get("bytes") or b"")
            if isinstance(request, Refused):
                connection.send(request)
            else:
                await self.answer(live, connection, request)

    async def answer(self, live: LiveTable, connection: Connection, request: Request) -> None:
        if isinstance(request, Say):
            await self.hall.visits.look_up_name(live, connection)
            if not await self.hall.order.may_talk(live, connection.viewer.person):
                connection.send(refused("chat/guests", connection.viewer.language))
                return
        outcome = await self.hall.changes.answer(live, connection, request)
        if outcome.reply is None and isinstance(request, Hint):
            self.hall.adviser.advise(live, connection, request.seat)


def network_in(scope: Any) -> str:
    """Return the client's network, which limits by address count."""
    return network_of((scope.get("client") or ("",))[0])


async def turn_away(send: Send, reply: Refused, code: int = UNKNOWN_TABLE) -> None:
    """Send a refusal and close the connection."""
    await send({"type": "websocket.send", "text": msgspec.json.encode(reply).decode()})
    await send({"type": "websocket.close", "code": code})


async def send_all(send: Send, connection: Connection) -> None:
    """Send what could not be sent at once, and close the connection when it is cut."""
    while (message := await connection.next()) is not None:
        connection.is_waiting = True
        await send({"type": "websocket.send", "text": message.decode()})
        connection.is_waiting = False
    await send({"type": "websocket.close", "code": connection.close_code})


class Rates:
    """Rate limits for chat, questions and whole tables, per person across all their connections."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.chats = Buckets(limits.chats_per_second, limits.chats_at_once)
        self.onlookers = Buckets(limits.onlookers_per_second, limits.onlookers_at_once)
        self.questions = Buckets(limits.questions_per_second, limits.questions_at_once)
        self.syncs = Buckets(limits.syncs_per_second, limits.syncs_at_once)
        self.syncs_there = Buckets(limits.syncs_there_per_second, limits.syncs_there_at_once)
        self.moments = Buckets(limits.moments_per_second, limits.moments_at_once)
        self.moments_there = Buckets(limits.moments_there_per_second, limits.moments_there_at_once)

    def why_not(self, table: str, connection: Connection, request: Request) -> str:
        """Return the code of the limit that a request exceeds, or an empty string."""
        viewer, network = connection.viewer, connection.network
        if isinstance(request, (Sync, Look, LookBack)):  # they take many times as long as a move
            own, there = (
                (self.moments, self.moments_there)
                if isinstance(request, LookBack)
                else (self.syncs, self.syncs_there)  # both are answered with the whole table
            )
            may_look = own.take(viewer.person) and (network in HERE or there.take(network))
            return "" if may_look else "message/too_many"
        if isinstance(request, Why):
            return "" if self.questions.take(viewer.person) else "why/too_many"
        if isinstance(request, Say):
            may_talk = self.chats.take(viewer.person) and (viewer.seats or self.onlookers.take(table))
            return "" if may_talk else "chat/too_many"
        return ""


class Hearing:
    """Reads the messages of one connection."""

    def __init__(self, table: str, connection: Connection, rates: Rates) -> None:
        self.table, self.connection, self.rates = table, connection, rates
        self.language = connection.viewer.language
        self.messages = Bucket(rates.limits.messages_per_second, rates.limits.messages_at_once)

    def read(self, text: str | bytes) -> Request | Refused:
        """Return a request or a refusal; every message counts towards the rate limit."""
        is_too_fast = not self.messages.take()
        request = self.parsed(text.encode() if isinstance(text, str) else text)
        if is_too_fast:
            return refused(
                "message/too_many", self.language, request.id if isinstance(request, Refused) else id_of(request)
            )
        if isinstance(request, Refused):
            return request
        code = self.rates.why_not(self.table, self.connection, request)
        return refused(code, self.language) if code else request

    def parsed(self, data: bytes) -> Request | Refused:
        """Return the request in a message, or a refusal if there is none."""
        if len(data) > SIZE_LIMIT:
            return refused("message/too_large", self.language, most=SIZE_LIMIT)
        try:
            request: Request = decoder.decode(data)
        except msgspec.ValidationError as error:
            return self.why_not_a_request(data, error)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return refused("message/malformed", self.language)
        return request

    def why_not_a_request(self, data: bytes, error: msgspec.ValidationError) -> Refused:
        """Return the refusal of data that may be JSON but is not a valid request."""
        try:
            message = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return refused("message/malformed", self.language)
        fields = message if isinstance(message, dict) else {}
        given = fields.get("id")
        request = given if isinstance(given, str) and len(given) <= ID_LENGTH else None
        if str(fields.get("type")) not in TYPES:
            return refused("message/unknown", self.language, request, types=", ".join(sorted(map(str, TYPES))))
        return Refused("message/invalid", f"{error}.", id=request)
