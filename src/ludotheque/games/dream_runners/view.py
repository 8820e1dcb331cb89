"""What a seat may see of a game of Dream Runners, and how it may imagine the rest."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.chance import below
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.components import CELLS, COLORS, COVERING, FRAME_CELL, MAX_ELEMENTS, ROUNDS, SEGMENT_SHAPE
from ludotheque.games.dream_runners.rules.codes import Pace
from ludotheque.games.dream_runners.rules.create import blocked, lay, open_ways
from ludotheque.games.dream_runners.rules.setup import clear_canvas, deal_dreams
from ludotheque.games.dream_runners.state import Phase


@rule
def view(state: Any, seat: int, out: Any) -> None:
    """R3.10 In the calm pace nobody sees another canvas until all are done. The tiles of later rounds are seen by nobody. All the rest is open."""
    is_secret = state.pace == Pace.CALM and state.phase == Phase.COMPOSE
    show_table(state, out)
    for number in range(ROUNDS):
        if number < state.round_now or state.phase == Phase.OVER:
            out.dreams[number] = state.dreams[number]
    for other in range(state.seats):
        show_seat(state, other, out)
        if other == seat or not is_secret:
            show_canvas(state, other, out)


@rule
def show_table(state: Any, out: Any) -> None:
    out.stacks, out.market, out.gone, out.chests, out.chest = state.stacks, state.market, state.gone, state.chests, state.chest
    out.left, out.done, out.first, out.opener, out.seat = state.left, state.done, state.first, state.opener, state.seat
    out.stage, out.cell, out.element, out.late = state.stage, state.cell, state.element, state.late
    out.round_now, out.seats, out.pace, out.deck, out.phase = state.round_now, state.seats, state.pace, state.deck, state.phase
    for place in range(MAX_ELEMENTS):
        out.named[place] = state.named[place]


@rule
def show_seat(state: Any, seat: int, out: Any) -> None:
    out.owned[seat], out.coins[seat], out.keys[seat], out.old_keys[seat] = state.owned[seat], state.coins[seat], state.keys[seat], state.old_keys[seat]
    out.calm[seat], out.star[seat], out.woke[seat] = state.calm[seat], state.star[seat], state.woke[seat]
    out.took[seat], out.laid_count[seat] = state.took[seat], state.laid_count[seat]
    for color in range(COLORS):
        out.fragments[seat, color] = state.fragments[seat, color]


@rule
def show_canvas(state: Any, seat: int, out: Any) -> None:
    out.laid[seat], out.canvas[seat], out.symbols[seat] = state.laid[seat], state.canvas[seat], state.symbols[seat]
    out.fights[seat], out.collects[seat], out.doubles[seat] = state.fights[seat], state.collects[seat], state.doubles[seat]
    left = state.laid[seat]
    while left != 0:
        out.lies[lowest_bit(left)] = state.lies[lowest_bit(left)]
        left &= left - 1


# Imagining


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """Deal the tiles that are not seen, all ways equally likely; lay as many segments as were counted on every canvas that is not seen."""
    deal_dreams(state, story)
    for other in range(state.seats):
        if state.laid_count[other] > 0 and state.laid[other] == 0:
            lay_at_random(state, other, story)


@rule
def lay_at_random(state: Any, seat: int, story: Any) -> None:
    """Legal segments one after the other; if one does not fit, from the beginning again. Every other try takes only narrow placements, so that nine segments fit too."""
    wanted = widen(state.laid_count[seat])
    attempt = 0
    while state.laid_count[seat] != wanted or state.laid[seat] == 0:
        clear_canvas(state, seat)
        while state.laid_count[seat] < wanted and lay_one(state, seat, attempt % 2, story):
            pass
        attempt += 1


@rule
def lay_one(state: Any, seat: int, is_narrow: int, story: Any) -> bool:
    """Any legal placement of any segment, each as likely as the next; False: there is none."""
    taken = blocked(state.canvas[seat])
    total, hand = 0, state.owned[seat] & ~state.laid[seat]
    left = hand
    while left != 0:
        total += bit_count(ways_of(lowest_bit(left), taken, is_narrow))
        left &= left - 1
    if total == 0:
        return False
    skip = below(state, story, total)
    while skip >= bit_count(ways_of(lowest_bit(hand), taken, is_narrow)):
        skip -= bit_count(ways_of(lowest_bit(hand), taken, is_narrow))
        hand &= hand - 1
    segment = lowest_bit(hand)
    ways = ways_of(segment, taken, is_narrow)
    for _ in range(skip):
        ways &= ways - 1
    lay(state, seat, segment, lowest_bit(ways))
    return True


@rule
def ways_of(segment: int, taken: tuple[int, int, int, int], is_narrow: int) -> int:
    """The placements that a segment has left; narrow ones cover one cell of the frame only."""
    ways = open_ways(segment, taken)
    return ways & ~wide_ways(widen(SEGMENT_SHAPE[segment])) if is_narrow else ways


@rule
def wide_ways(shape: int) -> int:
    """The placements of a shape that cover more than one cell of the frame."""
    once, more = 0, 0
    for cell in range(CELLS):
        if FRAME_CELL[cell] != NONE:
            more |= once & COVERING[cell, shape]
            once |= COVERING[cell, shape]
    return more
