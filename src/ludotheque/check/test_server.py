"""Two servers run one game with two deals that differ only in what seat 0 and a spectator cannot
know. Both are told the same, byte for byte, until the truth comes out.
"""

import json
import shutil
import sqlite3
from collections import Counter
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from ludotheque.check.guests import Guest, Line, serving
from ludotheque.check.playing import where_hidden
from ludotheque.check.warmth import warm
from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.game import Game
from ludotheque.core.layout import copy
from ludotheque.server.database import SQLITE
from ludotheque.server.limits import Limits
from ludotheque.server.settings import Settings

KEY = seed_key(5)
WORLDS = 300  # imagined deals to choose from
MOST = 80  # plies
RECORDED = 5  # look at the record every five plies
NAMES = ["Ann", "Bob", "Cid", "Dot", "Flo", "Gus"]
Setup = dict[str, Any]


class Ply(NamedTuple):
    """What a seat does in each of two worlds: the same, or something that nobody else can tell
    apart.
    """

    seat: int
    actions: tuple[int, int]


def settings(database: Path) -> Settings:
    return Settings(
        database=f"{SQLITE}{database}",
        bot_pause_s=0,
        limits=Limits(reads_at_once=10_000, questions_at_once=10_000),
        make_key=lambda: KEY,
    )


def dealt(game: Game, setup: Setup) -> Any:
    state = game.new(game.seats[0], {}, KEY)
    game.notation.deal(state, setup)
    return state


def looks_the_same(game: Game, one: Any, other: Any, *eyes: int) -> bool:
    return all(game.view_of(one, seat).tobytes() == game.view_of(other, seat).tobytes() for seat in eyes)


def common_plies(game: Game, one: Setup, other: Setup) -> list[Ply]:
    """Return plies that can be played in both deals.

    If the two deals share no action, use actions that look alike to seat 0 and the spectator. The
    last ply ends the game, or shows seat 0 or the spectator which of the two deals it is.
    """
    worlds = [dealt(game, one), dealt(game, other)]
    found: list[Ply] = []
    while len(found) < MOST and not game.is_over(worlds[0]) and looks_the_same(game, *worlds, 0, NONE):
        seat = game.movers(worlds[0])[0]
        choices = [game.legal(world, seat) for world in worlds]
        pairs = [(action, action) for action in sorted(set.intersection(*map(set, choices)))]
        alike = [
            pair
            for pair in pairs or product(choices[0], choices[1])
            if looks_the_same(game, *after(game, worlds, seat, pair), 0, NONE)
        ]
        pairs = alike or pairs or [(choices[0][0], choices[1][0])]
        found.append(Ply(seat, pairs[7 * len(found) % len(pairs)]))
        worlds = after(game, worlds, *found[-1])
    return found


def after(game: Game, worlds: list[Any], seat: int, actions: tuple[int, int]) -> list[Any]:
    """Return the two worlds after an action in each."""
    played = [copy(world) for world in worlds]
    for world, action in zip(played, actions, strict=True):
        game.apply(world, seat, action)
    return played


def other_setup(game: Game, setup: Setup) -> Setup:
    """Return another deal that seat 0 may imagine.

    Prefer one that seat 1 can tell from the true deal, and among those the one that is revealed
    latest.
    """
    truth = dealt(game, setup)
    worlds = [
        game.notation.setup_of(game.imagine(game.view_of(truth, 0), 0, seed_key(number))) for number in range(WORLDS)
    ]
    return max(
        (world for world in worlds if world != setup),
        key=lambda world: (is_seen(game, setup, world), len(common_plies(game, setup, world))),
    )


def is_seen(game: Game, one: Setup, other: Setup) -> bool:
    """Say whether seat 1 knows from the beginning which of the two deals it is."""
    return not looks_the_same(game, dealt(game, one), dealt(game, other), 1)


def change_deal(game: Game, database: Path, table: str) -> tuple[Setup, Setup]:
    """Write another deal into the journal; return the deals before and after."""
    connection = sqlite3.connect(database)
    number, text = connection.execute(
        "SELECT seq, event FROM journal WHERE table_id = ? AND CAST(event AS TEXT) LIKE '%\"started\"%'", (table,)
    ).fetchone()
    event = json.loads(text)
    before, after = event["setup"], other_setup(game, event["setup"])
    connection.execute(
        "UPDATE journal SET event = ? WHERE table_id = ? AND seq = ?",
        (json.dumps(event | {"setup": after}).encode(), table, number),
    )
    connection.commit()
    connection.close()
    return before, after


