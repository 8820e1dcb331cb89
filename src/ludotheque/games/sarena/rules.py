"""The rules of Sarena, in the order of rulebook.md."""

from enum import IntEnum
from typing import Any

from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.chance import draw
from ludotheque.core.constants import NONE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.sarena.components import (
    ARROWS,
    CHIP_PAIR,
    CHIPS,
    CIRCLES,
    COLORS,
    ENTERING,
    FACE_UP,
    HALF,
    LEAVING,
    LINE_FROM,
    LINE_TO,
    MAX_STACK,
    MOVES,
    NEIGHBOR,
    PAIR_FIRST,
    TOUCHING,
)
from ludotheque.games.sarena.state import Phase


class Refusal(IntEnum):
    LEGAL = 0
    NOT_YOUR_TURN = 1
    GAME_OVER = 2
    NO_LINE = 3
    EMPTY_ORIGIN = 4
    EMPTY_PLAIN = 5
    TOO_HIGH = 6
    UNREADABLE = 7


class Deal(IntEnum):
    FREE = 0
    FAIR = 1


class Chance(IntEnum):
    CHIP = 0
    SECRET = 1


class Event(IntEnum):
    STACKED = 0
    TURNED = 1
    ENDED = 2


# R1 Setup


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.2 One chip on each circle. R1.5 One secret pawn for each seat. R1.7 Seat 0 begins."""
    state.seats = seats
    state.deal = options[0]
    shuffle_chips(state, story)
    number_chips(state)
    draw_pawns(state, seats, story)
    state.open[0], state.open[1] = (1 << HALF) - 1, (1 << (MOVES - HALF)) - 1  # two single chips can always be stacked


@rule
def shuffle_chips(state: Any, story: Any) -> None:
    """R1.2 Shuffle the chips.

    R1.3 Free: either face up. R1.4 Fair: every other chip of a pair lies the other way up.
    """
    turns = 1 if state.deal == Deal.FAIR else 2
    for circle in range(CIRCLES):
        state.stack[circle] = 2 * (circle + 1) + (circle - PAIR_FIRST[CHIP_PAIR[circle]]) % 2
        state.height[circle] = 1
    for circle in range(CIRCLES):
        outcome = draw(state, story, Chance.CHIP, (CIRCLES - circle) * turns)
        other = circle + outcome // turns
        chip = state.stack[other] ^ (outcome % turns)
        state.stack[other] = state.stack[circle]
        state.stack[circle] = chip


@rule
def number_chips(state: Any) -> None:
    """Number the chips of each pair in the order in which they lie.

    This way each position has exactly one state.
    """
    laid = 0  # the count of each pair, eight bits per pair
    for circle in range(CIRCLES):
        chip = widen(state.stack[circle])
        pair = widen(CHIP_PAIR[chip // 2 - 1])
        state.stack[circle] = 2 * (PAIR_FIRST[pair] + ((laid >> (8 * pair)) & 255) + 1) + chip % 2
        laid += 1 << (8 * pair)


@rule
def draw_pawns(state: Any, seats: int, story: Any) -> None:
    """R1.5 Each seat draws a pawn, no two of the same colour. R1.6 Nobody sees the others."""
    taken = 0
    for seat in range(4):
        state.secret[seat] = NONE
    for seat in range(seats):
        state.secret[seat] = draw_color(state, story, taken, COLORS - seat)
        taken |= 1 << state.secret[seat]


@rule
def draw_color(state: Any, story: Any, taken: int, left: int) -> int:
    """Draw one of the `left` colours that are not taken."""
    skip = draw(state, story, Chance.SECRET, left)
    for color in range(COLORS):
        if (taken >> color) & 1 == 0:
            if skip == 0:
                return color
            skip -= 1
    return NONE


# R2 Turn


@rule
def to_act(state: Any) -> int:
    """R2.1 Turns pass clockwise until the game is over."""
    return 0 if state.phase == Phase.OVER else 1 << state.seat


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """R2.3 Any player may move any stack: list the open moves, no matter whose turn it is."""
    count = 0
    if seat == state.seat and state.phase == Phase.MOVE:
        for half in range(2):
            left = state.open[half]
            while left != 0:
                out[count] = lowest_bit(left) + HALF * half
                left &= left - 1
                count += 1
    return count


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    """R2.2, R3 and R4: return why a move is not allowed. Must agree with `is_open`."""
    if state.phase == Phase.OVER:
        return Refusal.GAME_OVER
    if seat != state.seat:
        return Refusal.NOT_YOUR_TURN
    if action < 0 or action >= MOVES:
        return Refusal.NO_LINE
    target = LINE_TO[action]
    moved, there = state.height[LINE_FROM[action]], state.height[target]
    if moved == 0:
        return Refusal.EMPTY_ORIGIN
    if there == 0 and ARROWS[target] == 0:
        return Refusal.EMPTY_PLAIN
    if there > 0 and moved + there > MAX_STACK:
        return Refusal.TOO_HIGH
    return Refusal.LEGAL


# R3 The move


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """R3.1 Move everything on one circle along one line to the circle at its other end."""
    origin, target = widen(LINE_FROM[action]), widen(LINE_TO[action])
    if state.height[target] > 0:
        stack(state, origin, target)
        tell(story, Event.STACKED, seat, origin, target, state.height[target])
    else:
        turn_over(state, origin, target)
        tell(story, Event.TURNED, seat, origin, target, state.height[target])
    reopen(state, origin)
    reopen(state, target)
    state.seat = (state.seat + 1) % state.seats
    if state.open[0] == 0 and state.open[1] == 0:
        state.phase = Phase.OVER
        tell(story, Event.ENDED, NONE, NONE, NONE, 0)


@rule
def stack(state: Any, origin: int, target: int) -> None:
    """R3.3 Put the moved stack on top of the other, in the same order, without turning it over."""
    base = widen(state.height[target])
    state.stack[target] |= widen(state.stack[origin]) << (8 * base)
    state.height[target] = base + state.height[origin]
    state.stack[origin] = 0
    state.height[origin] = 0


@rule
def turn_over(state: Any, origin: int, target: int) -> None:
    """R3.5 Turn a stack over as one block: reverse the order and show every chip's other face."""
    chips, height = widen(state.stack[origin]), widen(state.height[origin])
    reverse = (chips & 0xFF) << 24 | (chips & 0xFF00) << 8 | (chips & 0xFF0000) >> 8 | chips >> 24
    state.stack[target] = (reverse >> (32 - 8 * height)) ^ (0x01010101 >> (32 - 8 * height))
    state.height[target] = height
    state.stack[origin] = 0
    state.height[origin] = 0


