"""The page about oneself: an account, the code for the phone, the tables that one has opened."""

import pytest
from playwright.sync_api import Page, expect

from ludotheque.check.hands import open_table, wait_for_turn
from ludotheque.check.visits import check_access
from tests.browser.conftest import Visitor

PASSWORD = "four horses and a cart"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def fill_in(page: Page, name: str, button: str) -> None:
    page.goto("/account")
    expect(page.locator("#guest")).to_be_visible()
    page.locator("#name").fill(name)
    page.locator("#password").fill(PASSWORD)
    page.locator(button).click()
    expect(page.locator("#member")).to_contain_text(name)


def test_a_game_begun_as_a_guest_goes_on_from_another_device(visitor: Visitor) -> None:
    laptop, phone = visitor("/"), visitor("/", **PHONE)
    open_table(laptop, "sarena", ["you", "bot random"])
    table = laptop.url
    fill_in(laptop, "Traveller", "#make")
    expect(laptop.locator("#my-name")).to_have_value("Traveller")
    open_table(phone, "sarena", ["you", "bot random"])
    fill_in(phone, "Traveller", "#log-in")
    expect(phone.locator("#status")).to_contain_text("came with you")
    phone.goto(table)
    assert wait_for_turn(phone)
    phone.goto("/account")
    phone.locator("#log-out").click()
    expect(phone.locator("#guest")).to_be_visible()
    expect(phone.locator("#tables")).to_have_text("None yet.")


def test_the_code_for_the_phone_takes_the_seat_along(visitor: Visitor) -> None:
    laptop, phone = visitor("/"), visitor("/about", **PHONE)
    open_table(laptop, "sarena", ["you", "bot random"])
    table = laptop.url
    laptop.goto("/account")
    laptop.locator("#make-link").click()
    expect(laptop.get_by_role("img", name="The link as a QR code")).to_be_visible()
    assert laptop.locator("#link svg").evaluate("code => code.getBoundingClientRect().width") > 150
    check_access(laptop)
    phone.goto(laptop.locator("#link input").input_value())
    phone.locator("#claim").click()
    phone.wait_for_selector("#my-games a")
    phone.goto(table)
    assert wait_for_turn(phone)


def test_a_host_deletes_a_table_and_the_others_are_told(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "bot random"])
    other = host.context.new_page()
    other.goto(host.url)
    assert wait_for_turn(other)
    host.goto("/account")
    host.locator("#tables button").click()
    expect(host.locator("#tables a")).to_have_count(1)
    host.get_by_role("button", name="Delete for everyone?").click()
    expect(host.locator("#tables a")).to_have_count(0)
    expect(other.get_by_text("The host has closed this table.")).to_be_visible()


def test_a_password_is_changed_and_an_account_deleted(visitor: Visitor) -> None:
    page = visitor("/account")
    fill_in(page, "Leaver", "#make")
    page.locator("#old").fill(PASSWORD)
    page.locator("#new").fill("five horses")
    page.locator("#change button[value=password]").click()
    expect(page.locator("#status")).to_have_text("The password has been changed.")
    page.locator("#old").fill("five horses")
    end = page.locator("#change button[value=delete]")
    end.click()
    expect(end).to_have_text("Delete forever?")
    end.click()
    expect(page.locator("#guest")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("The account has been deleted.")


def test_one_logs_out_everywhere_and_a_guest_is_forgotten(visitor: Visitor) -> None:
    laptop, phone = visitor("/account"), visitor("/account", **PHONE)
    fill_in(laptop, "Roamer", "#make")
    expect(laptop.locator("#forget")).to_be_hidden()
    fill_in(phone, "Roamer", "#log-in")
    laptop.locator("#log-out-everywhere").click()
    expect(laptop.locator("#status")).to_contain_text("logged out on all devices")
    phone.goto("/account")
    expect(phone.locator("#guest")).to_be_visible()
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Download your data").click()
    assert download.value.suggested_filename == "ludotheque.json"
    forget = phone.locator("#forget")
    forget.click()
    expect(forget).to_have_text("Delete forever?")
    forget.click()
    expect(phone.locator("#status")).to_contain_text("You are now a new guest.")
    expect(forget).to_have_text("Delete everything")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/account", "/device#nothing"])
def test_axe_has_nothing_serious_to_say(visitor: Visitor, path: str, scheme: str) -> None:
    page = visitor(path, color_scheme=scheme, **PHONE)
    expect(page.locator("#my-name")).to_be_visible()
    check_access(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the phone"
