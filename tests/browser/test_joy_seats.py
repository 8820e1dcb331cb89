"""People at the table: their names, who watches, taking back among people, and giving up."""

import re

from playwright.sync_api import Page, expect

from ludotheque.check.hands import PHONE, act, invitation, join, open_table, sit_down, wait_for_the_start, wait_for_turn
from tests.browser.conftest import Visitor

ASKED = "#choices .asked"
NAMES = "#seats .seat .who"


def two(visitor: Visitor) -> tuple[Page, Page]:
    """Two people at a table of their own; the host begins."""
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"])
    return host, join(visitor(), invitation(host))


def undo(page: Page) -> None:
    expect(page.locator("#undo")).to_be_enabled()
    page.locator("#undo").click()


def leave(page: Page) -> None:
    page.locator(".leave:visible").click()


# Names


def test_whoever_comes_by_a_link_is_asked_for_a_name_and_can_change_it(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"])
    guest = visitor(invitation(host))
    expect(guest.get_by_label("Your name")).to_have_value(re.compile(r"^Guest \d+$"))
    sit_down(guest, "Zoe")
    wait_for_the_start(host)
    expect(host.locator(NAMES).nth(1)).to_have_text("Zoe")
    expect(host.locator("#log-lines")).to_contain_text("Zoe sits down.")
    guest.locator("#seats .is-yours .rename").click()
    expect(guest.get_by_label("Your name")).to_have_value("Zoe")
    guest.get_by_label("Your name").fill("Zelda")
    guest.get_by_role("button", name="Save").click()
    for page in (host, guest):
        expect(page.locator(NAMES).nth(1)).to_contain_text("Zelda")
        expect(page.locator("#log-lines")).to_contain_text("Zelda sits down.")
        expect(page.locator("#log-lines")).to_contain_text("Zoe is now called Zelda.")


def test_on_a_phone_one_opens_the_own_chair_to_change_the_name(visitor: Visitor) -> None:
    page = visitor("/", **PHONE)
    open_table(page, "sarena", ["you", "bot random"])
    page.locator("#seats .is-yours .chip").tap()
    page.locator("#seats .is-yours .rename").tap()
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#seats .is-yours .who").first).to_contain_text("Zoe")


# Giving up


def test_resigning_against_one_opponent_ends_the_game(visitor: Visitor) -> None:
    host, guest = two(visitor)
    assert wait_for_turn(host)
    act(host)
    leave(host)
    expect(host.locator("#leaving")).to_contain_text("If you resign, the game ends")
    host.locator("#resign").click()
    for page in (host, guest):
        page.wait_for_selector("#sheet[open]")
        expect(page.locator("#prompt")).to_contain_text("resigned: the game is over.")
        expect(page.locator("#undo")).to_be_disabled()
        expect(page.locator("#seats .seat").first).to_contain_text("has resigned")
    winner = guest.locator("#seats .is-yours .who").inner_text()
    expect(guest.locator("#sheet-title")).to_contain_text(f"{winner} wins")


def test_where_more_play_a_bot_plays_on(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random", "bot random"])
    leave(page)
    expect(page.locator("#leaving")).to_contain_text("If you resign, a bot plays on")


# Taking back


def test_a_move_against_people_is_taken_back_when_they_allow_it(visitor: Visitor) -> None:
    host, guest = two(visitor)
    assert wait_for_turn(host)
    act(host)
    undo(host)
    expect(host.locator(ASKED)).to_contain_text("Waiting for")
    expect(host.locator("#undo")).to_be_disabled()
    expect(guest.locator(ASKED)).to_contain_text("asks to take back the last move")
    guest.get_by_role("button", name="Allow").click()
    assert wait_for_turn(host)
    expect(guest.locator(ASKED)).to_have_count(0)
    act(host)
    undo(host)
    guest.get_by_role("button", name="Refuse").click()
    expect(host.locator(ASKED)).to_have_count(0)
    expect(host.locator("#undo")).to_be_disabled()
    expect(host.locator("#log-lines")).to_contain_text("wants the move to stand.")
    assert wait_for_turn(guest)


def test_a_question_lapses_with_the_next_move(visitor: Visitor) -> None:
    host, guest = two(visitor)
    assert wait_for_turn(host)
    act(host)
    undo(host)
    expect(guest.locator(ASKED)).to_be_visible()
    assert wait_for_turn(guest)
    act(guest)
    for page in (host, guest):
        expect(page.locator(ASKED)).to_have_count(0)


def test_at_a_friendly_table_nobody_is_asked(visitor: Visitor) -> None:
    host = visitor("/new?game=sarena")
    host.locator("#friendly").check()
    host.locator("#create").click()
    host.wait_for_url("**/t/*")
    guest = join(visitor(), invitation(host))
    assert wait_for_turn(host)
    act(host)
    undo(host)
    assert wait_for_turn(host)
    expect(guest.locator(ASKED)).to_have_count(0)


# Watching


def test_those_who_watch_see_it_and_are_counted(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"], is_open=True)
    expect(host.locator("#watching")).to_be_hidden()
    expect(host.locator("#watchers")).to_have_count(0)
    watcher = visitor(host.url)
    expect(watcher.locator("#watching")).to_contain_text("You are watching.")
    expect(host.locator("#watchers")).to_have_text("1 spectator")
    other = visitor(host.url)
    expect(host.locator("#watchers")).to_have_text("2 spectators")
    other.locator("#sit").click()
    other.locator(".take-chair").click()
    expect(host.locator("#watchers")).to_have_text("1 spectator")
    expect(watcher.locator("#sit")).to_have_count(0)
    expect(other.locator("#watching")).to_be_hidden()
    watcher.goto("/about")
    expect(host.locator("#watchers")).to_have_count(0)


# Before the game


def test_only_one_chair_is_yours(visitor: Visitor) -> None:
    page = visitor("/new?game=sarena")
    page.wait_for_selector("#main:not([inert])")
    first, second = page.locator(".chair-kind").nth(0), page.locator(".chair-kind").nth(1)
    second.select_option("you")
    expect(first).to_have_value("person")
    first.select_option("you")
    expect(second).to_have_value("person")


def test_a_link_to_this_machine_says_that_it_leads_nowhere_else(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"])
    expect(host.locator("#invitations .local")).to_contain_text("ludotheque serve --host 0.0.0.0")
