"""The end of a game, and what one does with it afterwards."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from ludotheque.check.hands import PHONE, invitation, join, open_table, wait_for_turn
from tests.browser.conftest import Visitor

MOVING = {"reduced_motion": "no-preference"}


def resign(page: Page) -> None:
    """End a game against one bot at once."""
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    page.locator(".leave:visible").first.click()
    page.locator("#resign").click()
    expect(page.locator("#sheet")).to_be_visible()


def test_the_sheet_says_who_won_and_by_what_and_leads_on(visitor: Visitor, finished: dict[str, Any]) -> None:
    page = visitor(finished["path"], finished["cookies"])
    expect(page.locator("#sheet-title")).to_contain_text(re.compile("wins|share"))
    totals = [int(text) for text in page.locator("#sheet .total td").all_inner_texts()]
    expect(page.locator(".by-what")).to_have_text(
        f"{totals[0]} to {totals[1]}" if totals[0] != totals[1] else re.compile("tie-break|^$")
    )
    for name in ("Replay", "Analysis", "Record"):
        expect(page.locator("#sheet").get_by_role("link", name=name)).to_be_visible()
    page.locator("#sheet").get_by_role("link", name="Analysis").click()
    expect(page.locator("#analysis")).to_be_visible()


def test_who_resigns_is_named_on_the_sheet(visitor: Visitor) -> None:
    page = visitor("/")
    resign(page)
    expect(page.locator(".by-what")).to_contain_text("has resigned")


WATCH_FOR_RAIN = """() => new MutationObserver(
    () => document.querySelector(".rain") && (window.rained = true)
).observe(document.body, { childList: true, subtree: true })"""


def ended(visitor: Visitor, setting: str = "on") -> list[Page]:
    """The winner's page and the loser's, both with the score sheet."""
    loser, winner = visitor("/", **MOVING), visitor("/", **MOVING)
    winner.evaluate(f"localStorage.setItem('cheer', '{setting}')")
    open_table(loser, "sarena", ["you", "person"])
    join(winner, invitation(loser))
    for page in (winner, loser):
        page.evaluate(WATCH_FOR_RAIN)
    loser.locator(".leave:visible").first.click()
    loser.locator("#resign").click()
    for page in (winner, loser):
        expect(page.locator("#sheet")).to_be_visible()
    return [winner, loser]


def test_the_end_is_celebrated_by_those_who_win(visitor: Visitor) -> None:
    winner, loser = ended(visitor)
    expect(winner.locator("#sheet .rain i").first).to_be_attached()
    expect(winner.locator(".rain")).to_have_count(0)  # it stops by itself
    assert loser.evaluate("window.rained ?? false") is False


def test_the_end_is_not_celebrated_if_the_winner_wants_it_quiet(visitor: Visitor) -> None:
    winner, _ = ended(visitor, setting="off")
    assert winner.evaluate("window.rained ?? false") is False


def test_the_better_move_is_shown_on_the_board(visitor: Visitor, finished: dict[str, Any]) -> None:
    page = visitor(f"{finished['path'].replace('/t/', '/replay/')}?analysis", finished["cookies"])
    page.locator(".slips").get_by_role("button", name="Show it on the board").first.click()
    expect(page.locator("#analysis")).to_be_hidden()
    expect(page.locator("#better")).to_have_text(re.compile(r"^Move \d+, (Ann|Random bot)\. Better: "))
    expect(page.locator(".place.is-target")).to_have_count(1)
    expect(page.locator(".arrow .dot")).to_have_count(1)
    page.locator("#after").click()
    expect(page.locator("#better")).to_be_empty()
    expect(page.locator(".arrow *")).to_have_count(0)


def test_a_phone_can_take_the_record_home(visitor: Visitor, finished: dict[str, Any]) -> None:
    page = visitor(finished["path"].replace("/t/", "/replay/"), finished["cookies"], **PHONE)
    with page.expect_download() as download:
        page.locator("#record").tap()
    assert download.value.suggested_filename.endswith(".json")
