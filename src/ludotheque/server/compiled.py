"""The busiest part of the server as machine code, for hosts who want more moves from a process.

`ludotheque warm --server` lets mypyc translate the modules below as they are, and `ludotheque
serve` loads the result in their place. What people are sent stays the same, byte by byte.
"""

import hashlib
import importlib.util
import logging
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from ludotheque.core.errors import LudothequeError
from ludotheque.core.template import cache_root, prune
from ludotheque.core.words import reason

log = logging.getLogger("ludotheque.server")

# docs/decisions.md: The busiest part of the server can be machine code
# What a move goes through. mypyc would lose options of msgspec's structures, files beside a module
# and the type of a second exception in a function, so modules with these stay out.
PACKAGES = {
    "core": "secrecy",
    "scene": "diff picture touched",
    "server": "bucket journal socket wire",
    "server.live": "changes connection table",
    "table": "asking clocks course drafts eyes guide instant judge log names pictures position puzzling scenes seating"
    " showing standing table takeback trying viewer",
}
MODULES = tuple(f"ludotheque.{package}.{name}" for package, names in PACKAGES.items() for name in names.split())
SOURCE = Path(__file__).parents[1]
LAYERS = ("core", "scene", "table", "server")  # what the modules, and the code around them, is made of
NAME = "server"  # how the names of folders begin in the cache
BINARIES = (".so", ".pyd")
MANIFEST = "manifest"  # written last: the names and hashes of all that was made
SHARED = "__mypyc"  # how the name of what all of them share ends
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

flags = ["--config-file", "mypy.ini"]
setup(name="compiled", ext_modules=mypycify([*flags, *{files}], opt_level="{level}", debug_level="0"))
"""
# libraries that are large, and of which no type matters here
SETTINGS = """
[mypy]
ignore_missing_imports = True
follow_imports = silent
[mypy-numba.*,llvmlite.*,psycopg.*,redis.*,torch.*,ray.*,jax.*,matplotlib.*]
follow_imports = skip
"""


def folder() -> Path:
    """Return the folder for the machine code of this very source, whether it exists or not."""
    total = hashlib.sha256(f"{platform.python_version()} {platform.machine()}".encode())
    for file in _sources():
        total.update(file.relative_to(SOURCE).as_posix().encode() + hashlib.sha256(file.read_bytes()).digest())
    return cache_root() / f"{NAME}-{total.hexdigest()[:16]}"


def _sources() -> Iterator[Path]:
    for layer in LAYERS:
        yield from sorted((SOURCE / layer).rglob("*.py"))


class Finder(MetaPathFinder):
    """Finds the compiled modules in their folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 (Python's own words)
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        if fullname not in MODULES and not fullname.endswith(SHARED):
            return None
        return PathFinder.find_spec(fullname, [str(self.folder.joinpath(*fullname.split(".")[:-1]))])


def use() -> bool:
    """Load machine code in place of the modules, if there is any for this very source.

    It is all or nothing: the modules know each other's layout.
    """
    try:
        found = folder()
        expected = (found / MANIFEST).read_text(encoding="utf-8")
    except (OSError, RuntimeError):  # there is none, or no folder for it
        return False
    try:
        is_whole = manifest(found) == expected
    except OSError:
        is_whole = False
    if not is_whole:
        log.warning("the machine code in %s is damaged and not used: run `ludotheque warm --server` again", found)
        return False
    if known := [name for name in MODULES if name in sys.modules]:
        log.warning("the machine code in %s is not used: %s is loaded already", found, known[0])
        return False
    sys.meta_path.insert(0, Finder(found))
    return True


def is_used() -> bool:
    return any(isinstance(finder, Finder) for finder in sys.meta_path)


def manifest(folder: Path) -> str:
    """Return the names and hashes of all files of machine code in a folder."""
    files = sorted(file for file in folder.rglob("*") if file.suffix in BINARIES)
    return "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder).as_posix()}\n" for file in files
    )


def check_mypyc() -> None:
    """Refuse if mypyc is missing."""
    if importlib.util.find_spec("mypyc") is None:
        raise LudothequeError("compiling the server needs mypyc: pip install 'ludotheque[compiled]'")


def compile_server(level: int = 2) -> Path:
    """Compile the modules, optimised as far as `level` says; return the folder with the result."""
    from ludotheque.server.warm import alone  # it imports some of the modules

    check_mypyc()
    made = folder()
    try:
        made.parent.mkdir(parents=True, exist_ok=True)
        with alone(NAME):
            return _compile(made, level)
    except OSError as error:
        raise LudothequeError("{path}: cannot be written: {error}", path=made.parent, error=reason(error)) from error


def _compile(made: Path, level: int) -> Path:
    for left in made.parent.glob(f"{NAME}-in-progress-*"):  # by a process that was killed
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=made.parent, prefix=f"{NAME}-in-progress-") as scratch:
        work, done = Path(scratch) / "work", Path(scratch) / "done"
        for file in SOURCE.rglob("*.py"):
            copy = work / "ludotheque" / file.relative_to(SOURCE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
        files = [f"{name.replace('.', '/')}.py" for name in MODULES]
        (work / "setup.py").write_text(SETUP.format(files=files, level=level), encoding="utf-8")
        (work / "mypy.ini").write_text(SETTINGS, encoding="utf-8")
        _run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], work)
        for file in [*work.glob(f"*{SHARED}.*"), *(work / "ludotheque").rglob("*")]:
            if file.suffix in BINARIES:
                copy = done / file.relative_to(work)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.move(file, copy)
        (done / MANIFEST).write_text(manifest(done), encoding="utf-8")
        shutil.rmtree(made, ignore_errors=True)
        done.rename(made)
    prune(NAME)
    return made


def _run(command: list[str], where: Path) -> None:
    done = subprocess.run(command, cwd=where, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line.lower()]
        raise LudothequeError("the server could not be compiled: {error}", error=said[-1] if said else "mypyc failed")
