"""A club evening of 32 people, from sign-up to the last result, with clients of our own; the server
is killed twice in the middle.

    python benchmarks/club.py
    python benchmarks/club.py --people 12 --database postgresql
    python benchmarks/club.py --lobby 500 --kills 0

Everybody enters a duplicate Swiss tournament of Sarena and plays all rounds. The server
(`ludotheque serve`) is killed with -9 twice while they play; people come back and send again what
was not answered, as browsers do. It ends by itself, prints a report, and its exit status is 1 if
anything was lost, doubled or wrong. With `--lobby` so many more people look at the lobby meanwhile.
"""

import argparse
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server import databases
from tests.server.evening import play_evening

LOBBY = Path(__file__).parent / "lobby.py"
MOVES = 12  # of one person in a game, then they resign: an evening has more rounds than patience


def main() -> int:
    parser = argparse.ArgumentParser(description="Play a club evening, kill the server twice, and look for losses.")
    parser.add_argument("--people", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--moves", type=int, default=MOVES, help="of one person in a game, who then resigns")
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--lobby", type=int, default=0, help="people who look at the lobby meanwhile")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    wanted = parser.parse_args()
    whole = wanted.people * wanted.rounds * wanted.moves
    kills = [whole * (number + 1) // (wanted.kills + 2) for number in range(wanted.kills)]
    with ExitStack() as stack:
        if wanted.database == "sqlite":
            database = databases.new_sqlite(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        else:
            database = databases.new_postgresql(stack.enter_context(databases.postgresql()))
        plan = {"kind": "swiss", "rounds": wanted.rounds, "is_duplicate": True, "pace": "slow"}
        crowds = list[subprocess.Popen[bytes]]()

        def gather(address: str) -> None:
            if wanted.lobby:
                command = [sys.executable, str(LOBBY), address, "--people", str(wanted.lobby)]
                crowds.append(subprocess.Popen(command))

        report = play_evening(database, wanted.people, kills, wanted.moves, plan, when_open=gather)
    for crowd in crowds:
        crowd.wait()
    print(report)
    return 0 if report.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
