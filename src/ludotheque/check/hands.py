"""What people do at a table, using only the page: these functions can play any game."""

import json

from playwright.sync_api import Locator, Page, expect

from ludotheque.check.warmth import warm
from ludotheque.core import registry

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
ACTS = "#log-lines li.act"
MINE = "#prompt-card.is-mine"
OVER = "body[data-status=over]"
CURTAIN = "#curtain[open]"
ASKING = "#asking[open]"
READY = "#choices #ready"
LONGEST_GAME = 300  # turns
MANY_TABS = 60  # more than there are tab stops on the page
MANY_WAYS = 3  # another player's action, or a late answer, can move things in between
GOES_ON = (
    "(seq) => Number(document.body.dataset.seq) === seq && !!document.querySelector('#prompt-card.is-mine') &&"
    " !!document.querySelector('.place.is-lit, #choices .choice')"
)


def open_table(page: Page, game: str, chairs: list[str], is_open: bool = False, **options: str) -> None:
    """Open a table on the set-up page; chairs are `you`, `person`, `screen` or `bot random`.

    Options that are not named get their default, whatever the page proposes.
    """
    if game in registry.names():
        warm(game)
    page.goto(f"/new?game={game}")
    page.wait_for_selector("#main:not([inert])")
    for field in page.locator("[data-option]").all():
        name = field.get_attribute("data-option") or ""
        if field.evaluate("(field) => field.matches('select')"):
            field.select_option(
                options.get(name) or field.evaluate("(field) => field.querySelector('[selected]').value")
            )
        elif name in options:
            field.fill(options[name])
    page.locator("#count").select_option(str(len(chairs)))
    for kind, who in zip(page.locator(".chair-kind").all(), chairs, strict=True):
        kind.select_option(who)
    if is_open:
        page.get_by_label("Anyone: list the table in the lobby").check()
    page.locator("#create").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("body[data-line=online]")


def invitation(page: Page) -> str:
    """Return the link to the free seat of a table that has been opened."""
    return page.locator("#invitations .invitation").input_value()


def join(page: Page, link: str) -> Page:
    """Follow an invitation and keep the name; if there is a pawn to choose, leave it to chance."""
    page.goto(link)
    sit_down(page)
    wait_for_the_start(page)
    return page


def sit_down(page: Page, name: str = "") -> None:
    """Answer what is asked before taking a seat, if anything is; without a name, keep the present
    one.
    """
    page.wait_for_selector("body[data-line=online], dialog[open] .take-chair")
    if page.locator(".take-chair").count():
        if name:
            page.get_by_label("Your name").fill(name)
        page.locator(".take-chair[value='']").click()


def be_ready(*pages: Page) -> None:
    """If players wait for each other, say on all these pages that they are ready."""
    for page in pages:
        wait_for_the_start(page)
        page.wait_for_function(
            "(ready) => document.querySelector(ready) || document.querySelector('#prompt').textContent", arg=READY
        )
        if page.locator(READY).count():
            page.locator(READY).click()
            expect(page.locator(READY)).to_have_count(0)


def wait_for_the_start(page: Page) -> None:
    """Wait until the game starts.

    Before that the page is still being laid out, and things may move under the pointer.
    """
    page.wait_for_selector("body[data-status=playing]")


def seq(page: Page) -> int:
    """Return the number of the last event that is shown."""
    return int(page.locator("body").get_attribute("data-seq") or 0)


def wait_for_turn(page: Page) -> bool:
    """Wait until there is something to do on this page; return False if the game is over.

    If players wait for each other, this one says that it is ready.
    """
    page.wait_for_selector(f"{MINE}, {OVER}, {CURTAIN}, {READY}", state="attached")
    if page.locator(READY).count():
        be_ready(page)
        return wait_for_turn(page)
    if page.locator(CURTAIN).count():
        page.locator("#lift").click()
        expect(page.locator(CURTAIN)).to_have_count(0)
        return wait_for_turn(page)
    return page.locator(OVER).count() == 0


def choices(page: Page) -> Locator:
    """Return everything that can be chosen next: lit places, and buttons."""
    return page.locator(".place.is-lit, #choices .choice")


def next_choice(page: Page) -> Locator:
    """Return the last lit place, or else the last button."""
    fresh = page.locator(".place.is-lit:not(.is-picked)")  # in a set, each thing only once
    return fresh.last if fresh.count() else page.locator("#choices .choice").last


def act(page: Page, *, touch: bool = False, force: bool = False) -> None:
    """Carry out one whole action, until it has been sent; `force` skips the check that it can be
    hit.
    """
    before = seq(page)
    while page.evaluate(GOES_ON, before):
        choice = next_choice(page)
        if touch:
            bring_into_sight(page, choice)
            choice.tap(force=force)
        else:
            choice.click(force=force)
        be_sure(page)


def be_sure(page: Page) -> None:
    """Confirm, if the page asks for confirmation."""
    if page.locator(ASKING).count():
        page.locator(f"{ASKING} [value=yes]").click()


IN_SIGHT = """(node) => {
    const [box, board] = [node, document.querySelector("#board")].map((one) => one.getBoundingClientRect());
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return !node.matches(".place") || (x > board.left && x < board.right && y > board.top && y < board.bottom);
}"""


def bring_into_sight(page: Page, choice: Locator) -> None:
    """Bring a choice into view with the area buttons: an area with something to pick, else the
    whole table.
    """
    for button in [*page.locator("#areas .has-lit").all(), page.locator("#areas [data-look='']")]:
        if choice.evaluate(IN_SIGHT):
            return
        button.tap()


# With the keyboard

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
    """Return the arrow keys that lead from one place to every other."""
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
    """Move the focus to a choice: Tab to the buttons and the board, then arrow keys on it."""
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
    """Carry out one whole action with Tab, the arrow keys, R and Enter."""
    before = seq(page)
    page.keyboard.press("r")
    while page.evaluate(GOES_ON, before):
        go_to(page, next_choice(page))
        page.keyboard.press("Enter")
        be_sure(page)


def play_to_the_end(page: Page, *, touch: bool = False) -> int:
    """Play until the game is over, and return how many actions it took."""
    for turn in range(LONGEST_GAME):
        if not wait_for_turn(page):
            return turn
        act(page, touch=touch)
    raise AssertionError(f"not over after {LONGEST_GAME} actions")


LYING_ON = """(circle) => {
    const area = document.querySelector(`.place[data-id="${circle}"]`);
    const [cx, cy, ry] = ["cx", "cy", "ry"].map((name) => Number(area.getAttribute(name)));
    const spot = (node) => node.style.transform.match(/-?[\\d.]+/g).map(Number);
    const lying = [...document.querySelectorAll('[data-piece^="chip-"]')].map(spot);
    const here = lying.filter(([x, y]) => x === cx && Math.abs(y - cy) <= ry);
    return here.map(([x, y]) => [x, y]).sort((one, other) => other[1] - one[1]);
}"""


def stack_on(page: Page, circle: str) -> list[list[float]]:
    """Return the centres of the chips on a circle of Sarena, the lowest chip first."""
    stack: list[list[float]] = page.evaluate(LYING_ON, circle)
    return stack


def sheet_scores(page: Page) -> list[str]:
    """Return the scores in the last line of the final score sheet."""
    page.wait_for_selector("#sheet[open]")
    return page.locator("#sheet .total td").all_inner_texts()
