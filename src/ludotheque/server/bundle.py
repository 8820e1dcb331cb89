"""Bundles a page's script with everything it imports: one request instead of sixty.

Every module becomes a function that returns the module's exports. They run in the order in which a
browser would have run them. The linter restricts modules to what is supported here: imports at the
top by name or as a whole, exports of functions, classes and constants, no cycles.
"""

import re
from collections.abc import Callable
from pathlib import Path

IMPORT = re.compile(r'^import (?:(?P<names>\{[^}]*\}|\* as \w+) from )?"\./(?P<module>\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
BLANK = re.compile(r"\n{2,}")


# docs/decisions.md: The server joins a page's modules into one script
def modules(folder: Path, script: str) -> list[str]:
    """List a script and its imports in dependency order."""
    found: list[str] = []

    def visit(name: str) -> None:
        for needed in IMPORT.finditer((folder / f"{name}.js").read_text(encoding="utf-8")):
            if needed["module"] not in found:
                visit(needed["module"])
        found.append(name)

    visit(script)
    return found


def bundle(folder: Path, script: str, pack: Callable[[str], str]) -> str:
    """Return a script and its imports as one file; `pack` strips each module."""
    *needed, last = modules(folder, script)
    return "".join(function(folder, name, pack) for name in needed) + body(folder, last, pack)


def function(folder: Path, name: str, pack: Callable[[str], str]) -> str:
    """Return a module as a function that is called at once; i18n.js awaits its catalogue."""
    exports = ", ".join(EXPORT.findall((folder / f"{name}.js").read_text(encoding="utf-8")))
    return f"const ${name} = await (async () => {{\n{body(folder, name, pack)}return {{ {exports} }};\n}})();\n"


def body(folder: Path, name: str, pack: Callable[[str], str]) -> str:
    """Return a module's code, with its imports taken from the functions that ran before it."""
    code = IMPORT.sub(taken, (folder / f"{name}.js").read_text(encoding="utf-8"))
    return BLANK.sub("\n", pack(EXPORT.sub("", code)))


def taken(found: re.Match[str]) -> str:
    """Turn `{ one as other }` into a pattern, `* as all` into a name, and nothing into nothing."""
    names = (found["names"] or "").removeprefix("* as ").replace(" as ", ": ")
    return f"const {names} = ${found['module']};\n" if names else ""
