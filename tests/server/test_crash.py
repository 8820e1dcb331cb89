"""The server is killed without warning, and comes back: what was acknowledged is there, once."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.server.settings import Settings
from tests.server.databases import query
from tests.server.guests import Guest, Line, serving

MOVES = 10
KILLS = 4


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@contextmanager
def command(database: str, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`ludotheque serve` in a process of its own; killed at the end if it still lives."""
    words = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--database", database, *options]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3], process
        finally:
            process.kill()


def acted(database: str) -> list[str]:
    """The ids of all acts in the journal, in order."""
    events = [json.loads(row["event"]) for row in query(database, "SELECT event FROM journal ORDER BY seq")]
    return [event["id"] for event in events if event["event"] == "acted"]


def test_killed_at_any_moment_nothing_is_lost_and_nothing_doubled(empty: str) -> None:
    chance = random.Random(7)
    kills = set(chance.sample(range(MOVES), KILLS))
    sent: list[str] = []
    with ExitStack() as people:
        address, process = people.enter_context(command(empty))
        players = [people.enter_context(Guest(address, name)) for name in ("Ann", "Bob")]
        made = players[0].open("you", "person")
        players[1].follow(made["invitations"]["1"])
        lines = [player.look_at(made["table"]) for player in players]
        for move in range(MOVES):
            line = lines[move % 2]
            assert line.wait_for_turn()
            act = line.choose()
            sent.append(act["id"])
            line.send(**act)
            if move in kills:
                if chance.random() < 0.5:
                    with suppress(ConnectionClosed):
                        line.receive()  # the answer has come, or an update before it
                process.kill()
                process.wait()
                address, process = people.enter_context(command(empty))
                for player in players:
                    player.move_to(address)
                lines = [player.look_at(made["table"]) for player in players]
                line = lines[move % 2]
                line.send(**act)  # again, as a browser does that has had no answer
            line.settle(line.answer())
            assert acted(empty) == sent
        plies = players[0].get(f"/api/tables/{made['table']}/record")["plies"]
        assert len(plies) == MOVES


def test_after_a_restart_the_game_goes_on_where_it_was(empty: str) -> None:
    settings = Settings(database=empty, bot_pause_s=0)
    with serving(settings) as address:
        ann = Guest(address, "Ann")
        table = ann.open("you", "greedy", clock={"kind": "days", "days": 2})["table"]
        line = ann.look_at(table)
        act = line.choose()
        first = line.settle(line.ask(**act))
        line.wait_for_turn()
        shown = seen(line)
        ann.stack.pop_all().close()
    with serving(settings) as address, Guest(address) as again:
        again.http.cookies = ann.http.cookies
        line = again.look_at(table)
        assert seen(line) == shown
        assert line.ask(**act) == first
        while line.wait_for_turn():
            line.act()
        assert line.table["result"]


def test_two_servers_on_one_database_never_write_the_same_place(empty: str) -> None:
    settings = Settings(database=empty)
    with serving(settings) as here, serving(settings) as there, Guest(here, "Ann") as ann, Guest(here, "Bob") as bob:
        made = ann.open("you", "person")
        bob.follow(made["invitations"]["1"])
        bob.move_to(there)
        own, other = ann.look_at(made["table"]), bob.look_at(made["table"])
        act = own.act()
        assert other.seq < act["seq"]  # nothing carries the news from one to the other: that takes Redis
        other.send(type="say", text="hello")
        while other.seq <= act["seq"]:
            other.receive()  # its place was taken: the journal is read again, and then it is written behind
        assert [entry.get("kind", "act") for entry in other.sync()["log"][-2:]] == ["act", "chat"]
        other.act()
        assert own.ask(type="undo", id="u", seat=0)["code"] == "undo/acted"  # legal for all that this server knew, and judged again


def seen(line: Line) -> str:
    """All that a snapshot shows, but for its number and what is left on the clock."""
    table = line.sync()
    return json.dumps([table["scene"], table["gestures"], table["log"], table["seat"], table["status"], [seat["name"] for seat in table["seats"]]])
