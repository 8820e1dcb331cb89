"""Templates: loops that are the same for all games, one source each, compiled once per game with that game's rules inside.

numba's disk cache does not notice a change in another module or in a data file, and two games with equal records would share one entry. So the machine code of a
game lies in a directory of its own, named by a digest of every source and data file that went into it, of the versions and of the flags: stale or foreign code cannot be found.
"""

import hashlib
import importlib.metadata
import os
import platform
import shutil
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.rule import COMPILE_OPTIONS, JIT, RULE_OPTIONS

if TYPE_CHECKING:
    from ludotheque.core.game import Game

CORE = Path(__file__).parent
NOTHING: Mapping[str, Any] = types.MappingProxyType({})
BUILDS_KEPT = 6  # of one template of one game: other flags, other versions, a file just edited


def cache_root() -> Path:
    """Where compiled rules are kept: `$LUDOTHEQUE_CACHE`, or the user's cache directory."""
    own = os.environ.get("LUDOTHEQUE_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(own) if own else Path(base) / "ludotheque"


@cache
def _toolchain() -> bytes:
    """Versions and flags that change the machine code."""
    packages = [f"{name} {importlib.metadata.version(name)}" for name in ("numba", "llvmlite", "numpy")]
    flags = [f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("NUMBA_")]
    return "\n".join([platform.python_version(), *packages, *flags, repr(RULE_OPTIONS)]).encode()


def digest(game: "Game", template: Path, more: Mapping[str, Any] = NOTHING) -> str:
    """A name for the machine code of this template, for this game as its files and tables stand now, with what more it is given."""
    total = hashlib.sha256(_toolchain())
    for file in [*sorted({*CORE.glob("*.py"), *template.parent.glob("*.py"), *game.folder.rglob("*.py")}), game.components.path, template]:
        total.update(hashlib.sha256(file.read_bytes()).digest())
    for part in _ingredients({**game.contract(), **more}):
        total.update(part)
    return total.hexdigest()[:16]


def _ingredients(contract: dict[str, Any]) -> Iterator[bytes]:
    """Every function that the rules reach and every value they read, wherever it was defined: numba freezes them all into the code."""
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
            waiting += [(used, value.__globals__[used]) for used in sorted(value.__code__.co_names) if used in value.__globals__]
        elif isinstance(value, np.ndarray):
            yield f"{name} {value.dtype} {value.shape}".encode() + value.tobytes()
        elif isinstance(value, int | float | np.generic | np.dtype | tuple):
            yield f"{name} {value!r}".encode()
        elif isinstance(value, type) and issubclass(value, IntEnum):
            yield f"{name} {list(value)!r}".encode()


def cache_directory(game: "Game", template: Path, more: Mapping[str, Any] = NOTHING) -> Path:
    return cache_root() / f"{game.id}-{template.stem}-{digest(game, template, more)}"


def instantiate(game: "Game", template: Path, **more: Any) -> types.ModuleType:
    """Run a template's source as a module of this game's own, its entry points cached on disk. `more` are functions of another template, or numbers of its own."""
    directory = cache_directory(game, template, more)
    if JIT and not directory.exists():
        _prune(game, template)
    name = "ludotheque_" + directory.name.replace("-", "_")  # the same in every process: cached code names it
    module = types.ModuleType(name, f"{template.stem} of {game.title}")
    module.__file__ = str(template)
    module.__dict__.update(game.contract(), **more, entry=_entry_point(directory), crossing=_entry_point(directory, nogil=False))
    sys.modules[name] = module  # before it runs: code loaded from the cache looks its globals up there
    exec(compile(template.read_text(), str(template), "exec"), module.__dict__)
    return module


def _entry_point(directory: Path, nogil: bool = True) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The decorator of a template's entry points: compiled on first use, kept in `directory`. Those that take microseconds (`crossing`) keep the interpreter's lock: to get it back
    from another thread can take milliseconds.
    """
    options = COMPILE_OPTIONS | {"nogil": nogil}
    if not JIT:
        return lambda function: function
    from numba import config, njit

    def entry(function: Callable[..., Any]) -> Callable[..., Any]:
        before, config.CACHE_DIR = config.CACHE_DIR, str(directory)
        try:
            compiled = njit(cache=True, **options)(function)
            is_there = Path(compiled.stats.cache_path).is_relative_to(directory)
        except RuntimeError:
            is_there = False
        finally:
            config.CACHE_DIR = before
        if not is_there:  # numba found our directory not writable and would keep its files beside the template, all games mixed: rather compile anew in each process
            compiled = njit(**options)(function)
        return compiled  # type: ignore[no-any-return]

    return entry


def _prune(game: "Game", template: Path) -> None:
    """Before a new build, throw away all but the latest few of this template, so that the cache does not grow for ever."""
    builds = sorted(cache_root().glob(f"{game.id}-{template.stem}-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for build in builds[BUILDS_KEPT:]:
        shutil.rmtree(build, ignore_errors=True)
