"""On the account page: holidays, and only those notices that this server can send."""

from playwright.sync_api import Route, expect

from ludotheque.check.hands import PHONE
from ludotheque.check.visits import check_access
from tests.browser.conftest import Visitor


def test_a_holiday_begins_and_ends_on_the_account_page(visitor: Visitor) -> None:
    page = visitor("/account", **PHONE)
    expect(page.locator("#holiday")).to_be_visible()
    expect(page.locator("#mail")).to_be_hidden()
    expect(page.locator("#push")).to_be_hidden()
    page.get_by_label("Days of holiday").fill("3")
    page.get_by_role("button", name="Go on holiday").tap()
    expect(page.locator("#holiday-state")).to_contain_text("You are on holiday until")
    check_access(page)
    page.get_by_role("button", name="I am back").tap()
    expect(page.locator("#holiday-state")).to_have_text("")


def test_a_slow_answer_from_before_a_change_does_not_hide_the_change(visitor: Visitor) -> None:
    page = visitor("/about")
    slow: list[Route] = []
    page.route("**/api/me/notices", lambda route: slow.append(route), times=1)  # answered, but delivered later
    page.goto("/account")
    expect(page.locator("#main")).not_to_have_attribute("inert", "")
    while not slow:
        page.wait_for_timeout(20)
    before = slow[0].fetch()
    page.get_by_role("button", name="Go on holiday").click()
    page.wait_for_timeout(300)
    slow[0].fulfill(response=before)
    expect(page.locator("#holiday-state")).to_contain_text("You are on holiday until")
    page.wait_for_timeout(300)
    expect(page.locator("#holiday-state")).to_contain_text("You are on holiday until")


def test_the_link_of_a_mail_ends_all_mails(visitor: Visitor) -> None:
    page = visitor("/stop/anything")
    expect(page.locator("#told")).to_have_text("You will get no more mails from us.")
