"""Every page: nothing that keeps somebody out (axe), nothing loaded from elsewhere, not too
large.
"""

import json
import re
from pathlib import Path
from typing import Any

import brotli
import pytest
from playwright.sync_api import expect

from ludotheque.check.hands import open_table, wait_for_turn
from ludotheque.check.visits import check_access, check_access_day_and_night
from ludotheque.core import registry
from ludotheque.core.words import ENGLISH
from ludotheque.server.pages import BUNDLES, made
from ludotheque.server.text import WEB
from tests.browser.conftest import Server, Visitor

# and what must be there before one looks
PAGES = {
    "/": ".play-now",
    "/new?game=sarena": ".chair-kind",
    "/rules/sarena": "#R3\\.5",
    "/lobby": "#open-tables li",
    "/tournaments": "#tournaments li",
    "/profile": "#chapters p",
    "/about": "h1",
}
PAGE_LIMIT = 100_000  # bytes, compressed: half a second on a line of 1.6 Mbit/s


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_nothing_serious_to_say(visitor: Visitor, scheme: str) -> None:
    page = visitor("/", color_scheme=scheme)
    for path, shown in PAGES.items():
        page.goto(path)
        page.wait_for_selector(shown, state="attached")
        check_access(page)


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
    assert asked.count(f"{server.address}/art/sarena.svg") == 1  # however many pieces it draws
    assert [url for url in asked if not url.startswith(server.address)] == []


def test_axe_has_nothing_serious_to_say_about_a_game_that_is_over(visitor: Visitor, finished: dict[str, Any]) -> None:
    """The score sheet, the table below it, the replay."""
    page = visitor(finished["path"], finished["cookies"])
    page.wait_for_selector("#sheet[open]")
    check_access_day_and_night(page)
    page.keyboard.press("Escape")
    check_access_day_and_night(page)
    page.locator("nav .to-replay").click()
    page.wait_for_selector("body[data-shown='0']")
    page.locator("#after").click()
    page.wait_for_selector("body[data-shown='1']")
    check_access_day_and_night(page)


def test_axe_has_nothing_serious_to_say_about_a_curtain(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "screen"])
    page.wait_for_selector("#curtain[open]")
    check_access_day_and_night(page)


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_the_boxes_stand_on_the_shelf(visitor: Visitor, width: int) -> None:
    page = visitor("/", viewport={"width": width, "height": 900})
    expect(page.locator(".box-title")).to_have_text([registry.load(name).title for name in registry.names()])
    for lid in page.locator(".lid").all():
        lid.click()
        ways = page.locator(".ways:visible").bounding_box()
        assert ways
        assert ways["x"] >= 0
        assert ways["x"] + ways["width"] <= width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.keyboard.press("Escape")  # on a phone the card lies over other boxes
        expect(page.locator(".ways:visible")).to_have_count(0)
    boxes = [lid.bounding_box() for lid in page.locator(".lid").all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_bar_shows_how_far_a_game_is_prepared_and_goes(visitor: Visitor, scheme: str) -> None:
    page, answers = visitor("/about", color_scheme=scheme), [[{"game": "sarena", "title": "Sarena", "done": 0.4}]] * 2
    page.route("**/api/warmth", lambda route: route.fulfill(json=answers.pop() if answers else []))
    page.goto("/")
    bar = page.get_by_label("Sarena", exact=False).and_(page.locator("progress"))
    expect(bar).to_have_attribute("value", "0.4")
    check_access(page)
    expect(page.locator("#warmth")).to_have_count(0)


@pytest.mark.parametrize("page", sorted(WEB.glob("*.html")), ids=lambda page: page.name)
def test_a_page_is_small(page: Path) -> None:
    """The page, its styles and its script, as they are sent; art is not counted."""
    text = made(page, ENGLISH.language)
    styles = [made(WEB / name, "") for name in re.findall(r'href="/web/(\w+\.css)"', text.decode())]
    scripts = [made(WEB / name, BUNDLES) for name in re.findall(r'src="/web/bundles/(\w+\.js)"', text.decode())]
    assert 0 < sum(len(brotli.compress(content)) for content in (text, *styles, *scripts)) < PAGE_LIMIT


def test_the_set_up_page_asks_for_what_is_ticked(visitor: Visitor) -> None:
    page = visitor("/new?game=sarena")
    page.wait_for_selector(".chair-kind")
    page.route("**/api/tables", lambda route: route.abort())  # what it asks for is enough
    page.get_by_label("If someone leaves, a bot plays for them").check()
    with page.expect_request("**/api/tables") as asked:
        page.locator("#create").click()
    wish = json.loads(asked.value.post_data or "{}")
    assert (wish["bot_takes_over"], wish["allow_hints"]) == (True, False)
