"""What a server does not do for ever: remember, wait, listen to chatter; and where it listens."""

import asyncio
import time

import httpx
import pytest

from ludotheque.server import live, run
from ludotheque.server.live import COME_BACK
from ludotheque.server.settings import Settings
from ludotheque.table.protocol import Done
from ludotheque.table.viewer import Viewer
from tests.server.conftest import MakeGuest
from tests.server.guests import PATIENCE_S, Guest, Line, serving, serving_on
from tests.server.test_accounts import hear_until_cut
from tests.server.test_hosts import wait_until


def figure(guest: Guest, name: str) -> int:
    lines = guest.http.get("/metrics").text.splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"ludotheque_{name} "))


# Memory


def test_a_table_that_nobody_looks_at_is_forgotten_and_found_again(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "TICK_S", 0.02)
    monkeypatch.setattr(live, "IDLE_S", 0.1)
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address) as ann:
        table = ann.open("you", "random")["table"]
        line = ann.look_at(table)
        line.act()
        line.wait_for_turn()
        shown = line.sync()["scene"]
        deadline = time.monotonic() + 0.3
        while time.monotonic() < deadline:
            assert figure(ann, "tables_in_memory") == 1  # somebody looks
        line.socket.close()
        wait_until(lambda: figure(ann, "tables_in_memory") == 0)
        again = ann.look_at(table)
        assert again.table["scene"] == shown
        again.act()


def test_a_table_whose_clock_runs_is_kept(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "TICK_S", 0.02)
    monkeypatch.setattr(live, "IDLE_S", 0.05)
    with serving(Settings(database=empty)) as address, Guest(address) as ann:
        ann.open("you", "person", clock={"kind": "days", "days": 2})  # waits: its clock stands still
        wait_until(lambda: figure(ann, "tables_in_memory") == 0)
        ann.open("you", "random", clock={"kind": "days", "days": 2})
        deadline = time.monotonic() + 0.3
        while time.monotonic() < deadline:
            assert figure(ann, "tables_in_memory") == 1


# Slow readers


def test_what_waits_for_a_slow_reader_has_a_limit() -> None:
    async def fill() -> None:
        line = live.Line(Viewer())
        for number in range(live.BACKLOG):
            line.send(Done("a", number))
        assert (line.outbox.qsize(), line.is_cut) == (live.BACKLOG, False)
        line.send(Done("a", 0))
        line.send(Done("a", 1))
        line.cut()
        assert (line.outbox.qsize(), line.outbox.get_nowait(), line.code) == (1, None, COME_BACK)

    asyncio.run(fill())


def test_a_reader_that_was_cut_off_comes_back_to_the_whole_table(guest: MakeGuest, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    own, other = ann.look_at(made["table"]), bob.look_at(made["table"])
    own.sync()
    act = own.choose()
    with monkeypatch.context() as patched:
        patched.setattr(live, "BACKLOG", 0)
        own.send(**act)
        assert hear_until_cut(other) == COME_BACK
    other = bob.look_at(made["table"])
    assert other.wait_for_turn()
    answer = ann.look_at(made["table"]).ask(**act)  # it was carried out, though the answer was lost
    assert (answer["type"], answer["seq"]) == ("done", other.seq)


# Chatter


def test_chat_has_a_limit_of_its_own(two: tuple[Line, Line]) -> None:
    line = two[0]
    for number in range(7):
        line.send(type="say", text=f"line {number}")
    assert line.answer()["code"] == "chat/too_many"
    line.act()  # everything else goes on
    assert [entry["text"] for entry in line.sync()["log"] if entry.get("kind") == "chat"] == [f"line {number}" for number in range(6)]


# Who was away


def test_the_bot_hands_back_when_its_person_returns(empty: str) -> None:
    with serving(Settings(database=empty, bot_pause_s=0, away_s=0)) as address, Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        made = ann.open("you", "person", bot_takes_over=True)
        bob.follow(made["invitations"]["1"])
        other = bob.look_at(made["table"])
        assert other.wait_for_turn()  # a bot has played for Ann
        line = ann.look_at(made["table"])
        said = [entry["text"] for entry in line.table["log"] if entry.get("kind") == "event"]
        assert said[-2:] == ["A bot plays for Ann.", "Ann is back."]
        assert "level" not in line.table["seats"][0]
        other.act()
        assert line.wait_for_turn()
        line.act()


# Where it listens, and what a proxy says


@pytest.mark.parametrize(("host", "begins"), [("::1", "http://[::1]:"), ("::", "http://[::1]:"), ("0.0.0.0", "http://127.0.0.1:")])
def test_it_listens_where_it_is_told(empty: str, host: str, begins: str) -> None:
    with serving_on(host, Settings(database=empty)) as address:
        assert address.startswith(begins)
        with Guest(address, "Ann") as ann:
            assert ann.look_at(ann.open("you", "random")["table"]).wait_for_turn()


def test_a_proxy_says_who_asks_and_how(empty: str) -> None:
    with serving(Settings(database=empty, posts_at_once=2)) as address, httpx.Client(base_url=address, trust_env=False, timeout=PATIENCE_S) as http:
        body = {"game": "sarena", "seats": [{"kind": "you"}, {"kind": "person"}]}
        headers = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https", "host": "games.example"}
        made = http.post("/api/tables", json=body, headers=headers).json()
        assert made["spectate"].startswith("https://games.example/t/")
        codes = [http.post("/api/me", json={"name": "Ann"}, headers=headers).status_code for _ in range(20)]
        assert 429 in codes
        assert http.post("/api/me", json={"name": "Ann"}, headers=headers | {"x-forwarded-for": "203.0.113.8"}).status_code == 200


def test_a_message_too_large_for_the_wire_ends_the_line(two: tuple[Line, Line]) -> None:
    two[0].socket.send("x" * (run.FRAME_LIMIT + 1))
    assert hear_until_cut(two[0]) == 1009
