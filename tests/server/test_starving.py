"""One guest cannot starve the others: of thinking, of answers, of looking back.

Nothing here is timed. What is counted is who is served, in which order, and how often.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.check.guests import PATIENCE_S, Guest, Line, serving
from ludotheque.scene import export
from ludotheque.scene.model import Scene
from ludotheque.scene.picture import painter, scene_of
from ludotheque.server import drawing, replay, socket
from ludotheque.server.limits import Limits
from ludotheque.server.live import analysis, hints
from ludotheque.server.live.analysis import Analyst, Study
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.live.thinkers import Thinkers
from ludotheque.server.live.turns import BusyError, Turns, UnwantedError
from ludotheque.server.programs import Programs
from ludotheque.server.replay import Replay, Tape
from ludotheque.server.settings import Settings
from ludotheque.table import why
from ludotheque.table.protocol import Advice, Because, Why
from tests.patience import until
from tests.server.test_limits import figure
from tests.table.tables import Session

# Everybody in turn


def test_people_are_served_in_turn_however_much_one_of_them_waits_for() -> None:
    async def order() -> list[str]:
        turns, served = Turns(at_once=1), list[str]()

        async def ask(person: str) -> None:
            async with turns.turn(person):
                served.append(person)
                await asyncio.sleep(0)

        await asyncio.gather(*(ask(person) for person in [*["Eve"] * 20, "Ann", "Bob"]))
        assert (turns.free, turns.waiting, turns.taken) == (1, {}, {})
        return served

    assert asyncio.run(order()) == ["Eve", "Eve", "Ann", "Bob", *["Eve"] * 18]


def test_networks_are_served_in_turn_however_many_people_they_have() -> None:
    async def order() -> list[str]:
        turns, served = Turns(at_once=1), list[str]()

        async def ask(person: str, network: str) -> None:
            await turns.take(person, network=network)
            served.append(person)
            await asyncio.sleep(0)
            turns.give_back(person)

        many = [f"Eve {number % 3}" for number in range(6)]
        await asyncio.gather(*(ask(person, "hers") for person in many), ask("Ann", "Ann's"), ask("Bob", "Bob's"))
        assert (turns.free, turns.waiting, turns.taken) == (1, {}, {})
        return served

    assert asyncio.run(order()) == ["Eve 0", "Eve 1", "Ann", "Bob", "Eve 2", "Eve 0", "Eve 1", "Eve 2"]


def test_who_gives_up_leaves_nothing_behind() -> None:
    async def leave() -> None:
        turns = Turns(at_once=1)
        await turns.take("Ann", network="Ann's")
        waiting = [asyncio.create_task(turns.take(f"Eve {number}", network="hers")) for number in range(5)]
        await asyncio.sleep(0)
        assert turns.count_waiting() == 5
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not turns.waiting

    asyncio.run(leave())


def test_a_turn_that_comes_right_after_its_owner_has_left_is_not_lost() -> None:
    async def leave() -> None:
        turns = Turns(at_once=1)
        await turns.take("Ann")
        gone = asyncio.create_task(turns.take("Eve"))
        await asyncio.sleep(0)
        gone.cancel()
        turns.give_back("Ann")  # before Eve's task has heard that it is cancelled
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert (turns.free, turns.waiting, turns.taken) == (1, {}, {})
        await turns.take("Bob")

    asyncio.run(leave())


def test_nobody_has_more_than_their_share_at_once_and_a_queue_has_an_end() -> None:
    async def fill() -> None:
        turns = Turns(at_once=4, each=2, waiting_each=3)
        waiting = [asyncio.create_task(turns.take("Eve")) for _ in range(5)]
        await asyncio.sleep(0)
        assert (turns.taken["Eve"], turns.free) == (2, 2)
        with pytest.raises(BusyError):
            await turns.take("Eve")
        await turns.take("Ann")
        for task in waiting[2:]:  # those who give up wait no longer
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not turns.waiting
        with pytest.raises(UnwantedError):
            await turns.take("Ann", lambda: False)
        assert turns.taken == {"Eve": 2, "Ann": 1}

    asyncio.run(fill())


# Bots and hints


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Masters think until they may end; how many do so at once is counted."""
    seen = SimpleNamespace(may_end=threading.Semaphore(0), at_once=0, most=0, lock=threading.Lock())
    known = Programs.bot

    def bot(self: Programs, table: str, level: str) -> Callable[..., int]:
        chooser = known(self, table, "random")

        def think(*arguments: Any) -> int:
            with seen.lock:
                seen.at_once += 1
                seen.most = max(seen.most, seen.at_once)
            seen.may_end.acquire(timeout=PATIENCE_S)
            seen.at_once -= 1
            return chooser(*arguments)

        return think if level == "master" else chooser

    monkeypatch.setattr(Programs, "bot", bot)
    return seen


