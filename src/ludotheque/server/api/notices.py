"""Notices: how a visitor wants to be told that it is their turn, and their holidays."""

import asyncio
import re

from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, hall_of, language_of, person_of, write_down
from ludotheque.server.api.people import count_search
from ludotheque.server.clock import now_s
from ludotheque.server.push import is_public, padded
from ludotheque.server.store.queries import DAY_S

# What the mail package takes for one address, without quotes, comments or encoded words
WORD = r"[\w!#$%&'*+/=^`{|}~-]+"
ADDRESS = re.compile(rf"(?=[^@]{{1,64}}@){WORD}(?:\.{WORD})*@(?=.{{4,180}}$)(?:[\w-]+\.)+[\w-]{{2,}}")
MOST_HOURS, MOST_DAYS, MOST_BROWSERS = 168, 60, 10
KEY, SECRET = 65, 16  # bytes


class Mail(Struct):
    address: str = ""  # empty: no mail
    hours: int = 12  # at least this long between two mails


class Browser(Struct):
    """A browser's push subscription."""

    endpoint: str
    key: str
    secret: str


class Holiday(Struct):
    days: int  # from now; 0: back again


class Notices(Struct):
    can_mail: bool  # this server can send mail
    address: str
    is_confirmed: bool
    hours: int
    push_key: str  # to subscribe with; empty: this server sends no push messages
    holiday: int  # until when, in seconds since 1970; 0: not on holiday


@get("/me/notices", sync_to_thread=True)
def notices(request: AnyRequest) -> Notices:
    return notices_of(request)


def notices_of(request: AnyRequest) -> Notices:
    """Return what a visitor has chosen; this reads the database."""
    hall, person = hall_of(request), person_of(request)
    mail = hall.store.notices.mail_of(person) or {"address": "", "is_confirmed": False, "hours": Mail().hours}
    sender = hall.notifying.sender
    return Notices(
        hall.notifying.mailer is not None,
        mail["address"],
        mail["is_confirmed"],
        mail["hours"],
        sender.public if sender else "",
        hall.store.notices.holidays().get(person, 0),
    )


@post("/me/notices/mail", status_code=200)
async def mail(request: AnyRequest, data: JSONBody[Mail]) -> Notices:
    """Choose an address, which has to be confirmed by a mail; an empty one ends all mail."""
    hall, person, store = hall_of(request), person_of(request), hall_of(request).store.notices
    if not 0 <= data.hours <= MOST_HOURS:
        raise HttpRefusal(400, "notice/hours", N_("Choose between 0 and {most} hours."), most=MOST_HOURS)
    if not data.address:
        await asyncio.to_thread(store.stop_mail, person)
    elif hall.notifying.mailer is None:
        raise HttpRefusal(409, "notice/no_mail", N_("This server sends no mail."))
    elif not ADDRESS.fullmatch(data.address):
        raise HttpRefusal(400, "notice/address", N_("That is not an e-mail address."))
    elif (known := await asyncio.to_thread(store.mail_of, person)) and known["address"] == data.address:
        await asyncio.to_thread(store.set_hours, person, data.hours)
    else:
        count_search(request)  # nobody may flood an address that is not theirs
        await asyncio.to_thread(write_down, request)
        language = language_of(request)
        token = await asyncio.to_thread(store.ask, person, data.address, data.hours, language)
        try:
            await hall.notifying.ask_to_confirm(data.address, token, language)
        except OSError as error:  # smtplib's errors are OSErrors
            await asyncio.to_thread(store.stop, token)
            raise HttpRefusal(502, "notice/undelivered", N_("The mail could not be sent.")) from error
    return await asyncio.to_thread(notices_of, request)


@post("/confirm/{token:str}", status_code=204)
async def confirm(request: AnyRequest, token: FromPath[str]) -> None:
    if not await asyncio.to_thread(hall_of(request).store.notices.confirm, token):
        raise HttpRefusal(404, "notice/unknown", N_("This link is not valid any more."))


@post("/stop/{token:str}", status_code=204)
async def stop(request: AnyRequest, token: FromPath[str]) -> None:
    """End all mail to an address, with one click in the mail or by the mail program itself."""
    await asyncio.to_thread(hall_of(request).store.notices.stop, token)


@post("/me/notices/push", status_code=204)
async def subscribe(request: AnyRequest, data: JSONBody[Browser]) -> None:
    hall, person = hall_of(request), person_of(request)
    if hall.notifying.sender is None:
        raise HttpRefusal(409, "notice/no_push", N_("This server sends no push messages."))
    is_fine = hall.settings.push_anywhere or await asyncio.to_thread(is_public, data.endpoint)
    if not is_fine or not is_key(data.key, KEY) or not is_key(data.secret, SECRET) or len(data.endpoint) > 1000:
        raise HttpRefusal(400, "notice/browser", N_("This browser's push service cannot be used."))
    if await asyncio.to_thread(hall.store.notices.pushes_of, person) >= MOST_BROWSERS:
        raise HttpRefusal(409, "notice/too_many", N_("At most {most} browsers can be notified."), most=MOST_BROWSERS)
    await asyncio.to_thread(write_down, request)
    await asyncio.to_thread(
        hall.store.notices.subscribe, person, data.endpoint, data.key, data.secret, language_of(request)
    )


def is_key(text: str, length: int) -> bool:
    try:
        return len(padded(text)) == length
    except ValueError:
        return False


@post("/me/notices/push/stop", status_code=204)
async def unsubscribe(request: AnyRequest, data: JSONBody[Browser]) -> None:
    await asyncio.to_thread(hall_of(request).store.notices.unsubscribe, data.endpoint)


@post("/me/holiday", status_code=200)
async def holiday(request: AnyRequest, data: JSONBody[Holiday]) -> Notices:
    """Go on holiday: clocks that count days wait until then."""
    if not 0 <= data.days <= MOST_DAYS:
        raise HttpRefusal(400, "notice/holiday", N_("A holiday is at most {most} days long."), most=MOST_DAYS)
    hall = hall_of(request)
    await asyncio.to_thread(write_down, request)
    await asyncio.to_thread(hall.store.notices.go_on_holiday, person_of(request), now_s() + DAY_S * data.days)
    return await asyncio.to_thread(notices_of, request)


ROUTES = [notices, mail, confirm, stop, subscribe, unsubscribe, holiday]
