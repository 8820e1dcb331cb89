"""All that a hand can do at a table: pick, turn, lay out and take up again, choose several, choose
a number; look nearer; and beat the hourglass.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from ludotheque.check.guests import Guest
from ludotheque.check.hands import (
    MINE,
    OVER,
    act,
    be_sure,
    invitation,
    join,
    open_table,
    play_to_the_end,
    wait_for_turn,
)
from ludotheque.check.visits import check_access_day_and_night
from ludotheque.check.warmth import warm
from tests.browser.conftest import Server, Visitor

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ACTS = "#log-lines li.act"
GAMES = "tests.toy,tests.castles"
SAND_S = 8
KEEP_MOTIONS = """
window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, ...rest) {
    if (this.dataset?.piece) window.motions.push([this.dataset.piece, frames]);
    return animate.call(this, frames, ...rest);
};
"""
MOTIONS = "(id) => window.motions.filter(([piece]) => piece === id).map(([, frames]) => frames)"


@pytest.fixture(scope="module")
def beach(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has Sandcastles, with little sand."""
    warm("castles", GAMES)
    server = Server(tmp_path_factory.mktemp("beach"), LUDOTHEQUE_GAMES=GAMES, CASTLES_SAND_S=str(SAND_S))
    yield server
    server.kill()


@pytest.fixture
def child(visitor: Visitor, beach: Server) -> Any:
    """Somebody who comes to the beach."""
    return lambda **settings: visitor("/about", base_url=beach.address, **settings)


def place(page: Page, name: str) -> Locator:
    return page.locator(f'.place[data-id="{name}"]')


def piece(page: Page, name: str) -> Locator:
    return page.locator(f'[data-piece="{name}"]')


def lies(page: Page, name: str, how: str) -> None:
    """Where a piece stands, as the page writes it: `translate(…) rotate(…)`."""
    expect(piece(page, name)).to_have_attribute("style", re.compile(re.escape(how)))


def is_laid(page: Page, name: str, how: str) -> None:
    """The piece lies there for a while: it can be taken up again."""
    lies(page, name, how)
    expect(place(page, name)).to_have_class(re.compile("is-laid"))


def press_done(page: Page) -> None:
    page.get_by_role("button", name="Done").click()
    be_sure(page)


def test_a_piece_is_turned_in_the_hand_by_key_wheel_tap_and_button(child: Any) -> None:
    page = child()
    open_table(page, "castles", ["you", "bot random"], pace="calm")
    assert wait_for_turn(page)
    place(page, "tower-0").click()
    expect(place(page, "tower-0")).to_have_class(re.compile("is-picked"))
    for turned, face in (
        ("rotate(90deg)", "tower"),
        ("rotate(180deg)", "tower"),
        ("rotate(270deg)", "tower-back"),
        ("rotate(360deg)", "tower"),
    ):
        page.keyboard.press("r")
        lies(page, "tower-0", turned)
        expect(piece(page, "tower-0").locator("[data-sprite]")).to_have_attribute("data-sprite", face)
    page.keyboard.press("Shift+R")
    lies(page, "tower-0", "rotate(270deg)")
    place(page, "tower-0").hover()
    page.mouse.wheel(0, 120)
    lies(page, "tower-0", "rotate(360deg)")  # on and on, not all the way back
    place(page, "tower-0").click()
    lies(page, "tower-0", "rotate(450deg)")
    page.get_by_role("button", name="Turn or flip (R)").click()
    lies(page, "tower-0", "rotate(540deg)")
    page.keyboard.press("r")
    place(page, "s0-c2").hover()
    ghost = page.locator(".ghost > g")
    expect(ghost).to_have_attribute("style", re.compile(re.escape("translate(400px, 80px) rotate(270deg)")))
    expect(ghost.locator("[data-sprite]")).to_have_attribute("data-sprite", "tower-back")
    page.keyboard.press("Escape")
    lies(page, "tower-0", "translate(40px, 80px) rotate(0deg)")
    expect(page.locator(".place.is-picked")).to_have_count(0)


