"""Metrics of a running server, in the Prometheus text format."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate
from mmap import PAGESIZE
from pathlib import Path

STEPS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

Figure = tuple[str, str, float]  # name, kind, value


class Times:
    """A histogram of durations."""

    def __init__(self) -> None:
        self.counts = [0] * (len(STEPS_S) + 1)
        self.sum_s = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(STEPS_S, seconds)] += 1
        self.sum_s += seconds

    def lines(self, name: str) -> Iterator[str]:
        """Yield the lines of the histogram, with cumulative counts."""
        yield f"# TYPE ludotheque_{name} histogram"
        for step, count in zip((*STEPS_S, "+Inf"), accumulate(self.counts), strict=True):
            yield f'ludotheque_{name}_bucket{{le="{step}"}} {count}'
        yield f"ludotheque_{name}_sum {self.sum_s:.6f}"
        yield f"ludotheque_{name}_count {sum(self.counts)}"


def labelled(name: str, kind: str, label: str, values: Iterable[tuple[object, int]]) -> Iterator[str]:
    """Yield the lines of a metric, one for each value of a label."""
    yield f"# TYPE ludotheque_{name} {kind}"
    for value, count in values:
        yield f'ludotheque_{name}{{{label}="{value}"}} {count}'


def plain(figures: Iterable[Figure]) -> Iterator[str]:
    for name, kind, value in figures:
        yield f"# TYPE ludotheque_{name} {kind}"
        yield f"ludotheque_{name} {value}"


def resident_bytes() -> int:
    """Return this process's resident memory; 0 on systems without Linux's /proc."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    except OSError:
        return 0
    return pages * PAGESIZE
