"""R10 Legends: the powers used before the dance.

The other powers are in the modules they affect: dance, invocation, influence.
"""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.meandres.actions import CLOWN, KRAMPUSES, NEIGHBORS, OKIKUS, SWAP
from ludotheque.games.meandres.components import (
    BOGEYMAN,
    COLORS,
    KILLER_CLOWN,
    KRAMPUS,
    OKIKU,
    SEA,
    SPAWN_LIMIT,
    TARGETS,
)
from ludotheque.games.meandres.rules.codes import Event, Refusal
from ludotheque.games.meandres.rules.dreams import (
    crowd,
    has,
    lift,
    near,
    nth,
    sea_row,
    settle,
    shore_cell,
    shore_row,
    spread,
    touched,
    true_cell,
)


@rule
def refusal_of_power(state: Any, legend: int) -> int:
    """R10.1 Only a player's own legend gives a power, R3.4 and only once per turn."""
    if state.legend[state.seat] != legend:
        return Refusal.NO_POWER
    return Refusal.POWER_USED if state.is_used != 0 else Refusal.LEGAL


@rule
def list_powers(state: Any, out: Any, count: int) -> int:
    """R3.4 List what the seat's legend can do before the dance."""
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
    """R10.3 List the other two colours."""
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
    """R10.3 Change the influence colour."""
    state.influence[state.seat] = color
    state.is_used = 1
    tell(story, Event.CHANGED, state.seat, color, NONE, 0)


# R10.6 Okiku


@rule
def list_okiku(state: Any, out: Any, count: int) -> int:
    """R10.6 List each of the seat's own spawn with each adjacent dream that has fewer than three
    spawn.
    """
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
    """R10.6 Move one of the seat's own spawn to an adjacent dream."""
    origin = choice // NEIGHBORS
    target = nth(near(state, origin), choice % NEIGHBORS)
    state.spawn[state.seat, origin] -= 1
    state.spawn[state.seat, target] += 1
    state.is_used = 1
    tell(story, Event.MOVED_SPAWN, state.seat, origin, target, 1)


# R10.8 Krampus. Only the board after the move matters.


@rule
def cut_off(state: Any, dream: int) -> int:
    """R10.8 If a dream connects two parts of the board, return the dreams of one of them; 0 if it
    does not.

    It has one or two neighbours. The search spreads out from both in turn, so a small part is found
    quickly.
    """
    beside, gone = near(state, dream), 1 << dream
    reached, others = beside & -beside, beside & (beside - 1)
    if others == 0:
        return 0
    fresh, others_fresh = reached, others
    while fresh != 0:
        found = near(state, lowest_bit(fresh)) & ~reached & ~gone
        fresh = (fresh & (fresh - 1)) | found
        reached |= found
        if reached & others != 0:
            return 0
        reached, others, fresh, others_fresh = others, reached, others_fresh, fresh
    return reached


@rule
def rows_of_part(state: Any, part: int) -> int:
    """Return the rows of the sea that contain dreams of a part of the board."""
    rows = 0
    while part != 0:
        rows |= 1 << widen(state.r[lowest_bit(part)]) % SEA
        part &= part - 1
    return rows


@rule
def row_of_part(state: Any, row: int, part: int) -> int:
    """Return the cells in one row of the sea that hold dreams of a part of the board."""
    cells = 0
    while part != 0:
        dream = lowest_bit(part)
        part &= part - 1
        if widen(state.r[dream]) % SEA == row:
            cells |= 1 << widen(state.q[dream]) % SEA
    return cells


@rule
def links_of_row(state: Any, row: int, dream: int, part: int) -> int:
    """R10.8 Return the empty cells of a row where a dream would connect a part of the board to the
    rest again.
    """
    before, after = (row or SEA) - 1, (row + 1) % SEA
    north, here, south = (
        row_of_part(state, before, part),
        row_of_part(state, row, part),
        row_of_part(state, after, part),
    )
    cells = touched(north, here, south)
    north, here, south = (
        sea_row(state, before, dream) & ~north,
        sea_row(state, row, dream) & ~here,
        sea_row(state, after, dream) & ~south,
    )
    return cells & touched(north, here, south) & ~sea_row(state, row, dream)


@rule
def own_cell(state: Any, dream: int) -> int:
    """Return the cell of a dream on the torus."""
    return SEA * (widen(state.r[dream]) % SEA) + widen(state.q[dream]) % SEA


@rule
def list_krampus(state: Any, out: Any, count: int) -> int:
    """R10.8 List every dream with one or two neighbours, with every other shore of the board
    without it; for a dream that connects two parts, only where it connects them again.
    """
    for dream in range(widen(state.dreams)):
        if bit_count(near(state, dream)) <= 2:
            count = list_targets(state, dream, cut_off(state, dream), out, count)
    return count


@rule
def list_targets(state: Any, dream: int, part: int, out: Any, count: int) -> int:
    """R10.8 List where one dream can go, row by row of the sea. A part of 0 means that it connects
    nothing.
    """
    action, own = KRAMPUSES + TARGETS * dream, own_cell(state, dream)
    rows, linked = spread(widen(state.rows)), spread(rows_of_part(state, part))
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        shores = shore_row(state, row, dream)
        targets = shores
        if part != 0:
            targets = links_of_row(state, row, dream, part) if has(linked, row) else 0
        if row == own // SEA:
            targets &= ~(1 << own % SEA)
        while targets != 0:
            out[count] = action + bit_count(shores & (targets & -targets) - 1)
            count += 1
            targets &= targets - 1
        action += bit_count(shores)
    return count


@rule
def refusal_of_krampus(state: Any, choice: int) -> int:
    """R10.8. Must agree with `list_krampus`."""
    power, dream = refusal_of_power(state, KRAMPUS), choice // TARGETS
    if power != Refusal.LEGAL:
        return power
    if dream >= state.dreams:
        return Refusal.NO_DREAM
    if bit_count(near(state, dream)) > 2:
        return Refusal.NOT_AT_EDGE
    cell = shore_cell(state, choice % TARGETS, dream)
    if cell == NONE:
        return Refusal.TOUCHES_NOTHING
    if cell == own_cell(state, dream):
        return Refusal.SAME_PLACE
    part = cut_off(state, dream)
    is_linked = part == 0 or has(links_of_row(state, cell // SEA, dream, part), cell % SEA)
    return Refusal.LEGAL if is_linked else Refusal.LINK


@rule
def move_dream(state: Any, choice: int, story: Any) -> None:
    """R10.8 Move a whole dream, with its tiles, its spawn and its fiend."""
    dream = choice // TARGETS
    q, r = true_cell(state, shore_cell(state, choice % TARGETS, dream))
    lift(state, dream)
    settle(state, dream, q, r)
    state.is_used = 1
    tell(story, Event.MOVED_DREAM, state.seat, NONE, dream, 0)


# R10.9 The Bogeyman


@rule
def list_swaps(state: Any, out: Any, count: int) -> int:
    """R10.9 List every other fiend on the board."""
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
    """R10.9 Two fiends swap places."""
    dream = state.fiend[other]
    state.fiend[other] = state.fiend[state.seat]
    state.fiend[state.seat] = dream
    state.is_used = 1
    tell(story, Event.SWAPPED, state.seat, other, dream, 0)
