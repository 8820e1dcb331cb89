"""A GPU for templates: numba's `cuda`, and how our rules are compiled for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ludotheque.core.errors import LudothequeError
from ludotheque.core.rule import JIT


def driver() -> Any:
    """Return numba's `cuda`, or raise an error that says what is missing."""
    try:
        from numba import cuda
    except ImportError as error:
        raise LudothequeError("device cuda needs the package numba-cuda, an extra: ludotheque[gpu]") from error
    if is_simulated(cuda):
        return cuda
    if not JIT:
        raise LudothequeError("device cuda needs compiled rules, but LUDOTHEQUE_JIT is 0")
    if not cuda.is_available():
        raise LudothequeError("device cuda needs an NVIDIA GPU and its driver; none was found")
    return cuda


def is_simulated(cuda: Any) -> bool:
    """Say whether numba's simulator (`NUMBA_ENABLE_CUDASIM=1`) replaces the GPU."""
    return bool(cuda.config.ENABLE_CUDASIM)


@contextmanager
def tuned() -> Iterator[None]:
    """Compile a kernel the way our rules need it.

    numba puts the tables of the rules into constant memory, which has room for 64 kB and serves one
    address at a time, while each of our threads looks up a different row. From global memory they
    come through the L1 cache, all rows at once: six times faster in Sarena. Every rule is also
    inlined into the kernel. Left to itself the compiler keeps calls to some of them, after which
    threads do not reconverge: Méandres loses a third of its speed (benchmarks/README.md). Indices
    are never negative, as on a CPU.
    """
    from numba.cuda import dispatcher
    from numba.cuda.cudadrv import nvvm
    from numba.cuda.np import arrayobj

    from ludotheque.core.callee import unwrapped

    space, compile_cuda = nvvm.ADDRSPACE_CONSTANT, dispatcher.compile_cuda

    def compile_inlined(*arguments: Any, **options: Any) -> Any:
        return compile_cuda(*arguments, **options | {"forceinline": True})

    nvvm.ADDRSPACE_CONSTANT, dispatcher.compile_cuda = nvvm.ADDRSPACE_GLOBAL, compile_inlined
    try:
        with unwrapped(arrayobj):
            yield
    finally:
        nvvm.ADDRSPACE_CONSTANT, dispatcher.compile_cuda = space, compile_cuda
