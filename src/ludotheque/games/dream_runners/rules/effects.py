"""R4 and R5: what a dream gives and what it costs."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.dream_runners.components import (
    CALM,
    CELL_KIND,
    CELL_VALUE,
    COIN,
    COLORS,
    FRAME_CELLS,
    FRAME_MASK,
    KEY,
    NIGHTMARE_CELLS,
    OCTOPUS_CELLS,
    SPIDER_CELLS,
    STAR_TOP,
    Cell,
)
from ludotheque.games.dream_runners.rules.codes import Event
from ludotheque.games.dream_runners.rules.setup import raise_calm

# R4.4 to R4.10 Gains


@rule
def gain(state: Any, seat: int, element: int, cell: int, times: int, story: Any) -> None:
    """R4.4 Everything printed on the cell, R4.5 twice under `D`. R4.6 A fragment, R4.9 calm, R4.10 a key or coins."""
    tell(story, Event.GAINED, seat, element, cell, times)
    for _ in range(times):
        if element < COLORS:
            gain_fragment(state, seat, element, story)
        elif element == KEY:
            state.keys[seat] += 1
        elif element <= CALM:
            state.coins[seat] += element - COIN
        else:
            raise_calm(state, seat, element - CALM)


@rule
def gain_fragment(state: Any, seat: int, color: int, story: Any) -> None:
    """R4.7 One of each colour is traded at once for a step up the star track. R4.8 At its top the fragments stay."""
    state.fragments[seat, color] += 1
    for other in range(COLORS):
        if state.fragments[seat, other] == 0:
            return
    if state.star[seat] < STAR_TOP:
        for other in range(COLORS):
            state.fragments[seat, other] -= 1
        state.star[seat] += 1
        tell(story, Event.STAR, seat, NONE, NONE, state.star[seat])


# R4.1, R4.2, R5.5, R5.7 Losses


@rule
def loss(state: Any, seat: int, story: Any) -> int:
    """R6.4 The whole calm that a seat's composition costs."""
    tile = widen(state.dreams[state.round_now - 1])
    missing = FRAME_CELLS - bit_count(state.canvas[seat] & FRAME_MASK)
    beyond = bit_count(state.canvas[seat] & ~FRAME_MASK)
    if missing > 0:
        tell(story, Event.MISSING, seat, NONE, NONE, missing)
    if beyond > 0:
        tell(story, Event.BEYOND, seat, NONE, NONE, beyond)
    return missing + beyond + fright(state, seat, tile, story)


@rule
def fright(state: Any, seat: int, tile: int, story: Any) -> int:
    """R4.2 Nightmares and R5.7 spiders that are not fought, R5.5 and octopuses: a calm for each collect symbol of the composition."""
    total = 0
    left = (widen(NIGHTMARE_CELLS[tile]) | widen(SPIDER_CELLS[tile]) | widen(OCTOPUS_CELLS[tile])) & ~widen(state.fights[seat])
    while left != 0:
        cell = lowest_bit(left)
        cost = widen(state.symbols[seat]) if CELL_KIND[tile, cell] == Cell.OCTOPUS else widen(CELL_VALUE[tile, cell])
        if cost > 0:
            tell(story, Event.SCARED, seat, CELL_KIND[tile, cell], cell, cost)
        total += cost
        left &= left - 1
    return total
