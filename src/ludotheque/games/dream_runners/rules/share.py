"""R6.2 Confluence cells, which are shared by the seats that collect them."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.components import CELL_ELEMENT, JOKER, MAX_ELEMENTS, SHARED_CELLS
from ludotheque.games.dream_runners.rules.effects import gain
from ludotheque.games.dream_runners.state import Phase, Stage


@rule
def tile_now(state: Any) -> int:
    return widen(state.dreams[state.round_now - 1])


@rule
def sharers(state: Any) -> int:
    """R5.12 Return the sleeping seats that collect the cell, one bit each."""
    mask = 0
    for seat in range(state.seats):
        if state.woke[seat] == 0 and (widen(state.collects[seat]) >> widen(state.cell)) & 1 != 0:
            mask |= 1 << seat
    return mask


@rule
def next_sharer(state: Any, seat: int, mask: int) -> int:
    """Return the seat itself if it is in the mask, otherwise the next one clockwise."""
    while (mask >> seat) & 1 == 0:
        seat = (seat + 1) % widen(state.seats)
    return seat


@rule
def share(state: Any, story: Any) -> None:
    """R6.2 Resolve all confluence cells in reading order, each one completely; then each seat
    resolves for itself.
    """
    if state.left != 0:
        take_next(state, story)
        return
    tile = tile_now(state)
    ahead = widen(SHARED_CELLS[tile]) >> widen(state.cell)
    if ahead == 0:
        begin_seat(state, widen(state.first))
        return
    state.cell += lowest_bit(ahead)
    mask = sharers(state)
    if mask == 0:
        state.cell += 1
        return
    for place in range(MAX_ELEMENTS):
        state.named[place] = NONE
        if CELL_ELEMENT[tile, state.cell, place] != NONE:
            state.left |= 1 << place
    for seat in range(state.seats):
        state.took[seat] = 0
    state.seat = next_sharer(state, widen(state.first), mask)


@rule
def take_next(state: Any, story: Any) -> None:
    """R5.12 The seat whose turn it is takes an element.

    A single seat takes them in order, and chooses the colours of jokers (N5).
    """
    place = lowest_bit(widen(state.left))
    element = CELL_ELEMENT[tile_now(state), state.cell, place]
    if bit_count(sharers(state)) == 1:
        if element == JOKER:
            state.phase = Phase.COLOR
        else:
            take(state, place, NONE, story)
    elif element != JOKER and are_equal(state):
        take(state, place, NONE, story)
    else:
        state.phase = Phase.PICK


@rule
def are_equal(state: Any) -> bool:
    """N4 Return whether all remaining elements are the same."""
    tile = tile_now(state)
    first = CELL_ELEMENT[tile, state.cell, lowest_bit(widen(state.left))]
    others = 0
    for place in range(MAX_ELEMENTS):
        if (widen(state.left) >> place) & 1 != 0 and CELL_ELEMENT[tile, state.cell, place] != first:
            others += 1
    return others == 0


@rule
def place_of(state: Any, element: int) -> int:
    """Find an element in the confluence that is still left; NONE if there is none."""
    tile = tile_now(state)
    for place in range(MAX_ELEMENTS):
        if (widen(state.left) >> place) & 1 != 0 and CELL_ELEMENT[tile, state.cell, place] == element:
            return place
    return NONE


@rule
def take(state: Any, place: int, color: int, story: Any) -> None:
    """R5.12 Take one element, a joker in the chosen colour; then the next seat takes one.

    When nothing is left, `D` gets its share again.
    """
    seat = widen(state.seat)
    state.left &= ~(1 << place)
    state.took[seat] |= 1 << place
    state.named[place] = color
    gain_taken(state, seat, place, story)
    mask = sharers(state)
    if state.left != 0:
        state.seat = next_sharer(state, (seat + 1) % widen(state.seats), mask)
        return
    other = widen(state.first)
    for _ in range(bit_count(mask)):
        other = next_sharer(state, other, mask)
        if (widen(state.doubles[other]) >> widen(state.cell)) & 1 != 0:
            take_again(state, other, story)
        other = (other + 1) % widen(state.seats)
    state.cell += 1


@rule
def take_again(state: Any, seat: int, story: Any) -> None:
    """R5.13 Give the seat everything it took there once more, jokers in the chosen colours."""
    for place in range(MAX_ELEMENTS):
        if (widen(state.took[seat]) >> place) & 1 != 0:
            gain_taken(state, seat, place, story)


@rule
def gain_taken(state: Any, seat: int, place: int, story: Any) -> None:
    element = widen(CELL_ELEMENT[tile_now(state), state.cell, place])
    gain(state, seat, widen(state.named[place]) if element == JOKER else element, widen(state.cell), 1, story)


@rule
def begin_seat(state: Any, seat: int) -> None:
    """R6.3 The seat resolves for itself: R6.5 what it collects comes first."""
    state.seat, state.stage, state.cell, state.element = seat, Stage.COLLECT, 0, 0
