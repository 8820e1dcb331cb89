"""Database problems: one sentence that says what is wrong, where, and what to do.

The log gets one line when a problem begins and one when it is over.
"""

import logging
import threading
import time

from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import N_
from ludotheque.server.complaints import ALWAYS

log = logging.getLogger("ludotheque.server")

AWAY, CLOSED, DAMAGED, FOREIGN, FULL, LOCKED, NEWER, READ_ONLY, UNUSABLE = (
    "away",
    "closed",
    "damaged",
    "foreign",
    "full",
    "locked",
    "newer",
    "read-only",
    "unusable",
)
SENTENCES = {
    AWAY: N_(
        "the database {where} is not responding: check that it is running and that its address is correct ({error})"
    ),
    CLOSED: N_("the database {where} cannot be opened: check that it exists and that you have access ({error})"),
    DAMAGED: N_(
        "the database {where} is damaged: move it aside, together with its -wal and -shm files, and restore a backup"
        " ({error})"
    ),
    FOREIGN: N_("{where} is not a Ludothèque database: choose another one"),
    FULL: N_("there is no space left for the database {where}: free some space on its disk ({error})"),
    LOCKED: N_("another program has locked the database {where}: stop that program, then try again ({error})"),
    NEWER: N_("the database {where} belongs to a newer version of Ludothèque: install that version ({error})"),
    READ_ONLY: N_("the database {where} cannot be written to: make it writable, or move it elsewhere ({error})"),
    UNUSABLE: N_("the database {where} cannot be used: check the file and its disk ({error})"),
}
LONGEST = 200  # characters of what a driver says


class Trouble(LudothequeError):  # noqa: N818 (as its owner would call it)
    """A database problem; the message is for the server's owner."""

    def __init__(self, kind: str, where: str, error: object) -> None:
        said = error if isinstance(error, LudothequeError) else " ".join(str(error).split())[:LONGEST]
        super().__init__(SENTENCES[kind], where=where, error=said)
        self.kind = kind


class Outage:
    """An outage of a service: logged once when it begins and once when it ends."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.since: float | None = None
        self.failures = 0
        self.is_told = False  # logged only while a server runs; commands report it themselves
        self.lock = threading.Lock()

    def begin(self, error: object) -> None:
        """Count a failure; log the error if it is the first."""
        with self.lock:
            self.failures += 1
            if self.since is None and self.is_told:
                self.since = time.monotonic()
                log.error("%s", error, extra=ALWAYS)

    def end(self) -> None:
        """Log that the outage is over, if its beginning was logged."""
        if self.since is None:
            return
        with self.lock:
            if self.since is not None:
                lasted_s = time.monotonic() - self.since
                failed = "1 attempt" if self.failures == 1 else f"{self.failures} attempts"
                log.warning("%s is back after %.0f s; %s failed", self.name, lasted_s, failed, extra=ALWAYS)
                self.since, self.failures = None, 0
