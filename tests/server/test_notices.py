"""Notices, with a real mail server and a push service on this machine; and holidays."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ludotheque.check.guests import Guest, serving
from ludotheque.core.errors import LudothequeError
from ludotheque.server.api.notices import ADDRESS
from ludotheque.server.limits import Limits
from ludotheque.server.live.notifying import Notifying
from ludotheque.server.mail import Mailer
from ludotheque.server.push import encrypted, is_public, keys_of, padded, point_of, unpadded
from ludotheque.server.settings import Settings
from tests.patience import until
from tests.server.conftest import MakeDatabase

DAYS = {"kind": "days", "days": 3}
AUTH = b"sixteen bytes ok"
on_both = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
NO_ADDRESSES = (
    "nobody",
    "a@b",
    "a@b.org\n",
    "a..b@c.org",
    "=?utf-8?q?a?=@b.org",
    "/@[;}.#_&",
    "?#a\\@[.dd}",
    "(@}.#*).)(|",
    "a@[\u0001.bcd",
    "a\0@b.co",
    f"{'a' * 65}@b.org",
    f"a@{'b' * 180}.org",
)
URL = "http://games.example.org"  # a browser would send the cookie of https only there


class Letters:
    """What a mail server does with the mails that it gets: it keeps them."""

    def __init__(self) -> None:
        self.found: list[Any] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802, ARG002
        self.found.append(message_from_bytes(envelope.content))
        return "250 OK"


class Browser:
    """A browser's push service, and the browser that reads what arrives there."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        browser = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                browser.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(browser.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def subscription(self) -> dict[str, str]:
        endpoint = f"http://127.0.0.1:{self.server.server_port}/push/1"
        return {
            "endpoint": endpoint,
            "key": unpadded(point_of(self.key.public_key())),
            "secret": unpadded(AUTH),
        }

    def read(self, body: bytes) -> Any:
        """Decrypt a message as a browser does."""
        salt, point, sealed = body[:16], body[21:86], body[86:]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        own = point_of(self.key.public_key())
        key, nonce = keys_of(self.key.exchange(ec.ECDH(), sender), own, point, AUTH, salt)
        return json.loads(AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x02"))


@contextmanager
def post_office() -> Iterator[tuple[str, Letters]]:
    """Run a mail server, and yield its address and what it gets."""
    kept = Letters()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield f"smtp://127.0.0.1:{port}", kept
    finally:
        controller.stop()


@pytest.fixture
def letters() -> Iterator[tuple[str, Letters]]:
    with post_office() as found:
        yield found


@pytest.fixture
def browser() -> Iterator[Browser]:
    one = Browser()
    yield one
    one.server.shutdown()
    one.server.server_close()


@pytest.fixture
def address(letters: tuple[str, Letters], make_database: MakeDatabase) -> Iterator[str]:
    settings = Settings(
        database=make_database(),
        public_url=URL,
        smtp=letters[0],
        mail_from="games@example.org",
        limits=Limits(notice_s=0),
        notice_every_s=0.1,
        push_anywhere=True,
        bot_pause_s=0,
    )
    settings.check()
    with serving(settings) as found:
        yield found


def token_in(letter: Any, word: str) -> str:
    text = letter.get_payload(decode=True).decode()
    return str(text.partition(f"{URL}/{word}/")[2].split()[0])


def slow_game(ann: Guest, bob: Guest) -> str:
    """Open a game with days for each turn, in which Ann begins."""
    made = ann.open("you", "person", clock=DAYS)
    bob.follow(made["invitations"]["1"])
    return str(made["table"])


def take_turn(guest: Guest, table: str) -> None:
    """Come, act, and go again."""
    line = guest.look_at(table)
    assert line.wait_for_turn()
    line.act()
    line.socket.close()


@on_both
def test_the_player_to_move_gets_one_mail_for_each_turn_and_stops_them_with_one_click(
    address: str, letters: tuple[str, Letters]
) -> None:
    found = letters[1].found
    with Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        asked = ann.post("/api/me/notices/mail", address="ann@example.com", hours=0)
        assert (asked["can_mail"], asked["is_confirmed"]) == (True, False)
        table = slow_game(ann, bob)
        time.sleep(0.5)
        assert [letter["Subject"] for letter in found] == ["Confirm your address"]
        ann.http.post(f"/api/confirm/{token_in(found[0], 'confirm')}", json={}).raise_for_status()
        until(lambda: len(found) == 2)
        assert (found[1]["To"], found[1]["Subject"]) == ("ann@example.com", "1 game is waiting for you")
        assert f"{URL}/t/{table}" in found[1].get_payload(decode=True).decode()
        time.sleep(0.5)
        assert len(found) == 2  # once for a turn
        take_turn(ann, table)
        take_turn(bob, table)
        until(lambda: len(found) == 3)
        stop = found[2]["List-Unsubscribe"].strip("<>").replace(URL, address)
        assert found[2]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        with Guest(address) as program:  # the mail program, without a cookie or an origin
            one_click = {"List-Unsubscribe": "One-Click"}
            assert program.http.post(stop, data=one_click).status_code == 204
        assert ann.get("/api/me/notices")["address"] == ""


def test_several_games_come_in_one_mail_and_not_too_often(address: str, letters: tuple[str, Letters]) -> None:
    found = letters[1].found
    with Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        tables = [slow_game(ann, bob), slow_game(ann, bob)]
        ann.post("/api/me/notices/mail", address="ann@example.com", hours=12)
        ann.http.post(f"/api/confirm/{token_in(found[0], 'confirm')}", json={}).raise_for_status()
        until(lambda: len(found) == 2)
        text = found[1].get_payload(decode=True).decode()
        assert found[1]["Subject"] == "2 games are waiting for you"
        assert all(table in text for table in tables)
        slow_game(ann, bob)
        time.sleep(0.5)
        assert len(found) == 2
        assert ann.get("/api/me/data")["mail"][0]["address"] == "ann@example.com"


@on_both
def test_a_browser_gets_a_push_message_that_only_it_can_read(address: str, browser: Browser) -> None:
    with Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        key = ann.get("/api/me/notices")["push_key"]
        ann.http.post("/api/me/notices/push", json=browser.subscription).raise_for_status()
        table = slow_game(ann, bob)
        until(lambda: browser.got)
        headers, body = browser.got[0]
        assert browser.read(body) == {"title": "Your turn: Sarena", "url": f"/t/{table}", "tag": table}
        assert headers["content-encoding"] == "aes128gcm"
        signed, _, signature = headers["authorization"].removeprefix("vapid t=").partition(", k=")[0].rpartition(".")
        claims = json.loads(padded(signed.partition(".")[2]))
        assert claims["aud"] == f"http://127.0.0.1:{browser.server.server_port}"
        assert claims["sub"] == "mailto:games@example.org"
        check_signature(key, signed, padded(signature))
        with pytest.raises(InvalidTag):
            Browser.read(browser, body[:-1] + bytes([body[-1] ^ 1]))
        browser.status = 410  # the browser has ended its subscription
        take_turn(ann, table)
        take_turn(bob, table)
        until(lambda: len(browser.got) == 2)
        until(lambda: ann.get("/api/me/data")["push"] == [])


@pytest.fixture
def babbler() -> Iterator[dict[str, str]]:
    """The subscription of a browser whose push service does not answer in HTTP."""
    stops = threading.Event()
    key = unpadded(point_of(ec.generate_private_key(ec.SECP256R1()).public_key()))
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)

        def babble() -> None:
            while not stops.is_set():
                with suppress(OSError), server.accept()[0] as line:
                    line.settimeout(5)
                    line.sendall(b"garbage\r\n\r\n")
                    while line.recv(4096):
                        pass

        talking = threading.Thread(target=babble)
        talking.start()
        endpoint = f"http://127.0.0.1:{server.getsockname()[1]}/push/0"
        yield {"endpoint": endpoint, "key": key, "secret": unpadded(AUTH)}
        stops.set()
        talking.join()


