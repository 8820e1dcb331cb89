"""What a seat may see of a game of Méandres: everything but the future.

The decks have no order until cards are drawn, so there is nothing to sample either.
"""

from typing import Any

from ludotheque.core.rule import rule
from ludotheque.games.meandres.components import COLORS, DANCES, DREAMS, LEGENDS, ROW, SEA, SEATS, TILES


@rule
def view(state: Any, seat: int, out: Any) -> None:
    """Copy everything on the table, but not the random number generator."""
    view_board(state, out)
    view_cards(state, out)
    for other in range(SEATS):
        out.fiend[other], out.influence[other], out.marker[other] = (
            state.fiend[other],
            state.influence[other],
            state.marker[other],
        )
        out.legend[other], out.supply[other], out.mark[other] = (
            state.legend[other],
            state.supply[other],
            state.mark[other],
        )
        out.figure[other] = state.figure[other]
    for crossing in range(len(state.leap)):
        out.leap[crossing] = state.leap[crossing]
    out.leaps, out.leaps_done, out.leaps_before = state.leaps, state.leaps_done, state.leaps_before
    out.card, out.is_reversed, out.is_second = state.card, state.is_reversed, state.is_second
    out.step, out.start, out.first = state.step, state.start, state.first
    out.is_used, out.is_last = state.is_used, state.is_last
    out.seats, out.seat, out.length, out.ending, out.phase = (
        state.seats,
        state.seat,
        state.length,
        state.ending,
        state.phase,
    )


@rule
def view_board(state: Any, out: Any) -> None:
    """Copy the dreams with all their tiles, the spawn and the piles."""
    out.dreams, out.hazy, out.grey, out.thrown = state.dreams, state.hazy, state.grey, state.thrown
    out.rows = state.rows
    for row in range(SEA):
        out.sea[row] = state.sea[row]
    for dream in range(DREAMS):
        out.near[dream], out.q[dream], out.r[dream] = state.near[dream], state.q[dream], state.r[dream]
        out.top[dream], out.levels[dream] = state.top[dream], state.levels[dream]
        for seat in range(SEATS):
            out.spawn[seat, dream] = state.spawn[seat, dream]
    for tile in range(TILES):
        out.below[tile] = state.below[tile]
    for color in range(COLORS + 1):
        out.shows[color] = state.shows[color]
    for color in range(COLORS):
        out.left[color] = state.left[color]


@rule
def view_cards(state: Any, out: Any) -> None:
    """Copy the Row, the discards, the face-up legends, and which cards are left in the decks.

    A player who counts cards knows what is left.
    """
    out.discards, out.open, out.gone = state.discards, state.open, state.gone
    for card in range(DANCES):
        out.deck[card] = state.deck[card]
    for legend in range(LEGENDS):
        out.legend_deck[legend] = state.legend_deck[legend]
    for place in range(ROW):
        out.row[place] = state.row[place]


@rule
def imagine(state: Any, seat: int, story: Any) -> None:
    """Change nothing: only future chance is hidden, and a new random key leaves that open."""
