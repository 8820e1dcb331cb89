"""The application: what answers at which address, and what runs beside it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from ludotheque import __version__
from ludotheque.server.accounts import Attempts, accounts
from ludotheque.server.answers import HANDLERS
from ludotheque.server.api import api
from ludotheque.server.bus import bus_of
from ludotheque.server.gate import Gate
from ludotheque.server.journal import Journal
from ludotheque.server.learn import learning
from ludotheque.server.live import Live
from ludotheque.server.pages import PACKED, pages
from ludotheque.server.settings import Settings
from ludotheque.server.socket import Sockets
from ludotheque.server.store import Store

BODY_LIMIT = 64 << 10  # of a request, in bytes


@get("/health", sync_to_thread=True, include_in_schema=False)
def health(request: Request[Any, Any, State]) -> Response[dict[str, str]]:
    """Can we serve? Asks the database and the journal's writer."""
    live: Live = request.app.state.live
    is_well = live.store.is_well() and live.journal.thread.is_alive()
    return Response({"status": "ok" if is_well else "ill", "version": __version__}, status_code=200 if is_well else 503)


@get("/metrics", sync_to_thread=True, media_type=MediaType.TEXT, include_in_schema=False)
def metrics(request: Request[Any, Any, State]) -> str:
    """In the text format that Prometheus reads."""
    live: Live = request.app.state.live
    lines = ["# TYPE ludotheque_tables gauge"]
    lines += [f'ludotheque_tables{{status="{status}"}} {count}' for status, count in sorted(live.store.counts().items())]
    for name, kind, value in live.figures():
        lines += [f"# TYPE ludotheque_{name} {kind}", f"ludotheque_{name} {value}"]
    return "\n".join(lines) + "\n"


def make_app(settings: Settings) -> Gate:
    """The whole application on one database, which is brought up to date first."""
    database = settings.kept_in
    store = Store(database)
    live = Live(settings, store, Journal(database), bus_of(settings.redis))

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        await live.start()
        try:
            yield
        finally:
            await live.stop()
            store.close()

    app = Litestar(
        route_handlers=[pages, api, learning, accounts, health, metrics],
        lifespan=[running],
        state=State({"live": live, "attempts": Attempts(settings)}),
        exception_handlers=HANDLERS,
        compression_config=CompressionConfig(backend="gzip", exclude_opt_key=PACKED),
        openapi_config=OpenAPIConfig(title="Ludothèque", version=__version__, render_plugins=[JsonRenderPlugin()]),
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
    )
    return Gate(app, Sockets(live), settings, store.secret)
