"""What a seat sees of a game of Dream Runners, as numbers."""

from typing import Any

import numpy as np

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.encoding import Encoding, Feature
from ludotheque.core.rule import rule
from ludotheque.games.dream_runners.bounds import MAX_OWNED
from ludotheque.games.dream_runners.components import (
    CALM,
    CALM_TOP,
    CELL_ELEMENT,
    CELL_KIND,
    CELL_VALUE,
    CHESTS,
    COIN,
    COLORS,
    CONTENTS,
    DREAMS,
    ELEMENT_NAMES,
    FRAME,
    FRAME_CELLS,
    JOKER,
    KEY,
    LEVEL_ROUNDS,
    LEVELS,
    MAX_ELEMENTS,
    PER_LEVEL,
    ROUNDS,
    SEATS,
    STAR_TOP,
    START_KEYS,
    Cell,
)
from ludotheque.games.dream_runners.rules.setup import EVERY_CHEST
from ludotheque.games.dream_runners.segments import (
    CELLS,
    MAX_CELLS,
    NEUTRAL,
    OUTSIDE,
    PLACEMENT_CELL,
    PLACEMENTS,
    SEGMENT_SHAPE,
    SEGMENTS,
    SIDE,
)
from ludotheque.games.dream_runners.state import Phase, Stage

NEUTRALS = SEGMENTS - NEUTRAL
QUESTIONS = Phase.RESOLVE  # the phases before it, at which a game can stop
SYMBOL_KINDS, TURNS, DIGIT = 3, 4, 16

# A tile as planes over the frame: the kind of each cell, its number, and how much it gives of each
# good. The goods are the elements up to KEY, then coins and calm.


def _worths() -> Any:
    """Return how much of each good an element gives, by good and element.

    The last element is where NONE leads, and gives nothing.
    """
    worth = np.zeros((KEY + 3, len(ELEMENT_NAMES) + 1), np.int8)
    for element in range(len(ELEMENT_NAMES)):
        good = element if element <= KEY else KEY + 1 if element <= CALM else KEY + 2
        worth[good, element] = 1 if element <= KEY else element - COIN if element <= CALM else element - CALM
    return worth


_WORTH = _worths()
_GIVEN = _WORTH[:, CELL_ELEMENT].sum(axis=-1)  # by good, tile and cell
CALM_GOOD = len(_WORTH) - 1
PLANES = len(Cell) + 1 + len(_WORTH)
TILE_PLANES = (
    np.concatenate([np.arange(len(Cell))[:, None, None] == CELL_KIND, CELL_VALUE[None], _GIVEN])
    .transpose(1, 0, 2)
    .reshape(DREAMS, PLANES * FRAME_CELLS)
    .astype(np.int8)
)


def _most(*goods: int) -> Any:
    """Return the most that a seat can get of some goods in a round of each level: everything on a
    tile and in a chest, twice.
    """
    given, contents = _GIVEN[list(goods)].sum(axis=(0, 2)), _WORTH[list(goods)][:, CONTENTS].sum(axis=(0, 2))
    return 2 * (given.reshape(LEVELS, PER_LEVEL).max(axis=1) + contents.max())


MOST_KEYS = START_KEYS + LEVEL_ROUNDS * int(_most(KEY).sum())
MOST_FRAGMENTS = max(LEVEL_ROUNDS * int(_most(color, JOKER).sum()) for color in range(COLORS))
MOST_GAINED = int(_most(CALM_GOOD).max())

PLACEMENT_TURN = np.zeros((len(PLACEMENTS), OUTSIDE), np.int8)  # the quarter turns of a placement
for _shape, _ways in enumerate(PLACEMENTS):
    PLACEMENT_TURN[_shape, : len(_ways)] = [turn for _, turn in _ways]

