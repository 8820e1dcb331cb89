"""Two browsers, a phone, the keyboard, and accessibility (axe), at a table of every game."""

from playwright.sync_api import Page, expect

from ludotheque.check.hands import (
    ACTS,
    MINE,
    PHONE,
    READY,
    act,
    act_by_keys,
    be_ready,
    invitation,
    join,
    next_choice,
    open_table,
    seq,
    wait_for_turn,
)
from ludotheque.check.playing import Play
from ludotheque.check.visits import Visitor, check_access_day_and_night
from ludotheque.core import registry

ANOTHER = ".seat.is-to-act:not(.is-yours)"
FEW = 6  # actions at most
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


def few(name: str) -> int:
    """Return how many actions one seat can take without ending the game."""
    game = registry.load(name)
    plies = len(list(Play(game, game.seats[0], {}, 3, [3, 1, 4]).states()))
    return min(FEW, plies // (2 * game.seats[0]))


def chairs(name: str, *first: str) -> list[str]:
    """Return these seats, and as many bots as the smallest table needs."""
    return [*first, *["bot random"] * (registry.load(name).seats[0] - len(first))]


def whose_turn(host: Page, guest: Page) -> Page:
    host.wait_for_selector(f"{MINE}, {ANOTHER}, {READY}", state="attached")
    be_ready(host, guest)
    host.wait_for_selector(f"{MINE}, {ANOTHER}", state="attached")
    page = host if host.locator(MINE).count() else guest
    assert wait_for_turn(page)
    return page


def test_two_browsers_play_against_each_other_through_an_invitation(visitor: Visitor, name: str) -> None:
    host = visitor("/")
    open_table(host, name, chairs(name, "you", "person"))
    expect(host.locator("#prompt")).to_contain_text("Waiting")
    guest = join(visitor("/about"), invitation(host))
    acted = set()
    for _ in range(2 * few(name)):
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


def test_a_phone_is_enough(visitor: Visitor, name: str) -> None:
    page = visitor("/", **PHONE)
    open_table(page, name, chairs(name, "you"))
    for _ in range(few(name)):
        assert wait_for_turn(page)
        assert page.evaluate(SMALL) == []
        # although the touch targets are larger than what is drawn
        assert [(meant, hit) for meant, hit in page.evaluate(TAPS) if meant != hit] == []
        assert page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
        )
        act(page, touch=True)
    assert wait_for_turn(page)
    assert page.locator(ACTS).count() > 0
    chip = page.locator(".seat:not(.is-yours) .chip").first
    expect(chip.locator(".note")).to_be_hidden()
    chip.tap()
    expect(chip.locator(".note")).to_contain_text("bot, random")
    page.locator("#drawer").tap()
    expect(page.locator(ACTS).last).to_be_in_viewport()


def test_the_keyboard_is_enough_for_some_turns(visitor: Visitor, name: str) -> None:
    page = visitor("/")
    open_table(page, name, chairs(name, "you"))
    for _ in range(few(name)):
        assert wait_for_turn(page)
        act_by_keys(page)
    assert wait_for_turn(page)
    assert page.locator(ACTS).count() > 0


def test_axe_has_nothing_serious_to_say_about_a_table(visitor: Visitor, name: str) -> None:
    """Check in light and dark mode, before and after a first step."""
    page = visitor("/")
    open_table(page, name, chairs(name, "you"))
    assert wait_for_turn(page)
    act(page)
    assert wait_for_turn(page)
    check_access_day_and_night(page)
    next_choice(page).click()
    check_access_day_and_night(page)