def test_many_tables_of_masters_do_not_keep_a_novice_waiting(empty: str, thinking: SimpleNamespace) -> None:
    with (
        serving(Settings(database=empty, bot_pause_s=0, bot_threads=2)) as address,
        Guest(address) as eve,
        Guest(address) as ann,
    ):
        try:
            lines = [eve.look_at(eve.open("master", "you")["table"]) for _ in range(8)]
            until(lambda: thinking.at_once == 1)
            assert ann.look_at(ann.open("random", "you")["table"]).wait_for_turn()
            assert thinking.most == 1
        finally:
            thinking.may_end.release(1000)
        assert all(line.wait_for_turn() for line in lines)


def test_many_guests_of_one_address_do_not_keep_another_waiting(empty: str, thinking: SimpleNamespace) -> None:
    settings = Settings(database=empty, bot_pause_s=0, bot_threads=2)
    with serving(settings) as address, ExitStack() as stack:
        *many, ann = [stack.enter_context(Guest(address)) for _ in range(9)]
        try:
            lines = [eve.connect(eve.open("master", "you")["table"], forwarded="203.0.113.7") for eve in many]
            until(lambda: thinking.at_once == 2)
            assert ann.look_at(ann.open("random", "you")["table"]).wait_for_turn()  # quick ones have their own thread
            line = ann.connect(ann.open("master", "you")["table"], forwarded="203.0.113.8")
            line.sync()
            until(lambda: figure(ann, "thinking_waiting") == 7)
            thinking.may_end.release(4)  # of nine thoughts: the other address has the next turn but one
            assert line.wait_for_turn()
        finally:
            thinking.may_end.release(1000)
        for line in lines:
            line.sync()
        assert all(line.wait_for_turn() for line in lines)


def test_bots_rest_where_nobody_looks(empty: str) -> None:
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address) as ann:
        unseen = [ann.open("random", "you")["table"] for _ in range(3)]
        assert ann.look_at(ann.open("random", "you")["table"]).wait_for_turn()
        assert figure(ann, "bot_moves_total") == 1
        assert ann.look_at(unseen[0]).wait_for_turn()
        assert figure(ann, "bot_moves_total") == 2


def test_bots_go_on_where_another_person_waits_for_their_turn(empty: str) -> None:
    with serving(Settings(database=empty, bot_pause_s=0)) as address, Guest(address) as ann, Guest(address) as bob:
        made = ann.open("random", "you", "person")
        bob.follow(made["invitations"]["2"])
        until(lambda: figure(ann, "bot_moves_total") == 1)
        assert ann.get("/api/my")[0]["is_your_turn"]


def test_hints_are_counted_by_person(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "hint_of", lambda *_: Advice(0, "Do something.", [], []))
    settings = Settings(database=empty, bot_pause_s=0, limits=Limits(hints_per_second=0))
    with serving(settings) as address, Guest(address) as ann, Guest(address) as bob:
        table, other = (guest.open("you", "random")["table"] for guest in (ann, bob))
        lines = [ann.look_at(table) for _ in range(3)]
        answers = [line.ask(type="hint", seat=0) for line in lines for _ in range(4)]
        assert [answer.get("code") for answer in answers] == [None] * 4 + ["hint/too_many"] * 8
        assert bob.look_at(other).ask(type="hint", seat=0)["type"] == "advice"


