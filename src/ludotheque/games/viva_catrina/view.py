"""What a seat may see of a game of Viva Catrina: everything but the random number generator.

Nothing has to be sampled except future chance events.
"""

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.viva_catrina.components import COLORS, ELEMENTS, KINDS, LINES, LONGEST, MAX_FRINGE, RING, STARTS
from ludotheque.games.viva_catrina.state import NEST


@rule
def view(state: Any, seat: int, out: Any) -> None:
    """R1.7 Copy the lines, the tile in hand, the piles, all villages, and the contents of the
    bag.
    """
    out.hand, out.owed, out.rounds_over, out.seat = state.hand, state.owed, state.rounds_over, state.seat
    out.seats, out.base_link, out.phase, out.bag_size = state.seats, state.base_link, state.phase, state.bag_size
    for kind in range(KINDS):
        out.bag[kind] = state.bag[kind]
    for start in range(STARTS):
        out.box[start] = state.box[start]
    for color in range(COLORS):
        out.pile[color] = state.pile[color]
    for size in range(2):
        out.chimeras_left[size] = state.chimeras_left[size]
    for line in range(LINES):
        out.left[line], out.right[line] = state.left[line], state.right[line]
        for slot in range(LONGEST):
            out.line[line, slot] = state.line[line, slot]
    for other in range(state.seats):
        show_village(state, other, out)


@rule
def show_village(state: Any, seat: int, out: Any) -> None:
    """R1.7 Copy a village and what its owner has earned."""
    out.golden[seat], out.earned[seat] = state.golden[seat], state.earned[seat]
    out.tiles[seat], out.fringe_size[seat] = state.tiles[seat], state.fringe_size[seat]
    out.twins[seat] = state.twins[seat]
    for word in range(2):
        out.reached[seat, word] = state.reached[seat, word]
        out.chimera[seat, word] = state.chimera[seat, word]
    for number in range(NEST):
        out.placed[seat, number] = state.placed[seat, number]
        out.spot[seat, number] = state.spot[seat, number]
    for place in range(MAX_FRINGE):
        out.fringe[seat, place] = state.fringe[seat, place]
        out.around[seat, place] = state.around[seat, place]
    for cell in range(RING):
        out.ground[seat, cell] = state.ground[seat, cell]
    for element in range(ELEMENTS):
        out.linked[seat, element] = state.linked[seat, element]
    for color in range(COLORS):
        out.balloon_tile[seat, color] = state.balloon_tile[seat, color]


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """R1.7 Only the order of the tiles in the bag is hidden, and it is drawn when needed, so
    another random key means another order.
    """