def test_what_is_laid_out_can_be_taken_up_again_and_survives_a_reload(child: Any) -> None:
    page = child()
    open_table(page, "castles", ["you", "bot random"], pace="calm")
    assert wait_for_turn(page)
    place(page, "tower-0").click()
    page.keyboard.press("r")
    place(page, "s0-c2").click()
    is_laid(page, "tower-0", "translate(400px, 80px) rotate(90deg)")
    page.reload()
    assert wait_for_turn(page)
    lies(page, "tower-0", "translate(400px, 80px) rotate(90deg)")
    place(page, "wall-0").click()
    place(page, "s0-c0").click()
    is_laid(page, "wall-0", "translate(200px, 80px)")
    expect(page.locator(ACTS)).to_have_count(0)
    place(page, "tower-0").click()
    expect(place(page, "tower-0")).to_have_class(re.compile("is-picked"))
    lies(page, "tower-0", "rotate(90deg)")  # it is held as it lay
    place(page, "s0-c3").click()
    is_laid(page, "tower-0", "translate(500px, 80px) rotate(90deg)")
    is_laid(page, "wall-0", "translate(200px, 80px)")
    page.get_by_role("button", name="Take everything back").click()
    lies(page, "tower-0", "translate(40px, 80px)")
    lies(page, "wall-0", "translate(100px, 80px)")
    place(page, "wall-0").click()
    place(page, "s0-c1").click()
    is_laid(page, "wall-0", "translate(300px, 80px)")
    press_done(page)
    expect(page.locator(ACTS).nth(1)).to_contain_text("is done")  # the wall and the end of it: one after the other


def test_whoever_waits_lays_out_already(child: Any) -> None:
    host, guest = child(), child()
    open_table(host, "castles", ["you", "person"], pace="calm")
    join(guest, invitation(host))
    assert wait_for_turn(guest)
    place(guest, "tower-1").click()
    place(guest, "s1-c1").click()
    is_laid(guest, "tower-1", "translate(300px, 240px)")
    expect(host.locator("[data-seat='1'] .note")).to_contain_text("laid out: 1")
    lies(host, "tower-1", "translate(40px, 240px)")
    press_done(guest)
    expect(guest.locator("#prompt")).to_contain_text("when your turn comes")
    guest.get_by_role("button", name="Change it again").click()
    assert wait_for_turn(guest)
    press_done(guest)
    expect(guest.locator("#prompt")).to_contain_text("when your turn comes")
    expect(host.locator("[data-seat='1'] .note")).to_contain_text("ready")
    expect(host.locator(ACTS)).to_have_count(0)
    press_done(host)
    expect(host.locator(ACTS)).to_have_count(3)
    lies(host, "tower-1", "translate(300px, 240px)")


def build_nothing(page: Page) -> None:
    assert wait_for_turn(page)
    press_done(page)
    expect(page.locator("#prompt")).to_have_text("Set your flag.")


def test_the_hand_holds_what_the_scene_says_before_anything_is_picked(child: Any) -> None:
    page = child()
    open_table(page, "castles", ["you", "bot random"], pace="calm")
    build_nothing(page)
    page.keyboard.press("r")
    lies(page, "flag-0", "rotate(90deg)")
    place(page, "flag-0").click()  # a tap on the piece itself turns it too
    lies(page, "flag-0", "rotate(180deg)")
    place(page, "mast-0").click()
    expect(page.locator("#prompt")).to_have_text("Which shells do you keep?")
    lies(page, "flag-0", "rotate(180deg)")


