"""Accounts, for those who want to be the same person elsewhere: a name and a password, no e-mail. And a link that takes a seat to the phone without any."""

import hashlib
import io

import segno
from litestar import Router, get, post
from litestar.params import JSONBody
from msgspec import Struct

from ludotheque.core.words import N_
from ludotheque.server import passwords, people
from ludotheque.server.answers import Refusal
from ludotheque.server.api import AnyRequest, Me, language_of, live_of, me_of, name_of, person_of, url_of, whole
from ludotheque.server.bucket import Buckets
from ludotheque.server.gate import become
from ludotheque.server.settings import Settings
from ludotheque.server.store import Account

DEVICE_S = 600  # how long a link to another device can be used
TRIES_PER_SECOND = 0.1  # of passwords, from one address
TRIES_FOR_A_NAME, TRIES_FOR_A_NAME_PER_SECOND = 10, 1 / 30  # from wherever they come
LONGEST_PATH = 200  # of an address as a QR code
QUIET_ZONE = 4  # light modules around a QR code, as its standard wants


class Credentials(Struct):
    name: str
    password: str


class Change(Struct):
    """Whoever changes an account shows that it is theirs."""

    password: str
    new: str = ""  # password


class LoggedIn(Struct):
    """Who one is now, and what became of the seats that one had as a guest."""

    name: str
    account: str
    moved: list[str] = []  # addresses of tables where the account has the guest's seat now
    left: list[str] = []  # and of those where it sits already: the guest's seat stays the guest's
    is_guest: bool = False


class Claim(Struct):
    token: str


class Page(Struct):
    path: str  # with all that follows


class Code(Struct):
    """An address that a phone can read."""

    url: str
    svg: str  # the same as a QR code


class Attempts:
    """How often passwords may be tried."""

    def __init__(self, settings: Settings) -> None:
        self.by_address = Buckets(TRIES_PER_SECOND, settings.logins_at_once)
        self.by_name = Buckets(TRIES_FOR_A_NAME_PER_SECOND, TRIES_FOR_A_NAME)

    def count(self, request: AnyRequest, name: str | None = None) -> None:
        """One more, from this address and for this name."""
        address = request.client.host if request.client else ""
        if not self.by_address.take(address) or (name is not None and not self.by_name.take(name)):
            raise Refusal(429, "account/too_many", N_("Too many passwords have been tried: wait a minute."))


def attempts_of(request: AnyRequest) -> Attempts:
    attempts: Attempts = request.app.state.attempts
    return attempts


@post("/account")
async def make_account(request: AnyRequest, data: JSONBody[Credentials]) -> Me:
    """A guest gets a password and stays the same person: all seats are kept."""
    live, person, name = live_of(request), person_of(request), people.checked_name(data.name)
    passwords.check(data.password)
    attempts_of(request).count(request)
    if await live.in_thread(live.store.account_of, person):
        raise Refusal(409, "account/have_one", N_("You have an account already."))
    account = Account(person, name, await live.in_thread(passwords.hashed, data.password))
    if not await live.in_thread(live.store.add_account, account, people.folded(name)):
        raise Refusal(409, "account/taken", N_("There is an account called {name} already."), name=name)
    return await live.in_thread(me_of, request, name)


@post("/login", status_code=200)
async def log_in(request: AnyRequest, data: JSONBody[Credentials]) -> LoggedIn:
    """Whoever was a guest until now brings their seats along."""
    live, person, folded = live_of(request), person_of(request), people.folded(people.checked_name(data.name))
    account = await opened_by(request, folded, data.password)
    name = await live.in_thread(live.store.name_of, account.person) or account.name
    is_guest = await live.in_thread(live.store.account_of, person) is None
    moved, left = await live.hand_over_all(person, account.person, name) if is_guest else ([], [])
    become(request.scope, account.person)
    return LoggedIn(name, account.name, [url_of(table) for table in moved], [url_of(table) for table in left])


