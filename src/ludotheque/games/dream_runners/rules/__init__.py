"""The rules of Dream Runners, one module for each chapter of rulebook.md."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.actions import (
    ACTION_COUNT,
    BUY,
    BUY_CALM,
    COLOR,
    KEEP,
    LOSE,
    OPEN,
    PASS,
    PICK,
    SAND,
)
from ludotheque.games.dream_runners.components import CELL_ELEMENT, COLORS, JOKER, MAX_ELEMENTS
from ludotheque.games.dream_runners.rules.codes import Chance, Event, Pace, Refusal
from ludotheque.games.dream_runners.rules.create import compose, composers, legal_compositions, refusal_of_composition
from ludotheque.games.dream_runners.rules.end import breakdown, canonical, census, ranks, scores
from ludotheque.games.dream_runners.rules.improve import buy, buy_calm, most_calm
from ludotheque.games.dream_runners.rules.resolve import answer_chest, go_on, left_over, lose_segment, name_color
from ludotheque.games.dream_runners.rules.setup import is_asleep, setup
from ludotheque.games.dream_runners.rules.share import place_of, take, tile_now
from ludotheque.games.dream_runners.segments import NEUTRAL
from ludotheque.games.dream_runners.state import Phase

__all__ = [
    "Chance",
    "Event",
    "Pace",
    "Refusal",
    "apply",
    "breakdown",
    "canonical",
    "census",
    "legal",
    "ranks",
    "refusal",
    "scores",
    "setup",
    "to_act",
]

# Who may do what (R2.1)


@rule
def to_act(state: Any) -> int:
    """R3.10, R3.11 Return those who compose; R6, R7 afterwards the seat that is asked."""
    if state.phase == Phase.OVER:
        return 0
    return composers(state) if state.phase == Phase.COMPOSE else 1 << widen(state.seat)


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """List what the seat may do now, with one list for each kind of question."""
    seat = widen(seat)
    if seat < 0 or (to_act(state) >> seat) & 1 == 0:
        return 0
    if state.phase == Phase.COMPOSE:
        if seat == TABLE:
            out[0] = SAND
            return 1
        return legal_compositions(state, seat, out)
    if state.phase == Phase.PICK:
        return legal_picks(state, out)
    if state.phase == Phase.COLOR:
        return numbers_from(COLOR, COLORS, out)
    if state.phase == Phase.OPEN:
        return numbers_from(OPEN, 2, out)
    if state.phase == Phase.LOSE:
        return numbers_of(LOSE, left_over(state, seat), out)
    if state.phase == Phase.BUY:
        count = numbers_of(BUY, state.market >> NEUTRAL, out)
        out[count] = PASS
        return count + 1
    return numbers_from(BUY_CALM, most_calm(state) + 1, out)


@rule
def numbers_from(first: int, count: int, out: Any) -> int:
    for number in range(count):
        out[number] = first + number
    return count


@rule
def numbers_of(first: int, mask: int, out: Any) -> int:
    """List the number of each bit in a mask."""
    count = 0
    while mask != 0:
        out[count] = first + lowest_bit(mask)
        mask &= mask - 1
        count += 1
    return count


@rule
def legal_picks(state: Any, out: Any) -> int:
    """N4 List the elements that are left, without duplicates, a joker with each of the four
    colours.
    """
    tile, mask = tile_now(state), 0
    for place in range(MAX_ELEMENTS):
        if (widen(state.left) >> place) & 1 != 0:
            element = widen(CELL_ELEMENT[tile, state.cell, place])
            mask |= ((1 << COLORS) - 1) << JOKER if element == JOKER else 1 << pick_of(element)
    return numbers_of(PICK, mask, out)


@rule
def pick_of(element: int) -> int:
    """Return an element's index among the picks: jokers take four."""
    return element if element < JOKER else element + COLORS - 1


@rule
def element_of(pick: int) -> int:
    """Return the element of a pick: the inverse of `pick_of`."""
    return pick if pick < JOKER else max(JOKER, pick - COLORS + 1)


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    """Return 0, or the code of the rule that forbids the action."""
    seat, action = widen(seat), widen(action)
    if state.phase == Phase.OVER:
        return Refusal.GAME_OVER
    if seat < 0 or (to_act(state) >> seat) & 1 == 0:
        return refusal_of_seat(state, seat)
    if action < 0 or action >= ACTION_COUNT:
        return Refusal.UNREADABLE
    if state.phase == Phase.COMPOSE:
        return refusal_of_composition(state, seat, action)
    return refusal_of_answer(state, seat, action)


@rule
def refusal_of_seat(state: Any, seat: int) -> int:
    """R2.4 Players who woke up have no plies. R3.13 A seat that is done changes nothing more."""
    if 0 <= seat < state.seats and not is_asleep(state, seat):
        return Refusal.AWAKE
    if state.phase == Phase.COMPOSE and 0 <= seat < state.seats and (widen(state.done) >> seat) & 1 != 0:
        return Refusal.IS_DONE
    return Refusal.NOT_YOUR_TURN


@rule
def refusal_of_answer(state: Any, seat: int, action: int) -> int:
    """R5.6, R5.12, R6.6, R7.1, R7.4 An answer must fit the question."""
    phase = state.phase
    if phase == Phase.PICK and PICK <= action < COLOR:
        return Refusal.LEGAL if place_of(state, element_of(action - PICK)) != NONE else Refusal.NOT_THERE
    if phase == Phase.COLOR and COLOR <= action < OPEN:
        return Refusal.LEGAL
    if phase == Phase.OPEN and OPEN <= action <= KEEP:
        return Refusal.LEGAL
    if phase == Phase.LOSE and LOSE <= action < BUY:
        return Refusal.LEGAL if (left_over(state, seat) >> (action - LOSE)) & 1 != 0 else Refusal.NOT_LEFT_OVER
    if phase == Phase.BUY and BUY <= action <= PASS:
        return (
            Refusal.LEGAL
            if action == PASS or (state.market >> (action - BUY + NEUTRAL)) & 1 != 0
            else Refusal.NOT_FOR_SALE
        )
    if phase == Phase.CALM and action >= BUY_CALM:
        return Refusal.LEGAL if action - BUY_CALM <= most_calm(state) else Refusal.TOO_MUCH_CALM
    return Refusal.NOT_NOW


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """Apply an action, with one function for each question; R6.11 what follows automatically
    belongs to the answer.
    """
    seat, action = widen(seat), widen(action)
    if action <= SAND:
        compose(state, seat, action, story)
    elif action < COLOR:
        pick(state, action - PICK, story)
    elif action < OPEN:
        name_color(state, action - COLOR, story)
    elif action <= KEEP:
        answer_chest(state, action == OPEN, story)
    elif action < BUY:
        lose_segment(state, action - LOSE, story)
        go_on(state, story)
    elif action <= PASS:
        buy(state, action, story)
    else:
        buy_calm(state, action, story)


@rule
def pick(state: Any, number: int, story: Any) -> None:
    """R5.12 Take one element; the colour of a joker is chosen with it."""
    element = element_of(number)
    take(state, place_of(state, element), number - JOKER if element == JOKER else NONE, story)
    go_on(state, story)
