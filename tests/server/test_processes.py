"""Several processes on one PostgreSQL database, with Redis between them: what happens in one is
seen in the other, and when one is killed the other goes on.
"""

import asyncio
import logging
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from redis import Redis

from ludotheque.check.guests import PATIENCE_S, Guest, Line, Message, serving
from ludotheque.server import bus, loading
from ludotheque.server.bus import EVERYTHING, LOOK_AGAIN, RedisBus
from ludotheque.server.limits import Limits
from ludotheque.server.live import neighbors, tables, timekeeping
from ludotheque.server.live.connection import COME_BACK
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store, TableRow
from ludotheque.table.table import Table
from tests.patience import until
from tests.server import databases
from tests.server.databases import query
from tests.server.kills import acted, command
from tests.server.test_accounts import PASSWORD, hear_until_cut, make_account
from tests.server.test_hosts import last_word

MOVES_TOGETHER, MOVES_AFTER = 8, 6


@pytest.fixture
def kind() -> str:
    return "postgresql"


@dataclass
class Pair:
    """Two servers of one house."""

    addresses: tuple[str, str]
    processes: tuple[subprocess.Popen[str], subprocess.Popen[str]]
    database: str


@pytest.fixture
def pair(empty: str, redis: str) -> Iterator[Pair]:
    with ExitStack() as stack:
        started = [stack.enter_context(command(empty, "--redis", redis)) for _ in range(2)]
        yield Pair((started[0][0], started[1][0]), (started[0][1], started[1][1]), empty)


@pytest.fixture
def people() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def hear(line: Line, seq: int) -> None:
    while line.seq < seq:
        line.receive()


def test_a_game_across_two_processes_goes_on_when_one_is_killed(pair: Pair, people: ExitStack) -> None:
    ann, bob = (people.enter_context(Guest(pair.addresses[0], name)) for name in ("Ann", "Bob"))
    table = ann.open("you", "person")
    bob.follow(table["invitations"]["1"])
    bob.move_to(pair.addresses[1])
    lines = [ann.look_at(table["table"]), bob.look_at(table["table"])]
    sent = []
    for move in range(MOVES_TOGETHER):
        line, other = lines[move % 2], lines[1 - move % 2]
        assert line.wait_for_turn()
        act = line.choose()
        sent.append(act["id"])
        hear(other, line.settle(line.ask(**act))["seq"])  # told by the process that did not write it
    act = lines[0].choose()
    sent.append(act["id"])
    lines[0].send(**act)
    pair.processes[0].kill()
    pair.processes[0].wait()
    ann.move_to(pair.addresses[1])
    lines[0] = ann.look_at(table["table"])
    lines[0].settle(lines[0].ask(**act))  # again, as a browser does that has had no answer
    for move in range(1, MOVES_AFTER):
        line = lines[move % 2]
        assert line.wait_for_turn()
        act = line.choose()
        sent.append(act["id"])
        line.settle(line.ask(**act))
    assert acted(pair.database) == sent
    assert len(bob.get(f"/api/tables/{table['table']}/record")["plies"]) == len(sent)


def test_bots_are_led_by_one_process_and_taken_over_from_the_dead(pair: Pair, people: ExitStack) -> None:
    ann = people.enter_context(Guest(pair.addresses[0], "Ann"))
    eve = people.enter_context(Guest(pair.addresses[1], "Eve"))
    made = ann.open("random", "greedy")
    eve.follow(made["spectate"])
    watching = eve.look_at(made["table"])
    seq = watching.seq
    hear(watching, seq + 2)
    pair.processes[0].kill()
    pair.processes[0].wait()
    hear(watching, watching.seq + 3)
    pair.processes[1].kill()
    pair.processes[1].wait()
    seqs = [row["seq"] for row in query(pair.database, "SELECT seq FROM journal ORDER BY seq")]
    assert seqs == list(range(1, len(seqs) + 1))
    assert len(seqs) >= watching.seq >= seq + 5


# Both servers in this process: quicker, and one can look inside


@pytest.fixture
def both(empty: str, redis: str) -> Iterator[tuple[str, str]]:
    settings = Settings(database=empty, redis=redis, bot_pause_s=0, limits=Limits(away_s=0))
    with serving(settings) as here, serving(settings) as there:
        yield here, there


