"""What a good Sarena player knows beyond the rules: a colour grows where its owner plays."""

from math import exp, log
from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.games.sarena.components import (
    ARROWS,
    CIRCLES,
    COLORS,
    FACE_UP,
    LINE_FROM,
    LINE_TO,
    MAX_STACK,
    NEIGHBOR,
    TOUCHING,
)
from ludotheque.games.sarena.rules import Chance, apply, chip_at, legal, top_color

# An instinct costs time: a champion has as many iterations as take it as long as a master.
ITERATIONS = {"champion": 430_000}

# For a judgement, which plays without a search: the champion has an instinct instead.
LEARNED = {"CUTOFF": 0, "MARGIN": 2.6}

BELIEFS = COLORS  # the hidden values: each seat has one
# how strongly each chip gained is evidence for a colour: a move is exp(TRUST) times as likely for
# each chip it brings
TRUST = 0.8
FROZEN = 1.5  # how many chips a chip in a frozen stack is worth, since nobody can take it any more
PARTS = 1 << 16
MANY = 3  # neighbours are counted up to two

# The signs of a move, numbered one after the other: what a stacking does, what a turning over does,
# and what may become of the stack
SIGNS = 2
TURNED = MAX_STACK * MAX_STACK * 2 * 8
STANDS = TURNED + MAX_STACK * 4
SIGN_KINDS = STANDS + 2 * MAX_STACK * MANY * MANY

# The marks of a colour, numbered one after the other: stacks that it tops, stacks that it could
# land on, stacks that show it when they are turned over, and one for the rest; then the same again
# for the seat that acts next
SAFE, AT_RISK, TURNABLE = range(3)
TOPPED = MAX_STACK * MANY * 3 * 2
LANDING = TOPPED
TURNING = LANDING + MAX_STACK * MAX_STACK
REST = TURNING + MAX_STACK
MARKS = 2 * (REST + 1)


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


# What a move looks like


@rule
def thing_of(state: Any, seat: int) -> int:
    """Return the colour of a seat's pawn."""
    return widen(state.secret[seat])


@rule
def signs(state: Any, seat: int, thing: int, action: int, out: Any) -> None:
    """Write two signs of a move, as the owner of this colour sees it: what it does, and what may
    become of the stack.
    """
    origin, target = widen(LINE_FROM[action]), widen(LINE_TO[action])
    out[0] = deed(state, thing, origin, target)
    out[1] = outlook(state, thing, origin, target)


@rule
def deed(state: Any, color: int, origin: int, target: int) -> int:
    """Number what a move does: the two heights, the kind of circle, and which of the faces that
    matter have the colour: those on top, and the lowest one, which a later turn may bring up.
    """
    moved, there = widen(state.height[origin]), widen(state.height[target])
    is_mine = 1 if top_color(state, origin) == color else 0
    if there == 0:
        return TURNED + (moved - 1) * 4 + is_mine * 2 + (1 if bottom_color(state, origin) == color else 0)
    covers_mine = 1 if top_color(state, target) == color else 0
    stands_on_mine = 1 if bottom_color(state, target) == color else 0
    kind = ((moved - 1) * MAX_STACK + there - 1) * 2 + widen(ARROWS[target])
    return kind * 8 + is_mine * 4 + covers_mine * 2 + stands_on_mine


@rule
def outlook(state: Any, color: int, origin: int, target: int) -> int:
    """Number what may become of the stack: whether the colour is on top, its height, and how many
    neighbours with and without the colour on top could land on it.
    """
    there = widen(state.height[target])
    height = widen(state.height[origin]) + there
    top = bottom_color(state, origin) if there == 0 else top_color(state, origin)
    friends, threats = 0, 0
    for side in range(4):
        other = widen(NEIGHBOR[target, side])
        tall = widen(state.height[other])
        if other not in (origin, target) and tall > 0 and tall + height <= MAX_STACK:
            if top_color(state, other) == color:
                friends += 1
            else:
                threats += 1
    row = (MAX_STACK if top == color else 0) + height - 1
    return STANDS + (row * MANY + min(threats, MANY - 1)) * MANY + min(friends, MANY - 1)


@rule
def bottom_color(state: Any, circle: int) -> int:
    """Return the colour that comes up when a stack is turned over."""
    return widen(FACE_UP[chip_at(state, circle, 0) ^ 1])


# What a position promises


@rule
def marks(state: Any, out: Any) -> None:
    """Write the marks of each seat: those of its colour."""
    for seat in range(state.seats):
        for k in range(MARKS):
            out[seat, k] = 0.0
        first = REST + 1 if seat == state.seat else 0
        out[seat, first + REST] = 1.0
        for circle in range(CIRCLES):
            if state.height[circle] > 0:
                mark_stack(state, circle, thing_of(state, seat), first, out[seat])


@rule
def mark_stack(state: Any, circle: int, color: int, first: int, out: Any) -> None:
    """Count a stack: for the colour on top by its height, by how many neighbours with other colours
    could land on it, whether it can lose the colour by being turned over, and whether a friend
    could land on it; for others by what they could make of it.
    """
    height = widen(state.height[circle])
    friends, threats, tallest, risk = 0, 0, 0, SAFE
    for side in range(4):
        other = widen(NEIGHBOR[circle, side])
        tall = widen(state.height[other])
        if other != circle and ARROWS[other] != 0:
            risk = max(risk, TURNABLE if tall == 0 else AT_RISK)
        if other != circle and tall > 0 and tall + height <= MAX_STACK:
            if top_color(state, other) == color:
                friends, tallest = 1, max(tallest, tall)
            else:
                threats = min(threats + 1, MANY - 1)
    shows = bottom_color(state, circle) == color
    if top_color(state, circle) == color:
        kind = ((height - 1) * MANY + threats) * 3 + (SAFE if shows else risk)
        out[first + kind * 2 + friends] += 1.0
    else:
        if friends != 0:
            out[first + LANDING + (height - 1) * MAX_STACK + tallest - 1] += 1.0
        if shows and risk == TURNABLE:
            out[first + TURNING + height - 1] += 1.0
