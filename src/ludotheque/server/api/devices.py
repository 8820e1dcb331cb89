"""Other devices: single-use links that make them the same person, and addresses as QR codes."""

import asyncio
import hashlib
import io

import segno
from litestar import get, post
from litestar.params import JSONBody
from msgspec import Struct
from msgspec.structs import replace

from ludotheque.core.words import N_
from ludotheque.server import people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, full_url, hall_of, person_of, session_of, write_down
from ludotheque.server.api.people import Me, me_of
from ludotheque.server.gate import become
from ludotheque.server.sessions import new_session

DEVICE_S = 600  # how long a link for another device is valid
LONGEST_PATH = 200  # of an address as a QR code
QUIET_ZONE = 4  # light modules around a QR code, as the standard requires


class Claim(Struct):
    token: str


class Page(Struct):
    path: str  # including query and fragment


class Code(Struct):
    """An address as text and as a QR code."""

    url: str
    svg: str  # the same as a QR code


@post("/device")
async def make_device_link(request: AnyRequest) -> Code:
    """Return a single-use link that makes another browser the same person.

    Its secret comes after a #, which browsers do not send, so it appears in no log on the way.
    """
    known, token = hall_of(request).store.people, people.new_token()
    await asyncio.to_thread(write_down, request)
    await asyncio.to_thread(known.add_device, fingerprint(token), person_of(request), DEVICE_S)
    if not await hall_of(request).logins.is_good(session_of(request)):  # it ended in the meantime
        await asyncio.to_thread(known.drop_device, fingerprint(token))
        raise HttpRefusal(409, "device/session", N_("You have been logged out in the meantime. Reload the page."))
    return code_of(full_url(request, f"/device#{token}"))


@post("/device/claim", status_code=200)
async def claim(request: AnyRequest, data: JSONBody[Claim]) -> Me:
    """Make this browser the person who created the link; its session before ends.

    Seats are not moved, so that nobody can be tricked out of theirs by a link.
    """
    session = new_session("", session_of(request).known)
    by_link = hall_of(request).store.sessions.begin_by_link
    person = await asyncio.to_thread(by_link, fingerprint(data.token), session.key)
    if person is None:
        raise HttpRefusal(
            410,
            "device/spent",
            N_("This link has already been used, or it has expired. Create a new one on the other device."),
        )
    await hall_of(request).logins.end(session_of(request))
    become(request.scope, replace(session, person=person))
    return await asyncio.to_thread(me_of, request)


def fingerprint(token: str) -> str:
    """Return the SHA-256 of a token, so that someone who reads the database cannot use it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def code_of(url: str) -> Code:
    """Return an address as a QR code in SVG, dark on light even in dark mode.

    It contains nothing that a strict content security policy forbids.
    """
    file = io.BytesIO()
    segno.make_qr(url).save(
        file,
        kind="svg",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
    )
    return Code(url, file.getvalue().decode())


@post("/code", status_code=200, sync_to_thread=False)
def code(request: AnyRequest, data: JSONBody[Page]) -> Code:
    """Return the full address of a page here, for a phone to read."""
    if not data.path.startswith("/") or not data.path.isprintable() or len(data.path) > LONGEST_PATH:
        raise HttpRefusal(400, "code/path", N_("This is not the address of a page on this server."))
    return code_of(full_url(request, data.path))


@get("/house", sync_to_thread=False)
def house(request: AnyRequest) -> Code | None:
    """Return the server's address for others in the same house, if it has one."""
    settings = hall_of(request).settings
    return code_of(settings.house_url) if settings.house_url and not settings.public_url else None
