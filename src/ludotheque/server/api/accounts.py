"""Accounts: a name and a password, no e-mail, to be the same person on any device."""

import asyncio

from litestar import post
from litestar.params import JSONBody
from msgspec import Struct

from ludotheque.core.words import N_
from ludotheque.server import passwords, people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.asking import AnyRequest, address_of, hall_of, language_of, person_of, session_of, url_of
from ludotheque.server.api.people import Me, me_of
from ludotheque.server.attempts import Attempts
from ludotheque.server.gate import become
from ludotheque.server.logs import audit
from ludotheque.server.passwords import Passwords
from ludotheque.server.sessions import Session, logged_in, new_guest
from ludotheque.server.store import Account
from ludotheque.server.store.accounts import Accounts


class Credentials(Struct):
    name: str
    password: str


class Change(Struct):
    """A change to an account, authorised by its password."""

    password: str
    new: str = ""  # the new password


class LoggedIn(Struct):
    """Who the visitor is now, and what became of the seats they had as a guest."""

    name: str
    account: str
    moved: list[str] = []  # addresses of tables where the account took over the guest's seat
    left: list[str] = []  # … and of tables where it already had a seat, so the guest keeps theirs
    is_guest: bool = False


def attempts_of(request: AnyRequest) -> Attempts:
    attempts: Attempts = request.app.state.attempts
    return attempts


def passwords_of(request: AnyRequest) -> Passwords:
    found: Passwords = request.app.state.passwords
    return found


def accounts_of(request: AnyRequest) -> Accounts:
    return hall_of(request).store.accounts


@post("/account")
async def make_account(request: AnyRequest, data: JSONBody[Credentials]) -> Me:
    """Turn a guest into an account; they stay the same person and keep all seats."""
    known, person, name = accounts_of(request), person_of(request), people.chosen_name(data.name)
    passwords.check(data.password, name)
    attempts_of(request).count(address_of(request))
    if await asyncio.to_thread(known.name_of, person):
        raise HttpRefusal(409, "account/have_one", N_("You already have an account."))
    account = Account(person, name, await passwords_of(request).hashed(data.password))
    if await asyncio.to_thread(known.has_alike, people.folded(name), people.skeleton(name)):
        raise HttpRefusal(409, "account/alike", N_("{name} looks like the name of another account."), name=name)
    if not await asyncio.to_thread(known.add, account, people.folded(name), people.skeleton(name)):
        raise HttpRefusal(409, "account/taken", N_("There is already an account called {name}."), name=name)
    await begin_alone(request, person)
    audit("account made", name, address_of(request))
    return await asyncio.to_thread(me_of, request)


@post("/login", status_code=200)
async def log_in(request: AnyRequest, data: JSONBody[Credentials]) -> LoggedIn:
    """Log in; a guest who does so keeps their seats."""
    hall, person, folded = hall_of(request), person_of(request), people.folded(people.checked_name(data.name))
    account = await opened_by(request, folded, data.password, people.folded(people.on_one_line(data.name)))
    if await asyncio.to_thread(hall.store.order.is_banned, account.person):
        raise HttpRefusal(403, "account/banned", N_("The stewards of this server have banned this account."))
    name = await asyncio.to_thread(hall.store.people.name_of, account.person) or account.name
    is_guest = await asyncio.to_thread(hall.store.accounts.name_of, person) is None
    moved, left = await hall.handover.hand_over_all(person, account.person, name) if is_guest else ([], [])
    session = logged_in(account.person, session_of(request))
    await hall.logins.note(session, account.password)
    await hall.logins.end(session_of(request))
    become(request.scope, session)
    audit("login", account.name, address_of(request))
    return LoggedIn(name, account.name, [url_of(table) for table in moved], [url_of(table) for table in left])


@post("/logout", status_code=200)
async def log_out(request: AnyRequest) -> Me:
    """Make this browser a new guest.

    A guest cannot log out, since they could never come back to their seats.
    """
    name = await name_to_log_out(request)
    await hall_of(request).logins.end(session_of(request))
    audit("logout", name, address_of(request))
    return become_guest(request)


@post("/logout/everywhere", status_code=200)
async def log_out_everywhere(request: AnyRequest) -> Me:
    """End all sessions of an account, including this one."""
    name = await name_to_log_out(request)
    await hall_of(request).logins.end_all(person_of(request))
    audit("logout everywhere", name, address_of(request))
    return become_guest(request)


async def name_to_log_out(request: AnyRequest) -> str:
    """Return the name of the client's account, or refuse."""
    name = await asyncio.to_thread(accounts_of(request).name_of, person_of(request))
    if name is None:
        raise HttpRefusal(409, "account/none", N_("You are a guest: there is nothing to log out of."))
    return name


def become_guest(request: AnyRequest) -> Me:
    """Make this browser a new guest."""
    become(request.scope, new_guest(session_of(request)))
    return Me(people.guest_name(person_of(request), language_of(request)))


async def begin_alone(request: AnyRequest, person: str) -> None:
    """Begin a session of an account and end all other sessions of this person.

    Another device that shared this guest through a link does not share the account.
    """
    session = logged_in(person, session_of(request))
    await hall_of(request).logins.end_all(person, but=session)
    become(request.scope, session)


@post("/account/password", status_code=200)
async def change_password(request: AnyRequest, data: JSONBody[Change]) -> Me:
    """Change the password; other devices are logged out."""
    account = await own_account(request, data.password)
    passwords.check(data.new, account.name)
    hashed = await passwords_of(request).hashed(data.new)
    await asyncio.to_thread(accounts_of(request).change_password, account.person, hashed)
    await begin_alone(request, account.person)
    audit("password changed", account.name, address_of(request))
    return await asyncio.to_thread(me_of, request)


@post("/account/delete", status_code=200)
async def delete_account(request: AnyRequest, data: JSONBody[Change]) -> Me:
    """Delete the account and the name, everywhere; this browser becomes a new guest."""
    account = await own_account(request, data.password)
    await hall_of(request).forgetting.forget(account.person)
    audit("account deleted", account.name, address_of(request))
    return become_guest(request)


async def own_account(request: AnyRequest, password: str) -> Account:
    """Return the client's account, or refuse if the password is wrong."""
    name = await asyncio.to_thread(accounts_of(request).name_of, person_of(request))
    if name is None:
        raise HttpRefusal(409, "account/none", N_("You are a guest and have no account."))
    return await opened_by(request, people.folded(name), password)


async def opened_by(request: AnyRequest, folded: str, password: str, typed: str = "") -> Account:
    """Return the account of that name, or refuse if the password is wrong.

    An old account may have invisible characters in its name, as it is `typed`. The time it takes
    does not reveal whether the account exists.
    """
    known = accounts_of(request)
    account = await asyncio.to_thread(lambda: known.named(typed) or known.named(folded))
    mark = mark_of(session_of(request), account.person) if account else ""
    attempt = attempts_of(request).begin(address_of(request), folded, mark)
    if not await passwords_of(request).fits(account.password if account else None, password) or account is None:
        audit("wrong password", folded, address_of(request))
        raise HttpRefusal(401, "account/wrong", N_("Wrong name or password."))
    attempt.was_right()
    return account


def mark_of(session: Session, person: str) -> str:
    """Return what wrong passwords are counted by where strangers must not lock the owner out.

    It is the browser's mark for an account; all devices that are logged in to it without one share
    another. It is empty for strangers.
    """
    return session.mark_for(person) or (person if session.person == person else "")
