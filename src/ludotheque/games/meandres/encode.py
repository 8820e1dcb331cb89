"""What a seat sees of a game of Méandres, as numbers.

The actions name dreams, shores and cards of the Row by number, so the features list them in the
same order.
"""

from typing import Any

import numpy as np

from ludotheque.core.bits import lowest_bit, or_zero, widen
from ludotheque.core.constants import NONE
from ludotheque.core.encoding import Encoding, Feature
from ludotheque.core.rule import rule
from ludotheque.games.meandres.components import (
    BATHORY_LIMIT,
    COLOR_NAMES,
    COLORS,
    DANCES,
    DREAMS,
    FIENDS,
    FORGOTTEN,
    KINDS,
    LAST_SPACE,
    LEGENDS,
    LONGEST_PILE,
    MAX_STEPS,
    ROW,
    SEA,
    SEATS,
    SHORES,
    SPAWN,
    TILE_COLOR,
    TILE_KIND,
    TILES,
)
from ludotheque.games.meandres.rules.dreams import shore_row, spread
from ludotheque.games.meandres.state import Phase

LEAPS = 2 * (SEATS - 1)
# A tile that is laid, and a dream that is moved, goes at most one cell further out; there is at
# most one of each in a turn, and a turn takes a tile until the last round.
REACH = 1 + 2 * COLORS * LONGEST_PILE + SEATS
WINDOW = 6  # the map goes so far in each direction
SIDE = 2 * WINDOW + 1

SIDE_COLOR = np.array([TILE_COLOR, np.full(TILES, FORGOTTEN)], np.int8)  # the colour of a tile, by the side that is up

ENCODING = Encoding(
    Feature("map", (SIDE, SIDE), DREAMS, f"the dream on each cell, row r and column q from −{WINDOW} to {WINDOW}: its "
        "number in the features below, counted from 1; 0: none. Dreams further out are left out"),
    Feature("q", (DREAMS,), REACH, "the column of each dream", low=-REACH),
    Feature("r", (DREAMS,), REACH, "its row", low=-REACH),
    Feature("levels", (DREAMS,), TILES, "how many tiles it has; 0: there is no such dream"),
    Feature("color", (len(COLOR_NAMES), DREAMS), 1, "its colour: epic, passionate, happy or forgotten"),
    Feature("kind", (len(KINDS), DREAMS), 1, "the kind of its top tile: simple, hazy, sublime or celestial"),
    Feature("spawn", (SEATS, DREAMS), BATHORY_LIMIT, "spawn of each seat on it", by_seat=True),
    Feature("fiend", (SEATS, DREAMS), 1, "the dream on which each fiend stands", by_seat=True),
    Feature("start", (DREAMS,), 1, "the dream where the dance began"),
    Feature("first", (DREAMS,), 1, "the dream of its first step"),
    Feature("top", (DREAMS,), TILES - 1, "the number of each dream's top tile"),
    Feature("below", (TILES,), TILES - 1, "the number of the tile under each tile; −1: none", low=-1),
    Feature("grey", (TILES,), 1, "tiles that lie grey side up"),
    Feature("thrown", (TILES,), 1, "tiles removed from the game"),
    Feature("shore_q", (SHORES,), REACH, "while a tile is laid: the column of each shore", low=-REACH),
    Feature("shore_r", (SHORES,), REACH, "while a tile is laid: the row of each shore", low=-REACH),
    Feature("left", (COLORS, LONGEST_PILE + 1), 1, "how many tiles are left in each pile"),
    Feature("row", (ROW, DANCES), 1, "the dances of the Row, outwards from the deck"),
    Feature("discards", (DANCES,), 1, "the dances that were discarded"),
    Feature("card", (DANCES + 1,), 1, "the dance being danced; the last: despair"),
    Feature("step", (MAX_STEPS + 1,), 1, "how many of its steps are done"),
    Feature("is_reversed", (), 1, "it is danced from right to left"),
    Feature("is_second", (), 1, "it is the second dance of the turn"),
    Feature("leap", (SEATS, LEAPS), 1, "who was crossed in this turn, in order", by_seat=True),
    Feature("leaps_done", (), LEAPS, "how many leaps are resolved"),
    Feature("leaps_before", (), LEAPS, "how many came from the turn's first dance, during the second"),
    Feature("influence", (SEATS, COLORS), 1, "each seat's colour", by_seat=True),
    Feature("marker", (SEATS, LAST_SPACE + 1), 1, "its space on the influence track", by_seat=True),
    Feature("legend", (SEATS, LEGENDS), 1, "its legend", by_seat=True),
    Feature("mark", (SEATS,), 1, "one of its spawn marks the colour of its legend", by_seat=True),
    Feature("supply", (SEATS,), SPAWN, "its spawn not in use", by_seat=True),
    Feature("figure", (SEATS, len(FIENDS)), 1, "which of the four fiends it has", by_seat=True),
    Feature("open", (LEGENDS,), 1, "the face-up legends"),
    Feature("gone", (LEGENDS,), 1, "the legends removed from the game"),
    Feature("turn", (SEATS,), 1, "whose turn it is", by_seat=True),
    Feature("starter", (SEATS,), 1, "seat 0, with which each round begins", by_seat=True),
    Feature("phase", (len(Phase),), 1, "enter, before, step, again, leap, spawn, bonus, baba, legend, colour, extend "
        "or over"),
    Feature("is_used", (), 1, "a power has been used this turn"),
    Feature("is_last", (), 1, "this is the extra round"),
    Feature("seats", (SEATS - 1,), 1, "2, 3 or 4 seats"),
    Feature("is_long", (), 1, "the option `length` is long"),
    Feature("is_extra", (), 1, "the option `ending` is extra_round"),
)  # fmt: skip
(
    MAP, Q, R, LEVELS, COLOR, KIND, SPAWNED, FIEND, START, FIRST, TOP, BELOW, GREY, THROWN, SHORE_Q, SHORE_R,
    LEFT, CARDS, DISCARDS, CARD, STEP, IS_REVERSED, IS_SECOND, LEAP, LEAPS_DONE, LEAPS_BEFORE,
    INFLUENCE, MARKER, LEGEND, MARK, SUPPLY, FIGURE, OPEN, GONE,
    TURN, STARTER, PHASE, IS_USED, IS_LAST, SEAT_COUNT, IS_LONG, IS_EXTRA,
) = ENCODING.starts  # fmt: skip


