"""R1 Setup, R2 waking, and the start of a round."""

from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.chance import draw_bit
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.dream_runners.components import (
    CALM_START,
    CHESTS,
    DECK,
    LEVEL_ROUNDS,
    MAX_ELEMENTS,
    ROUNDS,
    SEATS,
    STAR_START,
    START_COINS,
    START_KEYS,
)
from ludotheque.games.dream_runners.rules.codes import Chance, Event, Pace
from ludotheque.games.dream_runners.segments import NEUTRAL, SEGMENTS, SET_SIZE, SHAPE_STACK
from ludotheque.games.dream_runners.state import Phase

EVERY_SET = (1 << SEATS) - 1
EVERY_CHEST = (1 << CHESTS) - 1


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.1 Two to four seats. R1.8 The opener is drawn by lot."""
    state.seats = seats
    state.pace, state.deck = options[0], options[1]
    for number in range(ROUNDS):
        state.dreams[number] = NONE
    deal_dreams(state, story)
    state.opener = draw_bit(state, story, Chance.OPENER, (1 << seats) - 1)
    deal_sets(state, story)
    lay_out_market(state, story)
    state.chests = EVERY_CHEST  # R1.7 three shuffled stacks, whose order is drawn when needed
    for seat in range(seats):
        state.calm[seat], state.star[seat] = CALM_START, STAR_START
        state.coins[seat], state.keys[seat] = START_COINS, START_KEYS
    for segment in range(SEGMENTS):
        state.lies[segment] = NONE
    begin_round(state, 1)


@rule
def deal_dreams(state: Any, story: Any) -> None:
    """R1.2 Deal two tiles of each level, level 1 on top.

    R1.3 For beginners, only tiles without a star. Rounds whose tile is known keep it.
    """
    seen = 0
    for number in range(ROUNDS):
        if state.dreams[number] != NONE:
            seen |= 1 << widen(state.dreams[number])
    for number in range(ROUNDS):
        if state.dreams[number] == NONE:
            tile = draw_bit(state, story, Chance.DREAM, widen(DECK[state.deck, number // LEVEL_ROUNDS]) & ~seen)
            state.dreams[number] = tile
            seen |= 1 << tile


@rule
def deal_sets(state: Any, story: Any) -> None:
    """R1.4 Give each seat a starting set of a different colour by lot; unused sets are out of the
    game.
    """
    left = EVERY_SET
    state.gone = (1 << NEUTRAL) - 1
    for seat in range(state.seats):
        drawn = draw_bit(state, story, Chance.SET, left)
        left &= ~(1 << drawn)
        state.owned[seat] = ((1 << SET_SIZE) - 1) << (SET_SIZE * drawn)
        state.gone &= ~state.owned[seat]


@rule
def lay_out_market(state: Any, story: Any) -> None:
    """R1.6 Make four stacks by shape, and turn up the top segment of each."""
    state.stacks = (1 << SEGMENTS) - (1 << NEUTRAL)
    for shape in range(len(SHAPE_STACK)):
        turn_up(state, draw_bit(state, story, Chance.SEGMENT, widen(SHAPE_STACK[shape])))


@rule
def turn_up(state: Any, segment: int) -> None:
    """Turn up a segment of its stack into the market."""
    state.stacks &= ~(1 << segment)
    state.market |= 1 << segment


# R2 Waking, order


@rule
def asleep(state: Any) -> int:
    """R2.4 Return the seats that have not woken up, one bit each."""
    mask = 0
    for seat in range(state.seats):
        if state.woke[seat] == 0:
            mask |= 1 << seat
    return mask


@rule
def is_asleep(state: Any, seat: int) -> bool:
    return bool(0 <= seat < state.seats and state.woke[seat] == 0)


@rule
def after(state: Any, seat: int) -> int:
    """R2.4 Return the next sleeping seat clockwise; players who woke up are skipped."""
    for step in range(1, state.seats):
        other = (widen(seat) + step) % widen(state.seats)
        if state.woke[other] == 0:
            return other
    return widen(seat)


@rule
def wake_up(state: Any, seat: int, story: Any) -> None:
    """R2.3 The seat is out of the game, R2.4 and so is what it owns."""
    state.woke[seat] = state.round_now
    state.gone |= state.owned[seat]
    state.owned[seat] = 0
    tell(story, Event.WOKE, seat, NONE, NONE, 0)


# A round begins


@rule
def begin_round(state: Any, number: int) -> None:
    """R3.3 Every canvas is empty and every segment is available.

    R3.10 Calm: the opener composes first. R3.11 Sand: all at once.
    """
    state.round_now, state.phase = number, Phase.COMPOSE
    state.seat = state.opener if state.pace == Pace.CALM else NONE
    state.done, state.first, state.chest = 0, NONE, NONE
    state.stage, state.cell, state.element, state.left = 0, 0, 0, 0
    for place in range(MAX_ELEMENTS):
        state.named[place] = NONE
    for seat in range(state.seats):
        clear_canvas(state, seat)
        state.old_keys[seat] = state.keys[seat]
        state.took[seat], state.gained[seat] = 0, 0


@rule
def clear_canvas(state: Any, seat: int) -> None:
    """R8.1 Laid segments return to their owner."""
    laid = state.laid[seat]
    while laid != 0:
        state.lies[lowest_bit(laid)] = NONE
        laid &= laid - 1
    state.laid[seat], state.canvas[seat], state.laid_count[seat] = 0, 0, 0
    state.fights[seat], state.collects[seat], state.doubles[seat], state.symbols[seat], state.beyond[seat] = (
        0,
        0,
        0,
        0,
        0,
    )
