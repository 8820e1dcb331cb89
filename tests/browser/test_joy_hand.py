"""What is in the hand: it stays there after a refusal, is shown where it should go, is dragged, and
waits to be confirmed where somebody wants that.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ludotheque.check.hands import PHONE, open_table, seq, wait_for_turn
from ludotheque.check.warmth import warm
from tests.browser.conftest import Server, Visitor, every_game
from tests.browser.test_hands import GAMES, is_laid, lies, piece, place, press_done, touch
from tests.browser.test_learning import SAY, begin

GHOST = ".ghost > g"
WANTED = ".wanted > g"
TURN = "#choices [data-step=turn]"
CONFIRM = "#choices [data-step=confirm]"
NO_REASON = re.compile("can be done|^Now choose|^Now press")
MANY = 8  # things to ask about
FULL_TURN = 360


@pytest.fixture(scope="module")
def beach(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has Sandcastles."""
    warm("castles", GAMES)
    server = Server(tmp_path_factory.mktemp("beach"), LUDOTHEQUE_GAMES=GAMES)
    yield server
    server.kill()


@pytest.fixture
def child(visitor: Visitor, beach: Server) -> Any:
    """Somebody who builds sandcastles."""

    def come(**settings: Any) -> Page:
        page = visitor("/about", base_url=beach.address, **settings)
        open_table(page, "castles", ["you", "bot random"], pace="calm")
        assert wait_for_turn(page)
        return page

    return come


def angle(node: Locator) -> float:
    """How a piece or a ghost is turned."""
    return float(re.findall(r"rotate\(([-\d.]+)deg\)", node.get_attribute("style") or "")[0]) % FULL_TURN


def middle(node: Locator) -> tuple[float, float]:
    box = node.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: Locator, *ends: tuple[float, float]) -> None:
    """Press there and move; the button stays down."""
    page.mouse.move(*middle(start))
    page.mouse.down()
    for end in ends:
        page.mouse.move(*end, steps=4)


# Lessons


def test_turning_once_for_every_try_leads_to_the_end(visitor: Visitor) -> None:
    page = visitor("/")
    begin(page, "labyrinth")
    assert wait_for_turn(page)
    spare = page.locator(f'[data-piece="{page.locator(".place.is-held").get_attribute("data-id")}"]')
    wanted, said, turned = angle(page.locator(WANTED)), [""], -1.0
    while turned != wanted:
        page.keyboard.press("r")
        turned = angle(spare)
        page.locator(".place.is-target").click()
        if turned != wanted:
            expect(page.locator("#why")).to_have_text(re.compile(f"^(?!{said[-1]}$)Nearly"))
            said.append(page.locator("#why").inner_text().strip())
            assert angle(spare) == turned  # as it was turned, so it stays
    expect(page.locator(SAY)).to_contain_text("Step 2 of")
    assert said[-1] == "Nearly: turn it once more."


def test_a_lesson_shows_where_the_piece_goes_and_how_it_lies(visitor: Visitor) -> None:
    page = visitor("/")
    begin(page, "labyrinth")
    assert wait_for_turn(page)
    held = page.locator(".place.is-held")
    expect(page.locator(".place.is-source")).to_have_attribute("data-id", held.get_attribute("data-id") or "")
    target = page.locator(".place.is-target")
    expect(target).to_have_attribute("aria-label", re.compile("put it here$"))
    expect(page.locator(".arrow .line")).to_have_count(1)
    expect(page.locator(TURN)).to_have_class(re.compile("is-hinted"))
    spare = page.locator(f'[data-piece="{held.get_attribute("data-id")}"]')
    while angle(spare) != angle(page.locator(WANTED)):
        page.keyboard.press("r")
    expect(page.locator(TURN)).not_to_have_class(re.compile("is-hinted"))
    target.click()
    expect(page.locator(SAY)).to_contain_text("Step 2 of")


# Why not


