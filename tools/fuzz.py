"""Send a server requests and messages that nobody would send by hand.

python -m tools.fuzz --seed 7 --requests 5000 --messages 20000
"""

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.server import databases
from tests.server.fuzz import Report, fuzz_messages, fuzz_requests, fuzzed


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--requests", type=int, default=5000, help="at most 50000")
    options.add_argument("--messages", type=int, default=20_000)
    options.add_argument("--game", default="sarena", help="of the messages")
    options.add_argument("--postgresql", action="store_true", help="not on SQLite")
    chosen, report = options.parse_args(), Report()
    with ExitStack() as stack:
        if chosen.postgresql:
            database = databases.new_postgresql(stack.enter_context(databases.postgresql()))
        else:
            database = databases.new_sqlite(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        address = stack.enter_context(fuzzed(database))
        fuzz_requests(address, chosen.seed, chosen.requests, report)
        fuzz_messages(address, chosen.seed, chosen.messages, report, chosen.game)
    for answer, count in sorted(report.answers.items()):
        print(f"{count:7} {answer}")
    for fault in report.faults[:20]:
        print(fault[:500])
    print(f"{len(report.faults)} faults")


if __name__ == "__main__":
    main()
