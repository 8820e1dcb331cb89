"""The rules as people read them: a page that needs no script, and the same beside the board."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ludotheque.check.hands import PHONE, act, open_table, seq, wait_for_turn
from ludotheque.check.visits import check_access, check_access_day_and_night
from ludotheque.core.words import LANGUAGES
from tests.browser.conftest import Visitor

IS_DRAWN = "(image) => image.complete && image.naturalWidth > 0"
WIDTH = "document.documentElement.scrollWidth"
GAMES = ["sarena", "labyrinth", "viva_catrina", "meandres", "dream_runners"]


@pytest.fixture
def refused(visitor: Visitor) -> Page:
    """A table of Sarena at which somebody has just tried what is not allowed."""
    page = visitor("/", viewport={"width": 1440, "height": 900})
    return try_what_is_not_allowed(page)


def try_what_is_not_allowed(page: Page) -> Page:
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    page.locator(".place[data-id=a1]").click()
    page.locator(".place[data-id=f6]").click()
    expect(page.locator("#why a")).to_have_text("R3.1")
    return page


def here(page: Page) -> Locator:
    """The sentence that the rules beside the board are open at."""
    return page.locator("#beside .is-here")


def test_the_rules_can_be_read_without_a_script(visitor: Visitor) -> None:
    page = visitor("/rules/sarena#R3.5", java_script_enabled=False)
    expect(page.locator("#summary h2")).to_have_text("Sarena on one page")
    expect(page.locator("li:target")).to_contain_text("turned over as one block")
    expect(page.locator("li:target")).to_be_in_viewport()
    expect(page.locator("li:target figure img").first).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_rules_fits_a_phone_shows_its_pictures_and_keeps_nobody_out(visitor: Visitor, game: str) -> None:
    page = visitor(f"/rules/{game}", color_scheme="dark", **PHONE)
    assert page.evaluate(WIDTH) <= 390
    pictures = page.locator("#rulebook img")
    assert pictures.count() >= 4
    for picture in (pictures.first, pictures.last):
        picture.scroll_into_view_if_needed()
        page.wait_for_function(IS_DRAWN, arg=picture.element_handle())
    check_access(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_in_one_language(visitor: Visitor, language: str) -> None:
    page = visitor("/rules/meandres", locale=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    contents = page.locator("#contents")
    assert (contents.locator("h2").inner_text() == "Contents") == (language == "en")
    assert contents.locator("a").count() == page.locator("#rulebook > section:not(#summary)").count()


def test_a_ruling_explains_itself_to_the_keyboard(visitor: Visitor) -> None:
    page = visitor("/rules/sarena")
    ruling = page.locator("#R5\\.3 .ruling")
    ruling.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")  # so that the focus is that of a keyboard
    shown = ruling.evaluate("(node) => getComputedStyle(node, '::after').content")
    assert "describes no other end" in shown


def test_on_paper_the_summary_has_a_page_of_its_own(visitor: Visitor) -> None:
    page = visitor("/rules/sarena")
    page.emulate_media(media="print")
    expect(page.locator("header.bar")).to_be_hidden()
    expect(page.locator("#contents")).to_be_hidden()
    assert page.locator("#summary").evaluate("(node) => getComputedStyle(node).breakAfter") == "page"


# Beside the board


def test_the_rules_open_beside_the_board_which_stays_playable(refused: Page) -> None:
    page = refused
    before, address = seq(page), page.url
    page.locator("#why a").click()
    expect(here(page)).to_have_id("R3.1")
    expect(here(page)).to_be_in_viewport()
    expect(here(page)).to_be_focused()
    board, panel = page.locator("#board").bounding_box(), page.locator("#beside").bounding_box()
    assert board
    assert panel
    assert panel["x"] >= board["x"] + board["width"]
    assert (page.url, len(page.context.pages)) == (address, 1)
    act(page)
    page.wait_for_function("(seq) => Number(document.body.dataset.seq) > seq", arg=before)
    expect(here(page)).to_be_visible()


def test_the_focus_goes_in_and_comes_back(refused: Page) -> None:
    page = refused
    link = page.locator("header .rules-link")
    for close in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator("#beside").get_by_role("button", name="Close").click(),
        page.go_back,
    ):
        link.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#beside .beside-body")).to_be_focused()
        close()
        expect(page.locator("#beside")).to_be_hidden()
        expect(link).to_be_focused()
        page.wait_for_function("() => history.state === null")  # until then the browser is still going back
    assert re.search(r"/t/\w+$", page.url)
    expect(page.locator("#log")).to_be_visible()


def test_links_in_the_rules_stay_there_and_the_table_stays_where_it_is(refused: Page) -> None:
    page = refused
    address = page.url
    page.locator("header .rules-link").click()
    expect(page.locator("#beside #summary")).to_be_in_viewport()
    page.locator("#beside #summary").get_by_role("link", name="R5.1", exact=True).click()
    expect(here(page)).to_have_id("R5.1")
    expect(here(page)).to_be_in_viewport()
    page.locator("#beside").get_by_role("link", name="Contents").click()
    expect(here(page)).to_have_id("contents")
    assert (page.url, len(page.context.pages)) == (address, 1)


def test_with_ctrl_a_rule_opens_in_a_page_of_its_own(refused: Page) -> None:
    page = refused
    with page.context.expect_page() as opened:
        page.locator("#why a").click(modifiers=["Control"])
    expect(opened.value.locator("li:target")).to_have_id("R3.1")
    expect(page.locator("#beside")).to_have_count(0)


def test_keys_in_the_rules_do_nothing_on_the_board(refused: Page) -> None:
    page = refused
    page.locator("#why a").click()
    expect(here(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#beside")).to_be_hidden()
    expect(page.locator(".place.is-picked")).to_have_count(1)  # what is in the hand stays there


def test_rules_that_cannot_be_loaded_say_so_and_can_be_asked_for_again(refused: Page) -> None:
    page = refused
    page.route("**/rules/sarena", lambda route: route.abort())
    page.locator("#why a").click()
    expect(page.locator("#beside [role=alert]")).to_contain_text("Try again")
    page.unroute("**/rules/sarena")
    page.locator("#why a").click()
    expect(here(page)).to_have_id("R3.1")


def test_on_a_phone_the_rules_cover_the_lower_part_and_going_back_closes_them(visitor: Visitor) -> None:
    page = try_what_is_not_allowed(visitor("/", **PHONE))
    page.locator("#why a").tap()
    expect(here(page)).to_have_id("R3.1")
    expect(here(page)).to_be_in_viewport()
    panel = page.locator("#beside").bounding_box()
    assert panel
    assert (panel["x"], panel["width"]) == (0, 390)
    assert panel["y"] > 200
    assert round(panel["y"] + panel["height"]) == 844
    assert page.evaluate(WIDTH) <= 390
    check_access_day_and_night(page)
    page.go_back()
    expect(page.locator("#beside")).to_be_hidden()
    expect(page.locator("#why a")).to_be_visible()


def test_axe_has_nothing_serious_to_say_about_the_rules_beside_a_board(refused: Page) -> None:
    refused.locator("#why a").click()
    expect(here(refused)).to_be_visible()
    check_access_day_and_night(refused)


def test_a_replay_has_the_rules_beside_it_too(visitor: Visitor, finished: dict[str, Any]) -> None:
    page = visitor(
        finished["path"].replace("/t/", "/replay/"), finished["cookies"], viewport={"width": 1440, "height": 900}
    )
    page.wait_for_selector("body[data-shown='0']")
    page.locator("#rules").click()
    expect(page.locator("#beside #summary")).to_be_in_viewport()
    page.locator("#after").click()
    page.wait_for_selector("body[data-shown='1']")
    expect(page.locator("#beside")).to_be_visible()
    page.locator("#beside").get_by_role("button", name="Close").click()
    expect(page.locator("#rules")).to_be_focused()
