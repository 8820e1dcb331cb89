"""R2 Setup."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw, draw_from
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.meandres.components import (
    COLORS,
    DANCES,
    LEGENDS,
    OPEN_LEGENDS,
    PILE_SIZE,
    RING,
    RING_Q,
    RING_R,
    RING_TILE,
    ROW,
    SEATS,
    SPAWN,
    TILES,
)
from ludotheque.games.meandres.rules.codes import Chance
from ludotheque.games.meandres.rules.dreams import add_dream, lay_tile
from ludotheque.games.meandres.state import Phase


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R2.1 Seat 0 begins. R2.3 Set up the piles of the chosen length."""
    state.seats, state.length, state.ending = seats, options[0], options[1]
    state.phase = Phase.ENTER
    state.card, state.start, state.first = NONE, NONE, NONE
    for color in range(COLORS):
        state.left[color] = PILE_SIZE[state.length]
    lay_ring(state)
    deal_influence(state, seats, story)
    deal_row(state, story)
    deal_legends(state, story)
    for seat in range(SEATS):
        place_seat(state, seat)


@rule
def lay_ring(state: Any) -> None:
    """R2.2 Lay the Celestial and the six tiles around it, colour side up."""
    for tile in range(TILES):
        state.below[tile] = NONE
    for place in range(RING):
        lay_tile(state, add_dream(state, widen(RING_Q[place]), widen(RING_R[place])), widen(RING_TILE[place]), 0)


@rule
def place_seat(state: Any, seat: int) -> None:
    """R2.5 One spawn is the marker; the others are the supply.

    R2.8 Each seat has its own fiend, not on the board yet, and no legend.
    """
    state.fiend[seat], state.legend[seat], state.figure[seat] = NONE, NONE, seat
    if seat < state.seats:
        state.supply[seat] = SPAWN - 1
    else:
        state.influence[seat] = NONE


@rule
def deal_influence(state: Any, seats: int, story: Any) -> None:
    """R2.4 Deal one card to each seat, from one card of each colour, or two of each for four
    seats.
    """
    copies = 2 if seats == SEATS else 1
    cards = copies | copies << 8 | copies << 16  # cards left of each colour, eight bits per colour
    for seat in range(seats):
        left = draw(state, story, Chance.INFLUENCE, COLORS * copies - seat)
        color = 0
        while left >= (cards >> (8 * color)) & 255:
            left -= (cards >> (8 * color)) & 255
            color += 1
        cards -= 1 << (8 * color)
        state.influence[seat] = color


@rule
def deal_row(state: Any, story: Any) -> None:
    """R2.6 Lay four dances face up."""
    for card in range(DANCES):
        state.deck[card] = 1
    for place in range(ROW):
        state.row[place] = draw_dance(state, story)


@rule
def draw_dance(state: Any, story: Any) -> int:
    """Draw a dance from the deck, each remaining one being equally likely."""
    card = draw_from(state, story, Chance.DANCE, state.deck)
    state.deck[card] = 0
    return card


@rule
def deal_legends(state: Any, story: Any) -> None:
    """R2.7 Lay four legends face up; the others are the deck."""
    for legend in range(LEGENDS):
        state.legend_deck[legend] = 1
    for _ in range(OPEN_LEGENDS):
        state.open |= 1 << draw_legend(state, story)


@rule
def draw_legend(state: Any, story: Any) -> int:
    """Draw a legend from the deck, each remaining one being equally likely."""
    legend = draw_from(state, story, Chance.LEGEND, state.legend_deck)
    state.legend_deck[legend] = 0
    return legend