ENCODING = Encoding(
    Feature("tile", (PLANES, FRAME, FRAME), int(TILE_PLANES.max()), "the tile of this round: its bonuses, nightmares, "
        "spiders, octopuses, bats, chests and confluences, the calm or keys that they cost, and the fragments of each "
        "colour, jokers, keys, coins and calm that they give"),
    Feature("dreams", (ROUNDS, PER_LEVEL), 1, "which tile of its level each round has, where known"),
    Feature("round", (ROUNDS,), 1, "the round"),
    Feature("owned", (SEATS, SEGMENTS), 1, "the segments of each seat", by_seat=True),
    Feature("laid", (SEATS, SEGMENTS), 1, "those it has laid, where known", by_seat=True, is_public=False),
    Feature("row", (SEGMENTS, SIDE), 1, "the row of the canvas in which the first cell of a laid segment lies; "
        "none: not laid, hidden, or entirely outside", is_public=False),
    Feature("column", (SEGMENTS, SIDE), 1, "the column in which it lies", is_public=False),
    Feature("turned", (SEGMENTS, TURNS), 1, "its quarter turns", is_public=False),
    Feature("canvas", (SEATS, SIDE, SIDE), 1, "the cells that each seat has covered, where known; the frame is in the "
        "middle", by_seat=True, is_public=False),
    Feature("symbols", (SEATS, SYMBOL_KINDS, FRAME, FRAME), 1, "the cells of the frame that each seat fights, collects "
        "and collects twice, where known", by_seat=True, is_public=False),
    Feature("collect_symbols", (SEATS,), MAX_OWNED * MAX_CELLS, "collect symbols in each composition, where known",
        by_seat=True, is_public=False),
    Feature("beyond", (SEATS,), MAX_OWNED * MAX_CELLS, "its cells outside the frame, where known",
        by_seat=True, is_public=False),
    Feature("laid_count", (SEATS,), MAX_OWNED, "how many segments each seat has laid", by_seat=True),
    Feature("calm", (SEATS,), CALM_TOP, "calm", by_seat=True),
    Feature("gained", (SEATS,), MOST_GAINED, "calm won this round that is not yet added", by_seat=True),
    Feature("star", (SEATS,), STAR_TOP, "the position on the star track", by_seat=True),
    Feature("fragments", (SEATS, COLORS), MOST_FRAGMENTS, "fragments of each colour", by_seat=True),
    Feature("coins", (SEATS, 2), DIGIT - 1, "coins: sixteens and ones", by_seat=True),
    Feature("keys", (SEATS,), MOST_KEYS, "keys", by_seat=True),
    Feature("old_keys", (SEATS,), MOST_KEYS, "keys when the round began", by_seat=True),
    Feature("woke", (SEATS,), ROUNDS, "the round in which a seat woke up; 0: it is asleep", by_seat=True),
    Feature("done", (SEATS,), 1, "who has said `done`", by_seat=True),
    Feature("first", (SEATS,), 1, "the first dreamer, if known", by_seat=True),
    Feature("opener", (SEATS,), 1, "the opener of the round", by_seat=True),
    Feature("turn", (SEATS,), 1, "who is asked; none: several at once, or the game is over", by_seat=True),
    Feature("took", (SEATS, MAX_ELEMENTS), 1, "the elements of the last confluence that each seat took", by_seat=True),
    Feature("named", (MAX_ELEMENTS, COLORS), 1, "the colours of its jokers that were taken"),
    Feature("left", (MAX_ELEMENTS,), 1, "its elements that are left"),
    Feature("market", (NEUTRALS,), 1, "the segments that can be bought"),
    Feature("gone", (NEUTRALS,), 1, "those out of the game; what nobody owns besides is in the stacks"),
    Feature("chest", (CHESTS,), 1, "the chest turned up in this round"),
    Feature("chests", (CHESTS,), 1, "those turned up so far; the others are in the stacks"),
    Feature("phase", (QUESTIONS,), 1, "compose, pick, colour, open, lose, buy, calm or over"),
    Feature("stage", (len(Stage),), 1, "the stage of resolving"),
    Feature("cell", (FRAME_CELLS + 1,), 1, "the cell of the frame being resolved; the last: none is left"),
    Feature("element", (MAX_ELEMENTS + 1,), 1, "its element being resolved; the last: none is left"),
    Feature("seats", (SEATS - 1,), 1, "2, 3 or 4 seats"),
    Feature("is_sand", (), 1, "the option `pace` is sand"),
    Feature("is_beginner", (), 1, "the option `dreams` is beginner"),
    omits_hidden=True,
)  # fmt: skip
(
    TILE, DREAM, ROUND,
    OWNED, LAID, ROW, COLUMN, TURNED, CANVAS, SYMBOLS, COLLECT_SYMBOLS, BEYOND, LAID_COUNT,
    CALM_NOW, GAINED, STAR, FRAGMENTS, COINS, KEYS, OLD_KEYS, WOKE, DONE, FIRST, OPENER, TURN,
    TOOK, NAMED, LEFT, MARKET, GONE, CHEST, CHESTS_SEEN,
    PHASE, STAGE, CELL, ELEMENT, SEAT_COUNT, IS_SAND, IS_BEGINNER,
) = ENCODING.starts  # fmt: skip


