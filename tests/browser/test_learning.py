"""Learning by playing: one click from home into a guided first game, a hint at any table against bots, and after the end what mattered."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.hands import PHONE, act, open_table, seq, wait_for_turn
from tests.browser.test_pages import check
from tests.browser.warmth import warm

SAY = "#guide .say"


def begin(page: Page, game: str) -> None:
    """From the shelf."""
    warm(game)
    page.locator(f".box[data-game={game}] .lid").click()
    page.locator(f".box[data-game={game}] .learn").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(SAY)).to_contain_text("Step 1 of")


def test_sarena_is_learned_by_clicking_through_its_lesson(visitor: Visitor) -> None:
    page = visitor("/")
    begin(page, "sarena")
    expect(page.locator("#hint")).to_be_hidden()
    check(page)
    for step in range(1, 11):
        expect(page.locator(SAY)).to_contain_text(f"Step {step} of 10")
        assert wait_for_turn(page)
        if step < 10:
            expect(page.locator(".place.is-hinted")).to_have_count(2)
            expect(page.locator(".place.is-lit")).to_have_count(1)
        act(page)
        expect(page.locator(SAY)).not_to_contain_text(f"Step {step} of 10 " if step < 10 else "Now choose one yourself")
    expect(page.locator(SAY)).to_contain_text("Play on against the bot")
    assert wait_for_turn(page)
    expect(page.locator("#hint")).to_be_visible()
    act(page)
    expect(page.locator("#guide")).to_be_hidden()


def test_something_else_gets_a_friendly_word_and_the_lesson_waits(visitor: Visitor) -> None:
    page = visitor("/", **PHONE)
    begin(page, "sarena")
    assert wait_for_turn(page)
    before = seq(page)
    page.locator('.place[data-id="a1"]').tap()
    expect(page.locator("#why")).to_contain_text("this lesson shows something else first")
    assert seq(page) == before
    page.locator(".bar .house").click()
    page.locator(".box[data-game=sarena] .lid").click()
    page.locator(".box[data-game=sarena] .learn").click()
    expect(page.locator(SAY)).to_contain_text("Step 1 of 10")


def test_a_hint_says_what_a_bot_would_do_and_lights_it_up(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    page.locator("#hint").click()
    expect(page.locator("#why")).to_contain_text(re.compile(r"[a-f]\d, 1 chip, .* → [a-f]\d, .*expected"))
    expect(page.locator(".place.is-hinted")).to_have_count(2)
    page.locator("#why summary").click()
    expect(page.locator("#why li")).to_have_count(2)
    act(page)
    assert wait_for_turn(page)
    expect(page.locator(".place.is-hinted")).to_have_count(0)


def test_after_a_game_one_sees_what_mattered(visitor: Visitor, finished: dict[str, Any]) -> None:
    page = visitor(finished["path"].replace("/t/", "/replay/"), finished["cookies"])
    page.locator("#analyse").click()
    expect(page.locator(".chart polyline")).to_have_count(2)
    page.locator("#analysis summary").click()
    expect(page.locator("#analysis tbody tr").last).to_contain_text(re.compile(r"[12]\.0"))
    check(page)
    slip = page.locator(".slips button").first
    ply = int(re.findall(r"\d+", slip.inner_text())[0])
    slip.click()
    expect(page.locator("#analysis")).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-shown", str(ply - 1))
