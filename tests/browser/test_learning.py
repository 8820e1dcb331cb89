"""Learning by playing: one click from home into a guided first game, a hint at any table against
bots, and after the end what mattered.
"""

import re
from typing import Any

from playwright.sync_api import Page, expect

from ludotheque.check.hands import PHONE, act, open_table, seq, wait_for_turn
from ludotheque.check.visits import check_access
from ludotheque.check.warmth import warm
from tests.browser.conftest import Visitor

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
    check_access(page)
    for step in range(1, 11):
        expect(page.locator(SAY)).to_contain_text(f"Step {step} of 10")
        assert wait_for_turn(page)
        if step < 10:
            expect(page.locator(".place.is-source")).to_have_count(1)
            expect(page.locator(".place.is-target")).to_have_count(1)
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
    expect(page.locator("#why")).to_contain_text("the lesson shows something else first")
    assert seq(page) == before
    page.locator(".bar .house").click()
    page.locator(".box[data-game=sarena] .lid").click()
    page.locator(".box[data-game=sarena] .learn").click()
    page.get_by_role("link", name="Continue your lesson").click()
    expect(page.locator(SAY)).to_contain_text("Step 1 of 10")


def test_a_hint_is_shown_on_the_board_until_its_position_is_gone(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    page.locator("#hint").click()
    advice = page.locator("#advice")
    expect(advice.locator("p")).to_have_text(re.compile(r"^Put the circled piece where the arrow points: \D+$"))
    expect(advice.locator("li").first).to_be_hidden()
    advice.locator("summary").click()
    expect(advice.locator("li").first).to_have_text(re.compile(r"[a-f]\d, 1 chip, .* → [a-f]\d, .*expected finish"))
    expect(page.locator(".place.is-target")).to_have_count(1)
    expect(page.locator(".arrow .line, .wanted > g")).to_have_count(2)
    page.locator(".place.is-source").click()
    expect(advice).to_be_visible()  # it helps all the way
    page.locator(".place.is-target").click()
    assert wait_for_turn(page)
    expect(page.locator(".place.is-source, .place.is-target, .arrow *")).to_have_count(0)
    expect(advice).to_be_hidden()
    page.locator("#hint").click()
    expect(advice).to_be_visible()
    expect(page.locator(".arrow .tip-of-arrow, .trail *")).to_have_count(1)  # not the bot's arrow too


def test_a_dot_leaves_what_it_lies_on_recognisable(visitor: Visitor) -> None:
    page = visitor("/", **PHONE)
    begin(page, "viva_catrina")
    assert wait_for_turn(page)
    dot, place = page.locator(".arrow .dot").bounding_box(), page.locator(".place.is-source").bounding_box()
    assert dot is not None
    assert place is not None
    assert 0 < dot["width"] < place["width"] / 3


def test_after_a_game_one_sees_what_mattered(visitor: Visitor, finished: dict[str, Any]) -> None:
    page = visitor(finished["path"].replace("/t/", "/replay/"), finished["cookies"])
    page.locator("#analyse").click()
    expect(page.locator(".chart polyline")).to_have_count(2)
    page.locator("#analysis summary").click()
    expect(page.locator("#analysis tbody tr").last).to_contain_text(re.compile(r"[12]\.00"))
    check_access(page)
    slip = page.locator(".slips button").first
    ply = int(re.findall(r"\d+", slip.inner_text())[0])
    slip.click()
    expect(page.locator("#analysis")).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-shown", str(ply - 1))
