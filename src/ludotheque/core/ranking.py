"""Turns comparable values into places."""

from typing import Any

from ludotheque.core.rule import rule


@rule
def rank(values: Any, seats: int) -> None:
    """Replace the seats' values with their places: the highest value gets 1.

    Equal values share a place, and the next place is skipped (1, 1, 3).
    """
    places = 0  # packed, three bits each, because rules cannot allocate
    for seat in range(seats):
        better = 0
        for other in range(seats):
            if values[other] > values[seat]:
                better += 1
        places |= better << (3 * seat)
    for seat in range(seats):
        values[seat] = 1 + ((places >> (3 * seat)) & 7)
