"""Slow motion: processes that may use only a share of a core each.

Two cores then have room for several servers, their database and their load, as a machine with many
cores has at full speed. It needs Linux and the right to make control groups, so usually root.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
PERIOD_US = 10_000  # short, so that a process is never stopped for long


@contextmanager
def slowed(pid: int, share: float) -> Iterator[None]:
    """Let a process have this share of a core until the block ends."""
    is_new = (GROUPS / "cgroup.controllers").exists()
    parent = GROUPS if is_new else GROUPS / "cpu"
    group, quota = parent / f"ludotheque-{pid}", round(share * PERIOD_US)
    group.mkdir()
    try:
        if is_new:
            (group / "cpu.max").write_text(f"{quota} {PERIOD_US}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        (group / "cgroup.procs").write_text(str(pid))
        yield
    finally:
        for left in (group / "cgroup.procs").read_text().split():
            (parent / "cgroup.procs").write_text(left)
        group.rmdir()


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended meanwhile
            continue
        if parent == pid and int(folder.name) != os.getpid():
            found.append(int(folder.name))
    return found
