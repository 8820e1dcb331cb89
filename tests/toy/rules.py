"""The rules of Flotsam, in the order of rulebook.md."""

from enum import IntEnum
from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.chance import draw_from
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.ranking import rank
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from tests.toy.actions import ACTION_COUNT, LAY, WAVE
from tests.toy.components import KIND_COUNT, KINDS, LOST, MAX_REACH, PIECES, SEA, STEPS, WIDTH
from tests.toy.state import Phase

Refusal = IntEnum("Refusal", "LEGAL GAME_OVER NOT_YOUR_TURN NOT_NOW NO_BREATH TAKEN NOT_BESIDE UNREADABLE", start=0)
Event = IntEnum("Event", "CHOSE WAVE REACHED SANK LAID DRIFTS ENDED", start=0)
Chance = IntEnum("Chance", "CARD PIECE", start=0)

# R1 Setup


@rule
def setup(state: Any, seats: int, options: Any, story: Any) -> None:
    """R1.4 Breath for each seat. R1.5 The raft is one piece at 0,0, and another is the catch."""
    state.seats, state.storm, state.catch = seats, options[0], NONE
    state.raft[:] = NONE
    state.card[:] = NONE
    state.reach[:] = NONE
    state.breath[:seats] = options[1]
    deal_unseen(state, story)
    state.left = PIECES - LOST * widen(state.storm) - 1
    state.raft[0] = draw_piece(state, story)
    drift(state, story)


@rule
def deal_unseen(state: Any, story: Any) -> None:
    """R1.1 A full bag, less what is in sight.

    R1.2 In a rough storm some is lost. R1.3 A card for each seat of which none is seen.
    """
    state.box[:] = 1
    for kind in range(KINDS):
        state.bag[kind], state.lost[kind] = widen(KIND_COUNT[kind]) - in_sight(state, kind), 0
    for _ in range(LOST * widen(state.storm)):
        state.lost[draw_piece(state, story)] += 1
    for seat in range(state.seats):
        if state.card[seat] != NONE:
            state.box[state.card[seat]] = 0
    for seat in range(state.seats):
        if state.card[seat] == NONE:
            state.card[seat] = draw_from(state, story, Chance.CARD, state.box)
            state.box[state.card[seat]] = 0


@rule
def in_sight(state: Any, kind: int) -> int:
    """The pieces of a kind that are on the raft, have sunk, or drift by."""
    raft, count = state.raft, widen(state.sunk[kind])
    for cell in range(SEA):
        if raft[cell] == kind:
            count += 1
    return count + 1 if state.catch == kind else count


@rule
def draw_piece(state: Any, story: Any) -> int:
    """Take a piece out of the bag and say what kind it is."""
    kind = draw_from(state, story, Chance.PIECE, state.bag)
    state.bag[kind] -= 1
    return kind


# Who may do what


@rule
def to_act(state: Any) -> int:
    """R2.1 All seats that have not chosen, R2.4 and the table once one has.

    R3.1 Then the seat that got the catch.
    """
    if state.phase == Phase.REACH:
        everybody, chosen = (1 << widen(state.seats)) - 1, widen(state.chosen)
        return everybody & ~chosen | (1 << TABLE if chosen != 0 else 0)
    return 1 << widen(state.seat) if state.phase == Phase.LAY else 0


@rule
def legal(state: Any, seat: int, out: Any) -> int:
    """Whatever is not refused: slow, and never wrong.

    A game that must be fast finds its legal actions in another way.
    """
    count = 0
    for action in range(ACTION_COUNT):
        if refusal(state, seat, action) == Refusal.LEGAL:
            out[count] = action
            count += 1
    return count


@rule
def refusal(state: Any, seat: int, action: int) -> int:
    """R2.2 Not farther than 3, nor than the breath lasts.

    R2.3 A choice stands. R2.4 The wave is the table's. R3.1 Beside the raft.
    """
    if state.phase == Phase.OVER:
        return Refusal.GAME_OVER
    if seat < 0 or (to_act(state) >> seat) & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    if seat == TABLE:
        return Refusal.LEGAL if action == WAVE else Refusal.NOT_NOW
    if state.phase == Phase.REACH and 0 <= action <= MAX_REACH:
        return Refusal.NO_BREATH if action > state.breath[seat] else Refusal.LEGAL
    if state.phase == Phase.LAY and LAY <= action < WAVE:
        return Refusal.NOT_BESIDE if cell_of(state, action - LAY) == NONE else Refusal.LEGAL
    return Refusal.NOT_NOW


@rule
def apply(state: Any, seat: int, action: int, story: Any) -> None:
    """One function for each thing that can be done."""
    if state.phase == Phase.LAY:
        lay(state, seat, cell_of(state, action - LAY), story)
    elif seat == TABLE:
        tell(story, Event.WAVE, NONE, NONE, NONE, 0)
        show_reaches(state, story)
    else:
        choose(state, seat, action, story)


