"""Small things that make a table pleasant: the bell, the way out, people who watch, what is in the
hand.
"""

import re

import pytest
from playwright.sync_api import expect

from ludotheque.check.hands import MINE, act, invitation, open_table, sit_down, stack_on, wait_for_turn
from ludotheque.games.sarena.scene import THICK
from tests.browser.conftest import Visitor

BELL = """
window.rung = [];
window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title, { body }) { window.rung.push([title, body]); }
    close() {}
};
"""
LOOK_AWAY = "Object.defineProperty(document, 'hidden', { get: () => true })"
MIDDLES = """(nodes) => nodes.map((node) => node.style.transform.match(/-?[\\d.]+/g).slice(0, 2).map(Number))"""


def test_the_bell_rings_for_whoever_allowed_it_and_looks_away(visitor: Visitor) -> None:
    page = visitor("/")
    page.add_init_script(BELL)
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    page.evaluate(LOOK_AWAY)
    act(page)
    assert wait_for_turn(page)
    assert page.evaluate("window.rung") == []  # nobody was asked yet
    page.locator("#bell").click()
    expect(page.locator("#bell")).to_have_attribute("aria-pressed", "true")
    act(page)
    assert wait_for_turn(page)
    page.wait_for_function("window.rung.length")
    [[title, body]] = page.evaluate("window.rung")
    assert title == "Your turn: Sarena"
    assert body.startswith("Random bot ")  # what happened
    assert body.endswith(page.locator("#prompt").inner_text())  # and what to do


def test_whoever_leaves_goes_home_and_the_seat_waits(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    page.locator("nav .leave").click()
    page.locator("#leaving a").click()
    expect(page.locator("#my-games")).to_contain_text("your turn")


def test_a_spectator_comes_in_by_the_host_s_link(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "bot random"])
    assert wait_for_turn(host)
    host.locator("#watch > summary").click()
    spectator = visitor(host.locator("#watch input").input_value())
    expect(spectator.locator("#prompt")).to_have_text(re.compile(" is to play.$"))
    expect(spectator.locator(MINE)).to_have_count(0)
    expect(spectator.locator("#watch")).to_be_hidden()
    act(host)
    expect(spectator.locator("#log-lines li.act")).to_have_count(2)


@pytest.mark.parametrize("mark", ["#", "?"])  # as links are, and as they were
def test_an_invitation_is_told_to_nobody_on_the_way(visitor: Visitor, mark: str) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"])
    link = invitation(host)
    table, _, token = link.partition("#token=")
    guest, asked = visitor("/about"), list[str]()
    guest.on("request", lambda request: asked.append(request.url))
    guest.goto(f"{table}{mark}token={token}")
    sit_down(guest)
    guest.wait_for_selector("body[data-status=playing]")
    assert guest.url == table
    assert any(token in url for url in asked) == (mark == "?")


def test_an_invitation_can_be_shown_as_a_code(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person", "person"])
    for row in host.locator("#invitations .row:has(summary)").all():
        row.locator("summary").click()
        expect(row.locator("svg[role=img] path")).not_to_have_count(0)
    expect(host.locator("#invitations svg")).to_have_count(2)


def test_what_is_in_the_hand_is_shown_on_top_of_what_lies_there(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random"])
    page.wait_for_load_state("networkidle")  # a chip whose picture has not come yet is flat
    for slack in (4, 0):  # units of the scene; before there is a stack, one cannot know how thick a chip is
        assert wait_for_turn(page)
        origin = page.locator(".place.is-lit").last.get_attribute("data-id") or ""
        page.locator(".place.is-lit").last.click()
        for target in page.locator(".place.is-lit").all():
            target.focus()
            under, held = stack_on(page, target.get_attribute("data-id") or ""), stack_on(page, origin)
            ghost = page.locator(".ghost > g").evaluate_all(MIDDLES)
            assert len(ghost) == len(held)
            if under:
                assert ghost[0][0] == under[-1][0]
                assert abs(under[-1][1] - THICK - ghost[0][1]) <= slack
        page.keyboard.press("Escape")
        act(page)
