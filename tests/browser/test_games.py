"""Whole games by clicking, for every game that there is."""

import re
from typing import Any

from playwright.sync_api import expect

from ludotheque.check.hands import (
    CURTAIN,
    act,
    act_by_keys,
    go_to,
    invitation,
    join,
    next_choice,
    open_table,
    play_to_the_end,
    sheet_scores,
    wait_for_turn,
)
from ludotheque.check.warmth import warm
from ludotheque.core import registry
from tests.browser.conftest import Visitor, every_game

# options, of whatever game has them, with which a game without aim ends while somebody waits
SOONER: dict[str, Any] = {"drought": "12"}


@every_game
def test_a_game_against_a_bot_is_played_by_clicking(visitor: Visitor, game: str) -> None:
    page = visitor("/")
    has = {option.name for option in registry.load(game).options}
    open_table(page, game, ["you", "bot random"], **{name: value for name, value in SOONER.items() if name in has})
    assert play_to_the_end(page) > 3
    scores = sheet_scores(page)
    assert len(scores) == 2
    assert all(re.fullmatch(r"-?\d+", score) for score in scores)
    expect(page).to_have_title(re.compile("Game over"))


@every_game
def test_from_the_shelf_to_the_table_it_takes_a_click_or_two(visitor: Visitor, game: str) -> None:
    warm(game)
    page = visitor("/")
    box = page.locator(f".box[data-game={game}]")
    box.wait_for()
    if not box.locator(".play-now").is_visible():
        box.locator(".lid").click()
    box.locator(".play-now").click()
    page.wait_for_url("**/t/*")
    assert wait_for_turn(page)


def test_what_is_said_is_heard_and_shown_as_text(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"])
    guest = join(visitor(), invitation(host))
    wait_for_turn(host)
    guest.locator("#chat-tab").click()
    guest.locator("#chat-field").fill("<b>good luck</b>")
    guest.locator("#chat-field").press("Enter")
    host.locator("#chat-tab").click()
    expect(host.locator("#chat-lines li")).to_contain_text("<b>good luck</b>")


def test_two_people_at_one_screen_pass_it_through_a_curtain(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "screen"])
    shown = []
    for _ in range(4):
        expect(page.locator(CURTAIN)).to_be_visible()
        shown.append(page.locator("#curtain-text").inner_text())
        assert "Your secret" not in page.locator("#text-board").inner_text()
        page.keyboard.press("Escape")
        expect(page.locator(CURTAIN)).to_be_visible()  # it does not lift by itself
        assert wait_for_turn(page)
        act(page)
    assert shown[0] == shown[2] != shown[1] == shown[3]
    assert all(text.startswith("Pass the screen to ") for text in shown)


def test_the_keyboard_is_enough(visitor: Visitor) -> None:
    """From the shelf to the score sheet without a mouse: Tab, arrows, Enter, Escape."""
    page = visitor("/")
    page.locator(".box[data-game=sarena] .lid").focus()
    if not page.locator(".box[data-game=sarena] .play-now").is_visible():
        page.keyboard.press("Enter")
    for _ in range(3):  # opponents, strength, play now
        page.keyboard.press("Tab")
    expect(page.locator(".box[data-game=sarena] .play-now")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    turns = 0
    while wait_for_turn(page):
        turns += 1
        if turns == 1:
            go_to(page, next_choice(page))
            page.keyboard.press("Enter")
            page.keyboard.press("Escape")
            expect(page.locator(".place.is-picked")).to_have_count(0)
        act_by_keys(page)
    assert turns > 3
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
