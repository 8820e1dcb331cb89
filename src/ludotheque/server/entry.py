"""What is written to the journal in one piece."""

import asyncio
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ludotheque.server.results import Finished

Statement = tuple[str, tuple[Any, ...]]


class Entry(Struct, frozen=True, eq=False):
    """Rows and statements that are written together or not at all, and the future to resolve.

    Notes have no future, since nobody waits for them.
    """

    table: str
    rows: Sequence[tuple[str, int, bytes]]
    statements: Sequence[Statement]
    written: asyncio.Future[None] | None = None
    finished: Finished | None = None
