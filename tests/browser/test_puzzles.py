"""Puzzles in the browser: from the shelf to a table, a wrong answer, the right one, the next."""

from playwright.sync_api import Page, expect

from ludotheque.check.hands import PHONE, wait_for_turn
from ludotheque.check.visits import check_access
from ludotheque.check.warmth import warm
from ludotheque.core import registry
from ludotheque.core.puzzle import Puzzle, puzzles_of
from tests.browser.conftest import Visitor

SARENA = registry.load("sarena")


def begin(page: Page) -> Puzzle:
    """Open the easiest puzzle of Sarena from the list."""
    warm("sarena")
    page.get_by_role("link", name="All puzzles").click()
    page.locator("#sarena summary").click()
    check_access(page)
    page.locator("#sarena").get_by_role("link", name="Next puzzle").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#guide")).to_contain_text("Find it.")
    return puzzles_of(SARENA)[0]


def play(page: Page, text: str) -> None:
    """Pick a stack, then where it goes."""
    assert wait_for_turn(page)
    for circle in text.split("-"):
        page.locator(f'.place[data-id="{circle}"]').click()


def test_a_puzzle_is_solved_on_the_real_table(visitor: Visitor) -> None:
    page = visitor("/")
    expect(page.locator("#today")).to_contain_text("Puzzle of the day")
    puzzle = begin(page)
    legal = [SARENA.notation.text(puzzle.view, 0, action) for action in SARENA.legal(puzzle.view, puzzle.notes.seat)]
    play(page, next(text for text in legal if text not in puzzle.notes.best))
    expect(page.locator("#why")).to_contain_text("There is something better.")
    play(page, puzzle.notes.best[0])
    expect(page.locator("#guide")).to_contain_text("Right!")
    expect(page.locator("#guide")).to_contain_text("worlds")
    check_access(page)
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator("#sarena")).to_contain_text("1 of")
    expect(page.locator("#sarena .is-solved")).to_have_count(1)


def test_a_hint_points_at_the_answer_on_a_phone(visitor: Visitor) -> None:
    page = visitor("/", **PHONE)
    puzzle = begin(page)
    assert wait_for_turn(page)
    page.locator("#hint").tap()
    expect(page.locator("#advice")).to_contain_text("circled")
    play(page, puzzle.notes.best[0])
    page.get_by_role("link", name="Next puzzle").tap()
    expect(page.locator("#guide")).to_contain_text("Find it.")
