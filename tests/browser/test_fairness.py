"""Fair play, on the stewards' page."""

import re

from playwright.sync_api import expect

from ludotheque.check.guests import Guest
from ludotheque.check.hands import PHONE
from ludotheque.check.visits import check_access
from ludotheque.check.warmth import warm
from tests.browser.conftest import Server, Visitor
from tests.browser.test_accounts import fill_in
from tests.browser.test_club import look
from tests.server.test_accounts import PASSWORD
from tests.server.test_ratings import RATED


def test_a_steward_compares_somebody_with_a_bot(visitor: Visitor, server: Server) -> None:
    warm("sarena")
    with Guest(server.address) as player:
        player.post("/api/account", name="Suspiciously good", password=PASSWORD)
        line = player.look_at(player.open("you", "random", **RATED)["table"])
        for _ in range(2):
            line.wait_for_turn()
            line.act()
        assert line.ask(type="resign", id="r", seat=line.table["viewer_seats"][0])["type"] == "done"
    page = visitor("/account", **PHONE)
    fill_in(page, "Keeper", "#make")
    page.goto("/house")
    page.wait_for_selector("#main:not([inert])")
    page.locator("#name").fill("suspiciously")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Fair play: Suspiciously good").click()
    expect(page.locator("#fair h2")).to_be_focused()
    expect(page.locator("#fair caption")).to_have_text(re.compile(r"Sarena, rating \d+ ± \d+"))
    expect(page.locator("#fair tbody td").nth(1)).to_have_text("2")
    expect(page.locator("#fair tbody td").nth(2)).to_have_text(re.compile(r"^\d+% \(\d+% – \d+%\)$"))
    expect(page.locator("#fair")).to_contain_text("never a verdict")
    expect(page.locator("#fair")).to_contain_text("Nobody else of about that rating")
    check_access(page)
    look(page)
