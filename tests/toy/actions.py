"""Three kinds of action: a reach, a free place beside the raft, and the wave."""

from ludotheque.core.actions import Actions, Kind
from tests.toy.components import MAX_REACH, PIECES

MAX_PLACES = 2 * PIECES  # around a raft of n pieces there are at most 2n + 2 free places, and one piece is not laid yet

ACTIONS = Actions(
    Kind("reach", far=[str(reach) for reach in range(MAX_REACH + 1)]),
    # a record says where that is, `lay -1,2`: see notation.py
    Kind("lay", place=[f"#{place}" for place in range(MAX_PLACES)]),
    Kind("wave"),
)
ACTION_COUNT = ACTIONS.count
LAY, WAVE = ACTIONS.first["lay"], ACTIONS.first["wave"]  # a reach is its own number
