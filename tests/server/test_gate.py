"""Who is let in: cookies, foreign pages, headers that browsers must see on every answer."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from ludotheque.check.guests import PATIENCE_S, Guest, serving
from ludotheque.server import run
from ludotheque.server.bucket import Bucket
from ludotheque.server.limits import Limits
from ludotheque.server.live.turns import Turns
from ludotheque.server.sessions import COOKIE, Seal, new_session
from ludotheque.server.settings import Settings
from tests.server.conftest import MakeGuest
from tests.server.test_refusals import problem


def test_the_cookie_is_kept_from_scripts_and_from_other_sites(address: str) -> None:
    value = httpx.get(f"{address}/api/me", trust_env=False).headers["set-cookie"]
    flags = {flag.strip().lower() for flag in value.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= flags
    assert "secure" not in flags  # plain http: a browser would not send it back


def test_all_that_a_page_asks_for_is_asked_by_one_person(address: str) -> None:
    with httpx.Client(base_url=address, timeout=PATIENCE_S, trust_env=False) as browser:
        browser.get("/account")
        cookie = browser.cookies[COOKIE]
        opened = browser.post(
            "/api/tables", json={"game": "sarena", "seats": [{"kind": "you"}, {"kind": "bot", "level": "random"}]}
        )
        assert "set-cookie" not in browser.get("/api/me").headers
        assert "set-cookie" not in opened.headers
        browser.get("/")
        assert browser.cookies[COOKIE] == cookie


def test_a_forged_cookie_is_somebody_new(guest: MakeGuest, address: str) -> None:
    ann = guest("Ann")
    person = ann.cookie.partition("=")[2].partition(".")[0]
    for forged in (person, f"{person}.", f"{person}.{'0' * 64}", "é.x"):
        answer = httpx.get(f"{address}/api/me", headers={b"cookie": f"ludotheque={forged}".encode()}, trust_env=False)
        assert answer.json()["name"] != "Ann"
    session = new_session(person)
    assert Seal([b"one"], is_secure=False).read(Seal([b"other"], is_secure=False).write(session)) is None


def test_a_name_stays_with_the_cookie(guest: MakeGuest) -> None:
    ann = guest()
    assert ann.get("/api/me")["name"].startswith("Guest ")
    assert ann.post("/api/me", name=" Ann \u202e of  Ghent ")["name"] == "Ann of Ghent"
    assert ann.get("/api/me") == {"name": "Ann of Ghent", "is_guest": True, "account": None}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_posts_from_foreign_pages_are_refused(guest: MakeGuest, headers: dict[str, str]) -> None:
    ann = guest("Ann")
    answer = ann.http.post("/api/me", json={"name": "Eve"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "request/foreign")
    assert ann.get("/api/me")["name"] == "Ann"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_forms_are_not_read_if_nobody_says_whose_they_are(guest: MakeGuest, kind: str) -> None:
    for path in ("/api/me", "/api/play/sarena"):
        answer = guest().http.post(path, content=b'{"name": "Eve"}', headers={"content-type": kind})
        assert (answer.status_code, answer.json()["code"]) == (415, "request/not_json")


@pytest.mark.parametrize("site", [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}])
def test_a_form_of_a_foreign_page_opens_no_table(guest: MakeGuest, site: dict[str, str]) -> None:
    ann = guest("Ann")
    answer = ann.http.post("/api/play/sarena", data={"way": "now"}, headers=site)
    assert (answer.status_code, answer.json()["code"]) == (403, "request/foreign")
    assert ann.get("/api/my") == []


def test_our_own_form_opens_a_table_and_nothing_else(guest: MakeGuest, address: str) -> None:
    ann, ours = guest("Ann"), {"origin": address}
    answer = ann.http.post("/api/play/sarena", data={"opponents": "2", "level": "random"}, headers=ours)
    assert (answer.status_code, answer.headers["location"]) == (303, ann.get("/api/my")[0]["url"])
    assert ann.get("/api/my")[0]["others"] == ["2 × Random bot"]
    assert ann.http.post("/api/me", data={"name": "Eve"}, headers=ours).status_code == 400
    assert ann.get("/api/me")["name"] == "Ann"


@pytest.mark.parametrize("number", [9999, -9])
def test_a_form_that_asks_for_too_many_opponents_is_told_how_many_it_asked_for(
    guest: MakeGuest, address: str, number: int
) -> None:
    answer = guest().http.post("/api/play/sarena", data={"opponents": str(number)}, headers={"origin": address})
    assert (answer.status_code, answer.json()["message"]) == (400, f"Sarena is for 2 to 4 seats, not {number + 1}")


def test_posts_from_our_own_pages_are_let_in(guest: MakeGuest, address: str) -> None:
    answer = guest().http.post(
        "/api/me", json={"name": "Ann"}, headers={"origin": address, "sec-fetch-site": "same-origin"}
    )
    assert answer.status_code == 200


def test_a_foreign_page_gets_no_line(guest: MakeGuest, address: str) -> None:
    ann = guest()
    table = ann.open("you", "random")["table"]
    with pytest.raises(InvalidStatus) as caught:
        ann.connect(table, origin="https://evil.example")
    answer = caught.value.response
    assert (answer.status_code, json.loads(answer.body)["code"]) == (403, "request/foreign")
    line = ann.connect(table, origin=address)
    assert line.sync()["type"] == "table"


@pytest.mark.parametrize("path", ["/", "/web/table.js", "/art/sarena.svg", "/api/games", "/nowhere", "/health"])
def test_every_answer_forbids_scripts_from_elsewhere(address: str, path: str) -> None:
    headers = httpx.get(f"{address}{path}", trust_env=False).headers
    policy = [rule.strip() for rule in headers["content-security-policy"].split(";")]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_too_many_posts_are_refused(empty: str) -> None:
    with serving(Settings(database=empty, limits=Limits(posts_at_once=3))) as address, Guest(address) as ann:
        codes = [ann.http.post("/api/me", json={"name": "Ann"}).status_code for _ in range(30)]
    assert codes[:3] == [200, 200, 200]
    assert 429 in codes


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(rate=1e9, burst=2)
    assert all(bucket.take() for _ in range(100))
    empty = Bucket(rate=0, burst=2)
    assert [empty.take() for _ in range(3)] == [True, True, False]


# The end


def test_a_request_that_waits_while_the_server_stops_is_told_so(
    empty: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(run, "STOPPING_S", 0.1)
    waiting = threading.Event()

    async def wait(*_: object) -> None:
        waiting.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Turns, "take", wait)
    with ThreadPoolExecutor(1) as reader, ExitStack() as people:
        with serving(Settings(database=empty)) as address:
            ann = people.enter_context(Guest(address))
            table = ann.open("you", "random")["table"]
            answer = reader.submit(ann.http.get, f"/api/tables/{table}/replay")
            assert waiting.wait(PATIENCE_S)
        assert problem(answer.result(PATIENCE_S)) == (503, "server/stopping")
    assert not [record for record in caplog.records if record.exc_info]
