"""Numbers and bits that behave the same in Python, in compiled code and on a GPU.

The fields of a state are narrow, and `int8 + int8` overflows in Python but not in machine code. So
a rule reads a field through `widen` before it calculates with it. Masks are non-negative and stay
within 63 bits.
"""

from typing import Any

from ludotheque.core.rule import JIT, rule


def widen(value: Any) -> int:
    """Return a field's value as a number wide enough to calculate with."""
    return int(value)


def lowest_bit(mask: int) -> int:
    """Return the index of the lowest set bit; the mask must not be 0."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1


def bit_count(mask: int) -> int:
    """Return how many bits are set."""
    return int(mask).bit_count()


@rule
def or_zero(number: int) -> int:
    """Return a number, or 0 for NONE, without a branch: `max` becomes one, and processors often
    guess it wrong.
    """
    return number - (number >> 63)


if JIT:  # one machine instruction each: numba has no function for either that works on every target
    import numpy as np
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic
    def _cttz(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic
    def _ctpop(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @overload(widen)
    def _widen(value):  # type: ignore[no-untyped-def]  # numba compares this signature with the one below
        return lambda value: np.int64(value)

    @overload(lowest_bit)
    def _lowest_bit(mask):  # type: ignore[no-untyped-def]
        return lambda mask: _cttz(mask)

    @overload(bit_count)
    def _bit_count(mask):  # type: ignore[no-untyped-def]
        return lambda mask: _ctpop(mask)
