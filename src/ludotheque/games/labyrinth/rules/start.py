"""R1: the setup."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw, draw_bit
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.labyrinth.components import (
    CARDS,
    CELLS,
    DEFAULT_PAWN,
    FIXED_OPEN,
    LOOK_SIDES,
    LOOSE,
    LOOSE_CELL,
    PAWN_START,
    SEATS,
    SHAPE_COUNT,
    SHAPE_FIRST,
    SHAPE_TURNS,
    SHAPES,
    TILE_FIRST,
    TOKEN_CELL,
    TOKENS,
    WANDS,
)
from ludotheque.games.labyrinth.rules.advice import forget_question
from ludotheque.games.labyrinth.rules.codes import Chance
from ludotheque.games.labyrinth.rules.moves import find_goal
from ludotheque.games.labyrinth.rules.turn import begin_action


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.3 Give each seat a pawn, R1.6 three wands and R1.5 a card. R1.7 Seat 0 begins."""
    state.seats, state.advice, state.drought = seats, options[0], options[1]
    lay_tiles(state, story)
    lay_tokens(state, story)
    for seat in range(SEATS):
        state.card[seat], state.pawn[seat], state.color[seat] = NONE, NONE, NONE
    for seat in range(seats):
        state.color[seat] = DEFAULT_PAWN[seats, seat]
        state.pawn[seat] = PAWN_START[state.color[seat]]
        state.wands[seat] = WANDS
    deal_cards(state, story)
    state.forbidden = NONE  # R3.5
    state.walker, state.origin = NONE, NONE
    forget_question(state)
    begin_action(state)


@rule
def lay_tiles(state: Any, story: Any) -> None:
    """R1.1 The glued tiles stay.

    R1.2 The loose tiles are shuffled and turned; the last one is the spare.
    """
    for side in range(4):
        state.open[side] = FIXED_OPEN[side]
    for cell in range(CELLS):
        state.tile[cell] = NONE
    laid = 0  # count of each shape, eight bits per shape: tiles are numbered in the order in which they lie
    for place in range(LOOSE):
        shape = draw_shape(state, story, laid, LOOSE - place)
        tile = widen(TILE_FIRST[shape]) + ((laid >> (8 * shape)) & 255)
        laid += 1 << (8 * shape)
        look = widen(SHAPE_FIRST[shape]) + draw(state, story, Chance.TURN, widen(SHAPE_TURNS[shape]))
        if place == LOOSE - 1:
            state.spare, state.spare_tile = look, tile
        else:
            cell = widen(LOOSE_CELL[place])
            state.tile[cell] = tile
            lay(state, cell, look)


@rule
def draw_shape(state: Any, story: Any, laid: int, left: int) -> int:
    """Draw the shape of one of the remaining tiles, each tile being equally likely."""
    skip = draw(state, story, Chance.SHAPE, left)
    shape = 0
    while shape < SHAPES - 1:
        count = widen(SHAPE_COUNT[shape]) - ((laid >> (8 * shape)) & 255)
        if skip < count:
            break
        skip -= count
        shape += 1
    return shape


@rule
def lay(state: Any, cell: int, look: int) -> None:
    """Open the sides of a cell where there was no tile."""
    sides = widen(LOOK_SIDES[look])
    for side in range(4):
        state.open[side] |= ((sides >> side) & 1) << cell


@rule
def lay_tokens(state: Any, story: Any) -> None:
    """R1.4 The tokens are shuffled and laid on their cells, one each."""
    for cell in range(CELLS):
        state.token[cell] = NONE
    for token in range(TOKENS):
        state.token[TOKEN_CELL[token]] = token
    for place in range(TOKENS - 1):
        cell = TOKEN_CELL[place]
        other = TOKEN_CELL[place + draw(state, story, Chance.TOKEN, TOKENS - place)]
        token = state.token[other]
        state.token[other] = state.token[cell]
        state.token[cell] = token
    state.goal = 0
    find_goal(state)


@rule
def deal_cards(state: Any, story: Any) -> None:
    """R1.5 Deal a formula card to each seat whose card is hidden, from the cards that no seat is
    known to have.
    """
    left = (1 << CARDS) - 1
    for seat in range(state.seats):
        if state.card[seat] != NONE:
            left &= ~(1 << widen(state.card[seat]))
    for seat in range(state.seats):
        if state.card[seat] == NONE:
            state.card[seat] = draw_bit(state, story, Chance.CARD, left)
            left &= ~(1 << widen(state.card[seat]))
