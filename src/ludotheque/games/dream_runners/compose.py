"""`compose`: the best composition that a seat can lay over the dream of the round, exactly, under a given valuation."""

from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core import registry
from ludotheque.core.constants import NONE
from ludotheque.core.template import instantiate
from ludotheque.games.dream_runners.components import (
    CALM,
    CELL_ELEMENT,
    CELL_KIND,
    CELL_VALUE,
    COIN,
    COLLECTS,
    COLORS,
    DOUBLES,
    FIGHTS,
    FIRST_PLACE,
    FRAME_CELL,
    FRAME_CELLS,
    FRAME_MASK,
    JOKER,
    KEY,
    SEGMENTS,
    SYMBOLS,
    Cell,
)

SOLVER = Path(__file__).parent / "solver.py"
KINDS = max(SYMBOLS.values()) + 1  # of symbols, as numbers
NEVER = -(1 << 30)


class Valuation(NamedTuple):
    """What things are worth to a seat, in hundredths of a point."""

    calm: int = 100  # a step of calm
    fragments: tuple[int, int, int, int] = (150, 150, 150, 150)
    joker: int = 200
    key: int = 60
    coin: int = 50
    chest: int = 250  # to open one, the keys paid
    segment: int = 200  # to keep a segment that a bat would take

    def of(self, element: int) -> int:
        """What an element is worth."""
        if element < COLORS:
            return self.fragments[element]
        if element == JOKER:
            return self.joker
        if element == KEY:
            return self.key
        return self.coin * (element - COIN) if element <= CALM else self.calm * (element - CALM)


class Composition(NamedTuple):
    """What to lay, in order, and what the whole canvas is then worth."""

    value: int
    actions: list[int]


@cache
def _solver() -> Any:
    return instantiate(registry.load("dream_runners"), SOLVER)


USUAL = Valuation()


def compose(view: Any, seat: int, valuation: Valuation = USUAL) -> Composition:
    """The best way to go on from what lies on the seat's canvas, with any of the segments it has left.

    An octopus or a bat makes the whole differ from the sum of its cells, so every set of them is fought in turn.
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


def _solve(view: Any, seat: int, tile: int, hand: Any, valuation: Valuation, fought: set[int], floor: int) -> Composition:
    """The best composition that fights these octopuses and bats, if it is worth more than `floor`; the others count as not fought."""
    feared = [kind for cell, kind in enumerate(CELL_KIND[tile].tolist()) if cell not in fought]
    octopuses, bats = feared.count(Cell.OCTOPUS), feared.count(Cell.BAT)
    inside, bare = _cells(view, seat, tile, valuation, fought, octopuses)
    outside = np.array([-valuation.calm * (1 + octopuses * bool(symbol & COLLECTS)) for symbol in range(KINDS)], np.int64)
    left_over = np.array([-valuation.segment * min(bats, count) for count in range(len(hand) + 1)], np.int64)
    laid, board = _laid(view, seat, inside, outside)
    found = np.full((FRAME_CELLS + 1, 2), NONE, np.int64)
    value = int(_solver().solve(hand, int(view.canvas[seat]), board, inside, bare, outside, left_over, floor - laid, found))
    actions = [int(FIRST_PLACE[segment]) + way for segment, way in found.tolist() if segment != NONE]
    return Composition(value + laid if value != NEVER else NEVER, actions if value != NEVER else [])


def _cells(view: Any, seat: int, tile: int, valuation: Valuation, fought: set[int], octopuses: int) -> tuple[Any, Any]:
    """What each frame cell is worth under each symbol, and bare. A cell that must be fought is worth nothing otherwise."""
    inside, bare = [], []
    sleepers, keys = view.woke[: view.seats].tolist().count(0), int(view.keys[seat])
    for cell, (kind, price, elements) in enumerate(zip(CELL_KIND[tile].tolist(), CELL_VALUE[tile].tolist(), CELL_ELEMENT[tile].tolist(), strict=True)):
        fright = -valuation.calm * price if kind in (Cell.NIGHTMARE, Cell.SPIDER) else NEVER // 100 if cell in fought else 0
        bonus = sum(valuation.of(element) for element in elements if element != NONE)
        once = valuation.chest * (keys >= price) if kind == Cell.CHEST else bonus // sleepers if kind == Cell.SHARED else bonus
        twice = once + valuation.chest * (keys >= 2 * price) if kind == Cell.CHEST else 2 * once
        bare.append(fright - valuation.calm)
        collected = [twice if symbol & DOUBLES else once if symbol & COLLECTS else 0 for symbol in range(KINDS)]
        inside.append([(0 if symbol & FIGHTS else fright) + collected[symbol] - valuation.calm * octopuses * bool(symbol & COLLECTS) for symbol in range(KINDS)])
    return np.array(inside, np.int64), np.array(bare, np.int64)


def _laid(view: Any, seat: int, inside: Any, outside: Any) -> tuple[int, int]:
    """What lies on the canvas already: its worth, and the frame cells it covers."""
    canvas, total, board, symbols_inside = int(view.canvas[seat]), 0, 0, 0
    for cell, frame_cell in enumerate(FRAME_CELL.tolist()):
        if canvas >> cell & 1 and frame_cell != NONE:
            bit = 1 << frame_cell
            symbol = FIGHTS * bool(view.fights[seat] & bit) | COLLECTS * bool(view.collects[seat] & bit) | DOUBLES * bool(view.doubles[seat] & bit)
            symbols_inside += bool(symbol & COLLECTS)
            board |= bit
            total += int(inside[frame_cell, symbol])
    beyond, collecting = (canvas & ~FRAME_MASK).bit_count(), int(view.symbols[seat]) - symbols_inside
    return total + (beyond - collecting) * int(outside[0]) + collecting * int(outside[COLLECTS]), board
