"""What people do at a table, in terms of the page alone: any game can be played with these."""

from playwright.sync_api import Locator, Page, expect

from ludotheque.core import registry
from tests.browser.warmth import warm

MINE = "#prompt-card.is-mine"
OVER = "body[data-status=over]"
CURTAIN = "#curtain[open]"
LONGEST_GAME = 300  # turns
GOES_ON = "(seq) => Number(document.body.dataset.seq) === seq && !!document.querySelector('#prompt-card.is-mine') && !!document.querySelector('.place.is-lit, #choices .choice')"


def open_table(page: Page, game: str, chairs: list[str], is_open: bool = False, **options: str) -> None:
    """Through the set-up page; chairs are `you`, `person`, `screen` or `bot random`."""
    if game in registry.names():
        warm(game)
    page.goto(f"/new?game={game}")
    for name, value in options.items():
        page.locator(f"[data-option={name}]").select_option(value)
    page.locator("#count").select_option(str(len(chairs)))
    for kind, who in zip(page.locator(".chair-kind").all(), chairs, strict=True):
        kind.select_option(who)
    if is_open:
        page.get_by_label("Anybody: the table stands in the lobby").check()
    page.locator("#create").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("body[data-line=online]")


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


def act(page: Page, *, touch: bool = False) -> None:
    """One whole action: always the last thing that is lit, until the action has gone out."""
    before = seq(page)
    while page.evaluate(GOES_ON, before):
        fresh = page.locator(".place.is-lit:not(.is-picked)")  # of a set, each thing once
        choice = fresh.last if fresh.count() else page.locator("#choices .choice").last
        if touch:
            choice.tap()
        else:
            choice.click()


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
