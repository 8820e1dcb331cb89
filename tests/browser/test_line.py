"""Lines that break, servers that die, people who come back: nothing lost, nothing doubled.

And second thoughts.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from ludotheque.check.hands import act, choices, open_table, seq, wait_for_turn
from tests.browser.conftest import Server, Visitor

LOG = "#log-lines li.act"


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One that may be killed."""
    server = Server(tmp_path)
    yield server
    server.kill()


def moves(page: Page) -> list[str]:
    return page.locator(LOG).all_inner_texts()


def test_an_action_that_meets_a_dead_line_is_carried_out_once(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    choices(page).first.click()
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_be_visible()
    expect(page.locator("#connection")).to_contain_text("lost")
    choices(page).first.click()
    expect(page.locator(LOG)).to_have_count(0)
    page.context.set_offline(False)
    expect(page.locator("body")).to_have_attribute("data-line", "online")
    expect(page.locator(LOG)).to_have_count(2)  # ours and the bot's
    expect(page.locator("#connection")).to_be_hidden()


def test_an_action_whose_answer_was_lost_is_sent_again_and_not_done_twice(visitor: Visitor) -> None:
    page = visitor("/")
    acts: list[dict[str, Any]] = []
    lines: list[WebSocketRoute] = []

    def relay(line: WebSocketRoute) -> None:
        """The first line dies after it has carried an action to the server, and before it has
        brought anything back.
        """
        lines.append(line)
        server, is_first = line.connect_to_server(), len(lines) == 1

        def hear(message: str | bytes) -> None:
            if is_first and acts:
                line.close(code=4000)
            else:
                line.send(message)

        def tell(message: str | bytes) -> None:
            if json.loads(message)["type"] == "act":
                acts.append(json.loads(message))
            server.send(message)

        line.on_message(tell)
        server.on_message(hear)

    page.route_web_socket("**/ws/*", relay)
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    act(page)
    expect(page.locator(LOG)).to_have_count(2)  # ours and the bot's
    assert wait_for_turn(page)
    assert len(lines) == 2
    assert len(acts) == 2
    assert acts[0] == acts[1]
    act(page)
    expect(page.locator(LOG)).to_have_count(4)
    assert acts[2]["id"] != acts[0]["id"]


def test_a_table_that_was_asked_for_too_soon_is_asked_for_again(visitor: Visitor) -> None:
    page = visitor("/")
    lines: list[WebSocketRoute] = []

    def relay(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) > 1:
            line.connect_to_server()
        else:
            refusal = {"type": "refused", "code": "message/too_many", "message": "Too many messages at once."}
            line.on_message(lambda _: line.send(json.dumps(refusal)))

    page.route_web_socket("**/ws/*", relay)
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    assert len(lines) == 2
    act(page)
    expect(page.locator(LOG)).to_have_count(2)  # ours and the bot's


def test_a_killed_server_comes_back_with_the_game(visitor: Visitor, own_server: Server) -> None:
    page = visitor(own_server.address)
    page.goto(f"{own_server.address}/new?game=sarena")
    page.locator(".chair-kind").nth(1).select_option("bot random")
    page.locator("#create").click()
    page.wait_for_url("**/t/*")
    for _ in range(2):
        assert wait_for_turn(page)
        act(page)
    assert wait_for_turn(page)
    before = moves(page)
    assert len(before) == 4
    own_server.kill()
    expect(page.locator("#connection")).to_contain_text("lost")
    choices(page).last.click()
    choices(page).last.click()
    own_server.start()
    expect(page.locator("body")).to_have_attribute("data-line", "online")
    expect(page.locator(LOG)).to_have_count(6)
    assert moves(page)[:4] == before
    assert wait_for_turn(page)


def test_whoever_reloads_keeps_the_seat(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    act(page)
    assert wait_for_turn(page)
    before, number, board = moves(page), seq(page), page.locator("#text-board").inner_text()
    page.reload()
    assert wait_for_turn(page)
    assert (moves(page), page.locator("#text-board").inner_text()) == (before, board)
    assert seq(page) >= number
    other = page.context.new_page()
    other.goto("/")
    expect(other.locator("#my-games")).to_contain_text("your turn")
    other.locator("#my-games a").first.click()
    assert wait_for_turn(other)


# how often a piece is put elsewhere in the document: the browser would draw it from scratch
WATCH_PIECES = """() => {
    window.redrawn = 0;
    const watch = new MutationObserver((changes) => { redrawn += changes.length; });
    for (const layer of document.querySelectorAll(".pieces, .fixtures")) watch.observe(layer, { childList: true });
}"""
LYING = """[...document.querySelectorAll("[data-piece]")]
    .sort((one, other) => one.style.zIndex - other.style.zIndex)
    .map((node) => [node.dataset.piece, node.style.transform, node.querySelector("[data-sprite]").dataset.sprite])"""


def by_column(page: Page) -> list[list[str]]:
    """Where every piece lies; those of one column, which can cover each other, from the lowest to
    the highest.
    """
    return sorted(page.evaluate(LYING), key=lambda piece: str(piece[1]).partition(",")[0])


def test_pieces_that_glide_arrive_where_a_fresh_page_finds_them(visitor: Visitor) -> None:
    page = visitor("/", reduced_motion="no-preference")
    open_table(page, "sarena", ["you", "bot random"])
    for _ in range(3):
        assert wait_for_turn(page)
        act(page)
    assert wait_for_turn(page)
    expect(page.locator(LOG)).to_have_count(6)
    before = by_column(page)
    page.reload()
    assert wait_for_turn(page)
    assert by_column(page) == before


def test_a_piece_that_moves_leaves_the_pictures_of_all_others_alone(visitor: Visitor) -> None:
    page = visitor("/", reduced_motion="no-preference")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    page.evaluate(WATCH_PIECES)
    act(page)
    assert wait_for_turn(page)
    assert page.evaluate("window.redrawn") == 0


def test_a_move_can_be_taken_back(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    expect(page.locator("#undo")).to_be_disabled()
    before = page.locator("#text-board").inner_text()
    act(page)
    assert wait_for_turn(page)
    assert page.locator("#text-board").inner_text() != before
    page.locator("#undo").click()
    expect(page.locator("#text-board")).to_have_text(before, use_inner_text=True)
    assert wait_for_turn(page)


def test_what_is_not_allowed_says_why_and_links_to_the_rule(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random"])
    assert wait_for_turn(page)
    page.locator(".place[data-id=a1]").click()
    page.locator(".place[data-id=f6]").click()
    expect(page.locator("#why")).to_contain_text("neighbouring circle")
    link = page.locator("#why a")
    expect(link).to_have_text(re.compile(r"R\d+\.\d+"))
    link.click()
    sentence = page.locator("#beside li.is-here")
    expect(sentence).to_contain_text(link.inner_text())
    expect(sentence).to_be_in_viewport()


def test_a_stranger_is_not_let_in_to_a_private_table(visitor: Visitor) -> None:
    page = visitor("/")
    open_table(page, "sarena", ["you", "bot random"])
    stranger = visitor(page.url)
    expect(stranger.locator("#connection")).to_contain_text("do not have access")


def test_an_open_table_is_found_in_the_lobby(visitor: Visitor) -> None:
    host = visitor("/")
    open_table(host, "sarena", ["you", "person"], is_open=True)
    guest = visitor("/lobby")
    guest.locator(f"#open-tables a[href$='{host.url.rpartition('/')[2]}']").click()
    guest.locator("#sit").click()
    guest.locator(".take-chair").click()
    assert wait_for_turn(host)
    act(host)
    assert wait_for_turn(guest)
