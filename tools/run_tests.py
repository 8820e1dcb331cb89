"""`make test`: lint, types, import contracts, then the suite, compiled and as plain Python.

Says which step failed and exits with 1.

python -m tools.run_tests          everything
python -m tools.run_tests check    the quick part, about two minutes
python -m tools.run_tests lint     the steps that run no test
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tools import system

BIN = Path(sys.executable).parent
ROOT = Path(__file__).parents[1]
NODE_BIN = ROOT / "node_modules/.bin"
Steps = dict[str, Sequence[object]]
LINT: Steps = {
    "ruff": [BIN / "ruff", "check", "."],
    "format": [BIN / "ruff", "format", "--check", "."],
    "types": [BIN / "mypy"],
    "imports": [BIN / "lint-imports"],
    "client lint": [NODE_BIN / "biome", "ci", "--error-on-warnings"],  # and format, and no cycles between modules
    "client types": [NODE_BIN / "tsc"],
}
PYTEST: list[object] = [sys.executable, "-m", "pytest", "-q", "-n", "2"]
COVERAGE = ["--cov=ludotheque.games", "--cov-report=term-missing:skip-covered", "--cov-fail-under=97"]
PROMISES = ROOT / "src/ludotheque/check"  # what every game promises
BROWSER = PROMISES / "test_browser.py"
RULES = [PROMISES / file for file in ("test_rules.py", "test_hidden.py", "test_naive.py", "test_encode.py")]
# the search compiles what it tries as a part of itself; alone that takes a minute
PLAIN_ONLY = "--ignore=tests/games/test_evaluate.py"
CLIENT_UNITS: Steps = {"client units": ["node", "--test", *sorted(ROOT.glob("tests/client/*.test.js"))]}
TESTS: Steps = CLIENT_UNITS | {
    "compile": [sys.executable, "-m", "tools.compile"],
    "suite, compiled": [*PYTEST, "tests", PROMISES, "--ignore=tests/browser", f"--ignore={BROWSER}", PLAIN_ONLY],
    # apart: Playwright keeps an event loop of its own in the process
    "browser": [*PYTEST, "--dist", "loadfile", "tests/browser"],
    "rules, plain Python": [*PYTEST, "tests/games", "tests/toy", *RULES, *COVERAGE],
}
# one seed of everything but the browser: little of the server, nothing that needs the compiler
QUICK = """core docs/test_habits.py docs/test_security.py games scene table toy server/test_refusals.py
    test_internals.py test_messages.py test_portable.py test_shape.py test_types.py"""
# these compile rules, or play whole games in plain Python
SLOW = """core/test_callee.py core/test_guard_rails.py core/test_small_parts.py core/test_template.py
    games/test_evaluate.py games/test_playthroughs.py games/dream_runners/test_notation.py
    games/meandres/test_evaluate.py table/test_beats.py table/test_guide.py table/test_leak.py
    table/test_names.py table/test_replay.py table/test_same_history.py"""
# the first asks about every action number; Sarena's quick bots stand for all
CHOSEN = "not exactly_when_nothing_refuses_it and (not test_bots or (sarena and (random or novice)))"
CHECK: Steps = CLIENT_UNITS | {
    "quick tests, plain Python": [
        *PYTEST,
        *(f"tests/{name}" for name in QUICK.split()),
        *RULES,
        PROMISES / "test_bots.py",
        *(f"--ignore=tests/{name}" for name in SLOW.split()),
        "-k",
        CHOSEN,
    ]
}
MODES: Mapping[str, Steps] = {"": LINT | TESTS, "check": LINT | CHECK, "lint": LINT}


def run(title: str, command: Sequence[object], **environment: str) -> bool:
    print(f"\n── {title}", flush=True)
    start = time.monotonic()
    done = subprocess.run([str(word) for word in command], env=os.environ | environment, check=False)
    print(
        f"── {title}: {'passed' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - start:.0f} s", flush=True
    )
    return done.returncode == 0


def environment_of(mode: str, title: str) -> Iterator[tuple[str, str]]:
    yield "LUDOTHEQUE_JIT", "0" if "Python" in title else "1"
    if mode == "check":
        yield "LUDOTHEQUE_QUICK", "1"
    if system.is_skipped("databases"):
        yield "LUDOTHEQUE_WITHOUT_DATABASES", "1"


def is_skipped(title: str) -> bool:
    """Return whether this machine lacks what a step needs."""
    need = "node" if title.startswith("client") else "chromium" if title == "browser" else None
    return need is not None and system.is_skipped(need)


def main(mode: str) -> int:
    if mode not in MODES:
        print(__doc__)
        return 2
    left_out = [title for title in MODES[mode] if is_skipped(title)]
    passed = {
        title: run(title, command, **dict(environment_of(mode, title)))
        for title, command in MODES[mode].items()
        if title not in left_out
    }
    if system.is_skipped("databases") and not mode:
        left_out.append(system.NEEDS["databases"].purpose)
    failed = [title for title, good in passed.items() if not good]
    if left_out:
        print(f"\nSkipped, because programs are missing: {', '.join(left_out)}")
    print(f"\nFAILED: {', '.join(failed)}" if failed else "\nEverything holds.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(" ".join(sys.argv[1:])))