def test_a_push_service_that_answers_garbage_stops_nobody_elses_notices(
    address: str, babbler: dict[str, str], browser: Browser, letters: tuple[str, Letters]
) -> None:
    with Guest(address, "Ann") as ann, Guest(address, "Bob") as bob, Guest(address, "Cleo") as cleo:
        slow_game(ann, cleo)
        table = slow_game(bob, cleo)
        ann.http.post("/api/me/notices/push", json=babbler).raise_for_status()
        bob.http.post("/api/me/notices/push", json=browser.subscription).raise_for_status()
        until(lambda: browser.got)
        assert browser.read(browser.got[0][1])["tag"] == table
        bob.post("/api/me/notices/mail", address="bob@example.com", hours=0)
        bob.http.post(f"/api/confirm/{token_in(letters[1].found[0], 'confirm')}", json={}).raise_for_status()
        until(lambda: len(letters[1].found) == 2)


def test_an_error_that_nobody_foresaw_stops_nobody_elses_notices(
    address: str, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    push = Notifying._push_to

    async def fail_for_the_first(self: Notifying, sender: Any, person: str, rows: Any) -> None:
        if rows[0]["endpoint"].endswith("/unforeseen"):
            raise KeyError(person)
        await push(self, sender, person, rows)

    monkeypatch.setattr(Notifying, "_push_to", fail_for_the_first)
    with Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        unforeseen = browser.subscription | {"endpoint": f"{browser.subscription['endpoint']}/unforeseen"}
        bob.http.post("/api/me/notices/push", json=unforeseen).raise_for_status()
        slow_game(ann, bob)
        ann.http.post("/api/me/notices/push", json=browser.subscription).raise_for_status()
        until(lambda: browser.got)
        assert browser.got


def check_signature(key: str, signed: str, signature: bytes) -> None:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(key))
    der = encode_dss_signature(int.from_bytes(signature[:32]), int.from_bytes(signature[32:]))
    public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))


