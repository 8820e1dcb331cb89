"""R6 Phase II: the order of resolving.

The rules proceed automatically from question to question; `stage`, `cell` and `element` say how far
they have come.
"""

from typing import Any

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.chance import draw_bit
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule
from ludotheque.core.story import tell
from ludotheque.games.dream_runners.components import (
    BAT_CELLS,
    BONUS_CELLS,
    CELL_ELEMENT,
    CELL_VALUE,
    CHEST_CELLS,
    CONTENTS,
    FRAME_CELLS,
    JOKER,
    MAX_ELEMENTS,
    PRICE_STACK,
    SPIDER_CELLS,
)
from ludotheque.games.dream_runners.rules.codes import Chance, Event
from ludotheque.games.dream_runners.rules.effects import gain, settle
from ludotheque.games.dream_runners.rules.improve import begin_improving
from ludotheque.games.dream_runners.rules.setup import after, asleep
from ludotheque.games.dream_runners.rules.share import begin_seat, share, take, tile_now
from ludotheque.games.dream_runners.state import Phase, Stage


@rule
def begin_resolving(state: Any, story: Any) -> None:
    """R6.1 Resolve in turn order: the sleeping seats, clockwise from the first dreamer."""
    state.seat, state.stage, state.cell, state.left = state.first, Stage.SHARE, 0, 0
    go_on(state, story)


@rule
def go_on(state: Any, story: Any) -> None:
    """Resolve until someone has to be asked.

    R6.11 Nobody is asked if there is only one possible answer.
    """
    state.phase = Phase.RESOLVE
    while state.phase == Phase.RESOLVE:
        stage = state.stage
        if stage == Stage.SHARE:
            share(state, story)
        elif stage == Stage.COLLECT:
            collect(state, story)
        elif stage == Stage.OPENING or stage == Stage.OPENING_AGAIN:
            open_chest(state, story)
        elif stage == Stage.CONTENTS or stage == Stage.CONTENTS_AGAIN:
            empty_chest(state, story)
        elif stage == Stage.SETTLE:
            settle_calm(state, story)
        elif stage == Stage.BATS:
            meet_bats(state, story)
        else:
            next_seat(state, story)


# R6.3 to R6.8 Seat by seat


@rule
def collect(state: Any, story: Any) -> None:
    """R6.5 Collect the seat's cells in reading order, element by element, leaving out confluences
    and chests; spiders give their fragment.
    """
    tile, seat = tile_now(state), widen(state.seat)
    found = (widen(BONUS_CELLS[tile]) | widen(SPIDER_CELLS[tile])) & widen(state.collects[seat])
    while state.cell < FRAME_CELLS:
        if (found >> widen(state.cell)) & 1 != 0:
            collect_cell(state, seat, tile, story)
            if state.phase != Phase.RESOLVE:
                return
        state.cell, state.element = state.cell + 1, 0
    state.stage = Stage.OPENING


@rule
def collect_cell(state: Any, seat: int, tile: int, story: Any) -> None:
    """R4.4 Collect every element of the cell from here on. R4.6 Ask for a joker's colour."""
    times = copies(state, seat)
    while state.element < MAX_ELEMENTS and CELL_ELEMENT[tile, state.cell, state.element] != NONE:
        element = widen(CELL_ELEMENT[tile, state.cell, state.element])
        if element == JOKER:
            state.phase = Phase.COLOR
            return
        gain(state, seat, element, widen(state.cell), times, story)
        state.element += 1


@rule
def copies(state: Any, seat: int) -> int:
    """R4.5 `D` gives everything twice."""
    return 2 if (widen(state.doubles[seat]) >> widen(state.cell)) & 1 != 0 else 1


@rule
def name_color(state: Any, color: int, story: Any) -> None:
    """N5 A joker becomes a fragment of the chosen colour, R5.2 both of them under `D`."""
    if state.stage == Stage.SHARE:
        take(state, lowest_bit(widen(state.left)), color, story)
    else:
        is_cell = state.stage == Stage.COLLECT
        gain(
            state,
            widen(state.seat),
            color,
            widen(state.cell) if is_cell else NONE,
            copies(state, widen(state.seat)) if is_cell else 1,
            story,
        )
        state.element += 1
    go_on(state, story)


@rule
def open_chest(state: Any, story: Any) -> None:
    """R6.6 Open it automatically if the old keys are enough; ask if only the new ones are.

    R5.10 Open it again under `D`. R5.11 With too few keys, nothing happens.
    """
    tile, seat = tile_now(state), widen(state.seat)
    is_again = state.stage == Stage.OPENING_AGAIN
    chest_cell = widen(CHEST_CELLS[tile]) & widen(state.doubles[seat] if is_again else state.collects[seat])
    if chest_cell == 0:
        state.stage = Stage.SETTLE
        return
    state.cell = lowest_bit(chest_cell)
    price = widen(CELL_VALUE[tile, state.cell])
    if state.keys[seat] < price:
        if not is_again:
            tell(story, Event.KEPT, seat, NONE, state.cell, price - widen(state.keys[seat]))
        state.stage = Stage.SETTLE
    elif state.old_keys[seat] >= (2 * price if is_again else price):
        pay_keys(state, story)
    else:
        state.phase = Phase.OPEN


