"""The house: boxes that come with the page, Play now on the lid, My games with pictures, and a
set-up page around a drawn table.
"""

import json
import re
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route, expect

from ludotheque.check.hands import PHONE, act, open_table, wait_for_turn
from ludotheque.check.visits import check_access, check_access_day_and_night
from ludotheque.check.warmth import warm
from ludotheque.core import registry
from ludotheque.core.words import LANGUAGES
from tests.browser.conftest import Visitor

SARENA = ".box[data-game=sarena]"
SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844), "zoomed": (720, 450)}
DESK = {"viewport": {"width": 1440, "height": 900}}


def tap(page: Page, name: str, value: str) -> None:
    """Choose something on the lid of Sarena."""
    page.locator(f"{SARENA} label:has([name={name}][value='{value}']) > span").click()


def chosen(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator(f"{SARENA} :checked").all()]


# The shelf


def test_without_a_script_a_box_opens_and_leads_to_a_table(visitor: Visitor) -> None:
    warm("sarena")
    page = visitor("/", java_script_enabled=False, locale="fr", **DESK)
    expect(page.locator(".box-title")).to_have_text([registry.load(name).title for name in registry.names()])
    expect(page.locator(f"{SARENA} .lid")).to_contain_text("2 à 4 joueurs")
    expect(page.locator(f"{SARENA} .lid")).to_contain_text("20 min")
    assert page.locator(f"{SARENA} img").evaluate("(image) => image.complete && image.naturalWidth > 0")
    page.locator(f"{SARENA} .lid").click()
    expect(page.locator(f"{SARENA} .promise")).to_contain_text("couleurs secrètes")
    expect(page.get_by_role("link", name="Règles").locator("visible=true")).to_have_attribute("href", "/rules/sarena")
    tap(page, "level", "random")
    page.locator(f"{SARENA} .play-now").click()
    page.wait_for_url("**/t/*")