def test_several_things_are_chosen_and_a_number(child: Any) -> None:
    page = child(reduced_motion="no-preference")
    page.add_init_script(KEEP_MOTIONS)
    open_table(page, "castles", ["you", "bot random"], pace="calm")
    build_nothing(page)
    place(page, "mast-0").click()
    for shell in ("shell-0-2", "shell-0-1", "shell-0-0", "shell-0-1"):  # in any order; the middle one goes back
        place(page, shell).click()
    expect(page.locator(".place.is-picked")).to_have_count(2)
    page.get_by_role("button", name="Keep these").click()
    expect(page.locator("#prompt")).to_have_text("How many points do you give away?")
    for number, size in enumerate((1, 0.6, 1)):
        lies(page, f"shell-0-{number}", f"scale({size})")
    expect(page.get_by_role("button", name="less")).to_be_disabled()
    for _ in range(2):
        page.get_by_role("button", name="more").click()
    page.get_by_role("button", name="Take it").click()
    lies(page, "crab-0", "translate(160px, 145px)")
    walk = page.evaluate(MOTIONS, "crab-0")[-1]
    # by the points on its way
    assert [re.findall(r"[\d.]+", frame["transform"])[:2] for frame in walk] == [
        ["60", "145"],
        ["60", "120"],
        ["160", "120"],
        ["160", "145"],
    ]
    expect(page.locator("[data-seat='0'] .before")).to_have_text("2 given")
    expect(page.locator("[data-seat='0'] .gain")).to_have_text("+2 given")
    gull = page.evaluate(MOTIONS, "gull-0")
    assert gull == []
    assert wait_for_turn(page)  # the bot has played: the sea comes nearer
    lies(page, "gull-0", "translate(140px, 20px)")
    assert list(page.evaluate(MOTIONS, "gull-0")[-1]) == ["opacity"]  # it reappears
    expect(page.locator("#board")).to_have_attribute("data-box", "-150 0 850 320")
    page.get_by_role("button", name="Beach 1").click()
    expect(page.locator("#board")).to_have_attribute("data-view", "beach-1")


def test_every_kind_of_step_is_found_by_whoever_takes_what_is_lit(child: Any) -> None:
    page = child()
    open_table(page, "castles", ["you", "bot random", "bot random"], pace="calm")
    assert play_to_the_end(page) > 8
    expect(page.locator(OVER)).to_have_count(1)


# Looking nearer


def view_box(page: Page) -> list[float]:
    return [float(number) for number in (page.locator("#board").get_attribute("data-box") or "").split()]


def test_keys_wheel_and_drag_look_nearer_and_back(child: Any) -> None:
    page = child()
    open_table(page, "castles", ["you", "bot random"], pace="calm")
    assert wait_for_turn(page)
    board = page.locator("#board")
    expect(board).to_have_attribute("data-view", "whole")
    whole = view_box(page)
    page.keyboard.press("+")
    expect(board).to_have_attribute("data-view", "free")
    nearer = view_box(page)
    assert nearer[2] < whole[2] * 2
    place(page, "s0-c0").hover()
    page.mouse.wheel(0, -400)
    page.wait_for_function(
        "(width) => Number(document.querySelector('#board').dataset.box.split(' ')[2]) < width - 1",
        arg=nearer[2],
    )
    before = view_box(page)
    box = board.bounding_box()
    assert box
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 150, box["y"] + 200, steps=3)
    page.mouse.up()
    after = view_box(page)
    assert after[0] > before[0]
    assert after[2] == pytest.approx(before[2])
    expect(page.locator(".place.is-picked")).to_have_count(0)  # a drag picks nothing
    page.keyboard.press("0")
    expect(board).to_have_attribute("data-view", "whole")
    assert view_box(page) == whole
    page.get_by_role("button", name="Beach 0").click()
    assert view_box(page)[3] < whole[3]
    place(page, "s1-c3").focus()  # what has the focus is in sight
    expect(place(page, "s1-c3")).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="Whole table").click()
    assert view_box(page) == whole
    check_access_day_and_night(page)


def test_what_one_points_at_says_what_it_is(child: Any) -> None:
    page = child()
    open_table(page, "castles", ["you", "bot random"], pace="calm")
    assert wait_for_turn(page)
    place(page, "s1-c2").hover()
    expect(page.locator("#tip")).to_have_text("Field 2 of Random bot")
    page.locator('.thing[data-id="shell-1-0"]').hover()
    expect(page.locator("#tip")).to_have_text("shell 0")
    page.mouse.move(0, 0)
    expect(page.locator("#tip")).to_be_hidden()


def touch(line: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    line.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]},
    )