def test_whoever_is_at_the_table_gets_no_notice(address: str, browser: Browser) -> None:
    with Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        made = ann.open("you", "person", clock=DAYS)
        ann.look_at(made["table"])
        ann.http.post("/api/me/notices/push", json=browser.subscription).raise_for_status()
        bob.follow(made["invitations"]["1"])
        time.sleep(0.5)
        assert browser.got == []


@on_both
def test_on_holiday_the_clock_waits(address: str) -> None:
    with Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        assert ann.post("/api/me/holiday", days=10)["holiday"] > time.time() + 9 * 24 * 3600
        table = slow_game(ann, bob)
        line = bob.look_at(table)
        until(lambda: line.sync()["seats"][0]["clock_ms"] > 12 * 24 * 3600 * 1000)
        assert any("on holiday" in entry["text"] for entry in line.sync()["log"])
        assert line.sync()["seats"][1]["clock_ms"] == 3 * 24 * 3600 * 1000
        assert ann.post("/api/me/holiday", days=0)["holiday"] == 0


def test_wrong_wishes_are_refused(address: str) -> None:
    with Guest(address, "Ann") as ann:
        for path, body, code in (
            *[("notices/mail", {"address": wrong, "hours": 1}, "notice/address") for wrong in NO_ADDRESSES],
            ("notices/mail", {"address": "a@b.org", "hours": -1}, "notice/hours"),
            ("notices/push", {"endpoint": "https://a.org", "key": "x", "secret": "y"}, "notice/browser"),
            ("holiday", {"days": 400}, "notice/holiday"),
        ):
            assert ann.http.post(f"/api/me/{path}", json=body).json()["code"] == code
        assert ann.http.post("/api/confirm/nothing", json={}).status_code == 404


@pytest.mark.parametrize("known", ["ann+games@example.org", "o'neil_1@a-b.example.museum", "é.à@bücher.example"])
def test_an_address_may_have_the_signs_and_letters_that_people_have(known: str) -> None:
    assert ADDRESS.fullmatch(known)


def test_settings_that_cannot_work_are_refused() -> None:
    for smtp, sender in (
        ("http://host", "a@b.org"),
        ("smtp://host:abc", "a@b.org"),
        ("smtp://[::1", "a@b.org"),
        ("smtp://host", "nobody"),
    ):
        with pytest.raises(LudothequeError, match="mail needs a server"):
            Mailer(smtp, sender)
    with pytest.raises(LudothequeError, match="public URL"):
        Settings(smtp="smtp://host", mail_from="a@b.org").check()


@pytest.mark.parametrize(
    "endpoint", ["http://example.org/1", "https://127.0.0.1/1", "https://[::1]/", "https://10.0.0.1"]
)
def test_a_push_service_is_never_in_the_own_network(endpoint: str) -> None:
    assert not is_public(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    ["https://[::1", "https://a:99999/", "https://a:x/", "https://é\u2100/", f"https://{'a' * 64}.org/", "https://\0/"],
)
def test_an_address_that_is_none_is_no_push_service(endpoint: str) -> None:
    assert not is_public(endpoint)


@pytest.mark.parametrize("path", ["a b", "é", "\u0001"])
def test_a_push_service_that_cannot_be_reached_keeps_nobody_else_waiting(
    path: str, address: str, browser: Browser
) -> None:
    with Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        wrong = browser.subscription | {"endpoint": f"http://127.0.0.1:{browser.server.server_port}/{path}"}
        ann.http.post("/api/me/notices/push", json=wrong).raise_for_status()
        bob.http.post("/api/me/notices/push", json=browser.subscription).raise_for_status()
        slow_game(ann, bob)
        table = slow_game(bob, ann)
        until(lambda: browser.got)
        assert browser.read(browser.got[0][1])["tag"] == table


def test_the_example_of_rfc_8291_can_be_read() -> None:
    browser = Browser()
    body = encrypted(b'"hello"', point_of(browser.key.public_key()), AUTH)
    assert browser.read(body) == "hello"
    browser.server.server_close()
