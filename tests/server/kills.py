"""A server that is killed without warning again and again while people play, and what is found
afterwards: no acknowledged move may be lost or doubled, and every table must say how far it is.

Tests kill a few times; `benchmarks/kills.py` kills as often as it is told.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from statistics import median

import httpx
from websockets.exceptions import WebSocketException

from ludotheque.check.guests import PATIENCE_S, Guest, Line, Message
from ludotheque.table.events import OVER, PERSON, PLAYING, WAITING, Acted, AnyEvent, Ended, Started, decode
from tests.server.databases import query

PARTIES = 8  # tables that are played at the same time
WITH_BOT = 4  # every fourth of them has a bot
MOST_MOVES = 40  # acknowledged between two kills; then the server is killed in any case
LAST_MOVES = 2  # that each party makes when all kills are over
FRESH = 10  # every tenth server is a new `ludotheque serve`; the others come from a nursery
LONG_S = 10.0  # a restart that takes longer than this is counted
GONE = (WebSocketException, httpx.TransportError, OSError, EOFError)  # how people notice that a server is dead


@contextmanager
def command(database: str, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`ludotheque serve` in a process of its own; killed at the end if it still lives."""
    words = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--database", database, *options]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as process:
        assert process.stdout is not None
        watch = threading.Timer(PATIENCE_S, process.kill)  # if it never says its address
        watch.start()
        try:
            address = process.stdout.readline().split()[4]
            watch.cancel()
            yield address, process
        finally:
            watch.cancel()
            process.kill()


class Nursery:
    """Where `ludotheque serve` starts at once, since imports are shared: see nursery.py."""

    def __init__(self, stack: ExitStack) -> None:
        words = [sys.executable, "-m", "tests.server.nursery"]
        pipe = subprocess.PIPE
        self.process = stack.enter_context(subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, bufsize=1))
        stack.callback(self.process.kill)

    @contextmanager
    def command(self, database: str) -> Iterator[tuple[str, Callable[[], None]]]:
        """Start a server; yield its address, and what kills it with -9."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(["serve", "--port", "0", "--database", database]) + "\n")
        number = int(self.process.stdout.readline())

        def kill() -> None:
            with suppress(ProcessLookupError):
                while True:  # until it is gone
                    os.kill(number, signal.SIGKILL)
                    time.sleep(0.001)

        try:
            yield self.process.stdout.readline().split()[4], kill
        finally:
            kill()


# What is in the database


def journals(database: str) -> dict[str, list[AnyEvent]]:
    """Return what has happened at every table, in order; a table may have nothing yet."""
    found: dict[str, list[AnyEvent]] = {row["id"]: [] for row in query(database, "SELECT id FROM tables")}
    for row in query(database, "SELECT table_id, event FROM journal ORDER BY table_id, seq"):
        found[row["table_id"]].append(decode(row["event"]))
    return found


def acted(database: str) -> list[str]:
    """Return the ids of all acts in the journal of a database with one table, in order."""
    return [event.id for events in journals(database).values() for event in events if isinstance(event, Acted)]


def status_by(events: list[AnyEvent]) -> str:
    """Return how far a table is, by its journal."""
    kinds = {type(event) for event in events}
    return OVER if Ended in kinds else PLAYING if Started in kinds else WAITING


def wrong_statuses(database: str) -> list[str]:
    """Return the tables whose row says something else than their journal."""
    said = {row["id"]: row["status"] for row in query(database, "SELECT id, status FROM tables")}
    return [table for table, events in journals(database).items() if table in said and said[table] != status_by(events)]


# People


class House:
    """Where the server is just now, and what people there have been told."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.address = ""  # empty while the server is dead
        self.is_closing = False  # people make a few more moves, and begin no other game
        self.acknowledged: list[tuple[str, str, int]] = []  # table, id of the act, place in the journal
        self.sent_again = 0
        self.errors: list[BaseException] = []

    def open(self, address: str) -> None:
        with self.changed:
            self.address = address
            self.changed.notify_all()

    def wait_for_server(self, last: str) -> str:
        """Return the address of a server other than the last one."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.address not in ("", last) or self.errors, PATIENCE_S)
            return self.address

    def acknowledge(self, table: str, act: Message, answer: Message) -> None:
        assert answer["type"] == "done", answer
        with self.changed:
            self.acknowledged.append((table, act["id"], answer["seq"]))
            self.changed.notify_all()

    def wait_for_moves(self, count: int) -> None:
        """Return when so many moves have been acknowledged in all."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.acknowledged) >= count or self.errors, PATIENCE_S)
            if self.errors:
                raise self.errors[0]

    def fail(self, error: BaseException) -> None:
        with self.changed:
            self.errors.append(error)
            self.changed.notify_all()


