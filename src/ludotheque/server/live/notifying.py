"""Tells people who are away that it is their turn, in games that take days.

People at the table, or in any of its tabs, need no notice. Everyone is told once about each turn,
by mail in one digest for all their tables.
"""

import asyncio
import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPException
from smtplib import SMTPException
from typing import Any

import msgspec

from ludotheque.core import registry
from ludotheque.core.words import N_, NP_
from ludotheque.server.bus import Bus
from ludotheque.server.live.memory import Memory
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.mail import Mailer
from ludotheque.server.push import GoneError, Sender, is_public
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from ludotheque.server.store.notices import Waiting
from ludotheque.server.text import words_in
from ludotheque.server.trouble import Trouble
from ludotheque.table.events import DAYS, Config

log = logging.getLogger("ludotheque.server")

MAIL, PUSH = "mail", "push"
LEADER = "notices"  # only one process sends them
SUBJECT = NP_("{number} game is waiting for you", "{number} games are waiting for you")
GREETING = N_("It is your turn:")
STOP = N_("To get no more of these mails: {url}")
CONFIRM_SUBJECT = N_("Confirm your address")
CONFIRM = N_("Somebody, probably you, wants to be told at this address when it is their turn. To confirm it: {url}")
NOT_YOU = N_("If it was not you, do nothing. To make sure that you get no more mails: {url}")
YOUR_TURN = N_("Your turn: {title}")


class Notifying:
    def __init__(self, settings: Settings, store: Store, bus: Bus, memory: Memory) -> None:
        self.settings, self.store, self.bus, self.memory = settings, store, bus, memory
        self.mailer = Mailer(settings.smtp, settings.mail_from) if settings.smtp else None
        self.sender = sender_of(settings, store.notices.secret())
        self.since: dict[Waiting, float] = {}  # when we first saw that a table waits

    def start(self, tasks: Tasks) -> None:
        if self.mailer or self.sender:
            tasks.repeat(self.look, self.settings.notice_every_s)

    async def look(self) -> None:
        """Tell everyone who has not been told yet."""
        if await self.bus.leads(LEADER):
            if self.sender:
                await self._push_all(self.sender)
            if self.mailer:
                await self._mail_all(self.mailer)

    async def ask_to_confirm(self, address: str, token: str, language: str) -> None:
        """Send the mail that confirms an address."""
        assert self.mailer is not None
        say = words_in(language)
        text = say(CONFIRM, url=self.url(f"/confirm/{token}")), "", say(NOT_YOU, url=self.url(f"/stop/{token}")), ""
        await asyncio.to_thread(self.mailer.send, address, say(CONFIRM_SUBJECT), "\n".join(text))

    def url(self, path: str) -> str:
        return self.settings.public_url.rstrip("/") + path

    # What is due

    async def _due(self, person: str, way: str) -> list[Waiting]:
        """Return the tables that have waited for a person who is away, for long enough."""
        found = await asyncio.to_thread(self.store.notices.waiting, person, way)
        return [one for one in found if in_days(one) and not self._is_there(one) and self._has_waited(one)]

    def _is_there(self, one: Waiting) -> bool:
        live = self.memory.get(one.table)
        return live is not None and one.person in live.table.seating.online

    def _has_waited(self, one: Waiting) -> bool:
        return time.monotonic() - self.since.setdefault(one, time.monotonic()) >= self.settings.limits.notice_s

    def _forget(self, found: Iterable[Waiting]) -> None:
        for one in found:
            self.since.pop(one, None)

    # The two ways

    async def _mail_all(self, mailer: Mailer) -> None:
        for row in await asyncio.to_thread(self.store.notices.due_mails):
            with alone():
                await self._mail(mailer, row)

    async def _mail(self, mailer: Mailer, row: dict[str, Any]) -> None:
        """Send one person a mail about the tables that wait for them."""
        if not (found := await self._due(row["person"], MAIL)):
            return
        try:
            await asyncio.to_thread(mailer.send, row["address"], *self.mail(row, found))
        except (OSError, SMTPException) as error:
            log.warning("a mail could not be sent: %s", type(error).__name__)
            return
        await asyncio.to_thread(self.store.notices.note, found, MAIL)
        await asyncio.to_thread(self.store.notices.note_mail, row["person"])
        self._forget(found)

    def mail(self, row: dict[str, Any], found: Sequence[Waiting]) -> tuple[str, str, str]:
        """Return the subject, the text and the stop link of a digest."""
        say, stop = words_in(row["language"]), self.url(f"/stop/{row['token']}")
        lines = [f"{registry.load(one.game).title}: {self.url(f'/t/{one.table}')}" for one in found]
        text = "\n".join([say(GREETING), "", *lines, "", say(STOP, url=stop), ""])
        return say.count(SUBJECT, len(found)), text, self.url(f"/api/stop/{row['token']}")

    async def _push_all(self, sender: Sender) -> None:
        rows = await asyncio.to_thread(self.store.notices.pushes)
        for person in dict.fromkeys(row["person"] for row in rows):
            with alone():
                await self._push_to(sender, person, [row for row in rows if row["person"] == person])

    async def _push_to(self, sender: Sender, person: str, rows: Sequence[dict[str, Any]]) -> None:
        """Send messages about the tables that wait for a person to all of their browsers."""
        if found := await self._due(person, PUSH):
            for row in rows:
                with alone():
                    await self._push(sender, row, found)
            await asyncio.to_thread(self.store.notices.note, found, PUSH)
            self._forget(found)

    async def _push(self, sender: Sender, row: dict[str, Any], found: Sequence[Waiting]) -> None:
        """Send a message about each table to one browser."""
        if not (self.settings.push_anywhere or await asyncio.to_thread(is_public, row["endpoint"])):
            return
        say = words_in(row["language"])
        for one in found:
            title = say(YOUR_TURN, title=registry.load(one.game).title)
            message = {"title": title, "url": f"/t/{one.table}", "tag": one.table}
            try:
                await asyncio.to_thread(sender.send, row["endpoint"], row["key"], row["secret"], message)
            except GoneError:
                await asyncio.to_thread(self.store.notices.unsubscribe, row["endpoint"])
                return
            except (OSError, HTTPException, ValueError) as error:
                log.warning("a push message could not be sent: %s", type(error).__name__)


@contextmanager
def alone() -> Iterator[None]:
    """Log an error that concerns one person or browser, so that the others still get their notices.

    A database that is away concerns everybody.
    """
    try:
        yield
    except Trouble:
        raise
    except Exception:
        log.exception("a notice could not be sent")


def in_days(one: Waiting) -> bool:
    return msgspec.json.decode(one.config, type=Config).clock.kind == DAYS


def sender_of(settings: Settings, secret: bytes) -> Sender | None:
    """Return what sends push messages; None without a public address or the package."""
    if not settings.public_url:
        return None
    contact = f"mailto:{settings.mail_from}" if settings.mail_from else settings.public_url
    with suppress(ImportError):
        return Sender(secret, contact)
    return None
