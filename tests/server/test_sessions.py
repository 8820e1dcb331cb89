"""Sessions: they begin with a login, end with a logout, a new password or a year without a visit,
in all processes; and what browsers are told when the server is public.
"""

import asyncio
import hashlib
import hmac
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from ludotheque.check.guests import Guest, serving
from ludotheque.cli import main
from ludotheque.server import sessions
from ludotheque.server.database import database_of
from ludotheque.server.limits import Limits
from ludotheque.server.live.logins import Logins
from ludotheque.server.sessions import COOKIE, HOST_COOKIE, Seal, Session, logged_in, new_guest, new_session
from ludotheque.server.settings import Settings
from ludotheque.server.store import Account, Store
from ludotheque.server.store.people import People
from ludotheque.server.store.schema import migrate
from ludotheque.server.store.sessions import YEAR_S
from tests.server.conftest import MakeGuest
from tests.server.databases import query
from tests.server.test_accounts import PASSWORD, hear_until_cut, log_in, make_account
from tests.server.test_refusals import problem

SEAL = Seal([b"secret"], is_secure=False)


@pytest.fixture
def people() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def copy_of(guest: Guest, stack: ExitStack) -> Guest:
    """Somebody who has got hold of a cookie."""
    thief = stack.enter_context(Guest(guest.address))
    thief.http.cookies.clear()
    thief.http.headers["cookie"] = guest.cookie
    return thief


def link_of(guest: Guest) -> str:
    return str(guest.post("/api/device")["url"].rpartition("#")[2])


# What shares a person


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_sender_of_a_link_does_not_share_the_account_that_is_made_with_it(guest: MakeGuest) -> None:
    sender, ann = guest("Sender"), guest("Ann")
    ann.post("/api/device/claim", token=link_of(sender))
    another = link_of(sender)
    table = ann.open("you", "random")["table"]
    line = sender.look_at(table)
    name = f"Ann {table}"
    make_account(ann, name)
    assert hear_until_cut(line) == 1013
    assert sender.get("/api/me")["account"] is None
    assert sender.get("/api/my") == []
    assert sender.connect(table).receive()["code"] == "table/unknown"
    assert problem(sender.http.post("/api/device/claim", json={"token": another})) == (410, "device/spent")
    assert ann.get("/api/me")["account"] == name
    assert ann.look_at(table).table["viewer_seats"] == [0]


def test_nor_by_a_link_that_is_made_at_the_same_moment(guest: MakeGuest, monkeypatch: pytest.MonkeyPatch) -> None:
    sender, ann = guest("Sender"), guest("Ann")
    ann.post("/api/device/claim", token=link_of(sender))
    add = People.add_device

    def add_late(self: People, *given: Any) -> None:
        make_account(ann, "Quick")
        add(self, *given)

    monkeypatch.setattr(People, "add_device", add_late)
    assert problem(sender.http.post("/api/device", json={})) == (409, "device/session")
    assert ann.get("/api/me/data")["device_links"] == []


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_begins_with_what_has_ended(empty: str) -> None:
    store = Store(database_of(empty))
    store.accounts.add(Account("ann", "Ann", "old hash"), "ann", "ann")
    store.people.add_device("link", "ann", 600)
    store.accounts.change_password("ann", "new hash")
    store.sessions.end_all("ann")
    store.sessions.note("ann", "late", "old hash")  # a login that was compared before
    assert store.sessions.begin_by_link("link", "linked") is None
    assert not any(store.sessions.is_good("ann", key, is_old=False) for key in ("late", "linked"))
    store.sessions.note("ann", "timely", "new hash")
    assert store.sessions.is_good("ann", "timely", is_old=False)
    store.close()


def test_a_login_begins_another_session_and_ends_the_one_before(guest: MakeGuest, people: ExitStack) -> None:
    ann = guest()
    make_account(ann, "Returner")
    thief = copy_of(ann, people)
    log_in(ann, "Returner")
    assert thief.get("/api/me")["account"] is None
    assert ann.get("/api/me")["account"] == "Returner"


