"""The rules of Master Labyrinth, one module for each chapter or two of rulebook.md.

This module decides who may do what, and holds the functions that every game's rules provide.
"""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.labyrinth.actions import ASK, DECLINE, END, MOVE, STAY, TIP, WAND
from ludotheque.games.labyrinth.rules.advice import ask, decline, legal_prices, refusal_of_ask, show_tip
from ludotheque.games.labyrinth.rules.codes import Chance, Event, Refusal
from ludotheque.games.labyrinth.rules.moves import flood, legal_moves, move, reachable, refusal_of_move
from ludotheque.games.labyrinth.rules.scoring import breakdown, canonical, census, ranks, score, scores
from ludotheque.games.labyrinth.rules.shifts import legal_shifts, push_tiles, pushed, refusal_of_shift, shift
from ludotheque.games.labyrinth.rules.start import deal_cards, setup
from ludotheque.games.labyrinth.rules.turn import finish_action, pass_turn, spend_wand
from ludotheque.games.labyrinth.state import Phase

__all__ = [
    "Chance",
    "Event",
    "Refusal",
    "apply",
    "breakdown",
    "canonical",
    "census",
    "deal_cards",
    "flood",
    "legal",
    "push_tiles",
    "pushed",
    "ranks",
    "reachable",
    "refusal",
    "score",
    "scores",
    "setup",
    "to_act",
]


@rule
def to_act(state: Any) -> int:
    """R2.3 Return the active seat; R8.4 after a question, the seat that answers."""
    if state.phase == Phase.OVER:
        return 0
    return 1 << widen(state.adviser if state.phase == Phase.ANSWER else state.seat)


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """R2.2 List what the phase allows, with one function for each phase."""
    if seat < 0 or (to_act(state) >> seat) & 1 == 0:
        return 0
    if state.phase == Phase.SHIFT:
        return legal_prices(state, seat, out, legal_shifts(state, 0, out))
    if state.phase == Phase.ANSWER:
        count = legal_shifts(state, TIP, out)
        out[count] = DECLINE
        return count + 1
    if state.phase == Phase.MOVE:
        return legal_moves(state, seat, out)
    out[0], out[1] = WAND, END
    return 2


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    """Return why an action is not allowed. Must agree with `legal`."""
    if state.phase == Phase.OVER:
        return Refusal.GAME_OVER
    if seat < 0 or (to_act(state) >> seat) & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    if action < 0 or action > END:
        return Refusal.UNREADABLE
    if state.phase == Phase.SHIFT:
        return refusal_of_shift(state, action) if action < TIP else refusal_of_ask(state, seat, action)
    if state.phase == Phase.ANSWER:
        if action < TIP or action >= ASK:
            return Refusal.LEGAL if action == DECLINE else Refusal.MUST_ANSWER
        return refusal_of_shift(state, action - TIP)
    if state.phase == Phase.MOVE:
        return refusal_of_move(state, seat, action)
    return Refusal.LEGAL if action >= WAND else Refusal.MUST_END


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """R2.2 Shift, then move, then do whatever follows automatically."""
    if action < TIP:
        shift(state, seat, action, story)
    elif action < ASK:
        show_tip(state, seat, action - TIP, story)
    elif action < MOVE:
        ask(state, seat, action - ASK, story)
    elif action < STAY:
        move(state, seat, action - MOVE, story)
    elif action == STAY:
        tell(story, Event.STAYED, seat, NONE, state.pawn[seat], 0)
        finish_action(state, seat, story)
    elif action == DECLINE:
        decline(state, seat, story)
    elif action == WAND:
        spend_wand(state, seat, story)
    else:
        tell(story, Event.PASSED, seat, NONE, NONE, 0)
        pass_turn(state)
