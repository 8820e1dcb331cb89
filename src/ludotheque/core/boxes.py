"""Games with another box: the same rules, with a component file that an owner has corrected.

A game reads its components once, when it is imported, and the compiler freezes them into the code.
So a game with another box is a second copy of its modules, imported from the same files under
another name: `ludotheque.games.sarena@1a2b3c4d5e6f`. The part after the @ is the beginning of the
components' digest. `registry.load("sarena@1a2b3c4d5e6f")` returns it.

The files are in `$LUDOTHEQUE_BOXES`: `sarena@1a2b3c4d5e6f.toml` for every box that a table was ever
opened with, and `sarena.toml` for the one that new tables use.
"""

import ast
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from ludotheque.core.components import BOX, LENIENT
from ludotheque.core.errors import LudothequeError

MARK = "@"
FOLDER = "LUDOTHEQUE_BOXES"


def full_name(game: str, box: str) -> str:
    """Return the name of a game with a box; the usual box has none."""
    return f"{game}{MARK}{box}" if box else game


def folder() -> Path | None:
    """Return the folder of corrected boxes, if there is one."""
    own = os.environ.get(FOLDER)
    return Path(own) if own else None


def file_of(name: str) -> Path:
    """Return the component file of a game with another box."""
    boxes = folder()
    file = boxes / f"{name}.toml" if boxes else None
    if file is None or not file.is_file():
        raise LudothequeError("the components of {name} are missing: they were in {folder}", name=name, folder=FOLDER)
    return file


# docs/decisions.md: A game with another box is a second copy of its modules
def copied(source: str, tag: str, file: Path) -> Any:
    """Import the copy of a game that reads its components from `file`, and return its `Game`."""
    package, _, attribute = source.partition(":")
    with reading(f"{package}{MARK}{tag}", file) as module:
        return getattr(module, attribute)


@contextmanager
def reading(package: str, file: Path, *, is_kept: bool = True, is_lenient: bool = False) -> Iterator[ModuleType]:
    """Import a copy of a package while `file` is the component file.

    A copy that is not kept, or cannot be imported, is forgotten at the end. A lenient copy is good
    for drawing only: nothing in its components is checked.
    """
    if FINDER not in sys.meta_path:
        sys.meta_path.insert(0, FINDER)
    tokens = BOX.set(file), LENIENT.set(is_lenient)
    try:
        yield importlib.import_module(package)
    except BaseException:
        is_kept = False
        raise
    finally:
        BOX.reset(tokens[0])
        LENIENT.reset(tokens[1])
        if not is_kept:
            forget(package)


def forget(package: str) -> None:
    """Drop all modules of a copy."""
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
    parent, _, child = package.rpartition(".")
    if parent in sys.modules:
        vars(sys.modules[parent]).pop(child, None)


class Finder(MetaPathFinder):
    """Finds the modules of copies: those with an @ in their name."""

    def find_spec(self, fullname: str, *_more: object) -> ModuleSpec | None:
        if MARK not in fullname:
            return None
        package, _, rest = fullname.partition(MARK)
        tag, _, inside = rest.partition(".")
        original = importlib.util.find_spec(".".join(filter(None, (package, inside))))
        if original is None or original.origin is None:
            return None
        return importlib.util.spec_from_file_location(
            fullname,
            original.origin,
            loader=Loader(fullname, original.origin, package, f"{package}{MARK}{tag}"),
            submodule_search_locations=original.submodule_search_locations,
        )


class Loader(SourceFileLoader):
    """Loads a module whose imports of its own package lead to the copy."""

    def __init__(self, fullname: str, path: str, package: str, copy: str) -> None:
        super().__init__(fullname, path)
        self.package, self.copy = package, copy

    def get_code(self, fullname: str) -> CodeType:
        """Compile the source: the compiled file on disk belongs to the original."""
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path), path)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                node.module = self.renamed(node.module)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    alias.name = self.renamed(alias.name) if alias.asname else alias.name
        return compile(tree, path, "exec")

    def renamed(self, module: str) -> str:
        is_own = module == self.package or module.startswith(f"{self.package}.")
        return self.copy + module.removeprefix(self.package) if is_own else module


FINDER = Finder()