def test_of_two_acts_at_once_one_wins_and_the_other_is_judged_again(both: tuple[str, str], people: ExitStack) -> None:
    laptop, bob = people.enter_context(Guest(both[0], "Ann")), people.enter_context(Guest(both[0], "Bob"))
    phone = people.enter_context(Guest(both[1]))
    phone.http.cookies = laptop.http.cookies
    made = laptop.open("you", "person")
    bob.follow(made["invitations"]["1"])
    lines = [laptop.look_at(made["table"]), phone.look_at(made["table"])]
    other = bob.look_at(made["table"])
    for _ in range(5):
        answers = race(lines)
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        assert [answer["code"] for answer in answers if answer["type"] == "refused"] == ["action/stale"]
        assert other.wait_for_turn()
        seq = other.act()["seq"]
        for line in lines:
            hear(line, seq)


def race(lines: list[Line]) -> list[Message]:
    """The same seat acts on both lines at once."""
    for number, line in enumerate(lines):
        assert line.wait_for_turn()
        line.send(**line.choose() | {"id": f"{number}-{line.seq}"})
    return [line.answer() for line in lines]


def test_who_is_with_another_process_is_not_away(both: tuple[str, str], people: ExitStack) -> None:
    ann, bob = people.enter_context(Guest(both[0], "Ann")), people.enter_context(Guest(both[0], "Bob"))
    made = ann.open("you", "person", bot_takes_over=True)
    bob.follow(made["invitations"]["1"])
    ann.move_to(both[1])
    own, other = ann.look_at(made["table"]), bob.look_at(made["table"])
    while not all(seat.get("is_online") for seat in other.table["seats"]):
        other.receive()
    own.act()
    assert other.wait_for_turn()
    own.socket.close()
    other.act()
    while other.table["seats"][0].get("is_online") or "A bot plays for Ann." not in [
        entry["text"] for entry in other.sync()["log"]
    ]:
        other.receive()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the events that processes told each other."""
    tell, numbers = RedisBus.tell, list[int]()

    def note(self: RedisBus, table: str, seq: int) -> None:
        if seq < LOOK_AGAIN:
            numbers.append(seq)
        tell(self, table, seq)

    monkeypatch.setattr(RedisBus, "tell", note)
    return numbers


def test_nobody_is_told_of_a_table_that_only_one_process_has(
    both: tuple[str, str], people: ExitStack, told: list[int]
) -> None:
    ann, bob = (people.enter_context(Guest(address, name)) for address, name in zip(both, ("Ann", "Bob"), strict=True))
    own, other = (guest.look_at(guest.open("you", "random")["table"]) for guest in (ann, bob))
    for line in (own, other):
        assert line.wait_for_turn()
        line.act()
    assert told == []
    eve = people.enter_context(Guest(both[1], "Eve"))
    made = ann.open("you", "person")
    eve.follow(made["invitations"]["1"])
    lines = [ann.look_at(made["table"]), eve.look_at(made["table"])]
    assert lines[0].wait_for_turn()
    seq = lines[0].act()["seq"]
    hear(lines[1], seq)
    assert seq in told


def test_what_happens_while_another_process_loads_a_table_is_seen_there(
    both: tuple[str, str], people: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was written after the journal was read, and before anybody could know of the reader."""
    ann, bob = people.enter_context(Guest(both[0], "Ann")), people.enter_context(Guest(both[0], "Bob"))
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    bob.move_to(both[1])
    own = ann.look_at(made["table"])
    assert own.wait_for_turn()
    acted_there: list[int] = []

    def load_late(store: Store, row: TableRow) -> Table:
        table = loading.load(store, row)
        acted_there.append(own.act()["seq"])
        return table

    monkeypatch.setattr(tables, "load", load_late)
    line = bob.look_at(made["table"])
    hear(line, acted_there[0])
    assert line.wait_for_turn()


def test_news_of_a_process_that_comes_are_not_lost_behind_a_move(redis: str) -> None:
    """Both are told in one message."""

    async def talk() -> None:
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        listener, speaker = RedisBus(redis), RedisBus(redis)
        await listener.start(into(heard))
        assert await heard.get() == (EVERYTHING, LOOK_AGAIN)
        await speaker.start(lambda *_: None)
        for numbers in ((LOOK_AGAIN, 7), (7, LOOK_AGAIN)):
            for seq in numbers:
                speaker.tell("t", seq)
            assert await heard.get() == ("t", LOOK_AGAIN)
        await speaker.stop()
        await listener.stop()

    asyncio.run(asyncio.wait_for(talk(), PATIENCE_S))


