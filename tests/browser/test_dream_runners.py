"""Dream Runners by hand: two browsers and a bot against the hourglass; without it, everybody at the
same time; and a dream that plays out cell by cell.
"""

import re
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from ludotheque.check.hands import PHONE, be_ready, be_sure, invitation, join, open_table, seq, wait_for_turn
from ludotheque.check.warmth import warm
from ludotheque.core import registry
from ludotheque.core.layout import copy
from ludotheque.core.story import new_story, rows_of
from ludotheque.scene.model import Stage
from ludotheque.scene.picture import stages_of
from ludotheque.table.events import Acted, Config
from ludotheque.table.table import Table
from tests.browser.conftest import Server, Visitor
from tests.browser.positions import House, Position, corpus, position
from tests.browser.test_hands import KEEP_MOTIONS, is_laid, piece, place

GAMES = "tests.browser.quick.dream_runners"
LOG = "#log-lines"
TOLL = '[data-piece="toll-seat"]'
SEGMENTS = '.place.is-lit[data-id^="seg-"]'
CELLS = '.place.is-lit:not([data-id^="seg-"]):not([data-id=outside])'


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
    join(guest, invitation(host))
    be_ready(host, guest)
    for page in (host, guest):
        assert wait_for_turn(page)
    return host, guest


def style(page: Page, name: str) -> str:
    """Where a piece lies, and how."""
    return str(piece(page, name).evaluate("(node) => node.style.transform"))


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
    expect(piece(page, name)).not_to_have_attribute("style", re.compile(re.escape(before)))
    return name, put(page, name, page.locator(CELLS).first)


def done(page: Page) -> None:
    page.get_by_role("button", name="Done", exact=True).click()
    be_sure(page)


def drafted(house: House, page: Page, seat: int) -> list[int]:
    """What somebody has laid out last."""
    return [actions for who, actions in house.done(page.url.rpartition("/")[2]) if who == seat][-1]


def test_the_sand_runs_out_on_one_of_two_and_nothing_of_the_draft_is_lost(
    visitor: Visitor, dusk: Server, house: House
) -> None:
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
    expect(host.locator(LOG)).to_contain_text(re.compile("is done.* lays .* lays .*The sand has run out", re.DOTALL))


def test_in_the_calm_pace_nobody_waits(visitor: Visitor, dusk: Server, house: House) -> None:
    host, guest = sit_down(visitor, dusk, pace="calm")
    first, where = lay(guest)
    lay(host)
    lay(guest)
    is_laid(guest, first, where)
    expect(host.locator("[data-seat='1'] .note")).to_contain_text("laid out: 2")
    for page in (guest, host):
        done(page)
    for page in (guest, host):
        expect(page.locator(LOG)).to_contain_text(re.compile("is done.*is done", re.DOTALL))
    table, actions = host.url.rpartition("/")[2], registry.load("dream_runners").actions
    played = [action for event in house.events(table) if isinstance(event, Acted) for action in event.actions]
    assert sorted(map(actions.kind_of, played)) == ["done", "done", "place", "place", "place"]


# The resolving

KEEP_SAID = """(where) => {
    const line = document.querySelector(where);
    window.said = [];
    new MutationObserver(() => window.said.push(line.textContent)).observe(line, { childList: true });
}"""


def eventful() -> Position:
    """Where the last seat may say that it is done, and a good deal is won and lost then."""
    game = registry.load("dream_runners")
    done = game.actions.number("done")
    for play in (play for play in corpus("dream_runners") if play.options["pace"] == "calm"):
        for state in play.states:
            for seat in game.movers(state):
                if done in game.legal(state, seat):
                    game.apply(copy(state), seat, done, story := new_story())
                    found = stages_of(game, game.words("en"), game.view_of(state, seat), seat, rows_of(story))
                    if len(found) > 8 and sum("gets" in stage.said for stage in found) > 3:
                        return position(game, play, state, seat, done)
    raise AssertionError("nothing much happens in any game")


