"""R7 Phase III: improve. R8 Phase IV: prepare the next round."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw_bit, scripted
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell, tell_chance
from ludotheque.games.dream_runners.actions import BUY, BUY_CALM, PASS
from ludotheque.games.dream_runners.components import CALM_COST, CALM_TOP, ROUNDS, SEGMENT_COST
from ludotheque.games.dream_runners.rules.codes import Chance, Event
from ludotheque.games.dream_runners.rules.setup import after, begin_round, turn_up
from ludotheque.games.dream_runners.segments import NEUTRAL, SEGMENT_COINS, SEGMENT_SHAPE, SHAPE_STACK
from ludotheque.games.dream_runners.state import Phase


@rule
def begin_improving(state: Any, story: Any) -> None:
    """R7.1 Go clockwise from the first dreamer."""
    state.phase, state.seat = Phase.BUY, state.first
    ask_on(state, story)


@rule
def ask_on(state: Any, story: Any) -> None:
    """R7.1, R7.4 Starting with this seat, ask the next one that can buy something: first all
    segments, then all calm.
    """
    while (state.phase == Phase.BUY and not can_buy(state)) or (state.phase == Phase.CALM and most_calm(state) <= 0):
        step_on(state, story)


@rule
def step_on(state: Any, story: Any) -> None:
    """Go to the next seat; after the last, from segments to calm, and from calm to the next
    round.
    """
    state.seat = after(state, widen(state.seat))
    if state.seat == state.first:
        if state.phase == Phase.BUY:
            state.phase = Phase.CALM
        else:
            finish_round(state, story)


@rule
def can_buy(state: Any) -> bool:
    """R7.1 A seat is not asked if it has too few coins or the market is empty."""
    return widen(state.coins[state.seat]) >= SEGMENT_COST and widen(state.market) != 0


@rule
def most_calm(state: Any) -> int:
    """R7.4 Return as many steps as the seat can afford and the track allows."""
    return min(widen(state.coins[state.seat]) // CALM_COST, CALM_TOP - widen(state.calm[state.seat]))


@rule
def buy(state: Any, action: int, story: Any) -> None:
    """R7.1 Buy one segment, R7.3 which gives its coins at once.

    R7.2 The next of its stack is turned up before the next seat chooses.
    """
    if action != PASS:
        segment = action - BUY + NEUTRAL
        state.market &= ~(1 << segment)
        state.owned[state.seat] |= 1 << segment
        state.coins[state.seat] += widen(SEGMENT_COINS[segment]) - SEGMENT_COST
        tell(story, Event.BOUGHT, state.seat, segment, NONE, SEGMENT_COST)
        stack = state.stacks & SHAPE_STACK[SEGMENT_SHAPE[segment]]
        if stack != 0:
            shown = draw_bit(state, story, Chance.SEGMENT, stack)
            turn_up(state, shown)
            tell(story, Event.TURNED_UP, NONE, shown, NONE, 0)
    step_on(state, story)
    ask_on(state, story)


@rule
def buy_calm(state: Any, action: int, story: Any) -> None:
    """R7.4 Buy calm for three coins per step."""
    steps = action - BUY_CALM
    state.calm[state.seat] += steps
    state.coins[state.seat] -= CALM_COST * steps
    if steps > 0:
        tell(story, Event.CALMED, state.seat, NONE, NONE, steps)
    step_on(state, story)
    ask_on(state, story)


# R8 The next round


@rule
def finish_round(state: Any, story: Any) -> None:
    """R8.2 The first dreamer is the opener of the next round. R8.3, R9.1 After round 8 the game is
    over.
    """
    if state.round_now == ROUNDS:
        state.phase, state.seat = Phase.OVER, NONE
        tell(story, Event.ENDED, NONE, NONE, NONE, 0)
        return
    state.opener = state.first
    begin_round(state, widen(state.round_now) + 1)
    turn_dream_up(state, story)


@rule
def turn_dream_up(state: Any, story: Any) -> None:
    """R8.2 Turn up the next tile of the deck.

    It was dealt in the setup: a record may only repeat it, or name it if the setup was hidden.
    """
    dealt, told = widen(state.dreams[state.round_now - 1]), scripted(story)
    if dealt == NONE:
        dealt = told
        state.dreams[state.round_now - 1] = told
    elif told != NONE and told != dealt:
        story.fault = 1
    tell_chance(story, Chance.DREAM, dealt)
    tell(story, Event.ROUND, NONE, dealt, NONE, state.round_now)
