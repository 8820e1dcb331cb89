"""`@rule`: one source that runs as plain Python, as machine code, and on a GPU.

With `LUDOTHEQUE_JIT=0` every rule stays a plain Python function, for reading, stepping through and
measuring coverage. Otherwise numba compiles it on first use. Rules themselves are never cached on
disk: only the entry points of a template are (see `template`), and those include the rules they
call.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar

JIT = os.environ.get("LUDOTHEQUE_JIT", "1") != "0"

F = TypeVar("F", bound=Callable[..., Any])

# nogil: simulations and bots run in threads (`template` has an exception for short calls).
# error_model: a rule never raises, as on a GPU.
# no_cfunc_wrapper: nobody calls a rule from C; the wrapper is a sixth of the time to compile one.
COMPILE_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
# _nrt: a rule allocates nothing, so numba need not count references to arrays, which takes time;
# a rule that does allocate cannot be compiled.
# docs/decisions.md: Rules are compiled without reference counts
RULE_OPTIONS = COMPILE_OPTIONS | {"_nrt": False}


def rule(function: F) -> F:
    """Mark a function of the rules: no allocation, no exceptions, no strings, fixed sizes."""
    if not JIT:
        return function
    from numba import njit  # plain Python needs no numba at all

    from ludotheque.core.callee import called_by_rules

    compiled: F = njit(**RULE_OPTIONS)(function)
    # docs/decisions.md: A rule that rules call is only translated
    called_by_rules(compiled, function, **RULE_OPTIONS)
    return compiled
