"""What a seat sees, as numbers: the layout of the vector that a game's `encode` fills.

    ENCODING = Encoding(
        Feature("chip", (4, CIRCLES), 1, "…"),
        Feature("secret", (SEATS, COLORS), 1, "…", by_seat=True, is_public=False),
    )
    CHIP, SECRET = ENCODING.starts

The vector is flat and has one byte per entry, so that it is quick to fill and to hand over. Names,
shapes and bounds are for people and for the tools that read the vector.
"""

import os
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from ludotheque.core.errors import LudothequeError
from ludotheque.core.rule import JIT, rule

LEAST, MOST = -128, 127  # what an entry can hold
SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM", "0") != "0"


@dataclass(frozen=True)
class Feature:
    """One part of an encoding: an array with a name."""

    name: str
    shape: tuple[int, ...]
    high: int  # no entry is greater
    meaning: str
    low: int = 0  # no entry is smaller
    by_seat: bool = False  # the first axis is the seats in turn order, the observer first
    is_public: bool = True  # every seat sees the same, apart from the order of the seats

    @property
    def size(self) -> int:
        return prod(self.shape)


class Encoding:
    """The layout of a game's encoding: its features, one after the other.

    `omits_hidden`: `encode` itself leaves out what the seat must not see. Then it gives the same
    for a state as for the view of it, and batches save the copy.
    """

    def __init__(self, *features: Feature, omits_hidden: bool = False) -> None:
        self.features, self.omits_hidden = features, omits_hidden
        self.starts: list[int] = []  # where each feature begins
        self.size = 0
        for feature in features:
            if not LEAST <= feature.low <= feature.high <= MOST:
                raise LudothequeError(
                    "the feature {name} must have bounds between {least} and {most}",
                    name=feature.name,
                    least=LEAST,
                    most=MOST,
                )
            self.starts.append(self.size)
            self.size += feature.size

    def bounds(self) -> tuple[Any, Any]:
        """Return the least and the greatest value of each entry, as two arrays."""
        sizes = [feature.size for feature in self.features]
        low, high = ([getattr(feature, end) for feature in self.features] for end in ("low", "high"))
        return np.repeat(low, sizes).astype(np.int8), np.repeat(high, sizes).astype(np.int8)

    def parts(self, vector: Any) -> dict[str, Any]:
        """Return each feature of an encoded vector by name, in its shape, without a copy.

        `vector` may have further axes before the last one, one entry per game.
        """
        return {
            feature.name: vector[..., start : start + feature.size].reshape((*vector.shape[:-1], *feature.shape))
            for feature, start in zip(self.features, self.starts, strict=True)
        }


def skips_zeros() -> bool:
    """Say whether zeros are left out of a vector: on a GPU, and on numba's simulator of one."""
    return SIMULATED


if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic
    def _is_card(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return ir.Constant(ir.IntType(1), int(builder.module.triple.startswith("nvptx")))

        return types.boolean(), generate

    @overload(skips_zeros)
    def _skips_zeros():  # type: ignore[no-untyped-def]
        return lambda: _is_card()


# docs/decisions.md: A GPU writes no zeros
@rule
def put(out: Any, entry: int, value: int) -> None:
    """Write an entry that is often 0 into a vector, which starts as zeros.

    A GPU leaves zeros out: each entry that it writes costs a transaction with its memory. A CPU
    writes them, since guessing a branch wrong would cost more.
    """
    if not skips_zeros() or value != 0:
        out[entry] = value