# R2 Reaching


@rule
def choose(state: Any, seat: int, reach: int, story: Any) -> None:
    """R2.1 A choice waits for the others. R5.3 That it was made is told, and not what it is."""
    state.reach[seat] = reach
    state.chosen |= 1 << seat
    tell(story, Event.CHOSE, seat, NONE, NONE, 0)
    if to_act(state) == 1 << TABLE:
        show_reaches(state, story)


@rule
def show_reaches(state: Any, story: Any) -> None:
    """R2.4 Who has not chosen reaches 0.

    R2.5 All pay. R2.6 The farthest reach gets the catch, if nobody shares it. R2.7 Else it sinks.
    """
    state.phase, state.seat, state.chosen = Phase.LAY, NONE, 0
    farthest = 0
    for seat in range(state.seats):
        reach = max(widen(state.reach[seat]), 0)
        if reach >= farthest:
            state.seat = seat if reach > farthest else NONE
            farthest = reach
        state.breath[seat] -= reach
        state.reach[seat] = NONE
        tell(story, Event.REACHED, seat, NONE, NONE, reach)
    if state.seat == NONE:
        state.sunk[state.catch] += 1
        tell(story, Event.SANK, NONE, state.catch, NONE, 0)
        drift(state, story)


# R3 Laying


@rule
def cell_of(state: Any, place: int) -> int:
    """R3.1 Where a place lies: the free cells beside the raft are numbered as they come in the
    ring. NONE: there are not so many.
    """
    raft = state.raft
    for cell in range(SEA):
        if raft[cell] == NONE:
            for step in STEPS:
                if raft[(cell + step) % SEA] != NONE:
                    place -= 1
                    break
            if place < 0:
                return cell
    return NONE


@rule
def offset(state: Any, cell: int) -> int:
    """R3.2 How far a cell lies from the corner just outside the raft: WIDTH × rows to the south +
    columns to the east.
    """
    return (cell - WIDTH * (widen(state.north) - 1) - (widen(state.west) - 1)) % SEA


@rule
def lay(state: Any, seat: int, cell: int, story: Any) -> None:
    """R3.1 The catch is tied to the raft, R3.3 which may now lie farther to the north or to the
    west.
    """
    row, column = offset(state, cell) // WIDTH, offset(state, cell) % WIDTH
    if row == 0:
        state.north -= 1
    if column == 0:
        state.west -= 1
    state.raft[cell] = state.catch
    tell(story, Event.LAID, seat, state.catch, cell, 0)
    drift(state, story)


@rule
def drift(state: Any, story: Any) -> None:
    """R3.4 The next catch is drawn, and all reach again.

    R4.1 If the bag is empty, the game is over.
    """
    state.seat, state.catch, state.phase = NONE, NONE, Phase.OVER
    if state.left > 0:
        state.left -= 1
        state.catch, state.phase = draw_piece(state, story), Phase.REACH
    tell(story, Event.ENDED if state.catch == NONE else Event.DRIFTS, NONE, state.catch, NONE, 0)


# R4 End


@rule
def points(state: Any, seat: int) -> tuple[int, int]:
    """R4.2 Pieces of the kind on the card, R4.3 and sides that two of them share.

    A card that is not seen gives none.
    """
    raft, card = state.raft, state.card[seat]
    pieces, sides = 0, 0
    for cell in range(SEA):
        if card != NONE and raft[cell] == card:
            pieces += 1
            # to the east and to the south: each side once
            sides += 1 if raft[(cell + 1) % SEA] == card else 0
            sides += 1 if raft[(cell + WIDTH) % SEA] == card else 0
    return pieces, sides


@rule
def scores(state: Any, out: Any) -> None:
    """R4.2 A point for each piece, R4.3 and one for each side."""
    for seat in range(state.seats):
        pieces, sides = points(state, seat)
        out[seat] = pieces + sides


@rule
def ranks(state: Any, out: Any) -> None:
    """R4.4 The highest score, then more breath left. R4.5 Then a shared place."""
    scores(state, out)
    for seat in range(state.seats):
        out[seat] = 65536 * widen(out[seat]) + widen(state.breath[seat])
    rank(out, state.seats)


@rule
def breakdown(state: Any, out: Any) -> None:
    """The score sheet: pieces, and sides."""
    for seat in range(state.seats):
        out[seat, 0], out[seat, 1] = points(state, seat)


# For tests and counting


@rule
def census(state: Any, out: Any) -> int:
    """Every piece by its kind, then every card."""
    for kind in range(KINDS):
        out[kind] += widen(state.bag[kind]) + widen(state.lost[kind]) + in_sight(state, kind)
        out[KINDS + kind] += widen(state.box[kind])
    for seat in range(state.seats):
        out[KINDS + widen(state.card[seat])] += 1
    return 2 * KINDS


@rule
def canonical(state: Any) -> None:
    """Pieces have no names here, only kinds and places: a position has one state already."""
