"""Finding a game, profiles and tournaments, in the browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from ludotheque.check.guests import Guest
from ludotheque.check.hands import PHONE, open_table, wait_for_turn
from ludotheque.check.visits import check_access, check_access_day_and_night
from ludotheque.check.warmth import warm
from tests.browser.conftest import Server, Visitor
from tests.browser.test_accounts import fill_in
from tests.browser.test_languages import BOXES, WRONG

MADE: list[str] = []


@pytest.fixture
def tournament(server: Server) -> str:
    """A tournament of four bots under way, with a bye to come for nobody."""
    if not MADE:
        warm("sarena")
        with Guest(server.address, "Host") as host:
            host.post("/api/account", name="Host of all", password="four horses and a cart")
            made = host.post("/api/tournaments", name="Tuesday club", game="sarena", rounds=1, is_duplicate=True)
            path = f"/api/tournaments/{made['id']}"
            for step, body in (("bots", {"level": "random", "count": 3}), ("enter", {}), ("start", {})):
                assert host.http.post(f"{path}/{step}", json=body).status_code == 204
            MADE.append(made["url"])
    return MADE[0]


def test_two_people_find_each_other(visitor: Visitor) -> None:
    warm("sarena")
    pages = [visitor("/lobby"), visitor("/lobby", **PHONE)]
    for page in pages:
        page.locator("#game").select_option("sarena")
        page.locator("#find").click()
    for page in pages:
        page.wait_for_url("**/t/*")
        page.wait_for_selector("body[data-status=playing]")
    assert pages[0].url == pages[1].url


def test_one_stops_looking_by_keyboard(visitor: Visitor) -> None:
    page = visitor("/lobby")
    page.locator("#game").select_option("labyrinth")
    page.locator("#find").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#stop")).to_be_focused()
    expect(page.locator("#looking")).to_contain_text("Looking for opponents")
    page.keyboard.press("Enter")
    expect(page.locator("#find")).to_be_visible()
    expect(page.locator("#looking")).to_be_hidden()


def test_a_rated_table_and_its_profile(visitor: Visitor) -> None:
    warm("sarena")
    page = visitor("/account")
    fill_in(page, "Climber", "#make")
    page.goto("/new?game=sarena")
    page.wait_for_selector("#main:not([inert])")
    page.locator(".chair-kind").nth(1).select_option("bot random")
    page.get_by_label(re.compile("^Rated:")).check()
    expect(page.locator("#help")).to_be_hidden()
    page.locator("#create").click()
    page.wait_for_url("**/t/*")
    assert wait_for_turn(page)
    expect(page.locator("#title")).to_have_text("Sarena · rated")
    expect(page.locator("#hint")).to_be_hidden()
    page.locator("nav .leave").click()
    page.locator("#leaving button", has_text="Resign").click()
    page.wait_for_selector("body[data-status=over]")
    ratings = page.locator("#sheet-ratings")
    expect(ratings).to_have_text(re.compile(r"^Rating([\d,]+ \(\+\d+\))1,[0-4]\d\d \(-\d+\)$"))  # the bot, then me
    said = ratings.text_content()
    page.locator("#sheet a", has_text="Replay").click()
    page.locator("#sheet-button").click()
    expect(ratings).to_have_text(str(said))
    expect(page.locator("#sheet")).to_contain_text("Climber has resigned.")
    check_access(page)
    page.goto("/profile")
    expect(page.locator(".rating")).to_contain_text("after 1 rated game")
    expect(page.locator("#chapters")).to_contain_text("Random bot")
    check_access_day_and_night(page)
    page.locator("#private").check()
    page.reload()
    expect(page.locator("#private")).to_be_checked()
    other = visitor("/about")
    assert other.request.get("/api/profile/Climber").status == 404


def test_an_invitation_to_a_name_is_accepted_at_home(visitor: Visitor) -> None:
    guest, host = visitor("/account"), visitor("/")
    fill_in(guest, "Wanted", "#make")
    open_table(host, "sarena", ["you", "person"])
    host.get_by_label("Invite an account by name").fill("wanted")
    host.locator("#invitations form button").click()
    expect(host.locator("#invitations form")).to_contain_text("wanted has been invited.")
    guest.goto("/")
    guest.locator("#invitations a").click()
    guest.wait_for_url("**/t/*")
    guest.wait_for_selector("body[data-status=playing]")


def test_a_tournament_is_opened_and_begun(visitor: Visitor) -> None:
    warm("sarena")
    page = visitor("/account")
    fill_in(page, "Organizer", "#make")
    page.goto("/tournaments")
    page.locator("#opening summary").click()
    page.locator("#name").fill("Friday")
    page.locator("#game").select_option("sarena")
    page.locator("#rounds").fill("1")
    page.locator("#create").click()
    page.wait_for_url("**/tournament/*")
    page.locator("#enter").click()
    page.locator("#level").select_option("random")
    page.locator("#add-bot").click()
    expect(page.locator("#standings li")).to_have_count(2)
    check_access(page)
    page.locator("#start").click()
    page.locator("#your-table").click()
    page.wait_for_selector("body[data-status=playing]")
    page.locator("#to-tournament").click()
    expect(page.locator("#now")).to_contain_text("Round 1 of 1")


@pytest.mark.parametrize("language", ["en", "fr", "de", "nl"])
def test_pages_fit_a_phone_in_every_language(visitor: Visitor, tournament: str, language: str) -> None:
    page = visitor("/profile", locale=language, **PHONE)
    look(page)
    for path, shown in {
        "/tournaments": "#tournaments a",
        tournament: "#standings th",
        "/lobby": "#open-tables li",
    }.items():
        page.goto(path)
        page.wait_for_selector(shown)
        look(page)
        check_access(page)


def look(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(WRONG, BOXES) == []
