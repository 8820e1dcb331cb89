"""The log beside the board: short lines with little pictures that light up and lead back to their
moment.
"""

import pytest
from playwright.sync_api import Page, expect

from ludotheque.check.hands import ACTS, MINE, PHONE, act, invitation, join, open_table, wait_for_turn
from tests.browser.conftest import Visitor

LINE = "#log-lines .line"
RINGS = ".told > g:not(.edges) .ring"
MOMENT = "#moment:not([hidden])"
LYING = """() => [...document.querySelectorAll("#board [data-piece^=chip]")]
    .map((node) => [node.dataset.piece, node.style.transform]).sort().join()"""
MANY = 8  # lines that do not fit


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """Two people at one screen, one move into the game."""
    page = visitor("/")
    open_table(page, "sarena", ["you", "screen"])
    play(page)
    return page


def play(page: Page, plies: int = 1) -> None:
    for _ in range(plies):
        before = page.locator(ACTS).count()
        assert wait_for_turn(page)
        act(page)
        expect(page.locator(ACTS)).to_have_count(before + 1)
    if page.locator("#seats .is-yours").count() > 1:  # a curtain has fallen
        assert wait_for_turn(page)


def test_a_line_is_short_and_has_a_little_picture(page: Page) -> None:
    line = page.locator(LINE).last
    expect(line.locator("b")).to_have_count(1)
    expect(line.locator(".more")).to_contain_text(["on top."])
    expect(line.locator(".pictures .picture")).to_have_attribute("aria-hidden", "true")
    art = line.locator("[data-sprite]").get_attribute("data-sprite")
    assert page.locator(f"#board [data-sprite='{art}']").count()  # what it shows lies on the board


def test_a_line_that_is_pointed_at_lights_up_its_places(page: Page) -> None:
    line = page.locator(LINE).last
    expect(page.locator(RINGS)).to_have_count(0)
    line.hover()
    expect(page.locator(RINGS)).to_have_count(2)
    page.locator("#prompt").hover()
    expect(page.locator(RINGS)).to_have_count(0)
    line.focus()
    expect(page.locator(RINGS)).to_have_count(2)


def test_a_click_shows_the_moment_again_and_nothing_can_be_moved_there(page: Page) -> None:
    first = page.evaluate(LYING)
    play(page, 2)
    now = page.evaluate(LYING)
    assert first != now
    page.locator(LINE).first.click()
    expect(page.locator(MOMENT)).to_contain_text("Showing move 1 again")
    page.wait_for_function(f"(first) => ({LYING})() === first", arg=first)
    expect(page.locator(".place.is-lit")).to_have_count(0)
    page.locator("#board .place").first.click(force=True)
    expect(page.locator(".place.is-picked")).to_have_count(0)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(MOMENT)).to_have_count(0)
    assert page.evaluate(LYING) == now
    play(page)


def test_the_keys_lead_from_line_to_line_and_back_to_the_game(page: Page) -> None:
    play(page)
    expect(page.locator(f"{LINE}[tabindex='0']")).to_have_count(1)
    page.locator(LINE).last.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(LINE).first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(MOMENT)).to_contain_text("move 1")
    page.keyboard.press("Escape")
    expect(page.locator(MOMENT)).to_have_count(0)
    expect(page.locator(LINE).first).to_be_focused()


def test_whatever_happens_ends_the_moment(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"])
    guest = join(visitor("/"), invitation(host))
    host.wait_for_selector("body[data-status=playing]")
    mover, other = (host, guest) if host.locator(MINE).count() else (guest, host)
    play(mover)
    expect(other.locator(ACTS)).to_have_count(1)
    mover.locator(LINE).last.click()
    expect(mover.locator(MOMENT)).to_be_visible()
    play(other)
    expect(mover.locator(MOMENT)).to_have_count(0)
    expect(mover.locator(ACTS)).to_have_count(2)


def test_on_a_phone_the_drawer_makes_room_for_the_moment(visitor: Visitor) -> None:
    page = visitor("/", **PHONE)
    open_table(page, "sarena", ["you", "screen"])
    play(page)
    page.locator("#drawer").tap()
    page.locator(LINE).last.tap()
    expect(page.locator(MOMENT)).to_be_visible()
    expect(page.locator("#side.is-open")).to_have_count(0)
    expect(page.locator("#back")).to_be_in_viewport()
    page.locator("#back").tap()
    expect(page.locator(MOMENT)).to_have_count(0)


AT_END = """() => {
    const { scrollTop, clientHeight, scrollHeight } = document.querySelector("#log");
    return scrollTop + clientHeight >= scrollHeight - 8;
}"""


def test_the_log_stays_where_somebody_reads(page: Page) -> None:
    page.set_viewport_size({"width": 1000, "height": 560})
    log = page.locator("#log")
    play(page, MANY)
    page.wait_for_function(AT_END)
    log.evaluate("node => { node.scrollTop = 0; }")
    page.wait_for_function("document.querySelector('#log').scrollTop === 0")
    play(page)
    assert log.evaluate("node => node.scrollTop") == 0
    log.evaluate("node => { node.scrollTop = node.scrollHeight; }")
    play(page)
    page.wait_for_function(AT_END)


def test_somebody_who_watches_is_named_once(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "bot random"], is_open=True)
    watcher = visitor(host.url)
    watcher.wait_for_selector("body[data-line=online]")
    watcher.locator("#drawer, #chat-tab").last.click()
    watcher.locator("#chat-field").fill("hello")
    watcher.keyboard.press("Enter")
    line = host.locator("#chat-lines li").last
    expect(line).to_contain_text("hello")
    name = line.locator("b").text_content()
    assert name
    assert "a guest" not in name
    assert (line.text_content() or "").count(name.strip()) == 1


def test_the_log_follows_even_if_the_prompt_grows_while_it_scrolls(page: Page) -> None:
    page.set_viewport_size({"width": 1024, "height": 560})
    play(page, MANY)
    page.evaluate(
        """() => { const [log, card] = ["log", "prompt-card"].map((id) => document.getElementById(id));
        log.scrollTop -= 4;
        card.style.minHeight = `${card.offsetHeight + 60}px`; }"""
    )
    play(page)
    page.wait_for_function(AT_END)