def test_a_phone_shows_home_first_and_two_fingers_zoom_and_turn(child: Any) -> None:
    page = child(**PHONE)
    open_table(page, "castles", ["you", "bot random"], pace="calm")
    assert wait_for_turn(page)
    board = page.locator("#board")
    expect(board).to_have_attribute("data-view", "beach-0")
    heights = [button.bounding_box() for button in page.locator("#areas button").all()]
    assert len(heights) == 3
    assert all(box and box["height"] >= 44 for box in heights)
    page.get_by_role("button", name="Whole table").tap()
    expect(board).to_have_attribute("data-view", "whole")
    whole = view_box(page)
    line, box = page.context.new_cdp_session(page), board.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch(line, "touchStart", (x - 30, y), (x + 30, y))
    for far in (40, 60, 80):
        touch(line, "touchMove", (x - far, y), (x + far, y))
    touch(line, "touchEnd")
    expect(board).to_have_attribute("data-view", "free")
    assert view_box(page)[2] < whole[2]
    page.get_by_role("button", name="Beach 0").tap()
    expect(board).to_have_attribute("data-view", "beach-0")
    place(page, "tower-0").tap()
    expect(place(page, "tower-0")).to_have_class(re.compile("is-picked"))
    touch(line, "touchStart", (x - 60, y), (x + 60, y))
    touch(line, "touchMove", (x - 55, y - 24), (x + 55, y + 24))
    touch(line, "touchMove", (x - 50, y - 33), (x + 50, y + 33))
    touch(line, "touchEnd")
    lies(page, "tower-0", "rotate(90deg)")
    place(page, "s0-c1").tap()
    lies(page, "tower-0", "translate(300px, 80px) rotate(90deg)")
    where = place(page, "s1-c1")
    page.get_by_role("button", name="Whole table").tap()
    spot = where.bounding_box()
    assert spot
    touch(line, "touchStart", (spot["x"] + 5, spot["y"] + 5))
    expect(page.locator("#tip")).to_have_text("Field 1 of Random bot")
    touch(line, "touchEnd")


# twice as large; a phone on its side
@pytest.mark.parametrize(("width", "height", "least"), [(720, 450, 0.75), (844, 390, 0.7), (195, 422, 0.8)])
def test_a_page_that_is_enlarged_leaves_room_for_the_board(
    visitor: Visitor, width: int, height: int, least: float
) -> None:
    page = visitor("/", viewport={"width": width, "height": height})
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    box = page.locator("#board").bounding_box()
    assert box
    assert box["height"] >= least * height
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    act(page)
    expect(page.locator(ACTS)).not_to_have_count(0)
    check_access_day_and_night(page)


# The hourglass


def test_the_sand_runs_out_on_one_of_two_and_nothing_is_lost(child: Any) -> None:
    host, guest = child(), child()
    open_table(host, "castles", ["you", "person"], pace="sand")
    join(guest, invitation(host))
    assert wait_for_turn(guest)
    place(guest, "tower-1").click()
    place(guest, "s1-c1").click()
    is_laid(guest, "tower-1", "translate(300px, 240px)")
    assert wait_for_turn(host)
    expect(host.locator("#hourglass")).to_be_hidden()
    press_done(host)
    for page in (host, guest):
        expect(page.locator("#hourglass")).to_be_visible()
    check_access_day_and_night(guest)
    expect(guest.locator("#hourglass")).to_have_class(re.compile("is-last"))
    place(guest, "wall-1").click()  # not put down in time: it was never laid out
    for page in (host, guest):
        expect(page.locator(ACTS).last).to_have_text("The tide comes.")
        expect(page.locator("#hourglass")).to_be_hidden()
        lies(page, "tower-1", "translate(300px, 240px)")
        lies(page, "wall-1", "translate(100px, 240px)")
    expect(host.locator(MINE)).to_have_count(1)


def test_nobody_shares_a_screen_against_the_hourglass(child: Any, beach: Server) -> None:
    page = child()
    page.goto("/new?game=castles")
    expect(page.locator(".chair-kind option[value=screen]:enabled")).to_have_count(2)
    page.locator("[data-option=pace]").select_option("sand")
    expect(page.locator(".chair-kind option[value=screen]:enabled")).to_have_count(0)
    with Guest(beach.address, "Ann") as ann:
        answer = ann.http.post(
            "/api/tables",
            json={"game": "castles", "options": {"pace": "sand"}, "seats": [{"kind": "you"}, {"kind": "screen"}]},
        )
    assert (answer.status_code, answer.json()["code"]) == (400, "table/seats")
