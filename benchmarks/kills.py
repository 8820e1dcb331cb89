"""The server is killed without warning while people play, as often as you say; then the journal is
compared with what people were told.

    python benchmarks/kills.py --kills 1000 --database sqlite
    python benchmarks/kills.py --kills 1000 --database postgresql

Eight parties play Sarena, two of them with a bot. After up to forty acknowledged moves the server
(`ludotheque serve`) is killed with -9 and started again; people come back and send again what was
not answered, as browsers do. Every tenth server is a new program; the others are forked from one
that has imported everything, which saves more than a second each. The database is a new one: a
file, or a PostgreSQL server of its own. It ends by itself, prints a report, and its exit status is
1 if anything was lost, doubled or wrong.
"""

import argparse
import sys
import tempfile
from contextlib import ExitStack
from math import inf
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server import databases
from tests.server.kills import kill_often


def tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill the server while people play, and look for what is lost.")
    parser.add_argument("--kills", type=int, default=1000, help="how often (default: 1000)")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--seed", type=int, default=0, help="decides after how many moves each kill comes")
    parser.add_argument("--minutes", type=float, default=inf, help="no other kill comes after so long")
    wanted = parser.parse_args()
    with ExitStack() as stack:
        if wanted.database == "sqlite":
            database = databases.new_sqlite(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        else:
            database = databases.new_postgresql(stack.enter_context(databases.postgresql()))
        report = kill_often(database, wanted.kills, wanted.seed, most_s=60 * wanted.minutes, tell=tell)
    print(report)
    return 0 if report.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
