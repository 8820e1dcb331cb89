"""What a good Sarena player knows beyond the rules: a colour grows where its owner plays."""

from math import exp, log
from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.sarena.components import CIRCLES, COLORS, TOUCHING
from ludotheque.games.sarena.rules import Chance, apply, legal, top_color

BELIEFS = COLORS  # the hidden values: each seat has one
# how strongly each chip gained is evidence for a colour: a move is exp(TRUST) times as likely for
# each chip it brings
TRUST = 0.8
FROZEN = 1.5  # how many chips a chip in a frozen stack is worth, since nobody can take it any more
PARTS = 1 << 16


# What a move reveals


@rule
def learn(before: Any, after: Any, room: Any, notes: Any, actions: Any, belief: Any, story: Any) -> None:
    """Update how likely each colour is for the player who moved, given all open moves."""
    mover, was, chips, likely = widen(before.seat), notes[0], notes[1], notes[2]
    count_chips(before, was)
    for color in range(COLORS):
        likely[color] = 0.0
    count = legal(before, mover, actions)
    for k in range(count):
        room[0] = before
        apply(room[0], mover, actions[k], story)
        count_chips(room[0], chips)
        for color in range(COLORS):
            likely[color] += exp(TRUST * (chips[color] - was[color]))
    count_chips(after, chips)
    for color in range(COLORS):
        belief[mover, color] += TRUST * (chips[color] - was[color]) - log(likely[color])


@rule
def count_chips(state: Any, out: Any) -> None:
    """Count the chips that each colour would take now, with more weight for frozen stacks."""
    for color in range(COLORS):
        out[color] = 0.0
    for circle in range(CIRCLES):
        if state.height[circle] > 0:
            out[top_color(state, circle)] += widen(state.height[circle]) * (FROZEN if is_frozen(state, circle) else 1.0)


@rule
def is_frozen(state: Any, circle: int) -> bool:
    """Return whether no open move starts from this circle or leads onto it, at least for now."""
    return bool(state.open[0] & TOUCHING[circle, 0] == 0 and state.open[1] & TOUCHING[circle, 1] == 0)


# Sampling the hidden colours


@rule
def suppose(state: Any, view: Any, belief: Any, story: Any) -> None:
    """Deal the hidden colours again, choosing likely ones more often."""
    taken = 0
    for seat in range(view.seats):
        if view.secret[seat] != NONE:
            taken |= 1 << view.secret[seat]
    for seat in range(view.seats):
        if view.secret[seat] == NONE:
            state.secret[seat] = likely_color(state, belief, seat, taken, story)
            taken |= 1 << state.secret[seat]


@rule
def likely_color(state: Any, belief: Any, seat: int, taken: int, story: Any) -> int:
    """Draw a colour that is not taken, in proportion to how likely it is for this seat."""
    most, total, found = -1e9, 0.0, NONE
    for color in range(COLORS):
        if (taken >> color) & 1 == 0:
            most = max(most, belief[seat, color])
    for color in range(COLORS):
        if (taken >> color) & 1 == 0:
            total += exp(belief[seat, color] - most)
    left = total * draw(state, story, Chance.SECRET, PARTS) / PARTS
    for color in range(COLORS):
        if (taken >> color) & 1 == 0 and left >= 0.0:
            found = color
            left -= exp(belief[seat, color] - most)
    return found
