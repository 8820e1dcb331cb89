"""R10 Legends: the powers before the dance. What the others change stands where it happens: dance, invocation, influence."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.meandres.actions import CLOWN, KRAMPUSES, NEIGHBORS, OKIKUS, SWAP
from ludotheque.games.meandres.components import BOGEYMAN, COLORS, KILLER_CLOWN, KRAMPUS, OKIKU, SEA, SHORES, SPAWN_LIMIT
from ludotheque.games.meandres.rules.codes import Event, Refusal
from ludotheque.games.meandres.rules.dreams import all_dreams, around, count_shores, crowd, lift, near, nth, settle, shore_cell, shore_number, true_cell


@rule
def refusal_of_power(state: Any, legend: int) -> int:
    """R10.1 Only the own legend has a power, R3.4 and only once in a turn."""
    if state.legend[state.seat] != legend:
        return Refusal.NO_POWER
    return Refusal.POWER_USED if state.is_used != 0 else Refusal.LEGAL


@rule
def list_powers(state: Any, out: Any, count: int) -> int:
    """R3.4 What the seat's legend can do before the dance."""
    legend = state.legend[state.seat]
    if state.is_used != 0:
        return count
    if legend == KILLER_CLOWN:
        return list_clown(state, out, count)
    if legend == OKIKU:
        return list_okiku(state, out, count)
    if legend == KRAMPUS:
        return list_krampus(state, out, count)
    return list_swaps(state, out, count) if legend == BOGEYMAN else count


# R10.3 The Killer Clown


@rule
def list_clown(state: Any, out: Any, count: int) -> int:
    """R10.3 The other two colours."""
    for color in range(COLORS):
        if color != state.influence[state.seat]:
            out[count] = CLOWN + color
            count += 1
    return count


@rule
def refusal_of_clown(state: Any, color: int) -> int:
    """R10.3. Must agree with `list_clown`."""
    power = refusal_of_power(state, KILLER_CLOWN)
    if power == Refusal.LEGAL and color == state.influence[state.seat]:
        return Refusal.SAME_COLOR
    return power


@rule
def change_color(state: Any, color: int, story: Any) -> None:
    """R10.3 Another influence colour."""
    state.influence[state.seat] = color
    state.is_used = 1
    tell(story, Event.CHANGED, state.seat, color, NONE, 0)


# R10.6 Okiku


@rule
def list_okiku(state: Any, out: Any, count: int) -> int:
    """R10.6 Each own spawn, to each adjacent dream with fewer than three spawn."""
    for origin in range(widen(state.dreams)):
        if state.spawn[state.seat, origin] > 0:
            left = near(state, origin)
            for side in range(bit_count(left)):
                if crowd(state, lowest_bit(left)) < SPAWN_LIMIT:
                    out[count] = OKIKUS + NEIGHBORS * origin + side
                    count += 1
                left &= left - 1
    return count


@rule
def refusal_of_okiku(state: Any, choice: int) -> int:
    """R10.6. Must agree with `list_okiku`."""
    power = refusal_of_power(state, OKIKU)
    if power != Refusal.LEGAL:
        return power
    origin = choice // NEIGHBORS
    if origin >= state.dreams:
        return Refusal.NO_DREAM
    if state.spawn[state.seat, origin] == 0:
        return Refusal.NO_OWN_SPAWN
    target = nth(near(state, origin), choice % NEIGHBORS)
    if target == NONE:
        return Refusal.NOT_ADJACENT
    return Refusal.LEGAL if crowd(state, target) < SPAWN_LIMIT else Refusal.FULL


@rule
def move_spawn(state: Any, choice: int, story: Any) -> None:
    """R10.6 One own spawn goes to an adjacent dream."""
    origin = choice // NEIGHBORS
    target = nth(near(state, origin), choice % NEIGHBORS)
    state.spawn[state.seat, origin] -= 1
    state.spawn[state.seat, target] += 1
    state.is_used = 1
    tell(story, Event.MOVED_SPAWN, state.seat, origin, target, 1)


# R10.8 Krampus


@rule
def is_link(state: Any, dream: int) -> bool:
    """R10.8 Would the board fall apart without this dream? We spread out from one of its neighbours and look for all the others."""
    others = all_dreams(state) & ~(1 << dream)
    reached, before = near(state, dream), 0
    reached &= -reached
    while reached != before:
        before = reached
        reached |= around(state, reached) & others
    return reached != others


@rule
def refusal_of_leaving(state: Any, dream: int) -> int:
    """R10.8 At the edge, with one or two dreams beside it, and no link between two parts."""
    if dream >= state.dreams:
        return Refusal.NO_DREAM
    if bit_count(near(state, dream)) > 2:
        return Refusal.NOT_AT_EDGE
    return Refusal.LINK if is_link(state, dream) else Refusal.LEGAL


@rule
def own_cell(state: Any, dream: int) -> int:
    """The cell of a dream on the torus."""
    return SEA * (widen(state.r[dream]) % SEA) + widen(state.q[dream]) % SEA


@rule
def list_krampus(state: Any, out: Any, count: int) -> int:
    """R10.8 Every dream that may leave, to every other shore of the board without it."""
    for dream in range(widen(state.dreams)):
        if refusal_of_leaving(state, dream) == Refusal.LEGAL:
            own = shore_number(state, own_cell(state, dream), dream)
            for shore in range(count_shores(state, dream)):
                if shore != own:
                    out[count] = KRAMPUSES + SHORES * dream + shore
                    count += 1
    return count


@rule
def refusal_of_krampus(state: Any, choice: int) -> int:
    """R10.8. Must agree with `list_krampus`."""
    power, dream = refusal_of_power(state, KRAMPUS), choice // SHORES
    if power != Refusal.LEGAL:
        return power
    leaving = refusal_of_leaving(state, dream)
    if leaving != Refusal.LEGAL:
        return leaving
    cell = shore_cell(state, choice % SHORES, dream)
    if cell == NONE:
        return Refusal.TOUCHES_NOTHING
    return Refusal.SAME_PLACE if cell == own_cell(state, dream) else Refusal.LEGAL


@rule
def move_dream(state: Any, choice: int, story: Any) -> None:
    """R10.8 A whole dream moves, with its tiles, its spawn and its fiend."""
    dream = choice // SHORES
    q, r = true_cell(state, shore_cell(state, choice % SHORES, dream))
    lift(state, dream)
    settle(state, dream, q, r)
    state.is_used = 1
    tell(story, Event.MOVED_DREAM, state.seat, NONE, dream, 0)


# R10.9 The Bogeyman


@rule
def list_swaps(state: Any, out: Any, count: int) -> int:
    """R10.9 Every other fiend on the board."""
    for other in range(widen(state.seats)):
        if other != state.seat and state.fiend[other] != NONE:
            out[count] = SWAP + other
            count += 1
    return count


@rule
def refusal_of_swap(state: Any, other: int) -> int:
    """R10.9. Must agree with `list_swaps`."""
    power = refusal_of_power(state, BOGEYMAN)
    if power == Refusal.LEGAL and (other == state.seat or state.fiend[other] == NONE):
        return Refusal.NO_OTHER_FIEND
    return power


@rule
def swap(state: Any, other: int, story: Any) -> None:
    """R10.9 Two fiends change places."""
    dream = state.fiend[other]
    state.fiend[other] = state.fiend[state.seat]
    state.fiend[state.seat] = dream
    state.is_used = 1
    tell(story, Event.SWAPPED, state.seat, other, dream, 0)
