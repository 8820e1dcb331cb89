"""`compose`: the best composition that a seat can lay over the dream of the round.

The result is exact for a given valuation.
"""

from functools import cache
from itertools import product, takewhile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core import registry
from ludotheque.core.constants import NONE
from ludotheque.core.template import instantiate
from ludotheque.games.dream_runners.actions import place_action
from ludotheque.games.dream_runners.components import (
    CALM,
    CELL_ELEMENT,
    CELL_KIND,
    CELL_VALUE,
    COIN,
    COLORS,
    JOKER,
    KEY,
    Cell,
)
from ludotheque.games.dream_runners.segments import COLLECTS, DOUBLES, FIGHTS, FRAME_CELL, SEGMENTS, SYMBOLS

SOLVER = Path(__file__).parent / "solver.py"
KINDS = max(SYMBOLS.values()) + 1  # the number of symbol codes
NEVER = -(1 << 30)


class Valuation(NamedTuple):
    """What things are worth to a seat, in hundredths of a point."""

    calm: int = 100  # a step of calm
    fragments: tuple[int, int, int, int] = (150, 150, 150, 150)
    joker: int = 200
    key: int = 60
    coin: int = 50
    chest: int = 250  # to open one, after paying the keys
    segment: int = 200  # to keep a segment from a bat

    def of(self, element: int) -> int:
        """Return the value of an element."""
        if element < COLORS:
            return self.fragments[element]
        if element == JOKER:
            return self.joker
        if element == KEY:
            return self.key
        return self.coin * (element - COIN) if element <= CALM else self.calm * (element - CALM)


class Composition(NamedTuple):
    """The placements, in order, and the total value of the canvas with them."""

    value: int
    actions: list[int]


@cache
def _solver() -> Any:
    return instantiate(registry.load("dream_runners"), SOLVER)


USUAL = Valuation()


def compose(view: Any, seat: int, valuation: Valuation = USUAL) -> Composition:
    """Find the best way to continue from the seat's canvas, with any of its remaining segments.

    With an octopus or a bat, the whole is not the sum of its cells, so every set of them to fight
    is tried in turn. Leftover segments go outside if that costs less than what the bats would take.
    """
    tile = int(view.dreams[view.round_now - 1])
    left = int(view.owned[seat]) & ~int(view.laid[seat])
    hand = np.array([segment for segment in range(SEGMENTS) if left >> segment & 1], np.int64)
    special = [cell for cell, kind in enumerate(CELL_KIND[tile].tolist()) if kind in (Cell.OCTOPUS, Cell.BAT)]
    best = Composition(NEVER, [])
    for choice in product((True, False), repeat=len(special)):
        fought = {cell for cell, is_fought in zip(special, choice, strict=True) if is_fought}
        best = max(best, _solve(view, seat, tile, hand, valuation, fought, best.value), key=lambda found: found.value)
    return best


def _solve(
    view: Any, seat: int, tile: int, hand: Any, valuation: Valuation, fought: set[int], floor: int
) -> Composition:
    """Find the best composition that fights these octopuses and bats, if it is worth more than
    `floor`.

    The others count as not fought.
    """
    feared = [kind for cell, kind in enumerate(CELL_KIND[tile].tolist()) if cell not in fought]
    octopuses, bats = feared.count(Cell.OCTOPUS), feared.count(Cell.BAT)
    inside, bare = _cells(view, seat, tile, valuation, fought, octopuses)
    outside = np.array(
        [-valuation.calm * (1 + octopuses * bool(symbol & COLLECTS)) for symbol in range(KINDS)], np.int64
    )
    laid, board = _laid(view, seat, inside, outside)
    found = np.full((len(hand) + 1, 2), NONE, np.int64)
    value = int(
        _solver().solve(
            hand, int(view.canvas[seat]), board, inside, bare, outside, bats, valuation.segment, floor - laid, found
        )
    )
    actions = [place_action(segment, way) for segment, way in takewhile(lambda laid: laid[0] != NONE, found.tolist())]
    return Composition(value + laid if value != NEVER else NEVER, actions if value != NEVER else [])


def _cells(view: Any, seat: int, tile: int, valuation: Valuation, fought: set[int], octopuses: int) -> tuple[Any, Any]:
    """Return what each frame cell is worth under each symbol, and uncovered.

    A cell that must be fought is worth nothing otherwise.
    """
    inside, bare = [], []
    sleepers, keys = view.woke[: view.seats].tolist().count(0), int(view.keys[seat])
    for cell, (kind, price, elements) in enumerate(
        zip(CELL_KIND[tile].tolist(), CELL_VALUE[tile].tolist(), CELL_ELEMENT[tile].tolist(), strict=True)
    ):
        fright = (
            -valuation.calm * price if kind in (Cell.NIGHTMARE, Cell.SPIDER) else NEVER // 100 if cell in fought else 0
        )
        bonus = sum(valuation.of(element) for element in elements if element != NONE)
        once = (
            valuation.chest * (keys >= price)
            if kind == Cell.CHEST
            else bonus // sleepers
            if kind == Cell.SHARED
            else bonus
        )
        twice = once + valuation.chest * (keys >= 2 * price) if kind == Cell.CHEST else 2 * once
        bare.append(fright - valuation.calm)
        collected = [twice if symbol & DOUBLES else once if symbol & COLLECTS else 0 for symbol in range(KINDS)]
        inside.append(
            [
                (0 if symbol & FIGHTS else fright)
                + collected[symbol]
                - valuation.calm * octopuses * bool(symbol & COLLECTS)
                for symbol in range(KINDS)
            ]
        )
    return np.array(inside, np.int64), np.array(bare, np.int64)


def _laid(view: Any, seat: int, inside: Any, outside: Any) -> tuple[int, int]:
    """Return the value of what is already laid, and the frame cells it covers."""
    canvas, total, board, symbols_inside = int(view.canvas[seat]), 0, 0, 0
    for cell, frame_cell in enumerate(FRAME_CELL.tolist()):
        if canvas >> cell & 1 and frame_cell != NONE:
            bit = 1 << frame_cell
            symbol = (
                FIGHTS * bool(view.fights[seat] & bit)
                | COLLECTS * bool(view.collects[seat] & bit)
                | DOUBLES * bool(view.doubles[seat] & bit)
            )
            symbols_inside += bool(symbol & COLLECTS)
            board |= bit
            total += int(inside[frame_cell, symbol])
    beyond, collecting = int(view.beyond[seat]), int(view.symbols[seat]) - symbols_inside
    return total + (beyond - collecting) * int(outside[0]) + collecting * int(outside[COLLECTS]), board
