"""Master Labyrinth by hand: every kind of action, the deal as a dialogue, and the spare turned in
the hand.
"""

import re

from playwright.sync_api import Page, expect

from ludotheque.check.hands import open_table, wait_for_turn
from tests.browser.conftest import Visitor

LOG = "#log-lines"
MANY = 20  # turns, in which somebody surely can walk


def press(page: Page, label: str) -> None:
    """Press a button when it is one's turn."""
    assert wait_for_turn(page)
    page.locator("#choices .choice", has_text=label).click()


def push(page: Page, slot: str, turns: int = 0) -> None:
    """Turn the spare with R, so many times, and push it in, or show it as a tip."""
    assert wait_for_turn(page)
    for _ in range(turns):
        page.keyboard.press("r")
    page.locator(f'.place[data-id="{slot}"]').click()


def open_slot(page: Page, turn: int = 0) -> str:
    """A slot that is not chained: another one each turn, for one row pushed around never opens a
    way.
    """
    assert wait_for_turn(page)
    slots = page.locator('.place.is-lit[data-id^="slot-"]')
    return str(slots.nth(5 * turn % slots.count()).get_attribute("data-id"))


def test_every_kind_of_action_is_done_by_hand_at_one_screen(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "labyrinth", ["you", "screen"], advice="on")
    log = page.locator(LOG)
    press(page, "Ask for advice")
    press(page, "Offer a wand")
    push(page, "slot-5", turns=1)  # the other's tip
    expect(log).to_contain_text("advises slot 5")
    assert wait_for_turn(page)
    expect(page.locator("#prompt")).to_contain_text(re.compile("Advice from .+: slot 5"))
    push(page, "slot-5", turns=1)
    expect(log).to_contain_text("gave the advice and receives a wand.")
    press(page, "Stay here")
    press(page, "Spend a wand")
    press(page, "Ask for advice")
    press(page, "Offer a wand")
    press(page, "Decline")
    expect(log).to_contain_text("Nobody gives advice.")
    push(page, open_slot(page))
    press(page, "Stay here")
    for turn in range(MANY):
        push(page, open_slot(page, turn))
        assert wait_for_turn(page)
        cells = page.locator('.place.is-lit:not([data-id^="slot-"])')
        if cells.count():
            cells.last.click()
            break
        press(page, "Stay here")
        press(page, "End the turn")
    expect(log).to_contain_text("walks to")
    press(page, "End the turn")
    expect(log).to_contain_text(re.compile("stays on .* spends a wand; 1 left.*ends the turn", re.DOTALL))


def test_a_chained_slot_and_a_cell_out_of_reach_say_why(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "labyrinth", ["you", "bot random"])
    assert wait_for_turn(page)
    page.locator('.place[data-id="d4"]').click()
    expect(page.locator("#prompt-card")).to_contain_text("Every action begins with a shift")
    push(page, "slot-1")
    assert wait_for_turn(page)
    expect(page.locator('.place[data-id="slot-9"]')).to_have_attribute("aria-label", re.compile("locked"))
    page.locator('.place[data-id="slot-9"]').click()
    expect(page.locator("#prompt-card")).to_contain_text("now move your pawn, or stay")


def test_the_spare_turns_when_it_is_tapped(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "labyrinth", ["you", "bot random"])
    assert wait_for_turn(page)
    held = page.locator(".place.is-held")
    expect(held).to_have_count(1)
    spare = page.locator(f'[data-piece="{held.get_attribute("data-id")}"]')
    before = str(spare.get_attribute("style"))
    held.click()
    expect(spare).not_to_have_attribute("style", before)
