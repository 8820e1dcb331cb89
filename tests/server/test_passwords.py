"""Passwords: nothing else waits for their hashes, strangers who guess do not lock an owner out, and
those that everybody guesses are refused, as are names that look like another's.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from itertools import islice

import httpx
import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from ludotheque.check.guests import PATIENCE_S, Guest, serving
from ludotheque.server import passwords, people
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.attempts import Attempts
from ludotheque.server.common import is_common
from ludotheque.server.hosts import network_of
from ludotheque.server.limits import Limits
from ludotheque.server.passwords import AT_ONCE, MOST_WAITING
from ludotheque.server.settings import Settings
from tests.server.conftest import MakeGuest
from tests.server.test_accounts import PASSWORD, log_in, make_account
from tests.server.test_refusals import problem

FULL = AT_ONCE + MOST_WAITING
WRONG, ALL_WRONG = Limits().wrong_passwords, Limits().wrong_passwords_in_all


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that are cheap to make."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


# Their own threads


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """No password is compared before this event."""
    go, fits = threading.Event(), passwords.fits

    def wait_and_compare(known: str | None, password: str) -> bool:
        assert go.wait(PATIENCE_S)
        return fits(known, password)

    monkeypatch.setattr(passwords, "fits", wait_and_compare)
    yield go
    go.set()


def test_nobody_else_waits_while_many_log_in_and_more_are_told_so(empty: str, stuck: threading.Event) -> None:
    settings = Settings(database=empty, limits=Limits(logins_at_once=10_000, posts_at_once=10_000))
    with serving(settings) as address, ThreadPoolExecutor(2 * FULL) as many, ExitStack() as stack:
        ann = stack.enter_context(Guest(address, "Ann"))
        tries = [many.submit(try_to_log_in, address, f"name {number}") for number in range(2 * FULL)]
        refused = first_done(tries, FULL)
        assert set(refused) == {(503, "account/busy")}
        assert ann.get("/api/me")["name"] == "Ann"  # though every thread for passwords waits
        assert ann.http.get("/account").status_code == 200
        assert ann.post("/api/me", name="Anna")["name"] == "Anna"
        stuck.set()
        assert sorted(one.result() for one in tries) == [(401, "account/wrong")] * FULL + refused


def try_to_log_in(address: str, name: str) -> tuple[int, str]:
    with httpx.Client(base_url=address, timeout=PATIENCE_S, trust_env=False) as http:
        return problem(http.post("/api/login", json={"name": name, "password": PASSWORD}))


def first_done(tries: list[Future[tuple[int, str]]], count: int) -> list[tuple[int, str]]:
    """The first answers, as many as that."""
    return [one.result() for one in islice(as_completed(tries, PATIENCE_S), count)]


# Guesses


def guess(guest: Guest, name: str, address: str, password: str = "not her password") -> tuple[int, str]:
    answer = guest.http.post(
        "/api/login", json={"name": name, "password": password}, headers={"x-forwarded-for": address}
    )
    return problem(answer) if answer.is_error else (200, "")


def test_guesses_from_elsewhere_do_not_lock_the_owner_out(guest: MakeGuest) -> None:
    ann, eve, elsewhere = guest(), guest(), guest()
    make_account(ann, "Owner")
    guesses = [guess(eve, "owner", "203.0.113.7") for _ in range(WRONG + 2)]
    assert guesses == [(401, "account/wrong")] * WRONG + [(429, "account/too_many")] * 2
    assert guess(elsewhere, "Owner", "203.0.113.8", PASSWORD) == (200, "")


def test_not_even_many_guessers_lock_a_known_browser_out(guest: MakeGuest) -> None:
    ann, eve, stranger = guest(), guest(), guest()
    make_account(ann, "Besieged")
    guesses = (guess(eve, "besieged", f"198.51.{number}.7") for number in range(2 * ALL_WRONG))
    assert (429, "account/too_many") in guesses
    assert guess(stranger, "Besieged", "203.0.113.9", PASSWORD) == (429, "account/too_many")
    ann.post("/api/account/password", password=PASSWORD, new="five horses and no cart")
    ann.post("/api/logout")
    assert guess(ann, "Besieged", "203.0.113.9", "five horses and no cart") == (200, "")


def test_nor_a_device_that_is_logged_in_by_a_link(guest: MakeGuest) -> None:
    ann, phone, eve = guest(), guest(), guest()
    make_account(ann, "Encircled")
    phone.post("/api/device/claim", token=ann.post("/api/device")["url"].rpartition("#")[2])
    guesses = (guess(eve, "encircled", f"198.51.{number}.7") for number in range(2 * ALL_WRONG))
    assert (429, "account/too_many") in guesses
    assert change_wrongly(phone) == (401, "account/wrong")
    phone.post("/api/account/password", password=PASSWORD, new="five horses and no cart")


def change_wrongly(guest: Guest) -> tuple[int, str]:
    change = {"password": "not her password", "new": "five horses and no cart"}
    return problem(guest.http.post("/api/account/password", json=change))


def test_devices_that_are_logged_in_by_links_do_not_guess_for_ever(guest: MakeGuest) -> None:
    ann, phone, other = guest(), guest(), guest()
    make_account(ann, "Borrower")
    for device in (phone, other):
        device.post("/api/device/claim", token=ann.post("/api/device")["url"].rpartition("#")[2])
    assert [change_wrongly(phone) for _ in range(WRONG)] == [(401, "account/wrong")] * WRONG
    assert change_wrongly(other) == (429, "account/too_many")
    assert change_wrongly(ann) == (401, "account/wrong")


def test_a_known_browser_does_not_guess_for_ever_either(guest: MakeGuest) -> None:
    ann = guest()
    make_account(ann, "Forgetful")
    ann.post("/api/logout")
    guesses = [guess(ann, "Forgetful", f"203.0.113.{number}") for number in range(WRONG + 1)]
    assert guesses == [(401, "account/wrong")] * WRONG + [(429, "account/too_many")]


def test_right_passwords_are_not_counted(guest: MakeGuest) -> None:
    ann = guest()
    make_account(ann, "Frequent")
    assert [log_in(guest(), "Frequent")["name"] for _ in range(WRONG + 1)] == ["Frequent"] * (WRONG + 1)


def test_a_link_to_a_device_makes_no_known_browser(guest: MakeGuest) -> None:
    ann, phone = guest(), guest()
    make_account(ann, "Linker")
    phone.post("/api/device/claim", token=ann.post("/api/device")["url"].rpartition("#")[2])
    assert ann.http.cookies["ludotheque"].split(".")[3]
    assert not phone.http.cookies["ludotheque"].split(".")[3]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("2001:db8:1:3::9", "2001:db8:1:3::"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("somebody", "somebody"),
    ],
)
def test_an_ipv6_address_counts_with_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_many_addresses_of_one_network_are_one_guesser() -> None:
    attempts = Attempts(Limits(logins_at_once=100))
    for number in range(WRONG):
        attempts.begin(f"2001:db8::{number}", "ann", "")
    with pytest.raises(HttpRefusal):
        attempts.begin("2001:db8::ffff", "ann", "")
    attempts.begin("2001:db8:0:1::1", "ann", "")


# What is guessed first


@pytest.mark.parametrize(
    "password",
    [
        "password",
        "Passw0rd!",
        "pa$$word1",
        "12345678",
        "87654321",
        "qwertyuiop",
        "azertyui",
        "1q2w3e4r",
        "abcdefgh",
        "aaaaaaaa",
        "abababab",
        "19840523",
        "1984-05-23",
        "dragon2024",
        "iloveyou!",
        "motdepasse1",
        "Passwort123",
        "Welkom2025",
        "hallohallo",
        "Ann of Ghent 1",
        *("samantha", "isabelle", "nathalie", "Sébastien", "elizabeth", "victoria", "benjamin", "veronica", "patricia"),
        *("mustang1", "corvette", "garfield", "einstein", "arschloch", "Frühling24", "tigrou2019", "knuffel!"),
        *("q1w2e3r4", "a1z2e3r4", "a1b2c3d4", "1a2b3c4d", "drowssap", "Ludothèque", "ludothe\u0300que1"),
    ],
)
def test_what_everybody_guesses_is_common(password: str) -> None:
    assert is_common(password, "Ann of Ghent")


@pytest.mark.parametrize(
    "password", [PASSWORD, "correct horse", "x7Gk2pQz", "blue teapot 7", "314159265358", "zwölf Äpfel"]
)
def test_what_nobody_guesses_is_not(password: str) -> None:
    assert not is_common(password, "Ann of Ghent")


def test_common_passwords_are_refused(guest: MakeGuest) -> None:
    ann, account = guest(), {"name": "Cautious", "password": "Passw0rd1!"}
    assert problem(ann.http.post("/api/account", json=account)) == (400, "account/common")
    make_account(ann, "Cautious")
    change = {"password": PASSWORD, "new": "cautious123"}
    assert problem(ann.http.post("/api/account/password", json=change)) == (400, "account/common")


# Names that look alike


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "Аnna"),
        ("Bob", "Воb"),
        ("Ian", "lan"),
        ("Oscar", "0scar"),
        ("Modern", "Modem"),
        ("Jo Ann", "JoAnn"),
        ("Ann", "Ann\u3164"),  # as a name of before
        ("Cope", "Соре"),  # all Cyrillic
    ],
)
def test_names_look_alike(name: str, other: str) -> None:
    assert people.skeleton(name) == people.skeleton(other)


@pytest.mark.parametrize(("name", "other"), [("Ali", "All"), ("José", "Jose"), ("Дима", "Dima"), ("Ann", "Anna")])
def test_names_do_not(name: str, other: str) -> None:
    assert people.skeleton(name) != people.skeleton(other)


@pytest.mark.parametrize(
    "name", ["Ann\ufe0f", "Ann\u3164", "An\u034fn", "Ann\u115f", "Ann\u17b4", "\u2800Ann", "Ann\U000e0100", "Ann\uffa0"]
)
def test_what_nobody_sees_is_not_part_of_a_name(name: str) -> None:
    assert people.chosen_name(name) == "Ann"


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "\ufe0f", "\u0301", "\U0001d159"])
def test_a_name_that_looks_empty_is_refused(name: str) -> None:
    with pytest.raises(HttpRefusal):
        people.chosen_name(name)


@pytest.mark.parametrize("name", ["Аnn", "\u13aann", "\ua4eenn", "Αnn", "An\u0578", "B\u101db", "Дima", "Αнна"])
def test_letters_of_two_scripts_are_refused(name: str) -> None:
    with pytest.raises(HttpRefusal) as refused:
        people.chosen_name(name)
    assert (refused.value.status, refused.value.code) == (400, "person/name")


@pytest.mark.parametrize(
    "name",
    [
        "José Ångström",
        "Дима 2",
        "Ἀριστοτέλης",
        "ᎠᏂ",
        "山田Kenji",
        "ヤマダ花子",
        "김 Min-jun",
        "דנה",
        "कृष्ण",
        "Kaʻiulani",
        "★ Ann!",
        "7",
    ],
)
def test_names_of_one_script_are_not(name: str) -> None:
    assert people.chosen_name(name) == name


def test_an_old_account_with_something_invisible_in_its_name_can_log_in(guest: MakeGuest, database: str) -> None:
    make_account(guest(), "Hearty")
    old = sa.text("UPDATE accounts SET name = :new, folded = :new WHERE name = 'Hearty'")
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(old, {"new": "hearty\ufe0f"})
    engine.dispose()
    assert problem(guest().http.post("/api/login", json={"name": "Hearty", "password": PASSWORD}))[0] == 401
    assert log_in(guest(), "Hearty\ufe0f")["account"] == "hearty\ufe0f"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_name_that_looks_like_another_accounts_is_refused(guest: MakeGuest) -> None:
    make_account(guest(), "Original")
    make_account(guest(), "Cope")
    eve = guest()
    for name, code in [
        ("Соре", "account/alike"),
        ("0riginal", "account/alike"),
        ("ORIGINAL", "account/taken"),
        ("Original\u3164", "account/taken"),
    ]:
        assert problem(eve.http.post("/api/account", json={"name": name, "password": PASSWORD})) == (409, code)