# Questions


def test_gestures_are_drawn_once_for_a_position_and_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = [0]

    class Counting:
        def __init__(self, own: Any) -> None:
            self.why_not = own.why_not
            self.own = own

        def gesture(self, *arguments: Any) -> Any:
            drawn[0] += 1
            return self.own.gesture(*arguments)

    monkeypatch.setattr(why, "painter", lambda game: Counting(painter(game)))
    session = Session("sarena")
    seat, count = session.table.movers[0], session.table.game.actions.count
    ask = Why(seat, [("pick", "nowhere")])
    answers = [session.ask(session.viewers[seat], ask) for _ in range(5)]
    assert isinstance(answers[0], Because)
    assert (drawn[0], answers) == (count, answers[:1] * 5)
    session.viewers[seat].language = "de"
    session.ask(session.viewers[seat], ask)
    assert drawn[0] == 2 * count
    session.step()
    session.ask(session.viewers[seat], ask)
    assert drawn[0] == 3 * count


def test_questions_are_counted_by_person(empty: str) -> None:
    settings = Settings(database=empty, limits=Limits(questions_at_once=10, questions_per_second=0))
    with serving(settings) as address, Guest(address) as ann:
        table = ann.open("you", "random")["table"]
        lines = [ann.look_at(table) for _ in range(3)]
        answers = [line.ask(type="why", seat=0, steps=[["pick", "a1"]]) for line in lines for _ in range(5)]
        assert [answer["type"] for answer in answers] == ["because"] * 10 + ["refused"] * 5
        assert answers[-1]["code"] == "why/too_many"
        lines[0].act()  # everything else goes on


# Whole tables


def sync(line: Line) -> str:
    """Ask for the whole table once; return the type of the answer or the code of the refusal."""
    line.send(type="sync")
    answer = line.answer()
    return str(answer.get("code", answer["type"]))


def test_whole_tables_are_counted_by_person(empty: str) -> None:
    settings = Settings(database=empty, limits=Limits(syncs_at_once=10, syncs_per_second=0))
    with serving(settings) as address, Guest(address) as ann, Guest(address) as bob:
        table = ann.open("you", "random", is_open=True)["table"]
        lines = [ann.connect(table) for _ in range(3)]
        answers = [sync(line) for _ in range(10) for line in lines]
        assert answers == ["table"] * 10 + ["message/too_many"] * 20
        bob.look_at(table)
        lines[0].act()  # everything else goes on


def test_whole_tables_are_counted_by_network(empty: str) -> None:
    settings = Settings(database=empty, limits=Limits(syncs_there_at_once=2, syncs_there_per_second=0))
    with serving(settings) as address, ExitStack() as stack:
        ann, *others = [stack.enter_context(Guest(address)) for _ in range(4)]
        table = ann.open("you", "random", is_open=True)["table"]
        lines = [one.connect(table, forwarded=f"2001:db8::{number}") for number, one in enumerate(others)]
        assert [sync(line) for line in lines] == ["table", "table", "message/too_many"]
        assert all(ann.look_at(table) for _ in range(3))  # from a proxy on this machine that names nobody


def test_all_connections_of_a_person_and_of_an_address_can_come_back_at_once() -> None:
    limits = Limits()
    assert limits.syncs_at_once >= limits.lines_each
    assert limits.syncs_there_at_once >= limits.connections_each


# Analyses


