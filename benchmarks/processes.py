"""Several processes on one PostgreSQL database, with Redis between them: how many moves a second
they make, what a kill costs, and what people see of a rolling restart.

    python benchmarks/processes.py [--most 4] [--share 0.2]

PostgreSQL and Redis are servers of its own on sockets. For the rates every process has its own
load, the one of `benchmarks/server.py` with half as many people, and all begin at the same moment;
with too few cores for both, the rates say more about the machine. With `--share` every server has
only that share of a core once its tables are open, so that all the rest has room on two cores; then
boardgame.io is measured with as many matches and the same share, then our servers once more with
the game that boardgame.io plays, and that is all. The table says how many cores were used by whom:
the servers are the limit if each uses its share and cores are idle. Without `--share`, one of two
processes is killed with -9 while people play at eight tables in each, and its people come back to
the other; then both are restarted one after the other. The journal is compared with what people
were told. It ends by itself.
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

from server import COUNTING, FLOODS, RIVAL, STOPPING_S, Pace, Server, bring_counting, leave_tidily, measure_rival

from ludotheque.check.guests import PATIENCE_S, Message
from tests.server import databases
from tests.server.kills import House, Party, Report, command, compare, journals, look_at_statuses

TABLES = 8  # for each process
PAIRS = 100  # of people for each process, for the rates; they have four tables one after the other


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


def measure_rate(
    database: str, redis: str, count: int, share: float | None = None, flood: str = "flood"
) -> dict[str, Any]:
    """Return what so many processes do at once, each with as many tables as any other."""
    pace = Pace(share, count)
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(count))  # left last: a server that ends ends its load
        servers = [stack.enter_context(Server(database, redis)) for _ in range(count)]
        found = list(pool.map(lambda server: server.measure(flood, PAIRS, pace), servers))
    return {
        "processes": count,
        "game": FLOODS[flood],
        "is_compiled": found[0]["is_compiled"],
        "moves_per_second": sum(one["moves_per_second"] for one in found),
        "each": [round(one["moves_per_second"]) for one in found],
        "loop_us_per_move": [round(one["loop_us_per_move"]) for one in found],
        "server_cores": [round(one["server_cores"], 3) for one in found],
        "load_cores": sum(one["load_cores"] for one in found),
    } | {name: found[0][name] for name in ("postgresql_cores", "redis_cores", "idle_cores")}


def from_to(values: list[float], places: int) -> str:
    """Return the range of some figures."""
    texts = [f"{value:.{places}f}" for value in (min(values), max(values))]
    return "–".join(dict.fromkeys(texts))


def tell_rates(rates: list[dict[str, Any]], rival: dict[str, float] | None) -> None:
    """Print the rates as a table, and by what they are multiplied."""
    head = ["", "moves per second", f"times {RIVAL}", "event loop a move", "cores: each server"]
    head += ["loads", "PostgreSQL", "Redis", "idle"]
    rows = [head, ["---"] + ["---:"] * (len(head) - 1)]
    if rival:
        cores = [f"{rival[f'{name}_cores']:.2f}" for name in ("server", "load")]
        rows.append([RIVAL, f"{rival['moves_per_second']:.0f}", "1", "", *cores, "", "", f"{rival['idle_cores']:.2f}"])
    for rate in rates:
        times = f"{rate['moves_per_second'] / rival['moves_per_second']:.2f}" if rival else ""
        costs, used = rate["loop_us_per_move"], rate["server_cores"]
        cores = [f"{rate[f'{name}_cores']:.2f}" for name in ("load", "postgresql", "redis", "idle")]
        loop, servers = f"{from_to(costs, 0)} µs", from_to(used, 2)
        what = f"processes: {rate['processes']}, {rate['game']}"
        rows.append([what, f"{rate['moves_per_second']:.0f}", times, loop, servers, *cores])
    print(*(f"| {' | '.join(row)} |" for row in rows), sep="\n")
    for few, many in pairwise(rates):
        if few["game"] == many["game"]:
            ratio = many["moves_per_second"] / few["moves_per_second"]
            print(f"{many['processes']} processes make {ratio:.2f} times the moves of {few['processes']}", flush=True)


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
    bring_counting()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    with databases.postgresql() as server, databases.redis() as redis:

        def rates_of(flood: str) -> list[dict[str, Any]]:
            rates = []
            for count in (1, 2, 4):
                if count <= wanted.most:
                    database = databases.new_postgresql(server)
                    rates.append(measure_rate(database, redis, count, wanted.share, flood))
                    print("rate", json.dumps(rates[-1]), flush=True)
            return rates

        rates = rates_of("flood")
        if wanted.share is not None:
            rival = measure_rival(PAIRS, Pace(wanted.share))
            print(RIVAL, json.dumps(rival), flush=True)
            tell_rates(rates + rates_of(COUNTING), rival)
            return
        tell_rates(rates, None)
        print("kill", json.dumps(measure_kill(databases.new_postgresql(server), redis)), flush=True)
        print("rolling", json.dumps(measure_rolling(databases.new_postgresql(server), redis)), flush=True)


if __name__ == "__main__":
    main()
