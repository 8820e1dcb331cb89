"""Whole games by clicking, for every game that there is."""

import re

import pytest
from playwright.sync_api import Page, expect

from ludotheque.core import registry
from tests.browser.conftest import Visitor
from tests.browser.hands import CURTAIN, MINE, act, open_table, play_to_the_end, sheet_scores, wait_for_the_start, wait_for_turn
from tests.browser.warmth import warm

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def play_now(page: Page, game: str) -> None:
    """From the shelf to the table."""
    warm(game)
    box = page.locator(f".box[data-game={game}]")
    box.wait_for()
    if not box.locator(".play-now").is_visible():
        box.locator(".lid").click()
    box.locator(".play-now").click()
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("game", registry.names())
def test_a_game_against_a_bot_is_played_by_clicking(visitor: Visitor, game: str) -> None:
    page = visitor("/")
    play_now(page, game)
    assert play_to_the_end(page) > 3
    scores = sheet_scores(page)
    assert len(scores) == 2
    assert all(re.fullmatch(r"-?\d+", score) for score in scores)
    expect(page).to_have_title(re.compile("Game over"))


def test_two_browsers_play_against_each_other_through_an_invitation(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"])
    expect(host.locator("#prompt")).to_contain_text("Waiting")
    guest = visitor(host.locator("#invitations .invitation").input_value())
    turns = 0
    while turns < 6:
        assert wait_for_turn(host)
        act(host)
        assert wait_for_turn(guest)
        expect(host.locator(MINE)).to_have_count(0)
        act(guest)
        turns += 2
    wait_for_turn(host)
    expect(host.locator("#log-lines li.act")).to_have_count(turns)
    expect(guest.locator("#log-lines li.act")).to_have_count(turns)
    assert host.locator("#text-board").inner_text() != guest.locator("#text-board").inner_text()  # each sees the own secret colour


def test_what_is_said_is_heard_and_shown_as_text(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"])
    guest = visitor(host.locator("#invitations .invitation").input_value())
    wait_for_turn(host)
    wait_for_the_start(guest)
    guest.locator("#chat-tab").click()
    guest.locator("#chat-field").fill("<b>good luck</b>")
    guest.locator("#chat-field").press("Enter")
    host.locator("#chat-tab").click()
    expect(host.locator("#chat-lines li")).to_contain_text("<b>good luck</b>")


def test_two_people_at_one_screen_pass_it_through_a_curtain(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "screen"])
    shown = []
    for _ in range(4):
        expect(page.locator(CURTAIN)).to_be_visible()
        shown.append(page.locator("#curtain-text").inner_text())
        assert "Your secret" not in page.locator("#text-board").inner_text()
        page.keyboard.press("Escape")
        expect(page.locator(CURTAIN)).to_be_visible()  # it does not lift by itself
        assert wait_for_turn(page)
        act(page)
    assert shown[0] == shown[2] != shown[1] == shown[3]
    assert all(text.startswith("Pass the screen to ") for text in shown)


def test_a_phone_is_enough(visitor: Visitor) -> None:
    page = visitor("/", **PHONE)
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    boxes = [place.bounding_box() for place in page.locator(".place").all()]
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth")
    for _ in range(4):
        assert wait_for_turn(page)
        act(page, touch=True)
    assert wait_for_turn(page)
    expect(page.locator("#log-lines li.act")).to_have_count(8)
    chip = page.locator(".seat:not(.is-yours) .chip")
    expect(chip.locator(".note")).to_be_hidden()
    chip.tap()
    expect(chip.locator(".note")).to_have_text("bot, random")
    page.locator("#drawer").tap()
    expect(page.locator("#log-lines li.act").last).to_be_in_viewport()


def test_the_keyboard_is_enough(visitor: Visitor) -> None:
    """From the shelf to the score sheet without a mouse: Tab, arrows, Enter, Escape."""
    page = visitor("/")
    page.locator(".box[data-game=sarena] .lid").focus()
    if not page.locator(".box[data-game=sarena] .play-now").is_visible():
        page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".box[data-game=sarena] .play-now")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    turns = 0
    while wait_for_turn(page):
        turns += 1
        lit = page.locator(".place.is-lit").first
        while not page.evaluate("document.activeElement.classList.contains('place')"):
            page.keyboard.press("Tab")
        go_to(page, lit.get_attribute("data-id") or "")
        page.keyboard.press("Enter")
        if turns == 1:
            page.keyboard.press("Escape")
            expect(page.locator(".place.is-picked")).to_have_count(0)
            page.keyboard.press("Enter")
        go_to(page, page.locator(".place.is-lit").first.get_attribute("data-id") or "")
        page.keyboard.press("Enter")
        page.wait_for_function("!document.querySelector('.place.is-picked')")
    assert turns > 3
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()


WAY = """(id) => {
    const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [from, to] = [middle(document.activeElement), middle(document.querySelector(`.place[data-id="${id}"]`))];
    return [to[0] - from[0], to[1] - from[1]];
}"""


def go_to(page: Page, place: str) -> None:
    """With the arrow keys, along columns and rows."""
    for _ in range(12):
        across, down = page.evaluate(WAY, place)
        if abs(across) < 2 and abs(down) < 2:
            return
        page.keyboard.press(("ArrowRight" if across > 0 else "ArrowLeft") if abs(across) >= 2 else ("ArrowDown" if down > 0 else "ArrowUp"))
    raise AssertionError(f"the arrow keys do not lead to {place}")
