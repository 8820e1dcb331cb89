"""What a seat may see of a game of Dream Runners, and how hidden information is sampled."""

from typing import Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.chance import below
from ludotheque.core.constants import NONE
from ludotheque.core.hidden import Hidden, from_others
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.actions import ACTIONS
from ludotheque.games.dream_runners.components import COLORS, MAX_ELEMENTS, ROUNDS
from ludotheque.games.dream_runners.rules.create import blocked, lay, open_ways
from ludotheque.games.dream_runners.rules.setup import deal_dreams
from ludotheque.games.dream_runners.segments import OUTSIDE, SEGMENTS
from ludotheque.games.dream_runners.state import Phase


def of_later_rounds(values: Any, state: Any, seat: int) -> Any:
    return np.arange(ROUNDS) >= state.round_now


def not_laid_by(values: Any, state: Any, seat: int) -> Any:
    """Return for each segment whether the seat itself has not laid it."""
    own = 0 if seat == NONE else int(state.laid[seat])
    return np.array([own >> segment & 1 == 0 for segment in range(SEGMENTS)])


COMPOSITION = ("laid", "canvas", "symbols", "beyond", "fights", "collects", "doubles")
# R3.10, R3.11: see `view`
HIDDEN = (
    Hidden("dreams", of_later_rounds),
    Hidden("lies", not_laid_by, (Phase.COMPOSE,)),
    *(Hidden(field, from_others, (Phase.COMPOSE,)) for field in COMPOSITION),
)


@rule
def view(state: Any, seat: int, out: Any) -> None:
    """R3.10, R3.11 Nobody sees what another seat lays until the phase is over.

    Nobody sees the tiles of later rounds. Everything else is open.
    """
    is_secret = state.phase == Phase.COMPOSE
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
    out.stacks, out.market, out.gone, out.chests, out.chest = (
        state.stacks,
        state.market,
        state.gone,
        state.chests,
        state.chest,
    )
    out.left, out.done, out.first, out.opener, out.seat = state.left, state.done, state.first, state.opener, state.seat
    out.stage, out.cell, out.element = state.stage, state.cell, state.element
    out.round_now, out.seats, out.pace, out.deck, out.phase = (
        state.round_now,
        state.seats,
        state.pace,
        state.deck,
        state.phase,
    )
    for place in range(MAX_ELEMENTS):
        out.named[place] = state.named[place]


@rule
def show_seat(state: Any, seat: int, out: Any) -> None:
    out.owned[seat], out.coins[seat], out.keys[seat], out.old_keys[seat] = (
        state.owned[seat],
        state.coins[seat],
        state.keys[seat],
        state.old_keys[seat],
    )
    out.calm[seat], out.star[seat], out.woke[seat] = state.calm[seat], state.star[seat], state.woke[seat]
    out.took[seat], out.gained[seat], out.laid_count[seat] = (
        state.took[seat],
        state.gained[seat],
        state.laid_count[seat],
    )
    for color in range(COLORS):
        out.fragments[seat, color] = state.fragments[seat, color]


@rule
def show_canvas(state: Any, seat: int, out: Any) -> None:
    out.laid[seat], out.canvas[seat], out.symbols[seat], out.beyond[seat] = (
        state.laid[seat],
        state.canvas[seat],
        state.symbols[seat],
        state.beyond[seat],
    )
    out.fights[seat], out.collects[seat], out.doubles[seat] = (
        state.fights[seat],
        state.collects[seat],
        state.doubles[seat],
    )
    left = state.laid[seat]
    while left != 0:
        out.lies[lowest_bit(left)] = state.lies[lowest_bit(left)]
        left &= left - 1


def conceals(before: Any, now: Any, action: int) -> bool:
    """R3.10 What a seat lays, and what it could lay, is secret until all are done, and shown then.

    If nobody is asked anything before the next round, no view ever holds what was shown.
    """
    is_composing = before.phase == now.phase == Phase.COMPOSE and before.round_now == now.round_now
    return bool(is_composing) and (action == NONE or ACTIONS.kind_of(action) == "place")


# Sampling hidden information


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """Deal the hidden tiles, all ways being equally likely, and lay the hidden segments.

    Every seat whose composition is hidden lays as many as were counted.
    """
    deal_dreams(state, story)
    for other in range(state.seats):
        unseen = widen(state.laid_count[other]) - bit_count(state.laid[other])
        if unseen > 0:
            state.laid_count[other] = 0
            for _ in range(unseen):
                lay_at_random(state, other, story)


@rule
def lay_at_random(state: Any, seat: int, story: Any) -> None:
    """Lay any segment in any legal way, all being equally likely.

    Outside there is always room.
    """
    taken = blocked(state.canvas[seat])
    total, hand = 0, state.owned[seat] & ~state.laid[seat]
    left = hand
    while left != 0:
        total += 1 + bit_count(open_ways(lowest_bit(left), taken))
        left &= left - 1
    skip = below(state, story, total)
    ways = open_ways(lowest_bit(hand), taken)
    while skip > bit_count(ways):
        skip -= 1 + bit_count(ways)
        hand &= hand - 1
        ways = open_ways(lowest_bit(hand), taken)
    for _ in range(skip):
        ways &= ways - 1
    lay(state, seat, lowest_bit(hand), OUTSIDE if ways == 0 else lowest_bit(ways))