def test_a_link_begins_another_session_and_ends_the_one_before(guest: MakeGuest, people: ExitStack) -> None:
    laptop, phone = guest(), guest()
    make_account(laptop, "Connector")
    make_account(phone, "Linked")
    thief = copy_of(phone, people)
    phone.post("/api/device/claim", token=link_of(laptop))
    assert phone.get("/api/me")["account"] == "Connector"
    assert thief.get("/api/me")["account"] is None
    log_in(phone, "Linked")
    assert len(phone.get("/api/me/data")["sessions"]) == 1


def test_a_new_password_ends_all_other_sessions(guest: MakeGuest) -> None:
    laptop, phone = guest(), guest()
    make_account(laptop, "Renewer")
    table = laptop.open("you", "random")["table"]
    log_in(phone, "Renewer")
    link = link_of(phone)
    line = phone.look_at(table)
    laptop.post("/api/account/password", password=PASSWORD, new="another good one")
    assert hear_until_cut(line) == 1013
    assert phone.get("/api/me")["account"] is None
    assert problem(phone.http.post("/api/device/claim", json={"token": link})) == (410, "device/spent")
    assert laptop.get("/api/me")["account"] == "Renewer"
    assert laptop.look_at(table).table["viewer_seats"] == [0]


def test_logging_out_ends_this_session_and_no_other(guest: MakeGuest, people: ExitStack) -> None:
    laptop, phone = guest(), guest()
    make_account(laptop, "Goer")
    log_in(phone, "Goer")
    thief = copy_of(phone, people)
    phone.post("/api/logout")
    assert thief.get("/api/me")["account"] is None
    assert laptop.get("/api/me")["account"] == "Goer"


def test_logging_out_everywhere_ends_all_sessions(guest: MakeGuest) -> None:
    laptop, phone = guest(), guest()
    make_account(laptop, "Ender")
    log_in(phone, "Ender")
    table = laptop.open("you", "random")["table"]
    lines = [laptop.look_at(table), phone.look_at(table)]
    assert laptop.post("/api/logout/everywhere")["is_guest"]
    assert [hear_until_cut(line) for line in lines] == [1013, 1013]
    assert [device.get("/api/me")["account"] for device in (laptop, phone)] == [None, None]
    assert problem(guest().http.post("/api/logout/everywhere", json={})) == (409, "account/none")
    assert log_in(phone, "Ender")["account"] == "Ender"


@pytest.mark.parametrize("kind", ["postgresql"])
def test_sessions_end_in_all_processes(empty: str, redis: str, people: ExitStack) -> None:
    settings = Settings(database=empty, redis=redis, bot_pause_s=0)
    with serving(settings) as here, serving(settings) as there:
        laptop, phone = (people.enter_context(Guest(address)) for address in (here, there))
        make_account(laptop, "Everywhere")
        log_in(phone, "Everywhere")
        line = phone.look_at(laptop.open("you", "random")["table"])
        laptop.post("/api/logout/everywhere")
        assert hear_until_cut(line) == 1013
        assert phone.get("/api/me")["account"] is None


@pytest.mark.parametrize("kind", ["postgresql"])
@pytest.mark.parametrize("has_account", [True, False])
def test_somebody_who_is_deleted_is_cut_off_in_all_processes(
    has_account: bool, empty: str, redis: str, people: ExitStack
) -> None:
    settings = Settings(database=empty, redis=redis, bot_pause_s=0)
    with serving(settings) as here, serving(settings) as there:
        laptop, host = (people.enter_context(Guest(here, name)) for name in ("Eve", "Ann"))
        if has_account:
            make_account(laptop, "Deleted")
        phone = people.enter_context(Guest(there))
        phone.http.cookies = httpx.Cookies(laptop.http.cookies)
        line = phone.look_at(host.open("you", "person", is_open=True)["table"])
        line.send(type="say", text="hello")
        while not line.table["log"]:
            line.receive()
        person = laptop.http.cookies[COOKIE].partition(".")[0]
        assert is_in_journal(empty, person)
        laptop.post("/api/account/delete" if has_account else "/api/me/delete", password=PASSWORD)
        assert hear_until_cut(line) == 1013
        assert not is_in_journal(empty, person)


def is_in_journal(database: str, person: str) -> bool:
    return any(person.encode() in bytes(row["event"]) for row in query(database, "SELECT event FROM journal"))


