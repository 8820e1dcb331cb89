"""The effect of a shift on sets of cells: a set is one word, and a flood fill may start from many
cells.
"""

from ludotheque.core.bits import widen
from ludotheque.core.rule import rule
from ludotheque.games.labyrinth.components import SIDES_LOOK, SLOT_EXIT
from ludotheque.games.labyrinth.rules import pushed


@rule
def carried_cells(cells: int, slot: int) -> int:
    """R3.7, R3.8 Return where pawns on these cells stand after a shift."""
    return pushed(cells, slot, (cells >> widen(SLOT_EXIT[slot])) & 1)


@rule
def shifted(north: int, east: int, south: int, west: int, slot: int, sides: int) -> tuple[int, int, int, int]:
    """R3.1 Return the cells open to each side after a shift with a tile that has these open
    sides.
    """
    n, e = pushed(north, slot, sides & 1), pushed(east, slot, (sides >> 1) & 1)
    return n, e, pushed(south, slot, (sides >> 2) & 1), pushed(west, slot, sides >> 3)


@rule
def came_out(north: int, east: int, south: int, west: int, slot: int) -> int:
    """Return the look of the tile that a shift pushes out."""
    leave = widen(SLOT_EXIT[slot])
    return widen(
        SIDES_LOOK[
            (north >> leave) & 1 | ((east >> leave) & 1) << 1 | ((south >> leave) & 1) << 2 | ((west >> leave) & 1) << 3
        ]
    )
