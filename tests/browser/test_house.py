"""The stewards' page: a message is reported, its author renamed and banned, a table closed; all of
it is in the log.
"""

import logging
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ludotheque.check.guests import Guest, serving
from ludotheque.check.hands import PHONE
from ludotheque.check.visits import check_access_day_and_night
from ludotheque.server.settings import Settings
from tests.server.databases import new_sqlite
from tests.server.test_accounts import PASSWORD, make_account
from tests.server.test_own_data import say


def page_of(chromium: Browser, guest: Guest, path: str, **options: Any) -> Page:
    """Open a page as somebody."""
    address = str(guest.http.base_url)
    context = chromium.new_context(base_url=address, locale="en", **options)
    context.add_cookies(
        [{"name": one.name, "value": one.value or "", "url": address} for one in guest.http.cookies.jar]
    )
    page = context.new_page()
    page.goto(path)
    return page


def do(button: Locator) -> None:
    """Click, and say that it is meant."""
    label = button.text_content()
    button.click()
    expect(button).to_have_text(f"{label}?")
    button.click()


def test_a_steward_keeps_order(chromium: Browser, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings(database=new_sqlite(tmp_path), stewards=("Keeper",), bot_pause_s=0)
    with serving(settings) as address, Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        with Guest(address, "Keeper") as keeper:
            make_account(keeper, "Keeper")
            make_account(bob, "Bob")
            made = ann.open("you", "person", game="toy")
            bob.follow(made["invitations"]["1"])
            own = ann.look_at(made["table"])
            say(bob.look_at(made["table"]), "something rude", own)
            reader = page_of(chromium, ann, made["url"])
            reader.locator("#chat-tab").click()
            flag = reader.get_by_role("button", name="Report what Bob has said?")
            flag.click()
            flag.click()
            expect(reader.locator(".hush", has_text="Reported")).to_be_visible()
            with caplog.at_level(logging.INFO, "ludotheque.audit"):
                look_after(page_of(chromium, keeper, "/house", **PHONE))
            for deed in ("renamed", "banned", "unbanned", "settled", "closed"):
                assert f" {deed} " in caplog.text
            assert "something rude" not in caplog.text
        expect(reader.locator("#connection")).to_have_text("The host has closed this table.")
        assert bob.post("/api/login", name="Bob", password=PASSWORD)["name"] == "Bobo"
        reader.context.close()


def look_after(page: Page) -> None:
    """Rename and ban the author of a reported message, settle the report, and close the table."""
    report = page.locator("#reports tbody tr")
    expect(report).to_contain_text("something rude")
    expect(report).to_contain_text("Ann")
    page.locator("#name").fill("bo")
    page.locator("#search button").click()
    person = page.locator("#people tbody tr")
    expect(person).to_contain_text("Bob")
    check_access_day_and_night(page)
    page.get_by_label("New name for Bob").fill("Bobo")
    do(person.get_by_role("button", name="Rename"))
    expect(page.get_by_label("New name for Bobo")).to_be_visible()
    do(report.get_by_role("button", name="Ban"))
    do(person.get_by_role("button", name="Lift the ban"))
    expect(person.get_by_role("button", name="Ban", exact=True)).to_be_visible()
    do(report.get_by_role("button", name="Settled"))
    expect(page.locator("#reports")).to_have_text("No open reports.")
    table = page.locator("#tables tbody tr")
    do(table.get_by_role("button", name="Close"))
    expect(table).to_have_count(0)
    page.context.close()