@rule
def encode(view: Any, seat: int, out: Any) -> None:
    seats = widen(view.seats)
    encode_dreams(view, out)
    encode_tiles(view, out)
    if view.phase == Phase.EXTEND:
        encode_shores(view, out)
    for k in range(seats):
        encode_seat(view, (seat + k) % seats, k, out)
    encode_dance(view, seat, seats, out)
    for legend in range(LEGENDS):
        out[OPEN + legend] = (widen(view.open) >> legend) & 1
        out[GONE + legend] = (widen(view.gone) >> legend) & 1
    out[TURN + (widen(view.seat) - seat + seats) % seats] = 1
    out[STARTER + (seats - seat) % seats] = 1
    out[PHASE + widen(view.phase)] = 1
    out[IS_USED] = view.is_used
    out[IS_LAST] = view.is_last
    out[SEAT_COUNT + seats - 2] = 1
    out[IS_LONG] = view.length
    out[IS_EXTRA] = view.ending


@rule
def mark_bits(mask: int, start: int, out: Any) -> None:
    """Write a 1 for each bit of a mask."""
    while mask != 0:
        out[start + lowest_bit(mask)] = 1
        mask &= mask - 1


@rule
def mark_one(number: int, start: int, out: Any) -> None:
    """Write a 1 for a number and nothing for NONE, without a branch that processors guess wrong."""
    out[start + or_zero(number)] = 1 + (number >> 63)


@rule
def encode_dreams(view: Any, out: Any) -> None:
    grey = widen(view.grey)
    for dream in range(widen(view.dreams)):
        q, r, tile = widen(view.q[dream]), widen(view.r[dream]), widen(view.top[dream])
        out[Q + dream] = q
        out[R + dream] = r
        out[LEVELS + dream] = view.levels[dream]
        out[TOP + dream] = tile
        color = widen(SIDE_COLOR[(grey >> tile) & 1, tile])
        out[COLOR + color * DREAMS + dream] = 1
        out[KIND + widen(TILE_KIND[tile]) * DREAMS + dream] = 1
        if abs(q) <= WINDOW and abs(r) <= WINDOW:
            out[MAP + (r + WINDOW) * SIDE + q + WINDOW] = dream + 1
    mark_one(widen(view.start), START, out)
    mark_one(widen(view.first), FIRST, out)


@rule
def encode_tiles(view: Any, out: Any) -> None:
    for tile in range(TILES):
        out[BELOW + tile] = view.below[tile]
    mark_bits(widen(view.grey), GREY, out)
    mark_bits(widen(view.thrown), THROWN, out)
    for color in range(COLORS):
        out[LEFT + color * (LONGEST_PILE + 1) + widen(view.left[color])] = 1


@rule
def encode_shores(view: Any, out: Any) -> None:
    """Write where the shores lie, in the order in which `extend` numbers them."""
    west, north = widen(view.q[0]), widen(view.r[0])
    for dream in range(widen(view.dreams)):
        west = min(west, widen(view.q[dream]))
        north = min(north, widen(view.r[dream]))
    rows, shore = spread(widen(view.rows)), 0
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        cells = shore_row(view, row, NONE)
        while cells != 0:
            out[SHORE_Q + shore] = west - 1 + (lowest_bit(cells) - west + 1) % SEA
            out[SHORE_R + shore] = north - 1 + (row - north + 1) % SEA
            cells &= cells - 1
            shore += 1


@rule
def encode_seat(view: Any, seat: int, k: int, out: Any) -> None:
    for dream in range(DREAMS):
        out[SPAWNED + k * DREAMS + dream] = view.spawn[seat, dream]
    mark_one(widen(view.fiend[seat]), FIEND + k * DREAMS, out)
    mark_one(widen(view.legend[seat]), LEGEND + k * LEGENDS, out)
    out[INFLUENCE + k * COLORS + widen(view.influence[seat])] = 1
    out[MARKER + k * (LAST_SPACE + 1) + widen(view.marker[seat])] = 1
    out[MARK + k] = view.mark[seat]
    out[SUPPLY + k] = view.supply[seat]
    out[FIGURE + k * len(FIENDS) + widen(view.figure[seat])] = 1


@rule
def encode_dance(view: Any, seat: int, seats: int, out: Any) -> None:
    for place in range(ROW):
        mark_one(widen(view.row[place]), CARDS + place * DANCES, out)
    mark_bits(view.discards, DISCARDS, out)
    mark_one(widen(view.card), CARD, out)
    out[STEP + widen(view.step)] = 1
    out[IS_REVERSED] = view.is_reversed
    out[IS_SECOND] = view.is_second
    for crossing in range(widen(view.leaps)):
        out[LEAP + (widen(view.leap[crossing]) - seat + seats) % seats * LEAPS + crossing] = 1
    out[LEAPS_DONE] = view.leaps_done
    out[LEAPS_BEFORE] = view.leaps_before