@rule
def pay_keys(state: Any, story: Any) -> None:
    """R5.8 The seat pays the keys and gets the contents.

    R5.9 The first opening in a round turns up the chest for everyone.
    """
    seat, price = widen(state.seat), widen(CELL_VALUE[tile_now(state), state.cell])
    state.keys[seat] -= price
    tell(story, Event.OPENED, seat, NONE, state.cell, price)
    if state.chest == NONE:
        state.chest = draw_bit(state, story, Chance.CHEST, widen(state.chests) & widen(PRICE_STACK[price]))
        state.chests &= ~(1 << widen(state.chest))
        tell(story, Event.CHEST, NONE, state.chest, state.cell, 0)
    state.stage += 1
    state.element = 0


@rule
def answer_chest(state: Any, is_opened: bool, story: Any) -> None:
    """R6.6 `open`, or `keep`, after which the seat is not asked again."""
    if is_opened:
        state.phase = Phase.RESOLVE
        pay_keys(state, story)
    else:
        tell(story, Event.KEPT, state.seat, NONE, state.cell, 0)
        state.stage = Stage.SETTLE
    go_on(state, story)


@rule
def empty_chest(state: Any, story: Any) -> None:
    """R6.6 The contents come at once, in printed order."""
    while state.element < MAX_ELEMENTS and CONTENTS[state.chest, state.element] != NONE:
        element = widen(CONTENTS[state.chest, state.element])
        if element == JOKER:
            state.phase = Phase.COLOR
            return
        gain(state, widen(state.seat), element, NONE, 1, story)
        state.element += 1
    state.stage = Stage.OPENING_AGAIN if state.stage == Stage.CONTENTS else Stage.SETTLE


@rule
def settle_calm(state: Any, story: Any) -> None:
    """R6.7 Settle all calm won and lost at once; a player who wakes up meets no bats."""
    settle(state, widen(state.seat), story)
    state.cell = 0
    state.stage = Stage.BATS if state.woke[state.seat] == 0 else Stage.NEXT_SEAT


@rule
def is_settled(state: Any, seat: int) -> bool:
    """R6.3 Return whether this seat's calm has been settled this round."""
    if state.phase == Phase.COMPOSE:
        return False
    if state.phase == Phase.BUY or state.phase == Phase.CALM or state.phase == Phase.OVER:
        return True
    if state.stage == Stage.SHARE:
        return False
    place, now = place_in_order(state, seat), place_in_order(state, widen(state.seat))
    return place < now or (place == now and state.stage > Stage.SETTLE)


@rule
def place_in_order(state: Any, seat: int) -> int:
    """R6.1 Return how many seats come before this one in the turn order, including those that woke
    up.
    """
    return (seat + widen(state.seats) - widen(state.first)) % widen(state.seats)


@rule
def left_over(state: Any, seat: int) -> int:
    """R5.6 Return the segments that the seat owns and did not lay this round."""
    return widen(state.owned[seat] & ~state.laid[seat])


@rule
def meet_bats(state: Any, story: Any) -> None:
    """R6.8 Resolve bats that are not fought, in reading order.

    If exactly one segment is left over, the bat takes it without asking.
    """
    seat = widen(state.seat)
    ahead = (widen(BAT_CELLS[tile_now(state)]) & ~widen(state.fights[seat])) >> widen(state.cell)
    spare = left_over(state, seat)
    if ahead == 0 or spare == 0:
        state.stage = Stage.NEXT_SEAT
        return
    state.cell += lowest_bit(ahead)
    if spare & (spare - 1) == 0:
        lose_segment(state, lowest_bit(spare), story)
    else:
        state.phase = Phase.LOSE


@rule
def lose_segment(state: Any, segment: int, story: Any) -> None:
    """R5.6 Remove a segment from the game for good, with its points."""
    state.owned[state.seat] &= ~(1 << segment)
    state.gone |= 1 << segment
    tell(story, Event.BAT, state.seat, segment, state.cell, 0)
    state.cell += 1


@rule
def next_seat(state: Any, story: Any) -> None:
    """R6.3 Go to the next seat, which resolves completely.

    R6.9 When all have resolved and at most one is asleep, the game ends. R6.10 The title may pass
    on.
    """
    seats = widen(state.seats)
    state.seat = (widen(state.seat) + 1) % seats
    while state.seat != state.first and state.woke[state.seat] != 0:
        state.seat = (widen(state.seat) + 1) % seats
    if state.seat != state.first:
        begin_seat(state, widen(state.seat))
    elif bit_count(asleep(state)) <= 1:
        end_game(state, story)
    else:
        if state.woke[state.first] != 0:
            state.first = after(state, widen(state.first))
            tell(story, Event.FIRST, state.first, NONE, NONE, 0)
        begin_improving(state, story)


@rule
def end_game(state: Any, story: Any) -> None:
    """R6.9, R9.1 The game is over."""
    state.phase, state.seat = Phase.OVER, NONE
    tell(story, Event.ENDED, NONE, NONE, NONE, 0)
