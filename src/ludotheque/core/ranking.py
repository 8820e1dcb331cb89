"""Places from comparable numbers."""

from typing import Any

from ludotheque.core.rule import rule


@rule
def rank(values: Any, seats: int) -> None:
    """Replace the seats' values by their places: the highest is 1, equal ones share, and the next place is left out (1, 1, 3)."""
    places = 0  # packed, a digit of three bits each: rules have nowhere to allocate
    for seat in range(seats):
        better = 0
        for other in range(seats):
            if values[other] > values[seat]:
                better += 1
        places |= better << (3 * seat)
    for seat in range(seats):
        values[seat] = 1 + ((places >> (3 * seat)) & 7)
