"""R8: advice."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.labyrinth.actions import ASK, DECLINE, END, MOVE, WAND
from ludotheque.games.labyrinth.components import LOOKS, TOKENS
from ludotheque.games.labyrinth.rules.codes import Event, Refusal
from ludotheque.games.labyrinth.state import Phase


@rule
def may_ask(state: Any) -> bool:
    """R8.1 Only with the option. R8.2 Once per action, before its shift."""
    return widen(state.advice) == 1 and widen(state.asked) == 0


@rule
def legal_prices(state: Any, seat: int, out: Any, count: int) -> int:
    """R8.3 List the tokens the active player holds, or a wand, after `count` other actions."""
    if may_ask(state):
        tokens = widen(state.held[seat])
        while tokens != 0:
            out[count] = ASK + lowest_bit(tokens)
            tokens &= tokens - 1
            count += 1
        if state.wands[seat] > 0:
            out[count] = ASK + TOKENS
            count += 1
    return count


@rule
def refusal_of_ask(state: Any, seat: int, action: int) -> int:
    """R2.4, R3.1, R7.3 and R8.4: return why something else is not allowed before the shift.

    R8.1 to R8.3: return why a question is not allowed.
    """
    if action < ASK or action == DECLINE:
        return Refusal.NOT_ASKED
    if action >= MOVE:
        return Refusal.NO_PASSING if action == END else Refusal.TOO_EARLY if action == WAND else Refusal.MUST_SHIFT
    if state.advice == 0:
        return Refusal.NO_ADVICE
    if state.asked == 1:
        return Refusal.ASKED
    price = action - ASK
    is_held = state.wands[seat] > 0 if price == TOKENS else (widen(state.held[seat]) >> price) & 1 == 1
    return Refusal.LEGAL if is_held else Refusal.NOT_HELD


@rule
def ask(state: Any, seat: int, price: int, story: Any) -> None:
    """R8.3 The active player names a price. R8.4 The next seat answers first."""
    state.asked, state.price = 1, price
    state.adviser = (seat + 1) % widen(state.seats)
    state.phase = Phase.ANSWER
    tell(story, Event.ASKED, seat, price, NONE, 0)


@rule
def show_tip(state: Any, seat: int, tip: int, story: Any) -> None:
    """R8.5 The first tip ends the question."""
    state.tip = tip
    state.phase = Phase.SHIFT
    tell(story, Event.TIPPED, seat, tip % LOOKS, tip // LOOKS, 0)


@rule
def decline(state: Any, seat: int, story: Any) -> None:
    """R8.4 The next seat answers. R8.6 If all decline, the question is over."""
    tell(story, Event.DECLINED, seat, NONE, NONE, 0)
    state.adviser = (seat + 1) % widen(state.seats)
    if state.adviser == state.seat:
        state.adviser, state.price = NONE, NONE
        state.phase = Phase.SHIFT
        tell(story, Event.UNANSWERED, state.seat, NONE, NONE, 0)


@rule
def is_advised(state: Any, slot: int) -> bool:
    """R8.7 Return whether this slot was shown; the orientation of the spare does not matter."""
    return widen(state.tip) != NONE and widen(state.tip) // LOOKS == slot


@rule
def pay(state: Any, seat: int, story: Any) -> None:
    """R8.7 The price goes at once to the player who gave the tip.

    R8.8, R8.9 It belongs to the new holder from now on.
    """
    price, adviser = widen(state.price), widen(state.adviser)
    if price == TOKENS:
        state.wands[seat] -= 1
        state.wands[adviser] += 1
    else:
        state.held[seat] &= ~(1 << price)
        state.held[adviser] |= 1 << price
    tell(story, Event.PAID, seat, price, adviser, 0)


@rule
def forget_question(state: Any) -> None:
    """R8.2 The shift ends the time for advice; the next action allows a new question."""
    state.asked, state.price, state.adviser, state.tip = 0, NONE, NONE, NONE