class Party(threading.Thread):
    """Two people, or one and a bot, who play one table after the other.

    When the server dies they come back, and send again what was not answered, as browsers do.
    """

    def __init__(self, house: House, kinds: tuple[str, str]) -> None:
        super().__init__(daemon=True)
        self.house, self.kinds = house, kinds
        self.cookies: dict[str, httpx.Cookies] = {}
        self.made: Message | None = None  # the table as it was opened
        self.pending: Message | None = None  # the act that has had no answer yet
        self.plies: dict[str, int] = {}  # of the game at the end, as its record has them

    def run(self) -> None:
        address = ""
        while not self.house.errors and not (self.house.is_closing and self.plies):
            address = self.house.wait_for_server(address)
            try:
                with ExitStack() as stack:
                    self.play(address, stack)
            except GONE:
                continue
            except BaseException as error:
                self.house.fail(error)

    def play(self, address: str, stack: ExitStack) -> None:
        """Play until the server dies, or the house closes."""
        guests = [self.come(name, address, stack) for name in ("Ann", "Bob")[: self.kinds.count("person") + 1]]
        while not self.plies:
            if self.made is None:
                self.made = guests[0].open(*self.kinds)
            for guest in guests[1:]:
                guest.follow(self.made["invitations"]["1"])  # again if need be: who sits there stays
            self.play_game(guests)
            if self.house.is_closing:
                table = self.made["table"]
                self.plies[table] = len(guests[0].get(f"/api/tables/{table}/record")["plies"])
            else:
                self.made = None

    def come_back(self, house: House) -> "Party":
        """Return the same people at the same table, in another house."""
        party = Party(house, self.kinds)
        party.cookies, party.made = self.cookies, self.made
        return party

    def come(self, name: str, address: str, stack: ExitStack) -> Guest:
        guest = stack.enter_context(Guest(address))
        if name in self.cookies:
            guest.http.cookies = self.cookies[name]
        else:
            guest.post("/api/me", name=name)
            self.cookies[name] = guest.http.cookies
        return guest

    def play_game(self, guests: list[Guest]) -> None:
        assert self.made is not None
        lines = [guest.look_at(self.made["table"]) for guest in guests]
        moves = 0
        if self.pending is not None:
            self.house.sent_again += 1
            self.send_pending(lines)
        while lines[0].table["status"] != OVER and not self.is_leaving(moves):
            line = next((line for line in lines if line.table.get("gestures")), None)
            if line is None:
                lines[0].receive()
                continue
            self.pending = line.choose()
            self.send_pending(lines)
            moves += 1

    def is_leaving(self, moves: int) -> bool:
        """Return whether the house closes and this game was seen to go on."""
        return self.house.is_closing and moves >= LAST_MOVES

    def send_pending(self, lines: list[Line]) -> None:
        assert self.made is not None
        assert self.pending is not None
        answer = lines[self.pending["seat"]].ask(**self.pending)
        self.house.acknowledge(self.made["table"], self.pending, answer)
        self.pending = None
        for line in lines:
            while line.seq < answer["seq"]:
                line.receive()


# Kills


