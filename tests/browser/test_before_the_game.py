"""Before the game, in the browser: the lot, the pawns, options that explain themselves, ready and
signals.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from ludotheque.check.hands import MINE, READY, invitation, join, open_table
from ludotheque.check.warmth import warm
from tests.browser.conftest import Server, Visitor

SIGNAL = "#choices #signal"


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose lots fall where they like."""
    server = Server(tmp_path_factory.mktemp("fair"), LOTS="fair", BOT_PAUSE_S="600")
    yield server
    server.kill()


def test_play_now_seats_the_person_first_about_half_of_the_time(chromium: Browser, fair: Server) -> None:
    """Twenty games against one bot; fewer than three or more than seventeen first seats come once
    in 2,500 times.
    """
    warm("sarena")
    seats = []
    with chromium.new_context(base_url=fair.address) as context:
        page = context.new_page()
        for _ in range(20):
            page.goto("/")
            box = page.locator(".box[data-game=sarena]")
            if not box.locator(".play-now").is_visible():
                box.locator(".lid").click()
            box.locator(".play-now").click()
            page.wait_for_selector("body[data-status=playing]")
            seats.append(int(page.locator("#seats .is-yours").get_attribute("data-seat") or ""))
            assert (page.locator(MINE).count() == 1) == (seats[-1] == 0)  # seat 0 begins
    assert 3 <= seats.count(0) <= 17


def test_the_set_up_page_can_say_as_seated(chromium: Browser, fair: Server) -> None:
    warm("sarena")
    with chromium.new_context(base_url=fair.address) as context:
        page = context.new_page()
        for _ in range(5):
            page.goto("/new?game=sarena")
            page.locator(".chair-kind").nth(1).select_option("bot random")
            page.locator("[name=first][value=seated]").check()
            page.locator("#create").click()
            page.wait_for_selector("body[data-status=playing]")
            expect(page.locator("#seats .is-yours")).to_have_attribute("data-seat", "0")


def test_every_option_explains_itself_in_words(visitor: Visitor) -> None:
    page = visitor("/new?game=sarena")
    page.wait_for_selector("#main:not([inert])")
    games = [option.get_attribute("value") or "" for option in page.locator("#game option").all()]
    assert len(games) >= 5
    for game in [game for game in games if game != "toy"]:
        page.locator("#game").select_option(game)
        for field in page.locator("[data-option]").all():
            about = page.locator(f"#{(field.get_attribute('aria-describedby') or '').split()[-1]}")
            expect(about).to_be_visible()
            assert len(about.inner_text()) > 40
    page.locator("#game").select_option("viva_catrina")
    expect(page.locator("#who-begins")).to_contain_text("flowers")


def test_how_strong_the_bots_are_is_said_where_they_are_chosen(visitor: Visitor) -> None:
    page = visitor("/")
    box = page.locator(".box[data-game=sarena]")
    box.locator(".lid").click()
    box.locator(".levels span", has_text="regular").click()
    said = box.locator(".levels label", has_text="regular").locator("small").nth(1)
    expect(said).to_have_text(re.compile(r"^\d+ ± \d+ points above random, 0\.1 s a move$"))
    line = said.text_content()
    page.goto("/new?game=sarena")
    page.wait_for_selector("#main:not([inert])")
    expect(page.locator("#strengths li")).to_have_count(0)
    page.locator(".chair-kind").nth(1).select_option("bot regular")
    expect(page.locator("#strengths li")).to_have_text(f"regular: {line}")


def test_advice_is_proposed_where_two_people_or_more_play(visitor: Visitor) -> None:
    page = visitor("/new?game=labyrinth")
    advice, second = page.locator("[data-option=advice]"), page.locator(".chair-kind").nth(1)
    expect(advice).to_have_value("on")
    second.select_option("bot random")
    expect(advice).to_have_value("off")
    second.select_option("screen")
    expect(advice).to_have_value("on")
    advice.select_option("off")  # somebody has decided
    second.select_option("person")
    expect(advice).to_have_value("off")


def test_the_hourglass_is_proposed_except_at_one_screen(visitor: Visitor) -> None:
    page = visitor("/new?game=dream_runners")
    pace, second = page.locator("[data-option=pace]"), page.locator(".chair-kind").nth(1)
    expect(pace).to_have_value("sand")
    second.select_option("screen")
    expect(pace).to_have_value("calm")
    pace.select_option("sand")
    expect(second).not_to_have_value("screen")
    expect(second.locator("option[value=screen]")).to_be_disabled()


def test_people_choose_their_pawns(visitor: Visitor) -> None:
    warm("labyrinth")
    host, guest = visitor("/new?game=labyrinth"), visitor()
    host.locator(".chair-pawn").first.select_option("white")
    host.locator("#create").click()
    host.wait_for_url("**/t/*")
    guest.goto(invitation(host))
    expect(guest.locator(".pawn-button[value=white]")).to_be_disabled()
    guest.locator(".pawn-button[value=red]").click()
    guest.wait_for_selector("body[data-status=playing]")
    labels = [
        page.locator("#seats .is-yours .figure [data-sprite]").get_attribute("data-sprite") or ""
        for page in (host, guest)
    ]
    assert [label.rpartition("-")[2] for label in labels] == ["white", "red"]


def test_who_watches_others_play_signals_a_way(visitor: Visitor) -> None:
    host, guest = two_people(visitor, "labyrinth", advice="on")
    expect(host.locator(SIGNAL)).to_have_count(0)
    guest.locator(SIGNAL).click()
    expect(host.locator("#seats li").nth(1)).to_contain_text("I see a way")
    expect(host.locator("#log-lines")).to_contain_text("I see a way")
    expect(guest.locator(SIGNAL)).to_have_count(0)


def test_a_new_dream_is_turned_up_for_all_at_once(visitor: Visitor) -> None:
    host, guest = two_people(visitor, "dream_runners", pace="sand")
    expect(host.locator(READY)).to_be_visible()
    host.locator(READY).click()
    expect(host.locator(READY)).to_have_count(0)
    expect(guest.locator("#seats li").first).to_contain_text("ready")
    expect(host.locator(MINE)).to_have_count(0)
    guest.locator(READY).click()
    expect(host.locator(MINE)).to_be_visible()
    expect(guest.locator(MINE)).to_be_visible()


def two_people(visitor: Visitor, game: str, **options: str) -> tuple[Page, Page]:
    """The host begins."""
    host, guest = visitor(), visitor()
    open_table(host, game, ["you", "person"], is_open=False, **options)
    join(guest, invitation(host))
    host.wait_for_selector("body[data-status=playing]")
    return host, guest