@rule
def encode(view: Any, seat: int, out: Any) -> None:
    seats = widen(view.seats)
    for k in range(seats):
        other = (seat + k) % seats
        encode_seat(view, other, k, out)
        if k == 0 or view.phase != Phase.COMPOSE:  # R3.10
            encode_composition(view, other, k, out)
    encode_dreams(view, out)
    encode_table(view, out)
    out[OPENER + (widen(view.opener) - seat + seats) % seats] = 1
    if view.first != NONE:
        out[FIRST + (widen(view.first) - seat + seats) % seats] = 1
    if view.seat != NONE:
        out[TURN + (widen(view.seat) - seat + seats) % seats] = 1
    out[SEAT_COUNT + seats - 2] = 1


@rule
def mark(mask: int, start: int, out: Any) -> None:
    """Write a 1 for each bit of a mask."""
    while mask != 0:
        out[start + lowest_bit(mask)] = 1
        mask &= mask - 1


@rule
def encode_seat(view: Any, seat: int, k: int, out: Any) -> None:
    mark(view.owned[seat], OWNED + k * SEGMENTS, out)
    out[LAID_COUNT + k] = view.laid_count[seat]
    out[CALM_NOW + k] = view.calm[seat]
    out[GAINED + k] = view.gained[seat]
    out[STAR + k] = view.star[seat]
    for color in range(COLORS):
        out[FRAGMENTS + k * COLORS + color] = view.fragments[seat, color]
    coins = widen(view.coins[seat])
    out[COINS + 2 * k] = coins // DIGIT
    out[COINS + 2 * k + 1] = coins % DIGIT
    out[KEYS + k] = view.keys[seat]
    out[OLD_KEYS + k] = view.old_keys[seat]
    out[WOKE + k] = view.woke[seat]
    out[DONE + k] = (widen(view.done) >> seat) & 1
    mark(widen(view.took[seat]), TOOK + k * MAX_ELEMENTS, out)


@rule
def encode_composition(view: Any, seat: int, k: int, out: Any) -> None:
    """Write what a seat has laid, as its segments and as the cells that they cover."""
    left = view.laid[seat]
    while left != 0:
        segment = lowest_bit(left)
        left &= left - 1
        out[LAID + k * SEGMENTS + segment] = 1
        way, shape = widen(view.lies[segment]), widen(SEGMENT_SHAPE[segment])
        if way != OUTSIDE:
            cell = widen(PLACEMENT_CELL[shape, way, 0])
            out[ROW + segment * SIDE + cell // SIDE] = 1
            out[COLUMN + segment * SIDE + cell % SIDE] = 1
            out[TURNED + segment * TURNS + widen(PLACEMENT_TURN[shape, way])] = 1
    mark(view.canvas[seat], CANVAS + k * CELLS, out)
    symbols = SYMBOLS + k * SYMBOL_KINDS * FRAME_CELLS
    mark(widen(view.fights[seat]), symbols, out)
    mark(widen(view.collects[seat]), symbols + FRAME_CELLS, out)
    mark(widen(view.doubles[seat]), symbols + 2 * FRAME_CELLS, out)
    out[COLLECT_SYMBOLS + k] = view.symbols[seat]
    out[BEYOND + k] = view.beyond[seat]


@rule
def encode_dreams(view: Any, out: Any) -> None:
    tile = widen(view.dreams[view.round_now - 1])
    for entry in range(PLANES * FRAME_CELLS):
        out[TILE + entry] = TILE_PLANES[tile, entry]
    for number in range(ROUNDS if view.phase == Phase.OVER else widen(view.round_now)):  # R3.11
        out[DREAM + number * PER_LEVEL + widen(view.dreams[number]) % PER_LEVEL] = 1
    out[ROUND + widen(view.round_now) - 1] = 1


@rule
def encode_table(view: Any, out: Any) -> None:
    for place in range(MAX_ELEMENTS):
        if view.named[place] != NONE:
            out[NAMED + place * COLORS + widen(view.named[place])] = 1
    mark(widen(view.left), LEFT, out)
    mark(view.market >> NEUTRAL, MARKET, out)
    mark(view.gone >> NEUTRAL, GONE, out)
    if view.chest != NONE:
        out[CHEST + widen(view.chest)] = 1
    mark(EVERY_CHEST & ~widen(view.chests), CHESTS_SEEN, out)
    out[PHASE + widen(view.phase)] = 1
    out[STAGE + widen(view.stage)] = 1
    out[CELL + widen(view.cell)] = 1
    out[ELEMENT + widen(view.element)] = 1
    out[IS_SAND] = view.pace
    out[IS_BEGINNER] = view.deck
