"""What people do at a table, in terms of the page alone: any game can be played with these."""

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from ludotheque.core import registry
from tests.browser.warmth import warm

every_game = pytest.mark.parametrize("game", registry.names())
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
ACTS = "#log-lines li.act"
MINE = "#prompt-card.is-mine"
OVER = "body[data-status=over]"
CURTAIN = "#curtain[open]"
LONGEST_GAME = 300  # turns
MANY_TABS = 60  # more than there are stops on the page
MANY_WAYS = 3  # what somebody else does, or an answer that comes late, moves the things on the way
GOES_ON = "(seq) => Number(document.body.dataset.seq) === seq && !!document.querySelector('#prompt-card.is-mine') && !!document.querySelector('.place.is-lit, #choices .choice')"


def open_table(page: Page, game: str, chairs: list[str], is_open: bool = False, **options: str) -> None:
    """Through the set-up page; chairs are `you`, `person`, `screen` or `bot random`."""
    if game in registry.names():
        warm(game)
    page.goto(f"/new?game={game}")
    for name, value in options.items():
        field = page.locator(f"[data-option={name}]")
        if field.evaluate("(field) => field.matches('select')"):
            field.select_option(value)
        else:
            field.fill(value)
    page.locator("#count").select_option(str(len(chairs)))
    for kind, who in zip(page.locator(".chair-kind").all(), chairs, strict=True):
        kind.select_option(who)
    if is_open:
        page.get_by_label("Anybody: the table stands in the lobby").check()
    page.locator("#create").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("body[data-line=online]")


def invitation(page: Page) -> str:
    """The link to the free chair of a table that somebody has opened."""
    return page.locator("#invitations .invitation").input_value()


def wait_for_the_start(page: Page) -> None:
    """Until then the page is still being laid out: what one reaches for can slip from under the pointer."""
    page.wait_for_selector("body[data-status=playing]")


def seq(page: Page) -> int:
    """The number of the last event that is shown."""
    return int(page.locator("body").get_attribute("data-seq") or 0)


def wait_for_turn(page: Page) -> bool:
    """Wait until there is something to do here; False when the game is over."""
    page.wait_for_selector(f"{MINE}, {OVER}, {CURTAIN}", state="attached")
    if page.locator(CURTAIN).count():
        page.locator("#lift").click()
        expect(page.locator(CURTAIN)).to_have_count(0)
        return wait_for_turn(page)
    return page.locator(OVER).count() == 0


def choices(page: Page) -> Locator:
    """All that can be taken next: lit places, and buttons."""
    return page.locator(".place.is-lit, #choices .choice")


def next_choice(page: Page) -> Locator:
    """The last thing that is lit, else the last button."""
    fresh = page.locator(".place.is-lit:not(.is-picked)")  # of a set, each thing once
    return fresh.last if fresh.count() else page.locator("#choices .choice").last


def act(page: Page, *, touch: bool = False) -> None:
    """One whole action, until it has gone out."""
    before = seq(page)
    while page.evaluate(GOES_ON, before):
        choice = next_choice(page)
        if touch:
            bring_into_sight(page, choice)
            choice.tap()
        else:
            choice.click()


IN_SIGHT = """(node) => {
    const [box, board] = [node, document.querySelector("#board")].map((one) => one.getBoundingClientRect());
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return !node.matches(".place") || (x > board.left && x < board.right && y > board.top && y < board.bottom);
}"""


def bring_into_sight(page: Page, choice: Locator) -> None:
    """With the buttons for parts of the table: one in which something can be picked, else the whole."""
    for button in [*page.locator("#areas .has-lit").all(), page.locator("#areas [data-look='']")]:
        if choice.evaluate(IN_SIGHT):
            return
        button.tap()


# By keys

ARROWS = """() => {
    const [before, ways] = [document.activeElement, {}];
    for (const place of document.querySelectorAll("#board .place")) {
        ways[place.dataset.id] = {};
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
            place.focus();
            place.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
            ways[place.dataset.id][key] = document.activeElement.dataset.id;
        }
    }
    before.focus();
    return ways;
}"""
FOCUS = "() => document.activeElement?.dataset.id ?? document.activeElement?.dataset.step ?? ''"


def arrow_ways(page: Page, start: str) -> dict[str, list[str]]:
    """The arrow keys that lead from one place to each other."""
    ways: dict[str, dict[str, str]] = page.evaluate(ARROWS)
    found: dict[str, list[str]] = {start: []}
    for here in (queue := [start]):
        for key, there in ways[here].items():
            if there not in found:
                found[there] = [*found[here], key]
                queue.append(there)
    assert found.keys() == ways.keys()
    return found


def go_to(page: Page, choice: Locator) -> None:
    """Tab leads to the buttons and to the board, and there the arrow keys from place to place."""
    wanted = choice.get_attribute("data-id") or choice.get_attribute("data-step") or ""
    stop = f"[data-step={json.dumps(wanted)}]" if choice.get_attribute("data-step") else "#board .place"
    for _ in range(MANY_TABS):
        if page.evaluate("(stop) => document.activeElement.matches(stop)", stop):
            break
        page.keyboard.press("Tab")
    for _ in range(MANY_WAYS):
        if (here := page.evaluate(FOCUS)) == wanted:
            return
        for key in arrow_ways(page, here)[wanted]:
            page.keyboard.press(key)
    raise AssertionError(f"the keys lead to {here}, not to {wanted}")


def act_by_keys(page: Page) -> None:
    """One whole action with Tab, the arrow keys, R and Enter."""
    before = seq(page)
    page.keyboard.press("r")
    while page.evaluate(GOES_ON, before):
        go_to(page, next_choice(page))
        page.keyboard.press("Enter")


def play_to_the_end(page: Page, *, touch: bool = False) -> int:
    """Answers how many actions it took."""
    for turn in range(LONGEST_GAME):
        if not wait_for_turn(page):
            return turn
        act(page, touch=touch)
    raise AssertionError(f"not over after {LONGEST_GAME} actions")


LYING_ON = """(circle) => {
    const area = document.querySelector(`.place[data-id="${circle}"]`);
    const [cx, cy, ry] = ["cx", "cy", "ry"].map((name) => Number(area.getAttribute(name)));
    const lying = [...document.querySelectorAll('[data-piece^="chip-"]')].map((node) => node.style.transform.match(/-?[\\d.]+/g).map(Number));
    return lying.filter(([x, y]) => x === cx && Math.abs(y - cy) <= ry).map(([x, y]) => [x, y]).sort((one, other) => other[1] - one[1]);
}"""


def stack_on(page: Page, circle: str) -> list[list[float]]:
    """Where the chips on a circle of Sarena have their centres, the lowest chip first."""
    stack: list[list[float]] = page.evaluate(LYING_ON, circle)
    return stack


def sheet_scores(page: Page) -> list[str]:
    """The last line of the final sheet that holds scores."""
    page.wait_for_selector("#sheet[open]")
    return page.locator("#sheet .total td").all_inner_texts()