def test_the_boxes_wait_for_no_other_answer(visitor: Visitor) -> None:
    page = visitor("/about", **DESK)
    held: list[Route] = []
    page.route("**/api/**", lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    page.locator(f"{SARENA} .lid").click()
    expect(page.locator(f"{SARENA} .play-now")).to_be_visible()
    expect(page.locator(".ways:visible")).to_have_count(1)
    page.locator(".box[data-game=meandres] .lid").click()
    expect(page.locator(".ways:visible")).to_have_count(1)  # one box at a time
    for route in held:
        route.abort()


def test_opponents_and_strength_are_chosen_on_the_lid_and_remembered(visitor: Visitor) -> None:
    page = visitor("/", **DESK)
    page.locator(f"{SARENA} .lid").click()
    assert chosen(page) == ["1", "novice"]
    expect(page.locator(f"{SARENA} small[data-t]:visible")).to_have_text("Plays quickly and makes mistakes.")
    tap(page, "opponents", "3")
    tap(page, "level", "expert")
    expect(page.locator(f"{SARENA} small[data-t]:visible")).to_have_text("Plans ahead and is hard to beat.")
    page.reload()
    page.locator(f"{SARENA} .lid").click()
    expect(page.locator(f"{SARENA} [value=expert]")).to_be_checked()
    assert chosen(page) == ["3", "expert"]
    page.route("**/api/play/*", lambda route: route.abort())  # what it asks for is enough
    with page.expect_request("**/api/play/sarena") as asked:
        page.locator(f"{SARENA} .play-now").click()
    assert parse_qs(asked.value.post_data or "") == {"opponents": ["3"], "level": ["expert"], "way": ["now"]}


def test_a_game_may_offer_five_opponents(visitor: Visitor) -> None:
    page = visitor("/", **DESK)
    most = {name: registry.load(name).seats[-1] - 1 for name in registry.names()}
    assert 5 in most.values()
    for name, number in most.items():
        expect(page.locator(f".box[data-game={name}] [name=opponents]")).to_have_count(number)


def test_the_keys_choose_on_the_lid(visitor: Visitor) -> None:
    page = visitor("/", **DESK)
    page.locator(f"{SARENA} .lid").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    assert chosen(page) == ["2", "random"]
    expect(page.get_by_role("radio", name="random").locator("visible=true")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(f"{SARENA} .ways")).to_be_hidden()
    expect(page.locator(f"{SARENA} .lid")).to_be_focused()


def test_a_lesson_can_be_begun_again(visitor: Visitor) -> None:
    warm("sarena")
    page = visitor("/", **DESK)

    def learn() -> None:
        page.locator(f"{SARENA} .lid").click()
        page.locator(f"{SARENA} .learn").click()

    learn()
    page.wait_for_url("**/t/*")
    first = page.url
    assert wait_for_turn(page)
    act(page)
    expect(page.locator("#guide .say")).to_contain_text("Step 2")
    page.goto("/")
    learn()
    go_on = page.get_by_role("link", name="Continue your lesson")
    expect(go_on).to_be_focused()
    go_on.click()
    page.wait_for_url(first)
    page.goto("/")
    learn()
    page.get_by_role("button", name="Start over").click()
    page.wait_for_url("**/t/*")
    assert page.url != first
    expect(page.locator("#guide .say")).to_contain_text("Step 1")
    page.goto("/")
    expect(page.locator("#my-games li")).to_have_count(1)
    expect(page.locator("#my-games li")).to_contain_text("lesson")


# My games


@pytest.fixture
def player(visitor: Visitor) -> Page:
    """Somebody who has moved once in Sarena, against a bot."""
    page = visitor("/", **DESK)
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    act(page)
    assert wait_for_turn(page)
    page.goto("/")
    page.wait_for_selector("#my-games a")
    return page


LOADED = "(image) => image.complete && image.naturalWidth > 0"


def test_my_games_say_who_plays_and_show_the_table(player: Page) -> None:
    for path, box in (("/", "#my-games"), ("/account", "#tables")):
        player.goto(path)
        card = player.locator(f"{box} li")
        expect(card).to_contain_text("with Random bot")
        expect(card).to_contain_text("your turn")
        expect(card).to_contain_text(re.compile(r"move [23] · (now|\d+ (second|minute)s? ago|this minute)"))
        picture = card.locator("img")
        picture.scroll_into_view_if_needed()
        player.wait_for_function(LOADED, arg=picture.element_handle())
        assert f"/picture?seq={json.loads(player.evaluate(MINE))[0]['seq']}" in (picture.get_attribute("src") or "")


MINE = "async () => (await fetch('/api/my')).text()"


def test_the_shelf_leaves_room_for_my_games(player: Page) -> None:
    for size in ("desk", "phone"):
        width, height = SIZES[size]
        player.set_viewport_size({"width": width, "height": height})
        player.goto("/")
        card = player.locator("#my-games a").first
        expect(card).to_be_in_viewport(ratio=0.9)
        assert player.evaluate("scrollY") == 0


def test_a_game_can_be_hidden_and_is_found_again(player: Page) -> None:
    player.get_by_role("button", name="Hide: Sarena").click()
    expect(player.locator("#my-games a")).to_have_count(0)
    player.reload()
    hidden = player.locator("#show-hidden")
    expect(hidden).to_be_visible()
    expect(player.locator("#my-games a")).to_have_count(0)
    hidden.locator("summary").click()
    expect(hidden.locator("li")).to_contain_text("with Random bot")
    player.get_by_role("button", name="Show again: Sarena").click()
    expect(player.locator("#my-games a")).to_have_count(1)
    expect(hidden).to_be_hidden()


def test_axe_has_nothing_serious_to_say_about_an_open_box_and_my_games(player: Page) -> None:
    for size in ("desk", "phone"):
        player.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))  # type: ignore[arg-type]
        player.goto("/")
        player.wait_for_selector("#my-games img")
        check_access_day_and_night(player)
        player.locator(f"{SARENA} .lid").click()
        check_access_day_and_night(player)
        card = player.locator(f"{SARENA} .ways").bounding_box()
        assert card
        assert card["x"] >= 0
        assert card["x"] + card["width"] <= SIZES[size][0]


