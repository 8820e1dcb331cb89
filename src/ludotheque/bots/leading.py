"""What an instinct does in a search, a template."""

from math import exp, log
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.stream import advance, open_stream, pick

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.bots.knowledge import BELIEFS, CREDIT, CUTOFF, SIGNS, TRIES, signs, thing_of
    from ludotheque.core.contract import MAX_LEGAL, apply, legal, to_act

    def entry(function: Any) -> Any: ...


@rule
def appeal(state: Any, seat: int, thing: int, action: int, lead: Any) -> float:
    """Return how tempting an action is for a seat that hides this thing, as log odds."""
    signs(state, seat, thing, action, lead.signs)
    total = 0.0
    for k in range(SIGNS):
        total += lead.weights[lead.signs[k]]
    return total


@rule
def foresee_choice(state: Any, seat: int, actions: Any, count: int, lead: Any, out: Any) -> None:
    """Write how likely a seat is to take each of its actions into `out`."""
    thing, most, total = thing_of(state, seat), -1e9, 0.0
    for k in range(count):
        out[k] = appeal(state, seat, thing, widen(actions[k]), lead)
        most = max(most, out[k])
    for k in range(count):
        out[k] = exp(out[k] - most)
        total += out[k]
    for k in range(count):
        out[k] /= total


@rule
def play_on(state: Any, words: Any, actions: Any, lead: Any, story: Any) -> None:
    """Play to the end, but at most CUTOFF plies: each time the most tempting of TRIES actions
    that are drawn at random.
    """
    a, b, c, count = open_stream(words)
    mask, plies = to_act(state), 0
    while mask != 0 and plies < CUTOFF:
        seat = lowest_bit(mask)
        thing, choices = thing_of(state, seat), legal(state, seat, actions)
        best, most = NONE, 0.0
        for _ in range(TRIES):
            word, a, b, c, count = advance(a, b, c, count)
            action = widen(actions[pick(word, choices)])
            tempting = appeal(state, seat, thing, action, lead)
            if best == NONE or tempting > most:
                best, most = action, tempting
        apply(state, seat, best, story)
        mask, plies = to_act(state), plies + 1


@entry
def read_actions(views: Any, movers: Any, actions: Any, belief: Any, lead: Any) -> None:
    """Learn from what the others did what they probably hide, by Bayes' rule.

    `views` are those before each action; an action is NONE if the seat does not know it.
    """
    choices = np.empty(MAX_LEGAL, np.int32)
    for ply in range(len(movers)):
        if actions[ply] != NONE:
            count = legal(views[ply], movers[ply], choices)
            for thing in range(BELIEFS):
                done, total = appeal(views[ply], movers[ply], thing, actions[ply], lead), 0.0
                for k in range(count):
                    total += exp(appeal(views[ply], movers[ply], thing, widen(choices[k]), lead) - done)
                belief[movers[ply], thing] -= CREDIT * log(total)


@entry
def list_signs(state: Any, seat: int, actions: Any, out: Any) -> None:
    """Write the signs of each action for each thing that a seat may hide, to learn from."""
    for thing in range(BELIEFS):
        for k in range(len(actions)):
            signs(state[0], seat, thing, actions[k], out[thing, k])
