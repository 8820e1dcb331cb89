"""Templates: loops that are the same for all games, compiled once per game with its rules inside.

numba's disk cache does not notice a change in another module or in a data file, and two games with
equal records would share one entry. So each game's machine code is in its own directory, named by a
digest of every source and data file that went into it, of the versions and of the flags. That way
stale or foreign code is never found.
"""

import hashlib
import importlib.metadata
import os
import platform
import shutil
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ludotheque.core.compile_error import explained
from ludotheque.core.components import Components
from ludotheque.core.rule import COMPILE_OPTIONS, JIT, RULE_OPTIONS

CORE = Path(__file__).parent
NOTHING: Mapping[str, Any] = types.MappingProxyType({})
# rules cannot import these (an import contract); a function that did would still be found
# docs/decisions.md: Only entry points are cached on disk
NOT_COMPILED = ("text.py", "scene.py", "puzzles.py")
# numba's cache folder is a process-wide setting, and a server loads games in threads
ONE_AT_A_TIME = threading.Lock()
BUILDS_KEPT = 6  # per template and game: other flags, other versions, a file just edited


class Ruled(Protocol):
    """The part of `Game` that a template needs."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def folder(self) -> Path: ...
    @property
    def components(self) -> Components: ...
    def contract(self) -> dict[str, Any]:
        """Return the names that templates are written against, with this game's own values."""
        ...


def cache_root() -> Path:
    """Return the folder of compiled rules: `$LUDOTHEQUE_CACHE`, or in the user's cache folder.

    For a user without a home it is a folder that nobody can make.
    """
    if own := os.environ.get("LUDOTHEQUE_CACHE"):
        return Path(own)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque"
    except RuntimeError:
        return Path(os.devnull) / "ludotheque"


@cache
def _toolchain() -> bytes:
    """Return the versions and flags that change the machine code."""
    packages = [f"{name} {importlib.metadata.version(name)}" for name in ("numba", "llvmlite", "numpy")]
    flags = [f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("NUMBA_")]
    return "\n".join([platform.python_version(), *packages, *flags, repr(RULE_OPTIONS)]).encode()


def digest(game: Ruled, template: Path, more: Mapping[str, Any] = NOTHING) -> str:
    """Return a name for the machine code of this template and this game.

    It depends on the current contents of the game's files and tables, and on the further names
    (`more`) that the template is given.
    """
    total = hashlib.sha256(_toolchain())
    files = {*CORE.glob("*.py"), *template.parent.glob("*.py"), *game.folder.rglob("*.py")}
    for file in [
        *sorted(file for file in files if file.name not in NOT_COMPILED),
        game.components.path,
        template,
    ]:
        total.update(hashlib.sha256(file.read_bytes()).digest())
    for part in _ingredients({**game.contract(), **more}):
        total.update(part)
    return total.hexdigest()[:16]


def _ingredients(contract: dict[str, Any]) -> Iterator[bytes]:
    """Yield every function that the rules reach and every value they read, wherever it is defined.

    numba freezes all of them into the code.
    """
    seen: set[int] = set()
    waiting = list(contract.items())
    while waiting:
        name, value = waiting.pop()
        value = getattr(value, "py_func", value)
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, types.FunctionType):
            yield Path(value.__code__.co_filename).read_bytes()
            waiting += [
                (used, value.__globals__[used]) for used in sorted(value.__code__.co_names) if used in value.__globals__
            ]
        elif isinstance(value, np.ndarray):
            yield f"{name} {value.dtype} {value.shape}".encode() + value.tobytes()
        elif isinstance(value, int | float | np.generic | np.dtype | tuple):
            yield f"{name} {value!r}".encode()
        elif isinstance(value, type) and issubclass(value, IntEnum):
            yield f"{name} {list(value)!r}".encode()


def cache_directory(game: Ruled, template: Path, more: Mapping[str, Any] = NOTHING) -> Path:
    return cache_root() / f"{game.id}-{template.stem}-{digest(game, template, more)}"


def instantiate(game: Ruled, template: Path, **more: Any) -> types.ModuleType:
    """Run a template's source as a module for this game, with its entry points cached on disk.

    `more` are functions of another template, or further constants.
    """
    directory = cache_directory(game, template, more)
    with suppress(OSError):  # the cache may not be entered
        if JIT and not directory.exists():
            prune(f"{game.id}-{template.stem}")
    name = "ludotheque_" + directory.name.replace("-", "_")  # the same in every process: cached code refers to it
    module = types.ModuleType(name, f"{template.stem} of {game.title}")
    module.__file__ = str(template)
    module.__dict__.update(
        game.contract(), **more, entry=_entry_point(directory), crossing=_entry_point(directory, nogil=False)
    )
    sys.modules[name] = module  # before it runs, because code loaded from the cache looks up its globals there
    exec(compile(template.read_text(encoding="utf-8"), str(template), "exec"), module.__dict__)
    return module


# docs/decisions.md: Short calls keep the interpreter lock
def _entry_point(directory: Path, nogil: bool = True) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the decorator for a template's entry points, which are cached in `directory`.

    They are compiled on first use, and only Python can call them. Those that take only microseconds
    (`crossing`) keep the GIL, because getting it back from another thread can take milliseconds.
    """
    options = COMPILE_OPTIONS | {"nogil": nogil}
    if not JIT:
        return lambda function: function
    from numba import config, njit

    from ludotheque.core.callee import sparing
    from ludotheque.core.sealed import SealedCache

    def entry(function: Callable[..., Any]) -> Callable[..., Any]:
        compiled = njit(**options)(function)
        with ONE_AT_A_TIME:
            before, config.CACHE_DIR = config.CACHE_DIR, str(directory)
            try:
                kept = SealedCache(function)
            except RuntimeError:  # our directory is not writable: compile again in each process
                kept = None
            finally:
                config.CACHE_DIR = before
        # $NUMBA_CACHE_LOCATOR_CLASSES may name another folder, where all games would be mixed up
        if kept is not None and Path(kept.cache_path).is_relative_to(directory):
            compiled._cache = kept
        return explained(sparing(compiled))  # type: ignore[no-any-return]

    return entry


def prune(name: str) -> None:
    """Delete all but the latest few builds of this name, so that the cache stays small.

    Another process may be doing the same at the same time.
    """
    ages = {}
    for build in cache_root().glob(f"{name}-*"):
        with suppress(OSError):
            ages[build] = build.stat().st_mtime
    for build in sorted(ages, key=lambda build: ages[build], reverse=True)[BUILDS_KEPT:]:
        shutil.rmtree(build, ignore_errors=True)
