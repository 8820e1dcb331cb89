"""Sandcastles, a game that has one of everything that a hand can do at a table: drafts, turns,
sets, numbers, an hourglass, a beach that grows.
"""

import os
from typing import Any

from ludotheque.core.game import Game
from ludotheque.core.layout import copy
from tests.castles import notation, rules, scene, text, view
from tests.castles.parts import ACTIONS, BLANK, COMPONENTS, STATE, Phase


def early(state: Any, seat: int) -> Any:
    """R2.1 At the calm pace a player who waits for others may already prepare."""
    if state.phase != Phase.BUILD or int(state.done) >> seat & 1:
        return None
    mine = copy(state)
    mine.seat = seat
    return mine


GAME = Game(
    components=COMPONENTS,
    state=STATE,
    blank=BLANK,
    actions=ACTIONS,
    rules=rules,
    view=view,
    notation=notation,
    text=text,
    columns=("laid", "given"),
    max_legal=ACTIONS.count,
    max_plies=100,
    hides=True,
    simultaneous=True,
    drafts=("place",),
    early=early,
    sand_s=int(os.environ.get("CASTLES_SAND_S", "30")),  # tests in a browser have less time
    sand_if=("pace", "sand"),
    scene=scene,
)
