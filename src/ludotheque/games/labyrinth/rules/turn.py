"""R2, R7 and R9: the course of a turn, wands, and the end of the game."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.labyrinth.components import TOKENS
from ludotheque.games.labyrinth.rules.codes import Event
from ludotheque.games.labyrinth.state import Phase


@rule
def begin_action(state: Any) -> None:
    """R3.1 An action begins with a shift."""
    state.phase = Phase.SHIFT


@rule
def pass_turn(state: Any) -> None:
    """R2.3 Turns go clockwise."""
    state.seat = (widen(state.seat) + 1) % widen(state.seats)
    state.spent = 0
    begin_action(state)


@rule
def finish_action(state: Any, seat: int, story: Any) -> None:
    """R9.1, R9.2 Check for the end of the game first.

    R7.1 Then a wand may be spent, R7.2 one per turn. R2.1 Otherwise the turn passes automatically.
    """
    state.dry += 1
    if state.goal == TOKENS or (state.drought > 0 and state.dry >= state.drought):
        state.phase = Phase.OVER
        tell(story, Event.ENDED, NONE, NONE, NONE, state.dry)
    elif state.wands[seat] > 0 and state.spent == 0:
        state.phase = Phase.WAND
    else:
        pass_turn(state)


@rule
def spend_wand(state: Any, seat: int, story: Any) -> None:
    """R7.5 The wand leaves the game, R7.1 and another complete action begins."""
    state.wands[seat] -= 1
    state.spent = 1
    tell(story, Event.SPENT, seat, NONE, NONE, state.wands[seat])
    begin_action(state)
