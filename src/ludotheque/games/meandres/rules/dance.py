"""R3 Part A: the dance, with R10.4 and R10.10, which let Bloody Mary and the White Lady change
it.
"""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.meandres.actions import AGAIN, DANCE, DESPAIRS, INVOKE, REST, STEP
from ludotheque.games.meandres.components import (
    BLOODY_MARY,
    DANCE_LENGTH,
    DANCE_STEP,
    DANCE_TURNS,
    DESPAIR,
    FREE,
    ROW,
    WHITE_LADY,
)
from ludotheque.games.meandres.rules.codes import Event, Refusal
from ludotheque.games.meandres.rules.dreams import all_dreams, around, crowd, fiends, has, near
from ludotheque.games.meandres.rules.end import discard
from ludotheque.games.meandres.state import Part, Phase

# Paths, as masks of dreams: no path is ever walked


@rule
def fitting(state: Any, card: int, is_reversed: int, step: int) -> int:
    """R3.6 Return the dreams that match one symbol of a card, R10.4 counted from the right if it is
    reversed.
    """
    place = widen(DANCE_LENGTH[card]) - 1 - step if is_reversed != 0 else step
    symbol = DANCE_STEP[card, place]
    return all_dreams(state) if symbol == FREE else widen(state.shows[symbol])


@rule
def last_dreams(state: Any, start: int) -> int:
    """R3.7 Return where a dance may end: not where it started, and not on a dream with another
    fiend.
    """
    return ~(1 << start) & ~fiends(state, widen(state.seat))


@rule
def ways(state: Any, card: int, is_reversed: int, step: int, start: int) -> int:
    """R3.10 Return the dreams for this step from which the dance can be completed, working back
    from the last step.
    """
    at = widen(DANCE_LENGTH[card]) - 1
    dreams = fitting(state, card, is_reversed, at) & last_dreams(state, start)
    while at > step:
        at -= 1
        dreams = around(state, dreams) & fitting(state, card, is_reversed, at)
    return dreams


@rule
def can_dance(state: Any, card: int, is_reversed: int) -> bool:
    """R3.9 Return whether there is a complete path from where the fiend stands."""
    fiend = widen(state.fiend[state.seat])
    return near(state, fiend) & ways(state, card, is_reversed, 0, fiend) != 0


@rule
def next_steps(state: Any) -> int:
    """R3.10 Return the steps that can be made now."""
    return near(state, widen(state.fiend[state.seat])) & ways(
        state, widen(state.card), widen(state.is_reversed), widen(state.step), widen(state.start)
    )


# Choosing a dance


@rule
def list_dances(state: Any, out: Any) -> int:
    """R3.9 List the cards with a path, R10.4 also reversed for Bloody Mary's holder, R3.11 despair,
    R3.12 or rest if nothing can be danced.
    """
    count = 0
    for choice in range(2 * ROW):
        if refusal_of_dance(state, choice) == Refusal.LEGAL:
            out[count] = DANCE + choice
            count += 1
    if can_dance(state, DESPAIR, 0):
        out[count] = DESPAIRS
        count += 1
    if count == 0:
        out[count] = REST
        count += 1
    return count


