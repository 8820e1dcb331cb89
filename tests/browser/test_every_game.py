"""Two browsers, a phone, the keyboard, and nothing that keeps somebody out (axe): at the table of every game that there is."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.hands import ACTS, MINE, PHONE, act, act_by_keys, every_game, invitation, next_choice, open_table, seq, wait_for_turn
from tests.browser.test_pages import check_both

ANOTHER = ".seat.is-to-act:not(.is-yours)"
FEW = 6  # actions
SMALL = """() => [...document.querySelectorAll(".place.is-lit, #choices button, #areas button")].flatMap((node) => {
    const { width, height } = node.getBoundingClientRect();
    return Math.min(width, height) < 43.99 ? [[node.outerHTML, width, height]] : [];
})"""
TAPS = """() => [...document.querySelectorAll("#board .place.is-lit")].flatMap((place) => {
    const [box, board] = [place, document.querySelector("#board")].map((one) => one.getBoundingClientRect());
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (x <= board.left || x >= board.right || y <= board.top || y >= board.bottom) return [];
    const hit = document.elementFromPoint(x, y);
    return [[place.dataset.id, hit.matches(".is-lit") ? hit.dataset.id : place.dataset.id]];
})"""


def whose_turn(host: Page, guest: Page) -> Page:
    host.wait_for_selector(f"{MINE}, {ANOTHER}", state="attached")
    page = host if host.locator(MINE).count() else guest
    assert wait_for_turn(page)
    return page


@every_game
def test_two_browsers_play_against_each_other_through_an_invitation(visitor: Visitor, game: str) -> None:
    host = visitor("/")
    open_table(host, game, ["you", "person"])
    expect(host.locator("#prompt")).to_contain_text("Waiting")
    guest = visitor(invitation(host))
    acted = set()
    for _ in range(2 * FEW):
        page = whose_turn(host, guest)
        before = seq(page)
        act(page)
        acted.add(page)
        page.wait_for_function("(before) => Number(document.body.dataset.seq) > before", arg=before)
        for other in (host, guest):
            other.wait_for_function("(seq) => Number(document.body.dataset.seq) >= seq", arg=seq(page))
    assert acted == {host, guest}
    assert host.locator(ACTS).count() > 0
    assert host.locator(ACTS).count() == guest.locator(ACTS).count()


@every_game
def test_a_phone_is_enough(visitor: Visitor, game: str) -> None:
    page = visitor("/", **PHONE)
    open_table(page, game, ["you", "bot random"])
    for _ in range(FEW):
        assert wait_for_turn(page)
        assert page.evaluate(SMALL) == []
        assert [(meant, hit) for meant, hit in page.evaluate(TAPS) if meant != hit] == []  # though what a finger finds is larger than what is drawn
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth")
        act(page, touch=True)
    assert wait_for_turn(page)
    assert page.locator(ACTS).count() > 0
    chip = page.locator(".seat:not(.is-yours) .chip")
    expect(chip.locator(".note")).to_be_hidden()
    chip.tap()
    expect(chip.locator(".note")).to_contain_text("bot, random")
    page.locator("#drawer").tap()
    expect(page.locator(ACTS).last).to_be_in_viewport()


@every_game
def test_the_keyboard_is_enough_for_some_turns(visitor: Visitor, game: str) -> None:
    page = visitor("/")
    open_table(page, game, ["you", "bot random"])
    for _ in range(FEW):
        assert wait_for_turn(page)
        act_by_keys(page)
    assert wait_for_turn(page)
    assert page.locator(ACTS).count() > 0


@every_game
def test_axe_has_nothing_serious_to_say_about_a_table(visitor: Visitor, game: str) -> None:
    """By day and by night, before and after a first step."""
    page = visitor("/")
    open_table(page, game, ["you", "bot random"])
    assert wait_for_turn(page)
    act(page)
    assert wait_for_turn(page)
    check_both(page)
    next_choice(page).click()
    check_both(page)
