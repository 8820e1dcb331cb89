"""R3 Phase I: create a dream."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.chance import draw_bit
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.dream_runners.actions import DONE, SAND
from ludotheque.games.dream_runners.components import FIRST_COINS
from ludotheque.games.dream_runners.rules.codes import Chance, Event, Pace, Refusal
from ludotheque.games.dream_runners.rules.resolve import begin_resolving
from ludotheque.games.dream_runners.rules.setup import after, asleep
from ludotheque.games.dream_runners.segments import (
    COLLECTS,
    COVERING,
    DOUBLES,
    FIGHTS,
    FIRST_PLACE,
    FRAME_CELL,
    MAX_CELLS,
    PLACE_SEGMENT,
    PLACE_WAY,
    PLACEMENT_BEYOND,
    PLACEMENT_CELL,
    PLACEMENT_MASK,
    SEGMENT_COLLECTS,
    SEGMENT_SHAPE,
    SYMBOL,
    WAYS,
)


@rule
def composers(state: Any) -> int:
    """R3.10 Calm: one seat after another.

    R3.11 Sand: all that are not done, R3.14 and the hourglass once someone is.
    """
    if state.pace == Pace.CALM:
        return 1 << widen(state.seat)
    return asleep(state) & ~widen(state.done) | (1 << TABLE if state.done != 0 else 0)


@rule
def blocked(canvas: int) -> tuple[int, int, int, int]:
    """R3.7 Return the placements of each shape that covered cells rule out."""
    one, two, three, corner = 0, 0, 0, 0
    while canvas != 0:
        cell = lowest_bit(canvas)
        one |= COVERING[cell, 0]
        two |= COVERING[cell, 1]
        three |= COVERING[cell, 2]
        corner |= COVERING[cell, 3]
        canvas &= canvas - 1
    return one, two, three, corner


@rule
def open_ways(segment: int, taken: tuple[int, int, int, int]) -> int:
    """Return the placements that a segment still has, one bit each."""
    return ((1 << widen(WAYS[segment])) - 1) & ~taken[SEGMENT_SHAPE[segment]]


@rule
def legal_compositions(state: Any, seat: int, out: Any) -> int:
    """R3.4 As many segments as the player likes.

    R3.5 Only their own, not yet laid. R3.6 to R3.8 Wherever they fit, or entirely outside. `done`
    is always legal.
    """
    taken = blocked(state.canvas[seat])
    hand = state.owned[seat] & ~state.laid[seat]
    count = 0
    while hand != 0:
        segment = lowest_bit(hand)
        first = widen(FIRST_PLACE[segment])
        ways = open_ways(segment, taken)
        while ways != 0:
            out[count] = first + lowest_bit(ways)
            ways &= ways - 1
            count += 1
        out[count] = first + widen(WAYS[segment])  # outside it blocks nothing
        count += 1
        hand &= hand - 1
    out[count] = DONE
    return count + 1


@rule
def refusal_of_composition(state: Any, seat: int, action: int) -> int:
    """R3.5 Only the player's own segments that are not laid yet.

    R3.7 No overlap. R3.14 The hourglass belongs to the table.
    """
    if seat == TABLE or action >= DONE:
        return Refusal.LEGAL if action == (SAND if seat == TABLE else DONE) else Refusal.NOT_NOW
    segment = widen(PLACE_SEGMENT[action])
    if (state.owned[seat] >> segment) & 1 == 0:
        return Refusal.NOT_YOURS
    if (state.laid[seat] >> segment) & 1 != 0:
        return Refusal.LAID_ALREADY
    return (
        Refusal.OVERLAPS
        if PLACEMENT_MASK[SEGMENT_SHAPE[segment], PLACE_WAY[action]] & state.canvas[seat] != 0
        else Refusal.LEGAL
    )


@rule
def compose(state: Any, seat: int, action: int, story: Any) -> None:
    """R3.12 The phase ends when the hourglass runs out or when all are done."""
    if seat == TABLE:
        tell(story, Event.SAND, NONE, NONE, NONE, 0)
        end_composing(state, story)
    elif action == DONE:
        say_done(state, seat, story)
    else:
        lay(state, seat, widen(PLACE_SEGMENT[action]), widen(PLACE_WAY[action]))
        tell(story, Event.LAID, seat, NONE, NONE, state.laid_count[seat])


@rule
def lay(state: Any, seat: int, segment: int, way: int) -> None:
    """Lay a segment on its seat's canvas, or R3.6 entirely outside: R3.13 it may not be moved
    again.

    R5.5 Its collect symbols count wherever they are.
    """
    shape = widen(SEGMENT_SHAPE[segment])
    state.laid[seat] |= 1 << segment
    state.laid_count[seat] += 1
    state.lies[segment] = way
    state.canvas[seat] |= PLACEMENT_MASK[shape, way]
    state.beyond[seat] += PLACEMENT_BEYOND[shape, way]
    state.symbols[seat] += SEGMENT_COLLECTS[segment]
    for place in range(MAX_CELLS):
        cell = widen(PLACEMENT_CELL[shape, way, place])
        if cell != NONE:
            show_symbol(state, seat, widen(SYMBOL[segment, place]), widen(FRAME_CELL[cell]))


@rule
def show_symbol(state: Any, seat: int, symbol: int, cell: int) -> None:
    """R4.3 A symbol inside the frame fights or collects its cell."""
    if cell != NONE:
        if symbol & FIGHTS != 0:
            state.fights[seat] |= 1 << cell
        if symbol & COLLECTS != 0:
            state.collects[seat] |= 1 << cell
        if symbol & DOUBLES != 0:
            state.doubles[seat] |= 1 << cell


@rule
def say_done(state: Any, seat: int, story: Any) -> None:
    """R3.13 A seat that is done changes nothing more.

    R3.11 Sand: the first to say it is the first dreamer.
    """
    tell(story, Event.DONE, seat, NONE, NONE, state.laid_count[seat])
    if state.pace == Pace.SAND and state.done == 0:
        name_first(state, seat, story)
    state.done |= 1 << seat
    if asleep(state) & ~widen(state.done) == 0:
        end_composing(state, story)
    elif state.pace == Pace.CALM:
        state.seat = after(state, seat)


@rule
def name_first(state: Any, seat: int, story: Any) -> None:
    """R3.10, R3.11 The first dreamer takes a coin."""
    state.first = seat
    state.coins[seat] += FIRST_COINS
    tell(story, Event.FIRST, seat, NONE, NONE, FIRST_COINS)


@rule
def end_composing(state: Any, story: Any) -> None:
    """R3.10 Calm: the first dreamer is drawn by lot. R3.12 Whatever was laid counts."""
    show_canvases(state, story)
    if state.pace == Pace.CALM:
        name_first(state, draw_bit(state, story, Chance.FIRST, asleep(state)), story)
    begin_resolving(state, story)


@rule
def show_canvases(state: Any, story: Any) -> None:
    """R3.10, R3.11 The phase is over, and everyone sees what the others laid."""
    if story.on != 0:
        for seat in range(state.seats):
            left = state.laid[seat]
            while left != 0:
                segment = lowest_bit(left)
                tell(story, Event.SHOWN, seat, segment, state.lies[segment], 0)
                left &= left - 1