def stages_at(house: House, page: Page, seat: int) -> list[Stage]:
    """What the seat is to see of the last act, as the journal has it."""
    row = house.store.tables.row(page.url.rpartition("/")[2])
    assert row is not None
    table = Table.replay(msgspec.json.decode(row.config, type=Config), row.key, house.events(row.id))
    ply = table.plies[-1]
    found = stages_of(table.game, table.words("en"), table.game.view_of(ply.before, seat), seat, ply.rows)
    names = table.showing.names("en")
    return [msgspec.structs.replace(stage, said=names.fill(stage.said)) for stage in found]


def watch(visitor: Visitor, house: House, where: Position, **settings: object) -> Page:
    """Sit down there, with eyes that follow what moves, and say that one is done."""
    table, cookies = house.lay_out(where)
    page = visitor("/about", cookies, base_url=house.address, reduced_motion="no-preference", **settings)
    page.add_init_script(KEEP_MOTIONS)
    page.goto(f"/t/{table}")
    assert wait_for_turn(page)
    page.evaluate(KEEP_SAID, "#prompt")
    done(page)
    return page


def test_a_dream_is_resolved_cell_by_cell(visitor: Visitor, house: House) -> None:
    where = eventful()
    page = watch(visitor, house, where)
    expect(page.locator(TOLL)).to_have_count(1)
    stages = stages_at(house, page, where.seat)
    expect(page.locator(f"{TOLL}, #skip")).to_have_count(0)
    said = [stage.said for stage in stages]
    assert len(said) > 8
    assert [sentence for sentence in page.evaluate("window.said") if sentence in said] == said
    gained = [piece for stage in stages for piece in stage.pieces if piece.id.startswith("gain-")]
    flights = page.evaluate(
        "window.motions.filter(([id, frames]) => id.startsWith('gain-') && Array.isArray(frames)).map(([, frames]) =>"
        " frames)"
    )
    ways = [
        [[float(number) for number in re.findall(r"[\d.]+", frame["transform"])[:2]] for frame in frames]
        for frames in flights
    ]
    assert [(way[0], way[-1]) for way in ways] == [(list(piece.via[0]), [piece.x, piece.y]) for piece in gained]


@pytest.mark.parametrize("how", ["Escape", "#skip", "#board"])
def test_whoever_is_in_a_hurry_sees_the_end_at_once(visitor: Visitor, house: House, how: str) -> None:
    where = eventful()
    page = watch(visitor, house, where, **PHONE)
    page.wait_for_selector(TOLL)
    if how == "Escape":
        page.keyboard.press(how)
    else:
        page.locator(how).tap()
    stages = stages_at(house, page, where.seat)
    expect(page.locator(f"{TOLL}, #skip")).to_have_count(0)
    said = page.evaluate("window.said")
    assert sum(stage.said in said for stage in stages) < len(stages) / 2


def test_a_replay_shows_it_again(visitor: Visitor, house: House) -> None:
    where = eventful()
    page = watch(visitor, house, where)
    page.locator("#skip").click()
    said = [stage.said for stage in stages_at(house, page, where.seat)]
    page.goto(page.url.replace("/t/", "/replay/"))
    page.locator("#last").click()
    expect(page.locator("#after")).to_be_disabled()
    page.locator("#before").click()
    expect(page.locator("#after")).to_be_enabled()
    before = int(page.locator("#slider").input_value())
    expect(page.locator("body")).to_have_attribute("data-shown", str(before))
    page.evaluate(KEEP_SAID, "#line")
    page.locator("#after").click()
    expect(page.locator(TOLL)).to_have_count(1)
    expect(page.locator("body")).to_have_attribute("data-shown", str(before + 1))
    expect(page.locator(TOLL)).to_have_count(0)
    assert [sentence for sentence in page.evaluate("window.said") if sentence in said] == said
    page.locator("#before").click()
    expect(page.locator("body")).to_have_attribute("data-shown", str(before))
    page.locator("#after").click()
    page.wait_for_selector(TOLL)
    page.locator("#before").click()  # a player who goes on is not kept waiting
    expect(page.locator("body")).to_have_attribute("data-shown", str(before))
