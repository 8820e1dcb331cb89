"""A template for how a bot answers a request for advice.

It shows a way to the goal if the price is worth more than the help, and otherwise declines.

A player who asks sees no way to the goal. So a tip gives the goal to that player and costs them the
price; without a tip the turn passes with nothing gained. The bot chooses what leaves it further
ahead of that player, and never shows a shift that leads nowhere.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.labyrinth.actions import DECLINE, TIP
from ludotheque.games.labyrinth.components import SEATS
from ludotheque.games.labyrinth.evaluate import UNSEEN_BONUS, can_walk, value
from ludotheque.games.labyrinth.rules.advice import forget_question
from ludotheque.games.labyrinth.rules.moves import move
from ludotheque.games.labyrinth.rules.shifts import legal_shifts, shift
from ludotheque.games.labyrinth.rules.turn import pass_turn
from ludotheque.games.labyrinth.state import Phase

if TYPE_CHECKING:  # the game's own functions, filled in when the template is instantiated
    from ludotheque.core.contract import MAX_LEGAL, STATE

    def crossing(function: Any) -> Any: ...


@crossing
def answer(view: Any, seat: int, story: Any) -> int:
    """Return a tip, or DECLINE; NONE if nobody is asking."""
    if view.phase != Phase.ANSWER:
        return NONE
    worlds, points, actions, asker = (
        np.empty(1, STATE),
        np.empty(SEATS),
        np.empty(MAX_LEGAL, np.int32),
        widen(view.seat),
    )
    worlds[0] = view
    forget_question(worlds[0])
    pass_turn(worlds[0])
    best, most = DECLINE, lead(worlds[0], seat, asker, points)
    for place in range(legal_shifts(view, 0, actions)):
        worlds[0] = view
        worlds[0].tip = actions[place]
        shift(worlds[0], asker, actions[place], story)
        if can_walk(worlds[0], asker):
            move(worlds[0], asker, widen(worlds[0].goal_cell), story)
            ahead = lead(worlds[0], seat, asker, points) - UNSEEN_BONUS
            if ahead > most:
                best, most = TIP + actions[place], ahead
    return best


@rule
def lead(state: Any, seat: int, other: int, points: Any) -> float:
    """Return how many points ahead of another seat this seat can expect to be."""
    value(state, points)
    ahead: float = points[seat] - points[other]
    return ahead
