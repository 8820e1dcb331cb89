"""`make test`: lint, types, import contracts, then the suite, compiled and as plain Python. Says which step failed and exits with 1.

python -m tests.run          everything
python -m tests.run lint     the steps that run no test
"""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

BIN = Path(sys.executable).parent
LINT: dict[str, Sequence[object]] = {
    "ruff": [BIN / "ruff", "check", "."],
    "format": [BIN / "ruff", "format", "--check", "."],
    "types": [BIN / "mypy"],
    "imports": [BIN / "lint-imports"],
}
PYTEST: list[object] = [sys.executable, "-m", "pytest", "-q", "-n", "2"]
COVERAGE = ["--cov=ludotheque.games", "--cov-report=term-missing:skip-covered", "--cov-fail-under=97"]
COMPILED_ONLY = "--ignore=tests/conformance/test_ways_of_running.py"  # it starts both by itself
PLAIN_ONLY = "--ignore=tests/games/test_evaluate.py"  # the search compiles what it tries as a part of itself; alone that takes a minute
TESTS: dict[str, Sequence[object]] = {
    "suite, compiled": [*PYTEST, "tests", "--ignore=tests/browser", PLAIN_ONLY],
    "browser": [*PYTEST, "--dist", "loadfile", "tests/browser"],  # apart: Playwright keeps an event loop of its own in the process
    "rules, plain Python": [*PYTEST, "tests/conformance", "tests/games", "tests/toy", COMPILED_ONLY, *COVERAGE],
}


def run(title: str, command: Sequence[object], **environment: str) -> bool:
    print(f"\n── {title}", flush=True)
    start = time.monotonic()
    done = subprocess.run([str(word) for word in command], env=os.environ | environment, check=False)
    print(f"── {title}: {'passed' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - start:.0f} s", flush=True)
    return done.returncode == 0


def main() -> int:
    if sys.argv[1:] not in ([], ["lint"]):
        print(__doc__)
        return 2
    passed = {title: run(title, command) for title, command in LINT.items()}
    if sys.argv[1:] != ["lint"]:
        for title, command in TESTS.items():
            passed[title] = run(title, command, LUDOTHEQUE_JIT="0" if "Python" in title else "1")
    failed = [title for title, good in passed.items() if not good]
    print(f"\nFAILED: {', '.join(failed)}" if failed else "\nEverything holds.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
