"""R7 Part E, the Row, and R8 the end of the game."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.meandres.components import COLORS, DANCES, ROW
from ludotheque.games.meandres.rules.codes import Event
from ludotheque.games.meandres.rules.start import draw_dance
from ludotheque.games.meandres.state import Part, Phase


@rule
def discard(state: Any, place: int) -> int:
    """R7.1 Put a card of the Row on the discard pile; its place stays empty until part E."""
    card = widen(state.row[place])
    state.row[place] = NONE
    state.discards |= 1 << card
    return card


@rule
def refill_row(state: Any, story: Any) -> None:
    """R7.2 Slide the cards away from the deck, then draw cards, each pushing the others along."""
    gap = ROW
    for place in range(ROW - 1, -1, -1):
        if state.row[place] != NONE:
            gap -= 1
            card = state.row[place]
            state.row[place] = NONE
            state.row[gap] = card
    for place in range(gap - 1, -1, -1):
        renew_deck(state)
        state.row[place] = draw_dance(state, story)
        tell(story, Event.DREW, state.seat, state.row[place], place, 0)


@rule
def renew_deck(state: Any) -> None:
    """R7.3 If the deck is empty, the discards become the new deck."""
    for card in range(DANCES):
        if state.deck[card] != 0:
            return
    for card in range(DANCES):
        state.deck[card] = (widen(state.discards) >> card) & 1
    state.discards = 0


@rule
def are_piles_empty(state: Any) -> bool:
    """R8.1 Return whether no pile has a tile left, which triggers the end."""
    tiles = 0
    for color in range(COLORS):
        tiles += widen(state.left[color])
    return tiles == 0


@rule
def end_turn(state: Any, story: Any) -> None:
    """R7.4 Part E ends every turn.

    R3.1 Then it is the next seat's turn, R8.2 or the game is over after the last round.
    """
    refill_row(state, story)
    state.part = Part.NOTHING
    if state.seat + 1 < state.seats:
        state.seat += 1
    else:
        end_round(state)
    begin_turn(state)
    if state.phase == Phase.OVER:
        tell(story, Event.ENDED, NONE, NONE, NONE, 0)


@rule
def end_round(state: Any) -> None:
    """R8.2 A round that ends with empty piles is the last, R8.3 or the last but one.

    R8.5 This determines the number of turns.
    """
    state.seat = 0
    if are_piles_empty(state):
        if state.is_last == state.ending:
            state.phase = Phase.OVER
        state.is_last = 1


@rule
def begin_turn(state: Any) -> None:
    """R3.2 Begin a turn with entering, if the fiend is not on the board yet, or else with the
    choice before the dance.
    """
    state.card, state.start, state.first = NONE, NONE, NONE
    state.step, state.is_reversed, state.is_second, state.is_used = 0, 0, 0, 0
    state.leaps, state.leaps_done, state.leaps_before = 0, 0, 0
    for crossing in range(len(state.leap)):
        state.leap[crossing] = 0
    if state.phase != Phase.OVER:
        state.phase = Phase.ENTER if state.fiend[state.seat] == NONE else Phase.BEFORE