class Analysing:
    """An analyst of games with five decisions each, and what it has weighed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.weighed: list[tuple[str, int]] = []
        monkeypatch.setattr(analysis, "decisions", lambda _: range(5))
        monkeypatch.setattr(analysis, "adviser", lambda *_: None)
        monkeypatch.setattr(analysis, "weigh", self.weigh)

    def weigh(self, table: Any, ply: int, _: Any) -> Any:
        self.weighed.append((table.key, ply))
        return SimpleNamespace(ply=ply, loss=0.0)

    def start(self) -> None:
        self.tasks = Tasks()
        warmth: Any = SimpleNamespace(is_cold=lambda _: False)
        programs: Any = SimpleNamespace(stop=lambda: None)
        self.thinkers = Thinkers(2, programs, warmth)
        self.analyst = Analyst(Limits(), self.thinkers, self.tasks)

    def ask(self, name: str, person: str = "Ann") -> Study:
        live: Any = SimpleNamespace(id=name, table=SimpleNamespace(key=name, game=SimpleNamespace(name="")))
        return self.analyst.study(live, person)

    async def settle(self) -> None:
        await asyncio.gather(*self.tasks.running)


def test_no_analysis_is_thrown_out_before_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    games, analysing = [f"game {number}" for number in range(analysis.KEPT + 10)], Analysing(monkeypatch)

    async def ask_for_all() -> None:
        analysing.start()
        done: set[str] = set()
        while len(done) < len(games):
            done |= {game for game in games if game not in done and analysing.ask(game, game).is_whole}
            assert sum(study.is_running for study in analysing.analyst.studies.values()) <= Limits().analyses
            await analysing.settle()
        assert len(analysing.analyst.studies) == analysis.KEPT
        await analysing.thinkers.stop()

    asyncio.run(ask_for_all())
    assert sorted(analysing.weighed) == sorted((game, ply) for game in games for ply in range(5))


def test_one_person_has_few_analyses_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    analysing = Analysing(monkeypatch)

    async def ask() -> None:
        analysing.start()
        running = [analysing.ask(f"game {number}", "Eve").is_running for number in range(20)]
        assert running == [True] * Limits().analyses_each + [False] * (20 - Limits().analyses_each)
        assert analysing.ask("another game", "Ann").is_running
        await analysing.settle()
        await analysing.thinkers.stop()

    asyncio.run(ask())


def test_an_analysis_stops_when_nobody_waits_and_goes_on_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    analysing, known = Analysing(monkeypatch), Analysing.weigh

    def weigh(table: Any, ply: int, cost: Any) -> Any:
        if ply == 2:
            monkeypatch.setattr(analysis, "WAIT_S", -1.0)  # from now on nobody waits
        return known(analysing, table, ply, cost)

    async def leave_and_come_back() -> None:
        analysing.start()
        monkeypatch.setattr(analysis, "weigh", weigh)
        study = analysing.ask("a game")
        await analysing.settle()
        assert (study.is_running, study.done) == (False, 3)
        monkeypatch.setattr(analysis, "WAIT_S", 1e9)
        monkeypatch.setattr(analysis, "weigh", analysing.weigh)
        assert analysing.ask("a game") is study
        await analysing.settle()
        assert study.is_whole
        await analysing.thinkers.stop()

    asyncio.run(leave_and_come_back())
    assert [ply for _, ply in analysing.weighed] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("is_whole", [True, False], ids=["whole", "paused"])
def test_nobody_loses_an_unfinished_analysis_to_somebody_with_many(
    monkeypatch: pytest.MonkeyPatch, is_whole: bool
) -> None:
    analysing, known = Analysing(monkeypatch), Analysing.weigh

    def stop(table: Any, ply: int, cost: Any) -> Any:
        if ply == 2:
            monkeypatch.setattr(analysis, "WAIT_S", -1.0)
        return known(analysing, table, ply, cost)

    async def ask(name: str, person: str) -> Study:
        monkeypatch.setattr(analysis, "WAIT_S", 1e9)
        study = analysing.ask(name, person)
        await analysing.settle()
        return study

    async def come_back_late() -> None:
        analysing.start()
        monkeypatch.setattr(analysis, "weigh", stop)
        own = await ask("Ann's", "Ann")
        assert (own.is_running, own.done) == (False, 3)
        if is_whole:
            monkeypatch.setattr(analysis, "weigh", analysing.weigh)
        for number in range(analysis.KEPT + 5):
            assert (await ask(f"Eve's {number}", "Eve")).is_whole == is_whole
        monkeypatch.setattr(analysis, "weigh", analysing.weigh)
        assert await ask("Ann's", "Ann") is own
        assert own.is_whole
        assert len(analysing.analyst.studies) <= analysis.KEPT + 1
        await analysing.thinkers.stop()

    asyncio.run(come_back_late())
    assert [ply for name, ply in analysing.weighed if name == "Ann's"] == [0, 1, 2, 3, 4]


# Looking back


def test_a_replay_ends_where_it_was_asked_for_though_the_game_goes_on(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_drawing, go_on = threading.Event(), threading.Event()

    def drawn(*arguments: Any) -> Scene:
        is_drawing.set()
        go_on.wait(PATIENCE_S)
        return scene_of(*arguments)

    monkeypatch.setattr(replay, "scene_of", drawn)
    with serving(Settings(database=empty)) as address, Guest(address) as ann, ThreadPoolExecutor(1) as reader:
        table = ann.open("you", "random")["table"]
        line = ann.look_at(table)
        line.act()
        assert line.wait_for_turn()  # the bot has moved, too
        found = reader.submit(ann.http.get, f"/api/tables/{table}/replay")
        assert is_drawing.wait(PATIENCE_S)
        line.act()
        go_on.set()
        answer = found.result(PATIENCE_S)
    assert (answer.status_code, len(answer.json()["steps"])) == (200, 2)


def test_replays_are_read_one_after_the_other(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, running = threading.Event(), list[int]()

    def replayed(tape: Tape) -> Replay:
        running.append(1)
        assert len(running) == 1
        go_on.wait(PATIENCE_S)
        running.pop()
        return make(tape)

    make = Tape.replay
    monkeypatch.setattr(Tape, "replay", replayed)
    with serving(Settings(database=empty)) as address, Guest(address) as ann, ThreadPoolExecutor(20) as readers:
        table, other = ann.open("you", "random")["table"], ann.look_at(ann.open("you", "random")["table"])

        def read(reader: str) -> int:
            with Guest(address) as guest:
                guest.http.cookies = ann.http.cookies
                return guest.http.get(f"/api/tables/{table}/replay", headers={"x-forwarded-for": reader}).status_code

        greedy = [readers.submit(read, "203.0.113.7") for _ in range(12)]
        until(lambda: len(running) == 1)
        modest = readers.submit(read, "203.0.113.8")
        other.act()  # at another table people play on
        go_on.set()
        assert [one.result(PATIENCE_S) for one in [*greedy, modest]] == [200] * 13


def test_pictures_are_drawn_one_after_the_other_while_others_are_answered(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, running = threading.Event(), list[str]()

    async def drawn(svg: str, width: int) -> bytes:
        running.append(svg)
        assert len(running) == 1
        await asyncio.to_thread(go_on.wait, PATIENCE_S)
        running.pop()
        return b"\x89PNG"

    monkeypatch.setattr(drawing, "drawn", drawn)
    with serving(Settings(database=empty)) as address, Guest(address) as ann, ThreadPoolExecutor(12) as readers:
        table = ann.open("you", "random")["table"]

        def look(reader: int) -> bytes:
            own = {"x-forwarded-for": f"203.0.113.{reader}", "accept-language": ("en", "de", "fr", "nl")[reader % 4]}
            with Guest(address) as guest:
                guest.http.cookies = ann.http.cookies
                return guest.http.get(f"/api/tables/{table}/moment/0.png", headers=own).content

        pictures = [readers.submit(look, reader) for reader in range(12)]
        until(lambda: len(running) == 1)
        assert ann.http.get("/api/me").status_code == 200
        assert ann.http.get(f"/api/tables/{table}/replay").status_code == 200
        ann.look_at(table).act()
        go_on.set()
        assert {one.result(PATIENCE_S) for one in pictures} == {b"\x89PNG"}


def test_a_picture_is_drawn_in_another_process_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def draw() -> None:
        drawings, svg = drawing.Drawings(), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} 9"/>'
        first = await drawings.png(svg.format(9), 9)
        assert first.startswith(b"\x89PNG")
        assert await drawings.png(svg.format(9), 9) is first
        for number in range(drawing.KEPT):
            drawings.kept[str(number)] = b""
        await drawings.png(svg.format(8), 9)
        assert len(drawings.kept) == drawing.KEPT + 1
        with pytest.raises(RuntimeError, match="status 1"):
            await drawings.png("not a picture", 9)

    monkeypatch.setattr(export, "png", None)  # in this process
    asyncio.run(draw())


def test_looking_back_has_a_limit(empty: str) -> None:
    settings = Settings(database=empty, limits=Limits(reads_at_once=12, reads_per_second=0))
    with serving(settings) as address, Guest(address) as ann:
        table = ann.open("you", "random")["table"]
        paths = ["replay", "record", "picture", "picture", "picture", "replay", "analysis"]
        answers = [ann.http.get(f"/api/tables/{table}/{path}") for path in paths]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429, 429, 429]
        assert answers[-1].json()["code"] == "request/too_many"
        elsewhere = ann.http.get(f"/api/tables/{table}/replay", headers={"x-forwarded-for": "203.0.113.7"})
        assert elsewhere.status_code == 200


def test_one_ipv6_network_looks_back_as_one_address(empty: str) -> None:
    settings = Settings(database=empty, limits=Limits(reads_at_once=12, reads_per_second=0))
    with serving(settings) as address, Guest(address) as ann:
        table = ann.open("you", "random")["table"]

        def status(reader: str) -> int:
            return ann.http.get(f"/api/tables/{table}/replay", headers={"x-forwarded-for": reader}).status_code

        assert [status(f"2001:db8::{number}") for number in range(1, 5)] == [200, 200, 429, 429]
        assert status("2001:db8:0:1::1") == 200


# The journal


def test_what_one_person_writes_at_a_table_has_a_limit(empty: str) -> None:
    settings = Settings(database=empty, limits=Limits(bytes_at_once=1000, bytes_per_second=0))
    with serving(settings) as address, Guest(address) as ann, Guest(address) as bob:
        made = ann.open("you", "person")
        bob.follow(made["invitations"]["1"])
        line, other = ann.look_at(made["table"]), bob.look_at(made["table"])
        line.send(type="say", text="x" * 400)
        line.send(type="say", text="x" * 400)
        line.send(type="say", text="x" * 400)
        assert line.answer()["code"] == "table/full"
        other.sync()
        other.send(type="say", text="And I?")
        while other.table["log"][-1]["text"] != "And I?":
            other.receive()


def test_ids_have_an_end(empty: str) -> None:
    with serving(Settings(database=empty)) as address, Guest(address) as ann:
        line: Line = ann.look_at(ann.open("you", "random")["table"])
        act = line.choose()
        answer = line.ask(**act | {"id": "x" * 65})
        assert (answer["code"], answer["id"]) == ("message/invalid", None)
        assert line.ask(**act | {"id": "x" * 64})["type"] == "done"


def test_malformed_messages_count(empty: str) -> None:
    settings = Settings(database=empty, limits=Limits(messages_at_once=5, messages_per_second=0))
    with serving(settings) as address, Guest(address) as ann:
        line = ann.connect(ann.open("you", "random")["table"])
        for text in ["{", "", "[]", '{"type": "dance"}', "x" * (socket.SIZE_LIMIT + 1), "{", '{"type": "sync"}']:
            line.socket.send(text)
        codes = [line.answer()["code"] for _ in range(7)]
        assert codes[:2] == ["message/malformed", "message/malformed"]
        assert codes[4:] == ["message/too_large", "message/too_many", "message/too_many"]