# What a browser keeps


def test_an_answer_on_its_way_does_not_log_anybody_out(guest: MakeGuest, people: ExitStack) -> None:
    ann = guest()
    before = copy_of(ann, people)
    make_account(ann, "Racer")
    assert "set-cookie" not in before.http.get("/api/me").headers
    assert "set-cookie" in before.http.get("/account").headers
    assert "set-cookie" in before.http.post("/api/me", json={"name": "Somebody"}).headers


def test_a_session_ends_after_a_year_without_a_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session("ab")
    cookie = SEAL.write(session)
    assert SEAL.read(cookie) == session
    monkeypatch.setattr(sessions, "settled_s", lambda: session.since + YEAR_S)
    assert SEAL.read(cookie) is None


def test_the_server_forgets_a_session_after_a_year(guest: MakeGuest, database: str) -> None:
    ann = guest()
    make_account(ann, "Sleeper")
    query(
        database,
        "UPDATE sessions SET seen = seen - :year WHERE person IN (SELECT person FROM accounts WHERE name = 'Sleeper')",
        year=YEAR_S,
    )
    assert ann.get("/api/me")["account"] is None


def test_a_page_renews_a_session_after_a_day(guest: MakeGuest, database: str) -> None:
    ann = guest()
    make_account(ann, "Visitor")
    seal = Seal(Store(database_of(database)).secrets, is_secure=False)
    fresh = read(seal, ann)
    ann.http.get("/")
    assert read(seal, ann) == fresh
    old = Session(fresh.person, fresh.id, fresh.since - sessions.RENEWED_S - 1, fresh.known)
    set_cookie(ann, seal.write(old))
    ann.http.get("/")
    assert read(seal, ann).id == fresh.id
    assert read(seal, ann).since >= fresh.since
    assert ann.get("/api/me")["account"] == "Visitor"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_session_that_ends_while_a_page_renews_it_stays_ended(
    guest: MakeGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = guest()
    make_account(ann, "Robbed")
    is_good = Logins.is_good

    async def ends_now(self: Logins, session: Session) -> bool:
        found = await is_good(self, session)
        await asyncio.to_thread(self.store.sessions.end_all, session.person)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(sessions, "RENEWED_S", -1)
        patch.setattr(Logins, "is_good", ends_now)
        ann.http.get("/")
    assert ann.get("/api/me")["account"] is None


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_a_session_is_renewed_to(empty: str) -> None:
    store = Store(database_of(empty))
    store.accounts.add(Account("ann", "Ann", "hash"), "ann", "ann")
    store.sessions.note("ann", "here")
    store.sessions.note("ann", "ann")  # with an old cookie
    assert store.sessions.renew("ann", "here", "here", is_old=False)
    assert store.sessions.renew("ann", "ann", "new", is_old=True)
    assert all(store.sessions.is_good("ann", key, is_old=False) for key in ("here", "new"))
    store.sessions.end_all("ann")
    assert not store.sessions.renew("ann", "here", "here", is_old=False)
    assert not store.sessions.renew("ann", "ann", "newer", is_old=True)
    assert not any(store.sessions.is_good("ann", key, is_old=False) for key in ("here", "ann", "new", "newer"))
    assert store.sessions.renew("a guest", "there", "there", is_old=False)
    assert not store.sessions.renew("a guest", "a guest", "there", is_old=True)
    store.close()


def read(seal: Seal, guest: Guest) -> Session:
    session = seal.read(guest.http.cookies[COOKIE])
    assert session is not None
    return session


def set_cookie(guest: Guest, value: str) -> None:
    guest.http.cookies.clear()
    guest.http.cookies.set(COOKIE, value, domain="127.0.0.1", path="/")


def test_the_database_holds_nothing_that_opens_a_session(guest: MakeGuest, database: str) -> None:
    ann = guest()
    make_account(ann, "Sealed")
    session = ann.http.cookies[COOKIE].split(".")[1]
    keys = [row["key"] for row in query(database, "SELECT key FROM sessions")]
    assert hashlib.sha256(session.encode()).hexdigest() in keys
    assert session not in keys


def test_marks_of_accounts_stay_with_the_browser() -> None:
    first = logged_in("ann", new_guest())
    second = logged_in("bob", new_guest(first))
    assert SEAL.read(SEAL.write(second)) == second
    assert second.mark_for("ann") == first.mark_for("ann") != ""
    assert (bool(second.mark_for("bob")), second.mark_for("eve")) == (True, "")
    many = first
    for number in range(9):
        many = logged_in(f"{number}", many)
    assert (len(many.known), bool(many.mark_for("8")), many.mark_for("ann")) == (sessions.MOST_MARKS, True, "")


@pytest.mark.parametrize("value", ["", ".", "....", "a.b.c.d.e", "é.x", "person." + "0" * 64, "\x00.\x00"])
def test_rubbish_is_no_session(value: str) -> None:
    assert SEAL.read(value) is None


# Cookies from before there were sessions


def old_cookie(database: str, person: str) -> str:
    store = Store(database_of(database))
    secret = store.secrets[0]
    store.close()
    return f"{person}.{hmac.new(secret, f'person {person}'.encode(), hashlib.sha256).hexdigest()}"


@pytest.fixture
def before(empty: str) -> Iterator[tuple[str, Callable[[str], Guest]]]:
    """A server that was there before sessions: a guest `aa` and an account `bb` are known to it."""
    database = database_of(empty)
    engine = database.engine()
    migrate(engine, database, "0003")
    engine.dispose()
    query(empty, "INSERT INTO people (id, name, created) VALUES ('aa11aa11', 'Ann', 0), ('bb22bb22', 'Bob', 0)")
    query(
        empty,
        "INSERT INTO accounts (person, name, folded, password, created) VALUES ('bb22bb22', 'Bob', 'bob', 'x', 0)",
    )
    with serving(Settings(database=empty, bot_pause_s=0)) as address, ExitStack() as stack:

        def visitor(person: str) -> Guest:
            guest = stack.enter_context(Guest(address))
            set_cookie(guest, old_cookie(empty, person))
            return guest

        yield empty, visitor


def test_old_cookies_are_replaced_and_nobody_loses_a_seat(before: tuple[str, Callable[[str], Guest]]) -> None:
    for person, name in [("aa11aa11", "Ann"), ("bb22bb22", "Bob")]:
        browser, other = before[1](person), before[1](person)
        table = browser.open("you", "random")["table"]
        browser.http.get("/")
        assert len(browser.http.cookies[COOKIE].split(".")) == 5
        assert browser.get("/api/me")["name"] == name
        assert browser.look_at(table).table["viewer_seats"] == [0]
        assert other.look_at(table).table["viewer_seats"] == [0]  # it has not seen a page yet


def test_old_cookies_end_too(before: tuple[str, Callable[[str], Guest]]) -> None:
    database, visitor = before
    ann, bob = visitor("aa11aa11"), visitor("bb22bb22")
    bob.post("/api/logout/everywhere")
    assert visitor("bb22bb22").get("/api/me")["name"] != "Bob"
    make_account(ann, "Ann")
    assert visitor("aa11aa11").get("/api/me")["is_guest"]
    assert visitor("cc33cc33").http.cookies[COOKIE].startswith("cc33cc33.")  # of somebody who had done nothing
    query(database, "UPDATE sessions SET seen = seen - :year", year=YEAR_S)
    assert visitor("aa11aa11").get("/api/me")["is_guest"]


# Another secret


def rotate(database: str) -> None:
    with pytest.raises(SystemExit) as done:
        main(["secret", "--database", database])
    assert not done.value.code


def test_the_secret_can_be_changed_and_the_one_before_is_accepted(empty: str, people: ExitStack) -> None:
    with serving(Settings(database=empty)) as address:
        ann = people.enter_context(Guest(address, "Ann"))
        eve = people.enter_context(Guest(address, "Eve"))
    rotate(empty)
    with serving(Settings(database=empty)) as address:
        ann.move_to(address)
        assert ann.get("/api/me")["name"] == "Ann"
        ann.http.get("/")  # signs the cookie again
    rotate(empty)
    with serving(Settings(database=empty)) as address:
        ann.move_to(address)
        eve.move_to(address)
        assert ann.get("/api/me")["name"] == "Ann"
        assert eve.get("/api/me")["name"] != "Eve"


# When the server is public


@pytest.fixture(params=["https://games.example", "HTTPS://Games.Example:443/"])
def public(empty: str, request: pytest.FixtureRequest) -> Iterator[str]:
    with serving(Settings(database=empty, public_url=request.param)) as address:
        yield address


def test_in_public_the_cookie_belongs_to_this_host_alone(public: str) -> None:
    answer = httpx.get(f"{public}/", trust_env=False)
    value, *flags = (part.strip() for part in answer.headers["set-cookie"].split(";"))
    assert value.startswith(f"{HOST_COOKIE}=")
    assert {"secure", "httponly", "path=/", "samesite=lax"} <= {flag.lower() for flag in flags}
    assert not any(flag.lower().startswith("domain") for flag in flags)
    assert "max-age=31536000" in answer.headers["strict-transport-security"]


def test_in_private_nothing_forces_https(address: str) -> None:
    assert "strict-transport-security" not in httpx.get(f"{address}/", trust_env=False).headers


def test_a_cookie_that_another_host_may_have_set_is_not_read() -> None:
    public, session = Seal([b"secret"], is_secure=True), new_session("ab")
    assert public.read_any({HOST_COOKIE: public.write(session)}) == session
    assert public.read_any({COOKIE: public.write(session)}) is None
    old = f"ab.{hmac.new(b'secret', b'person ab', hashlib.sha256).hexdigest()}"
    assert public.read_any({COOKIE: old}) == Session("ab", "", 0)
    assert public.read_any({HOST_COOKIE: public.write(session), COOKIE: old}) == session


# Whose page, and whose name


def rename(address: str, **headers: str) -> tuple[int, str]:
    answer = httpx.post(f"{address}/api/me", json={"name": "Eve"}, headers=headers, trust_env=False)
    return problem(answer) if answer.is_error else (200, "")


def test_an_origin_is_compared_with_its_scheme(address: str, public: str) -> None:
    host = address.removeprefix("http://")
    assert rename(address, origin=f"http://{host}") == (200, "")
    for origin in (f"https://{host}", f"ftp://{host}", host, "http://[::1", "http://"):
        assert rename(address, origin=origin) == (403, "request/foreign")
    assert rename(public, origin="https://games.example", host="games.example") == (200, "")
    for host in ("games.example", "games.example:8080"):
        for origin in ("http://games.example.evil", "http://games.example", f"https://{host}:444"):
            assert rename(public, origin=origin, host=host) == (403, "request/foreign")
    assert rename(public, origin="https://games.example") == (200, "")  # through a proxy that tells another host


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "192.168.1.7:8080", "[::1]:8080", "[fe80::1]"])
def test_names_and_addresses_of_this_machine_are_answered(address: str, public: str, host: str) -> None:
    for server in (address, public):
        assert httpx.get(f"{server}/health", headers={"host": host}, trust_env=False).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example"])
def test_other_names_are_not(address: str, public: str, host: str) -> None:
    for server in (address, public):
        for path in ("/", "/api/me", "/health"):
            answer = httpx.get(f"{server}{path}", headers={"host": host}, trust_env=False)
            assert problem(answer) == (403, "request/host")
        assert rename(server, host=host, origin=f"http://{host}") == (403, "request/host")


@pytest.mark.parametrize("host", ["[::1", "::1", "a:b"])
def test_what_cannot_be_a_host_is_malformed(address: str, host: str) -> None:
    answer = httpx.get(f"{address}/health", headers={"host": host}, trust_env=False)
    assert problem(answer) == (400, "request/malformed")


def proxied(**settings: Any) -> int:
    with serving(Settings(limits=Limits(posts_at_once=1), **settings)) as address:
        answers = [rename(address, **{"x-forwarded-for": f"203.0.113.{number}"}) for number in range(4)]
        return answers.count((429, "request/too_many"))


def test_whose_word_is_taken_for_an_address_can_be_chosen(make_database: Callable[[], str]) -> None:
    assert proxied(database=make_database()) == 0
    assert proxied(database=make_database(), trusted_proxies="10.0.0.0/8") > 0
