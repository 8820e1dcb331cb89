"""What `ludotheque check` prints: one line per promise."""

import os
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from ludotheque.check.plugin import PROMISES, why_not

TITLES = {
    "test_rules.py": "Rules, notation and records",
    "test_hidden.py": "What is hidden",
    "test_encode.py": "Observations",
    "test_naive.py": "A second implementation",
    "test_running.py": "Plain Python and machine code",
    "test_gpu.py": "GPU, on a simulator",
    "test_scene.py": "Picture and gestures",
    "test_colors.py": "Colours",
    "test_bots.py": "Bots",
    "test_server.py": "Server",
    "test_browser.py": "Browser",
}
SLOW = {"test_running.py", "test_gpu.py", "test_bots.py", "test_server.py", "test_browser.py"}
LINES = 12  # how much of a failure is printed
# use no settings of the current folder, and write nothing there
BARE = ["-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "-c", os.devnull]


def promise_of(nodeid: str) -> str:
    """Return the file and the test, without its parameters."""
    return nodeid.partition("[")[0]


def sentence_of(promise: str) -> str:
    """Return a promise as a sentence, made from the name of its test."""
    words = promise.rpartition("::")[2].removeprefix("test_").replace("_", " ")
    return words[0].upper() + words[1:]


class Report:
    """Counts the remaining runs of each test, and prints the promise after the last one."""

    def __init__(self, files: list[str], is_whole: bool) -> None:
        self.files, self.is_whole = files, is_whole
        self.file, self.left = "", Counter[str]()
        self.failed: dict[str, str] = {}  # the first failure of each promise
        self.kept = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        order = list(TITLES)
        items[:] = [item for item in items if item.path.parent == PROMISES]
        items.sort(key=lambda item: order.index(item.path.name))
        self.left = Counter(promise_of(item.nodeid) for item in items)
        # a test that does not apply to this game has no parameters, and pytest would skip it
        items[:] = [item for item in items if "NOTSET" not in item.nodeid]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        promise = promise_of(report.nodeid)
        if report.failed:
            self.failed.setdefault(promise, self.cause(report))
        if report.when != "teardown":
            return
        self.left[promise] -= 1
        if self.left[promise] == 0:
            self.show(Path(report.location[0]).name, promise)

    def show(self, file: str, promise: str) -> None:
        if file != self.file:
            self.file = file
            print(f"\n{TITLES[file]}", flush=True)
        if cause := self.failed.get(promise):
            print(f"  ✗ {sentence_of(promise)}\n{cause}", flush=True)
        else:
            self.kept += 1
            print(f"  ✓ {sentence_of(promise)}", flush=True)

    def cause(self, report: pytest.TestReport) -> str:
        text = report.longreprtext
        crash = getattr(report.longrepr, "reprcrash", None)
        if not self.is_whole and crash is not None:
            drawn = re.findall(r"^.*Draw \d+: (.*)$", text, re.MULTILINE)  # the shortest game that fails
            text = "\n".join([*crash.message.splitlines()[:LINES], *drawn[-1:], f"{crash.path}:{crash.lineno}"])
        return "\n".join(f"      {line}" for line in text.splitlines())

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed[report.nodeid] = report.longreprtext
            print(report.longreprtext)

    def pytest_sessionfinish(self) -> None:
        for file, title in TITLES.items():
            if file not in self.files:
                print(f"\n{title}\n  – skipped by --quick")
            elif missing := why_not(file):
                print(f"\n{title}\n  – not run: {missing} is not installed")
        print(f"\n{self.kept} promises kept, {len(self.failed)} broken")


def main() -> int:
    """Check the game that is named first.

    `--quick` skips what takes long, `--whole` prints failures as pytest does.
    """
    name, *options = sys.argv[1:]
    files = [file for file in TITLES if "--quick" not in options or file not in SLOW]
    return int(
        pytest.main(
            [*BARE, f"--rootdir={PROMISES}", f"--ludotheque={name}", *(str(PROMISES / file) for file in files)],
            plugins=[Report(files, is_whole="--whole" in options)],
        )
    )


if __name__ == "__main__":
    sys.exit(main())
