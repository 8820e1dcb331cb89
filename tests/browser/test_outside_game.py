"""Hedgerow, a game in a package of its own, is played to its end by hand."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ludotheque.check.hands import PHONE, act, open_table, play_to_the_end, sheet_scores, wait_for_turn
from ludotheque.check.test_browser import SMALL, TAPS
from tests.browser.conftest import Server, Visitor

FOLDER = Path(__file__).parents[2] / "examples/hedgerow"
PLIES = 3 * 7  # of one seat: in each of three deals a promise and six cards
IDLE = """() => [...document.querySelectorAll('.thing[data-id^="card-"]')]
    .filter((thing) => Number(thing.getAttribute("y")) > 700)  // in the hand
    .map((thing) => thing.dataset.id)
    .filter((id) => !document.querySelector(`.place.is-lit[data-id="${id}"]`))
    .filter(() => document.querySelector("#prompt").textContent.includes("Led:"))"""


@pytest.fixture(scope="module")
def hedge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has Hedgerow. Its rules run as plain Python, which needs no compiling."""
    path = os.pathsep.join([str(FOLDER), *filter(None, [os.environ.get("PYTHONPATH")])])
    server = Server(tmp_path_factory.mktemp("hedge"), LUDOTHEQUE_GAMES="hedgerow", PYTHONPATH=path, LUDOTHEQUE_JIT="0")
    yield server
    server.kill()


def test_a_game_of_another_package_is_played_to_its_end_on_a_phone(visitor: Visitor, hedge: Server) -> None:
    page = visitor("/about", base_url=hedge.address, **PHONE)
    open_table(page, "hedgerow", ["you", "bot random", "bot random"])
    assert wait_for_turn(page)
    for _ in range(2):  # a promise, and a card
        assert page.evaluate(SMALL) == []
        assert [(meant, hit) for meant, hit in page.evaluate(TAPS) if meant != hit] == []
        act(page, touch=True)
        assert wait_for_turn(page)
    assert play_to_the_end(page, touch=True) >= PLIES - 2  # a tap may come too early and be taken back
    assert len(sheet_scores(page)) == 3


def test_a_card_that_does_not_follow_suit_is_refused_with_its_rule(visitor: Visitor, hedge: Server) -> None:
    page = visitor("/about", base_url=hedge.address)
    open_table(page, "hedgerow", ["you", "bot random", "bot random", "bot random"])
    for _ in range(PLIES):
        assert wait_for_turn(page)
        if idle := page.evaluate(IDLE):
            break
        act(page)
    figures = page.locator("#log-lines .badge [data-sprite]")
    expect(figures.last).to_have_attribute("data-sprite", re.compile("^(hedgehog|hare|robin|fox)$"))
    assert not set("▲●◆■★✚") & set(page.locator("#log-lines").inner_text())  # the game's own figures, and no others
    page.locator(f'.thing[data-id="{idle[0]}"]').click()
    expect(page.locator("#why")).to_contain_text("play that suit")
