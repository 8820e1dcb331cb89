"""How much a test does: machine code has time for more than plain Python."""

from ludotheque.core.rule import JIT


def size(compiled: int, python: int | None = None) -> int:
    """How often a test repeats something.

    Plain Python is some thousand times slower than machine code: a hundredth, unless the test says
    otherwise.
    """
    return compiled if JIT else compiled // 100 if python is None else python