@dataclass
class Report:
    """What was found after so many kills."""

    database: str
    kills: int = 0
    tables: int = 0
    finished: int = 0
    acknowledged: int = 0
    sent_again: int = 0  # acts whose answer a kill had cut off
    lost: int = 0
    doubled: int = 0
    gaps: int = 0  # tables whose events are not numbered 1, 2, 3, …
    wrong_records: int = 0  # games of the end whose record has more or fewer moves than the journal
    statuses_read: int = 0  # rows that were compared with their journal, right after a kill and at the end
    wrong_statuses: int = 0
    restarts_s: list[float] = field(default_factory=list)  # until a fresh server had an address
    passed_s: float = 0.0

    @property
    def is_good(self) -> bool:
        return not (self.lost or self.doubled or self.gaps or self.wrong_records or self.wrong_statuses)

    def __str__(self) -> str:
        long = sum(restart > LONG_S for restart in self.restarts_s)
        rows = [
            ("kills", f"{self.kills:,}"),
            ("tables, of which finished", f"{self.tables:,}, {self.finished:,}"),
            ("acknowledged moves", f"{self.acknowledged:,}"),
            ("… sent again after a kill", f"{self.sent_again:,}"),
            ("lost", f"{self.lost:,}"),
            ("doubled", f"{self.doubled:,}"),
            ("tables with a gap in the journal", f"{self.gaps:,}"),
            ("records that differ from the journal", f"{self.wrong_records:,}"),
            ("wrong statuses, of those read", f"{self.wrong_statuses:,} of {self.statuses_read:,}"),
            ("restart, median / longest", f"{median(self.restarts_s):.1f} / {max(self.restarts_s):.1f} s"),
            (f"restarts longer than {LONG_S:.0f} s", f"{long:,}"),
            ("in all", f"{self.passed_s / 60:.1f} minutes"),
        ]
        lines = [f"| {name} | {value} |" for name, value in rows]
        return "\n".join([f"| {self.database} | |", "| --- | ---: |", *lines])


def kill_often(
    database: str,
    kills: int,
    seed: int,
    most_moves: int = MOST_MOVES,
    most_s: float = inf,
    tell: Callable[[str], None] = lambda _: None,
) -> Report:
    """Let people play, kill the server so many times, and look at what is left.

    After so many seconds no other kill comes.
    """
    chance, house, begun = random.Random(seed), House(), time.monotonic()
    report = Report(database.partition(":")[0])
    kinds = [("you", "random" if number % WITH_BOT == WITH_BOT - 1 else "person") for number in range(PARTIES)]
    parties = [Party(house, kind) for kind in kinds]
    stack = ExitStack()
    nursery = Nursery(stack)
    for party in parties:
        party.start()
    try:
        while report.kills < kills and time.monotonic() - begun < most_s:
            is_fresh = report.kills % FRESH == 0
            with started(database, house, report, None if is_fresh else nursery) as kill:
                house.wait_for_moves(len(house.acknowledged) + chance.randint(0, most_moves))
                house.open("")
                kill()
            report.kills += 1
            tell(f"{report.kills} kills, {len(house.acknowledged):,} moves, {time.monotonic() - begun:.0f} s")
            if chance.random() < 0.5:  # else the server itself is the first to open the database again
                look_at_statuses(database, report)
        house.is_closing = True
        with started(database, house, report, None):
            for party in parties:
                party.join(PATIENCE_S)
    except BaseException as error:
        house.fail(error)
        raise
    finally:
        stack.close()
    if house.errors:
        raise house.errors[0]
    look_at_statuses(database, report)
    compare(journals(database), house, parties, report)
    report.passed_s = time.monotonic() - begun
    return report


@contextmanager
def started(database: str, house: House, report: Report, nursery: Nursery | None) -> Iterator[Callable[[], None]]:
    """Start a server and let people know; yield what kills it."""
    begun = time.monotonic()
    with ExitStack() as stack:
        if nursery:
            address, kill = stack.enter_context(nursery.command(database))
        else:
            address, process = stack.enter_context(command(database))
            report.restarts_s.append(time.monotonic() - begun)

            def kill() -> None:
                process.kill()
                process.wait()

        house.open(address)
        yield kill


def look_at_statuses(database: str, report: Report) -> None:
    report.statuses_read += len(query(database, "SELECT id FROM tables"))
    report.wrong_statuses += len(wrong_statuses(database))


def compare(found: dict[str, list[AnyEvent]], house: House, parties: list[Party], report: Report) -> None:
    """Compare the journals with what people were told."""
    acts = [(table, event) for table, events in found.items() for event in events if isinstance(event, Acted)]
    places = {(table, event.seq): event.id for table, event in acts}
    by_people = Counter((table, event.id) for table, event in acts if event.by == PERSON)
    report.tables, report.acknowledged = len(found), len(house.acknowledged)
    report.finished = sum(status_by(events) == OVER for events in found.values())
    report.sent_again = house.sent_again
    report.lost = sum(places.get((table, seq)) != act for table, act, seq in house.acknowledged)
    report.doubled = sum(count - 1 for count in by_people.values())
    report.gaps = sum([event.seq for event in events] != list(range(1, len(events) + 1)) for events in found.values())
    moves = Counter(table for table, _ in acts)
    report.wrong_records = sum(moves[table] != plies for party in parties for table, plies in party.plies.items())
