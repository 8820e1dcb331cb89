"""What a seat may see of a game of Flotsam, and how it may imagine the rest."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import below
from ludotheque.core.constants import NONE
from ludotheque.core.hidden import Hidden, from_all, from_others
from ludotheque.core.rule import rule
from tests.toy.components import KINDS, MAX_REACH, SEA
from tests.toy.rules import deal_unseen
from tests.toy.state import Phase

HIDDEN = (
    *(Hidden(field, from_others) for field in ("card", "reach")),  # R5.1, R5.3
    *(Hidden(field, from_all) for field in ("box", "bag", "lost")),  # R5.1, R5.2
)


@rule
def view(state: Any, seat: int, out: Any) -> None:
    """R5.4 What lies open.

    R5.1 The own card, R5.3 the own reach. R5.1, R5.2 Everything, when the game is over.
    """
    out.catch, out.west, out.north, out.left, out.chosen = (
        state.catch,
        state.west,
        state.north,
        state.left,
        state.chosen,
    )
    out.seat, out.seats, out.storm, out.phase = state.seat, state.seats, state.storm, state.phase
    is_over = state.phase == Phase.OVER
    for cell in range(SEA):
        out.raft[cell] = state.raft[cell]
    for other in range(state.seats):
        out.breath[other] = state.breath[other]
        if other == seat or is_over:
            out.card[other], out.reach[other] = state.card[other], state.reach[other]
    for kind in range(KINDS):
        out.sunk[kind] = state.sunk[kind]
        if is_over:
            out.box[kind], out.bag[kind], out.lost[kind] = state.box[kind], state.bag[kind], state.lost[kind]


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """Deal all that is not seen once more, and choose for the seats whose reach is not seen."""
    if state.phase != Phase.OVER:
        deal_unseen(state, story)
    for other in range(state.seats):
        if (widen(state.chosen) >> other) & 1 and state.reach[other] == NONE:
            state.reach[other] = below(state, story, min(MAX_REACH, widen(state.breath[other])) + 1)
