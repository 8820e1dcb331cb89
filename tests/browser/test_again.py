"""After a game: playing on from one of its positions, and playing again.

And people whom one would rather not hear.
"""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from ludotheque.check.guests import Guest
from ludotheque.check.hands import act, invitation, join, open_table, wait_for_the_start, wait_for_turn
from ludotheque.server import run
from tests.browser.conftest import Server, Visitor

ACTS = "#log-lines li.act"


def test_a_game_is_played_on_from_a_position_of_its_replay(visitor: Visitor, finished: dict[str, Any]) -> None:
    page = visitor(f"{finished['path'].replace('/t/', '/replay/')}#4", finished["cookies"])
    expect(page.locator("body")).to_have_attribute("data-shown", "4")
    board = page.locator("#text-board").inner_text()
    page.locator("#last").click()
    expect(page.locator("#play-on")).to_be_hidden()  # nothing is left to play there
    page.locator("#first").click()
    page.locator("#slider").fill("4")
    expect(page.locator("#where")).to_contain_text("4 of")
    page.locator("#play-on").click()
    expect(page.locator("h1")).to_have_text("Play on from move 4")
    assert [kind.input_value() for kind in page.locator(".chair-kind").all()] == ["you", "bot random"]  # as before
    page.locator("#create").click()
    assert wait_for_turn(page)
    expect(page.locator(ACTS)).to_have_count(4)
    assert page.locator("#text-board").inner_text() == board
    act(page)
    assert wait_for_turn(page)
    expect(page.locator(ACTS)).to_have_count(6)


def test_a_game_that_runs_is_not_played_on_elsewhere(visitor: Visitor, server: Server) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    act(page)
    assert wait_for_turn(page)
    table = page.url.rpartition("/")[2]
    page.goto(f"/replay/{table}")
    expect(page.locator("body")).to_have_attribute("data-shown", "0")
    expect(page.locator("#play-on")).to_be_hidden()
    with Guest(server.address, "Ann") as ann:
        seats, after = [{"kind": "you"}, {"kind": "bot"}], {"table": ann.open("you", "random")["table"], "ply": 0}
        answer = ann.http.post("/api/tables", json={"game": "sarena", "seats": seats, "after": after})
    assert (answer.status_code, answer.json()["code"]) == (409, "table/not_over")


def resign(page: Page) -> None:
    page.locator("nav .leave").click()
    page.locator("#resign").click()


COUNT_SHEETS = """() => {
    const later = setTimeout;
    window.sheets = 0;
    window.setTimeout = (work, ...more) => (window.sheets += work.name === "celebrate", later(work, ...more));
}"""


def test_who_is_still_there_is_asked_to_play_again(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"])
    guest = join(visitor(), invitation(host))
    guest.evaluate(COUNT_SHEETS)
    resign(host)
    for page in (host, guest):
        page.wait_for_selector("#sheet[open]")
    host.get_by_role("button", name="Play again").click()
    host.wait_for_url(lambda url: url != guest.url)
    expect(guest.locator("#log-lines li").last).to_have_text("The rematch is at another table.")
    assert guest.evaluate("sheets") == 1  # it is laid before people once, whatever they say and do afterwards
    guest.locator("#sheet[open] #sheet-rematch a").click()  # the open sheet itself shows the call
    guest.wait_for_url(host.url)
    assert wait_for_turn(guest)  # the next seat begins


def test_whoever_wants_to_hears_nobody(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"])
    guest = join(visitor(), invitation(host))
    wait_for_the_start(host)
    for page in (host, guest):
        page.locator("#chat-tab").click()
    host.locator("#mute").click()
    guest.locator("#chat-field").fill("hurry up")
    guest.locator("#chat-field").press("Enter")
    expect(guest.locator("#chat-lines li")).to_have_count(1)
    expect(host.locator("#chat-lines li")).to_have_count(1)
    expect(host.locator("#chat-lines li")).to_be_hidden()
    assert "hurry" not in host.locator("#announcer").inner_text()
    host.locator("#mute").click()
    expect(host.locator("#chat-lines li")).to_be_visible()
    host.locator("#chat-lines .mute").click()  # one person only, also for what they say later
    guest.locator("#chat-field").fill("no, really")
    guest.locator("#chat-field").press("Enter")
    expect(host.locator("#chat-lines .mute")).to_have_text([re.compile("^Show what .* says again$")] * 2)
    expect(host.locator("#chat-lines .said:visible")).to_have_count(0)
    assert "really" not in host.locator("#announcer").inner_text()
    host.locator("#chat-lines .mute").last.click()
    expect(host.locator("#chat-lines .said:visible")).to_have_count(2)


def test_bots_of_one_level_have_names_of_their_own(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random", "bot random", "bot novice"])
    expect(page.locator(".seat .who")).to_have_text([re.compile("Guest"), "Random bot", "Random bot 2", "Novice bot"])


def test_the_house_has_an_address(tmp_path: Path) -> None:
    with run.listen("127.0.0.1", 0) as listening:
        assert run.house_address(listening, "127.0.0.1") == ""
        house = run.house_address(listening, "0.0.0.0")
        assert house == "" or re.fullmatch(rf"http://[\d.]+:{listening.getsockname()[1]}", house)
