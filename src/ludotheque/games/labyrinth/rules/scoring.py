"""R10: the scoring, and functions for tests and counting."""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.games.labyrinth.components import (
    BONUS,
    CARD_TOKENS,
    CARDS,
    CELLS,
    LOOK_SHAPE,
    LOOSE,
    SHAPE_FIRST,
    SHAPES,
    SIDES_LOOK,
    TOKEN_VALUE,
    TOKENS,
    WAND_POINTS,
)


@rule
def token_points(state: Any, seat: int) -> int:
    """R10.2 Each token a player holds scores its value."""
    points, tokens = 0, widen(state.held[seat])
    while tokens != 0:
        points += widen(TOKEN_VALUE[lowest_bit(tokens)])
        tokens &= tokens - 1
    return points


@rule
def formula_tokens(state: Any, seat: int) -> int:
    """R10.3 Return the tokens a player holds that are on their own card.

    A hidden card gives none.
    """
    card = widen(state.card[seat])
    return 0 if card == NONE else bit_count(widen(state.held[seat]) & widen(CARD_TOKENS[card]))


@rule
def score(state: Any, seat: int) -> int:
    """R10.2 to R10.4 Tokens, 20 for each on the player's own card, 3 for each wand."""
    return token_points(state, seat) + BONUS * formula_tokens(state, seat) + WAND_POINTS * widen(state.wands[seat])


@rule
def scores(state: Any, out: Any) -> None:
    """R10.5 Return the totals."""
    for seat in range(state.seats):
        out[seat] = score(state, seat)


@rule
def ranks(state: Any, out: Any) -> None:
    """R10.5 The highest total wins, and players with equal totals share the place."""
    scores(state, out)
    rank(out, state.seats)


@rule
def breakdown(state: Any, out: Any) -> None:
    """Write the score sheet: tokens, formula, wands."""
    for seat in range(state.seats):
        out[seat, 0] = token_points(state, seat)
        out[seat, 1] = BONUS * formula_tokens(state, seat)
        out[seat, 2] = WAND_POINTS * widen(state.wands[seat])


@rule
def census(state: Any, out: Any) -> int:
    """Count tiles, tokens, pawns and cards.

    That is every loose tile by number, every tile by shape, every token, every pawn on the board
    and every card. Spent wands leave the game, so a separate test counts them.
    """
    out[state.spare_tile] += 1
    out[LOOSE + widen(LOOK_SHAPE[state.spare])] += 1
    first = LOOSE + SHAPES
    for cell in range(CELLS):
        if state.tile[cell] != NONE:
            out[state.tile[cell]] += 1
        if state.token[cell] != NONE:
            out[first + widen(state.token[cell])] += 1
        out[LOOSE + widen(LOOK_SHAPE[look_at(state, cell)])] += 1
    for seat in range(state.seats):
        for token in range(TOKENS):
            out[first + token] += (widen(state.held[seat]) >> token) & 1
        out[first + TOKENS] += 0 <= state.pawn[seat] < CELLS
        out[first + TOKENS + 1] += 0 <= state.card[seat] < CARDS
    return first + TOKENS + 2


@rule
def look_at(state: Any, cell: int) -> int:
    """Return the look of the tile on a cell."""
    sides = 0
    for side in range(4):
        sides |= ((state.open[side] >> cell) & 1) << side
    return widen(SIDES_LOOK[sides])


@rule
def canonical(state: Any) -> None:
    """Make equivalent positions equal states.

    Tiles of one shape look alike, and neither the orientation of the spare nor where a pawn came
    from matters.
    """
    state.walker, state.origin = NONE, NONE
    state.spare = SHAPE_FIRST[LOOK_SHAPE[state.spare]]
    state.spare_tile = NONE
    for cell in range(CELLS):
        state.tile[cell] = NONE
