"""Every page: nothing that keeps somebody out (axe), nothing loaded from elsewhere, not too large."""

import gzip
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

import ludotheque
from tests.browser.conftest import Server, Visitor
from tests.browser.hands import act, open_table, wait_for_turn

WEB = Path(ludotheque.__file__).parent / "web"
SERIOUS = ("serious", "critical")
PAGES = {"/": ".play-now", "/new?game=sarena": ".chair-kind", "/rules/sarena": "#R3\\.5", "/lobby": "#open-tables li", "/about": "h1"}  # and what must be there before one looks
CLIENT_LIMIT = 60_000  # bytes, compressed


def check(page: Page) -> None:
    findings = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in findings if one["impact"] in SERIOUS] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_nothing_serious_to_say(visitor: Visitor, scheme: str) -> None:
    page = visitor("/", color_scheme=scheme)
    for path, shown in PAGES.items():
        page.goto(path)
        page.wait_for_selector(shown, state="attached")
        check(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_nothing_serious_to_say_about_a_table(visitor: Visitor, scheme: str) -> None:
    page = visitor("/", color_scheme=scheme)
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    act(page)
    assert wait_for_turn(page)
    check(page)
    page.locator(".place.is-lit").first.click()
    expect(page.locator(".place.is-picked")).to_have_count(1)
    check(page)


def test_a_rule_has_an_address(visitor: Visitor) -> None:
    page = visitor("/rules/sarena#R3.5")
    expect(page.locator("li:target")).to_contain_text("turned over")
    expect(page.locator("li:target")).to_be_in_viewport()


def test_nothing_is_loaded_from_elsewhere(visitor: Visitor, server: Server) -> None:
    page = visitor("/about")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    assert any("/art/sarena.svg" in url for url in asked)
    assert [url for url in asked if not url.startswith(server.address)] == []


def test_a_game_can_be_read_again_move_by_move(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    act(page)
    assert wait_for_turn(page)
    page.goto(page.url.replace("/t/", "/replay/"))
    expect(page.locator("#where")).to_have_text("2 of 2")
    page.locator("#before").click()
    expect(page.locator("#where")).to_have_text("1 of 2")
    expect(page.locator("#plies .is-ahead")).to_have_count(1)
    check(page)


def test_the_client_is_small() -> None:
    size = sum(len(gzip.compress(file.read_bytes())) for file in WEB.iterdir())
    assert 0 < size < CLIENT_LIMIT