def test_a_table_that_is_deleted_in_one_process_is_closed_in_the_other(
    both: tuple[str, str], people: ExitStack
) -> None:
    ann, bob = people.enter_context(Guest(both[0])), people.enter_context(Guest(both[0]))
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    bob.move_to(both[1])
    line = bob.look_at(made["table"])
    ann.http.delete(f"/api/tables/{made['table']}", headers={"content-type": "application/json"}).raise_for_status()
    assert last_word(line) == "table/closed"


def test_a_name_that_is_deleted_in_one_process_is_gone_in_the_other(both: tuple[str, str], people: ExitStack) -> None:
    ann, bob = people.enter_context(Guest(both[0], "Ann")), people.enter_context(Guest(both[0], "Bob"))
    make_account(ann, "Ann")
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    bob.move_to(both[1])
    line = bob.look_at(made["table"])
    assert line.table["seats"][0]["name"] == "Ann"
    ann.post("/api/account/delete", password=PASSWORD)
    assert hear_until_cut(line) == COME_BACK
    assert bob.look_at(made["table"]).table["seats"][0]["name"] != "Ann"


def test_a_clock_goes_on_in_the_process_that_is_left(
    empty: str, redis: str, people: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeping, "MEET_S", 0.1)
    settings = Settings(database=empty, redis=redis, bot_pause_s=0)
    with serving(settings) as there:
        with serving(settings) as here:
            ann = people.enter_context(Guest(here, "Ann"))
            table = ann.open("you", "random", clock={"kind": "real", "base_s": 2, "increment_s": 0})["table"]
            people.pop_all().close()
        with Guest(there) as again:
            again.http.cookies = ann.http.cookies
            line = again.look_at(table)
            while line.table["status"] != "over":
                line.receive()
            assert "Ann has no time left." in [entry["text"] for entry in line.sync()["log"]]


# The bus itself


def test_one_leads_until_it_lets_go(redis: str) -> None:
    async def lead() -> list[bool]:
        one, other = RedisBus(redis), RedisBus(redis)
        found = [await one.leads("t"), await other.leads("t"), await one.leads("t")]
        await one.stop()
        found.append(await other.leads("t"))
        await other.stop()
        return found

    assert asyncio.run(lead()) == [True, False, True, True]


