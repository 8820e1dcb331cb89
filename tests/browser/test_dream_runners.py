"""Dream Runners by hand: two browsers and a bot against the hourglass; and without it, everybody at the same time."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from ludotheque.core import registry
from ludotheque.table.events import Acted
from tests.browser.conftest import Server, Visitor
from tests.browser.hands import open_table, seq, wait_for_turn
from tests.browser.positions import House
from tests.browser.test_hands import is_laid, piece, place
from tests.browser.warmth import warm

GAMES = "tests.browser.quick.dream_runners"
LOG = "#log-lines"
SEGMENTS = '.place.is-lit[data-id^="seg-"]'
CELLS = '.place.is-lit:not([data-id^="seg-"])'


@pytest.fixture(scope="module")
def dusk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little sand, whose bots take the time that people see them take."""
    warm("dream_runners", GAMES)
    server = Server(tmp_path_factory.mktemp("dusk"), LUDOTHEQUE_GAMES=GAMES, BOT_PAUSE_S="0.1")
    yield server
    server.kill()


@pytest.fixture
def house(dusk: Server) -> Iterator[House]:
    house = House(dusk)
    yield house
    house.close()


def sit_down(visitor: Visitor, dusk: Server, *more: str, pace: str) -> tuple[Page, Page]:
    """Two people at one table, each with a browser."""
    host, guest = visitor("/about", base_url=dusk.address), visitor("/about", base_url=dusk.address)
    open_table(host, "dream_runners", ["you", "person", *more], pace=pace)
    guest.goto(host.locator("#invitations .invitation").input_value())
    for page in (host, guest):
        assert wait_for_turn(page)
    return host, guest


def style(page: Page, name: str) -> str:
    """Where a piece lies, and how."""
    return str(piece(page, name).get_attribute("style"))


def take(page: Page) -> str:
    """Pick a segment from the hand, one that can be turned."""
    name = str(page.locator(SEGMENTS).last.get_attribute("data-id"))
    place(page, name).click()
    expect(place(page, name)).to_have_class(re.compile("is-picked"))
    return name


def put(page: Page, name: str, cell: Locator) -> str:
    """Put down what is in the hand; the answer is where it lies then."""
    before = seq(page)
    cell.click()
    page.wait_for_function("(before) => Number(document.body.dataset.seq) > before", arg=before)
    is_laid(page, name, "translate")
    return style(page, name)


def lay(page: Page) -> tuple[str, str]:
    """Pick a segment, turn it, put it down."""
    name = take(page)
    before = style(page, name)
    page.keyboard.press("r")
    expect(piece(page, name)).not_to_have_attribute("style", before)
    return name, put(page, name, page.locator(CELLS).first)


def done(page: Page) -> None:
    page.get_by_role("button", name="Done").click()


def drafted(house: House, page: Page, seat: int) -> list[int]:
    """What somebody has laid out last."""
    return [actions for who, actions in house.done(page.url.rpartition("/")[2]) if who == seat][-1]


def test_the_sand_runs_out_on_one_of_two_and_nothing_of_the_draft_is_lost(visitor: Visitor, dusk: Server, house: House) -> None:
    host, guest = sit_down(visitor, dusk, "bot random", pace="sand")
    expect(host.locator("#hourglass")).to_be_hidden()
    lay(host)
    first, where = lay(guest)
    guest.reload()
    assert wait_for_turn(guest)
    is_laid(guest, first, where)
    place(guest, first).click()  # taken up again, and put elsewhere
    expect(place(guest, first)).to_have_class(re.compile("is-picked"))
    elsewhere = put(guest, first, guest.locator(CELLS).last)
    assert elsewhere != where
    lay(guest)
    draft = drafted(house, guest, 1)
    assert len(draft) == 2
    done(host)
    for page in (host, guest):
        expect(page.locator("#hourglass")).to_be_visible()
        expect(page.locator("#hourglass")).to_have_attribute("aria-label", re.compile(r"\d+ seconds left"))
    for page in (host, guest):
        expect(page.locator(LOG)).to_contain_text(re.compile(r"The sand has run out\..* loses \d+ calm", re.DOTALL))
        expect(page.locator("#hourglass")).to_be_hidden()
    assert drafted(house, guest, 1) == draft  # as it lay, all at once
    expect(host.locator(LOG)).to_contain_text(re.compile("is done.*Seat 1 lays .*Seat 1 lays .*The sand has run out", re.DOTALL))


def test_in_the_calm_pace_nobody_waits(visitor: Visitor, dusk: Server, house: House) -> None:
    host, guest = sit_down(visitor, dusk, pace="calm")
    first, where = lay(guest)
    lay(host)
    lay(guest)
    is_laid(guest, first, where)
    expect(host.locator("[data-seat='1'] .note")).to_contain_text("2 laid out")
    for page in (guest, host):
        done(page)
    for page in (guest, host):
        expect(page.locator(LOG)).to_contain_text(re.compile("is done.*is done", re.DOTALL))
    table, actions = host.url.rpartition("/")[2], registry.load("dream_runners").actions
    played = [action for event in house.events(table) if isinstance(event, Acted) for action in event.actions]
    assert sorted(map(actions.kind_of, played)) == ["done", "done", "place", "place", "place"]
