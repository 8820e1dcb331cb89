"""The prompt card and what stands around the board: nothing covers anything, the board stays where
it is, and what is said holds.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque.check.hands import (
    ACTS,
    ASKING,
    GOES_ON,
    PHONE,
    act,
    be_sure,
    bring_into_sight,
    next_choice,
    open_table,
    seq,
    wait_for_turn,
)
from ludotheque.check.warmth import warm
from ludotheque.core import registry
from ludotheque.table.lesson import has_lesson
from tests.browser.conftest import Visitor, every_game

DESK = {"viewport": {"width": 1440, "height": 900}}
TWICE = {"viewport": {"width": 720, "height": 450}}  # the same screen, enlarged to 200 %
every_size = pytest.mark.parametrize(("size", "language"), [(PHONE, "de"), (DESK, "fr")], ids=["phone", "desk"])
every_lesson = pytest.mark.parametrize("game", [name for name in registry.names() if has_lesson(registry.load(name))])
FEW = 3  # turns
ACTION = 8  # steps at most
BOX = """() => {
    const { x, y, width, height } = document.querySelector("#board").getBoundingClientRect();
    return [x, y, width, height];
}"""
# what stands in the prompt card and overlaps something else that stands there, or leaves the card
OVERLAPS = """() => {
    const card = document.querySelector("#prompt-card");
    const parts = [...card.querySelectorAll("#hourglass, #words, #choices > *")].filter((one) => one.offsetWidth);
    const box = (one) => one.getBoundingClientRect();
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 &&
        one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const isOut = (one) => box(one).left < box(card).left || box(one).right > box(card).right;
    const pairs = parts.flatMap((one, index) => parts.slice(index + 1).map((other) => [one, other]));
    return [...pairs.filter(([one, other]) => meet(box(one), box(other))).flat(), ...parts.filter(isOut)]
        .map((one) => one.outerHTML);
}"""
# what is cut off in the prompt card and cannot be scrolled to with fingers and keys
CUT = """() => [...document.querySelectorAll("#prompt-card, #prompt-card *")].filter((one) => {
    const isCut = one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== "visible";
    const isReached = getComputedStyle(one).overflowY === "auto" &&
        (one.tabIndex >= 0 || one.querySelector("a, button, summary"));
    return one.clientHeight && isCut && !isReached;
}).map((one) => one.outerHTML)"""
IDS_SPOKEN = """() => [...document.querySelectorAll("#board .place")].flatMap(({ dataset, ariaLabel }) =>
    !ariaLabel || ariaLabel === dataset.id || /^[a-z]+(-[a-z]+)*-\\d/.test(ariaLabel)
        ? [[dataset.id, ariaLabel]] : [])"""
# what a tip covers though somebody reads it or picks it
COVERED = """() => {
    const tip = document.querySelector("#tip").getBoundingClientRect();
    return [...document.querySelectorAll("#prompt-card, .place.is-lit, button")].filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        return width && left < tip.right && tip.left < right && top < tip.bottom && tip.top < bottom;
    }).map((one) => one.outerHTML);
}"""
FOCUS = "() => document.activeElement.closest('#choices, #board, #prompt')?.id ?? document.activeElement.tagName"


CHAT = """() => {
    document.querySelector("#chat-field").value = "One moment";
    document.querySelector("#chat-form").requestSubmit();
}"""


def learn(page: Page, game: str) -> None:
    warm(game)
    page.goto("/")
    page.locator(f".box[data-game={game}] .lid").click()
    page.locator(f".box[data-game={game}] .learn").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#guide .say")


def take_turns(page: Page, *, touch: bool) -> None:
    """Play on, and look at the page before and after each step."""
    for _ in range(FEW):
        assert wait_for_turn(page)
        before, box = seq(page), page.evaluate(BOX)
        for _ in range(ACTION):
            assert page.evaluate(BOX) == box
            assert page.evaluate(OVERLAPS) == []
            assert page.evaluate(CUT) == []
            assert page.evaluate(IDS_SPOKEN) == []
            if not page.evaluate(GOES_ON, before):
                break
            choice = next_choice(page)
            if touch:
                bring_into_sight(page, choice)
                choice.tap()
            else:
                choice.click()
            be_sure(page)


@every_lesson
@every_size
def test_the_board_stays_where_it_is_in_a_lesson(
    visitor: Visitor, game: str, size: dict[str, Any], language: str
) -> None:
    page = visitor("/", locale=language, **size)
    learn(page, game)
    take_turns(page, touch=size is PHONE)


@every_game
@every_size
def test_the_board_stays_where_it_is_in_a_game(
    visitor: Visitor, game: str, size: dict[str, Any], language: str
) -> None:
    page = visitor("/", locale=language, **size)
    open_table(page, game, ["you", "bot random", "bot random"] if game != "sarena" else ["you", "bot random"])
    take_turns(page, touch=size is PHONE)


def test_a_click_that_has_begun_counts_though_news_come_in_between(visitor: Visitor) -> None:
    page = visitor("/", locale="en")
    open_table(page, "dream_runners", ["you", "bot random"], pace="calm")
    assert wait_for_turn(page)
    page.get_by_role("button", name="Done", exact=True).hover()
    page.mouse.down()
    page.evaluate(CHAT)
    expect(page.locator("#chat-lines")).to_contain_text("One moment")
    page.mouse.up()
    expect(page.locator(ASKING)).to_be_visible()


def test_nothing_is_cut_off_on_a_page_that_is_enlarged(visitor: Visitor) -> None:
    page = visitor("/", locale="de", **TWICE)
    learn(page, "sarena")
    take_turns(page, touch=False)
    assert wait_for_turn(page)
    say = page.locator("#guide .say").bounding_box()
    words = page.locator("#words").bounding_box()
    assert say
    assert words
    assert say["y"] >= words["y"] - 1


def test_a_chip_opens_over_the_board_and_does_not_move_it(visitor: Visitor) -> None:
    page = visitor("/", **PHONE)
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    box = page.evaluate(BOX)
    page.locator(".seat:not(.is-yours) .chip").tap()
    expect(page.locator(".seat.is-open .note")).to_be_visible()
    assert page.evaluate(BOX) == box


# Tips


def test_a_tip_says_what_holds_now_and_covers_nothing_that_is_needed(visitor: Visitor) -> None:
    page = visitor("/", **DESK)
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    tip = page.locator("#tip")
    stack = page.locator(".place.is-lit").last
    stack.click()
    for target in page.locator(".place.is-lit").all():
        target.hover()
        expect(tip).to_contain_text(target.get_attribute("data-id") or "?")
        assert page.evaluate(COVERED) == []
    target = page.locator(".place.is-lit").last
    name = target.get_attribute("data-id")
    target.focus()
    page.keyboard.press("ArrowLeft")  # so that the focus was led there by keys, and keeps the tip
    page.locator(f'.place[data-id="{name}"]').focus()
    expect(tip).to_contain_text(f"{name}, 1 chip")
    page.keyboard.press("Enter")
    expect(page.locator(f'.place[data-id="{name}"]')).to_have_attribute("aria-label", re.compile("2 chips|empty"))
    expect(page.locator("#tip:not([hidden])", has_text="1 chip")).to_have_count(0)


def test_on_a_phone_a_finger_that_stays_gets_a_tip_beside_all_buttons(visitor: Visitor) -> None:
    page = visitor("/", **PHONE)
    open_table(page, "meandres", ["you", "bot random"])
    assert wait_for_turn(page)
    place = page.locator("#board .place").first
    place.dispatch_event("pointerdown", {"pointerType": "touch"})
    page.wait_for_function("() => document.querySelector('#tip').textContent")
    assert page.evaluate(COVERED) == []


# Focus


def test_after_a_button_the_keys_go_on_from_the_next_thing(visitor: Visitor) -> None:
    page = visitor("/", **DESK)
    open_table(page, "labyrinth", ["you", "bot random"])
    assert wait_for_turn(page)
    page.locator(".place.is-lit").first.click()
    stay = page.locator("#choices .choice").first
    expect(stay).to_be_visible()
    page.keyboard.press("Tab")  # from now on by keys
    stay.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => ({FOCUS})() !== 'BODY'")
    assert wait_for_turn(page)
    page.wait_for_function("() => document.activeElement.matches('#choices .choice, #board .place')")


# Sentences


def test_a_sentence_goes_when_it_no_longer_holds(visitor: Visitor) -> None:
    page = visitor("/", **DESK)
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    why = page.locator("#why")
    page.locator('.place[data-id="a1"]').click()
    page.locator('.place[data-id="f6"]').hover()
    expect(why).to_contain_text("neighbouring circle")
    page.locator("#choices .put-back").click()
    expect(why).to_be_empty()
    act(page)
    assert wait_for_turn(page)
    page.locator("#board .place:not(.is-lit)").first.click()
    expect(why).not_to_be_empty()
    page.locator("#undo").click()
    expect(page.locator("#log-lines")).to_contain_text("takes back")
    expect(why).to_be_empty()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_undo_says_why_it_is_grey(visitor: Visitor, size: dict[str, Any]) -> None:
    page = visitor("/", **size)
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    undo, reason = page.locator("#undo"), "You have no move to take back."
    expect(undo).to_be_disabled()
    expect(undo).to_have_attribute("title", reason)
    expect(undo).to_have_accessible_description(reason)
    undo.click(force=True)
    expect(page.locator("#why")).to_contain_text(reason)
    act(page)
    expect(undo).to_be_enabled()
    expect(undo).to_have_attribute("title", "")


# Drafts


def test_whoever_is_done_with_nothing_is_asked_once(visitor: Visitor) -> None:
    page = visitor("/", **DESK)
    open_table(page, "dream_runners", ["you", "bot random"], pace="calm")
    assert wait_for_turn(page)
    done, own = page.locator("#choices .choice").last, page.locator(ACTS, has_text="Guest")
    done.click()
    expect(page.locator(ASKING)).to_contain_text("You have not laid anything out.")
    page.keyboard.press("Escape")
    expect(page.locator(ASKING)).to_have_count(0)
    expect(done).to_be_enabled()
    expect(own).to_have_count(0)
    done.click()
    page.locator(f"{ASKING} [value=yes]").click()
    expect(own.first).to_contain_text("is done")


# The button that turns


@pytest.mark.parametrize(("size", "name"), [(PHONE, "Turn"), (DESK, "Turn (R)")], ids=["phone", "desk"])
def test_the_button_that_turns_names_a_key_only_where_there_are_keys(
    visitor: Visitor, size: dict[str, Any], name: str
) -> None:
    page = visitor("/", **size)
    open_table(page, "labyrinth", ["you", "bot random"])
    assert wait_for_turn(page)
    expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