def test_hundreds_of_tables_ask_redis_at_once(redis: str, caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> list[bool]:
        one = RedisBus(redis)
        led = await asyncio.gather(*(one.leads(f"table{number}") for number in range(400)))
        here = await asyncio.gather(*(one.publish_presence(f"table{number}", {"ann"}) for number in range(400)))
        await one.stop()
        assert here == [set()] * 400
        return led

    assert asyncio.run(ask()) == [True] * 400
    assert "Redis" not in caplog.text


def test_without_redis_nobody_knows_who_is_in_other_processes() -> None:
    """They are not taken for absent: a bot would play for them as soon as Redis is back."""

    async def ask() -> None:
        one = RedisBus("redis://127.0.0.1:1")
        assert await one.publish_presence("t", {"ann"}) is None
        assert await one.meet({"t": {"ann"}}) == {}
        await one.stop()

    asyncio.run(ask())


def test_one_question_is_about_many_tables(redis: str) -> None:
    tables = [f"many{number}" for number in range(2 * bus.AT_ONCE + 1)]

    async def ask() -> None:
        one, other = RedisBus(redis), RedisBus(redis)
        assert await one.lead(tables) == set(tables)
        assert await other.lead([*tables[:3], "free"]) == {"free"}
        assert await one.meet({table: {"ann"} for table in tables}) == {table: set() for table in tables}
        assert await other.meet({tables[-1]: {"bob"}, "free": set()}) == {tables[-1]: {"ann"}, "free": set()}
        await one.stop()
        assert await other.lead(tables[:3]) == set(tables[:3])
        await other.stop()

    asyncio.run(ask())


def into(inbox: asyncio.Queue[tuple[str, int]]) -> bus.Hear:
    return lambda table, seq: inbox.put_nowait((table, seq))


def test_a_process_hears_the_news_of_others_and_not_its_own(redis: str) -> None:
    async def talk() -> None:
        heard: list[asyncio.Queue[tuple[str, int]]] = [asyncio.Queue(), asyncio.Queue()]
        pair = [RedisBus(redis), RedisBus(redis)]
        for one, inbox in zip(pair, heard, strict=True):
            await one.start(into(inbox))
            assert await inbox.get() == (EVERYTHING, LOOK_AGAIN)
        pair[0].tell("t", 1)
        assert await heard[1].get() == ("t", 1)
        pair[1].tell("u", 2)
        assert await heard[0].get() == ("u", 2)
        pair[0].tell("t", 3)  # it gathers, but is sent before the process ends
        await pair[0].stop()
        assert await heard[1].get() == ("t", 3)
        await pair[1].stop()

    asyncio.run(asyncio.wait_for(talk(), PATIENCE_S))


@pytest.mark.parametrize("line", [b"foo notanumber", b"foo", b"foo " + b"9" * 5000, b"\xff\xfe", b""])
def test_a_line_that_nobody_understands_is_skipped(line: bytes, redis: str, caplog: pytest.LogCaptureFixture) -> None:
    async def talk() -> None:
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        listener, speaker = RedisBus(redis), RedisBus(redis)
        await listener.start(into(heard))
        assert await heard.get() == (EVERYTHING, LOOK_AGAIN)
        await speaker.redis.publish(bus.CHANNEL, b"other\n" + line + b"\nt 7")
        assert await heard.get() == ("t", 7)
        await speaker.stop()
        await listener.stop()

    asyncio.run(asyncio.wait_for(talk(), PATIENCE_S))
    assert [message.partition(",")[0] for message in caplog.messages] == ["Redis brought a line that is not ours"]


def test_news_go_on_after_an_error(
    redis: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bus, "RETRY_S", 0.05)

    async def talk() -> None:
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

        def hear(table: str, seq: int) -> None:
            heard.put_nowait((table, seq))
            if seq == 1:
                raise TypeError

        async def fail(*_: object) -> None:
            monkeypatch.undo()
            raise TypeError

        listener, speaker = RedisBus(redis), RedisBus(redis)
        await listener.start(hear)
        assert await heard.get() == (EVERYTHING, LOOK_AGAIN)
        monkeypatch.setattr(speaker.redis, "publish", fail)
        await speaker.start(lambda *_: None)
        speaker.tell("t", 1)
        assert [await heard.get() for _ in range(2)] == [("t", 1), (EVERYTHING, LOOK_AGAIN)]
        speaker.tell("t", 2)
        assert await heard.get() == ("t", 2)
        await speaker.stop()
        await listener.stop()

    asyncio.run(asyncio.wait_for(talk(), PATIENCE_S))
    assert sorted(caplog.messages) == [
        "listening for news of other processes failed",
        "sending news to other processes failed",
    ]


def test_a_lease_runs_out_and_is_renewed_by_whoever_uses_it(redis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "LEASE_S", 0.2)

    async def lead() -> None:
        one, other = RedisBus(redis), RedisBus(redis)
        for _ in range(10):
            assert await one.leads("u")
            await asyncio.sleep(0.05)
        while not await other.leads("u"):
            await asyncio.sleep(0.05)
        assert not await one.leads("u")
        await one.stop()
        assert await other.leads("u")  # what is not one's own is not let go
        await other.stop()

    asyncio.run(lead())


def test_processes_meet_and_part(redis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def meet() -> list[set[str] | None]:
        one, other = RedisBus(redis), RedisBus(redis)
        found = [
            await one.publish_presence("t", {"ann", "bob"}),
            await other.publish_presence("t", {"eve"}),
            await one.publish_presence("t", {"bob"}),
            await other.publish_presence("t", set()),
        ]
        monkeypatch.setattr(bus, "HERE_S", -1)  # a process that says something now is dead already
        await one.publish_presence("t", {"bob"})
        found.append(await other.publish_presence("t", set()))
        await one.stop()
        await other.stop()
        return found

    assert asyncio.run(meet()) == [set(), {"ann", "bob"}, {"eve"}, {"bob"}, set()]


def test_news_outlive_a_redis_that_goes_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bus, "RETRY_S", 0.05)

    async def live_through() -> None:
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        with ExitStack() as stack:
            url = stack.enter_context(databases.redis_at(f"unix://{tmp_path}/redis"))
            listener, speaker = RedisBus(url), RedisBus(url)
            await listener.start(lambda table, seq: heard.put_nowait((table, seq)))
            await speaker.start(lambda *_: None)
            assert await heard.get() == (EVERYTHING, LOOK_AGAIN)
            speaker.tell("t", 1)
            assert await heard.get() == ("t", 1)
            stack.pop_all().close()
            assert not await speaker.leads("t")
            assert await speaker.publish_presence("t", {"ann"}) is None
            speaker.tell("t", 3)
            stack.enter_context(databases.redis_at(url))
            while await heard.get() != (EVERYTHING, LOOK_AGAIN):
                pass
            speaker.tell("t", 4)
            while await heard.get() != ("t", 4):
                pass
            await listener.stop()
            await speaker.stop()

    with caplog.at_level(logging.WARNING):
        asyncio.run(asyncio.wait_for(live_through(), PATIENCE_S))
    assert "Redis is not responding" in caplog.text


@contextmanager
def killed(server: int) -> Iterator[None]:
    os.kill(server, signal.SIGKILL)
    yield


@contextmanager
def stopped(server: int) -> Iterator[None]:
    """It holds all its connections and answers nothing."""
    os.kill(server, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server, signal.SIGCONT)


@pytest.mark.parametrize("harmed", [killed, stopped])
def test_people_at_two_processes_play_on_without_redis(
    harmed: Callable[[int], AbstractContextManager[None]], empty: str, people: ExitStack
) -> None:
    with databases.redis() as url, ExitStack() as stack:
        both = [stack.enter_context(serving(Settings(database=empty, redis=url))) for _ in range(2)]
        ann, bob = (people.enter_context(Guest(both[0], name)) for name in ("Ann", "Bob"))
        made = ann.open("you", "person")
        bob.follow(made["invitations"]["1"])
        bob.move_to(both[1])
        lines = [ann.look_at(made["table"]), bob.look_at(made["table"])]
        with harmed(process_of(url)):
            for move in range(4):
                line, other = lines[move % 2], lines[1 - move % 2]
                assert line.wait_for_turn()
                hear(other, line.act()["seq"])  # nobody asks for it
            people.close()


def test_who_connects_or_asks_again_sees_without_redis_what_happened_elsewhere(
    empty: str, people: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbors, "LOOK_S", PATIENCE_S)  # long after the end of the test
    with databases.redis() as url, ExitStack() as stack:
        both = [stack.enter_context(serving(Settings(database=empty, redis=url))) for _ in range(2)]
        ann, bob = (people.enter_context(Guest(both[0], name)) for name in ("Ann", "Bob"))
        made = ann.open("you", "person")
        bob.follow(made["invitations"]["1"])
        bob.move_to(both[1])
        own, other = ann.look_at(made["table"]), bob.look_at(made["table"])
        os.kill(process_of(url), signal.SIGKILL)
        assert own.wait_for_turn()
        seq = own.act()["seq"]
        until(lambda: other.sync()["seq"] == seq)
        assert other.wait_for_turn()
        seq = other.act()["seq"]
        assert ann.look_at(made["table"]).seq == seq
        people.close()


def process_of(url: str) -> int:
    """The number of a Redis server's process."""
    server = Redis.from_url(url)
    try:
        return int(server.info()["process_id"])
    finally:
        server.close()


def test_a_new_name_is_known_in_the_other_process_at_once(both: tuple[str, str], people: ExitStack) -> None:
    ann, bob = (people.enter_context(Guest(both[0], name)) for name in ("Ann", "Bob"))
    made = ann.open("you", "person")
    bob.follow(made["invitations"]["1"])
    bob.move_to(both[1])
    line = bob.look_at(made["table"])
    ann.post("/api/me", name="Zoe")
    while [info["name"] for info in line.table["seats"]] != ["Zoe", "Bob"]:
        line.receive()
    assert line.table["log"][-1]["text"] == "Ann is now called Zoe."
