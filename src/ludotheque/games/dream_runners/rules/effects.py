"""R4 and R5: the gains and costs of a dream."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.dream_runners.components import (
    CALM,
    CALM_TOP,
    CELL_KIND,
    CELL_VALUE,
    COIN,
    COLORS,
    FRAME_CELLS,
    KEY,
    NIGHTMARE_CELLS,
    OCTOPUS_CELLS,
    SPIDER_CELLS,
    STAR_TOP,
    Cell,
)
from ludotheque.games.dream_runners.rules.codes import Event
from ludotheque.games.dream_runners.rules.setup import wake_up
from ludotheque.games.dream_runners.segments import FRAME_MASK

# R4.4 to R4.10 Gains


@rule
def gain(state: Any, seat: int, element: int, cell: int, times: int, story: Any) -> None:
    """R4.4 Gain everything printed on the cell, R4.5 twice under `D`.

    R4.6 A fragment, R4.10 a key or coins, R4.9 or calm, which waits for R6.7.
    """
    tell(story, Event.GAINED, seat, element, cell, times)
    for _ in range(times):
        if element < COLORS:
            gain_fragment(state, seat, element, story)
        elif element == KEY:
            state.keys[seat] += 1
        elif element <= CALM:
            state.coins[seat] += element - COIN
        else:
            state.gained[seat] += element - CALM


@rule
def gain_fragment(state: Any, seat: int, color: int, story: Any) -> None:
    """R4.7 One fragment of each colour is traded at once for a step up the star track.

    R4.8 At its top the fragments are kept.
    """
    state.fragments[seat, color] += 1
    for other in range(COLORS):
        if state.fragments[seat, other] == 0:
            return
    if state.star[seat] < STAR_TOP:
        for other in range(COLORS):
            state.fragments[seat, other] -= 1
        state.star[seat] += 1
        tell(story, Event.STAR, seat, NONE, NONE, state.star[seat])


# R6.4, R6.7 Calm is settled once


@rule
def settle(state: Any, seat: int, story: Any) -> None:
    """R6.7 Add all gains to calm and subtract all losses, R2.2 at most the top of the track.

    R2.3 A seat that reaches 0 or less wakes up.
    """
    won, lost = widen(state.gained[seat]), loss(state, seat, story)
    state.calm[seat] = min(max(widen(state.calm[seat]) + won - lost, 0), CALM_TOP)
    state.gained[seat] = 0
    if won > 0 or lost > 0:
        tell(story, Event.SETTLED, seat, won, lost, state.calm[seat])
    if state.calm[seat] == 0:
        wake_up(state, seat, story)


# R4.1, R4.2, R5.5, R5.7 Losses


@rule
def loss(state: Any, seat: int, story: Any) -> int:
    """R6.4 Return all the calm that a seat's composition costs."""
    tile = widen(state.dreams[state.round_now - 1])
    missing = FRAME_CELLS - bit_count(state.canvas[seat] & FRAME_MASK)
    beyond = widen(state.beyond[seat])
    if missing > 0:
        tell(story, Event.MISSING, seat, NONE, NONE, missing)
    if beyond > 0:
        tell(story, Event.BEYOND, seat, NONE, NONE, beyond)
    return missing + beyond + fright(state, seat, tile, story)


@rule
def fright(state: Any, seat: int, tile: int, story: Any) -> int:
    """R4.2 Add up nightmares and R5.7 spiders that are not fought, R5.5 and octopuses: 1 calm for
    each collect symbol in the composition.
    """
    total = 0
    left = (widen(NIGHTMARE_CELLS[tile]) | widen(SPIDER_CELLS[tile]) | widen(OCTOPUS_CELLS[tile])) & ~widen(
        state.fights[seat]
    )
    while left != 0:
        cell = lowest_bit(left)
        cost = widen(state.symbols[seat]) if CELL_KIND[tile, cell] == Cell.OCTOPUS else widen(CELL_VALUE[tile, cell])
        if cost > 0:
            tell(story, Event.SCARED, seat, CELL_KIND[tile, cell], cell, cost)
        total += cost
        left &= left - 1
    return total
