"""What one sees at a table: what can be done, what others did, things from nearby, and settings."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from ludotheque.check.hands import ACTS, PHONE, act, open_table, seq, wait_for_turn
from ludotheque.check.warmth import warm
from ludotheque.core import registry
from ludotheque.core.constants import TABLE
from tests.browser.conftest import Server, Visitor, every_game
from tests.browser.positions import House, Position, corpus, position

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SIZES: list[Any] = [DESKTOP, PHONE]
SOME_PLIES = 6
PLAIN = 3.0  # contrast of what is lit
BESIDE = 2.6  # px from the middle of a ring to the middle of its edge
SLOW = 2000  # ms before a bot's ply, at least


@pytest.fixture
def house(server: Server) -> Iterator[House]:
    house = House(server)
    yield house
    house.close()


def after_some_plies(name: str) -> Position:
    """Somewhere in a game with all seats taken, where something on the board can be picked."""
    game = registry.load(name)
    play = next(play for play in corpus(name) if play.seats == max(play.seats for play in corpus(name)))
    for state in play.states:
        for seat in game.movers(state):
            if len(play.plies) >= SOME_PLIES and seat != TABLE:
                where = position(game, play, state, seat, game.legal(state, seat)[0])
                if where.steps[0][0] == "pick":
                    return where
    raise AssertionError(f"nothing can be picked in {name}")


def laid_out(visitor: Visitor, house: House, game: str, **settings: Any) -> Page:
    warm(game)
    table, cookies = house.lay_out(after_some_plies(game))
    page = visitor(f"/t/{table}", cookies, **settings)
    assert wait_for_turn(page)
    return page


# What can be picked

POINTS = """() => [...document.querySelectorAll(".marks g:not(.edges) > .ring.is-lit")].map((ring) => {
    const [box, at] = [ring.getBBox(), ring.getScreenCTM()];
    const on = (x, y) => new DOMPoint(box.x + box.width * x, box.y + box.height * y).matrixTransform(at);
    const seen = document.querySelector("#board").getBoundingClientRect();
    const isSeen = ({ x, y }) => x > seen.x + 5 && x < seen.right - 5 && y > seen.y + 5 && y < seen.bottom - 5;
    return [[0.5, 0, 0, 1], [0.5, 1, 0, 1], [0, 0.5, 1, 0], [1, 0.5, 1, 0]]
        .map(([x, y, across, down]) => [on(x, y), across, down])
        .filter(([point]) => isSeen(point))
        .map(([{ x, y }, across, down]) => [x, y, across, down]);
})"""

DRAWN = """() => document.querySelector(".ring.is-lit") &&
    [...document.querySelectorAll(".ring.is-lit")].every((ring) => ring.getBBox().width > 1)"""


def light(color: tuple[int, ...]) -> float:
    """The luminance of a colour, as the guidelines for accessibility have it."""
    parts = [part / 255 for part in color[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def stands_out(image: Image.Image, scale: float, point: list[float]) -> bool:
    x, y, across, down = point
    ring, *edges = [
        light(image.getpixel((int((x + by * across) * scale), int((y + by * down) * scale))))  # type: ignore[arg-type]
        for by in (0, -BESIDE, BESIDE)
    ]
    return all(contrast(ring, edge) >= PLAIN for edge in edges)


def picture_with_rings(page: Page) -> tuple[Image.Image, list[list[list[float]]]]:
    """A screenshot, and points on each ring in it; pieces have their size when the art has come."""
    page.wait_for_function(DRAWN)
    rings, shown = list[list[list[float]]](), page.evaluate(POINTS)
    while rings != shown or not any(rings):
        rings, image, shown = shown, page.screenshot(), page.evaluate(POINTS)
    return Image.open(io.BytesIO(image)).convert("RGB"), [points for points in rings if points]


@every_game
def test_what_can_be_picked_stands_out_by_day_and_night(visitor: Visitor, house: House, game: str) -> None:
    for size in SIZES:
        for scheme in ("light", "dark"):
            page = laid_out(visitor, house, game, **size, color_scheme=scheme)
            image, rings = picture_with_rings(page)
            scale = image.width / size["viewport"]["width"]
            plain = [any(stands_out(image, scale, point) for point in ring) for ring in rings]
            assert plain.count(True) == len(rings) > 0, (game, scheme)
            page.context.close()


# What others did


def test_what_a_bot_did_is_drawn_after_a_pause_and_gone_with_the_next_move(visitor: Visitor) -> None:
    page = visitor()
    page.evaluate("localStorage['bot-pace'] = 'slow'")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    page.evaluate(
        """() => { window.times = [];
        const look = () => window.times.push(performance.now());
        new MutationObserver(look).observe(document.querySelector("#log-lines"), { childList: true }); }"""
    )
    for turn in range(2):
        act(page)
        expect(page.locator(ACTS)).to_have_count(2 * turn + 1)
        expect(page.locator(".way")).to_have_count(0)
        expect(page.locator(ACTS)).to_have_count(2 * turn + 2)
        expect(page.locator(".way")).to_have_count(1)
        assert wait_for_turn(page)
    own, bots = page.evaluate("window.times.slice(0, 2)")
    assert bots - own >= SLOW
    assert page.locator(".marks .ring.is-last").count() >= 2  # from where, to where; each with its edge
    assert page.evaluate(
        "document.querySelector('.marks').compareDocumentPosition(document.querySelector('.pieces'))"
        " === Node.DOCUMENT_POSITION_PRECEDING"
    )
    page.locator("#undo").click()  # then the bot has not moved there
    expect(page.locator(".way")).to_have_count(0)


# Settings


def test_settings_are_kept(visitor: Visitor) -> None:
    page = visitor(**PHONE)
    open_table(page, "sarena", ["you", "bot random"])
    page.locator("#drawer").tap()
    page.get_by_role("button", name="Settings").tap()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_label("Speed of the bots").select_option("fast")
    dialog.get_by_label("Confirm my moves").check()
    dialog.get_by_label("Celebrate the end of a game").uncheck()
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_be_hidden()
    page.set_viewport_size(DESKTOP["viewport"])
    page.reload()
    page.get_by_role("banner").get_by_role("button", name="Settings").click()
    expect(dialog.get_by_label("Speed of the bots")).to_have_value("fast")
    expect(dialog.get_by_label("Confirm my moves")).to_be_checked()
    expect(dialog.get_by_label("Celebrate the end of a game")).not_to_be_checked()
    expect(dialog.get_by_label("Sounds")).not_to_be_checked()
    kept = page.evaluate("['bot-pace', 'confirm-moves', 'cheer'].map((name) => localStorage.getItem(name))")
    assert kept == ["fast", "on", "off"]


# Larger


def area(page: Page) -> float:
    box = page.locator("#board").bounding_box()
    assert box
    return box["width"] * box["height"]


def test_the_log_folds_away_and_the_board_takes_its_room(visitor: Visitor, house: House) -> None:
    page = laid_out(visitor, house, "sarena", **DESKTOP)
    before = area(page)
    page.locator("#close-drawer").click()
    expect(page.locator("#side")).to_be_hidden()
    assert area(page) > 1.2 * before
    page.reload()
    assert wait_for_turn(page)
    expect(page.locator("#side")).to_be_hidden()
    page.get_by_role("button", name="Log").click()
    expect(page.locator("#side")).to_be_visible()
    assert area(page) == pytest.approx(before, rel=0.02)


def test_a_closer_look_by_key_double_click_and_finger(visitor: Visitor, house: House) -> None:
    page = laid_out(visitor, house, "labyrinth", **DESKTOP)
    closer, before = page.locator("#closer"), seq(page)
    page.locator('.place[data-id="d4"]').focus()
    page.keyboard.press("z")
    expect(closer).to_be_visible()
    box = page.locator("#closer-picture").bounding_box()
    assert box
    assert box["height"] == pytest.approx(0.6 * 900, abs=1)
    expect(page.locator("#closer-picture [data-sprite]")).not_to_have_count(0)
    expect(page.locator("#closer-name")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(closer).to_be_hidden()
    page.locator('.place[data-id="g7"]:not(.is-lit)').dblclick()
    expect(closer).to_be_visible()
    closer.click()
    expect(closer).to_be_hidden()
    assert seq(page) == before


def test_a_finger_that_stays_looks_closer(visitor: Visitor, house: House) -> None:
    page = laid_out(visitor, house, "sarena", **PHONE)
    chip = page.locator(".place.is-lit").first.bounding_box()
    assert chip
    line, point = page.context.new_cdp_session(page), {"x": chip["x"] + 20, "y": chip["y"] + 20}
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator("#closer")).to_be_visible()
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#closer-name")).not_to_be_empty()
    expect(page.locator(".place.is-picked")).to_have_count(0)
    page.locator("#closer").tap()
    expect(page.locator("#closer")).to_be_hidden()


def test_a_phone_shows_everybody_s_scores_in_one_row(visitor: Visitor, house: House) -> None:
    page = laid_out(visitor, house, "labyrinth", **PHONE)
    chips = page.locator("#seats .chip")
    boxes = [box for chip in chips.all() if (box := chip.bounding_box())]
    assert len(boxes) == 4
    assert len({(box["y"], box["height"]) for box in boxes}) == 1
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= page.evaluate("innerWidth") for box in boxes)
    for label in page.locator("#seats .before").all():
        expect(label).to_be_visible()
        assert label.evaluate("(node) => node.getClientRects().length") == 1
        assert "point" in label.inner_text()
    page.locator("#seats .chip").nth(1).tap()
    opened = page.locator("#seats .is-open .chip").bounding_box()
    assert opened
    assert opened["height"] >= boxes[1]["height"]
