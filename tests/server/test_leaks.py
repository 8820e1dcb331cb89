"""Two servers with one game that differs only in what seat 0 and a spectator cannot know: byte for byte they are told the same, until the truth comes to light."""

import json
import shutil
import sqlite3
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game
from ludotheque.server.database import SQLITE
from ludotheque.server.settings import Settings
from tests.browser.warmth import warm
from tests.server.guests import Guest, Line, serving

KEY = seed_key(5)
WORLDS = 300  # to choose from
MOST = 80  # plies
RECORDED = 5  # plies from one look at the record to the next
Setup = dict[str, Any]
Ply = tuple[int, int]


def settings(database: Path) -> Settings:
    return Settings(database=f"{SQLITE}{database}", bot_pause_s=0, make_key=lambda: KEY)


def dealt(game: Game, setup: Setup) -> Any:
    state = game.new(2, {}, KEY)
    game.notation.deal(state, setup)
    return state


def looks_the_same(game: Game, one: Any, other: Any, *eyes: int) -> bool:
    return all(game.view_of(one, seat).tobytes() == game.view_of(other, seat).tobytes() for seat in eyes)


def common_plies(game: Game, one: Setup, other: Setup) -> list[Ply]:
    """What is legal in both deals: seat and action. The last ply ends the game, or shows seat 0 or the spectator which of the two it is."""
    worlds = [dealt(game, one), dealt(game, other)]
    found: list[Ply] = []
    while len(found) < MOST and not game.is_over(worlds[0]) and looks_the_same(game, *worlds, 0, NONE):
        seat = game.movers(worlds[0])[0]
        actions = sorted(set.intersection(*(set(game.legal(world, seat)) for world in worlds)))
        found.append((seat, actions[7 * len(found) % len(actions)]))
        for world in worlds:
            game.apply(world, *found[-1])
    return found


def other_setup(game: Game, setup: Setup) -> Setup:
    """Another deal that seat 0 may imagine: if there is any, one of which seat 1 knows better; and of those the one that comes to light latest."""
    truth = dealt(game, setup)
    worlds = [game.notation.setup_of(game.imagine(game.view_of(truth, 0), 0, seed_key(number))) for number in range(WORLDS)]
    return max((world for world in worlds if world != setup), key=lambda world: (is_seen(game, setup, world), len(common_plies(game, setup, world))))


def is_seen(game: Game, one: Setup, other: Setup) -> bool:
    """Does seat 1 know from the beginning which of the two it is?"""
    return not looks_the_same(game, dealt(game, one), dealt(game, other), 1)


def change_deal(game: Game, database: Path, table: str) -> tuple[Setup, Setup]:
    """Write another deal into the journal; the deals before and after."""
    connection = sqlite3.connect(database)
    number, text = connection.execute("SELECT seq, event FROM journal WHERE table_id = ? AND CAST(event AS TEXT) LIKE '%\"started\"%'", (table,)).fetchone()
    event = json.loads(text)
    before, after = event["setup"], other_setup(game, event["setup"])
    connection.execute("UPDATE journal SET event = ? WHERE table_id = ? AND seq = ?", (json.dumps(event | {"setup": after}).encode(), table, number))
    connection.commit()
    connection.close()
    return before, after


class Told:
    """What seat 0, the spectator and seat 1 heard before the truth came to light, the records that the first two could load, and the record in the end."""

    def __init__(self, lines: list[Line], records: list[str]) -> None:
        self.heard, self.records, self.end = [list(line.heard) for line in lines], records, ""


def play(address: str, cookies: list[str], table: str, plies: list[Ply]) -> Told:
    """Play these plies, and ask beside them what can be asked. What is told by the last one does not count."""
    records: list[str] = []
    with ExitStack() as stack:
        guests = [stack.enter_context(Guest(address)) for _ in cookies]
        for guest, cookie in zip(guests, cookies, strict=True):
            guest.http.cookies.clear()
            guest.http.cookies.set("ludotheque", cookie)
        lines = [guest.look_at(table) for guest in guests]
        ann, bob, eve = lines
        for number, (seat, action) in enumerate(plies):
            line = (ann, bob)[seat]
            assert line.wait_for_turn()
            told = Told([ann, eve, bob], records)
            answer = line.settle(line.ask(**line.choose() | {"actions": [action]}))
            for each in lines:
                while each.seq < answer["seq"]:
                    each.receive()
            if number < len(plies) - 1:
                things = line.table["scene"]["places"] or [{"id": "nothing"}]
                line.ask(type="why", seat=seat, steps=[["pick", things[number % len(things)]["id"]]])
                if number % RECORDED == 0:
                    records += [guest.http.get(f"/api/tables/{table}/record").text for guest in (guests[0], guests[2])]
        told.end = guests[0].http.get(f"/api/tables/{table}/record").text
    return told


def kinds(heard: list[str]) -> Counter[str]:
    """How many messages there were of each type; not those that only say that somebody has come."""
    messages = [json.loads(text) for text in heard]
    return Counter(message["type"] for message in messages if message["type"] != "update" or message.get("log"))


@pytest.mark.parametrize("name", [name for name in registry.names() if registry.load(name).hides])
def test_seat_and_spectator_are_told_the_same_whatever_is_hidden(tmp_path: Path, name: str) -> None:
    game, first, second = registry.load(name), tmp_path / "first.db", tmp_path / "second.db"
    warm(name)
    with serving(settings(first)) as address, Guest(address, "Ann") as ann, Guest(address, "Bob") as bob, Guest(address, "Eve") as eve:
        made = ann.open("you", "person", game=name)
        bob.follow(made["invitations"]["1"])
        eve.follow(made["spectate"])
        cookies = [guest.http.cookies["ludotheque"] for guest in (ann, bob, eve)]
    shutil.copy(first, second)
    deals = change_deal(game, second, made["table"])
    plies = common_plies(game, *deals)
    with serving(settings(first)) as one:
        told_one = play(one, cookies, made["table"], plies)
    with serving(settings(second)) as other:
        told_other = play(other, cookies, made["table"], plies)
    assert told_one.heard[:2] == told_other.heard[:2]
    assert told_one.records == told_other.records
    hidden = [seat for seat, _ in plies[:-1]]  # whose plies they were, as long as nothing came to light: everybody is told about all of them, and answered
    assert {0, 1} <= set(hidden), "too early"
    for heard, seat in zip(told_one.heard, (0, NONE, 1), strict=True):
        own = hidden.count(seat)
        assert kinds(heard) == Counter({"table": 1, "update": len(hidden), "done": own, "because": own})
    assert len(told_one.records) == 2 * len(range(0, len(hidden), RECORDED))
    if is_seen(game, *deals):  # the deals are two indeed, and the test can fail: seat 1 sees its own secret
        assert told_one.heard[2] != told_other.heard[2]
    else:  # nobody does, until it comes to light
        assert told_one.end != told_other.end
