"""For tests and counting: where every piece is, and one state for each position."""

from typing import Any

from ludotheque.core.bits import bit_count, widen
from ludotheque.core.rule import rule
from ludotheque.games.viva_catrina.components import (
    COLORS,
    KIND_COUNT,
    KIND_FIRST,
    KINDS,
    LINES,
    LONGEST,
    PILE_SIZE,
    START_FIRST,
    STARTS,
    TILE_KIND,
    TILES,
)
from ludotheque.games.viva_catrina.rules.tiles import cell_of


@rule
def census(state: Any, out: Any) -> int:
    """Count every tile by number, chimeras of either size, and balloon tiles of each colour."""
    for kind in range(KINDS):
        for copy in range(widen(KIND_COUNT[kind]) - widen(state.bag[kind]), widen(KIND_COUNT[kind])):
            out[widen(KIND_FIRST[kind]) + copy] += 1
    for start in range(STARTS):
        out[START_FIRST + start] += widen(state.box[start])
    for line in range(LINES):
        for slot in range(LONGEST):
            out[state.line[line, slot]] += 1 if state.line[line, slot] > 0 else 0
    out[state.hand] += 1 if state.hand > 0 else 0
    for seat in range(state.seats):
        for number in range(1, widen(state.tiles[seat]) + 1):
            out[state.placed[seat, number] // 4] += 1
        for size in range(2):
            out[TILES + size] += bit_count(widen(state.chimera[seat, size]))
        for color in range(COLORS):
            out[TILES + 2 + color] += 1 if state.balloon_tile[seat, color] > 0 else 0
    for size in range(2):
        out[TILES + size] += widen(state.chimeras_left[size])
    for color in range(COLORS):
        out[TILES + 2 + color] += widen(PILE_SIZE[state.seats]) - widen(state.pile[color])
    return TILES + 2 + COLORS


@rule
def canonical(state: Any) -> None:
    """Make equivalent positions equal states.

    Copies of a tile become the first of them, the tiles of a village are numbered in reading order,
    and lines begin at their first slot.
    """
    state.hand = first_copy(state.hand)
    for line in range(LINES):
        left, right = widen(state.left[line]), widen(state.right[line])
        for slot in range(LONGEST):
            state.line[line, slot] = first_copy(state.line[line, left + slot]) if left + slot < right else 0
        state.left[line], state.right[line] = 0, right - left
    for seat in range(state.seats):
        for number in range(1, widen(state.tiles[seat]) + 1):
            placed = widen(state.placed[seat, number])
            state.placed[seat, number] = 4 * first_copy(placed // 4) + placed % 4
            while number > 1 and state.spot[seat, number - 1] > state.spot[seat, number]:
                swap_numbers(state, seat, number)
                number -= 1


@rule
def first_copy(tile: int) -> int:
    """Return the first tile that looks like this one; a start tile is the only one of its kind."""
    return widen(KIND_FIRST[TILE_KIND[tile]]) if 0 < tile < START_FIRST else widen(tile)


@rule
def swap_numbers(state: Any, seat: int, number: int) -> None:
    """Swap the numbers of a tile in a village and the one before it."""
    other = number - 1
    state.placed[seat, number], state.placed[seat, other] = state.placed[seat, other], state.placed[seat, number]
    state.spot[seat, number], state.spot[seat, other] = state.spot[seat, other], state.spot[seat, number]
    for each in (number, other):
        state.ground[seat, cell_of(widen(state.spot[seat, each]))] = each
    state.twins[seat] = with_swapped_bits(widen(state.twins[seat]), other)
    for word in range(2):
        state.reached[seat, word] = with_swapped_bits(widen(state.reached[seat, word]), other)
        state.chimera[seat, word] = with_swapped_bits(widen(state.chimera[seat, word]), other)


@rule
def with_swapped_bits(mask: int, low: int) -> int:
    """Return the mask with bits `low` and `low` + 1 swapped."""
    differ = ((mask >> low) ^ (mask >> (low + 1))) & 1
    return mask ^ (differ * (3 << low))