@rule
def chip_at(state: Any, circle: int, level: int) -> int:
    """Return the chip at a level of a stack, 0 being the lowest level; 0 if there is no chip."""
    return (widen(state.stack[circle]) >> (8 * level)) & 0xFF


# R4 What is not allowed


def is_open(moved: int, there: int, has_arrows: int) -> bool:
    """R3.2, R4.3 Onto a stack: at most 4 chips together.

    R3.4, R4.1 Onto an empty circle: only one with arrows. R4.4 Never from an empty one.
    """
    if moved == 0:
        return False
    return moved + there <= MAX_STACK if there > 0 else has_arrows != 0


# `is_open` for all heights and both kinds of circle, one bit each, so that the rules can look it up
# without branching.
OPEN = sum(
    1 << (10 * moved + 2 * there + has_arrows)
    for moved in range(5)
    for there in range(5)
    for has_arrows in range(2)
    if is_open(moved, there, has_arrows)
)


@rule
def reopen(state: Any, circle: int) -> None:
    """Recompute the open moves on every line at a circle whose height has changed."""
    here, arrows_here = widen(state.height[circle]), widen(ARROWS[circle])
    low, high = state.open[0] & ~TOUCHING[circle, 0], state.open[1] & ~TOUCHING[circle, 1]
    for side in range(4):
        other = widen(NEIGHBOR[circle, side])
        there = widen(state.height[other])
        leave = -((OPEN >> (10 * here + 2 * there + widen(ARROWS[other]))) & 1)  # −1, all bits, where the move is open
        enter = -((OPEN >> (10 * there + 2 * here + arrows_here)) & 1)
        low |= LEAVING[circle, side, 0] & leave | ENTERING[circle, side, 0] & enter
        high |= LEAVING[circle, side, 1] & leave | ENTERING[circle, side, 1] & enter
    state.open[0], state.open[1] = low, high


