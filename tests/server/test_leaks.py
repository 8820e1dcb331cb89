"""Two servers with one game that differs only in what seat 0 and a spectator cannot know: byte for byte they are told the same, until the truth comes to light."""

import json
import shutil
import sqlite3
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
MANY = 80  # plies
Setup = dict[str, Any]


def settings(database: Path) -> Settings:
    return Settings(database=f"{SQLITE}{database}", bot_pause_s=0, make_key=lambda: KEY)


def dealt(game: Game, setup: Setup) -> Any:
    state = game.new(2, {}, KEY)
    game.notation.deal(state, setup)
    return state


def looks_the_same(game: Game, one: Any, other: Any, *eyes: int) -> bool:
    return all(game.view_of(one, seat).tobytes() == game.view_of(other, seat).tobytes() for seat in eyes)


def other_setup(game: Game, setup: Setup) -> Setup:
    """Another deal that seat 0 may imagine: if there is any, one of which seat 1 knows better; and what is another comes to light late."""
    truth = dealt(game, setup)
    worlds = [game.notation.setup_of(game.imagine(game.view_of(truth, 0), 0, seed_key(number))) for number in range(WORLDS)]

    def worth(world: Setup) -> tuple[bool, int]:
        letters = zip(json.dumps(world), json.dumps(setup), strict=False)
        return not looks_the_same(game, truth, dealt(game, world), 1), next(place for place, (one, other) in enumerate(letters) if one != other)

    return max((world for world in worlds if world != setup), key=worth)


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


def play(address: str, cookies: list[str], table: str, game: Game, deals: tuple[Setup, Setup]) -> Told:
    """Play what is legal in both deals, and the same in both beside it, until seat 0 or the spectator can tell them apart."""
    worlds = [dealt(game, deal) for deal in deals]
    records: list[str] = []
    with ExitStack() as stack:
        guests = [stack.enter_context(Guest(address)) for _ in cookies]
        for guest, cookie in zip(guests, cookies, strict=True):
            guest.http.cookies.clear()
            guest.http.cookies.set("ludotheque", cookie)
        lines = [guest.look_at(table) for guest in guests]
        ann, bob, eve = lines
        for ply in range(MANY):
            seat = game.movers(worlds[0])[0]
            line = (ann, bob)[seat]
            assert line.wait_for_turn()
            told, actions = Told([ann, eve, bob], records), sorted(set.intersection(*(set(game.legal(world, seat)) for world in worlds)))
            action = actions[7 * ply % len(actions)]
            for world in worlds:
                game.apply(world, seat, action)
            answer = line.settle(line.ask(**line.choose() | {"actions": [action]}))
            for each in lines:
                while each.seq < answer["seq"]:
                    each.receive()
            if game.is_over(worlds[0]) or not looks_the_same(game, *worlds, 0, NONE):
                told.end = guests[0].http.get(f"/api/tables/{table}/record").text
                return told
            line.ask(type="why", seat=seat, steps=[["pick", line.table["scene"]["places"][ply % 7]["id"]]])
            if ply % 5 == 0:
                records += [guest.http.get(f"/api/tables/{table}/record").text for guest in (guests[0], guests[2])]
    return told


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
    with serving(settings(first)) as one:
        told_one = play(one, cookies, made["table"], game, deals)
    with serving(settings(second)) as other:
        told_other = play(other, cookies, made["table"], game, (deals[1], deals[0]))
    assert len(told_one.heard[0]) > 4
    assert json.loads(told_one.heard[0][0])["type"] == "table"  # the whole table is among it
    assert told_one.heard[:2] == told_other.heard[:2]
    assert len(told_one.records) >= 2
    assert told_one.records == told_other.records
    assert told_one.heard[2] != told_other.heard[2] or told_one.end != told_other.end  # the deals are two indeed: the test can fail