@every_game
def test_whatever_cannot_be_picked_says_why(visitor: Visitor, game: str) -> None:
    page = visitor("/")
    open_table(page, game, ["you", "bot random"])
    assert wait_for_turn(page)
    lit = page.locator(".place.is-lit")
    if lit.count():
        lit.last.focus()
        page.keyboard.press("Enter")
        assert wait_for_turn(page)
    dark = page.locator(".place:not(.is-lit, .is-picked, .is-held)")
    names = [str(node.get_attribute("data-id")) for node in dark.all()][:: max(1, dark.count() // MANY)]
    for name in names:
        page.locator("#why").evaluate("(node) => node.replaceChildren()")
        place(page, name).press("Enter")
        expect(page.locator("#why")).to_have_text(re.compile(r"\w"))
        assert not NO_REASON.search(page.locator("#why").inner_text()), name


# Dragging


def test_a_piece_is_dragged_turned_on_the_way_and_put_down(child: Any) -> None:
    page = child()
    drag(page, place(page, "tower-0"), middle(place(page, "s1-c0")))
    expect(place(page, "tower-0")).to_have_class(re.compile("is-picked"))
    ghost = page.locator(GHOST)
    expect(ghost).to_have_count(1)
    x, y = middle(ghost)
    assert (x, y) == pytest.approx(middle(place(page, "s1-c0")), abs=20)  # it follows the pointer
    page.keyboard.press("r")
    assert angle(ghost) == 90
    page.mouse.wheel(0, 120)
    assert angle(ghost) == 180
    x, y = middle(place(page, "s0-c2"))
    page.mouse.move(x + 9, y - 7, steps=4)
    expect(ghost).to_have_attribute("style", re.compile(re.escape("translate(400px, 80px) rotate(180deg)")))
    page.mouse.up()
    is_laid(page, "tower-0", "translate(400px, 80px) rotate(180deg)")
    expect(page.locator(GHOST)).to_have_count(0)
    drag(page, place(page, "tower-0"), middle(place(page, "s0-c1")))  # what is laid out is dragged on
    expect(place(page, "tower-0")).to_have_class(re.compile("is-picked"))
    page.mouse.move(*middle(place(page, "s0-c3")), steps=3)
    page.mouse.up()
    is_laid(page, "tower-0", "translate(500px, 80px) rotate(180deg)")


def test_what_is_let_go_elsewhere_is_put_back(child: Any) -> None:
    page = child()
    before = seq(page)
    drag(page, place(page, "tower-0"), middle(place(page, "s1-c3")))
    page.mouse.up()
    expect(page.locator(f".place.is-picked, {GHOST}")).to_have_count(0)
    lies(page, "tower-0", "translate(40px, 80px) rotate(0deg)")
    x, y = middle(place(page, "tower-0"))
    drag(page, place(page, "tower-0"), (x + 7, y))  # a click by an unsteady hand
    page.mouse.up()
    expect(place(page, "tower-0")).to_have_class(re.compile("is-picked"))
    page.keyboard.press("Escape")
    drag(page, place(page, "tower-0"), middle(place(page, "s0-c1")))
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".place.is-picked")).to_have_count(0)
    assert seq(page) == before
    place(page, "tower-0").click()  # and click by click as ever
    place(page, "s0-c1").click()
    is_laid(page, "tower-0", "translate(300px, 80px)")


def test_what_is_in_the_hand_from_the_start_is_dragged_too(child: Any) -> None:
    page = child()
    press_done(page)
    expect(page.locator("#prompt")).to_have_text("Set your flag.")
    page.keyboard.press("r")
    drag(page, place(page, "flag-0"), middle(place(page, "s1-c1")))
    page.mouse.up()
    lies(page, "flag-0", "rotate(90deg)")  # nothing has happened
    drag(page, place(page, "flag-0"), middle(place(page, "mast-0")))
    page.mouse.up()
    expect(page.locator("#prompt")).to_have_text("Which shells do you keep?")
    lies(page, "flag-0", "rotate(90deg)")


def test_a_finger_drags_and_another_one_turns(child: Any) -> None:
    page = child(**PHONE)
    line = page.context.new_cdp_session(page)
    start, end = middle(place(page, "tower-0")), middle(place(page, "s0-c1"))
    view = page.locator("#board").get_attribute("data-box")
    touch(line, "touchStart", start)
    for share in (0.2, 0.5, 0.8):
        spot = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share + 60 * (1 - share))
        touch(line, "touchMove", spot)
    expect(place(page, "tower-0")).to_have_class(re.compile("is-picked"))
    touch(line, "touchStart", spot, (spot[0], spot[1] + 100))
    line.send(
        "Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [{"x": spot[0], "y": spot[1] + 100, "id": 1}]}
    )
    expect(piece(page, "tower-0")).to_have_attribute("style", re.compile(re.escape("rotate(90deg)")))
    touch(line, "touchMove", end)
    touch(line, "touchEnd")
    is_laid(page, "tower-0", "translate(300px, 80px) rotate(90deg)")
    assert page.locator("#board").get_attribute("data-box") == view  # the picture has not moved
    x, y = middle(place(page, "s1-c2"))
    page.keyboard.press("+")
    near = page.locator("#board").get_attribute("data-box")
    touch(line, "touchStart", (x, y))
    touch(line, "touchMove", (x - 30, y))
    touch(line, "touchMove", (x - 60, y))
    touch(line, "touchEnd")
    assert page.locator("#board").get_attribute("data-box") != near  # but from where nothing is lit it does


# Confirming


def test_a_move_waits_until_it_is_confirmed_if_somebody_wants_that(visitor: Visitor) -> None:
    page = visitor("/")
    page.evaluate("localStorage.setItem('confirm-moves', 'on')")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    before = seq(page)
    place(page, "c3").click()
    place(page, "c4").click()
    expect(page.locator(CONFIRM)).to_be_visible()
    page.mouse.move(0, 0)
    expect(page.locator(GHOST)).to_have_count(1)
    page.get_by_role("button", name="Put back").click()
    expect(page.locator(f"{CONFIRM}, .place.is-picked")).to_have_count(0)
    drag(page, place(page, "c3"), middle(place(page, "b3")))
    page.mouse.up()
    place(page, "c4").click()  # there rather than here
    assert seq(page) == before
    page.locator(CONFIRM).click()
    expect(page.locator("#log-lines")).to_contain_text(re.compile(r"c3.*c4"))