@post("/logout", status_code=200)
async def log_out(request: AnyRequest) -> Me:
    """This browser becomes a new guest. A guest cannot log out: nobody could come back to those seats."""
    live, person = live_of(request), person_of(request)
    if await live.in_thread(live.store.account_of, person) is None:
        raise Refusal(409, "account/none", N_("You are a guest: there is nothing to log out from."))
    become(request.scope, people.new_id())
    live.call_again(person)
    return Me(people.guest_name(person_of(request), language_of(request)))


@post("/account/password", status_code=200)
async def change_password(request: AnyRequest, data: JSONBody[Change]) -> Me:
    live, account = live_of(request), await own_account(request, data.password)
    passwords.check(data.new)
    await live.in_thread(live.store.change_password, account.person, await live.in_thread(passwords.hashed, data.new))
    return await live.in_thread(lambda: me_of(request, name_of(request)))


@post("/account/delete", status_code=200)
async def delete_account(request: AnyRequest, data: JSONBody[Change]) -> Me:
    """The account and the name go, everywhere; this browser becomes a new guest."""
    account = await own_account(request, data.password)
    await live_of(request).forget(account.person)
    become(request.scope, people.new_id())
    return Me(people.guest_name(person_of(request), language_of(request)))


async def own_account(request: AnyRequest, password: str) -> Account:
    """The account of whoever asks, if they know its password."""
    live = live_of(request)
    name = await live.in_thread(live.store.account_of, person_of(request))
    if name is None:
        raise Refusal(409, "account/none", N_("You are a guest: there is no account."))
    return await opened_by(request, people.folded(name), password)


async def opened_by(request: AnyRequest, folded: str, password: str) -> Account:
    """The account of that name, if this is its password. Whether there is one cannot be told from the time it takes."""
    live = live_of(request)
    attempts_of(request).count(request, folded)
    account = await live.in_thread(live.store.account_named, folded)
    is_right = await live.in_thread(passwords.fits, account and account.password, password[: passwords.LONGEST + 1])
    if account is None or not is_right:
        raise Refusal(401, "account/wrong", N_("There is no such account, or its password is another one."))
    return account


# To another device


@post("/device")
async def make_device_link(request: AnyRequest) -> Code:
    """A link that makes another browser the same person, once. Its secret stands behind a #, which browsers do not send: it is in no log on the way."""
    live, person, token = live_of(request), person_of(request), people.new_token()
    name = await live.in_thread(name_of, request)
    await live.in_thread(live.store.remember, person, name)
    await live.in_thread(live.store.add_device, fingerprint(token), person, DEVICE_S)
    return code_of(whole(request, f"/device#{token}"))


@post("/device/claim", status_code=200)
async def claim(request: AnyRequest, data: JSONBody[Claim]) -> Me:
    """This browser becomes the person who made the link. Seats are not moved, so that nobody can be talked out of theirs by a link."""
    live = live_of(request)
    person = await live.in_thread(live.store.spend_device, fingerprint(data.token))
    if person is None:
        raise Refusal(410, "device/spent", N_("This link has been used, or it is too old. Make a new one on the other device."))
    become(request.scope, person)
    return await live.in_thread(lambda: me_of(request, name_of(request)))


def fingerprint(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def code_of(url: str) -> Code:
    """As SVG, dark on light at night too, with nothing in it that a strict policy forbids."""
    file = io.BytesIO()
    segno.make_qr(url).save(file, kind="svg", xmldecl=False, svgclass=None, lineclass=None, omitsize=True, border=QUIET_ZONE, dark="#000", light="#fff")
    return Code(url, file.getvalue().decode())


@post("/code", status_code=200, sync_to_thread=False)
def code(request: AnyRequest, data: JSONBody[Page]) -> Code:
    """The whole address of a page here, to be read by a phone."""
    if not data.path.startswith("/") or not data.path.isprintable() or len(data.path) > LONGEST_PATH:
        raise Refusal(400, "code/path", N_("That is no address of a page here."))
    return code_of(whole(request, data.path))


@get("/house", sync_to_thread=False)
def house(request: AnyRequest) -> Code | None:
    """How others in the same house find this server, if they can."""
    settings = live_of(request).settings
    return code_of(settings.house_url) if settings.house_url and not settings.public_url else None


accounts = Router("/api", route_handlers=[house, code, make_account, change_password, delete_account, log_in, log_out, make_device_link, claim])