@rule
def refusal_of_dance(state: Any, choice: int) -> int:
    """R3.5 The card must be in the Row, R3.9 with a path.

    R10.4 Only Bloody Mary's holder may reverse it, and only if that makes a difference.
    """
    card, is_reversed = widen(state.row[choice // 2]), choice % 2
    if is_reversed != 0 and state.legend[state.seat] != BLOODY_MARY:
        return Refusal.CANNOT_REVERSE
    if is_reversed != 0 and DANCE_TURNS[card] == 0:
        return Refusal.SAME_REVERSED
    return Refusal.LEGAL if can_dance(state, card, is_reversed) else Refusal.NO_PATH


@rule
def refusal_of_rest(state: Any) -> int:
    """R3.12 Resting is allowed only if neither a card nor despair can be danced."""
    for choice in range(2 * ROW):
        if refusal_of_dance(state, choice) == Refusal.LEGAL:
            return Refusal.NO_REST
    return Refusal.NO_REST if can_dance(state, DESPAIR, 0) else Refusal.LEGAL


@rule
def begin_dance(state: Any, card: int, is_reversed: int) -> None:
    """R3.5 The dance starts where the fiend stands."""
    state.card, state.is_reversed, state.step = card, is_reversed, 0
    state.start, state.first = state.fiend[state.seat], NONE
    state.leaps_before = state.leaps
    state.phase = Phase.STEP


@rule
def dance(state: Any, choice: int, story: Any) -> None:
    """R3.5 Take the chosen card out of the Row and dance it."""
    card = discard(state, choice // 2)
    tell(story, Event.DANCES, state.seat, card, NONE, choice % 2)
    begin_dance(state, card, choice % 2)


@rule
def despair(state: Any, story: Any) -> None:
    """R3.11 Discard the card furthest from the deck and dance two free steps."""
    tell(story, Event.DESPAIRS, state.seat, discard(state, ROW - 1), NONE, 0)
    begin_dance(state, DESPAIR, 0)


@rule
def rest(state: Any, story: Any) -> None:
    """R3.12 Discard the card furthest from the deck and go to part D."""
    tell(story, Event.RESTS, state.seat, discard(state, ROW - 1), NONE, 0)
    state.part = Part.EXTENSION


# Dancing


@rule
def list_steps(state: Any, out: Any) -> int:
    """R3.10 List the steps from which the dance can be completed."""
    left, count = next_steps(state), 0
    while left != 0:
        out[count] = STEP + lowest_bit(left)
        left &= left - 1
        count += 1
    return count


@rule
def refusal_of_step(state: Any, dream: int) -> int:
    """R3.6 The dream must be adjacent and match, R3.7 be a legal end, R3.10 and let the dance be
    completed.
    """
    card, step = widen(state.card), widen(state.step)
    if not has(near(state, widen(state.fiend[state.seat])), dream):
        return Refusal.NOT_ADJACENT
    if not has(fitting(state, card, widen(state.is_reversed), step), dream):
        return Refusal.NOT_FITTING
    if has(next_steps(state), dream):
        return Refusal.LEGAL
    if step + 1 < DANCE_LENGTH[card]:
        return Refusal.DEAD_END
    return Refusal.ENDS_AT_START if dream == state.start else Refusal.ENDS_ON_FIEND


@rule
def step_to(state: Any, dream: int, story: Any) -> None:
    """R3.5 Make one step. R4.2 Remember other fiends that are crossed."""
    seat = widen(state.seat)
    for rival in range(widen(state.seats)):
        if rival != seat and state.fiend[rival] == dream:
            cross(state, rival)
    state.fiend[seat] = dream
    state.step += 1
    tell(story, Event.STEPPED, seat, NONE, dream, state.step)
    if state.step == 1:
        state.first = dream
    if state.step == DANCE_LENGTH[state.card]:
        end_dance(state)


@rule
def cross(state: Any, rival: int) -> None:
    """R4.3 One leap for each dream and dance."""
    for crossing in range(widen(state.leaps_before), widen(state.leaps)):
        if state.leap[crossing] == rival:
            return
    state.leap[state.leaps] = rival
    state.leaps += 1


@rule
def end_dance(state: Any) -> None:
    """R10.10 The White Lady's holder may dance again; otherwise part B follows."""
    state.start = NONE
    if can_dance_again(state):
        state.phase = Phase.AGAIN
    else:
        state.part = Part.LEAPS


# R10.10 The White Lady


@rule
def can_dance_again(state: Any) -> bool:
    """R10.10 Return whether the first card ended on a dream without spawn, and another card can be
    danced from here.
    """
    is_offered = state.legend[state.seat] == WHITE_LADY and state.card != DESPAIR and state.is_second == 0
    if not is_offered or crowd(state, widen(state.fiend[state.seat])) > 0:
        return False
    cards = 0
    for place in range(ROW):
        cards += refusal_of_again(state, place) == Refusal.LEGAL
    return cards > 0


@rule
def refusal_of_again(state: Any, place: int) -> int:
    """R10.10 The card must be another one in the Row, with a path from here."""
    card = widen(state.row[place])
    if card == NONE:
        return Refusal.NOT_IN_ROW
    return Refusal.LEGAL if can_dance(state, card, 0) else Refusal.NO_PATH


@rule
def list_again(state: Any, out: Any) -> int:
    """R10.10 List the cards that can be danced, and the choice to invoke."""
    count = 0
    for place in range(ROW):
        if refusal_of_again(state, place) == Refusal.LEGAL:
            out[count] = AGAIN + place
            count += 1
    out[count] = INVOKE
    return count + 1


@rule
def dance_again(state: Any, place: int, story: Any) -> None:
    """R10.10 Dance the second card of the turn; there is never a third."""
    state.is_second = 1
    dance(state, 2 * place, story)
