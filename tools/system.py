"""Install the Debian packages that a make target needs, if they are missing.

    python3 -m tools.system chromium databases

It says what it installs. Where it cannot install a package it says which tests are skipped, and
why; in CI (CI is set) nothing may be skipped, and it fails. It runs before there is a .venv.
"""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple


class Need(NamedTuple):
    """Programs that must be there, the Debian packages that hold them, and what they are for."""

    programs: tuple[str, ...]
    packages: tuple[str, ...]
    purpose: str


NEEDS = {
    "chromium": Need(("chromium",), ("chromium", "fonts-dejavu-core"), "the tests in the browser"),
    "databases": Need(
        ("initdb", "redis-server"), ("postgresql", "redis-server"), "the tests on PostgreSQL and of several processes"
    ),
    "compiler": Need(("cc",), ("gcc", "libc6-dev", "python3-dev"), "the test of the compiled server"),
    "venv": Need(("ensurepip",), ("python3-venv",), "setting up .venv"),
    "node": Need(("node", "npm"), ("nodejs", "npm"), "lint, types and unit tests of the web client"),
}


def is_there(program: str) -> bool:
    """Return whether a program is installed. Debian keeps PostgreSQL's in a folder per version, and
    one module of Python in a package of its own.
    """
    if program == "ensurepip":
        return find_spec(program) is not None
    return bool(shutil.which(program) or list(Path("/usr/lib/postgresql").glob(f"*/bin/{program}")))


def missing(name: str) -> list[str]:
    return [program for program in NEEDS[name].programs if not is_there(program)]


def is_skipped(name: str) -> bool:
    """Return whether tests go without these programs. In CI they never do: there they fail."""
    return bool(missing(name)) and not in_ci()


def obstacle() -> str:
    """Return why packages cannot be installed here; empty if they can."""
    if not shutil.which("apt-get"):
        return "this system has no apt-get"
    return "" if os.geteuid() == 0 else "that takes root"


def install(name: str) -> bool:
    """Install what is missing; return False if that is impossible or fails."""
    need, lacking = NEEDS[name], " and ".join(missing(name))
    if not lacking:
        return True
    if reason := obstacle():
        print(f"Not installed: {' '.join(need.packages)} ({lacking} missing, and {reason}).")
        return False
    print(f"Installing {' '.join(need.packages)}: {lacking} missing, needed for {need.purpose}.", flush=True)
    commands = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *need.packages])
    return all(subprocess.run(command, check=False).returncode == 0 for command in commands)


def main(names: list[str]) -> int:
    lacking = [name for name in names if not install(name)]
    for name in lacking:
        print(f"{'CI cannot do without' if in_ci() else 'Skipped'}: {NEEDS[name].purpose}.")
    return 1 if lacking and (in_ci() or "venv" in lacking) else 0


def in_ci() -> bool:
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
