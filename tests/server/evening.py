"""A club evening: people enter a tournament, play every round to the end, and the server is killed
in the middle. Nothing may be lost: no move, no result, no table.

A test plays a small evening; `benchmarks/club.py` one of 32 people.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any

import httpx

from ludotheque.check.guests import PATIENCE_S, Guest, Line, Message
from ludotheque.server.database import database_of
from ludotheque.server.rebuilding import rebuild
from ludotheque.server.store import Store
from ludotheque.table.events import OVER, PERSON, Acted
from tests.server.databases import query
from tests.server.kills import GONE, House, command, journals, wrong_statuses

LOOK_S = 0.5  # how often people look whether their table is ready
PASSWORD = "four horses and a cart"


class Member(threading.Thread):
    """Somebody who plays at every table that they get, and comes back when the server does."""

    def __init__(self, house: House, number: int, most_moves: int) -> None:
        super().__init__(daemon=True)
        self.house, self.number, self.most_moves = house, number, most_moves
        self.cookies: httpx.Cookies | None = None
        self.tournament = ""
        self.pending: tuple[str, Message] | None = None  # the act that has had no answer yet
        self.waits_s: list[float] = []  # until each act was answered
        self.rng = random.Random(number)

    def run(self) -> None:
        address = ""
        while not self.house.errors:
            address = self.house.wait_for_server(address)
            try:
                with ExitStack() as stack:
                    self.take_part(self.come(address, stack))
                return
            except GONE:
                continue
            except BaseException as error:
                self.house.fail(error)

    def come(self, address: str, stack: ExitStack) -> Guest:
        guest = stack.enter_context(Guest(address))
        if self.cookies is not None:
            guest.http.cookies = self.cookies
        else:
            guest.post("/api/me", name=f"Member {self.number}")
            self.cookies = guest.http.cookies
        return guest

    def take_part(self, guest: Guest) -> None:
        """Enter, and play until the tournament is over."""
        while (info := guest.get(f"/api/tournaments/{self.tournament}"))["status"] != OVER and not self.house.errors:
            if info["status"] == "open" and not info["is_in"]:
                guest.http.post(f"/api/tournaments/{self.tournament}/enter", json={}).raise_for_status()
            elif info["your_table"]:
                self.play(guest, info["your_table"].rpartition("/")[2])
            else:
                time.sleep(LOOK_S)

    def play(self, guest: Guest, table: str) -> None:
        line = guest.look_at(table)
        try:
            if self.pending is not None and self.pending[0] == table:
                self.house.sent_again += 1
                self.send(line, *self.pending)
            moves = 0
            while line.wait_for_turn():
                if moves >= self.most_moves:
                    line.send(type="resign", id="resign", seat=line.table["viewer_seats"][0])
                    while line.table["status"] != OVER:
                        line.receive()
                    return
                self.pending = table, line.choose()
                self.send(line, *self.pending)
                moves += 1
        finally:
            line.socket.close()

    def send(self, line: Line, table: str, act: Message) -> None:
        begun = time.monotonic()
        answer = line.ask(**act)
        self.waits_s.append(time.monotonic() - begun)
        self.pending = None
        if answer.get("code") in ("action/stale", "game/over"):  # the clock or the opponent was faster
            return
        self.house.acknowledge(table, act, answer)
        while line.seq < answer["seq"]:
            line.receive()


@dataclass
class Evening:
    """What was found when everybody had gone home."""

    people: int
    kills: int = 0
    rounds: int = 0
    tables: int = 0
    unfinished: int = 0
    acknowledged: int = 0
    sent_again: int = 0
    lost: int = 0
    doubled: int = 0
    wrong_statuses: int = 0
    wrong_points: int = 0  # boards whose points do not follow from the journal
    is_rebuilt: bool = False  # results and ratings are the same when they are rebuilt from the journals
    slowest_s: float = 0.0  # of 99 in 100 moves
    passed_s: float = 0.0
    standings: list[Message] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        wrong = (self.unfinished, self.lost, self.doubled, self.wrong_statuses, self.wrong_points)
        return not any(wrong) and self.is_rebuilt

    def __str__(self) -> str:
        rows = {
            "people": self.people,
            "kills": self.kills,
            "rounds": self.rounds,
            "tables": self.tables,
            "… not finished": self.unfinished,
            "acknowledged moves": self.acknowledged,
            "… sent again after a kill": self.sent_again,
            "… lost": self.lost,
            "… doubled": self.doubled,
            "wrong statuses": self.wrong_statuses,
            "wrong points": self.wrong_points,
            "rebuilt from the journals": "the same" if self.is_rebuilt else "different",
            "answer to a move, 99 of 100 within": f"{1000 * self.slowest_s:.0f} ms",
            "seconds": f"{self.passed_s:.0f}",
        }
        return "\n".join(f"| {name} | {value} |" for name, value in rows.items())


def play_evening(
    database: str,
    people: int,
    kills: list[int],
    most_moves: int,
    plan: dict[str, Any],
    *options: str,
    when_open: Callable[[str], object] = lambda _: None,
) -> Evening:
    """Let people play a tournament, and kill the server after each of these numbers of moves."""
    house, begun = House(), time.monotonic()
    members = [Member(house, number, most_moves) for number in range(people)]
    report = Evening(people)
    try:
        with ExitStack() as first:
            address, process = first.enter_context(command(database, *options))
            host = first.enter_context(Guest(address, "Host"))
            host.post("/api/account", name="Host", password=PASSWORD)
            cookies = host.http.cookies
            tournament = host.post("/api/tournaments", name="Club evening", game="sarena", **plan)["id"]
            for member in members:
                member.tournament = tournament
                member.start()
            house.open(address)
            when_open(address)
            while len(host.get(f"/api/tournaments/{tournament}")["entrants"]) < people and not house.errors:
                time.sleep(LOOK_S)
            host.http.post(f"/api/tournaments/{tournament}/start", json={}).raise_for_status()
            for after in kills[:1]:
                house.wait_for_moves(after)
                house.open("")
                process.kill()
                process.wait()
                report.kills += 1
            if not kills:
                info = wait_for_end(host, house, tournament)
        for number in range(len(kills)):
            with command(database, *options) as (address, process), Guest(address) as host:
                host.http.cookies = cookies
                house.open(address)
                if number + 1 < len(kills):
                    house.wait_for_moves(kills[number + 1])
                    house.open("")
                    process.kill()
                    process.wait()
                    report.kills += 1
                else:
                    info = wait_for_end(host, house, tournament)
                    for member in members:
                        member.join(PATIENCE_S)
    except BaseException as error:
        house.fail(error)
        raise
    if house.errors:
        raise house.errors[0]
    report.passed_s = time.monotonic() - begun
    look_closely(database, report, info, house, members)
    return report


def wait_for_end(host: Guest, house: House, tournament: str) -> Message:
    while not house.errors:
        info: Message = host.get(f"/api/tournaments/{tournament}")
        if info["status"] == OVER:
            return info
        time.sleep(LOOK_S)
    raise house.errors[0]


def look_closely(database: str, report: Evening, info: Message, house: House, members: list[Member]) -> None:
    """Compare what is in the database with what people were told."""
    found = journals(database)
    acts = [(table, event) for table, events in found.items() for event in events if isinstance(event, Acted)]
    places = {(table, event.seq): event.id for table, event in acts}
    by_people = Counter((table, event.id) for table, event in acts if event.by == PERSON)
    report.rounds, report.standings = info["round"], info["entrants"]
    boards = [board for board in info["boards"] if board["url"]]
    report.tables = len(boards)
    report.unfinished = sum(not board["is_over"] or board["is_void"] for board in boards)
    report.acknowledged, report.sent_again = len(house.acknowledged), house.sent_again
    report.lost = sum(places.get((table, seq)) != act for table, act, seq in house.acknowledged)
    report.doubled = sum(count - 1 for count in by_people.values())
    report.wrong_statuses = len(wrong_statuses(database))
    total = sum(sum(board["points"]) for board in info["boards"])
    report.wrong_points = int(abs(total - sum(entrant["points"] for entrant in info["entrants"])) > 1e-4)
    waits = [wait for member in members for wait in member.waits_s]
    report.slowest_s = quantiles(waits, n=100)[-1] if len(waits) > 1 else 0.0
    report.is_rebuilt = is_rebuilt(database)


def is_rebuilt(database: str) -> bool:
    """Return whether results and ratings are the same when they are rebuilt from the journals."""
    before = [sorted(map(str, query(database, f"SELECT * FROM {table}"))) for table in ("results", "ratings")]
    store = Store(database_of(database))
    rebuild(store)
    store.close()
    return before == [sorted(map(str, query(database, f"SELECT * FROM {table}"))) for table in ("results", "ratings")]
