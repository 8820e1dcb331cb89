"""Several processes on one PostgreSQL database, with Redis between them: how many moves a second
they make, what a kill costs, and what people see of a rolling restart.

    python benchmarks/processes.py [--most 4] [--share 0.2]

PostgreSQL and Redis are servers of its own on sockets. For the rates every process has its own
load, its share of the one of `benchmarks/server.py`; with too few cores for both, they say more
about the machine. With `--share` every server has only that share of a core, so that all the rest
has room on two cores; then boardgame.io is measured in the same way, and that is all. Without it,
one of two processes is killed with -9 while people play at eight tables in each, and its people
come back to the other; then both are restarted one after the other. The journal is compared with
what people were told. It ends by itself.
"""

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent))

from server import RIVAL, STOPPING_S, Server, leave_tidily, measure_rival
from server import TABLES as PAIRS
from slow_motion import slowed

from ludotheque.check.guests import PATIENCE_S, Message
from tests.server import databases
from tests.server.kills import House, Party, Report, command, compare, journals, look_at_statuses

TABLES = 8  # for each process


class Room(House):
    """People who come to the same process; it knows when each table moved."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.times: dict[int, list[float]] = defaultdict(list)
        self.parties = [Party(self, ("you", "person")) for _ in range(TABLES)]
        self.open(address)
        for party in self.parties:
            party.start()

    def acknowledge(self, table: str, act: Message, answer: Message) -> None:
        super().acknowledge(table, act, answer)
        party = next(number for number, party in enumerate(self.parties) if party.pending is act)
        self.times[party].append(time.monotonic())

    def wait_for_all(self, since: float) -> float:
        """Return how long it took until every table had moved since then."""
        while not all(times and times[-1] > since for times in map(self.times.__getitem__, range(TABLES))):
            assert time.monotonic() < since + PATIENCE_S, "a table does not move any more"
            self.wait_for_moves(len(self.acknowledged) + 1)
        return max(next(at for at in times if at > since) for times in self.times.values()) - since

    def longest_pause(self, since: float) -> float:
        """Return the longest time between two moves of a table since then."""
        pauses = [after - before for times in self.times.values() for before, after in pairwise(times) if after > since]
        return max(pauses)

    def close(self) -> None:
        self.is_closing = True
        for party in self.parties:
            party.join(PATIENCE_S)
        if self.errors:
            raise self.errors[0]


def found_lost(database: str, rooms: list[Room]) -> dict[str, int]:
    report = Report("postgresql")
    for room in rooms:
        one = Report("postgresql")
        compare(journals(database), room, room.parties, one)
        report.lost, report.acknowledged = report.lost + one.lost, report.acknowledged + one.acknowledged
        report.doubled, report.gaps = one.doubled, one.gaps
    look_at_statuses(database, report)
    names = ("acknowledged", "lost", "doubled", "gaps", "wrong_statuses")
    return {name: getattr(report, name) for name in names}


def measure_rate(database: str, redis: str, count: int, share: float | None = None) -> dict[str, Any]:
    """Return what so many processes do at once, under the load of `benchmarks/server.py`.

    They share its tables: four times as many would take minutes to open on a busy machine.
    """
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(count))  # left last: a server that ends ends its load
        servers = [stack.enter_context(Server(database, redis)) for _ in range(count)]
        for server in servers:
            if share is not None and server.address:  # it has started
                stack.enter_context(slowed(server.process.pid, share))
        found = list(pool.map(lambda server: server.measure("flood", PAIRS // count), servers))
    rates = [round(one["moves_per_second"]) for one in found]
    costs = [round(one["loop_us_per_move"]) for one in found]
    return {"processes": count, "moves_per_second": sum(rates), "each": rates, "loop_us_per_move": costs}


def measure_kill(database: str, redis: str) -> dict[str, Any]:
    """Kill one of two processes; its people come back to the other."""
    with command(database, "--redis", redis) as (address, dying), command(database, "--redis", redis) as (other, _):
        rooms, begun = [Room(address), Room(other)], time.monotonic()
        for room in rooms:
            room.wait_for_all(begun)
        at = time.monotonic()
        dying.kill()
        dying.wait(STOPPING_S)
        rooms[0].open(other)
        moving = [room.wait_for_all(at) for room in rooms]
        for room in rooms:
            room.close()
    return {"all_move_again_s": round(max(moving), 2)} | found_lost(database, rooms)


def measure_rolling(database: str, redis: str) -> dict[str, Any]:
    """Restart two processes one after the other; their people are with the other one meanwhile."""
    with ExitStack() as stack:
        started = [stack.enter_context(command(database, "--redis", redis)) for _ in range(2)]
        rooms, begun = [Room(address) for address, _ in started], time.monotonic()
        for room in rooms:
            room.wait_for_all(begun)
        at = time.monotonic()
        for number, (address, process) in enumerate(started):
            other = next(room.address for room in rooms if room.address != address)
            for room in rooms:
                room.open(other)
            process.terminate()
            process.wait(STOPPING_S)
            new, _ = stack.enter_context(command(database, "--redis", redis))
            rooms[number].open(new)  # who comes next lands there
            for room in rooms:
                room.wait_for_all(time.monotonic())
        pause = max(room.longest_pause(at) for room in rooms)
        for room in rooms:
            room.close()
    return {"longest_pause_s": round(pause, 2)} | found_lost(database, rooms)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure several processes of the server.")
    parser.add_argument("--most", type=int, default=4, help="processes (default: 4)")
    parser.add_argument("--share", type=float, help="of a core that every process may use (default: all it gets)")
    wanted = parser.parse_args()
    leave_tidily()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    with databases.postgresql() as server, databases.redis() as redis:
        for count in (1, 2, 4):
            if count <= wanted.most:
                rate = measure_rate(databases.new_postgresql(server), redis, count, wanted.share)
                print("rate", json.dumps(rate), flush=True)
        if wanted.share is not None:
            print(RIVAL, json.dumps(measure_rival(wanted.share)), flush=True)
            return
        print("kill", json.dumps(measure_kill(databases.new_postgresql(server), redis)), flush=True)
        print("rolling", json.dumps(measure_rolling(databases.new_postgresql(server), redis)), flush=True)


if __name__ == "__main__":
    main()
