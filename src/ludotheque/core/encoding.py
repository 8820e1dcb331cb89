"""What a seat sees, as numbers: the layout of the vector that a game's `encode` fills.

    ENCODING = Encoding(
        Feature("chip", (4, CIRCLES), 1, "…"),
        Feature("secret", (SEATS, COLORS), 1, "…", by_seat=True, is_public=False),
    )
    CHIP, SECRET = ENCODING.starts

The vector is flat and has one byte per entry, so that it is quick to fill and to hand over. Names,
shapes and bounds are for people and for the tools that read the vector.
"""

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from ludotheque.core.errors import LudothequeError

LEAST, MOST = -128, 127  # what an entry can hold


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
