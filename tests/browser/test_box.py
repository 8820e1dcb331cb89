"""The page of a box: by mouse, by keyboard, on a phone, and without scripts."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ludotheque.check.guests import Guest
from ludotheque.check.visits import check_access, check_access_day_and_night
from ludotheque.core.components import digest_of
from tests.browser.conftest import Server, Visitor

PHONE = {"width": 390, "height": 844}
SOUND = "The file is sound"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Somebody's own server, on which boxes may be corrected."""
    folder = tmp_path_factory.mktemp("own")
    server = Server(folder, LUDOTHEQUE_BOXES=str(folder / "boxes"), LUDOTHEQUE_JIT="0")
    yield server
    server.kill()


def field(page: Page, place: str) -> str:
    return f'.is-open [name="{place}"]'


def open_row(page: Page, place: str) -> None:
    page.locator(f'button[value="{place}"]').first.click()
    expect(page.locator(".component.is-open")).to_have_id(place)


def test_the_shelf_and_the_rules_lead_there(visitor: Visitor) -> None:
    page = visitor("/")
    page.locator('[data-game="sarena"] summary').click()
    page.locator('[data-game="sarena"]').get_by_role("link", name="In the box").click()
    expect(page.locator("h1")).to_have_text("The box of Sarena")
    page.get_by_role("link", name="Rules of Sarena").click()
    page.get_by_role("link", name="The box of Sarena").click()
    expect(page.locator("h1")).to_have_text("The box of Sarena")
    expect(page.locator(".part").first.locator("header")).to_contain_text("deduced")
    expect(page.locator(".part").first.locator(".source")).to_contain_text("printed rules")


def test_a_correction_is_seen_and_judged_at_once(visitor: Visitor) -> None:
    page = visitor("/games/sarena/box")
    open_row(page, "chips.pairs.0")
    page.locator(field(page, "chips.pairs.0.b")).select_option("crimson")
    expect(page.locator(".is-open use").first).to_have_attribute("href", "/art/sarena.svg#chip-amber-crimson")
    expect(page.locator("#verdict")).to_contain_text("chips.pairs must name each pair of colours once")
    page.locator(field(page, "chips.pairs.0.b")).select_option("teal")
    page.locator(field(page, "chips.pairs.0.n")).fill("5")
    expect(page.locator(".editor .said")).to_contain_text("not 35")
    open_row(page, "chips.pairs.5")
    page.locator(field(page, "chips.pairs.5.n")).fill("7")
    expect(page.locator("#verdict")).to_contain_text(SOUND)
    expect(page.locator("#verdict")).to_contain_text("2 values corrected")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download the file").click()
    data = tomllib.loads(Path(waiting.value.path()).read_text())
    assert [pair["n"] for pair in data["chips"]["pairs"]] == [5, 6, 6, 6, 6, 7]


def test_a_keyboard_is_enough(visitor: Visitor) -> None:
    page = visitor("/games/labyrinth/box")
    page.locator('button[value="formulas.cards.0"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(field(page, "formulas.cards.0")).first).to_be_focused()
    page.keyboard.press("ArrowDown")  # from 1 to 2
    expect(page.locator("#verdict")).to_contain_text(SOUND)
    expect(page.locator(".is-open use").nth(1)).to_have_attribute("href", "/art/labyrinth.svg#formula-2")
    page.get_by_role("button", name="Done").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".is-open")).to_have_count(0)
    expect(page.locator('[id="formulas.cards.0"]')).to_contain_text("corrected")


def test_it_works_without_scripts(visitor: Visitor) -> None:
    page = visitor("/games/viva_catrina/box", java_script_enabled=False)
    open_row(page, "path.tiles.3")
    page.locator(field(page, "path.tiles.3.edges")).fill("PPB-")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text(SOUND)
    expect(page.locator(".is-open .drawn use").first).to_have_attribute("href", "/art/viva_catrina.svg#soil")
    open_row(page, "path.tiles.4")  # the first correction is carried along
    page.locator(field(page, "path.tiles.4.corners")).fill("0001")
    page.get_by_role("button", name="See it", exact=True).last.click()
    expect(page.locator("#verdict")).to_contain_text("2 values corrected")
    page.get_by_role("link", name="Start over").click()
    expect(page.locator("#verdict")).to_contain_text("Nothing has been corrected")


@pytest.mark.parametrize("game", ["sarena", "dream_runners", "meandres", "toy"])
def test_everything_fits_on_a_phone_and_is_told_to_a_screen_reader(visitor: Visitor, game: str) -> None:
    page = visitor(f"/games/{game}/box", viewport=PHONE)
    page.locator("button[name=open]:visible").nth(1).click()
    expect(page.locator(".is-open")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    check_access(page)


def test_by_day_and_by_night(visitor: Visitor) -> None:
    check_access_day_and_night(visitor("/games/sarena/box"))


def test_on_ones_own_server_new_tables_use_it(chromium: Browser, own: Server) -> None:
    page = chromium.new_context(base_url=own.address).new_page()
    page.goto("/games/sarena/box")
    open_row(page, "board")
    page.locator(field(page, "board.missing_lines")).first.fill("c3-d3")
    expect(page.locator("#verdict")).to_contain_text(SOUND)
    page.get_by_role("button", name="Use it for new tables").click()
    expect(page.locator("#verdict")).to_contain_text("Saved.")
    expect(page.locator('[id="board"]')).to_contain_text("corrected")
    with Guest(own.address, "Ann") as ann:
        table = ann.open("you", "random")["table"]
        assert ann.look_at(table).table["scene"]["pieces"]
        record = ann.http.get(f"/api/tables/{table}/record").json()
        assert record["components"] == digest_of(tomllib.loads(ann.http.get("/games/sarena/box/file").text))
    page.context.close()
