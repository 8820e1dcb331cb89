"""Slow motion: processes that may use only a share of a core each.

Two cores then have room for several servers, their database and their load, as a machine with many
cores has at full speed. It needs Linux and the right to make control groups, so usually root.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
PERIOD_US = 100_000  # long enough for a process to run with warm caches, as it does at full speed
PROC, TICKS_PER_S = Path("/proc"), os.sysconf("SC_CLK_TCK")
TRIES = 50  # to remove a control group, in five seconds
CALM_S, CALM = 1.0, 0.25  # a process that uses less of a core than this, for so long, has nothing left to do


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
        dissolve(group)


def dissolve(group: Path) -> None:
    """Remove a control group; threads that are just ending keep it busy for a moment."""
    for _ in range(TRIES):
        with suppress(OSError):
            group.rmdir()
        if not group.exists():
            return
        time.sleep(0.1)
    raise TimeoutError(f"{group} is still in use")


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for folder in PROC.glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended meanwhile
            continue
        if parent == pid and int(folder.name) != os.getpid():
            found.append(int(folder.name))
    return found


def cpu_s(pid: int) -> float:
    """Return the CPU time that a process has used, all its threads together."""
    user, system = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / TICKS_PER_S


def cpu_s_of(name: str) -> float:
    """Return the CPU time of all processes of a program."""
    found = 0.0
    for folder in PROC.glob("[0-9]*"):
        try:
            if (folder / "comm").read_text().strip() == name:
                found += cpu_s(int(folder.name))
        except OSError:  # it has ended meanwhile
            continue
    return found


def idle_s() -> float:
    """Return for how long the cores of this machine have had nothing to do, all together."""
    return int((PROC / "stat").read_text().split()[4]) / TICKS_PER_S


def wait_until_calm(pid: int, patience_s: float) -> None:
    """Wait until a process has done what it had to do."""
    ends = time.monotonic() + patience_s
    while time.monotonic() < ends:
        before = cpu_s(pid)
        time.sleep(CALM_S)
        if cpu_s(pid) - before < CALM * CALM_S:
            return
    raise SystemExit(f"process {pid} does not come to rest")
