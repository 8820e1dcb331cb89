"""What a seat may see of Sandcastles."""

from typing import Any

from ludotheque.core.chance import below
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from tests.castles.parts import CELLS, PIECES, TURNS, Phase


@rule
def view(state: Any, seat: int, out: Any) -> None:
    """R2.1 In the calm pace nobody sees what others build until all are done."""
    out.done, out.seat, out.seats, out.pace, out.phase, out.tides = (
        state.done,
        state.seat,
        state.seats,
        state.pace,
        state.phase,
        state.tides,
    )
    for other in range(state.seats):
        out.flag[other], out.kept[other], out.given[other] = state.flag[other], state.kept[other], state.given[other]
        if other == seat or state.pace == 1 or state.phase != Phase.BUILD or state.tides > 0:
            for piece in range(PIECES):
                out.laid[other, piece] = state.laid[other, piece]


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """Others may have built anything."""
    if state.pace == 1 or state.phase != Phase.BUILD or state.tides > 0:
        return
    for other in range(state.seats):
        if other != seat and (other < state.seat or state.done != 0):
            first = below(state, story, CELLS)
            for piece in range(PIECES):
                cell = (first + piece) % CELLS
                state.laid[other, piece] = (
                    TURNS * cell + below(state, story, TURNS) if below(state, story, 2) == 1 else NONE
                )
