"""Pages and what lists say."""

import httpx
import pytest

from ludotheque.core import registry
from ludotheque.server.text import WEB
from tests.server.conftest import MakeGuest

KINDS = {
    "/": "text/html",
    "/new": "text/html",
    "/lobby": "text/html",
    "/about": "text/html",
    "/account": "text/html",
    "/device": "text/html",
    "/t/abc": "text/html",
    "/replay/abc": "text/html",
    "/rules/sarena": "text/html",
}
FILES = {"/web/table.js": "text/javascript", "/web/base.css": "text/css", "/art/sarena.svg": "image/svg+xml"}


@pytest.mark.parametrize(("path", "kind"), [*KINDS.items(), *FILES.items()])
def test_files_have_a_kind_and_a_tag(address: str, path: str, kind: str) -> None:
    first = httpx.get(f"{address}{path}", trust_env=False)
    assert first.status_code == 200
    assert first.headers["content-type"].partition(";")[0] == kind
    is_page = path in KINDS
    assert first.headers["cache-control"] == ("private, no-cache" if is_page else "no-cache")
    again = httpx.get(f"{address}{path}", headers={"if-none-match": first.headers["etag"]}, trust_env=False)
    assert (again.status_code, again.content) == (304, b"")
    assert ("set-cookie" in first.headers, "set-cookie" in again.headers) == (is_page, is_page)


@pytest.mark.parametrize("path", ["/web/../server/app.py", "/web/%2e%2e/server/app.py", "/web/..%2fserver%2fapp.py", "/web//etc/passwd", "/art/..%2fsarena.svg", "/web/"])
def test_nothing_else_can_be_read(address: str, path: str) -> None:
    assert httpx.get(f"{address}{path}", trust_env=False).status_code == 404


def test_no_page_has_a_script_or_a_style_inside() -> None:
    found = sorted(WEB.glob("*.html"))
    assert len(found) >= 7
    for page in found:
        text = page.read_text()
        assert "<style" not in text
        assert " onclick=" not in text
        assert text.count("<script") == text.count('<script type="module" src="/web/')


def test_games_are_listed_with_their_options(guest: MakeGuest) -> None:
    games = {game["id"]: game for game in guest().get("/api/games")}
    assert set(games) == set(registry.names())
    sarena = games["sarena"]
    assert sarena["seats"] == [2, 3, 4]
    (deal,) = sarena["options"]
    assert (deal["name"], deal["values"], deal["default"]) == ("deal", ["free", "fair"], "free")
    assert (deal["label"], deal["labels"]) == ("How the chips are dealt", ["as chance will have it", "the same for all colours"])
    assert sarena["levels"] == ["random", "novice", "regular", "expert", "master"]
    assert sarena["hides"]


def test_rules_are_listed_by_chapter(guest: MakeGuest) -> None:
    rules = guest().get("/api/rules/sarena")
    assert rules["title"] == "Sarena"
    assert [chapter["number"] for chapter in rules["chapters"]] == [f"R{number}" for number in range(1, 8)]
    assert rules["chapters"][1]["title"] == "Turn"
    assert rules["chapters"][1]["sentences"][0]["number"] == "R2.1"


def test_the_server_says_that_it_is_well_and_what_it_does(guest: MakeGuest) -> None:
    ann = guest()
    ann.look_at(ann.open("you", "random")["table"])
    assert ann.get("/health")["status"] == "ok"
    figures = dict(line.rsplit(" ", 1) for line in ann.http.get("/metrics").text.splitlines() if not line.startswith("#"))
    assert int(figures["ludotheque_connections"]) >= 1
    assert int(figures["ludotheque_journal_events_total"]) >= 1


def test_the_interface_describes_itself(guest: MakeGuest) -> None:
    assert "/api/tables/{table}/join" in guest().get("/schema/openapi.json")["paths"]


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("identity", None)])
def test_a_file_comes_as_small_as_the_browser_can_read_it(address: str, accepted: str, encoding: str | None) -> None:
    answer = httpx.get(f"{address}/web/table.js", headers={"accept-encoding": accepted}, trust_env=False)
    assert answer.headers.get("content-encoding") == encoding
    assert answer.content == (WEB / "table.js").read_bytes()