# Setting up


def choose(page: Page, *kinds: str) -> None:
    page.locator("#count").select_option(str(len(kinds)))
    for field, kind in zip(page.locator(".chair-kind").all(), kinds, strict=True):
        field.select_option(kind)


def test_people_sit_around_a_drawn_table(visitor: Visitor) -> None:
    page = visitor("/new?game=sarena", **DESK)
    page.wait_for_selector("#main:not([inert])")
    choose(page, "you", "screen", "bot master", "person")
    people = page.locator("#round .person")
    assert [one.get_attribute("data-kind") for one in people.all()] == ["you", "screen", "bot", "person"]
    page.locator(".chair-name:visible").fill("Cléo")
    expect(people.nth(1)).to_have_text("Cléo")
    check_access(page)
    boxes = [one.bounding_box() for one in page.locator("#chairs > li").all()]
    spots = {(round(box["x"]), round(box["y"])) for box in boxes if box}
    assert len(spots) == 4
    assert len({x for x, _ in spots}) == 3  # left, in the middle twice, right


def test_the_page_marks_what_most_people_choose(visitor: Visitor) -> None:
    page = visitor("/new?game=labyrinth", **DESK)
    page.wait_for_selector("#main:not([inert])")
    usual, field = page.locator("#usual-advice"), page.locator("[data-option=advice]")
    choose(page, "you", "bot random")
    alone = usual.inner_text()
    choose(page, "you", "person")
    expect(usual).not_to_have_text(alone)
    shown = field.evaluate("(field) => field.selectedOptions[0].label")
    expect(usual).to_have_text(f"most people choose: {shown}")
    field.select_option("off")
    expect(usual).to_have_text(f"most people choose: {shown}")
    expect(page.get_by_label("Chosen at random")).to_be_checked()
    expect(page.locator("label", has_text="Chosen at random")).to_contain_text("most people choose this")


def test_links_that_lead_nowhere_else_are_announced(visitor: Visitor) -> None:
    page = visitor("/new?game=sarena", **DESK)
    page.wait_for_selector("#main:not([inert])")
    expect(page.locator("#only-here")).to_contain_text("ludotheque serve --host 0.0.0.0")
    choose(page, "you", "bot random")
    expect(page.locator("#only-here")).to_be_hidden()

    def reached(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | {"url": "http://192.168.1.7:8080/"})

    page.route("**/api/code", reached)
    page.reload()
    page.wait_for_selector("#main:not([inert])")
    choose(page, "you", "person")
    expect(page.locator("#only-here")).to_be_hidden()


@pytest.mark.parametrize("settings", [DESK, PHONE], ids=["desk", "phone"])
def test_what_is_proposed_can_be_opened_at_once(visitor: Visitor, settings: dict[str, Any]) -> None:
    warm("sarena")
    page = visitor("/new?game=sarena", **settings)
    page.wait_for_selector("#main:not([inert])")
    expect(page.locator("#create")).to_be_in_viewport()
    page.locator("#create").click()
    page.wait_for_url("**/t/*")


# Every page in every size


@pytest.mark.parametrize("size", ["tablet", "zoomed", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_sticks_out(visitor: Visitor, language: str, size: str) -> None:
    width, height = SIZES[size]
    page = visitor("/", locale=language, viewport={"width": width, "height": height})
    for path in ("/", "/new?game=viva_catrina", "/account", "/lobby"):
        page.goto(path)
        expect(page.locator("#my-name")).to_be_visible()
        if path == "/":
            page.locator(f"{SARENA} .lid").click()
        if path.startswith("/new"):
            page.wait_for_selector("#main:not([inert])")
            page.locator("#count").select_option("6")
        assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [width, width], path
