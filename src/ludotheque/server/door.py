"""Connection limits: how many connections may be open, and how long a request may take to arrive.

Open connections are kept. New ones are refused with a message when the server is full. Every
network has a limit, except trusted proxies, which act for many people.
"""

import asyncio
from typing import Any

import h11
import msgspec
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ludotheque.core.words import N_
from ludotheque.server.answers import Problem
from ludotheque.server.gate import language_of
from ludotheque.server.hosts import network_of
from ludotheque.server.limits import Limits
from ludotheque.server.reading import Reader
from ludotheque.server.text import words_in
from ludotheque.server.wire import Wire

TOLD = 100  # connections beyond the limit that get a refusal; more are just aborted
AGAIN_S = 10  # the Retry-After of a refusal


class Door(Reader):
    """One connection, until it becomes a websocket."""

    limits = Limits()
    most = limits.connections

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.came = self.loop.time()
        self.patience: asyncio.TimerHandle | None = None
        self.minded: object = None  # the parser state that the timer is for
        self.proxies = ProxyHeadersMiddleware(self.app, self.config.forwarded_allow_ips).trusted_hosts
        self.is_refused = self.is_one_too_many()
        if self.is_refused:
            self.app = turn_away
        if len(self.connections) > self.most + TOLD:
            transport.abort()
        else:
            self.mind()

    def is_one_too_many(self) -> bool:
        """Return whether the server is full, after dropping the oldest silent connection if any."""
        address = self.client[0] if self.client else ""
        if len(self.connections) > self.limits.connections_each and address not in self.proxies:
            clients = [one.client for one in self.connections if isinstance(one, Door | Wire)]
            networks = [network_of(client[0]) for client in clients if client]
            if networks.count(network_of(address)) > self.limits.connections_each:
                return True
        if len(self.connections) <= self.most:
            return False
        silent = [one for one in self.connections if isinstance(one, Door) and one is not self and one.is_silent]
        if silent:
            min(silent, key=lambda one: one.came).transport.abort()
        return not silent

    @property
    def is_silent(self) -> bool:
        return self.cycle is None and self.conn.their_state is h11.IDLE and not self.transport.is_closing()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.mind()

    def mind(self) -> None:
        """Start a timer for the head or body that is being received."""
        state = self.conn.their_state if self in self.connections else None
        if state is not self.minded:
            self.minded = state
            self.wait_no_longer()
            if state in (h11.IDLE, h11.SEND_BODY):
                patience_s = self.limits.head_s if state is h11.IDLE else self.limits.body_s
                self.patience = self.loop.call_later(patience_s, self.transport.close)

    def wait_no_longer(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.wait_no_longer()
        super().connection_lost(exc)

    def _should_upgrade_to_ws(self) -> bool:
        return not self.is_refused and super()._should_upgrade_to_ws()


def door_of(wanted: Limits, descriptors: int) -> type[Door]:
    """Return the connection class of a server that may have this many files open."""

    class OwnDoor(Door):
        limits, most = wanted, min(wanted.connections, descriptors)

    return OwnDoor


async def turn_away(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a request because the server is full."""
    language = language_of(None, dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))
    said = words_in(language)(N_("The server is full right now. Try again in a minute."))
    body = msgspec.json.encode(Problem("server/full", said))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"retry-after", b"%d" % AGAIN_S),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
