"""A game looked at again: forwards, backwards, by itself, through other eyes."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque.check.hands import act, open_table, stack_on, wait_for_turn
from tests.browser.conftest import Visitor
from tests.browser.test_line import LYING

ONTO = re.compile(r"([a-f]\d) onto ([a-f]\d)\.\s*(\d+) chips")


def look_again(page: Page, turns: int) -> None:
    """Play some turns against a bot, then open the replay."""
    open_table(page, "sarena", ["you", "bot random"])
    for _ in range(turns):
        assert wait_for_turn(page)
        act(page)
    assert wait_for_turn(page)
    page.goto(page.url.replace("/t/", "/replay/"))
    is_at(page, 0)


def is_at(page: Page, ply: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-shown", str(ply))


def test_every_step_shows_the_chips_that_its_line_tells_of(visitor: Visitor, finished: dict[str, Any]) -> None:
    page = visitor(finished["path"].replace("/t/", "/replay/"), finished["cookies"], reduced_motion="no-preference")
    is_at(page, 0)
    seen, checked = [page.evaluate(LYING)], 0
    for ply in range(1, 7):
        page.locator("#after").click()
        is_at(page, ply)
        expect(page.locator("#where")).to_contain_text(f"{ply} of ")
        seen.append(page.evaluate(LYING))
        if told := ONTO.search(page.locator("#line").inner_text()):
            origin, target, chips = told.groups()
            assert len(stack_on(page, target)) == int(chips)
            assert stack_on(page, origin) == []
            checked += 1
    assert checked > 0
    for ply in range(5, -1, -1):
        page.keyboard.press("ArrowLeft")
        is_at(page, ply)
        assert sorted(page.evaluate(LYING)) == sorted(seen[ply])


def test_there_are_many_ways_to_a_move(visitor: Visitor) -> None:
    page = visitor("/")
    look_again(page, 2)
    page.locator("#slider").fill("3")
    is_at(page, 3)
    at_three = sorted(page.evaluate(LYING))
    page.keyboard.press("Home")  # the slider's own key
    is_at(page, 0)
    page.locator("#plies button").nth(1).click()
    is_at(page, 2)
    page.keyboard.press("ArrowRight")
    is_at(page, 3)
    expect(page.locator("#plies [aria-current]")).to_have_count(1)
    expect(page.locator("#plies .is-ahead")).to_have_count(1)
    page.goto(page.url)  # the address holds the move
    page.reload()
    is_at(page, 3)
    assert sorted(page.evaluate(LYING)) == at_three
    page.locator("#play").click()
    is_at(page, 4)
    expect(page.locator("#after")).to_be_disabled()
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.locator("#table").click()
    assert wait_for_turn(page)


def test_once_a_game_is_over_it_can_be_seen_through_all_eyes(visitor: Visitor, finished: dict[str, Any]) -> None:
    page = visitor("/")
    look_again(page, 1)
    expect(page.locator("#eyes option")).to_have_count(2)
    expect(page.locator(".seat .before")).to_have_text([re.compile("secret colour: "), "secret colour hidden"])
    page = visitor(finished["path"], finished["cookies"])
    page.locator("#sheet a[href^='/replay/']").first.click()
    is_at(page, 0)
    expect(page.locator("#eyes option")).to_have_count(3)
    page.locator("#last").click()
    page.locator("#first").click()
    page.locator("#eyes").select_option("1")
    expect(page.locator(".seat .before")).to_have_text(["secret colour hidden", re.compile("secret colour: ")])
    page.locator("#eyes").select_option("-1")
    expect(page.locator(".seat .before")).to_have_text(["secret colour hidden"] * 2)
    assert page.url.endswith("?seat=-1#0")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (720, 450)])  # a phone; a screen enlarged to 200 %
def test_on_a_small_screen_the_board_keeps_its_room_and_the_winner_is_seen_first(
    visitor: Visitor, finished: dict[str, Any], width: int, height: int
) -> None:
    page = visitor(finished["path"], finished["cookies"], viewport={"width": width, "height": height})
    expect(page.locator("#sheet-title")).to_be_in_viewport()
    page.goto(finished["path"].replace("/t/", "/replay/"))
    page.wait_for_selector("#main:not([inert])")
    board, card = page.locator("#board").bounding_box(), page.locator(".replay .prompt").bounding_box()
    assert board
    assert card
    assert board["height"] > 0.3 * height
    assert card["y"] + card["height"] <= board["y"] or board["x"] + board["width"] <= card["x"]