@rule
def open_moves(state: Any) -> None:
    """Compute all open moves; if there are none, the game is over (R5.1)."""
    for circle in range(CIRCLES):
        reopen(state, circle)
    state.phase = Phase.OVER if state.open[0] == 0 and state.open[1] == 0 else Phase.MOVE


# R6 Scoring


@rule
def top_color(state: Any, circle: int) -> int:
    """Return the colour on top of a stack."""
    return widen(FACE_UP[chip_at(state, circle, widen(state.height[circle]) - 1)])


@rule
def tally(state: Any) -> int:
    """R6.2 Return what each colour takes, sixteen bits per colour: all chips of its stacks, and
    (R6.7) those that bear the colour on either face.
    """
    total = 0
    for circle in range(CIRCLES):
        if state.height[circle] > 0:
            color = top_color(state, circle)
            own = 0
            for level in range(state.height[circle]):
                chip = chip_at(state, circle, level)
                own += FACE_UP[chip] == color or FACE_UP[chip ^ 1] == color
            total += (256 * widen(state.height[circle]) + own) << (16 * color)
    return total


@rule
def taken(state: Any, total: int, seat: int) -> int:
    """Return a seat's part of the tally: 256 × chips taken + those that bear its own colour.

    R6.4 A colour that nobody drew scores for nobody; neither does a colour that is hidden.
    """
    color = widen(state.secret[seat])
    return 0 if color == NONE else (total >> (16 * color)) & 0xFFFF


@rule
def scores(state: Any, out: Any) -> None:
    """R6.3 The score is the number of chips taken."""
    total = tally(state)
    for seat in range(state.seats):
        out[seat] = taken(state, total, seat) // 256


@rule
def ranks(state: Any, out: Any) -> None:
    """R6.5 Rank the highest score first.

    R6.6 Then more chips of the player's own colour. R6.8, R6.9 Then a shared place.
    """
    total = tally(state)
    for seat in range(state.seats):
        out[seat] = taken(state, total, seat)
    rank(out, state.seats)


@rule
def breakdown(state: Any, out: Any) -> None:
    """Write the score sheet: chips taken, and how many of them bear the player's own colour."""
    total = tally(state)
    for seat in range(state.seats):
        out[seat, 0] = taken(state, total, seat) // 256
        out[seat, 1] = taken(state, total, seat) % 256


# For tests and counting


@rule
def census(state: Any, out: Any) -> int:
    """Count the chips: each lies on exactly one circle, with nothing above a stack's height."""
    for circle in range(CIRCLES):
        for level in range(MAX_STACK):
            chip = chip_at(state, circle, level)
            if level < state.height[circle]:
                out[chip // 2] += 1
            elif chip != 0:
                out[0] += 1
    return CHIPS + 1


@rule
def canonical(state: Any) -> None:
    """Replace each chip by the first of its pair: chips with the same colours look alike."""
    for circle in range(CIRCLES):
        chips = 0
        for level in range(state.height[circle]):
            chip = chip_at(state, circle, level)
            first = widen(PAIR_FIRST[CHIP_PAIR[chip // 2 - 1]])
            chips |= (2 * (first + 1) + chip % 2) << (8 * level)
        state.stack[circle] = chips
