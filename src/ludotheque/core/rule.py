"""`@rule`: one source that runs as plain Python, as machine code, and on a GPU.

`LUDOTHEQUE_JIT=0` leaves every rule a plain Python function, to read, step through and measure coverage. Otherwise numba compiles it on first use. Rules
themselves are never cached on disk: only the entry points of a template are (see `template`), and those carry the rules they call inside them.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar

JIT = os.environ.get("LUDOTHEQUE_JIT", "1") != "0"

F = TypeVar("F", bound=Callable[..., Any])

# nogil: simulations and bots run in threads (for what takes microseconds see `template`). error_model: a rule raises nothing, as on a GPU.
COMPILE_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
# _nrt: a rule allocates nothing, so that nobody needs to count who holds an array, which takes time; and one that does allocate cannot be compiled.
RULE_OPTIONS = COMPILE_OPTIONS | {"_nrt": False}


def rule(function: F) -> F:
    """Mark a function of the rules: no allocation, no exceptions, no strings, fixed sizes."""
    if not JIT:
        return function
    from numba import njit  # plain Python needs no numba at all

    compiled: F = njit(**RULE_OPTIONS)(function)
    return compiled
