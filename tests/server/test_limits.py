"""What a server does not do for ever: remember, wait, listen to chatter; and where it listens."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest
import sqlalchemy as sa
from msgspec import structs

from ludotheque.check.guests import PATIENCE_S, Guest, Line, serving, serving_on
from ludotheque.server import run
from ludotheque.server.database import database_of
from ludotheque.server.hosts import with_mapped
from ludotheque.server.limits import Limits
from ludotheque.server.live import connection, timekeeping
from ludotheque.server.live.connection import BACKLOG, BACKLOG_BYTES, COME_BACK, Connection
from ludotheque.server.settings import Settings
from ludotheque.server.store import Seat, Store
from ludotheque.table.log import CHAT_SHOWN
from ludotheque.table.protocol import Done, Refused, Say, Update
from ludotheque.table.text import BOTS, words_in
from ludotheque.table.viewer import Viewer
from tests.patience import until
from tests.server.conftest import MakeGuest
from tests.server.test_accounts import hear_until_cut, log_in, make_account
from tests.server.test_hosts import JSON
from tests.server.test_journal import row
from tests.server.test_refusals import problem
from tests.table.tables import Session


def figure(guest: Guest, name: str) -> int:
    lines = guest.http.get("/metrics").text.splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"ludotheque_{name} "))


# Memory


def test_a_table_that_nobody_looks_at_is_forgotten_and_found_again(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeping, "TICK_S", 0.02)
    monkeypatch.setattr(timekeeping, "IDLE_S", 0.1)
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
        until(lambda: figure(ann, "tables_in_memory") == 0)
        again = ann.look_at(table)
        assert again.table["scene"] == shown
        again.act()


def test_a_table_whose_clock_runs_is_kept(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeping, "TICK_S", 0.02)
    monkeypatch.setattr(timekeeping, "IDLE_S", 0.05)
    with serving(Settings(database=empty)) as address, Guest(address) as ann:
        ann.open("you", "person", clock={"kind": "days", "days": 2})  # waits: its clock stands still
        until(lambda: figure(ann, "tables_in_memory") == 0)
        ann.open("you", "random", clock={"kind": "days", "days": 2})
        deadline = time.monotonic() + 0.3
        while time.monotonic() < deadline:
            assert figure(ann, "tables_in_memory") == 1


# Slow readers


def test_what_waits_for_a_slow_reader_has_a_limit() -> None:
    async def fill() -> None:
        reader = Connection(Viewer())
        for number in range(BACKLOG):
            reader.send(Done("a", number))
        assert (reader.outbox.qsize(), reader.is_cut) == (BACKLOG, False)
        reader.send(Done("a", 0))
        reader.send(Done("a", 1))
        reader.cut()
        assert (reader.outbox.qsize(), reader.outbox.get_nowait(), reader.close_code) == (1, None, COME_BACK)

    asyncio.run(fill())


def test_the_bytes_that_wait_for_a_slow_reader_have_a_limit() -> None:
    async def fill() -> None:
        reader, large = Connection(Viewer()), Refused("table/unknown", "x" * (BACKLOG_BYTES // 3))
        for _ in range(2):
            reader.send(large)
        assert await reader.next()
        reader.send(large)
        reader.send(large)  # as much as may wait, and one more
        assert (reader.outbox.qsize(), reader.is_cut) == (3, False)
        reader.send(Done("a", 0))
        assert (reader.outbox.qsize(), await reader.next(), reader.close_code) == (1, None, COME_BACK)

    asyncio.run(fill())


def test_whole_tables_and_moves_that_are_shown_again_have_limits(empty: str) -> None:
    limits = Limits(syncs_at_once=3, syncs_per_second=0, moments_at_once=2, moments_per_second=0)
    with serving(Settings(database=empty, limits=limits)) as address, Guest(address) as ann:
        line = ann.look_at(ann.open("you", "random")["table"])
        line.act()
        assert line.wait_for_turn()
        messages = [{"type": "look_back", "ply": 1}] * 3 + [{"type": "sync"}, {"type": "look", "seat": 0}] * 2
        for message in messages:
            line.send(**message)
        codes = [line.answer().get("code") for _ in messages]
        # the third moment, and what comes after the table at the start and two more
        assert [number for number, code in enumerate(codes) if code == "message/too_many"] == [2, 5, 6]


def test_requests_that_only_ask_have_a_limit_of_their_own(empty: str) -> None:
    limits = Limits(gets_at_once=12, gets_per_second=0)
    with serving(Settings(database=empty, limits=limits)) as address, httpx.Client(base_url=address) as http:
        asked = ("/api/me", "/schema/openapi.json", "/api/me", "/api/me", "/", "/web/dom.js")
        codes = [http.get(path, headers={"x-forwarded-for": "203.0.113.7"}).status_code for path in asked]
        assert codes == [200, 200, 200, 429, 200, 200]
        assert http.get("/api/me", headers={"x-forwarded-for": "203.0.113.8"}).status_code == 200
        assert http.get("/api/me").status_code == 200


def test_a_reader_that_was_cut_off_comes_back_to_the_whole_table(
    guest: MakeGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    own, other = ann.look_at(made["table"]), bob.look_at(made["table"])
    own.sync()
    act = own.choose()
    with monkeypatch.context() as patched:
        patched.setattr(connection, "BACKLOG", 0)
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
    assert [entry["text"] for entry in line.sync()["log"] if entry.get("kind") == "chat"] == [
        f"line {number}" for number in range(6)
    ]


def said(line: Line) -> list[tuple[str, str]]:
    """What people have said, and who is said to have done so."""
    return [(entry.get("by", ""), entry["text"]) for entry in line.sync()["log"] if entry.get("kind") == "chat"]


def say(line: Line, text: str) -> None:
    """Say something, and wait until it is shown."""
    line.sync()
    line.send(type="say", text=text)
    while line.receive()["type"] != "update" or line.table["log"][-1]["text"] != text:
        pass


def test_chat_is_counted_by_person_and_by_table_not_by_connection(empty: str) -> None:
    limits = Limits(chats_per_second=0, onlookers_per_second=0)
    settings = Settings(database=empty, limits=limits)
    with serving(settings) as address, Guest(address, "Ann") as ann, ExitStack() as strangers:
        table = ann.open("you", "person", is_open=True)["table"]
        eve = strangers.enter_context(Guest(address, "Eve"))
        lines = [eve.look_at(table) for _ in range(3)]
        lines += [strangers.enter_context(Guest(address)).look_at(table) for _ in range(3)]
        for line in lines:
            for number in range(5):
                line.send(type="say", text=f"{number}")
            while line.sync()["type"] != "table":  # all of them are answered now
                pass
        line = ann.look_at(table)
        assert [by for by, _ in said(line)].count("Eve") == limits.chats_at_once
        assert len(said(line)) == limits.onlookers_at_once
        say(line, "Quiet, please!")


def test_a_snapshot_has_the_last_lines_of_chat_only() -> None:
    session = Session("sarena")
    ada, ben = session.viewers
    before = len(session.table.snapshot(ben).log)
    for number in range(CHAT_SHOWN + 20):
        session.ask(ada, Say(f"line {number}"))
    update = session.table.update(ben)
    assert isinstance(update, Update)
    assert len(update.log) == CHAT_SHOWN + 20
    lines = session.table.snapshot(ben).log
    assert len(lines) == before + CHAT_SHOWN
    assert next(line.text for line in lines if line.kind == "chat") == "line 20"
    session.ask(ada, Say("one more"))
    update = session.table.update(ben)
    assert isinstance(update, Update)
    assert [line.text for line in update.log] == ["one more"]


def test_nobody_takes_the_name_of_somebody_at_the_table(guest: MakeGuest) -> None:
    ann, ben, eve = guest("Ann"), guest("ann"), guest("ANN")
    made = ann.open("you", "person", "person", is_open=True)
    ben.follow(made["invitations"]["1"])
    line = eve.look_at(made["table"])
    say(line, "It is me.")
    assert said(line) == [("ANN 3", "It is me.")]
    assert [seat["name"] for seat in line.table["seats"][:2]] == ["Ann", "ann 2"]
    ben.post("/api/me", name="Ben")
    ben.post("/api/me", name="ANN")
    assert [seat["name"] for seat in eve.look_at(made["table"]).table["seats"][:2]] == ["Ann", "ANN 2"]


def test_nor_that_of_a_host_who_watches(guest: MakeGuest) -> None:
    ann, eve = guest("Ann"), guest("Ann")
    table = ann.open("person", "person", is_open=True)["table"]
    say(eve.look_at(table), "I am the host.")
    line = ann.look_at(table)
    say(line, "No, I am.")
    assert said(line) == [("Ann 2", "I am the host."), ("Ann", "No, I am.")]
    ann.post("/api/me", name="Zoe")
    eve.post("/api/me", name="Zoe")
    say(eve.look_at(table), "Now it is me.")
    assert said(line)[-1] == ("Zoe 2", "Now it is me.")


def test_nor_that_of_a_bot_in_any_language(guest: MakeGuest) -> None:
    ann, eve, max_ = guest("Ann"), guest("Master bot 2"), guest()
    table = ann.open("you", "master", "master", "person", is_open=True)["table"]
    line = ann.look_at(table)
    bots = [seat["name"] for seat in line.table["seats"][1:3]]
    assert bots == ["Master bot", "Master bot 2"]
    say(eve.look_at(table), "A bot am I.")
    assert said(line) == [("Master bot 2 2", "A bot am I.")]
    german = words_in("de")(BOTS["master"])
    max_.post("/api/me", name=german)
    say(max_.look_at(table), "Ich auch.")
    assert said(line)[-1] == (f"{german} 3", "Ich auch.")  # they are two bots


def test_nor_that_of_somebody_who_watches_or_has_spoken(guest: MakeGuest) -> None:
    zoe, ann, eve, fay = guest("Zoe"), guest("Ann"), guest("Ann"), guest("Fay")
    made = zoe.open("you", "person", "person", is_open=True)
    line = eve.look_at(made["table"])
    say(line, "I am Ann.")
    line.socket.close()
    ann.follow(made["invitations"]["1"])
    assert ann.look_at(made["table"]).table["seats"][1]["name"] == "Ann 2"
    fay.look_at(made["table"])
    other = guest("Fay").look_at(made["table"])
    say(other, "I am Fay.")
    assert said(other)[-1] == ("Fay 2", "I am Fay.")


def test_a_guest_who_has_spoken_keeps_their_name_with_an_account(guest: MakeGuest) -> None:
    make_account(guest(), "Speaker")
    ann, bob = guest("Speaker"), guest("Bob")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    line = ann.look_at(made["table"])
    say(line, "Hello!")
    log_in(ann, "Speaker")
    line = ann.look_at(made["table"])
    say(line, "Still me.")
    assert line.table["seats"][0]["name"] == "Speaker"


def test_a_host_removes_what_somebody_says(guest: MakeGuest) -> None:
    ann, ben, eve = guest("Ann"), guest("Ben"), guest("Eve")
    made = ann.open("you", "person", is_open=True)
    own, other, chatterer = ann.look_at(made["table"]), ben.look_at(made["table"]), eve.look_at(made["table"])
    say(chatterer, "Buy this!")
    say(other, "Hello!")
    say(chatterer, "And that!")
    seq = chatterer.table["log"][-1]["seq"]
    assert (own.sync()["is_host"], other.sync()["is_host"]) == (True, False)
    path = f"/api/tables/{made['table']}/silence"
    assert ben.http.post(path, json={"seq": seq}).status_code == 403
    assert ann.http.post(path, json={"seq": 999}).status_code == 404
    assert ann.http.post(path, json={"seq": seq}).status_code == 204
    assert hear_until_cut(other) == COME_BACK
    other, chatterer = ben.look_at(made["table"]), eve.look_at(made["table"])
    assert said(other) == [("", "…"), ("Ben", "Hello!"), ("", "…")]
    assert chatterer.ask(type="say", text="Still here!")["code"] == "chat/silenced"
    say(other, "Thanks.")


# The lobby


def test_nobody_fills_the_lobby_alone(empty: str) -> None:
    with (
        serving(Settings(database=empty, limits=Limits(lobby_each=3, tables_each=6))) as address,
        Guest(address, "Eve") as eve,
        Guest(address, "Ann") as ann,
    ):
        seats = [{"kind": "you"}, {"kind": "person"}]
        body = {"game": "sarena", "seats": seats, "is_open": True}
        with ThreadPoolExecutor(8) as hands:
            answers = list(hands.map(lambda _: eve.http.post("/api/tables", json=body), range(8)))
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 5
        assert {answer.json().get("code") for answer in answers} == {None, "lobby/too_many"}
        for _ in range(3):
            eve.open("you", "person")
        assert eve.http.post("/api/tables", json=body | {"is_open": False}).json()["code"] == "table/too_many"
        ann.open("you", "person", is_open=True)
        eve.http.delete(f"/api/tables/{next(a for a in answers if a.is_success).json()['table']}", headers=JSON)
        eve.open("you", "person", is_open=True)


def test_nor_as_many_guests_of_one_address(empty: str) -> None:
    settings = Settings(database=empty, limits=Limits(posts_at_once=100, lobby_each_network=20))
    with serving(settings) as address:
        body = {"game": "sarena", "seats": [{"kind": "you"}, {"kind": "person"}], "is_open": True}

        def open_from(source: str) -> httpx.Response:
            with Guest(address) as stranger:
                return stranger.http.post("/api/tables", json=body, headers={"x-forwarded-for": source})

        answers = [open_from("203.0.113.7") for _ in range(30)]
        assert [answer.status_code for answer in answers] == [201] * 20 + [409] * 10
        assert problem(answers[-1]) == (409, "lobby/too_many")
        assert open_from("203.0.113.8").status_code == 201
        with Guest(address) as bob:  # a table that is full is in the lobby no longer
            bob.follow(next(iter(answers[0].json()["invitations"].values())))
        assert [open_from("203.0.113.7").status_code for _ in range(2)] == [201, 409]


def test_a_rematch_counts_as_a_table_of_who_asks(empty: str) -> None:
    settings = Settings(database=empty, limits=Limits(tables_each=2))
    with serving(settings) as address, Guest(address, "Ann") as ann, Guest(address, "Bob") as bob:
        made = ann.open("you", "person")
        bob.follow(made["invitations"]["1"])
        line = bob.look_at(made["table"])
        assert line.ask(type="resign", id="r", seat=1)["type"] == "done"
        for _ in range(2):
            ann.open("you", "person")
        path = f"/api/tables/{made['table']}/rematch"
        assert problem(ann.http.post(path, json={})) == (409, "table/too_many")
        again = bob.post(path)["table"]
        assert ann.post(path)["table"] == again  # Bob's
        bob.http.delete(f"/api/tables/{again}", headers=JSON)
        assert problem(ann.http.post(path, json={})) == (409, "table/too_many")


def test_a_full_lobby_has_a_table_of_every_host(empty: str) -> None:
    store = Store(database_of(empty))
    store.people.remember("ann", "Ann")
    store.people.remember("eve", "Eve")
    seats = [Seat(0, "bot"), Seat(1, "person")]
    for number, host in enumerate(["ann", *["eve"] * 5]):
        store.tables.add(structs.replace(row(str(number)), host=host, is_open=True, seats=seats))
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE tables SET created = created - 100 WHERE id = '0'"))
    assert [found["host"] for found in store.lists.lobby(limit=3)] == ["Eve", "Eve", "Ann"]
    store.close()


# Who was away


def test_the_bot_hands_back_when_its_person_returns(empty: str) -> None:
    with (
        serving(Settings(database=empty, bot_pause_s=0, limits=Limits(away_s=0))) as address,
        Guest(address, "Ann") as ann,
        Guest(address, "Bob") as bob,
    ):
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


@pytest.mark.parametrize(
    ("host", "begins"), [("::1", "http://[::1]:"), ("::", "http://[::1]:"), ("0.0.0.0", "http://127.0.0.1:")]
)
def test_it_listens_where_it_is_told(empty: str, host: str, begins: str) -> None:
    with serving_on(host, Settings(database=empty)) as address:
        assert address.startswith(begins)
        with Guest(address, "Ann") as ann:
            assert ann.look_at(ann.open("you", "random")["table"]).wait_for_turn()


@pytest.mark.parametrize("host", ["127.0.0.1", "::"])
def test_a_proxy_says_who_asks_and_how(empty: str, host: str) -> None:
    with (
        serving_on(host, Settings(database=empty, limits=Limits(posts_at_once=2))) as address,
        httpx.Client(base_url=address.replace("[::1]", "127.0.0.1"), trust_env=False, timeout=PATIENCE_S) as http,
    ):
        body = {"game": "sarena", "seats": [{"kind": "you"}, {"kind": "person"}]}
        headers = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https", "host": "203.0.113.1"}
        made = http.post("/api/tables", json=body, headers=headers).json()
        assert made["spectate"].startswith("https://203.0.113.1/t/")
        codes = [http.post("/api/me", json={"name": "Ann"}, headers=headers).status_code for _ in range(20)]
        assert 429 in codes
        assert (
            http.post("/api/me", json={"name": "Ann"}, headers=headers | {"x-forwarded-for": "203.0.113.8"}).status_code
            == 200
        )


def test_proxies_are_trusted_in_both_forms_of_their_address() -> None:
    assert with_mapped("127.0.0.1, ::1") == "127.0.0.1/32,::1/128,::ffff:127.0.0.1/128"
    assert with_mapped("10.0.0.0/8") == "10.0.0.0/8,::ffff:10.0.0.0/104"
    assert [with_mapped(text) for text in ("*", "")] == ["*", ""]


def test_a_message_too_large_for_the_wire_ends_the_line(two: tuple[Line, Line]) -> None:
    two[0].socket.send("x" * (run.FRAME_LIMIT + 1))
    assert hear_until_cut(two[0]) == 1009
