"""The application: its routes, and what runs in the background."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from litestar import Litestar, MediaType, Response, Router, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

from ludotheque.core.version import VERSION
from ludotheque.server.answers import HANDLERS
from ludotheque.server.api import ROUTES
from ludotheque.server.api.asking import AnyRequest, hall_of
from ludotheque.server.api.finding import INVITATIONS_PER_SECOND
from ludotheque.server.api.order import REPORTS_PER_SECOND
from ludotheque.server.api.people import RENAMES_PER_SECOND, SEARCHES_PER_SECOND
from ludotheque.server.api.reading import Readers
from ludotheque.server.attempts import Attempts
from ludotheque.server.box import box
from ludotheque.server.bucket import Buckets
from ludotheque.server.bus import bus_of
from ludotheque.server.complaints import AGAIN_S, RARELY
from ludotheque.server.figures import labelled, plain
from ludotheque.server.gate import Gate
from ludotheque.server.install import install
from ludotheque.server.journal import Journal
from ludotheque.server.live.hall import Hall
from ludotheque.server.pages import PACKED, pages
from ludotheque.server.passwords import Passwords
from ludotheque.server.people import folded
from ludotheque.server.rules import rules
from ludotheque.server.sessions import Seal
from ludotheque.server.settings import Settings
from ludotheque.server.shared import Shared
from ludotheque.server.socket import Sockets
from ludotheque.server.store import Store

log = logging.getLogger("ludotheque.server")

BODY_LIMIT = 64 << 10  # of a request, in bytes


@get("/health", include_in_schema=False)
async def health(request: AnyRequest) -> Response[dict[str, str]]:
    """Return the server's health: whether the database and the journal's writer work."""
    is_well = await hall_of(request).health.is_well()
    return Response({"status": "ok" if is_well else "ill", "version": VERSION}, status_code=200 if is_well else 503)


@get("/metrics", sync_to_thread=True, media_type=MediaType.TEXT, include_in_schema=False)
def metrics(request: AnyRequest) -> str:
    """Return metrics in the Prometheus text format."""
    hall, statuses = hall_of(request), request.app.state.statuses
    lines = [
        *labelled("tables", "gauge", "status", sorted(hall.store.lists.counts().items())),
        *labelled("responses_total", "counter", "status", sorted(statuses.items())),
        *plain(hall.figures()),
        *hall.changes.times.lines("answer_seconds"),
        *hall.journal.times.lines("journal_seconds"),
    ]
    return "\n".join(lines) + "\n"


api = Router("/api", route_handlers=ROUTES)
EVERYTHING: list[ControllerRouterHandler] = [pages, rules, box, install, api, health, metrics]


def warn_of_free_names(settings: Settings, store: Store) -> None:
    """Log which stewards have no account yet: anyone could make it."""
    for name in settings.stewards:
        if store.accounts.named(folded(name)) is None:
            log.warning("there is no account %s: anyone who makes it becomes a steward, so make it now", name)


async def report() -> None:
    """Log how often complaints were left out."""
    RARELY.report()


def make_app(settings: Settings, more: Sequence[Router] = ()) -> Gate:
    """Migrate the database if necessary, and return the whole application.

    `more` are routes that only some servers have.
    """
    database = settings.kept_in
    store = Store(database)
    hall = Hall(settings, store, Journal(database), bus_of(settings.redis))

    limits, passwords, statuses, shared = settings.limits, Passwords(), Counter[int](), Shared()

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        await hall.start()
        await asyncio.to_thread(warn_of_free_names, settings, store)
        hall.tasks.repeat(report, AGAIN_S)
        try:
            yield
        finally:
            await hall.stop()
            RARELY.report(0)
            passwords.threads.shutdown(wait=False)
            store.close()

    app = Litestar(
        route_handlers=[*EVERYTHING, *more],
        lifespan=[running],
        state=State(
            {
                "hall": hall,
                "attempts": Attempts(limits),
                "passwords": passwords,
                "readers": Readers(limits),
                "statuses": statuses,
                "uploads": Buckets(limits.records_per_second, limits.records_at_once),
                "shared": shared,
                "reports": Buckets(REPORTS_PER_SECOND, limits.reports_at_once),
                "renames": Buckets(RENAMES_PER_SECOND, limits.renames_at_once),
                "invitations": Buckets(INVITATIONS_PER_SECOND, limits.invitations_at_once),
                "searches": Buckets(SEARCHES_PER_SECOND, limits.searches_at_once),
            }
        ),
        before_send=[shared.forget_after],
        exception_handlers=HANDLERS,
        compression_config=CompressionConfig(backend="gzip", exclude_opt_key=PACKED),
        openapi_config=OpenAPIConfig(title="Ludothèque", version=VERSION, render_plugins=[JsonRenderPlugin()]),
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
    )
    return Gate(app, Sockets(hall), settings, hall.logins, Seal(store.secrets, settings.is_secure), statuses)