class Told:
    """What the viewers were told.

    That is what seat 0, the spectator and seat 1 heard before the truth came out, the records and
    pictures that the first two could load, and the final record.
    """

    def __init__(self, lines: list[Line], records: list[str]) -> None:
        self.heard, self.records, self.end = [list(line.heard) for line in lines], records, ""


def play(address: str, cookies: list[str], table: str, plies: list[Ply], world: int) -> Told:
    """Play these plies as in one of the two worlds, and ask everything that can be asked along the
    way.

    What is told at the last ply does not count.
    """
    records: list[str] = []
    with ExitStack() as stack:
        guests = [stack.enter_context(Guest(address)) for _ in cookies]
        for guest, cookie in zip(guests, cookies, strict=True):
            guest.http.cookies.clear()
            guest.http.cookies.set("ludotheque", cookie)
        lines = [guest.look_at(table) for guest in guests]
        *players, eve = lines
        for number, (seat, actions) in enumerate(plies):
            line = players[seat]
            assert line.wait_for_turn()
            told = Told([players[0], eve, players[1]], records)
            answer = line.settle(line.ask(**line.choose() | {"actions": [actions[world]]}))
            for each in lines:
                while each.seq < answer["seq"]:
                    each.receive()
            if number < len(plies) - 1:
                things = line.table["scene"]["places"] or [{"id": "nothing"}]
                line.ask(type="why", seat=seat, steps=[["pick", things[number % len(things)]["id"]]])
                if number % RECORDED == 0:
                    for what in ("record", "picture"):
                        records += [
                            guest.http.get(f"/api/tables/{table}/{what}").text for guest in (guests[0], guests[-1])
                        ]
        told.end = guests[0].http.get(f"/api/tables/{table}/record").text
    return told


def kinds(heard: list[str]) -> Counter[str]:
    """Count the messages by type, without those that only announce that someone has joined."""
    messages = [json.loads(text) for text in heard]
    return Counter(message["type"] for message in messages if message["type"] != "update" or message.get("log"))


@where_hidden
def test_seat_and_spectator_are_told_the_same_whatever_is_hidden(tmp_path: Path, name: str) -> None:
    game, first, second = registry.load(name), tmp_path / "first.db", tmp_path / "second.db"
    warm(name)
    with serving(settings(first)) as address, ExitStack() as stack:
        ann, *others, eve = [stack.enter_context(Guest(address, who)) for who in [*NAMES[: game.seats[0]], "Eve"]]
        made = ann.open("you", *["person"] * len(others), game=name, options=game.complete_options({}))
        for seat, guest in enumerate(others, 1):
            guest.follow(made["invitations"][str(seat)])
        eve.follow(made["spectate"])
        cookies = [guest.http.cookies["ludotheque"] for guest in (ann, *others, eve)]
    shutil.copy(first, second)
    deals = change_deal(game, second, made["table"])
    plies = common_plies(game, *deals)
    with serving(settings(first)) as one:
        told_one = play(one, cookies, made["table"], plies, 0)
    with serving(settings(second)) as other:
        told_other = play(other, cookies, made["table"], plies, 1)
    assert told_one.heard[:2] == told_other.heard[:2]
    assert told_one.records == told_other.records
    # whose plies they were before the truth came out: everyone is told about all of them, and every
    # message is answered
    hidden = [seat for seat, _ in plies[:-1]]
    assert {0, 1} <= set(hidden), "too early"
    for heard, seat in zip(told_one.heard, (0, NONE, 1), strict=True):
        own = hidden.count(seat)
        told = kinds(heard)
        assert told.pop("because", 0) + told.pop("refused", 0) == own  # what is possible is refused as stale
        assert told == Counter({"table": 1, "update": len(hidden)}) + Counter({"done": own})
    assert len(told_one.records) == 4 * len(range(0, len(hidden), RECORDED))
    if is_seen(game, *deals):  # the deals do differ, so the test can fail: seat 1 sees its own secret
        assert told_one.heard[2] != told_other.heard[2]
    else:  # nobody does, until the truth comes out
        assert told_one.end != told_other.end
