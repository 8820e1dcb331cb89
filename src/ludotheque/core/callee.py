"""How a rule is compiled that compiled code calls: typed and translated, and nothing else.

numba treats every function as one that Python may call next: it links all that the function calls
into it, optimises the whole, translates it into machine code and writes a wrapper for Python. Our
rules call each other many levels deep, so the same code is optimised again at every level, and most
machine code never runs. Here a rule stays what it is, one function in LLVM's language. An entry
point links each rule that it reaches once, and LLVM optimises them together.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import Linkage
from numba import _dynfunc, config, njit, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import AnnotateTypes, NativeLowering
from numba.np import arrayobj

config.DISABLE_ERROR_MESSAGE_HIGHLIGHTING = 1  # numba colours all errors, and drops nearly all of them
# When to look for garbage. numba makes millions of objects and little garbage, and looking for it
# as often as usual takes a sixth of the time.
RARELY = (20_000, 20, 100)


@contextmanager
def unwrapped(arrays: Any) -> Iterator[None]:
    """Translate indices as they are, with one of numba's modules that lower arrays.

    numba counts negative ones from the end, which takes three instructions at every access.
    docs/decisions.md: An index in a rule is never negative
    """

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    wrapped, arrays.fix_integer_index = arrays.fix_integer_index, as_it_is
    try:
        yield
    finally:
        arrays.fix_integer_index = wrapped


class Translated(JITCodeLibrary):  # type: ignore[misc]
    """One rule in LLVM's language, and what has to be linked together with it."""

    def add_linking_library(self, library: Any) -> None:
        if library not in self._linking_libraries:
            self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Let every entry point contain this rule, and leave it out where it is not called."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = "linkonce_odr"
        self._shared_module = self._final_module
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class Translation(NativeLowering):  # type: ignore[misc]
    """The last step: the rule becomes known to those that call it."""

    _name = "ludotheque_translation"

    def run_pass(self, state: Any) -> bool:
        library = state.library = Translated(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        with unwrapped(arrayobj):
            super().run_pass(state)
        done = state["cr"]
        # numba finds a compiled function by the object that Python would call; here nobody does
        name = _dynfunc.make_function(done.fndesc.lookup_module(), state.func_id.func_name, "", 0, done.env, (library,))
        state.targetctx.insert_user_function(name, done.fndesc, [library, *library._linking_libraries])
        state["cr"] = done._replace(cfunc=name)
        return True


class Translator(Compiler):  # type: ignore[misc]
    """numba's compiler up to LLVM's language, without notes about types, which take memory."""

    def define_pipelines(self) -> list[Any]:
        (pipeline,) = super().define_pipelines()
        pipeline.passes = [
            (Translation if step is NativeLowering else step, why)
            for step, why in pipeline.passes
            if step is not AnnotateTypes
        ]
        return [pipeline]


def widened(kind: Any) -> Any:
    """Return the type that a rule is compiled for: numbers are calculated with in 64 bits anyway.

    A rule would otherwise be compiled once for each constant and each width that it is given.
    """
    if isinstance(kind, types.BooleanLiteral):
        return types.boolean
    is_narrow = isinstance(kind, types.Integer) and kind.signed and kind.bitwidth < types.int64.bitwidth
    return types.int64 if is_narrow or isinstance(kind, types.IntegerLiteral) else kind


def called_by_rules(compiled: Any, function: Callable[..., Any], **options: Any) -> None:
    """Make compiled code call a translated twin of a function; Python still calls `compiled`."""
    twin = njit(pipeline_class=Translator, no_cpython_wrapper=True, **options)(function)

    def get_call_template(args: Any, named: Any) -> Any:
        return twin.get_call_template(
            tuple(widened(kind) for kind in args), {name: widened(kind) for name, kind in named.items()}
        )

    compiled.get_call_template, compiled.get_overload = get_call_template, twin.get_overload


def sparing(entry: Any) -> Any:
    """Make an entry point take less time to compile, and less memory once it is there."""
    compile_for: Callable[..., Any] = entry._compile_for_args

    def compile_sparingly(*arguments: Any, **named: Any) -> Any:
        with global_compiler_lock:
            usually = gc.get_threshold()
            gc.set_threshold(*RARELY)
            try:
                return compile_for(*arguments, **named)
            finally:
                gc.set_threshold(*usually)
                for compiled in entry.overloads.values():
                    compiled.library._shared_module = None  # for callers in compiled code: there are none

    entry._compile_for_args = compile_sparingly
    return entry
