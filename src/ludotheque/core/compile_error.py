"""Turns numba's long error output into one sentence about the rule that cannot be compiled."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludotheque.core.errors import LudothequeError

PLACE = re.compile(r"\bat (\S+\.py) \((\d+)\)|File \"([^\"]+)\", line (\d+)")
CAUSE_LENGTH = 200
CORE = Path(__file__).parent


def explained(dispatcher: Any) -> Any:
    """Make a compiled function report compilation errors in one sentence.

    The wrapper runs only when the function is called with new types, so ordinary calls cost
    nothing.
    """
    from numba.core.errors import NumbaError

    compile_for: Callable[..., Any] = dispatcher._compile_for_args

    def compile_or_explain(*arguments: Any, **named: Any) -> Any:
        try:
            return compile_for(*arguments, **named)
        except NumbaError as error:
            raise why(str(error)) from None

    dispatcher._compile_for_args = compile_or_explain
    return dispatcher


def why(message: str) -> LudothequeError:
    """Return the error as one sentence with file, line and cause."""
    message = re.sub(r"\x1b\[[0-9;]*m", "", message)
    lines = [line.strip() for line in message.splitlines()]
    cause = next((line for line in lines if line and not line.startswith("Failed in ")), "")
    if "NRT required" in message:
        cause = "it creates a list, an array or a string, and a rule must not allocate"
    elif cause.endswith("for signature:"):
        called = next((line for line in lines if line.startswith(">>> ")), "")
        cause = f"{cause.removesuffix(' found for signature:')}: {called.removeprefix('>>> ')}"
    found = [(one or other, line or number) for one, line, other, number in PLACE.findall(message)]
    own = [place for place in found if not _is_ours(Path(place[0]))]
    file, line = (own or found or [("?", "?")])[0]
    return LudothequeError(
        "{file}, line {line}: this rule cannot be compiled: {cause}; try LUDOTHEQUE_JIT=0 to run it as plain Python",
        file=file,
        line=line,
        cause=cause[:CAUSE_LENGTH].rstrip("."),
    )


def _is_ours(path: Path) -> bool:
    return "site-packages" in path.parts or (
        path.parent.name == CORE.name and path.name in {p.name for p in CORE.glob("*.py")}
    )
